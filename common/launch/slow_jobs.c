#include "launch/submission_state.h"

#include <math.h>

/* Seconds between two looks at the readings of a job, at least; and as a fraction of its age. */
#define MIN_LOOK_S 1.0
#define LOOK_FRACTION 0.25

bool cml_slow_jobs_reads(const struct cml_submission *submission)
{
	return submission->options->kill_slower_than > 0 && submission->rules.readings &&
	       cml_submission_has_folder(submission) &&
	       !cml_metric_spec_is_shared(&submission->rules.metric);
}

/* The same number for configurations with the same contexts. Without a space all have one. */
static uint64_t hash_contexts(struct cml_submission *submission, const struct cml_slice *cells)
{
	const struct cml_space *space = submission->options->space;
	const struct cml_row row = {.cells = cells, .n_cells = submission->input->n_columns};
	uint64_t key, hash = CML_HASH_SEED;
	struct cml_error ignored;

	if (!space || cml_row_key(&submission->keys, &row, &key, &ignored) != CML_OK)
		return hash;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (space->columns[slot].role == CML_ROLE_CONTEXT)
			hash = cml_hash(hash, &submission->keys.values[slot], sizeof(double));
	return hash;
}

/* still_runs: its last line may be half of one. */
static enum cml_result read_early(struct cml_submission *submission, const char *dir,
				  bool still_runs, struct cml_metric_result *metric,
				  struct cml_error *err)
{
	const struct cml_metric_source source = {
	    .dir = dir, .is_cut = still_runs, .keep_early = true};

	return cml_metric_read(&submission->rules.metric, submission->rules.readings, &source,
			       metric, err);
}

enum cml_result cml_slow_jobs_learn(struct cml_submission *submission,
				    const struct cml_slice *cells, const char *dir,
				    struct cml_error *err)
{
	struct cml_metric_result metric;

	if (read_early(submission, dir, false, &metric, err) != CML_OK)
		return err->status;
	return isfinite(metric.value)
		   ? cml_pace_add(&submission->pace, hash_contexts(submission, cells), &metric, err)
		   : CML_OK;
}

static bool may_be_slow(const struct cml_running *running)
{
	return running->launch.started && !running->too_slow && !running->cancelled;
}

double cml_slow_jobs_until(const struct cml_submission *submission, double now)
{
	double limit = submission->options->kill_slower_than * submission->fastest_s;
	double until = INFINITY;

	if (submission->options->kill_slower_than <= 0 || isinf(submission->fastest_s))
		return INFINITY;
	for (struct cml_running *one = submission->running; one; one = one->next)
		if (may_be_slow(one))
			until = fmin(until, limit - cml_running_age_s(one, now));
	return fmax(0, until);
}

/* By the readings that are there. */
static enum cml_result look_at_readings(struct cml_submission *submission,
					struct cml_running *running, double now,
					struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	struct cml_metric_result metric;
	struct cml_pace_outlook outlook;

	running->look_at = now + fmax(MIN_LOOK_S, LOOK_FRACTION * cml_running_age_s(running, now));
	if (read_early(submission, running->dir, true, &metric, err) != CML_OK)
		return err->status;
	if (!cml_pace_look(&submission->pace, hash_contexts(submission, entry->cells), &metric,
			   &outlook) ||
	    !cml_pace_is_hopeless(&submission->pace, &outlook,
				  submission->options->kill_slower_than))
		return CML_OK;
	running->too_slow = true;
	cml_reason_set(&running->slow,
		       "too slow: %.4g after %zu reading%s comes to %.4g at best (best job: %.4g)",
		       outlook.value, outlook.n_readings, outlook.n_readings == 1 ? "" : "s",
		       outlook.forecast, outlook.best);
	return CML_OK;
}

enum cml_result cml_slow_jobs_end(struct cml_submission *submission, double now,
				  struct cml_error *err)
{
	double limit = submission->options->kill_slower_than * submission->fastest_s;
	bool reads = cml_slow_jobs_reads(submission) && submission->pace.n >= CML_PACE_MIN_CURVES;

	if (submission->options->kill_slower_than <= 0)
		return CML_OK;
	for (struct cml_running *one = submission->running; one; one = one->next) {
		if (!may_be_slow(one))
			continue;
		one->too_slow = cml_running_age_s(one, now) >= limit;
		if (!one->too_slow && reads && now >= one->look_at &&
		    look_at_readings(submission, one, now, err) != CML_OK)
			return err->status;
		if (one->too_slow &&
		    submission->options->launcher->end(submission->launcher, &one->launch,
						       CML_STOP_SLOW, false, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
