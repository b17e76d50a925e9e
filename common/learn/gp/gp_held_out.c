#include "learn/gp/gp_held_out.h"

#include "base/memory.h"
#include "math/cholesky.h"

#include <math.h>
#include <stdlib.h>

struct blocks {
	size_t n;
	double *inverse; /* n x n, lower triangle: of the covariance */
	double *block;   /* of the rows held out; n x n at most */
	double *error;
	size_t *rows;
};

static void release(struct blocks *blocks)
{
	free(blocks->inverse);
	free(blocks->block);
	free(blocks->error);
	free(blocks->rows);
}

static enum cml_result invert(struct blocks *blocks, const struct cml_gp *gp, struct cml_error *err)
{
	size_t n = gp->n;
	*blocks = (struct blocks){.n = n};
	if (!CML_NEW(&blocks->inverse, n * n) || !CML_NEW(&blocks->block, n * n) ||
	    !CML_NEW(&blocks->error, n) || !CML_NEW(&blocks->rows, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			blocks->inverse[i * n + j] = gp->factor[i * (i + 1) / 2 + j];
	cml_cholesky_invert(n, blocks->inverse);
	return CML_OK;
}

/* The m rows in blocks->rows, ascending; their errors, and the inverse of their block. */
static enum cml_result hold_out(struct blocks *blocks, const struct cml_gp *gp, size_t m,
				struct cml_error *err)
{
	for (size_t a = 0; a < m; a++) {
		blocks->error[a] = gp->alpha[blocks->rows[a]];
		for (size_t b = 0; b <= a; b++)
			blocks->block[a * m + b] =
			    blocks->inverse[blocks->rows[a] * blocks->n + blocks->rows[b]];
	}
	if (!cml_cholesky(m, blocks->block))
		return cml_fail(err, CML_BAD_DATA,
				"the covariance of the jobs is not positive definite");
	cml_cholesky_solve(m, blocks->block, blocks->error);
	cml_cholesky_invert(m, blocks->block);
	return CML_OK;
}

enum cml_result cml_gp_held_out(const struct cml_gp *gp, const double *y, const uint32_t *fold,
				size_t n_folds, double *mean, double *sd, struct cml_error *err)
{
	struct blocks blocks;
	enum cml_result status = invert(&blocks, gp, err);
	if (status)
		goto out;
	for (size_t f = 0; f < n_folds; f++) {
		size_t m = 0;
		for (size_t i = 0; i < gp->n; i++)
			if (fold[i] == f)
				blocks.rows[m++] = i;
		if (m > 0)
			status = hold_out(&blocks, gp, m, err);
		if (status)
			goto out;
		for (size_t a = 0; a < m; a++) {
			double variance = fmax(0, blocks.block[a * m + a]);
			mean[blocks.rows[a]] = y[blocks.rows[a]] - gp->y_sd * blocks.error[a];
			sd[blocks.rows[a]] = gp->y_sd > 0 ? gp->y_sd * sqrt(variance) : (double)NAN;
		}
	}
out:
	release(&blocks);
	return status;
}
