#include "model/chance/chance_train.h"

#include "learn/predictor/model_bytes.h"
#include "math/correlation.h"

#include <math.h>

/* Calibrates the trees by the jobs that forests did not see, and measures them on these: Brier
 * score, and area under the curve where enough failed. Their log-odds are overwritten. */
static enum cml_result calibrate(const struct cml_bagged_trees *trees, struct cml_chance *chance,
				 struct cml_error *err)
{
	double squares = 0, weight = 0, *log_chance = trees->log_odds;
	if (cml_platt_fit(&chance->platt, trees->n, trees->log_odds, trees->y, trees->weight,
			  err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < trees->n; i++) {
		log_chance[i] = cml_chance_of_odds(chance, trees->log_odds[i]);
		squares += trees->weight[i] * pow(trees->y[i] - exp(log_chance[i]), 2);
		weight += trees->weight[i];
	}
	chance->brier = squares / weight;
	struct cml_chance_jobs jobs = cml_chance_jobs(chance);
	if (cml_chance_are_few(&jobs))
		return CML_OK;
	return cml_auc(trees->n, log_chance, trees->y, &chance->auc, err);
}

static enum cml_result learn(const struct cml_chance_training *training,
			     const struct cml_dataset *rows, struct cml_chance *chance,
			     struct cml_error *err)
{
	struct cml_bagged_trees trees = {0};
	enum cml_result status = cml_bagged_trees_train(&trees, training, rows, err);
	if (status != CML_OK)
		return status;
	chance->trees = trees.trees;
	trees.trees = NULL;
	if (trees.n > 0)
		status = calibrate(&trees, chance, err);
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
	enum cml_result status = cml_chance_rows(data, CML_CHANCE_TO_RUN, &rows, err);
	if (status != CML_OK)
		goto out;
	status = learn(training, &rows, chance, err);
out:
	cml_dataset_release(&rows);
	return status;
}

static enum cml_result train_limits(const struct cml_chance_training *training,
				    struct cml_chance *chance, struct cml_buffer *summary,
				    struct cml_error *err)
{
	for (size_t l = 0; training->limits && l < training->data->n_limits; l++) {
		const struct cml_limit *limit = &training->limits[l];
		bool is_known = limit->steepness > 0 || cml_chance_reports_limit(training->data, l);
		if (limit->name && is_known &&
		    cml_limit_train(training, l, &chance->limits[chance->n_limits++], summary,
				    err) != CML_OK)
			return err->status;
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
