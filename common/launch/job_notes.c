/* Notes about single jobs: the first that was not ok, a --metric or a --limit that
 * reads nothing, a bound in another unit. Each once. Part of submission_state.h. */
#include "launch/submission_state.h"

/* Jobs without a reading after which no more are started. */
#define MAX_UNREAD 3
/* A limit that far outside its bound is in another unit. */
#define OTHER_UNIT 1000.0

void cml_submission_note_failure(struct cml_submission *submission,
				 const struct cml_job_result *result)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	if (submission->noted.failure)
		return;
	submission->noted.failure = true;
	cml_attempt_name(result->attempt, name);
	cml_note(&submission->launching.notes, "%s: %s%s%s", name,
		 cml_job_status_name(result->status), result->reason.text[0] ? ": " : "",
		 result->reason.text);
}

void cml_submission_watch_readings(struct cml_submission *submission,
				   const struct cml_job_result *result)
{
	if (result->has_exit && result->exit_code == 0 && !result->is_unread)
		submission->has_reading = true;
	if (submission->has_reading || !result->is_unread || ++submission->n_unread != MAX_UNREAD)
		return;
	submission->is_stopping = true;
	cml_note(&submission->launching.notes,
		 "--metric %s: the first %d jobs that exited with 0 have no reading of it: no more "
		 "are started (NAME=HOW:REGEX reads any line)",
		 submission->options->rules.metric_spec, MAX_UNREAD);
}

void cml_submission_note_missing(struct cml_submission *submission,
				 const struct cml_job_result *result)
{
	const struct cml_missing_limit *missing = &result->no_limit;
	const struct cml_space *space = submission->options->space;
	char name[CML_ATTEMPT_NAME_SIZE];

	if (submission->noted.missing || !missing->reason.text[0])
		return;
	submission->noted.missing = true;
	cml_attempt_name(result->attempt, name);
	cml_note(&submission->launching.notes, "%s is ok without %s: %s%s", name,
		 missing->limit < space->n_limits ? "a limit" : "the second metric",
		 missing->reason.text, missing->is_doubtful ? "" : " (--limit says where it is)");
}

void cml_submission_note_elsewhere(struct cml_submission *submission, const char *dir,
				   const char *host)
{
	char here[CML_RECORD_HOST_SIZE];

	if (submission->noted.elsewhere)
		return;
	submission->noted.elsewhere = true;
	cml_host_name(here);
	if (*host)
		cml_note(
		    &submission->launching.notes,
		    "%s: started on host %s, and this is %s: if that is gone or was renamed and "
		    "nothing of the job runs any more, remove this folder (and those of others "
		    "like it), and it runs again",
		    dir, host, here);
	else
		cml_note(&submission->launching.notes,
			 "%s: a scheduler's: go on with the --backend that started it", dir);
}

void cml_submission_note_unit(struct cml_submission *submission,
			      const struct cml_space_column *limit, double value, double fraction)
{
	double lo = limit->domain.lo, hi = limit->domain.hi;
	char number[CML_NUMBER_SIZE];

	if (submission->noted.unit || (!(hi > 0 && fraction >= OTHER_UNIT * hi) &&
				       !(fraction > 0 && lo >= OTHER_UNIT * fraction)))
		return;
	submission->noted.unit = true;
	cml_print_double(value, number);
	cml_note(
	    &submission->launching.notes,
	    "limit %s: read as %s, outside its bound %s by a factor of a thousand or more: is "
	    "the bound in the same unit? (k, M and G behind a number are powers of a thousand)",
	    limit->name, number, limit->cells[CML_FIELD_DOMAIN]);
}
