/* The queue with replies and a clock of the test's own: what is asked, when, and what it changes.
 */
#include "launch/job/template.h"
#include "launch/slurm/slurm_queue.h"
#include "test.h"

#include <unistd.h>

static struct cml_slurm_queue queue;
static struct cml_slurm_request request;
static struct cml_job_folder folder = {.path = "/data/h.jobs"};
static struct cml_launch launches[8];
static char notes[4096];
#define SQUEUE "squeue --noheader --array --states=all --format=" CML_SQUEUE_FORMAT
static char all[256]; /* what asks for the jobs of the user */

static void add_note(void *context, const char *text)
{
	size_t used = strlen(notes);
	(void)context;
	snprintf(notes + used, sizeof notes - used, "%s\n", text);
}

static struct cml_launcher_options options;

static void enter(void)
{
	options = (struct cml_launcher_options){
	    .folder = &folder, .poll_s = 10, .notes = {add_note, NULL}, .throttle = 2};
	queue = (struct cml_slurm_queue){.options = &options};
	request = (struct cml_slurm_request){0};
	memset(launches, 0, sizeof launches);
	notes[0] = '\0';
	snprintf(all, sizeof all, "%s --user=%u", SQUEUE, geteuid());
	for (size_t i = 0; i < 8; i++)
		launches[i].dir = "/nowhere";
}

static void leave(void)
{
	cml_slurm_queue_release(&queue);
	cml_buffer_release(&request.argv);
}

TestSuite(slurm_queue, .init = enter, .fini = leave, .timeout = 300);

/* A batch of n open tasks. */
static struct cml_slurm_batch *add(const char *name, size_t n, enum cml_slurm_phase phase,
				   uint64_t job)
{
	struct cml_slurm_batch *batch = cml_slurm_queue_add(&queue, name, n, phase);
	cr_assert_not_null(batch);
	cml_slurm_batch_set_job(batch, job);
	for (size_t i = 0; i < n; i++)
		cml_slurm_queue_open_task(&queue, batch, i, &launches[i]);
	return batch;
}

/* At now, exactly this is to be run: arguments with blanks between; NULL: nothing. */
static void expect_command(double now, const char *expected)
{
	char got[4096] = "";
	assert_ok(cml_slurm_queue_next(&queue, now, &request, &err));
	struct cml_slice words = cml_buffer_slice(&request.argv);
	cr_assert_eq(request.question == CML_SLURM_ASK_NOTHING, expected == NULL, "at %g", now);
	while (expected && words.size > 0) {
		struct cml_slice word = cml_strings_next(&words);
		size_t used = strlen(got);
		snprintf(got + used, sizeof got - used, "%s%.*s", used ? " " : "", (int)word.size,
			 word.data);
	}
	cr_assert_str_eq(got, expected ? expected : "");
}

static enum cml_result reply_as(double now, int exit_code, const char *out, const char *errors,
				uint64_t job)
{
	struct cml_slurm_reply reply = {.exit_code = exit_code,
					.out = cml_slice_of(out),
					.err = cml_slice_of(errors),
					.job = job};
	return cml_slurm_queue_update(&queue, &request, &reply, now, &err);
}

static void reply(double now, const char *out)
{
	assert_ok(reply_as(now, 0, out, "", 0));
}

static void expect_notes(const char *expected)
{
	cr_assert_str_eq(notes, expected);
	notes[0] = '\0';
}

#define SBATCH(name)                                                                               \
	"sbatch --parsable --no-requeue --job-name=" name                                          \
	" --chdir=/data/h.jobs --output=/dev/null --error=batches/" name

Test(slurm_queue, sbatch_hands_an_array_over)
{
	const char *const arguments[] = {"--partition=gpu", "--mem=1G"};
	options.timeout_s = 3600;
	options.grace_s = 10;
	options.scheduler_arguments = arguments;
	options.n_scheduler_arguments = 2;
	add("b", 3, CML_SLURM_WRITTEN, 0);
	expect_command(5, "sbatch --parsable --no-requeue --time=62 --partition=gpu --mem=1G "
			  "--job-name=b --chdir=/data/h.jobs --output=/dev/null "
			  "--error=batches/b.%a.log --open-mode=append --array=0-2%2 "
			  "/data/h.jobs/batches/b");
	assert_ok(reply_as(5, 0, "", "", 812));
	cr_assert_str_eq(launches[2].job, "812_2");
	expect_command(5, all);
}

#define TIMED_OUT "sbatch: error: Socket timed out on send/recv operation\n"

Test(slurm_queue, lost_answer_is_looked_for_by_name)
{
	struct cml_slurm_batch *batch = add("b", 2, CML_SLURM_WRITTEN, 0);
	expect_command(5, SBATCH("b") ".%a.log --open-mode=append --array=0-1%2 "
				      "/data/h.jobs/batches/b");
	assert_ok(reply_as(6, 1, "", TIMED_OUT, 0));
	expect_notes("Slurm does not answer, waiting for it: sbatch: error: Socket timed out on "
		     "send/recv operation\n");
	expect_command(6.5, NULL);
	cr_assert_float_eq(cml_slurm_queue_due(&queue), 7, 1e-9);
	expect_command(7, SQUEUE " --name=b");
	assert_ok(reply_as(8, 1, "", "slurm_load_jobs error: Unable to contact slurm\n", 0));
	expect_command(9.5, NULL); /* twice as long */
	expect_command(10, SQUEUE " --name=b");
	reply(10, "7|PENDING|N/A|N/A||bb\n812_[0-1%2]|PENDING|N/A|N/A||b\n");
	expect_notes("Slurm answers again\n");
	cr_assert_eq(batch->job, 812);
	cr_assert_str_eq(launches[1].job, "812_1");
}

Test(slurm_queue, nobody_knows_it_so_it_is_handed_over_again)
{
	add("b", 1, CML_SLURM_UNSURE, 0);
	expect_command(5, SQUEUE " --name=b");
	reply(5, "");
	expect_command(5, SBATCH("b") ".0.log --open-mode=append /data/h.jobs/batches/b");
	/* Ended by a signal, or without a number: perhaps Slurm has it. */
	assert_ok(reply_as(5, 137, "", "", 0));
	expect_command(6, SQUEUE " --name=b");
	reply(6, "");
	expect_command(6, SBATCH("b") ".0.log --open-mode=append /data/h.jobs/batches/b");
	assert_ok(reply_as(6, 0, "", "", 0));
	expect_command(8, SQUEUE " --name=b");
}

Test(slurm_queue, refusal_is_an_error)
{
	add("b", 1, CML_SLURM_WRITTEN, 0);
	expect_command(5, SBATCH("b") ".0.log --open-mode=append /data/h.jobs/batches/b");
	assert_error(reply_as(5, 1, "", "x\nsbatch: error: invalid partition specified: gpu\n", 0),
		     CML_IO_ERROR,
		     "Slurm refuses the jobs: sbatch: error: invalid partition specified: gpu");
}

Test(slurm_queue, missing_command_is_an_error)
{
	add("b", 2, CML_SLURM_SUBMITTED, 812);
	expect_command(6, all);
	cr_assert_eq(reply_as(6, 127, "", "sh: 4: squeue: not found\n", 0), CML_IO_ERROR);
	cr_assert_not_null(strstr(err.message, "Slurm: sh: 4: squeue: not found (run this"));
	expect_notes("");
}

Test(slurm_queue, states_of_all_jobs)
{
	add("b", 2, CML_SLURM_SUBMITTED, 812);
	expect_command(6, all);
	reply(6, "812_0|COMPLETED|100|130|n1|b\n812_1|RUNNING|100|N/A|n2|b\n");
	cr_assert(cml_slurm_task_is_over(launches[0].backend));
	cr_assert_not(cml_slurm_task_is_over(launches[1].backend));
	cr_assert(launches[1].started);
	cr_assert_eq(launches[1].start_at, 100);
	expect_command(15, NULL);
	cr_assert_float_eq(cml_slurm_queue_due(&queue), 16, 1e-9);
	/* An end that waits for Slurm's state asks sooner. */
	queue.awaits_state = true;
	cr_assert_float_eq(cml_slurm_queue_due(&queue), 7, 1e-9);
}

/* A controller that crashed gives numbers again: by its name it is no job of ours. */
Test(slurm_queue, number_of_another_job)
{
	add("b", 1, CML_SLURM_SUBMITTED, 812);
	expect_command(5, all);
	reply(5, "812|COMPLETED|1|2|n1|other\n");
	cr_assert_not(cml_slurm_task_is_over(launches[0].backend));
}

Test(slurm_queue, lines_of_arrays)
{
	struct cml_slurm_evidence begun = {.runner = "812_1"}, unbegun = {.runner = ""};
	add("b", 4, CML_SLURM_SUBMITTED, 812);
	expect_command(5, all);
	reply(5, "812_[1-3%2]|PENDING|N/A|N/A||b\n812_0|RUNNING|1|N/A|n1|b\n");
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(((struct cml_slurm_task *)launches[i].backend)->n_missing, 0);
	/* Cancelled: of those without a line of their own, the ones that had not begun. */
	expect_command(15, all);
	reply(15, "812_0|RUNNING|1|N/A|n1|b\n812|CANCELLED|N/A|2||b\n");
	cr_assert_eq(cml_slurm_task_check(launches[0].backend, &begun, 15, 0), CML_SLURM_GOES_ON);
	cr_assert_eq(cml_slurm_task_check(launches[1].backend, &begun, 15, 0), CML_SLURM_GOES_ON);
	cr_assert_eq(cml_slurm_task_check(launches[2].backend, &unbegun, 15, 0), CML_SLURM_OVER);
}

Test(slurm_queue, ends_are_asked_for_until_slurm_answers)
{
	struct cml_slurm_batch *batch = add("b", 3, CML_SLURM_SUBMITTED, 812);
	queue.poll_at = 1000;
	cml_slurm_queue_end(&queue, &batch->tasks[0]);
	cml_slurm_queue_end(&queue, &batch->tasks[1]);
	expect_command(5, "scancel --quiet 812_0 812_1");
	assert_ok(reply_as(5, 1, "",
			   "scancel: error: Kill job error on job id 812_1: Unable to "
			   "contact slurm controller\n",
			   0));
	expect_command(5.5, NULL);
	expect_command(6, "scancel --quiet 812_0 812_1");
	reply(6, "");
	expect_command(6.5, NULL);
	expect_command(7, all); /* what became of them is asked soon */
}

#define LIMIT                                                                                      \
	"sbatch: error: QOSMaxSubmitJobPerUserLimit\nsbatch: error: Batch job submission failed: " \
	"Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)\n"

/* A site takes fewer jobs at a time: a batch is too large, the last one waits for another's end,
 * and with none that could end it is refused. */
Test(slurm_queue, what_is_too_much_comes_to_an_end)
{
	struct cml_slurm_batch *batch = add("b", 3, CML_SLURM_WRITTEN, 0), *taken;
	expect_command(5, SBATCH("b") ".%a.log --open-mode=append --array=0-2%2 "
				      "/data/h.jobs/batches/b");
	assert_ok(reply_as(5, 1, "", LIMIT, 0));
	cr_assert(batch->is_too_large);
	expect_command(5, NULL);
	expect_notes("Slurm does not take 3 jobs more now: sbatch: error: Batch job submission "
		     "failed: Job violates accounting/QOS policy (job submit limit, user's size "
		     "and/or time limits): fewer are tried, the others later (-j)\n");
	batch = add("c", 1, CML_SLURM_WRITTEN, 0);
	taken = add("d", 1, CML_SLURM_SUBMITTED, 812);
	queue.poll_at = 1000;
	expect_command(6, SBATCH("c") ".0.log --open-mode=append /data/h.jobs/batches/c");
	assert_ok(reply_as(6, 1, "", LIMIT, 0));
	expect_command(50, NULL);
	cml_slurm_queue_close_task(&queue, taken->tasks);
	static const double at[] = {50, 51, 53};
	for (size_t i = 0; i < 3; i++) {
		expect_command(
		    at[i] - 0.1,
		    i > 0 ? NULL : SBATCH("c") ".0.log --open-mode=append /data/h.jobs/batches/c");
		expect_command(at[i],
			       SBATCH("c") ".0.log --open-mode=append /data/h.jobs/batches/c");
		cr_assert_eq(reply_as(at[i], 1, "", LIMIT, 0), i < 2 ? CML_OK : CML_IO_ERROR);
	}
	cr_assert_eq(strncmp(err.message, "Slurm takes not one job: sbatch: error: Batch", 45), 0);
	expect_notes("");
}

/* The job of a batch that is not known yet is cancelled when it is. */
Test(slurm_queue, end_waits_for_the_number)
{
	struct cml_slurm_batch *batch = add("b", 1, CML_SLURM_UNSURE, 0);
	cml_slurm_queue_end(&queue, &batch->tasks[0]);
	expect_command(5, SQUEUE " --name=b");
	reply(5, "812|PENDING|N/A|N/A||b\n");
	queue.must_end = true; /* as the pass over the tasks sets it */
	expect_command(5, "scancel --quiet 812");
}

static void squeue_at(double now, const char *out)
{
	expect_command(now, all);
	reply(now, out);
}

/* An sbatch whose answer was lost came through after all, and its job was the first. */
Test(slurm_queue, job_that_began_first_is_followed)
{
	struct cml_slurm_evidence evidence = {.runner = "900"};
	struct cml_slurm_task *task = add("b", 1, CML_SLURM_SUBMITTED, 812)->tasks;
	task->ended = true;
	snprintf(task->state, sizeof task->state, "COMPLETED");
	cr_assert_eq(cml_slurm_task_check(task, &evidence, 100, 1), CML_SLURM_GOES_ON);
	cr_assert_str_eq(launches[0].job, "900");
	cr_assert_not(cml_slurm_task_is_over(task));
	squeue_at(110, "812|COMPLETED|1|2|n1|b\n900|RUNNING|1|N/A|n1|b\n");
	cr_assert_not(cml_slurm_task_is_over(task));
	squeue_at(120, "812|COMPLETED|1|2|n1|b\n900|TIMEOUT|10|20|n1|b\n");
	cml_slurm_task_check(task, &evidence, 120, 1);
	cr_assert_eq(cml_slurm_task_check(task, &evidence, 122, 1), CML_SLURM_OVER);
}
