/* Confidence intervals of a score by resampling jobs. */
#ifndef CML_MATH_SCORE_BOOTSTRAP_H
#define CML_MATH_SCORE_BOOTSTRAP_H

#include "base/error.h"
#include "base/parallel.h"
#include "math/score/score.h"

struct cml_bootstrap {
	size_t n_replicates; /* 0: no interval */
	double coverage;     /* in (0, 1), such as 0.95 */
	uint64_t seed;       /* replicate i draws from stream i of this seed */
};

/* Percentile interval of the score over resamples of the n pairs: its ends.
 * Replicates where the score is undefined are left out; NaN, NaN when they are more
 * than a tenth (the rest would say too much) or n_replicates is 0. The same for every number of
 * threads. Source: B. Efron, R. Tibshirani, "An introduction to the bootstrap", 1993, section 13.3.
 *
 * Of more than CML_BOOTSTRAP_PAIRS pairs each resample has CML_BOOTSTRAP_PAIRS, and its distance
 * from the score of all pairs is scaled by the root of their fraction: for scores whose error
 * falls with the root of n, which are all but those of the best K. Source: P. J. Bickel,
 * F. Gotze, W. R. van Zwet, "Resampling fewer than n observations", Statistica Sinica 7, 1997.
 * Scores inside contexts: as struct cml_within_sampler says.
 * Those of the best K are resampled whole: CML_BOOTSTRAP_DRAWS pairs in all, but at least
 * CML_BOOTSTRAP_REPLICATES times (or n_replicates, if fewer). */
#define CML_BOOTSTRAP_PAIRS 10000
/* Of fewer pairs, all of them in order, resamples are, too: NaN in place of 1 to 1. By the rule of
 * three, 3 / n, one in ten of others may be out of order (J. A. Hanley, A. Lippman-Hand, "If
 * nothing goes wrong, is everything all right?", JAMA 249, 1983). */
#define CML_BOOTSTRAP_FEW 30
#define CML_BOOTSTRAP_REPLICATES 100
#define CML_BOOTSTRAP_DRAWS 20000000

enum cml_result cml_bootstrap_interval(const struct cml_bootstrap *bootstrap,
				       const struct cml_score *score,
				       const struct cml_score_pairs *pairs, struct cml_pool *pool,
				       double interval[2], struct cml_error *err);

#endif
