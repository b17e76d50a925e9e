#include "learn/gp/gp_model.h"

#include "base/random.h"
#include "learn/gp/gp_fit.h"
#include "learn/predictor/model_bytes.h"
#include "math/lbfgs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Gradients of the log posterior below this are at its top. */
#define TOLERANCE 1e-4

/* Of the optimizer; on the public tables it ends before. */
#define MAX_STEPS 100

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("max-rows", "1000", 1, CML_GP_MAX_ROWS,
		    "maximum number of training rows; from more, a random sample is drawn"),
};

/* Weighted mean and standard deviation of the targets; equal ones have none. */
static void scale_targets(const struct cml_dataset *data, double *mean, double *sd)
{
	double weight = 0, sum = 0, squares = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		weight += data->weight[i];
		sum += data->weight[i] * data->y[i];
	}
	*mean = sum / weight;
	for (size_t i = 0; i < data->n_rows; i++)
		squares += data->weight[i] * (data->y[i] - *mean) * (data->y[i] - *mean);
	*sd = sqrt(squares / weight);
	if (*sd <= 1e-14 * fabs(*mean))
		*sd = 0;
}

/* What the fit reads: coordinates by column, standardised targets, noise. */
struct columns {
	double *x, *y, *noise_fraction, *theta;
};

static void release_columns(struct columns *columns)
{
	free(columns->x);
	free(columns->y);
	free(columns->noise_fraction);
	free(columns->theta);
}

static enum cml_result fill_columns(struct columns *columns, const struct cml_dataset *data,
				    const struct cml_gp *gp, struct cml_error *err)
{
	size_t n = data->n_rows, d = gp->input.n;
	double weight = 0;
	if (!CML_NEW(&columns->x, d * n) || !CML_NEW(&columns->y, n) ||
	    !CML_NEW(&columns->noise_fraction, n) || !CML_NEW(&columns->theta, d + CML_GP_N_OTHER))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		weight += data->weight[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		columns->y[i] = gp->y_sd > 0 ? (data->y[i] - gp->y_mean) / gp->y_sd : 0;
		columns->noise_fraction[i] = weight / data->weight[i];
	}
	return cml_gp_input_columns(&gp->input, data, columns->x, err);
}

/* The posterior under theta as a model. */
static void keep(struct cml_gp *gp, const struct cml_gp_fit *fit, const double *theta)
{
	size_t n = gp->n, d = gp->input.n;
	for (size_t k = 0; k < d; k++)
		gp->lengths[k] = exp(theta[k]);
	gp->noise = CML_GP_MIN_NOISE + exp(theta[d]);
	gp->amplitude = exp(theta[d + 1]);
	memcpy(gp->x, fit->scaled, d * n * sizeof *gp->x);
	memcpy(gp->alpha, fit->alpha, n * sizeof *gp->alpha);
	for (size_t i = 0; i < n; i++)
		memcpy(gp->factor + i * (i + 1) / 2, fit->factor + i * n,
		       (i + 1) * sizeof *gp->factor);
}

static enum cml_result fit_columns(const struct cml_gp_settings *settings, struct cml_gp *gp,
				   const struct columns *columns, struct cml_buffer *summary,
				   struct cml_error *err)
{
	struct cml_gp_fit fit = {0};
	struct cml_gp_rows rows = {.n = gp->n,
				   .d = gp->input.n,
				   .x = columns->x,
				   .y = columns->y,
				   .noise_fraction = columns->noise_fraction};
	struct cml_lbfgs problem = {.n = gp->input.n + CML_GP_N_OTHER,
				    .value = cml_gp_fit_value,
				    .context = &fit,
				    .max_steps = settings->max_steps,
				    .tolerance = TOLERANCE,
				    .progress = settings->progress,
				    .progress_context = settings->progress_context};
	double loss = NAN;
	size_t n_steps = 0;
	enum cml_result status = cml_gp_fit_init(&fit, &rows, err);
	if (status != CML_OK)
		goto out;
	cml_gp_fit_start(&fit, columns->theta);
	/* Nothing is to be learned about how equal jobs differ. */
	if (gp->y_sd > 0 &&
	    (status = cml_lbfgs_minimise(&problem, columns->theta, &loss, &n_steps, err)) != CML_OK)
		goto out;
	if (settings->raises_noise)
		columns->theta[rows.d] += log1p((double)rows.d / (2 * (double)rows.n));
	status = cml_gp_fit_posterior(&fit, columns->theta, err);
	if (status != CML_OK)
		goto out;
	keep(gp, &fit, columns->theta);
	if (!cml_summary_put(summary, "rows_learned", (double)gp->n) ||
	    !cml_summary_put(summary, "steps_taken", (double)n_steps) ||
	    !cml_summary_put(summary, "log_posterior", -loss) ||
	    !cml_summary_put(summary, "noise_sd", gp->y_sd * sqrt(gp->noise)))
		status = cml_fail_memory(err);
out:
	cml_gp_fit_release(&fit);
	return status;
}

enum cml_result cml_gp_learn(const struct cml_dataset *data, const struct cml_gp_settings *settings,
			     struct cml_gp **made, struct cml_buffer *summary,
			     struct cml_error *err)
{
	struct cml_gp_input input;
	struct columns columns = {0};
	struct cml_gp *gp = NULL;
	if (cml_gp_input_fit(&input, data, err) != CML_OK ||
	    cml_gp_new(&gp, &input, data->n_rows, err) != CML_OK)
		return err->status;
	scale_targets(data, &gp->y_mean, &gp->y_sd);
	enum cml_result status = fill_columns(&columns, data, gp, err);
	if (status != CML_OK ||
	    (status = fit_columns(settings, gp, &columns, summary, err)) != CML_OK)
		goto out;
	*made = gp;
	gp = NULL;
out:
	release_columns(&columns);
	cml_gp_free(gp);
	return status;
}

/* So many rows of the data, in their order, drawn without replacement. */
static enum cml_result draw_rows(const struct cml_training *training, size_t n,
				 struct cml_dataset *drawn, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	struct cml_random random;
	size_t *rows = cml_array_new(n, sizeof *rows), n_taken = 0;
	if (!rows)
		return cml_fail_memory(err);
	cml_random_init(&random, training->seed, 0);
	for (size_t i = 0; i < data->n_rows && n_taken < n; i++)
		if (cml_random_below(&random, data->n_rows - i) < n - n_taken)
			rows[n_taken++] = i;
	enum cml_result status = cml_dataset_select(data, rows, n, drawn, err);
	free(rows);
	return status;
}

static enum cml_result gp_train(const struct cml_training *training, void **state,
				struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_dataset drawn = {0};
	struct cml_gp *gp = NULL;
	const struct cml_gp_settings settings = {.max_steps = MAX_STEPS,
						 .raises_noise = true,
						 .progress = training->progress,
						 .progress_context = training->progress_context};
	size_t max = cml_hyper_count(training->hyper, "max-rows");
	bool draws = training->data->n_rows > max;
	enum cml_result status = CML_OK;
	if (draws && (status = draw_rows(training, max, &drawn, err)) != CML_OK)
		goto out;
	status = cml_gp_learn(draws ? &drawn : training->data, &settings, &gp, summary, err);
	*state = gp;
out:
	cml_dataset_release(&drawn);
	return status;
}

const struct cml_predictor_kind cml_gp_predictor = {
    .name = "gp",
    .doc = "Gaussian process, for few jobs, with an uncertainty",
    .hyper = hyper_specs,
    .cost = {"max-rows", 500, false},
    .n_hyper = sizeof hyper_specs / sizeof *hyper_specs,
    .train = gp_train,
    .predict = cml_gp_predict,
    .n_known_numbers = cml_gp_n_known_numbers,
    .know = cml_gp_know,
    .covariance = cml_gp_covariance,
    .has_sd = cml_gp_has_sd,
    .save = cml_gp_save,
    .load = cml_gp_load,
    .describe = cml_gp_describe,
    .free = cml_gp_free,
};
