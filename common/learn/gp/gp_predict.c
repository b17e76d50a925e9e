#include "learn/gp/gp_model.h"

#include "base/target.h"

#include <math.h>
#include <string.h>

/* Rows predicted side by side: each lane's sums are its own, in the order of the rows learned from.
 * GROUPS of them share what is loaded of the factor, PANEL of whose rows are worked on together.
 * Vectors are as wide as those of AVX2, a lane for each of N_VECTORS: all fit into registers. */
#define WIDTH 4
#define N_VECTORS 2
#define LANES (WIDTH * N_VECTORS)
#define GROUPS 4
#define PANEL 4
typedef double vector __attribute__((vector_size(WIDTH * sizeof(double))));
struct lanes {
	vector part[N_VECTORS];
};

/* Rows learned from whose correlations with a group are worked out together. */
#define CHUNK 64

/* The coordinates of the features x[n_features], over their length scales. */
static void place(const struct cml_gp *gp, const float *x, double *at)
{
	cml_gp_input_row(&gp->input, x, at);
	for (size_t k = 0; k < gp->input.n; k++)
		at[k] /= gp->lengths[k];
}

/* The same, and correlations with all rows learned from. */
static void correlate(const struct cml_gp *gp, const float *x, double *at, double *correlations)
{
	place(gp, x, at);
	cml_gp_distances(gp->n, gp->input.n, gp->x, at, gp->n, correlations);
	cml_gp_correlate(gp->n, correlations, NULL);
}

/* The covariances of at most LANES rows with all rows learned from; 0 in other lanes. */
static void fill_lanes(const struct cml_gp *gp, size_t n, const float *x, struct lanes *v)
{
	double at[LANES][CML_GP_MAX_COORDINATES], correlations[CHUNK];
	memset(v, 0, gp->n * sizeof *v);
	for (size_t lane = 0; lane < n; lane++)
		place(gp, x + lane * gp->input.n_features, at[lane]);
	for (size_t first = 0; first < gp->n; first += CHUNK) {
		size_t m = gp->n - first < CHUNK ? gp->n - first : CHUNK;
		for (size_t lane = 0; lane < n; lane++) {
			cml_gp_distances(gp->n, gp->input.n, gp->x + first, at[lane], m,
					 correlations);
			cml_gp_correlate(m, correlations, NULL);
			for (size_t i = 0; i < m; i++)
				v[first + i].part[lane / WIDTH][lane % WIDTH] =
				    gp->amplitude * correlations[i];
		}
	}
}

/* Row i of the factor. */
static inline const double *row_of(const double *factor, size_t i)
{
	return factor + i * (i + 1) / 2;
}

/* Rows i to i + n_rows of v become those of L^-1 v, where those before are solved. */
static inline __attribute__((always_inline)) void
substitute_rows(size_t n_rows, const double *factor, size_t i, struct lanes *v)
{
	const double *rows[PANEL];
	vector left[PANEL][N_VECTORS];
#pragma GCC unroll 4
	for (size_t r = 0; r < n_rows; r++) {
		rows[r] = row_of(factor, i + r);
#pragma GCC unroll 2
		for (size_t p = 0; p < N_VECTORS; p++)
			left[r][p] = v[i + r].part[p];
	}
	for (size_t j = 0; j < i; j++)
#pragma GCC unroll 4
		for (size_t r = 0; r < n_rows; r++)
#pragma GCC unroll 2
			for (size_t p = 0; p < N_VECTORS; p++)
				left[r][p] -= rows[r][j] * v[j].part[p];
#pragma GCC unroll 4
	for (size_t r = 0; r < n_rows; r++) {
#pragma GCC unroll 4
		for (size_t j = 0; j < r; j++)
#pragma GCC unroll 2
			for (size_t p = 0; p < N_VECTORS; p++)
				left[r][p] -= rows[r][i + j] * v[i + j].part[p];
#pragma GCC unroll 2
		for (size_t p = 0; p < N_VECTORS; p++)
			v[i + r].part[p] = left[r][p] / rows[r][i + r];
	}
}

/* Overwrites v[n_groups x n] with L^-1 v, lane by lane. */
CML_TARGET_CLONES
static void substitute(size_t n, const double *factor, size_t n_groups, struct lanes *v)
{
	size_t i = 0;
	for (; i + PANEL <= n; i += PANEL)
		for (size_t g = 0; g < n_groups; g++)
			substitute_rows(PANEL, factor, i, v + g * n);
	for (; i < n; i++)
		for (size_t g = 0; g < n_groups; g++)
			substitute_rows(1, factor, i, v + g * n);
}

/* Sums over the rows of v times weights, or of squares without. */
CML_TARGET_CLONES
static void sum_up(size_t n, const struct lanes *v, const double *weights, struct lanes *sums)
{
	*sums = (struct lanes){0};
	for (size_t i = 0; i < n; i++)
#pragma GCC unroll 2
		for (size_t p = 0; p < N_VECTORS; p++)
			sums->part[p] +=
			    weights ? v[i].part[p] * weights[i] : v[i].part[p] * v[i].part[p];
}

/* At most GROUPS * LANES rows. */
static void predict_block(const struct cml_gp *gp, size_t n, const float *x, double *mean,
			  double *sd)
{
	struct lanes v[GROUPS * CML_GP_MAX_ROWS], sums[GROUPS], explained[GROUPS];
	size_t n_groups = (n + LANES - 1) / LANES;
	for (size_t g = 0; g < n_groups; g++) {
		size_t first = g * LANES, n_rows = n - first < LANES ? n - first : LANES;
		fill_lanes(gp, n_rows, x + first * gp->input.n_features, v + g * gp->n);
		sum_up(gp->n, v + g * gp->n, gp->alpha, &sums[g]);
	}
	substitute(gp->n, gp->factor, n_groups, v);
	for (size_t g = 0; g < n_groups; g++)
		sum_up(gp->n, v + g * gp->n, NULL, &explained[g]);
	for (size_t r = 0; r < n; r++) {
		size_t g = r / LANES, part = r % LANES / WIDTH, lane = r % WIDTH;
		double left = fmax(0, gp->amplitude - explained[g].part[part][lane]);
		mean[r] = gp->y_mean + gp->y_sd * sums[g].part[part][lane];
		sd[r] = gp->y_sd > 0 ? gp->y_sd * sqrt(left + gp->noise) : NAN;
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

/* w[n] becomes the solution u of L L' u = w. */
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

/* The weights of the rows learned from, and the coordinates. */
size_t cml_gp_n_known_numbers(const void *state)
{
	const struct cml_gp *gp = state;
	return gp->n + gp->input.n;
}

void cml_gp_know(const void *state, const float *a, double *known)
{
	const struct cml_gp *gp = state;
	correlate(gp, a, known + gp->n, known);
	solve(gp, known);
	for (size_t i = 0; i < gp->n; i++)
		known[i] *= gp->amplitude;
}

double cml_gp_explained(const struct cml_gp *gp, double sd)
{
	double relative = sd / gp->y_sd, left = relative * relative - gp->noise;
	return isnan(left) ? left : fmin(fmax(1 - left / gp->amplitude, 0), 1);
}

void cml_gp_covariance(const void *state, size_t n, const double *known, const float *x,
		       double *covariance)
{
	cml_gp_covariance_of(state, n, known, cml_gp_n_known_numbers(state), x, covariance);
}

void cml_gp_covariance_of(const struct cml_gp *gp, size_t n, const double *known, size_t stride,
			  const float *x, double *covariance)
{
	double correlations[CML_GP_MAX_ROWS], at[CML_GP_MAX_COORDINATES];
	correlate(gp, x, at, correlations);
	for (size_t i = 0; i < n; i++, known += stride) {
		double prior;
		cml_gp_distances(1, gp->input.n, known + gp->n, at, 1, &prior);
		cml_gp_correlate(1, &prior, NULL);
		covariance[i] = gp->amplitude * gp->y_sd * gp->y_sd *
				(prior - cml_gp_dot(gp->n, known, correlations));
	}
}
