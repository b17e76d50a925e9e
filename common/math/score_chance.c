#include "math/score_kinds.h"

#include "base/memory.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>

/* All metrics have one signature; most need only a part of it. */
#define UNUSED __attribute__((unused))

#define N_BINS 10

static double ran(const struct cml_score_pairs *pairs, size_t row)
{
	return isnan(pairs->actual[row]) ? 0.0 : 1.0;
}

/* By the sum of the ranks of what ran, which is exact: halves of whole numbers. */
enum cml_result cml_score_ok_auc(const struct cml_score_pairs *pairs, size_t argument UNUSED,
				 double *value, struct cml_error *err)
{
	double n_ran = 0.0, sum = 0.0;
	double *ranks = cml_array_new(pairs->n, sizeof *ranks);
	enum cml_result status = ranks ? cml_ranks(pairs->n, pairs->predicted, ranks, err)
				       : cml_fail_memory(err);

	for (size_t i = 0; status == CML_OK && i < pairs->n; i++) {
		n_ran += ran(pairs, i);
		sum += ran(pairs, i) * ranks[i];
	}
	/* 0 / 0 where one of the two is missing. */
	if (status == CML_OK)
		*value = (sum - n_ran * (n_ran + 1.0) / 2.0) / (n_ran * ((double)pairs->n - n_ran));
	free(ranks);
	return status;
}

enum cml_result cml_score_ok_brier(const struct cml_score_pairs *pairs, size_t argument UNUSED,
				   double *value, struct cml_error *err UNUSED)
{
	double sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		double error = pairs->predicted[i] - ran(pairs, i);

		sum += error * error;
	}
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}

enum cml_result cml_score_ok_calibration(const struct cml_score_pairs *pairs,
					 size_t argument UNUSED, double *value,
					 struct cml_error *err UNUSED)
{
	double told[N_BINS] = {0}, seen[N_BINS] = {0}, sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		size_t bin = (size_t)(pairs->predicted[i] * N_BINS);

		bin = bin < N_BINS ? bin : N_BINS - 1;
		told[bin] += pairs->predicted[i];
		seen[bin] += ran(pairs, i);
	}
	for (size_t bin = 0; bin < N_BINS; bin++)
		sum += fabs(told[bin] - seen[bin]);
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}
