#include "launch/submission_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "base/file.h"
#include "table/output.h"

#define FILE_NAME "options"
#define LIMIT "--limit="
/* Of a line, in a message. */
#define SHOWN_SIZE 200
#define OPTIONS_PATH_SIZE (PATH_MAX + sizeof FILE_NAME)

static void options_path(const struct cml_submission *submission, char path[OPTIONS_PATH_SIZE])
{
	snprintf(path, OPTIONS_PATH_SIZE, "%s/" FILE_NAME, submission->options->jobs_dir);
}

/* One line: bytes that would end it, or that begin an escape, are escaped. */
static void append_line(struct cml_buffer *text, const char *name, const char *value)
{
	cml_buffer_append_string(text, name);
	for (; *value != '\0'; value++)
		if (*value == '\n' || *value == '\\')
			cml_buffer_append_string(text, *value == '\n' ? "\\n" : "\\\\");
		else
			cml_buffer_append(text, value, 1);
	cml_buffer_append(text, "\n", 1);
}

static void append_lines(struct cml_buffer *text, const char *name, const char *const *values,
			 size_t n)
{
	for (size_t i = 0; i < n; i++)
		append_line(text, name, values[i]);
}

/* The column of the metric, options as strings, the time limit, and the words of the command. */
static void print_options(const struct cml_submission *submission, struct cml_buffer *text)
{
	const struct cml_submission_options *options = submission->options;
	const struct cml_result_rules_options *rules = &options->rules;
	const struct cml_limit_rules *limits = &submission->rules.limits;
	const struct cml_job_columns *columns = &submission->columns;
	bool has_metric = columns->metric != CML_NO_COLUMN;

	append_line(text, "column=", has_metric ? columns->header.names[columns->metric].data : "");
	append_lines(text, "--metric=", &rules->metric_spec, rules->metric_spec ? 1 : 0);
	if (rules->warmup > 0)
		cml_buffer_printf(text, "--warmup=%zu\n", rules->warmup);
	for (size_t i = 0; i < limits->n; i++)
		append_line(text, LIMIT, limits->rules[i].reading);
	append_lines(text, "--oom-pattern=", rules->oom_patterns, rules->n_oom_patterns);
	append_lines(text, "--infra-pattern=", rules->infra_patterns, rules->n_infra_patterns);
	if (submission->launching.timeout_s > 0)
		cml_buffer_printf(text, "--timeout=%.17g\n", submission->launching.timeout_s);
	append_lines(text, "command: ", options->command, 1);
	append_lines(text, "word: ", options->command + 1, options->n_command - 1);
}

/* Attempts whose rows are still to be written; *first: one of them. */
static enum cml_result count_pending(const struct cml_submission *submission, size_t *n,
				     struct cml_attempt_id *first, struct cml_error *err)
{
	*n = 0;
	for (size_t i = 0; i < submission->n_scan;) {
		bool is_pending;

		i = cml_attempt_end_of_key(submission, i);
		struct cml_attempt_id attempt = submission->scan[i - 1];
		if (cml_attempt_has_row(submission, attempt))
			continue;
		if (cml_attempt_is_result(submission, attempt, &is_pending, err) != CML_OK)
			return err->status;
		if (is_pending && (*n)++ == 0)
			*first = attempt;
	}
	return CML_OK;
}

static bool has_line(struct cml_slice text, struct cml_slice wanted)
{
	struct cml_slice line;

	while (cml_slice_line(&text, &line))
		if (cml_slice_equal(line, wanted))
			return true;
	return false;
}

/* The next line of a text, from *rest on, that another one has not. */
static bool next_own_line(struct cml_slice *rest, struct cml_slice other, struct cml_slice *line)
{
	while (cml_slice_line(rest, line))
		if (!has_line(other, *line))
			return true;
	return false;
}

/* The first such line, cut to the size of shown. */
static void show_own_line(struct cml_slice text, struct cml_slice other, char shown[SHOWN_SIZE])
{
	struct cml_slice line;

	if (!next_own_line(&text, other, &line))
		line = cml_slice_of("nothing");
	snprintf(shown, SHOWN_SIZE, "%.*s", (int)line.size, line.data);
}

static enum cml_result refuse(const struct cml_submission *submission, size_t n,
			      struct cml_attempt_id first, struct cml_error *err)
{
	struct cml_slice then = cml_buffer_slice(&submission->options_then);
	struct cml_slice now = cml_buffer_slice(&submission->options_now);
	char name[CML_ATTEMPT_NAME_SIZE], then_line[SHOWN_SIZE], now_line[SHOWN_SIZE];

	cml_attempt_name(first, name);
	show_own_line(then, now, then_line);
	show_own_line(now, then, now_line);
	cml_fail(err, CML_BAD_USAGE,
		 "jobs of earlier runs without a row (%zu, as %s) were started with other options "
		 "(then %s; now %s): run once with those in its file options, which writes their "
		 "rows",
		 n, name, then_line, now_line);
	return cml_error_locate(err, submission->options->jobs_dir, 0, NULL);
}

/* Whether a line about the metric is in a text alone. */
static bool has_own_metric(struct cml_slice text, struct cml_slice other)
{
	struct cml_slice line;
	bool found = false;

	while (!found && next_own_line(&text, other, &line))
		found = cml_slice_skip(&line, "column=") || cml_slice_skip(&line, "--metric=") ||
			cml_slice_skip(&line, "--warmup=");
	return found;
}

/* Limits that the options before read in another way, or not at all: of each there is a line now.
 */
static void compare_limits(struct cml_limit_rules *limits, struct cml_slice then,
			   struct cml_slice now)
{
	struct cml_slice line;

	for (size_t i = 0; i < limits->n && cml_slice_line(&now, &line);) {
		struct cml_slice limit = line;

		if (cml_slice_skip(&limit, LIMIT))
			limits->rules[i++].is_other = !has_line(then, line);
	}
}

enum cml_result cml_run_options_compare(struct cml_submission *submission, struct cml_error *err)
{
	char path[OPTIONS_PATH_SIZE];
	struct cml_attempt_id first;
	size_t n_pending = 0;

	options_path(submission, path);
	print_options(submission, &submission->options_now);
	if (submission->options_now.has_failed)
		return cml_fail_memory(err);
	int error_number = cml_file_load(AT_FDCWD, path, &submission->options_then);
	if (error_number != 0 && error_number != ENOENT)
		return cml_fail_errno(err, error_number, path);
	struct cml_slice then = cml_buffer_slice(&submission->options_then);
	struct cml_slice now = cml_buffer_slice(&submission->options_now);
	if (then.size == 0)
		return CML_OK;
	submission->has_other_metric = has_own_metric(then, now) || has_own_metric(now, then);
	submission->has_reading = !submission->has_other_metric && submission->history &&
				  cml_job_history_facts(submission->history)->has_ok;
	if (cml_slice_equal(then, now))
		return CML_OK;
	compare_limits(&submission->rules.limits, then, now);
	if (count_pending(submission, &n_pending, &first, err) != CML_OK)
		return err->status;
	return n_pending > 0 ? refuse(submission, n_pending, first, err) : CML_OK;
}

enum cml_result cml_run_options_store(const struct cml_submission *submission,
				      struct cml_error *err)
{
	struct cml_slice now = cml_buffer_slice(&submission->options_now);
	char path[OPTIONS_PATH_SIZE];

	options_path(submission, path);
	return cml_slice_equal(cml_buffer_slice(&submission->options_then), now)
		   ? CML_OK
		   : cml_output_put(path, now, err);
}
