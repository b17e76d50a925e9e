#include "model/mlp/mlp_scale.h"

#include "math/sort.h"
#include "model/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

#define KNOT_SIZE 16

static enum cml_result allocate(struct cml_mlp_scale *scale, size_t n, struct cml_error *err)
{
	*scale = (struct cml_mlp_scale){.n = n};
	scale->score = cml_array_new(n, sizeof *scale->score);
	scale->value = cml_array_new(n, sizeof *scale->value);
	if (scale->score && scale->value)
		return CML_OK;
	cml_mlp_scale_release(scale);
	return cml_fail_memory(err);
}

void cml_mlp_scale_release(struct cml_mlp_scale *scale)
{
	free(scale->score);
	free(scale->value);
	*scale = (struct cml_mlp_scale){0};
}

static double spread_of(size_t n, const double *x, const double *weight)
{
	double total = 0, mean = 0, squares = 0;
	for (size_t i = 0; i < n; i++) {
		total += weight[i];
		mean += weight[i] * x[i];
	}
	mean /= total;
	for (size_t i = 0; i < n; i++)
		squares += weight[i] * (x[i] - mean) * (x[i] - mean);
	return sqrt(squares / total);
}

/* Pools are kept as a stack in the arrays of scale, their weights in pool. */
static void pool_rows(struct cml_mlp_scale *scale, double *pool, const size_t *order, size_t n_rows,
		      const double *score, const double *value, const double *weight)
{
	size_t n = 0;
	for (size_t i = 0; i < n_rows; i++) {
		scale->score[n] = score[order[i]];
		scale->value[n] = value[order[i]];
		pool[n] = weight[order[i]];
		n++;
		while (n > 1 && (scale->value[n - 1] <= scale->value[n - 2] ||
				 scale->score[n - 1] <= scale->score[n - 2])) {
			double fraction = pool[n - 1] / (pool[n - 1] + pool[n - 2]);
			scale->score[n - 2] +=
			    fraction * (scale->score[n - 1] - scale->score[n - 2]);
			scale->value[n - 2] +=
			    fraction * (scale->value[n - 1] - scale->value[n - 2]);
			pool[n - 2] += pool[n - 1];
			n--;
		}
	}
	scale->n = n;
}

enum cml_result cml_mlp_scale_fit(struct cml_mlp_scale *scale, size_t n_rows, const double *score,
				  const double *value, const double *weight, struct cml_error *err)
{
	if (allocate(scale, n_rows, err) != CML_OK)
		return err->status;
	size_t *order = cml_array_new(n_rows, sizeof *order);
	double *pool = cml_array_new(n_rows, sizeof *pool);
	enum cml_result status = CML_OK;
	if (!order || !pool)
		status = cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_sort_order(n_rows, score, order, err);
	if (status == CML_OK) {
		double spread = spread_of(n_rows, score, weight);
		pool_rows(scale, pool, order, n_rows, score, value, weight);
		scale->slope = spread > 0 ? spread_of(n_rows, value, weight) / spread : 0;
		if (!isfinite(scale->slope))
			scale->slope = 0;
	} else {
		cml_mlp_scale_release(scale);
	}
	free(order);
	free(pool);
	return status;
}

enum cml_result cml_mlp_scale_line(struct cml_mlp_scale *scale, double mean, double spread,
				   struct cml_error *err)
{
	if (allocate(scale, 1, err) != CML_OK)
		return err->status;
	scale->value[0] = mean;
	scale->slope = spread;
	return CML_OK;
}

double cml_mlp_scale_at(const struct cml_mlp_scale *scale, double score, double *slope)
{
	size_t lo = 0, hi = scale->n - 1;
	*slope = scale->slope;
	if (!(score > scale->score[0]))
		return scale->value[0] + scale->slope * (score - scale->score[0]);
	if (score >= scale->score[hi])
		return scale->value[hi] + scale->slope * (score - scale->score[hi]);
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;
		if (score >= scale->score[middle])
			lo = middle;
		else
			hi = middle;
	}
	*slope = (scale->value[hi] - scale->value[lo]) / (scale->score[hi] - scale->score[lo]);
	return scale->value[lo] + *slope * (score - scale->score[lo]);
}

enum cml_result cml_mlp_scale_save(const struct cml_mlp_scale *scale, struct cml_buffer *out,
				   struct cml_error *err)
{
	bool ok =
	    cml_bytes_put_u32(out, (uint32_t)scale->n) && cml_bytes_put_double(out, scale->slope);
	for (size_t i = 0; ok && i < scale->n; i++)
		ok = cml_bytes_put_double(out, scale->score[i]) &&
		     cml_bytes_put_double(out, scale->value[i]);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_mlp_scale_load(struct cml_mlp_scale *scale, struct cml_slice *bytes,
				   struct cml_error *err)
{
	uint32_t n;
	double slope;
	*scale = (struct cml_mlp_scale){0};
	if (!cml_bytes_take_u32(bytes, &n) || !cml_bytes_take_double(bytes, &slope) || n == 0 ||
	    n > bytes->size / KNOT_SIZE || !isfinite(slope) || slope < 0)
		return cml_fail(err, CML_BAD_DATA, "truncated calibration curve of the mlp model");
	if (allocate(scale, n, err) != CML_OK)
		return err->status;
	scale->slope = slope;
	for (size_t i = 0; i < n; i++) {
		double *score = &scale->score[i], *value = &scale->value[i];
		cml_bytes_take_double(bytes, score);
		cml_bytes_take_double(bytes, value);
		if (!isfinite(*score) || !isfinite(*value) ||
		    (i > 0 && (*score <= score[-1] || *value <= value[-1]))) {
			cml_mlp_scale_release(scale);
			return cml_fail(err, CML_BAD_DATA,
					"the calibration curve of the mlp model is not increasing");
		}
	}
	return CML_OK;
}
