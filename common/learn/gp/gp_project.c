#include "learn/gp/gp_model.h"

#include "base/memory.h"
#include "learn/gp/gp_fit.h"
#include "math/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Added to the precision of each weight by the rows: a weight without any stays that of the prior,
 * and the factor can be inverted. */
#define MIN_PRECISION 1e-9

/* With K = G G' the covariance of the r rows learned, a row of data is phi = G^-1 k, k its
 * covariances with them: the function is phi' w, w ~ N(0, I). Rows are in the order of their folds.
 */
struct projection {
	struct cml_gp *gp;
	const struct cml_dataset *data;
	size_t n, r;
	size_t *row;          /* n: of data */
	size_t *first;        /* n_folds + 1: where the rows of a fold begin */
	double *phi;          /* n x r, each over the root of its noise */
	double *root, *y;     /* n: that root, and the target over it */
	double *g;            /* r x r */
	double *precision;    /* r x r: I + the sum of phi phi' over all rows */
	double *factor, *sum; /* r x r, r: of the rows but one fold */
	double *solved;       /* r */
};

static void projection_release(struct projection *p)
{
	free(p->row);
	free(p->first);
	free(p->phi);
	free(p->root);
	free(p->g);
}

static enum cml_result init(struct projection *p, size_t n_folds, struct cml_error *err)
{
	size_t n = p->n, r = p->r;
	if (!CML_NEW(&p->row, n) || !CML_NEW(&p->first, n_folds + 1) || !CML_NEW(&p->phi, r * n) ||
	    !CML_NEW(&p->root, 2 * n) || !CML_NEW(&p->g, r * (3 * r + 2)))
		return cml_fail_memory(err);
	p->y = p->root + n;
	p->precision = p->g + r * r;
	p->factor = p->precision + r * r;
	p->sum = p->factor + r * r;
	p->solved = p->sum + r;
	return CML_OK;
}

static void order_by_fold(struct projection *p, const uint32_t *fold, size_t n_folds)
{
	size_t n = 0;
	for (size_t f = 0; f < n_folds; f++) {
		p->first[f] = n;
		for (size_t i = 0; i < p->n; i++)
			if (fold[i] == f)
				p->row[n++] = i;
	}
	p->first[n_folds] = n;
}

static enum cml_result factorize(double *a, size_t r, struct cml_error *err)
{
	return cml_cholesky(r, a) ? CML_OK : cml_gp_fail_definite(err);
}

/* The covariances of at, a point over the length scales, with the rows learned. */
static void correlate(const struct cml_gp *gp, const double *at, double *covariance)
{
	cml_gp_distances(gp->n, gp->input.n, gp->x, at, gp->n, covariance);
	cml_gp_correlate(gp->n, covariance, NULL);
	for (size_t j = 0; j < gp->n; j++)
		covariance[j] *= gp->amplitude;
}

static enum cml_result factorize_learned(struct projection *p, double *at, struct cml_error *err)
{
	const struct cml_gp *gp = p->gp;
	for (size_t i = 0; i < p->r; i++) {
		for (size_t k = 0; k < gp->input.n; k++)
			at[k] = gp->x[k * p->r + i];
		correlate(gp, at, p->g + i * p->r);
		p->g[i * p->r + i] += CML_GP_JITTER * gp->amplitude;
	}
	return factorize(p->g, p->r, err);
}

static void fill_rows(struct projection *p, double *at)
{
	const struct cml_gp *gp = p->gp;
	const struct cml_dataset *data = p->data;
	double weight = 0;
	for (size_t i = 0; i < data->n_rows; i++)
		weight += data->weight[i] / (double)data->n_rows;
	for (size_t i = 0; i < p->n; i++) {
		cml_gp_input_row(&gp->input, data->x + p->row[i] * data->n_features, at);
		for (size_t k = 0; k < gp->input.n; k++)
			at[k] /= gp->lengths[k];
		correlate(gp, at, p->phi + i * p->r);
	}
	cml_cholesky_whiten(p->r, p->g, p->n, p->phi);
	for (size_t i = 0; i < p->n; i++) {
		double *phi = p->phi + i * p->r;
		double untold = fmax(0, gp->amplitude - cml_gp_dot(p->r, phi, phi));
		double noise = gp->noise * weight / data->weight[p->row[i]];
		p->root[i] = sqrt(noise + untold);
		p->y[i] = (data->y[p->row[i]] - gp->y_mean) / gp->y_sd / p->root[i];
		for (size_t c = 0; c < p->r; c++)
			phi[c] /= p->root[i];
	}
}

/* Adds rows from..to to sum, or takes them from it. */
static void add(const struct projection *p, size_t from, size_t to, double scale, double *sum)
{
	for (size_t i = from; i < to; i++)
		for (size_t c = 0; c < p->r; c++)
			sum[c] += scale * p->y[i] * p->phi[i * p->r + c];
}

static void add_all(struct projection *p)
{
	memset(p->precision, 0, p->r * p->r * sizeof *p->precision);
	for (size_t c = 0; c < p->r; c++)
		p->precision[c * p->r + c] = 1;
	cml_symmetric_add_rows(p->r, p->precision, 1, p->n, p->phi);
	memset(p->sum, 0, p->r * sizeof *p->sum);
	add(p, 0, p->n, 1, p->sum);
}

static enum cml_result hold_out(struct projection *p, size_t from, size_t to, double *mean,
				double *sd, struct cml_error *err)
{
	const struct cml_gp *gp = p->gp;
	size_t r = p->r;
	memcpy(p->factor, p->precision, r * r * sizeof *p->factor);
	cml_symmetric_add_rows(r, p->factor, -1, to - from, p->phi + from * r);
	if (factorize(p->factor, r, err) != CML_OK)
		return err->status;
	memcpy(p->solved, p->sum, r * sizeof *p->solved);
	add(p, from, to, -1, p->solved);
	cml_cholesky_solve(r, p->factor, p->solved);
	for (size_t i = from; i < to; i++) {
		double *phi = p->phi + i * r, unit = gp->y_sd * p->root[i];
		mean[p->row[i]] = gp->y_mean + unit * cml_gp_dot(r, phi, p->solved);
		sd[p->row[i]] = p->root[i] * p->root[i] * cml_gp_dot(r, phi, phi);
	}
	cml_cholesky_whiten(r, p->factor, to - from, p->phi + from * r);
	for (size_t i = from; i < to; i++) {
		double *left = p->phi + i * r, square = p->root[i] * p->root[i];
		double variance =
		    gp->amplitude - sd[p->row[i]] + square * cml_gp_dot(r, left, left);
		sd[p->row[i]] = gp->y_sd * sqrt(fmax(0, variance) + gp->noise);
	}
	return CML_OK;
}

/* alpha = G^-T precision^-1 sum; factor = G T, T T' = I + (precision - I)^-1, so that k' (factor
 * factor')^-1 k is what is explained. */
static enum cml_result keep(struct projection *p, struct cml_error *err)
{
	size_t r = p->r;
	memcpy(p->factor, p->precision, r * r * sizeof *p->factor);
	if (factorize(p->factor, r, err) != CML_OK)
		return err->status;
	cml_cholesky_solve(r, p->factor, p->sum);
	memcpy(p->gp->alpha, p->sum, r * sizeof *p->gp->alpha);
	for (size_t c = r; c-- > 0;) {
		for (size_t k = c + 1; k < r; k++)
			p->gp->alpha[c] -= p->g[k * r + c] * p->gp->alpha[k];
		p->gp->alpha[c] /= p->g[c * r + c];
	}
	for (size_t c = 0; c < r; c++)
		p->precision[c * r + c] += MIN_PRECISION - 1;
	if (factorize(p->precision, r, err) != CML_OK)
		return err->status;
	cml_cholesky_invert(r, p->precision);
	for (size_t c = 0; c < r; c++)
		p->precision[c * r + c] += 1;
	if (factorize(p->precision, r, err) != CML_OK)
		return err->status;
	cml_triangle_multiply(r, p->g, p->precision);
	for (size_t i = 0; i < r; i++)
		memcpy(p->gp->factor + i * (i + 1) / 2, p->precision + i * r,
		       (i + 1) * sizeof *p->gp->factor);
	return CML_OK;
}

enum cml_result cml_gp_project(struct cml_gp *gp, const struct cml_dataset *data,
			       const uint32_t *fold, size_t n_folds, double *mean, double *sd,
			       struct cml_error *err)
{
	AUTO(projection) p = {.gp = gp, .data = data, .n = data->n_rows, .r = gp->n};
	for (size_t i = 0; !(gp->y_sd > 0) && i < p.n; i++) {
		mean[i] = gp->y_mean;
		sd[i] = NAN;
	}
	if (!(gp->y_sd > 0))
		return CML_OK;
	AUTOFREE double *at = cml_array_new(gp->input.n, sizeof *at);
	if (!at)
		return cml_fail_memory(err);
	if (init(&p, n_folds, err) != CML_OK || factorize_learned(&p, at, err) != CML_OK)
		return err->status;
	order_by_fold(&p, fold, n_folds);
	fill_rows(&p, at);
	add_all(&p);
	for (size_t f = 0; f < n_folds; f++)
		if (hold_out(&p, p.first[f], p.first[f + 1], mean, sd, err) != CML_OK)
			return err->status;
	return keep(&p, err);
}
