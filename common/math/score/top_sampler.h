/* Resampling for scores of the best K of many pairs. Such a score sees only the rows near the top,
 * by prediction or by actual value; how many of these a resample of all rows holds is
 * binomial, and which is uniform, so that the others need not be drawn. */
#ifndef CML_MATH_SCORE_TOP_SAMPLER_H
#define CML_MATH_SCORE_TOP_SAMPLER_H

#include "base/error.h"
#include "base/random.h"
#include "math/score/score_pairs.h"

#include <stddef.h>

/* Zeroed is empty. */
struct cml_top_sampler {
	const struct cml_score_pairs *pairs; /* not owned */
	size_t *rows;                        /* that are near the top */
	size_t n_rows;
	size_t max_drawn; /* of a resample */
};

/* For the best k. Near the top are the best 4 k + 100 rows by each order and those equal to the
 * last of them: a resample of all rows holds fewer than k of these with a probability below 1e-40.
 * Empty (n_rows is 0) where that is more than an eighth of the rows, as where most are equal.
 * O(n log k). Every row of pairs has a prediction. */
enum cml_result cml_top_sampler_init(struct cml_top_sampler *sampler,
				     const struct cml_score_pairs *pairs, size_t k,
				     struct cml_error *err);
void cml_top_sampler_release(struct cml_top_sampler *sampler);

/* A resample, without the rows far from the top, as views into
 * numbers[CML_SCORE_COLUMNS * max_drawn]. */
void cml_top_sampler_draw(const struct cml_top_sampler *sampler, struct cml_random *random,
			  double *numbers, struct cml_score_pairs *sample);

#endif
