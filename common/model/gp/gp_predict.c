#include "model/gp/gp_model.h"

#include <math.h>
#include <string.h>

/* Rows predicted side by side: what is loaded of the factor serves all of them. Each
 * lane's sums are its own, in the order of the rows learned from. */
#define LANES 16
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

/* Correlations of the features x[n_features] with all rows learned from. */
static void correlate(const struct cml_gp *gp, const float *x, double *correlations)
{
	double at[CML_GP_MAX_COORDINATES];
	cml_gp_input_row(&gp->input, x, at);
	for (size_t k = 0; k < gp->input.n; k++)
		at[k] /= gp->lengths[k];
	cml_gp_distances(gp->n, gp->input.n, gp->x, at, gp->n, correlations);
	cml_gp_correlate(gp->kernel, gp->n, correlations, NULL);
}

/* covariances become the solution v of L v = covariances, lane by lane; squares are the
 * sums of their squares. */
static void substitute(const struct cml_gp *gp, lanes *v, lanes *squares)
{
	const double *row = gp->factor;
	*squares = (lanes){0};
	for (size_t i = 0; i < gp->n; i++) {
		lanes left = v[i];
		for (size_t j = 0; j < i; j++)
			left -= row[j] * v[j];
		v[i] = left / row[i];
		*squares += v[i] * v[i];
		row += i + 1;
	}
}

/* At most LANES rows. */
static void predict_lanes(const struct cml_gp *gp, size_t n, const float *x, double *mean,
			  double *sd)
{
	lanes v[CML_GP_MAX_ROWS];
	double correlations[CML_GP_MAX_ROWS];
	lanes sums = {0}, explained;
	memset(v, 0, gp->n * sizeof *v);
	for (size_t lane = 0; lane < n; lane++) {
		correlate(gp, x + lane * gp->input.n_features, correlations);
		for (size_t i = 0; i < gp->n; i++)
			v[i][lane] = gp->amplitude * correlations[i];
	}
	for (size_t i = 0; i < gp->n; i++)
		sums += v[i] * gp->alpha[i];
	substitute(gp, v, &explained);
	for (size_t lane = 0; lane < n; lane++) {
		double variance = fmax(0, gp->amplitude - explained[lane]) + gp->noise;
		mean[lane] = gp->y_mean + gp->y_sd * sums[lane];
		sd[lane] = gp->y_sd > 0 ? gp->y_sd * sqrt(variance) : NAN;
	}
}

void cml_gp_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_gp *gp = state;
	for (size_t i = 0; i < n; i += LANES)
		predict_lanes(gp, n - i < LANES ? n - i : LANES, x + i * gp->input.n_features,
			      mean + i, sd + i);
}

/* w becomes the solution of L L' w = w. */
static void solve(const struct cml_gp *gp, double *w)
{
	const double *row = gp->factor;
	for (size_t i = 0; i < gp->n; i++) {
		for (size_t j = 0; j < i; j++)
			w[i] -= row[j] * w[j];
		w[i] /= row[i];
		row += i + 1;
	}
	for (size_t i = gp->n; i-- > 0;) {
		row -= i + 1;
		w[i] /= row[i];
		for (size_t j = 0; j < i; j++)
			w[j] -= row[j] * w[i];
	}
}

void cml_gp_covariance(const void *state, const float *a, size_t n, const float *x,
		       double *covariance)
{
	const struct cml_gp *gp = state;
	size_t d = gp->input.n;
	double weights[CML_GP_MAX_ROWS], correlations[CML_GP_MAX_ROWS];
	double at_a[CML_GP_MAX_COORDINATES], at[CML_GP_MAX_COORDINATES];
	correlate(gp, a, weights);
	solve(gp, weights);
	for (size_t i = 0; i < gp->n; i++)
		weights[i] *= gp->amplitude;
	cml_gp_input_row(&gp->input, a, at_a);
	for (size_t i = 0; i < n; i++) {
		const float *features = x + i * gp->input.n_features;
		double prior = 0;
		cml_gp_input_row(&gp->input, features, at);
		for (size_t k = 0; k < d; k++) {
			double difference = (at[k] - at_a[k]) / gp->lengths[k];
			prior += difference * difference;
		}
		cml_gp_correlate(gp->kernel, 1, &prior, NULL);
		correlate(gp, features, correlations);
		for (size_t j = 0; j < gp->n; j++)
			prior -= weights[j] * correlations[j];
		covariance[i] = gp->amplitude * prior * gp->y_sd * gp->y_sd;
	}
}
