#include "launch/submission_state.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The columns that do not depend on the rules. */
static void describe(const struct cml_running *running, struct cml_job_result *result)
{
	const struct cml_job_record *record = &running->end.record;

	*result = (struct cml_job_result){.status = CML_JOB_OK,
					  .attempt = running->launch.attempt,
					  .value = running->end.value,
					  .spread = NAN,
					  .seconds = running->end.seconds,
					  .started = running->launch.start_at};
	if (running->end.has_record) {
		result->started = record->started;
		result->seconds = record->seconds;
		result->has_exit = !record->start_errno;
		result->exit_code = cml_job_record_exit_code(record);
		snprintf(result->job, sizeof result->job, "%lld", (long long)record->pid);
	}
	if (running->launch.job[0])
		memcpy(result->job, running->launch.job, sizeof result->job);
}

static enum cml_result read_metric(const struct cml_submission *submission,
				   const struct cml_running *running,
				   struct cml_metric_result *metric, struct cml_error *err)
{
	const struct cml_job_record *record = &running->end.record;
	const struct cml_metric_source source = {
	    .dir = running->dir, .started = record->started, .before = running->before};

	if (!running->end.has_record || record->exit_code != 0 || record->stop != CML_STOP_NONE)
		return CML_OK;
	return cml_metric_read(&submission->rules.metric, submission->rules.readings, &source,
			       metric, err);
}

enum cml_result cml_submission_read_limits(const struct cml_submission *submission,
					   const struct cml_job_record *record, const char *dir,
					   double started, struct cml_missing_limit *missing,
					   struct cml_error *err)
{
	const struct cml_metric_source source = {
	    .dir = dir,
	    .started = started > 0 ? started : INFINITY,
	    .is_cut = !record || record->stop != CML_STOP_NONE ||
		      cml_job_record_exit_code(record) >= CML_EXIT_SIGNAL};

	if (cml_limit_rules_read(&submission->rules.limits, submission->options->space, &source,
				 submission->limits, missing, err) != CML_OK)
		return err->status;
	cml_limit_doubt_apply(&submission->doubt, submission->options->space, submission->limits,
			      missing);
	return CML_OK;
}

/* By the rules. */
static enum cml_result apply_rules(const struct cml_submission *submission,
				   const struct cml_running *running, struct cml_job_result *result,
				   struct cml_error *err)
{
	const struct cml_launch_event *event = &running->end;
	struct cml_metric_result metric = {.value = NAN, .spread = NAN};
	struct cml_job_outcome outcome;
	struct cml_job_end end = {.record = event->has_record ? &event->record : NULL,
				  .state = cml_slice_of(event->state),
				  .state_reason = cml_slice_of(event->reason),
				  .dir = running->dir,
				  .too_slow = running->too_slow,
				  .metric = submission->rules.readings ? &metric : NULL,
				  .may_be_srun = submission->options->launcher->has_scheduler};

	/* Limits of every job that left output, whatever became of it. */
	result->limits = submission->rules.limits.n > 0 ? submission->limits : NULL;
	if ((end.metric && read_metric(submission, running, &metric, err) != CML_OK) ||
	    (result->limits &&
	     cml_submission_read_limits(submission, end.record, running->dir, result->started,
					&result->no_limit, err) != CML_OK) ||
	    cml_classify_exit(&submission->rules.patterns, &end, &outcome, err) != CML_OK)
		return err->status;
	result->status = outcome.status;
	result->reason = outcome.status == CML_JOB_TIMEOUT && running->slow.text[0]
			     ? running->slow
			     : outcome.reason;
	result->is_unread = submission->rules.readings && outcome.status == CML_JOB_FAILED &&
			    event->has_record && cml_job_record_is_good(&event->record) &&
			    metric.n_seen == 0;
	if (outcome.status == CML_JOB_OK && submission->rules.readings) {
		result->value = metric.value;
		result->n_readings = metric.n_readings;
		result->spread = metric.spread;
	}
	if (outcome.status == CML_JOB_OK && result->no_limit.is_doubtful)
		result->reason = result->no_limit.reason;
	return CML_OK;
}

/* A job may remove its directory, and so may anybody else: with the readings in it. */
static bool has_lost_readings(const struct cml_submission *submission,
			      const struct cml_running *running)
{
	return submission->rules.readings && cml_submission_has_folder(submission) &&
	       running->end.has_record && cml_job_record_is_good(&running->end.record) &&
	       access(running->dir, F_OK) != 0 && errno == ENOENT;
}

/* As cml-encode, and whoever reads the row, takes it. */
static void check_domain(const struct cml_submission *submission, struct cml_job_result *result)
{
	const struct cml_space *space = submission->options->space;
	double value = result->value;
	char number[CML_NUMBER_SIZE];

	if (result->status != CML_JOB_OK || !submission->rules.readings || !space ||
	    space->metric == CML_NO_COLUMN ||
	    cml_domain_take(&space->columns[space->metric].domain, CML_TYPE_FLOAT, &value))
		return;
	cml_print_double(result->value, number);
	cml_reason_set(&result->reason, "%s is outside the domain of the metric", number);
	result->status = CML_JOB_FAILED;
	result->value = NAN;
	result->spread = NAN;
	result->n_readings = 0;
}

enum cml_result cml_submission_classify(const struct cml_submission *submission,
					const struct cml_running *running,
					struct cml_job_result *result, struct cml_error *err)
{
	const struct cml_launch_event *end = &running->end;

	describe(running, result);
	if (end->has_result) {
		result->status = end->status;
		result->limits = end->limits;
		cml_reason_set(&result->reason, "%s", end->reason);
	} else if (has_lost_readings(submission, running)) {
		result->status = CML_JOB_INFRA;
		cml_reason_set(&result->reason, "lost: its directory has been removed");
	} else if (apply_rules(submission, running, result, err) != CML_OK) {
		return err->status;
	}
	check_domain(submission, result);
	return CML_OK;
}
