#include "launch/submission_state.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "launch/metric/reading_names.h"

/* Jobs without a reading after which no more are started. */
#define MAX_UNREAD 3
/* Bytes at the end of an output in which other readings are looked for. */
#define NAMES_FROM ((size_t)64 << 10)
/* A limit that far outside its bound is in another unit. */
#define OTHER_UNIT 1000.0
#define MAX_BACKOFF_S 3600.0
/* Rows wait this long for others to share their sync, */
#define SHARE_SYNC_S 0.05
/* or so many times what the last sync took, whichever is more. */
#define SHARE_SYNC_TIMES 10

/* Names of readings that the output of a job has, those like `wanted` first. None where spec reads
 * something else. */
static void find_names(const struct cml_metric_spec *spec, const char *wanted,
		       const struct cml_running *running, char *names, size_t size)
{
	static const char *const files[] = {"stdout", "stderr"};
	struct cml_buffer text = {0};
	char path[PATH_MAX + 8];
	bool found = spec->form != CML_METRIC_NAMED || spec->file;

	names[0] = '\0';
	for (size_t i = 0; !found && i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", running->dir, files[i]);
		cml_buffer_clear(&text);
		cml_file_load_tail(path, NAMES_FROM, &text);
		struct cml_slice end = cml_buffer_slice(&text);
		/* Of a longer one, the first word may be the end of a name. */
		while (text.size == NAMES_FROM && end.size > 0 &&
		       !isspace((unsigned char)*end.data))
			end = cml_slice_from(end, 1);
		found = cml_reading_names(end, cml_slice_of(wanted), names, size);
	}
	cml_buffer_release(&text);
}

/* The first job that was not ok often says what is wrong with all. */
static void note_first_failure(struct cml_submission *submission, const struct cml_running *running,
			       const struct cml_job_result *result)
{
	const struct cml_metric_spec *metric = &submission->rules.metric;
	char name[CML_ATTEMPT_NAME_SIZE], names[160] = "";

	if (submission->has_failed)
		return;
	submission->has_failed = true;
	cml_attempt_name(result->attempt, name);
	if (result->is_unread)
		find_names(metric, metric->name, running, names, sizeof names);
	cml_note(&submission->launching.notes, "%s: %s%s%s%s%s", name,
		 cml_job_status_name(result->status), result->reason.text[0] ? ": " : "",
		 result->reason.text, names[0] ? ": the output has " : "", names);
}

void cml_submission_watch_readings(struct cml_submission *submission,
				   const struct cml_running *running,
				   const struct cml_job_result *result)
{
	const struct cml_metric_spec *metric = &submission->rules.metric;
	char names[160];

	submission->has_reading =
	    submission->has_reading ||
	    (result->has_exit && result->exit_code == 0 && !result->is_unread);
	if (submission->has_reading || !result->is_unread || submission->options->keep_going ||
	    ++submission->n_unread != MAX_UNREAD)
		return;
	submission->is_stopping = true;
	find_names(metric, metric->name, running, names, sizeof names);
	cml_note(&submission->launching.notes,
		 "--metric %s: the first %d jobs that exited with 0 have no reading of it%s%s: "
		 "no more are started (--keep-going starts them)",
		 submission->options->rules.metric_spec, MAX_UNREAD, names[0] ? ", but of " : "",
		 names);
}

/* Of a job's measurements, what a row lacks. */
static const char *name_missing(const struct cml_submission *submission, size_t limit)
{
	const struct cml_space *space = submission->options->space;

	return !space || limit < space->n_limits ? "a limit" : "the second metric";
}

/* Of a job that is not ok no reason tells that. */
static void note_doubtful_limit(struct cml_submission *submission,
				const struct cml_job_result *result)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	if (submission->has_noted_unit || !result->no_limit.is_doubtful)
		return;
	submission->has_noted_unit = true;
	cml_attempt_name(result->attempt, name);
	cml_note(&submission->launching.notes, "%s is without %s: %s", name,
		 name_missing(submission, result->no_limit.limit), result->no_limit.reason.text);
}

/* A wrong --limit leaves all its cells empty: it shows in the first ok job. */
static void note_missing_limit(struct cml_submission *submission, const struct cml_running *running,
			       const struct cml_job_result *result)
{
	const struct cml_missing_limit *missing = &result->no_limit;
	const char *what = name_missing(submission, missing->limit);
	char name[CML_ATTEMPT_NAME_SIZE], names[160];

	if (submission->has_noted_limit || !missing->reason.text[0])
		return;
	submission->has_noted_limit = true;
	cml_attempt_name(result->attempt, name);
	if (missing->is_doubtful) {
		cml_note(&submission->launching.notes, "%s is ok without %s: %s", name, what,
			 missing->reason.text);
		return;
	}
	const struct cml_limit_rule *rule = &submission->rules.limits.rules[missing->limit];
	const char *quote = strpbrk(rule->name, " #") ? "'" : "";
	find_names(&rule->spec, rule->name, running, names, sizeof names);
	cml_note(&submission->launching.notes,
		 "%s is ok without %s: %s%s%s (--limit %s%s=SPEC%s says where it is; %s)", name,
		 what, missing->reason.text, names[0] ? ", but of " : "", names, quote, rule->name,
		 quote,
		 submission->history ? "another run with it reads these jobs, too"
				     : "rows that are written stay empty");
}

/* The limits of a result as their bounds want them, into fractions: a bound may be an expression of
 * the configuration; not reported where that has no sensible value. A reading in another unit than
 * the bound breaks it in every job, or in none: that is noted once. */
static void take_bounds(struct cml_submission *submission, const struct cml_running *running,
			const struct cml_job_result *result)
{
	const struct cml_space *space = submission->options->space;
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	const struct cml_row row = {.cells = entry->cells, .n_cells = submission->list.n_cells};
	char number[CML_NUMBER_SIZE];
	struct cml_error ignored;
	uint64_t key;
	bool is_keyed = false;

	for (size_t i = 0; i < space->n_limits; i++) {
		const struct cml_space_column *limit = &space->columns[space->limits[i]];
		double lo = limit->domain.lo, hi = limit->domain.hi, value = result->limits[i];

		if (limit->bound && !is_keyed)
			is_keyed = cml_row_key(&submission->keys, &row, &key, &ignored) == CML_OK;
		if (limit->bound)
			value = is_keyed ? cml_limit_fraction(limit, submission->keys.values, value)
					 : NAN;
		submission->fractions[i] = value;
		if (submission->has_noted_unit || (!(hi > 0 && value >= OTHER_UNIT * hi) &&
						   !(value > 0 && lo >= OTHER_UNIT * value)))
			continue;
		submission->has_noted_unit = true;
		cml_print_double(result->limits[i], number);
		cml_note(&submission->launching.notes,
			 "limit %s: read as %s, outside its bound %s by a factor of a "
			 "thousand or more: is the bound in the same unit? (k, M and G "
			 "behind a number are powers of a thousand)",
			 limit->name, number, limit->cells[CML_FIELD_DOMAIN]);
	}
}

static void count(struct cml_submission *submission, const struct cml_running *running,
		  const struct cml_job_result *result)
{
	const struct cml_space *space = submission->options->space;
	bool minimize = submission->pace.minimize;
	struct cml_submission_stats *stats = &submission->stats;

	cml_submission_watch_readings(submission, running, result);
	if (result->limits)
		take_bounds(submission, running, result);
	stats->n_ended[result->status]++;
	stats->n_found += !running->has_event;
	if (isfinite(result->seconds)) {
		stats->n_timed++;
		stats->timed_s += result->seconds;
	}
	if (result->status != CML_JOB_OK) {
		note_first_failure(submission, running, result);
		note_doubtful_limit(submission, result);
		return;
	}
	note_missing_limit(submission, running, result);
	if (result->seconds < submission->fastest_s)
		submission->fastest_s = result->seconds;
	if (result->limits && !cml_limits_are_kept(space, submission->fractions))
		stats->n_outside++;
	else if (isnan(stats->best) ||
		 (minimize ? result->value < stats->best : result->value > stats->best))
		stats->best = result->value;
}

static enum cml_result add_row(struct cml_submission *submission, const struct cml_running *running,
			       const struct cml_job_result *result, struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	const struct cml_row_sink *rows = &submission->options->rows;
	size_t n_cells = submission->columns.header.n_columns;
	struct cml_job_row row = {.limits = submission->limit_texts};
	enum cml_result status = CML_OK;

	cml_submission_carry(submission, entry);
	cml_job_row_fill(&row, &submission->columns, result, submission->cells);
	if (isinf(cml_submission_commit_due(submission)))
		submission->unsynced_since = cml_clock_monotonic_s();
	const struct cml_finished_job job = {result->attempt.key, result->status,
					     result->attempt.number};
	if (submission->history)
		status = cml_job_history_add(submission->history, &job, submission->cells, err);
	else if (rows->write)
		status = rows->write(rows->context, submission->cells, n_cells, err);
	if (status != CML_OK)
		return status;
	count(submission, running, result);
	return result->status == CML_JOB_OK && cml_slow_jobs_reads(submission)
		   ? cml_slow_jobs_learn(submission, entry->cells, running->dir, err)
		   : CML_OK;
}

/* Puts an entry back, for the attempt after this one. */
static enum cml_result retry(struct cml_submission *submission, const struct cml_running *running,
			     const struct cml_job_result *result, struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	double wait_s =
	    fmin(MAX_BACKOFF_S, ldexp(submission->options->backoff_s, (int)entry->n_infra - 1));

	/* Of one that ended before this run began, the time since then has been waited, too. */
	if (!running->is_ours && !isnan(result->seconds)) {
		double since_s = cml_clock_realtime_s() - (result->started + result->seconds);

		wait_s = fmax(0, fmin(wait_s, wait_s - since_s));
	}
	cml_note(&submission->launching.notes, "%s: infra: %s; again in %.3g s", running->dir,
		 result->reason.text, wait_s);
	entry->was_infra = true;
	return cml_job_list_delay(&submission->list, running->entry,
				  cml_clock_monotonic_s() + wait_s, err);
}

/* Whether an interrupt ended the attempt, so that it is no result. */
static bool was_interrupted(const struct cml_running *running, const struct cml_job_result *result)
{
	bool shut_down = running->end.has_record && running->end.record.shutdown;

	return (result->status == CML_JOB_CANCELLED ||
		(result->status == CML_JOB_INFRA && shut_down)) &&
	       cml_running_was_cancelled(running);
}

enum cml_result cml_submission_finish(struct cml_submission *submission,
				      const struct cml_running *running, struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	bool has_folder = cml_submission_has_folder(submission);
	struct cml_job_result result;

	if ((has_folder && cml_job_folder_check(&submission->folder, err) != CML_OK) ||
	    cml_submission_classify(submission, running, &result, err) != CML_OK)
		return err->status;
	bool interrupted = was_interrupted(running, &result);
	bool is_result =
	    !interrupted &&
	    !(running->end.has_record && cml_attempt_cannot_run(submission, &running->end.record));
	bool is_infra = is_result && result.status == CML_JOB_INFRA && has_folder;
	submission->stats.n_stopped += interrupted && running->cancelled;
	entry->n_infra += is_infra;
	is_result = is_result && !(is_infra && entry->is_leftover);
	bool again = is_infra && entry->n_infra <= submission->options->retries;
	if (is_result && !again)
		return add_row(submission, running, &result, err);
	entry->attempt++;
	entry->is_claimed = false;
	return is_result ? retry(submission, running, &result, err) : CML_NOTHING;
}

enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err)
{
	double began = cml_clock_monotonic_s();

	if (!submission->history)
		return CML_OK;
	enum cml_result status =
	    cml_job_history_commit(submission->history, &submission->options->rows, err);
	submission->stats.n_rows_removed =
	    cml_job_history_facts(submission->history)->n_rows_removed;
	if (status != CML_OK)
		return status;
	submission->commit_s = cml_clock_monotonic_s() - began;
	submission->written = submission->stats;
	return CML_OK;
}

void cml_submission_uncount(struct cml_submission *submission)
{
	struct cml_submission_stats *stats = &submission->stats;
	size_t n = submission->history ? cml_job_history_facts(submission->history)->n_waiting : 0;

	if (n == 0)
		return;
	memcpy(stats->n_ended, submission->written.n_ended, sizeof stats->n_ended);
	stats->n_found = submission->written.n_found;
	stats->best = submission->written.best;
	stats->n_outside = submission->written.n_outside;
	cml_note(&submission->launching.notes,
		 "%zu job%s ended without a row in the history: the next run writes %s", n,
		 n == 1 ? "" : "s", n == 1 ? "it" : "them");
}

double cml_submission_commit_due(const struct cml_submission *submission)
{
	if (!submission->history || cml_job_history_facts(submission->history)->n_waiting == 0)
		return INFINITY;
	return submission->unsynced_since +
	       fmax(SHARE_SYNC_S, SHARE_SYNC_TIMES * submission->commit_s);
}
