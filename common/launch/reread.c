#include "launch/submission_state.h"

#include <math.h>

struct rereading {
	struct cml_submission *submission;
	bool reads_metric;
	bool reads_limits;
	size_t n_metric; /* jobs whose output was read for it */
	size_t n_limits;
	/* Of the last job: what its row points into. */
	struct cml_job_result result;
	struct cml_job_row row;
};

static bool is_reread(const struct cml_limit_rule *rule)
{
	return rule->is_other && !cml_metric_spec_is_shared(&rule->spec);
}

/* What the job came to by the rules of this run; what tells which job it was stays. */
static enum cml_result put_metric(struct rereading *rereading, struct cml_running *job,
				  const struct cml_job_record *record, struct cml_slice *cells,
				  struct cml_error *err)
{
	static const size_t own[] = {CML_OWN_STATUS, CML_OWN_READINGS, CML_OWN_SPREAD,
				     CML_OWN_REASON};
	struct cml_submission *submission = rereading->submission;
	const struct cml_job_columns *columns = &submission->columns;

	job->end = cml_launch_ended(&job->launch, record);
	if (cml_submission_classify(submission, job, &rereading->result, err) != CML_OK)
		return err->status;
	rereading->n_metric++;
	cml_submission_watch_readings(submission, job, &rereading->result);
	rereading->row.limits = submission->limit_texts;
	cml_job_row_fill(&rereading->row, columns, &rereading->result, submission->cells);
	if (columns->metric != CML_NO_COLUMN)
		cells[columns->metric] = submission->cells[columns->metric];
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		cells[columns->own + own[i]] = submission->cells[columns->own + own[i]];
	return CML_OK;
}

static enum cml_result put_limits(struct rereading *rereading, const struct cml_running *job,
				  const struct cml_job_record *record, struct cml_slice *cells,
				  struct cml_error *err)
{
	struct cml_submission *submission = rereading->submission;
	const struct cml_job_columns *columns = &submission->columns;
	struct cml_missing_limit missing;

	if (cml_submission_read_limits(submission, record, job->dir, record->started, &missing,
				       err) != CML_OK)
		return err->status;
	rereading->n_limits++;
	for (size_t i = 0; i < columns->n_limits; i++) {
		if (!is_reread(&submission->rules.limits.rules[i]) ||
		    !isfinite(submission->limits[i]))
			continue;
		cml_print_double(submission->limits[i], submission->limit_texts[i]);
		cells[columns->limits + i] = cml_slice_of(submission->limit_texts[i]);
	}
	/* Of an ok job the reason is the doubt in a limit. */
	if (cml_slice_is(cells[columns->own + CML_OWN_STATUS], cml_job_status_name(CML_JOB_OK))) {
		rereading->result.reason = missing.reason;
		cells[columns->own + CML_OWN_REASON] =
		    cml_slice_of(missing.is_doubtful ? rereading->result.reason.text : "");
	}
	return CML_OK;
}

static enum cml_result read_row(void *context, const struct cml_finished_job *finished,
				struct cml_slice *cells, struct cml_error *err)
{
	struct rereading *rereading = context;
	const struct cml_job_folder *folder = &rereading->submission->folder;
	size_t status = rereading->submission->columns.own + CML_OWN_STATUS;
	struct cml_running job = {
	    .launch = {.attempt = {finished->key, finished->attempt}, .dir = job.dir}};
	struct cml_attempt_look look;

	if (cml_job_folder_look(folder, job.launch.attempt, &look, err) != CML_OK)
		return err->status;
	if (look.state != CML_ATTEMPT_FINISHED)
		return CML_OK;
	cml_attempt_path(folder, job.launch.attempt, job.dir);
	/* The job failed, though it exited with 0: perhaps for want of a reading. */
	if (rereading->reads_metric && cml_job_record_is_good(&look.record) &&
	    cml_slice_is(cells[status], cml_job_status_name(CML_JOB_FAILED)) &&
	    put_metric(rereading, &job, &look.record, cells, err) != CML_OK)
		return err->status;
	return rereading->reads_limits ? put_limits(rereading, &job, &look.record, cells, err)
				       : CML_OK;
}

static void note(const struct rereading *rereading, const char *option, const char *which, size_t n,
		 size_t n_changed)
{
	cml_note(&rereading->submission->launching.notes,
		 "another %s than before: the output of %zu %sjob%s was read again; "
		 "%zu row%s changed",
		 option, n, which, n == 1 ? "" : "s", n_changed, n_changed == 1 ? "" : "s");
}

enum cml_result cml_submission_reread(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_limit_rules *limits = &submission->rules.limits;
	struct rereading rereading = {.submission = submission,
				      .reads_metric = submission->has_other_metric};
	struct cml_history_edit edit = {read_row, &rereading, 0};

	if (cml_metric_spec_is_shared(&submission->rules.metric))
		rereading.reads_metric = false;
	for (size_t i = 0; i < limits->n; i++)
		rereading.reads_limits |= is_reread(&limits->rules[i]);
	if (!submission->history || (!rereading.reads_metric && !rereading.reads_limits))
		return CML_OK;
	if (cml_job_history_edit(submission->history, &edit, err) != CML_OK)
		return err->status;
	if (rereading.n_metric > 0)
		note(&rereading, "--metric", "failed ", rereading.n_metric, edit.n_changed);
	if (rereading.n_limits > 0)
		note(&rereading, "--limit", "", rereading.n_limits, edit.n_changed);
	return CML_OK;
}
