#include "submission_fixture.h"

#include "history_fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct cml_error script_err;
static struct cml_na na;

struct script script;

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

char script_notes[4096];

static void note(void *context, const char *text)
{
	(void)context;
	strncat(script_notes, text, sizeof script_notes - strlen(script_notes) - 2);
	strcat(script_notes, "\n");
}

static const char *const command[] = {"train", "{x}"};

struct cml_submission_options script_options(const char *states)
{
	script.states = states;
	script.capacity = 2;
	script.n_started = script.n_running = script.most_running = script.n_ended = 0;
	script.interrupts = 0;
	script.seconds = script.start_at = 0;
	script_notes[0] = '\0';
	if (!na.words)
		cr_assert_eq(cml_na_init(&na, CML_NA_DEFAULT, &script_err), CML_OK);
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

enum cml_status script_run(const struct cml_submission_options *options, const char *table,
			   struct cml_submission_figures *figures)
{
	struct cml_table_reader *reader;
	struct cml_submission *submission = NULL;
	struct cml_row row;

	cr_assert_eq(cml_table_open_bytes(&reader, cml_slice_of(table), "table", ',', &script_err),
		     CML_OK);
	enum cml_status status =
	    cml_submission_open(&submission, options, cml_table_header(reader), false, &script_err);
	while (status == CML_OK && (status = cml_table_next(reader, &row, &script_err)) == CML_OK)
		status = cml_submission_add(submission, &row, &script_err);
	if (status == CML_END)
		status = cml_submission_run(submission, &script_err);
	if (submission)
		*figures = *cml_submission_figures(submission);
	cml_submission_free(submission);
	cml_table_free(reader);
	return status;
}

size_t script_n_rows(void)
{
	const char *text = history_content("h.csv", NULL);
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n - 1;
}
