#include "model/chance/chance_train.h"

#include "learn/auto/auto.h"
#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"
#include "math/noise.h"
#include "math/normal.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fraction of errors that the spread is fitted to. */
#define CENTRAL 0.9

/* Errors are those of so many folds, of so many rows at most. */
#define N_FOLDS 5
#define MAX_VALIDATED 4000

static double count_inside(const struct cml_limit *limit, const struct cml_dataset *rows)
{
	double n = 0;
	for (size_t i = 0; i < rows->n_rows; i++)
		n += rows->y[i] >= limit->lower && rows->y[i] <= limit->upper;
	return n;
}

/* Takes logarithms where all have one, of what is left beside the law; true then. */
static bool take_logarithms(struct cml_dataset *rows, size_t law)
{
	for (size_t i = 0; i < rows->n_rows; i++)
		if (rows->y[i] <= 0)
			return false;
	for (size_t i = 0; i < rows->n_rows; i++) {
		const float *x = rows->x + i * rows->n_features;
		rows->y[i] = log(rows->y[i]) - (law == SIZE_MAX ? 0 : M_LN2 * (double)x[law]);
	}
	return true;
}

/* Conformal: one more error, as large as the largest, counts with those of n rows. */
static enum cml_result measure_errors(const struct cml_dataset *rows,
				      const struct cml_missed *missed, struct cml_limit_model *made,
				      struct cml_error *err)
{
	double n = (double)rows->n_rows;
	double squares = 0, spreads = 0, weight = 0;
	struct cml_weighted *errors = cml_array_new(rows->n_rows, sizeof *errors);
	if (!errors)
		return cml_fail_memory(err);
	made->noise = cml_noise_fit(missed, rows->n_rows);
	for (size_t i = 0; i < rows->n_rows; i++) {
		double spread = sqrt(made->noise + missed[i].sd * missed[i].sd);
		errors[i] = (struct cml_weighted){spread > 0 ? missed[i].error / spread : 0,
						  rows->weight[i]};
		squares += rows->weight[i] * missed[i].error * missed[i].error;
		spreads += rows->weight[i] * spread;
		weight += rows->weight[i];
	}
	made->error = sqrt(squares / weight);
	made->scale = cml_weighted_quantile(errors, rows->n_rows, fmin(1, CENTRAL * (n + 1) / n)) /
		      cml_normal_central(CENTRAL);
	made->spread = made->scale * spreads / weight;
	free(errors);
	return isfinite(made->spread) ? CML_OK
				      : cml_fail(err, CML_BAD_DATA, "too large to learn from");
}

static bool are_equal(const struct cml_dataset *rows)
{
	for (size_t i = 1; i < rows->n_rows; i++)
		if (rows->y[i] != rows->y[0])
			return false;
	return rows->n_rows > 1;
}

/* Folds of configurations, and out-of-fold predictions. */
struct validation {
	const struct cml_limit_model *made;
	const struct cml_chance_training *training;
	struct cml_dataset rows; /* all of them, or some, evenly */
	struct cml_bagging folds;
	struct cml_hyper hyper;
	struct cml_missed *missed; /* rows; an error of NaN: learned from in all folds */
};

static enum cml_result learn_auto(const struct validation *validation,
				  const struct cml_dataset *rows, struct cml_pool *pool,
				  void **state, struct cml_error *err)
{
	const struct cml_training training = {.data = rows,
					      .hyper = &validation->hyper,
					      .seed = validation->training->seed,
					      .log_target = validation->made->is_log,
					      .pool = pool};
	return cml_auto_predictor.train(&training, state, NULL, err);
}

static enum cml_result hold_out(void *context, const struct cml_ensemble_member *member,
				struct cml_error *err)
{
	const struct validation *validation = context;
	const struct cml_dataset *rows = &validation->rows;
	const struct cml_bagging *folds = &validation->folds;
	struct cml_dataset rest = {0};
	void *state = NULL;
	size_t fold = member->number, n = 0;
	size_t *chosen = cml_array_new(rows->n_rows, sizeof *chosen);
	if (!chosen)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n_rows; i++)
		if (folds->fold[folds->group[i]] != fold)
			chosen[n++] = i;
	enum cml_result status = CML_OK;
	if (n == 0 || n == rows->n_rows)
		goto out;
	if ((status = cml_dataset_select(rows, chosen, n, &rest, err)) != CML_OK ||
	    (status = learn_auto(validation, &rest, NULL, &state, err)) != CML_OK)
		goto out;
	for (size_t i = 0; i < rows->n_rows; i++)
		if (folds->fold[folds->group[i]] == fold) {
			struct cml_missed *missed = &validation->missed[i];
			cml_auto_predictor.predict(state, 1, rows->x + i * rows->n_features,
						   &missed->error, &missed->sd);
			missed->error = fabs(rows->y[i] - missed->error);
		}
out:
	cml_auto_predictor.free(state);
	cml_dataset_release(&rest);
	free(chosen);
	return status;
}

static enum cml_result measure_folds(struct validation *validation, struct cml_limit_model *made,
				     struct cml_error *err)
{
	const struct cml_ensemble folds = {
	    .n_members = N_FOLDS, .train = hold_out, .context = validation};
	const struct cml_dataset *rows = &validation->rows;
	for (size_t i = 0; i < rows->n_rows; i++)
		validation->missed[i].error = NAN;
	if (cml_ensemble_run(&folds, &(struct cml_training){.pool = validation->training->pool},
			     err) != CML_OK)
		return err->status;
	return isnan(validation->missed[0].error)
		   ? CML_OK
		   : measure_errors(rows, validation->missed, made, err);
}

/* Errors are those of folds, the model that of all rows. */
static enum cml_result learn(const struct cml_chance_training *training,
			     const struct cml_dataset *rows, struct cml_limit_model *made,
			     struct cml_error *err)
{
	struct validation validation = {.made = made, .training = training};
	size_t stride = (rows->n_rows + MAX_VALIDATED - 1) / MAX_VALIDATED, n = 0;
	size_t *chosen = cml_array_new(rows->n_rows / stride + 1, sizeof *chosen);
	enum cml_result status = CML_OK;
	for (size_t row = 0; chosen && row < rows->n_rows; row += stride)
		chosen[n++] = row;
	validation.missed = cml_array_new(n, sizeof *validation.missed);
	if (!chosen || !validation.missed) {
		status = cml_fail_memory(err);
		goto out;
	}
	if ((status = cml_predictor_resolve(&cml_auto_predictor, &validation.hyper, err)) !=
		CML_OK ||
	    (status = cml_dataset_select(rows, chosen, n, &validation.rows, err)) != CML_OK ||
	    (status = cml_bagging_init_folds(&validation.folds, &validation.rows, N_FOLDS, N_FOLDS,
					     training->seed, err)) != CML_OK ||
	    (status = learn_auto(&validation, rows, training->pool, &made->state, err)) != CML_OK)
		goto out;
	status = measure_folds(&validation, made, err);
out:
	cml_bagging_release(&validation.folds);
	cml_hyper_release(&validation.hyper);
	cml_dataset_release(&validation.rows);
	free(validation.missed);
	free(chosen);
	return status;
}

static enum cml_result summarize(const struct cml_limit_model *made, double n_inside,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_buffer name = {0};
	bool ok = cml_buffer_printf(&name, "limit_%s_inside", made->name) &&
		  cml_summary_put(summary, name.data, n_inside);
	name.size = 0;
	ok = ok && cml_buffer_printf(&name, "limit_%s_error", made->name) &&
	     cml_summary_put(summary, name.data, made->error);
	cml_buffer_release(&name);
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result learn_reports(const struct cml_chance_training *training, size_t l,
				     struct cml_limit_model *made, struct cml_buffer *summary,
				     struct cml_error *err)
{
	struct cml_dataset rows = {0};
	double n_inside = 0;
	enum cml_result status = cml_chance_rows(training->data, l, &rows, err);
	if (status != CML_OK)
		goto out;
	made->n_rows = (double)rows.n_rows;
	n_inside = count_inside(&training->limits[l], &rows);
	made->is_log = take_logarithms(&rows, made->law);
	if (!made->is_log)
		made->law = SIZE_MAX;
	for (size_t i = 0; made->law != SIZE_MAX && i < rows.n_rows; i++)
		made->law_error += rows.y[i] * rows.y[i] / made->n_rows;
	made->law_error = sqrt(made->law_error);
	if ((status = learn(training, &rows, made, err)) != CML_OK) {
		if (status == CML_BAD_DATA)
			cml_error_locate(err, NULL, 0, made->name);
		goto out;
	}
	/* Not a rounding error. */
	if (are_equal(&rows))
		made->error = made->spread = made->scale = 0;
	status = summarize(made, n_inside, summary, err);
out:
	cml_dataset_release(&rows);
	return status;
}

enum cml_result cml_limit_train(const struct cml_chance_training *training, size_t l,
				struct cml_limit_model *made, struct cml_buffer *summary,
				struct cml_error *err)
{
	const struct cml_limit *limit = &training->limits[l];
	const struct cml_dataset *data = training->data;
	*made = (struct cml_limit_model){.name = strdup(limit->name),
					 .lower = limit->lower,
					 .upper = limit->upper,
					 .law = limit->law,
					 .steepness = limit->steepness,
					 .error = NAN};
	if (!made->name)
		return cml_fail_memory(err);
	if (limit->steepness == 0)
		return learn_reports(training, l, made, summary, err);
	made->is_log = true;
	made->n_rows = (double)(data->n_rows + cml_chance_count(data, CML_JOB_OOM));
	return CML_OK;
}
