#include "model/chance/chance.h"

#include "learn/predictor/summary_line.h"
#include "model/chance/chance_model.h"
#include "model/chance/chance_rows.h"
#include "model/chance/chance_run_train.h"
#include "model/chance/limit_train.h"
#include "model/chance/validated_trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result train_cause(const struct cml_chance_training *training,
				   struct cml_cause_model *cause, struct cml_error *err)
{
	struct cml_dataset rows = {0};
	struct cml_validated_trees trees = {0};
	enum cml_result status = cml_chance_rows_cause(training->data, cause->status, &rows, err);
	if (status == CML_OK)
		status = cml_chance_trees(training, &rows, CML_LOSS_LOGISTIC, 0, NULL, &trees, err);
	cause->trees = trees.trees;
	trees.trees = NULL;
	cml_validated_trees_release(&trees);
	cml_dataset_release(&rows);
	return status;
}

static enum cml_result train_causes(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_error *err)
{
	static const enum cml_job_status all[CML_MAX_CAUSES] = {CML_JOB_OOM, CML_JOB_TIMEOUT,
								CML_JOB_FAILED};
	size_t n = 0;
	for (size_t c = 0; c < CML_MAX_CAUSES; c++)
		if (cml_chance_count(training->data, all[c]) >= CML_CHANCE_MIN_CAUSE)
			chance->causes[n++].status = all[c];
	if (n < 2)
		return CML_OK;
	for (; chance->n_causes < n; chance->n_causes++)
		if (train_cause(training, &chance->causes[chance->n_causes], err) != CML_OK)
			return err->status;
	return CML_OK;
}

static enum cml_result train_limits(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_buffer *summary,
				    struct cml_error *err)
{
	for (size_t l = 0; l < training->data->n_limits; l++) {
		if (!training->limits[l].name || (training->leave_out_unreported &&
						  !cml_chance_reports_limit(training->data, l)))
			continue;
		struct cml_limit_model *limit = &chance->limits[chance->n_limits++];
		if (cml_limit_train(training, l, limit, summary, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_chance_require_limits(const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l < data->n_limits - data->has_second; l++) {
		if (cml_chance_reports_limit(data, l))
			continue;
		const char *quote = strpbrk(data->limit_names[l], " #") ? "'" : "";
		cml_fail(err, CML_BAD_DATA,
			 "no job reports it, so its limit cannot be learned: read it with "
			 "cml-submit --limit %s%s=NAME%s, or give it the role ignore in the space",
			 quote, data->limit_names[l], quote);
		return cml_error_locate(err, NULL, 0, data->limit_names[l]);
	}
	return CML_OK;
}

enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	if (data->n_rows == 0)
		return cml_fail(err, CML_BAD_DATA,
				"no job ran: the chance to run cannot be learned");
	if (!training->leave_out_unreported && cml_chance_require_limits(data, err) != CML_OK)
		return err->status;
	struct cml_chance *made = cml_chance_new(data->n_features, data->n_limits);
	if (!made)
		return cml_fail_memory(err);
	made->n_limits = 0; /* so many are learned so far */
	if (cml_chance_run_train(training, made, summary, err) != CML_OK)
		goto fail;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
	    !cml_summary_put(summary, "ok_launched", made->launched < 1 ? made->launched : NAN) ||
	    !cml_summary_put(summary, "ok_auc", made->auc) ||
	    !cml_summary_put(summary, "ok_brier", made->brier)) {
		cml_fail_memory(err);
		goto fail;
	}
	if (train_limits(training, made, summary, err) != CML_OK ||
	    train_causes(training, made, err) != CML_OK)
		goto fail;
	*chance = made;
	return CML_OK;
fail:
	cml_chance_free(made);
	return err->status;
}
