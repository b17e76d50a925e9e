/* What features with a direction say by themselves: the trend that the process of the chance
 * (chance_process.h), which does not see them, has beside it. It rises and falls as they say, or
 * does not.
 *
 * A logistic regression on all features, so that none stands for another, of which those with a
 * direction are kept: what one adds over a standard deviation is normal with a deviation of 2, and
 * has the sign of its direction. A missing value counts as the median.
 * Source: T. Hastie, R. Tibshirani, J. Friedman, "The Elements of Statistical Learning", 2nd
 * edition, section 4.4; steps that never lose, as the curvature of a row is a quarter at most: D.
 * Boehning, B. Lindsay, "Monotonicity of quadratic-approximation algorithms", Annals of the
 * Institute of Statistical Mathematics 40, 1988. */
#ifndef CML_MODEL_CHANCE_TREND_H
#define CML_MODEL_CHANCE_TREND_H

#include "base/error.h"
#include "learn/linear/linear_model.h"
#include "model/chance/chance.h"

#include <stddef.h>
#include <stdint.h>

struct cml_trend_task {
	const struct cml_dataset *rows;    /* y is 1 or 0 */
	double unit;                       /* a row of this weight counts once */
	const enum cml_monotone *monotone; /* by feature */
	const uint32_t *fold;              /* of each row, below n_folds */
	size_t n_folds;
};

/* *trend becomes what is added to log-odds; NULL where nothing with a direction counts. offset and
 * unseen, n_rows each: what it says of a row, and what one says that learned from the other folds.
 * O(folds * rows * features), some 200 times at most. */
enum cml_result cml_trend_train(struct cml_linear **trend, const struct cml_trend_task *task,
				double *offset, double *unseen, struct cml_error *err);

#endif
