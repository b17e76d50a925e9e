#include "math/score/top_sampler.h"

#include "base/memory.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>

/* The value of the n-th best of x, larger is better after the sign. */
static enum cml_result find_border(size_t n_rows, const double *x, double sign, size_t n,
				   double *border, struct cml_error *err)
{
	struct cml_top_n best = {0};
	size_t slot;

	if (cml_top_n_init(&best, n, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < n_rows; i++)
		cml_top_n_offer(&best, sign * x[i], i, &slot);
	*border = best.items[0].score;
	cml_top_n_release(&best);
	return CML_OK;
}

/* In numbers of trials up to the next success; exact. Source: L. Devroye, "Non-uniform random
 * variate generation", 1986, section X.4.3: the first waiting time algorithm. */
static size_t draw_binomial(size_t n, double p, size_t limit, struct cml_random *random)
{
	double scale = 1.0 / log1p(-p), trials = 0.0;
	size_t successes = 0;

	while (successes < limit) {
		trials += floor(log1p(-cml_random_uniform(random)) * scale) + 1.0;
		if (trials > (double)n)
			break;
		successes++;
	}
	return successes;
}

enum cml_result cml_top_sampler_init(struct cml_top_sampler *sampler,
				     const struct cml_score_pairs *pairs, size_t k,
				     struct cml_error *err)
{
	double sign = pairs->maximize ? 1.0 : -1.0, predicted, actual;
	size_t max_rows = pairs->n / 8;

	*sampler = (struct cml_top_sampler){.pairs = pairs};
	if (max_rows < 100 || k > (max_rows - 100) / 4)
		return CML_OK;
	if (find_border(pairs->n, pairs->predicted, sign, 4 * k + 100, &predicted, err) != CML_OK ||
	    find_border(pairs->n, pairs->actual, sign, 4 * k + 100, &actual, err) != CML_OK)
		return err->status;
	sampler->rows = cml_array_new(max_rows, sizeof *sampler->rows);
	if (!sampler->rows)
		return cml_fail_memory(err);
	for (size_t i = 0; i < pairs->n; i++) {
		if (sign * pairs->predicted[i] < predicted && sign * pairs->actual[i] < actual)
			continue;
		if (sampler->n_rows == max_rows) {
			cml_top_sampler_release(sampler);
			return CML_OK;
		}
		sampler->rows[sampler->n_rows++] = i;
	}
	/* 20 standard deviations above the mean. */
	sampler->max_drawn = sampler->n_rows + 20 * (size_t)ceil(sqrt((double)sampler->n_rows));
	return CML_OK;
}

void cml_top_sampler_release(struct cml_top_sampler *sampler)
{
	free(sampler->rows);
	*sampler = (struct cml_top_sampler){0};
}

void cml_top_sampler_draw(const struct cml_top_sampler *sampler, struct cml_random *random,
			  double *numbers, struct cml_score_pairs *sample)
{
	const struct cml_score_pairs *pairs = sampler->pairs;
	size_t n = draw_binomial(pairs->n, (double)sampler->n_rows / (double)pairs->n,
				 sampler->max_drawn, random);

	for (size_t i = 0; i < n; i++) {
		size_t drawn = (size_t)cml_random_below(random, sampler->n_rows);

		cml_score_pairs_copy(pairs, sampler->rows[drawn], n, numbers, i);
	}
	cml_score_pairs_view(sample, pairs, n, numbers);
}
