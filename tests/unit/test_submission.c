/* The submission over a launcher whose jobs end as the test says, without any process. */
#include "launch/submission.h"

#include "history_fixture.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

TestSuite(submission, .init = history_enter, .fini = history_leave, .timeout = 300);

static struct cml_error err;
static struct cml_na na;

/* What the scripted launcher does and sees. */
static struct {
	const char *states; /* one letter for each end: i the user interrupts, o ok, n node failure,
			       c cancelled, w nothing until one was asked to end, e 1 */
	size_t capacity;
	size_t n_started;
	size_t n_running;
	size_t most_running;
	struct cml_launch *running[16];
	size_t n_ended;  /* that were asked to end */
	double asked_at; /* CLOCK_REALTIME seconds when the last of them was */
	double seconds;  /* of each job, in its record */
	double start_at; /* when each began, as a scheduler says; 0: it says nothing */
	volatile int interrupts;
	volatile enum cml_interrupt what;
} script;

static double realtime(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum cml_status script_open(void **state, const struct cml_launcher_options *options,
				   struct cml_error *error)
{
	(void)error;
	(void)options;
	*state = &script;
	return CML_OK;
}

static size_t script_capacity(const void *state)
{
	(void)state;
	return script.capacity - script.n_running;
}

static enum cml_status script_prepare(void *state, struct cml_launch *launch, const char **keeper,
				      struct cml_buffer *environment, struct cml_error *error)
{
	(void)state;
	(void)launch;
	(void)environment;
	(void)error;
	*keeper = NULL;
	return CML_OK;
}

static enum cml_status script_start(void *state, struct cml_launch *launch, struct cml_error *error)
{
	(void)state;
	(void)error;
	launch->started = true;
	launch->start_at = script.start_at;
	script.running[script.n_running++] = launch;
	script.n_started++;
	if (script.n_running > script.most_running)
		script.most_running = script.n_running;
	return CML_OK;
}

static enum cml_status script_adopt(void *state, struct cml_launch *launch, bool *running,
				    struct cml_error *error)
{
	(void)state;
	(void)error;
	launch->started = true;
	script.running[script.n_running++] = launch;
	*running = true;
	return CML_OK;
}

static enum cml_status script_wait(void *state, double timeout_s, int wake,
				   struct cml_launch_event *event, bool *got,
				   struct cml_error *error)
{
	(void)state;
	(void)wake;
	(void)error;
	*got = script.n_running > 0 && *script.states;
	if (*script.states == 'i') {
		script.interrupts++;
		script.states++;
		*got = false;
		return CML_OK;
	}
	if (*script.states == 'w') {
		script.states += script.n_ended > 0;
		*got = false;
	}
	if (!*got) {
		usleep((useconds_t)(1e6 * fmin(timeout_s, 0.01)));
		return CML_OK;
	}
	*event = (struct cml_launch_event){.launch = script.running[0], .value = NAN, .seconds = 1};
	memmove(script.running, script.running + 1, --script.n_running * sizeof script.running[0]);
	switch (*script.states++) {
	case 'o':
		event->has_record = true;
		event->record.seconds = script.seconds;
		break;
	case 'n':
		strcpy(event->state, "NODE_FAIL");
		break;
	case 'c':
		strcpy(event->state, "CANCELLED by 1000");
		break;
	default:
		event->has_record = true;
		event->record.exit_code = 1;
	}
	return CML_OK;
}

static enum cml_status script_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				  bool hurry, struct cml_error *error)
{
	(void)state;
	(void)launch;
	(void)why;
	(void)hurry;
	(void)error;
	script.asked_at = realtime();
	script.n_ended++;
	return CML_OK;
}

static void script_free(void *state)
{
	(void)state;
	script.n_running = 0;
}

static const struct cml_launcher_kind scripted = {
    .name = "scripted",
    .doc = "jobs that end as a test says",
    .has_directories = true,
    .open = script_open,
    .capacity = script_capacity,
    .prepare = script_prepare,
    .start = script_start,
    .adopt = script_adopt,
    .wait = script_wait,
    .end = script_end,
    .free = script_free,
};

static char notes[4096];

static void note(void *context, const char *text)
{
	(void)context;
	strncat(notes, text, sizeof notes - strlen(notes) - 2);
	strcat(notes, "\n");
}

static const char *const command[] = {"train", "{x}"};

static struct cml_submission_options options_of(const char *states)
{
	script.states = states;
	script.capacity = 2;
	script.n_started = script.n_running = script.most_running = script.n_ended = 0;
	script.interrupts = 0;
	script.seconds = script.start_at = 0;
	notes[0] = '\0';
	if (!na.words)
		cr_assert_eq(cml_na_init(&na, CML_NA_DEFAULT, &err), CML_OK);
	return (struct cml_submission_options){.launcher = &scripted,
					       .command = command,
					       .n_command = 2,
					       .history = "h.csv",
					       .jobs_dir = "h.csv.jobs",
					       .retries = 2,
					       .na = &na,
					       .wake = -1,
					       .note = note};
}

/* Runs a table; figures are what it came to. */
static enum cml_status run(const struct cml_submission_options *options, const char *table,
			   struct cml_submission_figures *figures)
{
	struct cml_table_reader *reader;
	struct cml_submission *submission = NULL;
	struct cml_row row;

	cr_assert_eq(cml_table_open_bytes(&reader, cml_slice_of(table), "table", ',', &err),
		     CML_OK);
	enum cml_status status =
	    cml_submission_open(&submission, options, cml_table_header(reader), false, &err);
	while (status == CML_OK && (status = cml_table_next(reader, &row, &err)) == CML_OK)
		status = cml_submission_add(submission, &row, &err);
	if (status == CML_END)
		status = cml_submission_run(submission, &err);
	if (submission)
		*figures = *cml_submission_figures(submission);
	cml_submission_free(submission);
	cml_table_free(reader);
	return status;
}

/* Rows of the history. */
static size_t n_rows(void)
{
	const char *text = history_content("h.csv", NULL);
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n - 1;
}

Test(submission, as_many_at_a_time_as_there_is_room_for)
{
	struct cml_submission_options options = options_of("ooeoo");
	struct cml_submission_figures figures;

	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK, "%s", err.message);
	cr_assert_eq(script.n_started, 5);
	cr_assert_eq(script.most_running, 2);
	cr_assert_eq(figures.n_ended[CML_JOB_OK], 4);
	cr_assert_eq(figures.n_ended[CML_JOB_FAILED], 1);
	cr_assert_eq(figures.n_running + figures.n_waiting, 0);
	cr_assert_eq(n_rows(), 5);
	/* Once more: nothing to do, what failed is not tried again, */
	options = options_of("");
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 0);
	cr_assert_eq(figures.n_skipped, 5);
	/* unless asked for. */
	options = options_of("o");
	options.retry_failed = true;
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n5\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 1);
	cr_assert_eq(n_rows(), 6);
	cr_assert_not_null(strstr(history_content("h.csv", NULL), ",ok,,0,2,0,"));
}

/* A job that waited in a queue is as old as its scheduler says, not as its claim. */
Test(submission, too_slow_since_it_began)
{
	struct cml_submission_figures figures;

	for (int begun = 0; begun < 2; begun++) {
		struct cml_submission_options options = options_of("oo");

		options.history = begun ? "begun.csv" : "h.csv";
		options.jobs_dir = begun ? "begun.jobs" : "h.jobs";
		options.kill_slower_than = 2;
		script.seconds = 100;
		script.start_at = begun ? (double)time(NULL) - 3600 : 0;
		cr_assert_eq(run(&options, "x\n1\n2\n", &figures), CML_OK, "%s", err.message);
		cr_expect_eq(script.n_ended, (size_t)begun, "%zu", script.n_ended);
	}
}

static double foretold[16];
static size_t n_foretold;

static void foretell(void *context, const struct cml_submission_figures *figures)
{
	(void)context;
	if (n_foretold < 16 && figures->n_running > 0)
		foretold[n_foretold++] = figures->left_s;
}

/* Jobs of 100 s, whose clock does not move, on two places. */
Test(submission, foretells_how_long_it_takes)
{
	struct cml_submission_options options = options_of("oooo");
	struct cml_submission_figures figures;

	options.progress = foretell;
	script.seconds = 100;
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK, "%s", err.message);
	cr_assert_eq(n_foretold, 4, "%zu", n_foretold);
	cr_expect(isnan(foretold[0]));
	cr_expect_float_eq(foretold[1], 150, 20, "two run, one waits: %g", foretold[1]);
	cr_expect_float_eq(foretold[2], 100, 20, "two run: %g", foretold[2]);
	cr_expect_float_eq(foretold[3], 100, 20, "one runs: %g", foretold[3]);
}

Test(submission, infra_is_tried_again_as_often_as_allowed)
{
	struct cml_submission_options options = options_of("nno");
	struct cml_submission_figures figures;

	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_retried, 2);
	cr_assert_eq(figures.n_ended[CML_JOB_OK], 1);
	cr_assert_eq(n_rows(), 1);
	options = options_of("nnno");
	cr_assert_eq(run(&options, "x\n2\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(figures.n_ended[CML_JOB_INFRA], 1);
	cr_assert_eq(n_rows(), 2);
}

/* By somebody else: that is the job's end. */
Test(submission, cancelled_by_a_person)
{
	struct cml_submission_options options = options_of("co");
	struct cml_submission_figures figures;

	cr_assert_eq(run(&options, "x\n1\n2\n", &figures), CML_OK);
	cr_assert_eq(figures.n_ended[CML_JOB_CANCELLED], 1);
	cr_assert_eq(n_rows(), 2);
}

/* By our own interrupt: it has no row, and the next run starts its next attempt. */
Test(submission, cancelled_by_an_interrupt)
{
	struct cml_submission_options options = options_of("oicc");
	struct cml_submission_figures figures;

	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_CANCEL;
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(script.n_ended, 2);
	cr_assert_eq(figures.n_stopped, 2);
	cr_assert_eq(figures.n_waiting, 1);
	cr_assert_eq(n_rows(), 1);
	/* The scheduler still tells of their ends; they are none of the configurations'. */
	options = options_of("ccooo");
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(figures.n_adopted, 2);
	cr_assert_eq(script.n_started, 3);
	cr_assert_eq(n_rows(), 4);
	cr_assert_null(strstr(history_content("h.csv", NULL), "cancelled"));
}

Test(submission, drained_and_detached)
{
	struct cml_submission_options options = options_of("ioo");
	struct cml_submission_figures figures;

	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_DRAIN;
	cr_assert_eq(run(&options, "x\n1\n2\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(script.n_started, 2);
	cr_assert_eq(script.n_ended, 0);
	cr_assert_eq(n_rows(), 2);
	options = options_of("iooo");
	options.interrupts = &script.interrupts;
	options.interrupt = &script.what;
	script.what = CML_INTERRUPT_DETACH;
	cr_assert_eq(run(&options, "x\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(figures.n_left, 2);
	cr_assert_eq(n_rows(), 2);
	options = options_of("oo");
	cr_assert_eq(run(&options, "x\n3\n4\n", &figures), CML_OK);
	cr_assert_eq(figures.n_adopted, 2);
	cr_assert_eq(script.n_started, 0);
	cr_assert_eq(n_rows(), 4);
}

/* An attempt that a scheduler runs is adopted by the next run, whatever its input is. */
Test(submission, adopts_what_runs)
{
	struct cml_submission_options options = options_of("oo");
	struct cml_submission_figures figures;
	struct cml_job_folder folder = {0};
	struct cml_job_file file = {"command", cml_slice_of("#!/bin/sh\ncd / || exit\nexec true\n"
							    "#: configuration\nx\n77\n")};
	struct cml_claim claim = {.attempt = {0x4d, 1}, .files = &file, .n_files = 1};
	bool claimed;

	cr_assert_eq(cml_job_folder_open(&folder, "h.csv.jobs", &err), CML_OK);
	cr_assert_eq(cml_job_folder_claim(&folder, &claim, &claimed, &err), CML_OK);
	cml_job_folder_release(&folder);
	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_OK, "%s", err.message);
	cr_assert_eq(figures.n_adopted, 1);
	cr_assert_eq(script.n_started, 1);
	cr_assert_eq(n_rows(), 2);
	cr_assert_not_null(strstr(history_content("h.csv", NULL), "\n77,000000000000004d,ok,"));
	/* One whose columns the input does not have stays where it is. */
	claim.attempt.key = 0x4e;
	file.content =
	    cml_slice_of("#!/bin/sh\ncd / || exit\nexec true\n#: configuration\nx,y\n77,1\n");
	cr_assert_eq(cml_job_folder_open(&folder, "h.csv.jobs", &err), CML_OK);
	cr_assert_eq(cml_job_folder_claim(&folder, &claim, &claimed, &err), CML_OK);
	cml_job_folder_release(&folder);
	options = options_of("oo");
	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_OK);
	cr_assert_eq(figures.n_left, 1);
	cr_assert_eq(n_rows(), 2);
	cr_assert_not_null(strstr(notes, "000000000000004e.1"));
}

/* An attempt of the configuration x = 77 that was left by an earlier run. */
static void leave_attempt(uint64_t key, uint32_t number)
{
	struct cml_job_folder folder = {0};
	struct cml_job_file file = {"command", cml_slice_of("#!/bin/sh\ncd / || exit\nexec true\n"
							    "#: configuration\nx\n77\n")};
	struct cml_claim claim = {.attempt = {key, number}, .files = &file, .n_files = 1};
	bool claimed = false;

	cr_assert_eq(cml_job_folder_open(&folder, "h.csv.jobs", &err), CML_OK);
	cr_assert_eq(cml_job_folder_claim(&folder, &claim, &claimed, &err), CML_OK);
	cr_assert(claimed);
	cml_job_folder_release(&folder);
}

static const char asked_for[] = "x,cml_key\n77,000000000000004d\n";

/* Of several attempts the newest tells; the one before it is neither looked at nor waited for. */
Test(submission, newest_attempt_tells)
{
	struct cml_submission_options options = options_of("o");
	struct cml_submission_figures figures;

	leave_attempt(0x4d, 1);
	leave_attempt(0x4d, 2);
	leave_attempt(0x4d, 4);
	options.backoff_s = 1e6;
	options.retries = 0;
	cr_assert_eq(run(&options, asked_for, &figures), CML_OK, "%s", err.message);
	cr_expect_eq(figures.n_adopted, 1);
	cr_expect_eq(figures.n_retried, 0);
	cr_expect_eq(script.n_started, 0);
	cr_expect_eq(n_rows(), 1);
	cr_expect_not_null(strstr(history_content("h.csv", NULL), ",4,"));
	cr_expect_null(strstr(notes, "again in"), "%s", notes);
	/* Those before the row are none of the next run's. */
	options = options_of("");
	cr_assert_eq(run(&options, asked_for, &figures), CML_OK, "%s", err.message);
	cr_expect_eq(figures.n_skipped, 1);
	cr_expect_eq(n_rows(), 1);
}

/* The faults of the machine before the newest attempt count, its interrupts do not. */
Test(submission, retries_of_earlier_runs)
{
	struct cml_submission_figures figures;

	for (int cancelled = 0; cancelled < 2; cancelled++) {
		struct cml_submission_options options = options_of("no");
		uint32_t first = cancelled ? 3 : 1;
		FILE *mark;

		leave_attempt(0x4d, first);
		leave_attempt(0x4d, first + 1);
		if (cancelled) {
			cr_assert_not_null(
			    mark = fopen("h.csv.jobs/000000000000004d.3/cancelled", "w"));
			fclose(mark);
		}
		options.retries = 1;
		options.retry_failed = true;
		cr_assert_eq(run(&options, asked_for, &figures), CML_OK, "%s", err.message);
		cr_expect_eq(figures.n_retried, (size_t)cancelled);
		cr_expect_eq(figures.n_ended[CML_JOB_INFRA], (size_t)!cancelled);
		cr_expect_eq(script.n_started, (size_t)cancelled);
		cr_expect_eq(n_rows(), (size_t)cancelled + 1);
	}
}

/* What an earlier run started is not older than its claim. */
Test(submission, adopted_not_too_slow_too_early)
{
	struct cml_submission_options options = options_of("owo");
	struct cml_submission_figures figures;
	struct timespec times[2];
	double begun, limit = 1;

	leave_attempt(0x4d, 1);
	leave_attempt(0x4e, 1);
	/* As far behind the full second as can be. */
	clock_gettime(CLOCK_REALTIME, &times[1]);
	times[1] = (struct timespec){times[1].tv_sec - 1, 999999999};
	times[0] = times[1];
	begun = (double)times[1].tv_sec + 1e-9 * (double)times[1].tv_nsec;
	cr_assert_eq(utimensat(AT_FDCWD, "h.csv.jobs/000000000000004e.1/command", times, 0), 0);
	options.kill_slower_than = 1;
	script.seconds = limit;
	cr_assert_eq(run(&options, "x\n", &figures), CML_OK, "%s", err.message);
	cr_assert_eq(figures.n_adopted, 2);
	cr_assert_eq(script.n_ended, 1);
	cr_expect_geq(script.asked_at - begun, limit - 1e-3);
}

Test(submission, refuses_what_cannot_be)
{
	struct cml_submission_options options = options_of("");
	struct cml_submission_figures figures;
	static const char *const unknown[] = {"train", "{y}"};

	options.command = unknown;
	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	options = options_of("");
	options.metric_spec = "qps=p101";
	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	options = options_of("");
	static const char *const bad[] = {"("};
	options.oom_patterns = bad;
	options.n_oom_patterns = 1;
	cr_assert_eq(run(&options, "x\n1\n", &figures), CML_BAD_USAGE);
	cr_assert_eq(access("h.csv", F_OK), -1);
}
