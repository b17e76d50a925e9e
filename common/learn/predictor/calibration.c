#include "learn/predictor/calibration.h"

#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>

/* Noise is looked for from MAX_NOISE times the mean squared error (members may
 * say too much as well as too little) down by halves, so many times. */
#define MAX_NOISE 16
#define N_HALVES 20

/* A row that at least two members never saw. */
struct unseen_row {
	double square;   /* of its error */
	double variance; /* of the prediction: of the members, and of having so few */
	double weight;
};

struct fit {
	struct unseen_row *rows;
	size_t n;
	double weight;  /* of all */
	double squares; /* weighted mean of their squares */
};

static double error_of(const struct cml_unseen *unseen, size_t row)
{
	double away = unseen->target[row] - unseen->mean[row];
	return unseen->is_log ? expm1(away) : away;
}

/* Variances of few members are poor ones, and errors in units of them have long
 * tails. Which members see a row does not depend on the row, so those that many
 * did not see represent all. */
static size_t members_asked(const struct cml_unseen *unseen)
{
	size_t n_rows[CML_CALIBRATION_MEMBERS + 1] = {0}; /* that so many did not see */
	for (size_t i = 0; i < unseen->n_rows; i++)
		n_rows[unseen->n_members[i] < CML_CALIBRATION_MEMBERS ? unseen->n_members[i]
								      : CML_CALIBRATION_MEMBERS]++;
	size_t min = CML_CALIBRATION_MEMBERS;
	for (size_t n = n_rows[min]; min > 2 && n < CML_CALIBRATION_ROWS; n += n_rows[min])
		min--;
	return min;
}

static void collect(struct fit *fit, const struct cml_unseen *unseen)
{
	size_t min_members = members_asked(unseen);
	for (size_t i = 0; i < unseen->n_rows; i++) {
		size_t n = unseen->n_members[i];
		if (n < min_members)
			continue;
		double error = error_of(unseen, i);
		double variance = cml_ensemble_variance(n, unseen->squares[i]);
		fit->rows[fit->n++] = (struct unseen_row){
		    error * error, variance + variance / (double)n, unseen->weight[i]};
		fit->weight += unseen->weight[i];
		fit->squares += unseen->weight[i] * error * error;
	}
	fit->squares /= fit->n > 0 ? fit->weight : 1;
}

/* Mean of squared errors in units of noise + variance. */
static double relative_squares(const struct fit *fit, double noise)
{
	double sum = 0;
	for (size_t i = 0; i < fit->n; i++)
		sum += fit->rows[i].weight * fit->rows[i].square / (noise + fit->rows[i].variance);
	return sum / fit->weight;
}

/* Minus twice the mean log-likelihood under the best factor for all deviations,
 * less what does not depend on noise. */
static double unlikeliness(const struct fit *fit, double noise)
{
	double sum = 0;
	for (size_t i = 0; i < fit->n; i++)
		sum += fit->rows[i].weight * log(noise + fit->rows[i].variance);
	return sum / fit->weight + log(relative_squares(fit, noise));
}

static double likeliest_noise(const struct fit *fit)
{
	double noise = MAX_NOISE * fit->squares;
	double best = noise;
	double min = unlikeliness(fit, best);
	for (size_t k = 0; k < N_HALVES; k++) {
		noise /= 2;
		double unlikely = unlikeliness(fit, noise);
		if (unlikely < min) {
			min = unlikely;
			best = noise;
		}
	}
	return best;
}

static enum cml_result fit_scale(struct cml_calibration *calibration, const struct fit *fit,
				 struct cml_error *err)
{
	struct cml_weighted *sizes = cml_array_new(fit->n, sizeof *sizes);
	if (!sizes)
		return cml_fail_memory(err);
	for (size_t i = 0; i < fit->n; i++)
		sizes[i] = (struct cml_weighted){
		    sqrt(fit->rows[i].square / (calibration->noise + fit->rows[i].variance)),
		    fit->rows[i].weight};
	double fraction = CML_CALIBRATION_COVERAGE * (1 + 1 / (double)fit->n);
	calibration->scale =
	    cml_weighted_quantile(sizes, fit->n, fmin(fraction, 1)) / CML_CALIBRATION_DEVIATIONS;
	free(sizes);
	return CML_OK;
}

enum cml_result cml_calibration_fit(struct cml_calibration *calibration,
				    const struct cml_unseen *unseen, struct cml_error *err)
{
	struct fit fit = {.rows = cml_array_new(unseen->n_rows, sizeof *fit.rows)};
	enum cml_result status = CML_OK;
	*calibration = (struct cml_calibration){0};
	if (!fit.rows)
		return cml_fail_memory(err);
	collect(&fit, unseen);
	if (fit.n > 0)
		*calibration = (struct cml_calibration){true, fit.squares, 1};
	/* A mean of squares past the range of a double leaves nothing to fit. */
	if (!isfinite(fit.squares))
		*calibration = (struct cml_calibration){0};
	else if (fit.n >= CML_CALIBRATION_MIN_ROWS && fit.squares > 0) {
		calibration->noise = likeliest_noise(&fit);
		status = fit_scale(calibration, &fit, err);
	}
	free(fit.rows);
	return status;
}

double cml_calibration_sd(const struct cml_calibration *calibration, size_t n, double variance)
{
	if (!calibration->is_fitted)
		return sqrt(variance);
	return calibration->scale * sqrt(calibration->noise + variance + variance / (double)n);
}

bool cml_calibration_save(const struct cml_calibration *calibration, struct cml_buffer *out)
{
	return cml_bytes_put_u32(out, calibration->is_fitted) &&
	       cml_bytes_put_double(out, calibration->noise) &&
	       cml_bytes_put_double(out, calibration->scale);
}

bool cml_calibration_load(struct cml_calibration *calibration, struct cml_slice *bytes)
{
	uint32_t is_fitted;
	if (!cml_bytes_take_u32(bytes, &is_fitted) ||
	    !cml_bytes_take_double(bytes, &calibration->noise) ||
	    !cml_bytes_take_double(bytes, &calibration->scale))
		return false;
	calibration->is_fitted = is_fitted == 1;
	return is_fitted <= 1 && isfinite(calibration->noise) && calibration->noise >= 0 &&
	       isfinite(calibration->scale) && calibration->scale >= 0;
}
