#include "learn/linear/linear_model.h"

#include "learn/predictor/model_bytes.h"
#include "math/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ridge regression with the penalty that predicts rows left out best.
 *
 * Minimised is sum_i w_i (y_i - a - z_i b)^2 / W + penalty |b|^2 over standardised coordinates z.
 * Generalised cross-validation stands for leaving out each row in turn: it is the mean squared
 * residual over (1 - degrees of freedom / n)^2, and costs one eigendecomposition for all
 * penalties.
 * Source: A. Hoerl, R. Kennard, "Ridge regression: biased estimation for nonorthogonal problems",
 * Technometrics 12, 1970; G. Golub, M. Heath, G. Wahba, "Generalized cross-validation as a
 * method for choosing a good ridge parameter", Technometrics 21, 1979. */

struct ridge {
	double penalty;     /* in units of the variance of a coordinate */
	double freedom;     /* degrees of freedom of the line, 1 for the mean included */
	double mean_square; /* of the residuals */
	double gcv;         /* what was minimised, the square of an error on rows left out */
};

/* Penalties tried: powers of the square root of 10, 1 shrinks an average coordinate by half. */
#define MIN_EXPONENT (-12)
#define MAX_EXPONENT 8

/* The problem turned so that coordinates are independent. */
struct turned {
	size_t n_rows, n;
	double *vectors; /* n x n: Z' W Z / W, then its eigenvectors, a row each */
	double *product; /* n: Z' W y / W */
	double *spread;  /* n: eigenvalues, the variance along each */
	double *along;   /* n: product along each */
	double *inverse; /* n x n */
	double weight, y_mean, y_variance;
};

static void turned_release(struct turned *turned)
{
	free(turned->vectors);
	free(turned->product);
	free(turned->spread);
	free(turned->along);
	free(turned->inverse);
}

static bool allocate(struct turned *turned, struct cml_linear *linear)
{
	size_t n = turned->n;
	return CML_NEW(&linear->coefficients, n) && CML_NEW(&linear->root, n * (n + 1) / 2) &&
	       CML_NEW(&turned->vectors, n * n) && CML_NEW(&turned->product, n) &&
	       CML_NEW(&turned->spread, n) && CML_NEW(&turned->along, n) &&
	       CML_NEW(&turned->inverse, n * n);
}

static void add_multiple(size_t n, double factor, const double *restrict from, double *restrict to)
{
	for (size_t i = 0; i < n; i++)
		to[i] += factor * from[i];
}

/* Weighted sums over the rows; targets less their mean. */
static void sum_up(struct turned *turned, const struct cml_dataset *data,
		   const struct cml_linear_input *input)
{
	double row[CML_LINEAR_MAX_COORDINATES];
	size_t n = turned->n;
	for (size_t i = 0; i < data->n_rows; i++) {
		turned->weight += data->weight[i];
		turned->y_mean += data->weight[i] * data->y[i];
	}
	turned->y_mean /= turned->weight;
	for (size_t i = 0; i < data->n_rows; i++) {
		double share = data->weight[i] / turned->weight;
		double away = data->y[i] - turned->y_mean;
		turned->y_variance += share * away * away;
		cml_linear_input_row(input, data->x + i * data->n_features, row);
		add_multiple(n, share * away, row, turned->product);
		for (size_t k = 0; k < n; k++)
			add_multiple(k + 1, share * row[k], row, turned->vectors + k * n);
	}
}

static enum cml_result turn(struct turned *turned, struct cml_error *err)
{
	size_t n = turned->n;
	AUTOFREE double *work = cml_array_new(n, CML_EIGEN_WORK * sizeof *work);
	if (!work)
		return cml_fail_memory(err);
	if (!cml_eigen_symmetric(n, turned->vectors, turned->spread, work))
		return cml_fail(err, CML_BAD_DATA, "the features have no eigenvalues");
	for (size_t k = 0; k < n; k++) {
		/* Of fewer rows than coordinates, some are 0 but for rounding. */
		turned->spread[k] = turned->spread[k] > 1e-12 ? turned->spread[k] : 0;
		for (size_t i = 0; i < n; i++)
			turned->along[k] += turned->vectors[k * n + i] * turned->product[i];
	}
	return CML_OK;
}

/* The residuals of a penalty. */
static void measure(const struct turned *turned, struct ridge *ridge)
{
	double left = turned->y_variance;
	ridge->freedom = 1;
	for (size_t k = 0; k < turned->n; k++) {
		double shrunk = turned->spread[k] + ridge->penalty;
		left -= turned->along[k] * turned->along[k] * (shrunk + ridge->penalty) /
			(shrunk * shrunk);
		ridge->freedom += turned->spread[k] / shrunk;
	}
	/* A perfect fit leaves rounding. */
	ridge->mean_square = fmax(left, 1e-15 * turned->y_variance);
	double free_share = 1 - ridge->freedom / (double)turned->n_rows;
	ridge->gcv = free_share > 0 ? ridge->mean_square / (free_share * free_share) : INFINITY;
}

/* The largest penalty of those that are best. */
static void choose(const struct turned *turned, struct ridge *ridge)
{
	struct ridge best = {.gcv = INFINITY};
	for (int exponent = MAX_EXPONENT; exponent >= MIN_EXPONENT; exponent--) {
		struct ridge tried = {.penalty = pow(10, exponent / 2.0)};
		measure(turned, &tried);
		if (tried.gcv < best.gcv || best.penalty == 0)
			best = tried;
	}
	*ridge = best;
}

static enum cml_result keep(const struct turned *turned, const struct ridge *ridge,
			    struct cml_linear *linear, struct cml_error *err)
{
	size_t n = turned->n;
	double free_rows = fmax(1, (double)turned->n_rows - ridge->freedom);
	for (size_t k = 0; k < n; k++) {
		const double *vector = turned->vectors + k * n;
		double shrunk = turned->spread[k] + ridge->penalty;
		add_multiple(n, turned->along[k] / shrunk, vector, linear->coefficients);
		for (size_t i = 0; i < n; i++)
			add_multiple(i + 1, vector[i] / (shrunk * (double)turned->n_rows), vector,
				     turned->inverse + i * n);
	}
	if (!cml_cholesky(n, turned->inverse))
		return cml_fail(err, CML_BAD_DATA, "the penalty %g is too small to solve for",
				ridge->penalty);
	for (size_t i = 0; i < n; i++)
		memcpy(linear->root + i * (i + 1) / 2, turned->inverse + i * n,
		       (i + 1) * sizeof *linear->root);
	linear->intercept = turned->y_mean;
	linear->noise = ridge->mean_square * (double)turned->n_rows / free_rows;
	linear->of_mean = 1 / (double)turned->n_rows;
	return CML_OK;
}

/* Learns the numbers of *linear, whose input was fitted to data, and fills in *ridge. There may be
 * fewer rows than coordinates. O(n_rows n^2 + n^3) for n coordinates. */
static enum cml_result fit_ridge(struct ridge *ridge, const struct cml_dataset *data,
				 struct cml_linear *linear, struct cml_error *err)
{
	AUTO(turned) turned = {.n_rows = data->n_rows, .n = linear->input.n};
	if (cml_cholesky_find(err) != CML_OK)
		return err->status;
	if (!allocate(&turned, linear))
		return cml_fail_memory(err);
	sum_up(&turned, data, &linear->input);
	if (turn(&turned, err) != CML_OK)
		return err->status;
	choose(&turned, ridge);
	return keep(&turned, ridge, linear, err);
}

enum cml_result cml_linear_train(const struct cml_dataset *data, struct cml_linear **made,
				 struct cml_buffer *summary, struct cml_error *err)
{
	struct ridge ridge = {0};
	AUTOPTR(cml_linear) linear = cml_array_new(1, sizeof *linear);
	if (!linear)
		return cml_fail_memory(err);
	if (cml_linear_input_fit(&linear->input, data, err) != CML_OK ||
	    fit_ridge(&ridge, data, linear, err) != CML_OK)
		return err->status;
	if (!cml_summary_put(summary, "linear_penalty", ridge.penalty) ||
	    !cml_summary_put(summary, "linear_freedom", ridge.freedom) ||
	    !cml_summary_put(summary, "linear_gcv_rmse", sqrt(ridge.gcv)))
		return cml_fail_memory(err);
	cml_linear_find_reach(linear, data);
	*made = linear;
	linear = NULL;
	return CML_OK;
}

static enum cml_result train(const struct cml_training *training, void **state,
			     struct cml_buffer *summary, struct cml_error *err)
{
	struct cml_linear *linear;
	if (cml_linear_train(training->data, &linear, summary, err) != CML_OK)
		return err->status;
	*state = linear;
	return CML_OK;
}

const struct cml_predictor_kind cml_linear_predictor = {
    .name = "linear",
    .doc = "linear regression of logarithms, to extrapolate",
    .train = train,
    .predict = cml_linear_predict,
    .has_sd = cml_linear_has_sd,
    .state_size = sizeof(struct cml_linear),
    .fields = cml_linear_fields,
    .describe = cml_linear_describe,
    .free = cml_linear_free,
};
