#include "model/chance/limit_train.h"

#include "learn/predictor/model_bytes.h"
#include "math/correlation.h"
#include "model/chance/chance_line.h"
#include "model/chance/chance_process.h"
#include "model/chance/chance_rows.h"
#include "model/chance/validated_trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Configurations that are drawn to find missing jobs: half as many as jobs, and at least so many.
 * One that counts for fewer jobs than MIN_WEIGHT is left out. */
#define MIN_DRAWN 2000
#define MIN_WEIGHT 0.001

/* Pools the trees with the process, where there is one; log_odds[held_out->n] become those of
 * both. */
static enum cml_result add_process(const struct cml_dataset *rows, size_t n_jobs,
				   const struct cml_held_out *held_out, struct cml_chance *chance,
				   double *log_odds, struct cml_error *err)
{
	double *own = cml_array_new(held_out->n, sizeof *own);
	if (!own)
		return cml_fail_memory(err);
	enum cml_result status =
	    cml_chance_process_train(&chance->process, rows, n_jobs, held_out, own, err);
	if (status != CML_OK || !chance->process)
		goto out;
	chance->process_share = cml_chance_process_share(held_out, log_odds, own, n_jobs);
	for (size_t i = 0; i < held_out->n; i++)
		log_odds[i] = cml_chance_pool(chance, log_odds[i], own[i]);
out:
	free(own);
	return status;
}

/* Adds the line; log_odds[held_out->n] become calibrated ones. */
static enum cml_result add_line(const struct cml_dataset *rows, const struct cml_held_out *held_out,
				struct cml_chance *chance, double *log_odds, struct cml_error *err)
{
	double *own = cml_array_new(held_out->n, sizeof *own);
	if (!own)
		return cml_fail_memory(err);
	struct cml_platt alone;
	enum cml_result status = cml_chance_line_train(&chance->of_line, rows, held_out, own, err);
	if (status != CML_OK ||
	    (status = cml_platt_fit(&alone, held_out->n, own, NULL, held_out->y, held_out->weight,
				    err)) != CML_OK ||
	    (status = cml_platt_fit(&chance->pool, held_out->n, log_odds, own, held_out->y,
				    held_out->weight, err)) != CML_OK)
		goto out;
	chance->line_slope = alone.slope;
	for (size_t i = 0; i < held_out->n; i++)
		log_odds[i] = cml_chance_calibrate(chance, log_odds[i], own[i]);
out:
	free(own);
	return status;
}

/* Area under the curve and Brier score of jobs held out; log_odds are overwritten. */
static enum cml_result measure(size_t n_jobs, const struct cml_held_out *held_out, double *log_odds,
			       struct cml_chance *chance, struct cml_error *err)
{
	double squares = 0, weight = 0;
	size_t n = 0;
	double *y = cml_array_new(held_out->n, sizeof *y);
	if (!y)
		return cml_fail_memory(err);
	for (size_t i = 0; i < held_out->n; i++) {
		if (held_out->rows[i] >= n_jobs)
			continue;
		double log_chance = cml_chance_of_odds(chance, log_odds[i]);
		squares += held_out->weight[i] * pow(held_out->y[i] - exp(log_chance), 2);
		weight += held_out->weight[i];
		y[n] = held_out->y[i];
		log_odds[n++] = log_chance;
	}
	chance->brier = squares / weight;
	enum cml_result status = cml_auc(n, log_odds, y, &chance->auc, err);
	free(y);
	return status;
}

/* Calibrates the trees by rows held out, adds process and line and measures all. */
static enum cml_result calibrate(const struct cml_dataset *rows, size_t n_jobs,
				 const struct cml_held_out *held_out, struct cml_chance *chance,
				 struct cml_error *err)
{
	double *log_odds = cml_array_new(held_out->n, sizeof *log_odds);
	if (!log_odds)
		return cml_fail_memory(err);
	enum cml_result status = cml_platt_fit(&chance->line, held_out->n, held_out->predicted,
					       NULL, held_out->y, held_out->weight, err);
	if (status != CML_OK)
		goto out;
	for (size_t i = 0; i < held_out->n; i++)
		log_odds[i] = cml_chance_of_trees(chance, held_out->predicted[i]);
	if ((status = add_process(rows, n_jobs, held_out, chance, log_odds, err)) == CML_OK &&
	    (status = add_line(rows, held_out, chance, log_odds, err)) == CML_OK)
		status = measure(n_jobs, held_out, log_odds, chance, err);
out:
	free(log_odds);
	return status;
}

/* rows: those of n_jobs jobs, then drawn ones. */
static enum cml_result learn(const struct cml_chance_training *training,
			     const struct cml_dataset *rows, size_t n_jobs,
			     struct cml_chance *chance, struct cml_error *err)
{
	struct cml_validated_trees trees = {0};
	const struct cml_trees_task task = {.data = rows,
					    .monotone = training->monotone,
					    .seed = training->seed,
					    .pool = training->pool};
	enum cml_result status = cml_validated_trees_train(&trees, &task, err);
	if (status != CML_OK)
		return status;
	chance->trees = trees.trees;
	trees.trees = NULL;
	if (trees.held_out.n > 0)
		status = calibrate(rows, n_jobs, &trees.held_out, chance, err);
	cml_validated_trees_release(&trees);
	return status;
}

/* A chance without jobs again. */
static void forget(struct cml_chance *chance)
{
	cml_tree_ensemble_free(chance->trees);
	cml_gp_free(chance->process);
	cml_linear_free(chance->of_line);
	chance->trees = NULL;
	chance->process = NULL;
	chance->of_line = NULL;
	chance->line = chance->pool = (struct cml_platt){.slope = 1};
}

/* Appends some of drawn, evenly, to rows as failed jobs; weight: of all of them, in jobs of mean
 * weight. */
static enum cml_result append_drawn(struct cml_dataset *rows, const struct cml_dataset *drawn,
				    const double *weight, struct cml_error *err)
{
	double unit = 0;
	size_t stride = 2 * drawn->n_rows / rows->n_rows + 1;
	double *features = cml_array_new(drawn->n_features, sizeof *features);
	enum cml_result status = CML_OK;
	if (!features)
		return cml_fail_memory(err);
	for (size_t row = 0; row < rows->n_rows; row++)
		unit += rows->weight[row] / (double)rows->n_rows;
	for (size_t row = 0; row < drawn->n_rows; row += stride) {
		double own = weight[row] * (double)stride;
		if (!(own > MIN_WEIGHT))
			continue;
		for (size_t f = 0; f < drawn->n_features; f++)
			features[f] = (double)drawn->x[row * drawn->n_features + f];
		if ((status = cml_dataset_append(rows, features, 0, own * unit, drawn->keys[row],
						 err)) != CML_OK)
			break;
	}
	free(features);
	return status;
}

/* Draws untried configurations and appends to rows those that stand in for missing jobs. */
static enum cml_result add_missing(const struct cml_chance_training *training,
				   const struct cml_chance *chance, struct cml_dataset *rows,
				   double *launched, struct cml_error *err)
{
	const struct cml_chance_untried *untried = training->untried;
	struct cml_dataset drawn = {0};
	double *drawn_chance = NULL;
	size_t n = rows->n_rows / 2 > MIN_DRAWN ? rows->n_rows / 2 : MIN_DRAWN;
	enum cml_result status =
	    cml_dataset_init(&drawn, rows->n_features, rows->feature_names, err);
	if (status != CML_OK ||
	    (status = untried->draw(untried->context, rows, n, &drawn, err)) != CML_OK ||
	    drawn.n_rows == 0)
		goto out;
	if (!CML_NEW(&drawn_chance, 2 * drawn.n_rows)) {
		status = cml_fail_memory(err);
		goto out;
	}
	double *weight = drawn_chance + drawn.n_rows;
	cml_chance_predict(chance, NULL, drawn.n_rows, drawn.x, drawn_chance);
	for (size_t row = 0; row < drawn.n_rows; row++)
		drawn_chance[row] = exp(drawn_chance[row]);
	*launched = cml_missing_failures(rows, drawn.n_rows, drawn_chance, weight);
	if (*launched < 1)
		status = append_drawn(rows, &drawn, weight, err);
out:
	free(drawn_chance);
	cml_dataset_release(&drawn);
	return status;
}

static enum cml_result learn_rows(const struct cml_chance_training *training,
				  struct cml_dataset *rows, struct cml_chance *chance,
				  struct cml_error *err)
{
	size_t n_jobs = rows->n_rows;
	double launched = 1;
	if (learn(training, rows, n_jobs, chance, err) != CML_OK)
		return err->status;
	if (training->untried && add_missing(training, chance, rows, &launched, err) != CML_OK)
		return err->status;
	if (launched == 1)
		return CML_OK;
	forget(chance);
	chance->launched = launched;
	return learn(training, rows, n_jobs, chance, err);
}

/* Learns the chance not to fail by itself into a chance that is new; where failing jobs are missing
 * in the log (chance_rows.h), a second time, with what stands in for them. What the chance owns is
 * the caller's to free, on failure too. */
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
	status = learn_rows(training, &rows, chance, err);
out:
	cml_dataset_release(&rows);
	return status;
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
	if (train_run(training, made, err) != CML_OK)
		goto fail;
	if (!cml_summary_put(summary, "ok_failed", made->n_failed) ||
	    !cml_summary_put(summary, "ok_launched", made->launched < 1 ? made->launched : NAN) ||
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
