/* Whether jobs contradict the direction that a feature is said to have.
 *
 * A model that must not follow the log along a feature leaves the trend in its errors: whether a
 * job held out ran, less the chance it was told. Such errors are asked for a trend along the
 * feature, by ranks among the jobs of one context, and its variance is that over all permutations
 * there.
 * Source: N. Mantel, "Chi-square tests with one degree of freedom; extensions of the
 * Mantel-Haenszel procedure", Journal of the American Statistical Association 58, 1963. */
#ifndef CML_MODEL_CHANCE_CONTRADICTION_H
#define CML_MODEL_CHANCE_CONTRADICTION_H

#include "base/error.h"
#include "model/chance/chance.h"

/* One in two thousand directions that hold is so many standard deviations off by accident. */
#define CML_CONTRADICTION 3.3

/* score[n_features]: by how many standard deviations the trend of the errors goes against the
 * direction; below 0 where it goes with it, NaN where a feature has no direction or jobs do not
 * tell. rows: y is 1 where a job ran, otherwise 0; told[n_jobs] is the chance of the first of them,
 * in [0, 1], by models that did not see the job; NaN: leaves it out. O(features * rows * log rows).
 */
enum cml_result cml_contradiction(const struct cml_chance_training *training,
				  const struct cml_dataset *rows, size_t n_jobs, const double *told,
				  double *score, struct cml_error *err);

#endif
