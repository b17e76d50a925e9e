#include "launch/submission_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
		snprintf(result->job, sizeof result->job, "%d", record->pid);
	}
	if (running->launch.job[0])
		memcpy(result->job, running->launch.job, sizeof result->job);
}

static enum cml_result read_metric(const struct cml_submission *submission,
				   const struct cml_running *running,
				   struct cml_metric_result *metric, struct cml_error *err)
{
	const struct cml_job_record *record = &running->end.record;
	const struct cml_metric_source source = {.dir = running->dir};

	if (!running->end.has_record || record->exit_code != 0 || record->stop != CML_STOP_NONE)
		return CML_OK;
	return cml_metric_read(submission->rules.readings, &source, metric, err);
}

bool cml_submission_has_value(const void *context, const char *dir)
{
	const struct cml_submission *submission = context;
	const struct cml_metric_source source = {.dir = dir};
	struct cml_metric_result metric;
	struct cml_error ignored;

	return !submission->rules.readings ||
	       cml_metric_read(submission->rules.readings, &source, &metric, &ignored) != CML_OK ||
	       !isnan(metric.value);
}

/* Of every job that left output, whatever became of it. */
static enum cml_result read_limits(const struct cml_submission *submission,
				   const struct cml_running *running, struct cml_job_result *result,
				   struct cml_error *err)
{
	const struct cml_launch_event *end = &running->end;
	const struct cml_metric_source source = {
	    .dir = running->dir,
	    .is_cut = !end->has_record || end->record.stop != CML_STOP_NONE ||
		      cml_job_record_exit_code(&end->record) >= CML_EXIT_SIGNAL};

	result->limits = submission->limits;
	return cml_limit_rules_read(&submission->rules.limits, submission->options->space, &source,
				    submission->limits, &result->no_limit, err);
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
				  .metric = submission->rules.readings ? &metric : NULL,
				  .may_be_srun = submission->options->launcher->has_scheduler};

	if ((end.metric && read_metric(submission, running, &metric, err) != CML_OK) ||
	    (submission->rules.limits.n > 0 &&
	     read_limits(submission, running, result, err) != CML_OK) ||
	    cml_classify_exit(&submission->rules.patterns, &end, &outcome, err) != CML_OK)
		return err->status;
	result->status = outcome.status;
	result->reason = outcome.reason;
	result->is_unread = outcome.is_unread;
	if (outcome.status == CML_JOB_OK && submission->rules.readings) {
		result->value = metric.value;
		result->n_readings = metric.n_readings;
		result->spread = metric.spread;
	}
	if (outcome.status == CML_JOB_OK && result->no_limit.is_doubtful)
		result->reason = result->no_limit.reason;
	return CML_OK;
}

/* As cml-encode, and whoever reads the row, takes it. */
static void check_domain(const struct cml_submission *submission, struct cml_job_result *result)
{
	const struct cml_space *space = submission->options->space;
	double value = result->value;

	if (result->status != CML_JOB_OK || !submission->rules.readings || !space ||
	    space->metric == CML_NO_COLUMN ||
	    cml_domain_take(&space->columns[space->metric].domain, CML_TYPE_FLOAT, &value))
		return;
	cml_reason_set(&result->reason, "%s is outside the domain of the metric",
		       CML_PRINTED(result->value));
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
	bool is_good = end->has_record && cml_job_record_is_good(&end->record);
	bool is_read = submission->rules.readings || submission->rules.limits.n > 0;

	describe(running, result);
	/* Where nothing is read, an exit code of 0 is ok. */
	if (is_good && !is_read && !submission->options->launcher->has_scheduler)
		return CML_OK;
	if (end->has_result) {
		result->status = end->status;
		result->limits = end->limits;
		cml_reason_set(&result->reason, "%s", end->reason);
	} else if (apply_rules(submission, running, result, err) != CML_OK) {
		return err->status;
	}
	check_domain(submission, result);
	return CML_OK;
}
