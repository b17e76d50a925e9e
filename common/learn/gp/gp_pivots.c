#include "learn/gp/gp_classes.h"

#include "base/memory.h"
#include "math/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work space. Column c of G is at g + c * n, that of V = L^-1 W^1/2 G, L the factor of B, at v. */
struct pivots {
	const struct cml_gp *gp;
	const struct cml_gp_laplace *laplace;
	size_t n, max, n_taken;
	size_t *rows;   /* n_taken */
	double *rest;   /* n: variance of each row given those taken */
	double *g, *v;  /* max x n */
	double *square; /* max x max */
};

static enum cml_result init(struct pivots *pivots, struct cml_error *err)
{
	size_t n = pivots->n, max = pivots->max;
	return CML_NEW(&pivots->rows, max) && CML_NEW(&pivots->rest, n) &&
		       CML_NEW(&pivots->g, max * n) && CML_NEW(&pivots->v, max * n) &&
		       CML_NEW(&pivots->square, max * max)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void release(struct pivots *pivots)
{
	free(pivots->rows);
	free(pivots->rest);
	free(pivots->g);
	free(pivots->v);
	free(pivots->square);
}

static double covariance(const struct pivots *pivots, size_t i, size_t j)
{
	const double *correlation = pivots->laplace->fit.correlation;
	return pivots->gp->amplitude *
	       (i > j ? correlation[i * pivots->n + j] : correlation[j * pivots->n + i]);
}

/* The next column of G, by the row with the largest variance. False where none is left. */
static bool take(struct pivots *pivots)
{
	size_t n = pivots->n, c = pivots->n_taken, row = 0;
	double *column = pivots->g + c * n;
	for (size_t i = 1; i < n; i++)
		if (pivots->rest[i] > pivots->rest[row])
			row = i;
	if (!(pivots->rest[row] > CML_GP_PIVOT_REST * pivots->gp->amplitude))
		return false;
	double root = sqrt(pivots->rest[row]);
	for (size_t i = 0; i < n; i++)
		column[i] = covariance(pivots, i, row);
	for (size_t k = 0; k < c; k++)
		for (size_t i = 0; i < n; i++)
			column[i] -= pivots->g[k * n + row] * pivots->g[k * n + i];
	for (size_t i = 0; i < n; i++) {
		column[i] /= root;
		pivots->rest[i] -= column[i] * column[i];
	}
	/* Of rows before it tells nothing, but for rounding. */
	for (size_t k = 0; k < c; k++)
		column[pivots->rows[k]] = 0;
	pivots->rest[row] = 0;
	pivots->rows[pivots->n_taken++] = row;
	return true;
}

static void take_all(struct pivots *pivots)
{
	for (size_t i = 0; i < pivots->n; i++)
		pivots->rest[i] = pivots->gp->amplitude;
	while (pivots->n_taken < pivots->max && take(pivots))
		continue;
}

/* square becomes T with T T' = (V' V)^-1; false where rounding leaves it not positive. */
static bool factorize(struct pivots *pivots)
{
	size_t n = pivots->n, r = pivots->n_taken;
	const struct cml_gp_laplace *laplace = pivots->laplace;
	for (size_t c = 0; c < r; c++) {
		double *v = pivots->v + c * n;
		for (size_t i = 0; i < n; i++) {
			const double *l = laplace->fit.factor + i * n;
			double sum = sqrt(laplace->curvature[i]) * pivots->g[c * n + i];
			for (size_t j = 0; j < i; j++)
				sum -= l[j] * v[j];
			v[i] = sum / l[i];
		}
	}
	for (size_t c = 0; c < r; c++)
		for (size_t k = 0; k <= c; k++) {
			double sum = 0;
			for (size_t i = 0; i < n; i++)
				sum += pivots->v[c * n + i] * pivots->v[k * n + i];
			pivots->square[c * r + k] = sum;
		}
	if (!cml_cholesky(r, pivots->square))
		return false;
	cml_cholesky_invert(r, pivots->square);
	return cml_cholesky(r, pivots->square);
}

/* alpha: G of the rows' transpose, inverted, times G' alpha. */
static void project_alpha(const struct pivots *pivots, double *alpha)
{
	size_t n = pivots->n, r = pivots->n_taken;
	for (size_t c = 0; c < r; c++) {
		alpha[c] = 0;
		for (size_t i = 0; i < n; i++)
			alpha[c] += pivots->g[c * n + i] * pivots->laplace->alpha[i];
	}
	for (size_t c = r; c-- > 0;) {
		for (size_t k = c + 1; k < r; k++)
			alpha[c] -= pivots->g[c * n + pivots->rows[k]] * alpha[k];
		alpha[c] /= pivots->g[c * n + pivots->rows[c]];
	}
}

/* Its factor is G of the rows times T. */
static void fill(const struct pivots *pivots, struct cml_gp *projected)
{
	const struct cml_gp *gp = pivots->gp;
	size_t n = pivots->n, r = pivots->n_taken;
	projected->y_mean = gp->y_mean;
	projected->y_sd = gp->y_sd;
	projected->amplitude = gp->amplitude;
	projected->noise = gp->noise;
	memcpy(projected->lengths, gp->lengths, gp->input.n * sizeof *gp->lengths);
	for (size_t k = 0; k < gp->input.n; k++)
		for (size_t c = 0; c < r; c++)
			projected->x[k * r + c] = gp->x[k * n + pivots->rows[c]];
	project_alpha(pivots, projected->alpha);
	for (size_t c = 0; c < r; c++)
		for (size_t k = 0; k <= c; k++) {
			double sum = 0;
			for (size_t m = k; m <= c; m++)
				sum +=
				    pivots->g[m * n + pivots->rows[c]] * pivots->square[m * r + k];
			projected->factor[c * (c + 1) / 2 + k] = sum;
		}
}

enum cml_result cml_gp_pivots(const struct cml_gp *gp, const struct cml_gp_laplace *laplace,
			      size_t max, struct cml_gp **projected, struct cml_error *err)
{
	struct pivots pivots = {
	    .gp = gp, .laplace = laplace, .n = gp->n, .max = max < gp->n ? max : gp->n};
	struct cml_gp_input input = {0};
	enum cml_result status = init(&pivots, err);
	if (status != CML_OK)
		goto out;
	take_all(&pivots);
	if (!factorize(&pivots)) {
		status = cml_fail(err, CML_BAD_DATA,
				  "the covariance of the jobs is not positive definite");
		goto out;
	}
	if ((status = cml_gp_input_copy(&input, &gp->input, err)) != CML_OK ||
	    (status = cml_gp_new(projected, &input, pivots.n_taken, err)) != CML_OK)
		goto out;
	fill(&pivots, *projected);
out:
	release(&pivots);
	return status;
}
