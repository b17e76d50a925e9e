#include "math/bootstrap.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/summary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define N_COLUMNS 4 /* actual, predicted, sd, worth */

/* What one thread needs for itself. */
struct desk {
	double *numbers;               /* what its resample stands on: N_COLUMNS x n */
	struct cml_score_pairs sample; /* views into numbers */
	size_t failed;                 /* the least replicate that failed, if error.status is set */
	struct cml_error error;
};

struct run {
	const struct cml_bootstrap *bootstrap;
	const struct cml_score *score;
	const struct cml_score_pairs *pairs;
	double *values;     /* one per replicate */
	struct desk *desks; /* one per thread */
	double *resamples;  /* what the desks stand on */
	size_t n_drawn;     /* pairs of a resample */
	size_t n_replicates;
	double value; /* of all pairs, when fewer are drawn */
};

/* Of many pairs, scores whose error falls with the root of their number are resampled in fewer;
 * those of the best K are not of that kind, and get fewer resamples. */
static void limit(struct run *run)
{
	size_t n = run->pairs->n, most = CML_BOOTSTRAP_DRAWS / n;
	enum cml_score_argument argument = run->score->kind->argument;

	run->n_drawn = n;
	run->n_replicates = run->bootstrap->n_replicates;
	if (n <= CML_BOOTSTRAP_PAIRS)
		return;
	if (argument == CML_SCORE_PLAIN || argument == CML_SCORE_PERCENT)
		run->n_drawn = CML_BOOTSTRAP_PAIRS;
	else if (run->n_replicates > CML_BOOTSTRAP_REPLICATES && run->n_replicates > most)
		run->n_replicates =
		    most > CML_BOOTSTRAP_REPLICATES ? most : CML_BOOTSTRAP_REPLICATES;
}

static void replicate(void *context, size_t item, unsigned thread)
{
	struct run *run = context;
	struct desk *desk = &run->desks[thread];
	size_t n = run->n_drawn;
	struct cml_random random;
	struct cml_error error;

	cml_random_init(&random, run->bootstrap->seed, item);
	for (size_t i = 0; i < n; i++) {
		size_t drawn = (size_t)cml_random_below(&random, run->pairs->n);

		desk->numbers[i] = run->pairs->actual[drawn];
		if (run->pairs->predicted != NULL)
			desk->numbers[n + i] = run->pairs->predicted[drawn];
		if (run->pairs->sd != NULL)
			desk->numbers[2 * n + i] = run->pairs->sd[drawn];
		if (run->pairs->worth != NULL)
			desk->numbers[3 * n + i] = run->pairs->worth[drawn];
	}
	if (cml_score_evaluate(run->score, &desk->sample, &run->values[item], &error) == CML_OK)
		return;
	if (desk->error.status == CML_OK || item < desk->failed) {
		desk->failed = item;
		desk->error = error;
	}
}

static enum cml_result allocate(struct run *run, unsigned n_threads, struct cml_error *err)
{
	size_t n = run->n_drawn;
	size_t n_numbers;

	run->values = cml_array_new(run->n_replicates, sizeof *run->values);
	run->desks = cml_array_new(n_threads, sizeof *run->desks);
	if (!__builtin_mul_overflow(n, N_COLUMNS * (size_t)n_threads, &n_numbers))
		run->resamples = cml_array_new(n_numbers, sizeof *run->resamples);
	if (run->values == NULL || run->desks == NULL || run->resamples == NULL)
		return cml_fail_memory(err);
	for (unsigned thread = 0; thread < n_threads; thread++) {
		struct desk *desk = &run->desks[thread];

		desk->numbers = run->resamples + N_COLUMNS * thread * n;
		desk->sample = *run->pairs;
		desk->sample.n = n;
		desk->sample.actual = desk->numbers;
		if (run->pairs->predicted != NULL)
			desk->sample.predicted = desk->numbers + n;
		if (run->pairs->sd != NULL)
			desk->sample.sd = desk->numbers + 2 * n;
		if (run->pairs->worth != NULL)
			desk->sample.worth = desk->numbers + 3 * n;
	}
	return CML_OK;
}

/* The error of the least replicate that failed: the same for every number of
 * threads. */
static enum cml_result first_error(const struct run *run, unsigned n_threads, struct cml_error *err)
{
	const struct desk *first = NULL;

	for (unsigned thread = 0; thread < n_threads; thread++) {
		const struct desk *desk = &run->desks[thread];

		if (desk->error.status != CML_OK && (first == NULL || desk->failed < first->failed))
			first = desk;
	}
	if (first == NULL)
		return CML_OK;
	*err = first->error;
	return err->status;
}

/* As wide as the scores of resamples of all pairs would lie. */
static void narrow(struct run *run)
{
	double factor = sqrt((double)run->n_drawn / (double)run->pairs->n);

	for (size_t i = 0; i < run->n_replicates; i++)
		run->values[i] = run->value + factor * (run->values[i] - run->value);
}

static size_t drop_undefined(size_t n, double *values)
{
	size_t n_defined = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(values[i]))
			values[n_defined++] = values[i];
	return n_defined;
}

enum cml_result cml_bootstrap_interval(const struct cml_bootstrap *bootstrap,
				       const struct cml_score *score,
				       const struct cml_score_pairs *pairs, struct cml_pool *pool,
				       double interval[2], struct cml_error *err)
{
	struct run run = {.bootstrap = bootstrap, .score = score, .pairs = pairs};
	unsigned n_threads = cml_pool_n_threads(pool);
	double outside = (1.0 - bootstrap->coverage) / 2.0;
	size_t n_defined;
	enum cml_result status;

	if (pairs->n == 0 || bootstrap->n_replicates == 0 || !cml_score_applies(score, pairs)) {
		interval[0] = interval[1] = NAN;
		return CML_OK;
	}
	assert(bootstrap->coverage > 0.0 && bootstrap->coverage < 1.0);
	limit(&run);
	status = allocate(&run, n_threads, err);
	if (status != CML_OK)
		goto out;
	if (run.n_drawn < pairs->n)
		status = cml_score_evaluate(score, pairs, &run.value, err);
	if (status != CML_OK)
		goto out;
	cml_pool_run(pool, run.n_replicates, replicate, &run);
	status = first_error(&run, n_threads, err);
	if (status != CML_OK)
		goto out;
	if (run.n_drawn < pairs->n)
		narrow(&run);
	n_defined = drop_undefined(run.n_replicates, run.values);
	if (10 * (run.n_replicates - n_defined) > run.n_replicates)
		n_defined = 0;
	interval[0] = cml_quantile(n_defined, run.values, outside);
	interval[1] = cml_quantile(n_defined, run.values, 1.0 - outside);
out:
	free(run.values);
	free(run.desks);
	free(run.resamples);
	return status;
}
