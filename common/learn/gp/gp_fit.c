#include "learn/gp/gp_fit.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/gp/gp_model.h"
#include "learn/predictor/model_bytes.h"
#include "math/cholesky.h"
#include "math/lbfgs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the logarithms: a length scale sqrt(2) + log(d / 4) / 2, the published one with
 * shorter scales for few coordinates; noise about 1/400 of the
 * variance of y, give or take a factor of 7; the amplitude about that variance. */
#define LENGTH_MEAN 1.4142135623730951
#define LENGTH_SD 1.7320508075688772
#define NOISE_MEAN (-6.0)
#define NOISE_SD 2.0
#define AMPLITUDE_SD 1.0
/* exp() of more is of no use to anybody. */
#define LARGEST_LOG 40.0

enum cml_result cml_gp_fit_init(struct cml_gp_fit *fit, const struct cml_gp_rows *rows,
				struct cml_error *err)
{
	size_t n = rows->n, n_squared;
	*fit = (struct cml_gp_fit){.rows = *rows};
	if (cml_cholesky_find(err) != CML_OK)
		return err->status;
	if (__builtin_mul_overflow(n, n, &n_squared))
		return cml_fail_memory(err);
	return CML_NEW(&fit->scaled, rows->d * n) && CML_NEW(&fit->at, rows->d) &&
		       CML_NEW(&fit->correlation, n_squared) && CML_NEW(&fit->slope, n_squared) &&
		       CML_NEW(&fit->factor, n_squared) && CML_NEW(&fit->alpha, n) &&
		       CML_NEW(&fit->weights, n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

void cml_gp_fit_release(struct cml_gp_fit *fit)
{
	free(fit->scaled);
	free(fit->at);
	free(fit->correlation);
	free(fit->slope);
	free(fit->factor);
	free(fit->alpha);
	free(fit->weights);
	*fit = (struct cml_gp_fit){0};
}

static double length_mean(size_t d)
{
	return LENGTH_MEAN + log((double)d / 4) / 2;
}

void cml_gp_fit_start(const struct cml_gp_fit *fit, double *theta)
{
	size_t d = fit->rows.d;
	for (size_t k = 0; k < d; k++)
		theta[k] = length_mean(d);
	theta[d] = NOISE_MEAN;
	theta[d + 1] = 0;
}

/* Minus the log density of a number that is normal about mean, without what is the same for all;
 * adds its derivative to *slope. */
static double prior(double x, double mean, double sd, double *slope)
{
	double z = (x - mean) / sd;
	*slope += z / sd;
	return z * z / 2;
}

/* False where a number has no sensible exponential. */
static bool is_sensible(const double *theta, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(fabs(theta[i]) < LARGEST_LOG))
			return false;
	return true;
}

/* Leaves scaled, correlation and slope. */
static void correlate(struct cml_gp_fit *fit, const double *theta)
{
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	for (size_t k = 0; k < d; k++) {
		double inverse = exp(-theta[k]);
		for (size_t i = 0; i < n; i++)
			fit->scaled[k * n + i] = rows->x[k * n + i] * inverse;
	}
	for (size_t i = 0; i < n; i++) {
		double *row = fit->correlation + i * n;
		for (size_t k = 0; k < d; k++)
			fit->at[k] = fit->scaled[k * n + i];
		cml_gp_distances(n, d, fit->scaled, fit->at, i + 1, row);
		cml_gp_correlate(i + 1, row, fit->slope + i * n);
	}
}

enum cml_result cml_gp_fail_definite(struct cml_error *err)
{
	return cml_fail(err, CML_BAD_DATA, "the covariance of the jobs is not positive definite");
}

/* Scaled, correlations, slopes, factor and alpha of theta; false when there is no factor. */
static bool look(struct cml_gp_fit *fit, const double *theta)
{
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	double noise = CML_GP_MIN_NOISE + exp(theta[d]), amplitude = exp(theta[d + 1]);
	correlate(fit, theta);
	for (size_t i = 0; i < n; i++) {
		double *factor = fit->factor + i * n;
		for (size_t j = 0; j <= i; j++)
			factor[j] = amplitude * fit->correlation[i * n + j];
		factor[i] += noise * rows->noise_fraction[i] + CML_GP_JITTER;
	}
	if (!cml_cholesky(n, fit->factor))
		return false;
	memcpy(fit->alpha, rows->y, n * sizeof *fit->alpha);
	cml_cholesky_solve(n, fit->factor, fit->alpha);
	return true;
}

/* weights[0..i] are minus twice the derivatives of the value by row i of the covariance, amplitude
 * times correlation: adds those by the length scales to gradient[d] and returns the one by the log
 * of the amplitude. Spoils weights. */
static double add_row(struct cml_gp_fit *fit, size_t i, double amplitude, double *gradient)
{
	size_t n = fit->rows.n;
	const double *correlation = fit->correlation + i * n;
	double by_amplitude = amplitude * (2 * cml_gp_dot(i, fit->weights, correlation) +
					   fit->weights[i] * correlation[i]);
	cml_gp_weigh(i, 2 * amplitude, fit->slope + i * n, fit->weights);
	for (size_t k = 0; k < fit->rows.d; k++) {
		const double *column = fit->scaled + k * n;
		gradient[k] += cml_gp_sum_squares(i, fit->weights, column, column[i]);
	}
	return -by_amplitude / 2;
}

/* Adds the part of the gradient that comes of the likelihood: minus half the trace of
 * (alpha alpha' - covariance^-1) times the derivative of the covariance. */
static void add_likelihood_gradient(struct cml_gp_fit *fit, const double *theta, double *gradient)
{
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	double noise = exp(theta[d]), amplitude = exp(theta[d + 1]);
	cml_cholesky_invert(n, fit->factor);
	for (size_t i = 0; i < n; i++) {
		const double *inverse = fit->factor + i * n;
		for (size_t j = 0; j <= i; j++)
			fit->weights[j] = fit->alpha[i] * fit->alpha[j] - inverse[j];
		gradient[d] -= fit->weights[i] * noise * rows->noise_fraction[i] / 2;
		gradient[d + 1] += add_row(fit, i, amplitude, gradient);
	}
}

double cml_gp_fit_value(void *context, const double *theta, double *gradient)
{
	struct cml_gp_fit *fit = context;
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	if (!is_sensible(theta, d + CML_GP_N_OTHER) || !look(fit, theta))
		return INFINITY;
	double value = cml_cholesky_log_determinant(n, fit->factor) / 2, of_lengths = 0;
	for (size_t i = 0; i < n; i++)
		value += rows->y[i] * fit->alpha[i] / 2;
	memset(gradient, 0, (d + CML_GP_N_OTHER) * sizeof *gradient);
	for (size_t k = 0; k < d; k++)
		of_lengths += prior(theta[k], length_mean(d), LENGTH_SD, &gradient[k]);
	value += of_lengths;
	value += prior(theta[d], NOISE_MEAN, NOISE_SD, &gradient[d]);
	value += prior(theta[d + 1], 0, AMPLITUDE_SD, &gradient[d + 1]);
	add_likelihood_gradient(fit, theta, gradient);
	return value;
}

/* Gradients of the log posterior below this are at its top. */
#define TOLERANCE 1e-4

/* Of the optimizer; on the public tables it ends before. */
#define MAX_STEPS 100

static const struct cml_hyper_spec hyper_specs[] = {
    CML_COUNT_PARAM("max-rows", "1000", 1, CML_GP_MAX_ROWS,
		    "maximum number of training rows; from more, a random sample is drawn"),
};

/* What the fit reads: coordinates by column, standardised targets, noise. */
struct columns {
	double *x, *y, *noise_fraction, *theta;
};

static void columns_release(struct columns *columns)
{
	free(columns->x);
	free(columns->y);
	free(columns->noise_fraction);
	free(columns->theta);
}

static enum cml_result fill_columns(struct columns *columns, const struct cml_dataset *data,
				    struct cml_gp *gp, struct cml_error *err)
{
	size_t n = data->n_rows, d = gp->input.n;
	double weight = 0, row[CML_GP_MAX_COORDINATES];
	if (!CML_NEW(&gp->lengths, d) || !CML_NEW(&gp->x, d * n) || !CML_NEW(&gp->alpha, n) ||
	    !CML_NEW(&gp->factor, n * (n + 1) / 2) || !CML_NEW(&columns->x, d * n) ||
	    !CML_NEW(&columns->y, n) || !CML_NEW(&columns->noise_fraction, n) ||
	    !CML_NEW(&columns->theta, d + CML_GP_N_OTHER))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		weight += data->weight[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		columns->y[i] = gp->y_sd > 0 ? (data->y[i] - gp->y_mean) / gp->y_sd : 0;
		columns->noise_fraction[i] = weight / data->weight[i];
		cml_gp_input_row(&gp->input, data->x + i * data->n_features, row);
		for (size_t k = 0; k < d; k++)
			columns->x[k * n + i] = row[k];
	}
	return CML_OK;
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
	AUTO(cml_gp_fit) fit = {0};
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
	if (cml_gp_fit_init(&fit, &rows, err) != CML_OK)
		return err->status;
	cml_gp_fit_start(&fit, columns->theta);
	/* Nothing is to be learned about how equal jobs differ. */
	if (gp->y_sd > 0 &&
	    cml_lbfgs_minimise(&problem, columns->theta, &loss, &n_steps, err) != CML_OK)
		return err->status;
	if (settings->raises_noise)
		columns->theta[rows.d] += log1p((double)rows.d / (2 * (double)rows.n));
	if (!look(&fit, columns->theta))
		return cml_gp_fail_definite(err);
	keep(gp, &fit, columns->theta);
	bool ok = cml_summary_put(summary, "rows_learned", (double)gp->n) &&
		  cml_summary_put(summary, "steps_taken", (double)n_steps) &&
		  cml_summary_put(summary, "log_posterior", -loss) &&
		  cml_summary_put(summary, "noise_sd", gp->y_sd * sqrt(gp->noise));
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_gp_learn(const struct cml_dataset *data, const struct cml_gp_settings *settings,
			     struct cml_gp **made, struct cml_buffer *summary,
			     struct cml_error *err)
{
	AUTO(columns) columns = {0};
	AUTOPTR(cml_gp) gp = cml_array_new(1, sizeof *gp);
	if (!gp)
		return cml_fail_memory(err);
	gp->n = data->n_rows;
	if (cml_gp_input_fit(&gp->input, data, err) != CML_OK)
		return err->status;
	cml_weighted_moments(data->n_rows, data->y, data->weight, &gp->y_mean, &gp->y_sd);
	if (gp->y_sd <= 1e-14 * fabs(gp->y_mean)) /* equal but for rounding */
		gp->y_sd = 0;
	if (fill_columns(&columns, data, gp, err) != CML_OK ||
	    fit_columns(settings, gp, &columns, summary, err) != CML_OK)
		return err->status;
	*made = gp;
	gp = NULL;
	return CML_OK;
}

/* So many rows of the data, in their order, drawn without replacement. */
static enum cml_result draw_rows(const struct cml_training *training, size_t n,
				 struct cml_dataset *drawn, struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	struct cml_random random;
	AUTOFREE size_t *rows = cml_array_new(n, sizeof *rows);
	size_t n_taken = 0;
	if (!rows)
		return cml_fail_memory(err);
	cml_random_init(&random, training->seed, 0);
	for (size_t i = 0; i < data->n_rows && n_taken < n; i++)
		if (cml_random_below(&random, data->n_rows - i) < n - n_taken)
			rows[n_taken++] = i;
	return cml_dataset_select(data, rows, n, drawn, err);
}

static enum cml_result gp_train(const struct cml_training *training, void **state,
				struct cml_buffer *summary, struct cml_error *err)
{
	AUTO(cml_dataset) drawn = {0};
	struct cml_gp *gp = NULL;
	const struct cml_gp_settings settings = {.max_steps = MAX_STEPS,
						 .raises_noise = true,
						 .progress = training->progress,
						 .progress_context = training->progress_context};
	size_t max = cml_hyper_count(training->hyper, "max-rows");
	bool draws = training->data->n_rows > max;
	if (draws && draw_rows(training, max, &drawn, err) != CML_OK)
		return err->status;
	enum cml_result status =
	    cml_gp_learn(draws ? &drawn : training->data, &settings, &gp, summary, err);
	*state = gp;
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
    .state_size = sizeof(struct cml_gp),
    .fields = cml_gp_fields,
    .describe = cml_gp_describe,
    .free = cml_gp_free,
};
