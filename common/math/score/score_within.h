/* Scores inside contexts. A score of all jobs also rewards what is known beforehand: that
 * a small model is fast, that twice the devices do more. What a user chooses between are
 * the jobs of one context, so each context is scored for itself and the scores are averaged.
 *
 * A context weighs its number of jobs minus one: the inverse of the variance that Spearman's
 * and Pearson's correlation of so many unrelated pairs have, exactly, and Kendall's nearly. One job
 * alone weighs nothing. A context in which the score is undefined (all jobs measured the
 * same, no more than K of them) is left out; but one in which a correlation is undefined
 * since all predictions are equal counts 0, as nothing was distinguished there. A chance to run is
 * scored in contexts where some launches ran and some failed: elsewhere there is nothing to choose.
 * Source: M. G. Kendall, "Rank correlation methods", 1948, chapters 4 and 5, for the variances. */
#ifndef CML_MATH_SCORE_SCORE_WITHIN_H
#define CML_MATH_SCORE_SCORE_WITHIN_H

#include "base/error.h"
#include "base/random.h"
#include "math/score/score_kinds.h"

/* Pairs in the order of their contexts. Zeroed is empty. */
struct cml_within {
	struct cml_score_pairs pairs; /* views into numbers; their context is NULL */
	size_t n;                     /* contexts, empty ones too */
	size_t *first;                /* n + 1: where each begins in the pairs */
	double *numbers;
};

/* pairs: with their contexts; those without one are passed over. Inside a context they keep
 * their order. O(pairs->n + n_contexts). To be released after an error, too, as the sampler below.
 */
enum cml_result cml_within_init(struct cml_within *within, const struct cml_score_pairs *pairs,
				struct cml_error *err);
void cml_within_release(struct cml_within *within);

/* score->kind, averaged over the contexts of pairs. */
enum cml_result cml_score_within(const struct cml_score *score, const struct cml_score_pairs *pairs,
				 double *value, struct cml_error *err);

/* Resampling for an interval of the mean. CML_MIN_SAMPLED_CONTEXTS contexts with a score, or more,
 * are resampled themselves, with their scores: they are what varies, and jobs drawn from a small
 * context twice would bias its score. Fewer stay, and jobs are drawn inside them; such an interval
 * says nothing of other contexts. max_pairs contexts are drawn at most, or as many jobs, and the
 * distance from the score is scaled by the root of the fraction drawn.
 * Source: A. C. Davison, D. V. Hinkley, "Bootstrap methods and their application", 1997,
 * sections 3.2 and 3.8. Zeroed is empty. */
#define CML_MIN_SAMPLED_CONTEXTS 10

struct cml_within_sampler {
	const struct cml_within *within;
	const struct cml_score *score;
	double *values; /* by context, of all its jobs */
	size_t *scored; /* contexts with a value */
	size_t n_scored;
	double mean;      /* of values */
	size_t max_drawn; /* jobs of one context; 0: contexts are drawn */
	size_t max_contexts;
};

/* within and score must outlive the sampler. */
enum cml_result cml_within_sampler_init(struct cml_within_sampler *sampler,
					const struct cml_within *within,
					const struct cml_score *score, size_t max_pairs,
					struct cml_error *err);
void cml_within_sampler_release(struct cml_within_sampler *sampler);

/* The score of one resample, NaN where undefined; scratch: CML_SCORE_COLUMNS times
 * sampler->max_drawn numbers. */
enum cml_result cml_within_resample(const struct cml_within_sampler *sampler,
				    struct cml_random *random, double *scratch, double *value,
				    struct cml_error *err);

#endif
