/* Notes about single jobs: the first that was not ok, a --metric or a --limit that
 * reads nothing. Each once. Part of submission_state.h. */
#include "launch/submission_state.h"

/* Jobs without a reading after which no more are started, */
#define MAX_UNREAD 3
/* and how soon they end if it is the command that is wrong, not a configuration. */
#define QUICK_S 10.0

static bool is_first(bool *noted)
{
	bool first = !*noted;

	*noted = true;
	return first;
}

void cml_submission_note_end(struct cml_submission *submission, const struct cml_job_result *result,
			     bool has_strays)
{
	const struct cml_notes *notes = &submission->launching.notes;
	const struct cml_missing_limit *missing = &result->no_limit;
	bool is_ok = result->status == CML_JOB_OK;
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_attempt_name(result->attempt, name);
	if (has_strays && is_first(&submission->noted.strays))
		cml_note(notes,
			 "%s left processes running, and they were ended: what is to outlive a job "
			 "is started before cml-submit",
			 name);
	if (!is_ok && is_first(&submission->noted.failure))
		cml_note(notes, "%s: %s%s%s", name, cml_job_status_name(result->status),
			 result->reason.text[0] ? ": " : "", result->reason.text);
	if (is_ok && missing->reason.text[0] && is_first(&submission->noted.missing))
		cml_note(notes, "%s is ok without %s: %s%s", name,
			 missing->limit < submission->options->space->n_limits
			     ? "a limit"
			     : "the second metric",
			 missing->reason.text,
			 missing->is_doubtful ? "" : " (--limit says where it is)");
}

/* By the order of the input: of those that end first, most would be failures. */
static void watch_first(struct cml_submission *submission, size_t entry,
			const struct cml_job_result *result)
{
	bool is_quick = result->status == CML_JOB_FAILED && result->has_exit &&
			result->exit_code > 0 && result->exit_code < CML_EXIT_SIGNAL &&
			result->seconds < QUICK_S;

	if (entry >= MAX_UNREAD || !is_quick)
		return;
	if (submission->n_alike == 0)
		submission->quick_exit = result->exit_code;
	submission->n_alike += result->exit_code == submission->quick_exit;
	if (submission->has_reading || submission->n_alike != MAX_UNREAD)
		return;
	submission->is_stopping = true;
	cml_note(
	    &submission->launching.notes,
	    "the first %d jobs all ended with exit code %d within %g s: no more are started (see "
	    "the output of one: is the command right?)",
	    MAX_UNREAD, submission->quick_exit, QUICK_S);
}

void cml_submission_watch_readings(struct cml_submission *submission, size_t entry,
				   const struct cml_job_result *result)
{
	submission->has_reading |= result->has_exit && result->exit_code == 0 && !result->is_unread;
	watch_first(submission, entry, result);
	if (submission->has_reading || !result->is_unread || ++submission->n_unread != MAX_UNREAD)
		return;
	submission->is_stopping = true;
	cml_note(&submission->launching.notes,
		 "--metric %s: the first %d jobs that exited with 0 have no reading of it: no more "
		 "are started (NAME=HOW:REGEX reads any line)",
		 submission->options->rules.metric_spec, MAX_UNREAD);
}

void cml_submission_note_elsewhere(struct cml_submission *submission, const char *dir,
				   const char *host)
{
	char here[CML_RECORD_HOST_SIZE];

	if (!is_first(&submission->noted.elsewhere))
		return;
	cml_host_name(here);
	if (*host)
		cml_note(&submission->launching.notes,
			 "%s: started on host %s, and this is %s; if that host is gone or renamed: "
			 "cml-submit(1), One owner",
			 dir, host, here);
	else
		cml_note(&submission->launching.notes,
			 "%s: a scheduler's: go on with the --backend that started it", dir);
}

size_t cml_stats_n_bad(const struct cml_submission_stats *stats)
{
	size_t n = 0;

	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		n += stats->n_ended[i];
	return n;
}

static void append_count(struct cml_buffer *text, size_t n, const char *words)
{
	if (n > 0)
		cml_buffer_printf(text, ", %zu %s", n, words);
}

bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width)
{
	if (stats->n_running + stats->n_waiting == 0)
		return true;
	cml_buffer_printf(text, "%s: %zu running", name, stats->n_running - stats->n_queued);
	append_count(text, stats->n_queued, "queued");
	cml_buffer_printf(text, ", %zu waiting, %zu ok", stats->n_waiting,
			  stats->n_ended[CML_JOB_OK]);
	append_count(text, cml_stats_n_bad(stats), "not ok");
	if (text->size > width)
		text->size = width;
	return !text->has_failed;
}

bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats)
{
	const struct {
		size_t n;
		const char *words;
	} rest[] = {
	    {stats->n_skipped, "finished before"},
	    {stats->n_failed_before, "of them not ok (--retry-failed runs them again)"},
	    {stats->n_repeated, "repeated"},
	    {stats->n_found, "found finished"},
	    {stats->n_adopted, "adopted"},
	    {stats->n_retried, "tried again"},
	    {stats->n_stopped, "stopped"},
	    {stats->n_detached, "left running"},
	    {stats->n_waiting, "not started"},
	};

	cml_buffer_printf(text, "%zu ok", stats->n_ended[CML_JOB_OK]);
	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		append_count(text, stats->n_ended[i], cml_job_status_name((enum cml_job_status)i));
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		append_count(text, rest[i].n, rest[i].words);
	return !text->has_failed;
}
