#include "model/chance/limit_train.h"

#include "learn/predictor/model_bytes.h"
#include "math/correlation.h"
#include "model/chance/bagged_trees.h"
#include "model/chance/chance_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Calibrates the trees by the jobs held out, and measures them on these: Brier score, and area
 * under the curve where enough failed. Their log-odds are overwritten. */
static enum cml_result calibrate(const struct cml_held_out *held_out, struct cml_chance *chance,
				 struct cml_error *err)
{
	double squares = 0, weight = 0, *log_chance = held_out->predicted;
	if (cml_platt_fit(&chance->platt, held_out->n, held_out->predicted, held_out->y,
			  held_out->weight, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < held_out->n; i++) {
		log_chance[i] = cml_chance_of_odds(chance, held_out->predicted[i]);
		squares += held_out->weight[i] * pow(held_out->y[i] - exp(log_chance[i]), 2);
		weight += held_out->weight[i];
	}
	chance->brier = squares / weight;
	struct cml_chance_jobs jobs = cml_chance_jobs(chance);
	if (cml_chance_are_few(&jobs))
		return CML_OK;
	return cml_auc(held_out->n, log_chance, held_out->y, &chance->auc, err);
}

static enum cml_result learn(const struct cml_chance_training *training,
			     const struct cml_dataset *rows, struct cml_chance *chance,
			     struct cml_error *err)
{
	struct cml_bagged_trees trees = {0};
	const struct cml_trees_task task = {.data = rows,
					    .monotone = training->monotone,
					    .seed = training->seed,
					    .pool = training->pool};
	enum cml_result status = cml_bagged_trees_train(&trees, &task, err);
	if (status != CML_OK)
		return status;
	chance->trees = trees.trees;
	trees.trees = NULL;
	if (trees.held_out.n > 0)
		status = calibrate(&trees.held_out, chance, err);
	cml_bagged_trees_release(&trees);
	return status;
}

/* Learns the chance not to fail by itself into a chance that is new, which owns all on failure,
 * too. */
static enum cml_result train_run(const struct cml_chance_training *training,
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
	if (status != CML_OK)
		goto out;
	status = learn(training, &rows, chance, err);
out:
	cml_dataset_release(&rows);
	return status;
}

/* What only its law tells. */
static enum cml_result take_law(const struct cml_chance_training *training,
				const struct cml_limit *limit, struct cml_limit_model *made,
				struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	*made = (struct cml_limit_model){
	    .name = strdup(limit->name),
	    .lower = limit->lower,
	    .upper = limit->upper,
	    .is_log = true,
	    .law = limit->law,
	    .steepness = limit->steepness,
	    .n_rows = (double)(data->n_rows + cml_chance_count(data, CML_JOB_OOM)),
	    .error = NAN};
	return made->name ? CML_OK : cml_fail_memory(err);
}

static enum cml_result train_limits(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_buffer *summary,
				    struct cml_error *err)
{
	for (size_t l = 0; l < training->data->n_limits; l++) {
		const struct cml_limit *limit = &training->limits[l];
		bool has_law = limit->steepness > 0;
		if (!limit->name || (!has_law && !cml_chance_reports_limit(training->data, l)))
			continue;
		struct cml_limit_model *made = &chance->limits[chance->n_limits++];
		enum cml_result status = has_law ? take_law(training, limit, made, err)
						 : cml_limit_train(training, l, made, summary, err);
		if (status != CML_OK)
			return status;
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
	struct cml_chance *made = cml_chance_new(data->n_features, data->n_limits);
	if (!made)
		return cml_fail_memory(err);
	made->n_limits = 0; /* so many are learned so far */
	if (train_run(training, made, err) != CML_OK)
		goto fail;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
	    !cml_summary_put(summary, "ok_auc", made->auc) ||
	    !cml_summary_put(summary, "ok_brier", made->brier)) {
		cml_fail_memory(err);
		goto fail;
	}
	if (train_limits(training, made, summary, err) != CML_OK)
		goto fail;
	*chance = made;
	return CML_OK;
fail:
	cml_chance_free(made);
	return err->status;
}
