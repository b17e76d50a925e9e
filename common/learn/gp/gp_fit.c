#include "learn/gp/gp_fit.h"

#include "base/memory.h"
#include "math/cholesky.h"

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

static double length_sd(const struct cml_gp_fit *fit)
{
	return fit->rows.length_own_sd > 0 ? fit->rows.length_own_sd : LENGTH_SD;
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

double cml_gp_fit_prior(double x, double mean, double sd, double *slope)
{
	double z = (x - mean) / sd;
	*slope += z / sd;
	return z * z / 2;
}

bool cml_gp_fit_is_sensible(const double *theta, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(fabs(theta[i]) < LARGEST_LOG))
			return false;
	return true;
}

/* Row i of coordinates over length scales into fit->at. */
static void take_row(const struct cml_gp_fit *fit, size_t i)
{
	for (size_t k = 0; k < fit->rows.d; k++)
		fit->at[k] = fit->scaled[k * fit->rows.n + i];
}

void cml_gp_fit_correlate(struct cml_gp_fit *fit, const double *theta)
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
		take_row(fit, i);
		cml_gp_distances(n, d, fit->scaled, fit->at, i + 1, row);
		cml_gp_correlate(i + 1, row, fit->slope + i * n);
	}
}

/* Correlations, slopes, factor and alpha of theta; false when there is no factor. */
static bool look(struct cml_gp_fit *fit, const double *theta)
{
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	double noise = CML_GP_MIN_NOISE + exp(theta[d]), amplitude = exp(theta[d + 1]);
	cml_gp_fit_correlate(fit, theta);
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

double cml_gp_fit_add_row(struct cml_gp_fit *fit, size_t i, double amplitude, double *gradient)
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
		gradient[d + 1] += cml_gp_fit_add_row(fit, i, amplitude, gradient);
	}
}

/* The logarithms are jointly normal: the inverse of I + ratio 1 1' is I - ratio / (1 + d ratio) 1
 * 1'. */
double cml_gp_fit_length_prior(const struct cml_gp_fit *fit, const double *theta, double *gradient)
{
	size_t d = fit->rows.d;
	double mean = length_mean(d), sd = length_sd(fit);
	double ratio = fit->rows.length_shared_sd / sd, value = 0, sum = 0;
	for (size_t k = 0; k < d; k++) {
		value += cml_gp_fit_prior(theta[k], mean, sd, &gradient[k]);
		sum += (theta[k] - mean) / sd;
	}
	double shared = ratio * ratio / (1 + (double)d * ratio * ratio) * sum;
	for (size_t k = 0; k < d; k++)
		gradient[k] -= shared / sd;
	return value - shared * sum / 2;
}

double cml_gp_fit_value(void *context, const double *theta, double *gradient)
{
	struct cml_gp_fit *fit = context;
	const struct cml_gp_rows *rows = &fit->rows;
	size_t n = rows->n, d = rows->d;
	if (!cml_gp_fit_is_sensible(theta, d + CML_GP_N_OTHER) || !look(fit, theta))
		return INFINITY;
	double value = cml_cholesky_log_determinant(n, fit->factor) / 2;
	for (size_t i = 0; i < n; i++)
		value += rows->y[i] * fit->alpha[i] / 2;
	memset(gradient, 0, (d + CML_GP_N_OTHER) * sizeof *gradient);
	value += cml_gp_fit_length_prior(fit, theta, gradient);
	value += cml_gp_fit_prior(theta[d], NOISE_MEAN, NOISE_SD, &gradient[d]);
	value += cml_gp_fit_prior(theta[d + 1], 0, AMPLITUDE_SD, &gradient[d + 1]);
	add_likelihood_gradient(fit, theta, gradient);
	return value;
}

enum cml_result cml_gp_fit_posterior(struct cml_gp_fit *fit, const double *theta,
				     struct cml_error *err)
{
	return look(fit, theta) ? CML_OK
				: cml_fail(err, CML_BAD_DATA,
					   "the covariance of the jobs is not positive definite");
}
