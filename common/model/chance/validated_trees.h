/* Boosted trees of the logistic loss with the number of trees from cross-validation, and their
 * out-of-fold predictions.
 * Source: T. Hastie, R. Tibshirani, J. Friedman, "The Elements of Statistical Learning",
 * 2nd edition, sections 7.10 and 10.12. */
#ifndef CML_MODEL_CHANCE_VALIDATED_TREES_H
#define CML_MODEL_CHANCE_VALIDATED_TREES_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/trees/tree_ensemble.h"

/* Out-of-fold predictions. */
struct cml_held_out {
	size_t n;
	double *predicted, *y, *weight; /* n each */
	size_t *rows;                   /* n: numbers in the data */
	uint32_t *fold;                 /* n: rows of one were held out together */
};

/* Zeroed is empty. */
struct cml_validated_trees {
	struct cml_tree_ensemble *trees; /* learned from all rows */
	struct cml_held_out held_out;    /* n = 0: there was one fold */
};

struct cml_trees_task {
	const struct cml_dataset *data; /* y is 1 or 0 */
	const int8_t *monotone;         /* by feature: -1, 0, 1 (grow.h); NULL: all 0 */
	uint64_t seed;
	struct cml_pool *pool;
};

/* Rows of one key share a fold; the folds are dealt out so that each has its part of the
 * keys with y = 0. Every fold is held out once, or fewer of them where there are many rows:
 * 10,000 rows, of which 500 have y = 0, are enough. There are five folds, or as many as there
 * are keys of either y; where that is one, there is nothing to choose by, and no tree is grown. */
enum cml_result cml_validated_trees_train(struct cml_validated_trees *made,
					  const struct cml_trees_task *task, struct cml_error *err);
void cml_validated_trees_release(struct cml_validated_trees *made);

#endif
