/* When a task is over, and which evidence decides what became of it. */
#include "launch/slurm/slurm_queue.h"

#include "test.h"

static struct cml_job_folder folder = {.path = "/data/h.jobs"};
static struct cml_launcher_options options = {.folder = &folder};
static struct cml_slurm_queue queue = {.options = &options};
static struct cml_launch launch = {.dir = "/nowhere"};

static void leave(void)
{
	cml_slurm_queue_release(&queue);
}

TestSuite(slurm_end, .fini = leave, .timeout = 300);

static enum cml_slurm_verdict check(struct cml_slurm_task *task,
				    const struct cml_slurm_evidence *evidence, double now)
{
	return cml_slurm_task_check(task, evidence, now, 1);
}

/* One task of a plain job, which Slurm has in a state; NULL: not ended. */
static struct cml_slurm_task *task_in(const char *state)
{
	struct cml_slurm_batch *batch = cml_slurm_queue_add(&queue, "b", 1, CML_SLURM_SUBMITTED);
	cr_assert_not_null(batch);
	struct cml_slurm_task *task = batch->tasks;

	cml_slurm_batch_set_job(batch, 812);
	cml_slurm_queue_open_task(&queue, batch, 0, &launch);

	task->ended = state != NULL;
	snprintf(task->state, sizeof task->state, "%s", state ? state : "");
	return task;
}

static const struct cml_job_record good = {.started = 5}, failed = {.started = 5, .exit_code = 3},
				   timeout = {
				       .exit_code = -1, .signal = 9, .stop = CML_STOP_TIMEOUT};

/* The event of a task that is over has this state. */
static void expect_state(const char *slurm_state, const struct cml_slurm_evidence *evidence,
			 const char *state)
{
	struct cml_slurm_task *task = task_in(slurm_state);
	struct cml_launch_event event;
	check(task, evidence, 100);
	cr_assert_eq(check(task, evidence, 102), CML_SLURM_OVER, "%s", state);
	cml_slurm_task_finish(task, evidence, &event);
	cr_assert_str_eq(event.state, state);
	cr_assert_eq(event.has_record, evidence->record != NULL);
	cr_assert_eq(event.launch, &launch);
}

#define LOG_MEMORY "slurmstepd: error: StepId=3.batch exceeded memory limit (2 > 1), being killed"
#define LOG_CANCELLED "slurmstepd: error: *** JOB 3 ON n1 CANCELLED AT 2026-11-21T15:27:42 ***"

Test(slurm_end, which_evidence_decides)
{
	struct cml_slurm_evidence of_good = {.record = &good, .runner = "812"},
				  of_failed = {.record = &failed, .runner = "812"},
				  of_timeout = {.record = &timeout, .runner = "812"},
				  of_memory = {.record = &failed,
					       .runner = "812",
					       .log = cml_slice_of(LOG_MEMORY)},
				  none = {.runner = "812"}, unbegun = {.runner = ""};
	expect_state(NULL, &of_good, "");
	expect_state(NULL, &of_timeout, "");
	expect_state("TIMEOUT", &of_good, "");
	expect_state("FAILED", &of_failed, "FAILED");
	expect_state("NODE_FAIL", &of_failed, "NODE_FAIL");
	expect_state("CANCELLED", &none, "CANCELLED");
	expect_state("FAILED", &none, "FAILED");
	expect_state("FAILED", &unbegun, "LAUNCH_FAILED");
	expect_state(NULL, &of_memory, "OUT_OF_MEMORY");
	expect_state("FAILED", &of_memory, "OUT_OF_MEMORY");
	expect_state("CANCELLED", &of_memory, "OUT_OF_MEMORY");
	expect_state("NODE_FAIL", &of_memory, "NODE_FAIL");
}

Test(slurm_end, node_that_refuses_a_job_is_no_person)
{
	static const struct {
		const char *state;
		double seconds;
		const char *nodes, *runner, *expected, *log;
	} ends[] = {
	    {"CANCELLED", 0, "on n1", "", "LAUNCH_FAILED", NULL},
	    {"CANCELLED", 1, "on n1", "", "LAUNCH_FAILED", NULL},
	    {"CANCELLED", 0, "on n1", "", "CANCELLED", LOG_CANCELLED}, /* its node took it */
	    {"CANCELLED", 1, "on n1", "", "CANCELLED", LOG_CANCELLED},
	    {"CANCELLED", 0, "", "", "CANCELLED", NULL},         /* it was pending */
	    {"CANCELLED", 0, "on n1", "812", "CANCELLED", NULL}, /* it had begun */
	    {"CANCELLED", 2, "on n1", "", "CANCELLED", NULL},    /* its node was still preparing */
	    {"CANCELLED", NAN, "on n1", "", "CANCELLED", NULL},
	};
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct cml_slurm_task *task = task_in(ends[i].state);
		struct cml_slurm_evidence evidence = {
		    .runner = ends[i].runner, .log = cml_slice_of(ends[i].log ? ends[i].log : "")};
		struct cml_launch_event event;
		task->start = 50;
		task->end = 50 + ends[i].seconds;
		snprintf(task->reason, sizeof task->reason, "%s", ends[i].nodes);
		cml_slurm_task_finish(task, &evidence, &event);
		cr_assert_str_eq(event.state, ends[i].expected, "end %zu", i);
	}
}

Test(slurm_end, task_that_slurm_lists_no_more)
{
	static const struct cml_job_record ended = {.started = 5, .exit_code = 143, .notified = 15};
	static const struct {
		bool is_known; /* others of its array are listed */
		const struct cml_job_record *record;
		const char *runner, *log, *expected;
	} ends[] = {
	    {true, NULL, "", "", "CANCELLED"}, /* pending, by a person: it vanishes alone */
	    {false, NULL, "", "", ""},         /* a controller that lost all */
	    {true, NULL, "812", "", ""},       /* it had begun */
	    {false, &ended, "812", "", "NODE_FAIL"},
	    {false, NULL, "812", LOG_CANCELLED, "NODE_FAIL"},
	    {false, &ended, "812", LOG_MEMORY, "OUT_OF_MEMORY"},
	    {true, &ended, "812", LOG_CANCELLED, "CANCELLED"},
	    {false, &failed, "812", "", ""},
	};
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct cml_slurm_task *task = task_in(NULL);
		struct cml_slurm_evidence evidence = {.record = ends[i].record,
						      .runner = ends[i].runner,
						      .log = cml_slice_of(ends[i].log)};
		struct cml_launch_event event;
		task->n_missing = 2;
		task->batch->is_known = ends[i].is_known;
		cml_slurm_task_finish(task, &evidence, &event);
		cr_assert_str_eq(event.state, ends[i].expected, "end %zu", i);
	}
}

Test(slurm_end, bad_end_waits_for_the_state)
{
	struct cml_slurm_evidence evidence = {.record = &failed, .runner = "812"};
	struct cml_slurm_task *task = task_in(NULL);
	cr_assert_eq(check(task, &evidence, 100), CML_SLURM_AWAITS_STATE);
	/* Who cancelled it is not known from this. */
	evidence.log = cml_slice_of(LOG_CANCELLED);
	cr_assert_eq(check(task, &evidence, 1e6), CML_SLURM_AWAITS_STATE);
	task->ended = true;
	cr_assert_eq(check(task, &evidence, 1e6), CML_SLURM_OVER);
}

Test(slurm_end, record_may_be_late)
{
	struct cml_slurm_evidence evidence = {.runner = "812"};
	struct cml_slurm_task *task = task_in(NULL);
	struct cml_launch_event event;
	cr_assert_eq(check(task, &evidence, 90), CML_SLURM_GOES_ON);
	task->n_missing = 2;
	cr_assert_eq(check(task, &evidence, 100), CML_SLURM_AWAITS_STATE);
	cr_assert_eq(check(task, &evidence, 100.9), CML_SLURM_AWAITS_STATE);
	cr_assert_eq(check(task, &evidence, 101), CML_SLURM_OVER);
	cml_slurm_task_finish(task, &evidence, &event);
	cr_assert_str_eq(event.state, "");
	cr_assert_str_eq(event.reason, "Slurm no longer knows job 812, which left no record");
	cr_assert(isnan(event.seconds));
}

Test(slurm_end, job_was_ended_by_us)
{
	struct cml_job_record record = {.exit_code = 143, .stop = CML_STOP_CANCELLED};
	struct cml_slurm_evidence evidence = {.record = &record, .runner = "812"};
	struct cml_slurm_task *task = task_in("CANCELLED");
	struct cml_launch_event event;
	cml_slurm_queue_end(&queue, task);
	cr_assert_eq(check(task, &evidence, 100), CML_SLURM_OVER);
	cml_slurm_task_finish(task, &evidence, &event);
	cr_assert_eq(event.record.stop, CML_STOP_CANCELLED);
	cr_assert_str_eq(event.state, "CANCELLED");
	cml_slurm_queue_close_task(&queue, task);
	cr_assert_eq(queue.n_open, 0);
	cr_assert_null(launch.backend);
}
