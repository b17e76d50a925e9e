/* The queue with the commands of a table, replies and a clock of the test's own. */
#include "launch/slurm/slurm_queue.h"

#include "test.h"

static struct cml_slurm_queue queue;
static struct cml_slurm_request request;
static struct cml_job_folder folder = {.path = "/data/h.jobs"};
static struct cml_launch launch;
static struct cml_launcher_options options = {.folder = &folder, .poll_s = 10};
static struct cml_command_state states[] = {{"Q", "PENDING"}, {"R", "RUNNING"}, {"F", "COMPLETED"}};
static struct cml_command_table table = {.scheduler = "Mine",
					 .submit = "put",
					 .poll = "list",
					 .cancel = "end",
					 .states = states,
					 .n_states = 3};
static struct cml_slurm_batch *batch;

static void enter(void)
{
	queue.options = &options;
	queue.table = &table;
	batch = cml_slurm_queue_add(&queue, "cml-r-1", 1, CML_SLURM_WRITTEN);
	cr_assert_not_null(batch);
	cml_slurm_queue_open_task(&queue, batch, 0, &launch);
}

static void leave(void)
{
	cml_slurm_queue_release(&queue);
	cml_buffer_release(&request.argv);
}

TestSuite(command_table, .init = enter, .fini = leave, .timeout = 300);

/* What is asked at now, and the reply to it. */
static enum cml_result ask(double now, enum cml_slurm_question question, int exit_code,
			   const char *out)
{
	struct cml_slurm_reply reply = {.exit_code = exit_code,
					.out = cml_slice_of(out),
					.err = cml_slice_of("no such queue\n")};
	assert_ok(cml_slurm_queue_next(&queue, now, &request, &err));
	cr_assert_eq(request.question, question, "%d at %g", request.question, now);
	return cml_slurm_queue_update(&queue, &request, &reply, now, &err);
}

static struct cml_slurm_task *task(void)
{
	return &batch->tasks[0];
}

Test(command_table, a_submit_without_an_answer_is_looked_for_by_name)
{
	cr_expect_eq(ask(0, CML_SLURM_ASK_SBATCH, 1, ""), CML_OK);
	cr_expect_eq(ask(1, CML_SLURM_ASK_NAME, 1, ""), CML_OK); /* the list is away, too */
	cr_expect_eq(ask(3, CML_SLURM_ASK_NAME, 0, "other R\ncml-r-12 R\n\ncml-r-1  Q more\n"),
		     CML_OK);
	cr_expect_eq(batch->phase, CML_SLURM_SUBMITTED);
	cr_expect_str_eq(launch.job, "cml-r-1");
}

Test(command_table, what_is_not_there_is_submitted_again_and_refused_in_the_end)
{
	double now = 0;
	for (int i = 1; i < 3; i++) {
		cr_expect_eq(ask(now, CML_SLURM_ASK_SBATCH, 1, ""), CML_OK);
		now += i;
		cr_expect_eq(ask(now, CML_SLURM_ASK_NAME, 0, "other R\n"), CML_OK);
	}
	cr_expect_eq(ask(now, CML_SLURM_ASK_SBATCH, 1, ""), CML_OK);
	cr_expect_eq(ask(now + 4, CML_SLURM_ASK_NAME, 0, ""), CML_IO_ERROR);
	cr_expect_str_eq(err.message, "Mine refuses the jobs: no such queue");
}

Test(command_table, of_two_jobs_of_a_name_the_one_that_runs_counts)
{
	cr_expect_eq(ask(0, CML_SLURM_ASK_SBATCH, 0, ""), CML_OK);
	cr_expect_eq(ask(0, CML_SLURM_ASK_SQUEUE, 0, "cml-r-1 R\ncml-r-1 F\n"), CML_OK);
	cr_expect_not(cml_slurm_task_is_over(task()));
	cr_expect(launch.started);
	/* A word that the table lacks goes on, a list that failed decides nothing. */
	cr_expect_eq(ask(10, CML_SLURM_ASK_SQUEUE, 0, "cml-r-1 X\n"), CML_OK);
	cr_expect_eq(ask(20, CML_SLURM_ASK_SQUEUE, 1, ""), CML_OK);
	cr_expect_eq(ask(30, CML_SLURM_ASK_SQUEUE, 0, ""), CML_OK);
	cr_expect_not(cml_slurm_task_is_over(task()));
	cr_expect_eq(ask(40, CML_SLURM_ASK_SQUEUE, 0, "cml-r-1 F\n"), CML_OK);
	cr_expect(cml_slurm_task_is_over(task()));
	cr_expect_str_eq(task()->state, "COMPLETED");
}

Test(command_table, a_cancel_is_repeated_until_the_job_has_ended)
{
	cr_expect_eq(ask(0, CML_SLURM_ASK_SBATCH, 0, ""), CML_OK);
	cml_slurm_queue_end(&queue, task());
	cr_expect_eq(ask(0, CML_SLURM_ASK_SCANCEL, 1, ""), CML_OK);
	struct cml_slice words = cml_buffer_slice(&request.argv);
	cr_expect(cml_slice_contains(words, "\nend"));
	cr_expect(cml_slice_contains(words, "cml-r-1"));
	cr_expect_eq(ask(1, CML_SLURM_ASK_SQUEUE, 0, "cml-r-1 R\n"), CML_OK);
	cr_expect_eq(ask(1, CML_SLURM_ASK_SCANCEL, 0, ""), CML_OK);
	cr_expect_eq(ask(2, CML_SLURM_ASK_SQUEUE, 0, ""), CML_OK);
	cr_expect_eq(ask(12, CML_SLURM_ASK_SQUEUE, 0, ""), CML_OK);
	cr_expect(cml_slurm_task_is_over(task()));
}
