#include "math/bootstrap.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>

/* What all replicates share; each thread has its own resample. */
struct replicates {
	const struct cml_bootstrap *bootstrap;
	const struct cml_score *score;
	size_t n;
	const double *actual;
	const double *predicted;
	bool maximize;
	double *resamples; /* a thread's: n actual, then n predicted */
	double *values;    /* of each replicate; NaN where undefined */
	enum cml_status *statuses;
};

static void run_replicate(void *context, size_t item, unsigned thread)
{
	struct replicates *replicates = context;
	size_t n = replicates->n;
	double *actual = replicates->resamples + 2 * n * thread, *predicted = actual + n;
	struct cml_random random;
	struct cml_error err;
	cml_random_init(&random, replicates->bootstrap->seed, item);
	for (size_t i = 0; i < n; i++) {
		size_t row = (size_t)cml_random_below(&random, n);
		actual[i] = replicates->actual[row];
		predicted[i] = replicates->predicted[row];
	}
	replicates->values[item] = NAN;
	replicates->statuses[item] =
	    cml_score_evaluate(replicates->score, n, actual, predicted, replicates->maximize,
	                       &replicates->values[item], &err);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static enum cml_status interval(struct replicates *replicates, double *lo, double *hi,
                                struct cml_error *err)
{
	size_t n_defined = 0;
	for (size_t i = 0; i < replicates->bootstrap->n_replicates; i++) {
		if (replicates->statuses[i] != CML_OK)
			return cml_fail_memory(err);
		if (!isnan(replicates->values[i]))
			replicates->values[n_defined++] = replicates->values[i];
	}
	qsort(replicates->values, n_defined, sizeof *replicates->values, compare_doubles);
	double tail = (1 - replicates->bootstrap->coverage) / 2;
	*lo = cml_quantile_sorted(n_defined, replicates->values, tail);
	*hi = cml_quantile_sorted(n_defined, replicates->values, 1 - tail);
	return CML_OK;
}

enum cml_status cml_bootstrap_interval(const struct cml_bootstrap *bootstrap,
                                       const struct cml_score *score, size_t n,
                                       const double *actual, const double *predicted, bool maximize,
                                       struct cml_pool *pool, double *lo, double *hi,
                                       struct cml_error *err)
{
	*lo = *hi = NAN;
	if (bootstrap->n_replicates == 0 || n == 0)
		return CML_OK;
	size_t n_replicates = bootstrap->n_replicates, size;
	if (__builtin_mul_overflow(2 * (size_t)cml_pool_n_threads(pool), n, &size))
		return cml_fail_memory(err);
	struct replicates replicates = {bootstrap, score, n, actual, predicted, maximize, NULL, NULL, NULL};
	replicates.resamples = cml_array_new(size, sizeof *replicates.resamples);
	replicates.values = cml_array_new(n_replicates, sizeof *replicates.values);
	replicates.statuses = cml_array_new(n_replicates, sizeof *replicates.statuses);
	enum cml_status status = CML_OK;
	if (replicates.resamples && replicates.values && replicates.statuses) {
		cml_pool_run(pool, n_replicates, run_replicate, &replicates);
		status = interval(&replicates, lo, hi, err);
	} else {
		status = cml_fail_memory(err);
	}
	free(replicates.resamples);
	free(replicates.values);
	free(replicates.statuses);
	return status;
}
