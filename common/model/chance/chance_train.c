#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

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

/* Jobs that ran, y = 1, and those that failed by themselves, y = 0; how many these are. */
static enum cml_result select_rows(const struct cml_dataset *data, struct cml_dataset *rows,
				   size_t *n_failed, struct cml_error *err)
{
	*n_failed = 0;
	if (cml_dataset_init(rows, data->n_features, data->feature_names, err) != CML_OK)
		return err->status;
	for (const struct cml_dataset *part = data; part; part = part->failed)
		for (size_t row = 0; row < part->n_rows; row++) {
			bool has_failed = part != data;
			if (has_failed &&
			    !cml_job_status_is_failure((enum cml_job_status)part->y[row]))
				continue;
			*n_failed += has_failed;
			if (cml_dataset_append_copy(rows, part, row, has_failed ? 0 : 1, err) !=
			    CML_OK)
				return err->status;
		}
	return CML_OK;
}

enum cml_result cml_chance_train(struct cml_chance **chance,
				 const struct cml_chance_training *training,
				 struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	struct cml_dataset rows = {0};
	size_t n_failed;
	if (data->n_rows == 0)
		return cml_fail(err, CML_BAD_DATA,
				"no job ran: the chance to run cannot be learned");
	struct cml_chance *made = cml_chance_new(data->n_features);
	if (!made)
		return cml_fail_memory(err);
	enum cml_result status = select_rows(data, &rows, &n_failed, err);
	if (status != CML_OK)
		goto out;
	made->n_ran = (double)data->n_rows;
	made->n_failed = (double)n_failed;
	if (n_failed > 0 && (status = learn(training, &rows, made, err)) != CML_OK)
		goto out;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
	    !cml_summary_put(summary, "ok_auc", made->auc) ||
	    !cml_summary_put(summary, "ok_brier", made->brier)) {
		status = cml_fail_memory(err);
		goto out;
	}
	*chance = made;
	made = NULL;
out:
	cml_dataset_release(&rows);
	cml_chance_free(made);
	return status;
}
