#include "math/score/score_within.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_within_init(struct cml_within *within, const struct cml_score_pairs *pairs,
				struct cml_error *err)
{
	size_t n_numbers, n_ends;
	size_t *next;

	*within = (struct cml_within){.n = pairs->n_contexts};
	if (__builtin_mul_overflow(pairs->n, CML_SCORE_COLUMNS, &n_numbers) ||
	    __builtin_add_overflow(pairs->n_contexts, 2, &n_ends))
		return cml_fail_memory(err);
	if (!CML_NEW(&within->numbers, n_numbers) || !CML_NEW(&within->first, n_ends))
		return cml_fail_memory(err);
	/* Counting sort. While rows are placed, next[c] is where that of context c goes; in
	 * the end it is where the following context begins. */
	next = within->first + 1;
	for (size_t i = 0; i < pairs->n; i++)
		if (pairs->context[i] != CML_NO_CONTEXT)
			next[pairs->context[i] + 1]++;
	for (size_t c = 0; c < within->n; c++)
		next[c + 1] += next[c];
	for (size_t i = 0; i < pairs->n; i++)
		if (pairs->context[i] != CML_NO_CONTEXT)
			cml_score_pairs_copy(pairs, i, pairs->n, within->numbers,
					     next[pairs->context[i]]++);
	cml_score_pairs_view(&within->pairs, pairs, pairs->n, within->numbers);
	return CML_OK;
}

void cml_within_release(struct cml_within *within)
{
	free(within->numbers);
	free(within->first);
	*within = (struct cml_within){0};
}

static bool is_constant(size_t n, const double *x)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

/* Whether some launches ran and some failed. */
static bool has_both_outcomes(const struct cml_score_pairs *launches)
{
	bool found[2] = {false, false};
	for (size_t i = 0; i < launches->n; i++)
		found[isnan(launches->actual[i])] = true;
	return found[0] && found[1];
}

static size_t size_of(const struct cml_within *within, size_t context)
{
	return within->first[context + 1] - within->first[context];
}

/* Of the jobs of one context. */
static enum cml_result evaluate(const struct cml_score *score, const struct cml_score_pairs *pairs,
				double *value, struct cml_error *err)
{
	*value = NAN;
	if (pairs->n < 2 || (score->kind->need_chance && !has_both_outcomes(pairs)))
		return CML_OK;
	if (score->kind->range == CML_SCORE_CORRELATION &&
	    is_constant(pairs->n, pairs->predicted)) {
		*value = is_constant(pairs->n, pairs->actual) ? NAN : 0.0;
		return CML_OK;
	}
	return score->kind->evaluate(pairs, score->k, value, err);
}

/* values[within->n]: of each context, as it counts in the mean; NaN: left out. */
static enum cml_result within_values(const struct cml_within *within, const struct cml_score *score,
				     double *values, struct cml_error *err)
{
	for (size_t c = 0; c < within->n; c++) {
		struct cml_score_pairs part =
		    cml_score_pairs_part(&within->pairs, within->first[c], size_of(within, c));

		if (evaluate(score, &part, &values[c], err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

/* Of contexts, by their weights; NaN, 0 / 0, when all are left out. */
struct mean {
	double sum, weights;
};

/* Left out: NaN. */
static void mean_add(struct mean *mean, const struct cml_within *within, size_t context,
		     double value)
{
	double weight = isnan(value) ? 0.0 : (double)(size_of(within, context) - 1);

	mean->sum += weight > 0.0 ? weight * value : 0.0;
	mean->weights += weight;
}

static double mean_of(const struct cml_within *within, const double *values)
{
	struct mean mean = {0};

	for (size_t c = 0; c < within->n; c++)
		mean_add(&mean, within, c, values[c]);
	return mean.sum / mean.weights;
}

enum cml_result cml_score_within(const struct cml_score *score, const struct cml_score_pairs *pairs,
				 double *value, struct cml_error *err)
{
	AUTO(cml_within) within = {0};
	AUTOFREE double *values = cml_array_new(pairs->n_contexts, sizeof *values);

	if (!values)
		return cml_fail_memory(err);
	if (cml_within_init(&within, pairs, err) != CML_OK ||
	    within_values(&within, score, values, err) != CML_OK)
		return err->status;
	*value = mean_of(&within, values);
	return CML_OK;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

enum cml_result cml_within_sampler_init(struct cml_within_sampler *sampler,
					const struct cml_within *within,
					const struct cml_score *score, size_t max_pairs,
					struct cml_error *err)
{
	size_t largest = 0;

	*sampler = (struct cml_within_sampler){.within = within, .score = score};
	if (!CML_NEW(&sampler->values, within->n) || !CML_NEW(&sampler->scored, within->n))
		return cml_fail_memory(err);
	if (within_values(within, score, sampler->values, err) != CML_OK)
		return err->status;
	for (size_t c = 0; c < within->n; c++)
		if (!isnan(sampler->values[c])) {
			sampler->scored[sampler->n_scored++] = c;
			largest = size_of(within, c) > largest ? size_of(within, c) : largest;
		}
	sampler->mean = mean_of(within, sampler->values);
	sampler->max_contexts = smaller(sampler->n_scored, max_pairs);
	if (sampler->n_scored < CML_MIN_SAMPLED_CONTEXTS)
		sampler->max_drawn = smaller(largest, max_pairs / CML_MIN_SAMPLED_CONTEXTS);
	return CML_OK;
}

void cml_within_sampler_release(struct cml_within_sampler *sampler)
{
	free(sampler->values);
	free(sampler->scored);
	*sampler = (struct cml_within_sampler){0};
}

/* The score of a resample of n of `of`, at the distance from that of all that one of all would
 * have.
 */
static double narrowed(double drawn, double of_all, size_t n, size_t of)
{
	return n < of ? of_all + sqrt((double)n / (double)of) * (drawn - of_all) : drawn;
}

static double draw_contexts(const struct cml_within_sampler *sampler, struct cml_random *random)
{
	struct mean drawn = {0};

	for (size_t i = 0; i < sampler->max_contexts; i++) {
		size_t c = sampler->scored[cml_random_below(random, sampler->n_scored)];

		mean_add(&drawn, sampler->within, c, sampler->values[c]);
	}
	return narrowed(drawn.sum / drawn.weights, sampler->mean, sampler->max_contexts,
			sampler->n_scored);
}

/* The score of a resample of the jobs of a context, as if it had all jobs. */
static enum cml_result draw_jobs(const struct cml_within_sampler *sampler, size_t context,
				 struct cml_random *random, double *scratch, double *value,
				 struct cml_error *err)
{
	const struct cml_within *within = sampler->within;
	size_t size = size_of(within, context), n = smaller(size, sampler->max_drawn);
	struct cml_score_pairs sample;
	double drawn;

	for (size_t k = 0; k < n; k++) {
		size_t row = within->first[context] + (size_t)cml_random_below(random, size);

		cml_score_pairs_copy(&within->pairs, row, n, scratch, k);
	}
	cml_score_pairs_view(&sample, &within->pairs, n, scratch);
	if (evaluate(sampler->score, &sample, &drawn, err) != CML_OK)
		return err->status;
	*value = narrowed(drawn, sampler->values[context], n, size);
	return CML_OK;
}

enum cml_result cml_within_resample(const struct cml_within_sampler *sampler,
				    struct cml_random *random, double *scratch, double *value,
				    struct cml_error *err)
{
	struct mean mean = {0};

	if (sampler->max_drawn == 0) {
		*value = draw_contexts(sampler, random);
		return CML_OK;
	}
	for (size_t i = 0; i < sampler->n_scored; i++) {
		size_t c = sampler->scored[i];
		double drawn = NAN;

		if (draw_jobs(sampler, c, random, scratch, &drawn, err) != CML_OK)
			return err->status;
		mean_add(&mean, sampler->within, c, drawn);
	}
	*value = mean.sum / mean.weights;
	return CML_OK;
}
