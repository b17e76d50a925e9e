#include "model/chance/chance.h"

#include "math/correlation.h"
#include "model/chance/chance_model.h"
#include "model/chance/chance_process.h"
#include "model/chance/chance_rows.h"
#include "model/chance/limit_train.h"
#include "model/chance/trade_off.h"
#include "model/chance/validated_trees.h"
#include "model/predictor/summary_line.h"

#include <math.h>
#include <stdlib.h>

/* Of more rows, so many are what contexts are left out of. */
#define MAX_BEYOND_ROWS 4000

/* The process, where there is to be one; log_chance[held_out->n] becomes that of both. */
static enum cml_result add_process(const struct cml_chance_training *training,
				   const struct cml_dataset *rows,
				   const struct cml_held_out *held_out, struct cml_chance *chance,
				   double *log_chance, struct cml_error *err)
{
	struct cml_error why;
	double *own = cml_array_new(held_out->n, sizeof *own);
	if (!own)
		return cml_fail_memory(err);
	enum cml_result status = cml_chance_process_train(&chance->process, rows,
							  training->monotone, held_out, own, &why);
	for (size_t i = 0; chance->process && i < held_out->n; i++)
		log_chance[i] = cml_chance_pool(chance, log_chance[i], own[i]);
	free(own);
	if (status != CML_OK)
		*err = why;
	return status;
}

/* Fits the line to what was said of rows held out, and measures what comes out. */
static enum cml_result calibrate(const struct cml_chance_training *training,
				 const struct cml_dataset *rows, struct cml_held_out *held_out,
				 struct cml_chance *chance, struct cml_error *err)
{
	double squares = 0, weight = 0;
	double *log_chance = cml_array_new(held_out->n, sizeof *log_chance);
	enum cml_result status = log_chance ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_trade_off_train(training, rows, held_out, &chance->line,
					     &chance->trade_off, err);
	for (size_t i = 0; status == CML_OK && i < held_out->n; i++)
		log_chance[i] = cml_chance_calibrated(chance, held_out->predicted[i]);
	if (status == CML_OK)
		status = add_process(training, rows, held_out, chance, log_chance, err);
	if (status == CML_OK)
		status = cml_auc(held_out->n, log_chance, held_out->y, &chance->auc, err);
	for (size_t i = 0; status == CML_OK && i < held_out->n; i++) {
		double off = held_out->y[i] - exp(log_chance[i]);
		squares += held_out->weight[i] * off * off;
		weight += held_out->weight[i];
	}
	chance->brier = squares / weight;
	free(log_chance);
	return status;
}

/* What trees say of contexts that they did not see, calibrated like the rest. */
static enum cml_result learn_beyond(const struct cml_chance_training *training,
				    const struct cml_dataset *rows,
				    const struct cml_beyond_folds *folds,
				    const struct cml_validated_trees *trees,
				    struct cml_chance *chance, struct cml_error *err)
{
	for (size_t k = 0; k < trees->n_left_out; k++) {
		const struct cml_held_out *left_out = &trees->left_out[k];
		for (size_t i = 0; i < left_out->n; i++) {
			const float *x = rows->x + left_out->rows[i] * rows->n_features;
			double trade_off =
			    chance->trade_off ? cml_linear_mean(chance->trade_off, x) : 0;
			left_out->predicted[i] = chance->line.slope * left_out->predicted[i] +
						 chance->line.intercept + trade_off;
		}
	}
	return cml_beyond_train(&chance->beyond,
				&(struct cml_beyond_training){.rows = rows,
							      .contexts = training->contexts,
							      .n_contexts = training->n_contexts,
							      .folds = folds,
							      .left_out = trees->left_out},
				err);
}

/* Contexts left out of many rows: of a part of them, which is learned from by itself. */
static enum cml_result learn_beyond_thinned(const struct cml_chance_training *training,
					    const struct cml_dataset *rows,
					    struct cml_chance *chance, struct cml_error *err)
{
	struct cml_validated_trees trees = {0};
	struct cml_beyond_folds folds = {0};
	struct cml_dataset thinned = {0};
	size_t stride = (rows->n_rows + MAX_BEYOND_ROWS - 1) / MAX_BEYOND_ROWS, n = 0;
	size_t *chosen = cml_array_new(rows->n_rows / stride + 1, sizeof *chosen);
	for (size_t row = 0; chosen && row < rows->n_rows; row += stride)
		chosen[n++] = row;
	enum cml_result status =
	    chosen ? cml_dataset_select(rows, chosen, n, &thinned, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_beyond_folds_make(&folds, &thinned, training->contexts,
					       training->n_contexts, err);
	if (status == CML_OK)
		status =
		    cml_chance_trees(training, &thinned, CML_LOSS_LOGISTIC, 1, &folds, &trees, err);
	for (size_t k = 0; status == CML_OK && k < trees.n_left_out; k++)
		for (size_t i = 0; i < trees.left_out[k].n; i++)
			trees.left_out[k].rows[i] = chosen[trees.left_out[k].rows[i]];
	if (status == CML_OK)
		status = learn_beyond(training, rows, &folds, &trees, chance, err);
	free(chosen);
	cml_dataset_release(&thinned);
	cml_beyond_folds_release(&folds);
	cml_validated_trees_release(&trees);
	return status;
}

static enum cml_result learn_to_run(const struct cml_chance_training *training,
				    const struct cml_dataset *rows, struct cml_chance *chance,
				    struct cml_error *err)
{
	struct cml_validated_trees trees = {0};
	struct cml_beyond_folds folds = {0};
	bool has_contexts = training->n_contexts > 0, is_thinned = rows->n_rows > MAX_BEYOND_ROWS;
	enum cml_result status = CML_OK;
	if (has_contexts && !is_thinned)
		status = cml_beyond_folds_make(&folds, rows, training->contexts,
					       training->n_contexts, err);
	if (status == CML_OK)
		status =
		    cml_chance_trees(training, rows, CML_LOSS_LOGISTIC, 1, &folds, &trees, err);
	if (status == CML_OK) {
		chance->trees = trees.trees;
		trees.trees = NULL;
		if (trees.held_out.n > 0)
			status = calibrate(training, rows, &trees.held_out, chance, err);
	}
	if (status == CML_OK && trees.held_out.n > 0 && has_contexts)
		status = is_thinned ? learn_beyond_thinned(training, rows, chance, err)
				    : learn_beyond(training, rows, &folds, &trees, chance, err);
	cml_beyond_folds_release(&folds);
	cml_validated_trees_release(&trees);
	return status;
}

static enum cml_result train_to_run(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	size_t n_failed = cml_chance_count(data, CML_JOB_OOM) +
			  cml_chance_count(data, CML_JOB_TIMEOUT) +
			  cml_chance_count(data, CML_JOB_FAILED);
	struct cml_dataset rows = {0};
	chance->n_ran = (double)data->n_rows;
	chance->n_failed = (double)n_failed;
	if (n_failed == 0)
		return CML_OK;
	enum cml_result status = cml_chance_rows_run(data, &rows, err);
	if (status == CML_OK)
		status = learn_to_run(training, &rows, chance, err);
	cml_dataset_release(&rows);
	return status;
}

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
	size_t n = 0;
	for (size_t l = 0; l < training->data->n_limits; l++) {
		if (!training->limits[l].name || (training->leave_out_unreported &&
						  !cml_chance_reports_limit(training->data, l)))
			continue;
		if (cml_limit_train(training, l, &chance->limits[n++], summary, err) != CML_OK)
			return err->status;
	}
	chance->n_limits = n;
	return CML_OK;
}

enum cml_result cml_chance_require_limits(const struct cml_dataset *data, struct cml_error *err)
{
	for (size_t l = 0; l < data->n_limits - data->has_second; l++) {
		if (cml_chance_reports_limit(data, l))
			continue;
		cml_fail(err, CML_BAD_DATA,
			 "no job reports it, so its limit cannot be learned: cml-submit --limit "
			 "%s=NAME reads it from the output as NAME, and the role ignore "
			 "in the space leaves it out",
			 data->limit_names[l]);
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
				"no job ran: there is nothing to tell failures from");
	if (!training->leave_out_unreported && cml_chance_require_limits(data, err) != CML_OK)
		return err->status;
	struct cml_chance *made = cml_chance_new(data->n_features, data->n_limits);
	if (!made)
		return cml_fail_memory(err);
	if (train_to_run(training, made, err) != CML_OK)
		goto fail;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
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
