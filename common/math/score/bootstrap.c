#include "math/score/bootstrap.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/score/score_within.h"
#include "math/summary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

struct run {
	const struct cml_bootstrap *bootstrap;
	const struct cml_score *score;
	const struct cml_score_pairs *pairs;
	double *values;    /* one per replicate */
	double *resamples; /* by thread, CML_SCORE_COLUMNS x n_drawn each */
	size_t n_drawn;    /* pairs of a resample */
	size_t n_replicates;
	double value; /* of all pairs, when fewer are drawn */
	/* Of a score inside contexts: */
	struct cml_within within;
	struct cml_within_sampler sampler;
};

/* Of many pairs, scores whose error falls with the root of their number are resampled in fewer;
 * those of the best K are not of that kind: they get fewer resamples. */
static void limit(struct run *run)
{
	size_t n = run->pairs->n, most = CML_BOOTSTRAP_DRAWS / n;

	run->n_replicates = run->bootstrap->n_replicates;
	run->n_drawn = run->score->within ? run->sampler.max_drawn : n;
	if (n <= CML_BOOTSTRAP_PAIRS || run->score->within)
		return;
	if (!run->score->kind->at_k)
		run->n_drawn = CML_BOOTSTRAP_PAIRS;
	else if (run->n_replicates > CML_BOOTSTRAP_REPLICATES && run->n_replicates > most)
		run->n_replicates =
		    most > CML_BOOTSTRAP_REPLICATES ? most : CML_BOOTSTRAP_REPLICATES;
}

static void run_release(struct run *run)
{
	cml_within_sampler_release(&run->sampler);
	cml_within_release(&run->within);
	free(run->values);
	free(run->resamples);
}

static bool draws_fewer(const struct run *run)
{
	return !run->score->within && run->n_drawn < run->pairs->n;
}

static enum cml_result start_within(struct run *run, struct cml_error *err)
{
	return cml_within_init(&run->within, run->pairs, err) != CML_OK
		   ? err->status
		   : cml_within_sampler_init(&run->sampler, &run->within, run->score,
					     CML_BOOTSTRAP_PAIRS, err);
}

static enum cml_result replicate(void *context, size_t item, unsigned thread, struct cml_error *err)
{
	struct run *run = context;
	size_t n = run->n_drawn;
	double *numbers = run->resamples + CML_SCORE_COLUMNS * thread * n;
	struct cml_score_pairs sample;
	struct cml_random random;

	cml_random_init(&random, run->bootstrap->seed, item);
	if (run->score->within)
		return cml_within_resample(&run->sampler, &random, numbers, &run->values[item],
					   err);
	for (size_t i = 0; i < n; i++)
		cml_score_pairs_copy(run->pairs, (size_t)cml_random_below(&random, run->pairs->n),
				     n, numbers, i);
	cml_score_pairs_view(&sample, run->pairs, n, numbers);
	return cml_score_evaluate(run->score, &sample, &run->values[item], err);
}

static enum cml_result allocate(struct run *run, unsigned n_threads, struct cml_error *err)
{
	size_t n_numbers;

	return !__builtin_mul_overflow(run->n_drawn, CML_SCORE_COLUMNS * (size_t)n_threads,
				       &n_numbers) &&
		       CML_NEW(&run->values, run->n_replicates) &&
		       CML_NEW(&run->resamples, n_numbers)
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* As wide as the scores of resamples of all pairs would lie. */
static void narrow(struct run *run)
{
	double factor = sqrt((double)run->n_drawn / (double)run->pairs->n);

	for (size_t i = 0; i < run->n_replicates; i++)
		run->values[i] = run->value + factor * (run->values[i] - run->value);
}

enum cml_result cml_bootstrap_interval(const struct cml_bootstrap *bootstrap,
				       const struct cml_score *score,
				       const struct cml_score_pairs *pairs, struct cml_pool *pool,
				       double interval[2], struct cml_error *err)
{
	AUTO(run) run = {.bootstrap = bootstrap, .score = score, .pairs = pairs};
	unsigned n_threads = cml_pool_n_threads(pool);
	double outside = (1.0 - bootstrap->coverage) / 2.0;

	if (pairs->n == 0 || bootstrap->n_replicates == 0 || !cml_score_applies(score, pairs)) {
		interval[0] = interval[1] = NAN;
		return CML_OK;
	}
	assert(bootstrap->coverage > 0.0 && bootstrap->coverage < 1.0);
	if (score->within && start_within(&run, err) != CML_OK)
		return err->status;
	limit(&run);
	if (allocate(&run, n_threads, err) != CML_OK ||
	    (draws_fewer(&run) && cml_score_evaluate(score, pairs, &run.value, err) != CML_OK) ||
	    cml_pool_try(pool, run.n_replicates, replicate, &run, err) != CML_OK)
		return err->status;
	if (draws_fewer(&run))
		narrow(&run);
	size_t n_defined = cml_drop_nan(run.n_replicates, run.values);
	if (10 * (run.n_replicates - n_defined) > run.n_replicates)
		n_defined = 0;
	interval[0] = cml_quantile(n_defined, run.values, outside);
	interval[1] = cml_quantile(n_defined, run.values, 1.0 - outside);
	if (pairs->n < CML_BOOTSTRAP_FEW && interval[0] == interval[1])
		interval[0] = interval[1] = NAN;
	return CML_OK;
}
