#include "model/gp/gp_model.h"

#include "base/target.h"

#include <math.h>
#include <string.h>

/* Rows predicted side by side, as one vector: each lane's sums are its own, in the order of the
 * rows learned from. GROUPS of them share what is loaded of the factor, PANEL of whose rows are
 * worked on together. */
#define LANES 8
#define GROUPS 4
#define PANEL 4
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

/* Row i of the factor. */
static inline const double *row_of(const double *factor, size_t i)
{
	return factor + i * (i + 1) / 2;
}

/* The PANEL rows from i on of the solution v of L v = v, where those before are solved. */
static inline __attribute__((always_inline)) void substitute_panel(const double *factor, size_t i,
								   lanes *v)
{
	const double *rows[PANEL];
	lanes left[PANEL];
	for (size_t r = 0; r < PANEL; r++) {
		rows[r] = row_of(factor, i + r);
		left[r] = v[i + r];
	}
	for (size_t j = 0; j < i; j++)
		for (size_t r = 0; r < PANEL; r++)
			left[r] -= rows[r][j] * v[j];
	for (size_t r = 0; r < PANEL; r++) {
		for (size_t j = 0; j < r; j++)
			left[r] -= rows[r][i + j] * v[i + j];
		v[i + r] = left[r] / rows[r][i + r];
	}
}

/* v[n_groups x n] becomes the solution v of L v = v, lane by lane. */
static inline __attribute__((always_inline)) void substitute(size_t n, const double *factor,
							     size_t n_groups, lanes *v)
{
	size_t i = 0;
	for (; i + PANEL <= n; i += PANEL)
		for (size_t g = 0; g < n_groups; g++)
			substitute_panel(factor, i, v + g * n);
	for (; i < n; i++)
		for (size_t g = 0; g < n_groups; g++) {
			const double *row = row_of(factor, i);
			lanes *own = v + g * n, left = own[i];
			for (size_t j = 0; j < i; j++)
				left -= row[j] * own[j];
			own[i] = left / row[i];
		}
}

/* sums: of v times alpha; explained: of the squares of what v is the solution of. */
struct block {
	lanes v[GROUPS * CML_GP_MAX_ROWS];
	lanes sums[GROUPS], explained[GROUPS];
};

CML_TARGET_CLONES
static void work_out(const struct cml_gp *gp, size_t n_groups, struct block *block)
{
	for (size_t g = 0; g < n_groups; g++) {
		lanes sums = {0};
		for (size_t i = 0; i < gp->n; i++)
			sums += block->v[g * gp->n + i] * gp->alpha[i];
		block->sums[g] = sums;
	}
	substitute(gp->n, gp->factor, n_groups, block->v);
	for (size_t g = 0; g < n_groups; g++) {
		lanes squares = {0};
		for (size_t i = 0; i < gp->n; i++)
			squares += block->v[g * gp->n + i] * block->v[g * gp->n + i];
		block->explained[g] = squares;
	}
}

/* At most GROUPS * LANES rows. */
static void predict_block(const struct cml_gp *gp, size_t n, const float *x, double *mean,
			  double *sd)
{
	struct block block;
	double correlations[CML_GP_MAX_ROWS];
	size_t n_groups = (n + LANES - 1) / LANES;
	memset(block.v, 0, n_groups * gp->n * sizeof *block.v);
	for (size_t r = 0; r < n; r++) {
		lanes *v = block.v + r / LANES * gp->n;
		correlate(gp, x + r * gp->input.n_features, correlations);
		for (size_t i = 0; i < gp->n; i++)
			v[i][r % LANES] = gp->amplitude * correlations[i];
	}
	work_out(gp, n_groups, &block);
	for (size_t r = 0; r < n; r++) {
		double explained = block.explained[r / LANES][r % LANES];
		double variance = fmax(0, gp->amplitude - explained) + gp->noise;
		mean[r] = gp->y_mean + gp->y_sd * block.sums[r / LANES][r % LANES];
		sd[r] = gp->y_sd > 0 ? gp->y_sd * sqrt(variance) : NAN;
	}
}

void cml_gp_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_gp *gp = state;
	size_t size = GROUPS * LANES;
	for (size_t i = 0; i < n; i += size)
		predict_block(gp, n - i < size ? n - i : size, x + i * gp->input.n_features,
			      mean + i, sd + i);
}

double cml_gp_solve(const struct cml_gp *gp, double *w)
{
	const double *row = gp->factor;
	double explained = 0;
	for (size_t i = 0; i < gp->n; i++) {
		for (size_t j = 0; j < i; j++)
			w[i] -= row[j] * w[j];
		w[i] /= row[i];
		explained += w[i] * w[i];
		row += i + 1;
	}
	for (size_t i = gp->n; i-- > 0;) {
		row -= i + 1;
		w[i] /= row[i];
		for (size_t j = 0; j < i; j++)
			w[j] -= row[j] * w[i];
	}
	return explained;
}

void cml_gp_covariance(const void *state, const float *a, size_t n, const float *x,
		       double *covariance)
{
	const struct cml_gp *gp = state;
	size_t d = gp->input.n;
	double weights[CML_GP_MAX_ROWS], correlations[CML_GP_MAX_ROWS];
	double at_a[CML_GP_MAX_COORDINATES], at[CML_GP_MAX_COORDINATES];
	correlate(gp, a, weights);
	cml_gp_solve(gp, weights);
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
