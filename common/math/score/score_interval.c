#include "math/score/score_kinds.h"

#include "base/memory.h"
#include "math/normal.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>

/* All metrics have one signature; most need only a part of it. */
#define UNUSED __attribute__((unused))

static double central(size_t percent)
{
	return cml_normal_central((double)percent / 100.0);
}

enum cml_result cml_score_coverage(const struct cml_score_pairs *pairs, size_t percent,
				   double *value, struct cml_error *err UNUSED)
{
	double z = central(percent);
	size_t n_inside = 0;

	for (size_t i = 0; i < pairs->n; i++)
		n_inside += fabs(pairs->actual[i] - pairs->predicted[i]) <= z * pairs->sd[i];
	*value = pairs->n == 0 ? NAN : (double)n_inside / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_width(const struct cml_score_pairs *pairs, size_t percent, double *value,
				struct cml_error *err UNUSED)
{
	double width = 2.0 * central(percent);
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++)
		sum += width * pairs->sd[i];
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_relative_width(const struct cml_score_pairs *pairs, size_t percent,
					 double *value, struct cml_error *err UNUSED)
{
	double width = 2.0 * central(percent);
	double sum = 0.0;
	size_t n_used = 0;

	for (size_t i = 0; i < pairs->n; i++) {
		if (pairs->actual[i] == 0.0)
			continue;
		sum += width * pairs->sd[i] / fabs(pairs->actual[i]);
		n_used++;
	}
	*value = n_used == 0 ? NAN : sum / (double)n_used;
	return CML_OK;
}

enum cml_result cml_score_interval_score(const struct cml_score_pairs *pairs, size_t percent,
					 double *value, struct cml_error *err UNUSED)
{
	double z = central(percent);
	double penalty = 2.0 / (1.0 - (double)percent / 100.0);
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		double half = z * pairs->sd[i];
		double distance = fabs(pairs->actual[i] - pairs->predicted[i]) - half;

		sum += 2.0 * half + penalty * fmax(distance, 0.0);
	}
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_crps(const struct cml_score_pairs *pairs, size_t argument UNUSED,
			       double *value, struct cml_error *err UNUSED)
{
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		double residual = fabs(pairs->actual[i] - pairs->predicted[i]);
		double sd = pairs->sd[i];
		double w = residual / sd;

		/* Far outside, or without any width, only the distance is left. */
		sum += !(w < 1e8) ? residual
				  : residual * (2.0 * cml_normal_probability(w) - 1.0) +
					sd * (2.0 * cml_normal_density(w) - M_2_SQRTPI / 2.0);
	}
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_interval_coverage(const struct cml_score_pairs *pairs,
					    size_t argument UNUSED, double *value,
					    struct cml_error *err UNUSED)
{
	size_t n_inside = 0;

	for (size_t i = 0; i < pairs->n; i++)
		n_inside += pairs->lo[i] <= pairs->actual[i] && pairs->actual[i] <= pairs->hi[i];
	*value = pairs->n == 0 ? NAN : (double)n_inside / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_interval_width(const struct cml_score_pairs *pairs,
					 size_t argument UNUSED, double *value,
					 struct cml_error *err)
{
	double *widths = cml_array_new(pairs->n, sizeof *widths);
	size_t n = 0;

	if (!widths)
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++)
		if (pairs->actual[i] != 0.0)
			widths[n++] = (pairs->hi[i] - pairs->lo[i]) / fabs(pairs->actual[i]);
	*value = cml_median(n, widths);
	free(widths);
	return CML_OK;
}
