#include "learn/mlp/mlp_curve.h"

#include "learn/predictor/model_bytes.h"
#include "math/sort.h"

#include <math.h>
#include <stdlib.h>

#define KNOT_SIZE 16

static enum cml_result allocate(struct cml_mlp_curve *curve, size_t n, struct cml_error *err)
{
	*curve = (struct cml_mlp_curve){.n = n};
	if (CML_NEW(&curve->score, n) && CML_NEW(&curve->value, n))
		return CML_OK;
	cml_mlp_curve_release(curve);
	return cml_fail_memory(err);
}

void cml_mlp_curve_release(struct cml_mlp_curve *curve)
{
	free(curve->score);
	free(curve->value);
	*curve = (struct cml_mlp_curve){0};
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

/* Pools are kept as a stack in the arrays of curve, their weights in pool. */
static void pool_rows(struct cml_mlp_curve *curve, double *pool, const size_t *order, size_t n_rows,
		      const double *score, const double *value, const double *weight)
{
	size_t n = 0;
	for (size_t i = 0; i < n_rows; i++) {
		curve->score[n] = score[order[i]];
		curve->value[n] = value[order[i]];
		pool[n] = weight[order[i]];
		n++;
		while (n > 1 && (curve->value[n - 1] <= curve->value[n - 2] ||
				 curve->score[n - 1] <= curve->score[n - 2])) {
			double fraction = pool[n - 1] / (pool[n - 1] + pool[n - 2]);
			curve->score[n - 2] +=
			    fraction * (curve->score[n - 1] - curve->score[n - 2]);
			curve->value[n - 2] +=
			    fraction * (curve->value[n - 1] - curve->value[n - 2]);
			pool[n - 2] += pool[n - 1];
			n--;
		}
	}
	curve->n = n;
}

enum cml_result cml_mlp_curve_fit(struct cml_mlp_curve *curve, size_t n_rows, const double *score,
				  const double *value, const double *weight, struct cml_error *err)
{
	if (allocate(curve, n_rows, err) != CML_OK)
		return err->status;
	size_t *order = cml_array_new(n_rows, sizeof *order);
	double *pool = cml_array_new(n_rows, sizeof *pool);
	enum cml_result status =
	    order && pool ? cml_sort_order(n_rows, score, order, err) : cml_fail_memory(err);
	if (status != CML_OK) {
		cml_mlp_curve_release(curve);
		goto out;
	}
	double spread = spread_of(n_rows, score, weight);
	pool_rows(curve, pool, order, n_rows, score, value, weight);
	curve->slope = spread > 0 ? spread_of(n_rows, value, weight) / spread : 0;
	if (!isfinite(curve->slope))
		curve->slope = 0;
out:
	free(order);
	free(pool);
	return status;
}

double cml_mlp_curve_at(const struct cml_mlp_curve *curve, double score, double *slope)
{
	size_t lo = 0, hi = curve->n - 1;
	*slope = curve->slope;
	if (!(score > curve->score[0]))
		return curve->value[0] + curve->slope * (score - curve->score[0]);
	if (score >= curve->score[hi])
		return curve->value[hi] + curve->slope * (score - curve->score[hi]);
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;
		if (score >= curve->score[middle])
			lo = middle;
		else
			hi = middle;
	}
	*slope = (curve->value[hi] - curve->value[lo]) / (curve->score[hi] - curve->score[lo]);
	return curve->value[lo] + *slope * (score - curve->score[lo]);
}

enum cml_result cml_mlp_curve_save(const struct cml_mlp_curve *curve, struct cml_buffer *out,
				   struct cml_error *err)
{
	bool ok =
	    cml_bytes_put_u32(out, (uint32_t)curve->n) && cml_bytes_put_double(out, curve->slope);
	for (size_t i = 0; ok && i < curve->n; i++)
		ok = cml_bytes_put_double(out, curve->score[i]) &&
		     cml_bytes_put_double(out, curve->value[i]);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_mlp_curve_load(struct cml_mlp_curve *curve, struct cml_slice *bytes,
				   struct cml_error *err)
{
	uint32_t n;
	double slope;
	*curve = (struct cml_mlp_curve){0};
	if (!cml_bytes_take_u32(bytes, &n) || !cml_bytes_take_double(bytes, &slope) || n == 0 ||
	    n > bytes->size / KNOT_SIZE || !isfinite(slope) || slope < 0)
		return cml_fail(err, CML_BAD_DATA, "truncated calibration curve of the mlp model");
	if (allocate(curve, n, err) != CML_OK)
		return err->status;
	curve->slope = slope;
	for (size_t i = 0; i < n; i++) {
		double *score = &curve->score[i], *value = &curve->value[i];
		cml_bytes_take_double(bytes, score);
		cml_bytes_take_double(bytes, value);
		if (!isfinite(*score) || !isfinite(*value) ||
		    (i > 0 && (*score <= score[-1] || *value <= value[-1]))) {
			cml_mlp_curve_release(curve);
			return cml_fail(err, CML_BAD_DATA,
					"the calibration curve of the mlp model is not increasing");
		}
	}
	return CML_OK;
}
