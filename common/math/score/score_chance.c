#include "math/score/score_kinds.h"

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

enum cml_result cml_score_ok_auc(const struct cml_score_pairs *pairs, size_t k UNUSED,
				 double *value, struct cml_error *err)
{
	double *labels = cml_array_new(pairs->n, sizeof *labels);
	enum cml_result status;

	if (!labels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++)
		labels[i] = ran(pairs, i);
	status = cml_auc(pairs->n, pairs->predicted, labels, value, err);
	free(labels);
	return status;
}

enum cml_result cml_score_ok_brier(const struct cml_score_pairs *pairs, size_t k UNUSED,
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

enum cml_result cml_score_ok_calibration(const struct cml_score_pairs *pairs, size_t k UNUSED,
					 double *value, struct cml_error *err UNUSED)
{
	double predicted[N_BINS] = {0}, observed[N_BINS] = {0}, sum = 0.0;

	for (size_t i = 0; i < pairs->n; i++) {
		size_t bin = (size_t)(pairs->predicted[i] * N_BINS);

		bin = bin < N_BINS ? bin : N_BINS - 1;
		predicted[bin] += pairs->predicted[i];
		observed[bin] += ran(pairs, i);
	}
	for (size_t bin = 0; bin < N_BINS; bin++)
		sum += fabs(predicted[bin] - observed[bin]);
	*value = pairs->n == 0 ? NAN : sum / (double)pairs->n;
	return CML_OK;
}
