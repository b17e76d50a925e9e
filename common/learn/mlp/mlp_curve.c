#include "learn/mlp/mlp_model.h"

#include "learn/data/dataset.h"
#include "learn/predictor/model_bytes.h"
#include "math/sort.h"

#include <math.h>
#include <stdlib.h>

#define KNOT_SIZE 16 /* bytes in a file */

void cml_mlp_curve_release(struct cml_mlp_curve *curve)
{
	free(curve->score);
	free(curve->value);
	*curve = (struct cml_mlp_curve){0};
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
	*curve = (struct cml_mlp_curve){0};
	AUTOFREE size_t *order = cml_array_new(n_rows, sizeof *order);
	AUTOFREE double *pool = cml_array_new(n_rows, sizeof *pool);
	if (!order || !pool || !CML_NEW(&curve->score, n_rows) || !CML_NEW(&curve->value, n_rows))
		return cml_fail_memory(err);
	if (cml_sort_order(n_rows, score, order, err) != CML_OK)
		return err->status;
	double mean, of_scores, of_values;
	cml_weighted_moments(n_rows, score, weight, &mean, &of_scores);
	cml_weighted_moments(n_rows, value, weight, &mean, &of_values);
	pool_rows(curve, pool, order, n_rows, score, value, weight);
	curve->slope = of_scores > 0 ? of_values / of_scores : 0;
	if (!isfinite(curve->slope))
		curve->slope = 0;
	return CML_OK;
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

void cml_mlp_curve_fields(struct cml_fields *fields, void *state)
{
	struct cml_mlp_curve *curve = state;
	cml_field_count(fields, "the number of knots", &curve->n, 1, UINT32_MAX);
	cml_field_double(fields, "the slope of the curve", &curve->slope, CML_FROM_0);
	size_t n = CML_FIELD_ARRAY(fields, &curve->score, curve->n, KNOT_SIZE);
	n = CML_FIELD_ARRAY(fields, &curve->value, n, KNOT_SIZE);
	for (size_t i = 0; i < n; i++) {
		double *score = &curve->score[i], *value = &curve->value[i];
		cml_field_double(fields, "a score of the curve", score, CML_FINITE);
		cml_field_double(fields, "a value of the curve", value, CML_FINITE);
		cml_field_check(fields, i == 0 || (*score > score[-1] && *value > value[-1]),
				"a calibration curve that does not rise");
	}
}
