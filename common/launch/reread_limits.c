#include "launch/reread_limits.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "launch/classify.h"
#include "launch/history/job_history.h"

struct rereading {
	struct cml_submission *submission;
	const size_t *limits; /* those to read, by their number in the rules */
	size_t n;
	size_t n_read; /* rows whose output was there */
};

static bool is_reread(const struct cml_limit_rule *rule)
{
	return rule->is_other && !cml_metric_spec_is_shared(&rule->spec);
}

static enum cml_result read_cells(void *context, uint64_t key, uint32_t number,
				  struct cml_slice *cells, struct cml_error *err)
{
	struct rereading *rereading = context;
	struct cml_submission *submission = rereading->submission;
	const struct cml_attempt_id attempt = {key, number};
	struct cml_missing_limit missing;
	struct cml_attempt_look look;
	char dir[PATH_MAX];
	if (cml_job_folder_look(&submission->folder, attempt, &look, err) != CML_OK)
		return err->status;
	if (look.state != CML_ATTEMPT_FINISHED)
		return CML_OK;
	enum cml_result status = cml_attempt_path(&submission->folder, attempt, dir, err);
	if (status == CML_OK)
		status = cml_submission_read_limits(submission, &look.record, dir,
						    look.record.started, &missing, err);
	if (status != CML_OK)
		return status;
	rereading->n_read++;
	for (size_t i = 0; i < rereading->n; i++) {
		size_t limit = rereading->limits[i];
		if (!isfinite(submission->limits[limit]))
			continue;
		cml_print_double(submission->limits[limit], submission->limit_texts[limit]);
		cells[i] = cml_slice_of(submission->limit_texts[limit]);
	}
	return CML_OK;
}

static enum cml_result edit(struct rereading *rereading, struct cml_history_edit *edit,
			    struct cml_error *err)
{
	struct cml_submission *submission = rereading->submission;
	const char *notice;
	enum cml_result status = cml_job_history_edit(submission->history, edit, err);
	if (status != CML_OK)
		return status;
	cml_launcher_note(&submission->launching,
			  "another --limit than before: the output of %zu job%s was read again; "
			  "%zu row%s other limits now",
			  rereading->n_read, rereading->n_read == 1 ? "" : "s", edit->n_changed,
			  edit->n_changed == 1 ? " has" : "s have");
	while ((notice = cml_job_history_notice(submission->history)))
		cml_launcher_note(&submission->launching, "%s", notice);
	return CML_OK;
}

enum cml_result cml_submission_reread_limits(struct cml_submission *submission,
					     struct cml_error *err)
{
	const struct cml_limit_rules *rules = &submission->rules.limits;
	const struct cml_space *space = submission->options->space;
	size_t *limits = cml_array_new(rules->n, sizeof *limits);
	struct cml_slice *columns = cml_array_new(rules->n, sizeof *columns);
	struct rereading rereading = {.submission = submission, .limits = limits};
	enum cml_result status =
	    rules->n == 0 || (limits && columns) ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < rules->n; i++)
		if (is_reread(&rules->rules[i])) {
			columns[rereading.n] = cml_slice_of(space->columns[space->limits[i]].name);
			limits[rereading.n++] = i;
		}
	struct cml_history_edit reread = {columns, rereading.n, read_cells, &rereading, 0};
	if (status == CML_OK && rereading.n > 0 && submission->history)
		status = edit(&rereading, &reread, err);
	free(limits);
	free(columns);
	return status;
}
