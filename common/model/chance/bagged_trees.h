/* Boosted trees of the logistic loss, each forest of a sample of the jobs, and what the forests
 * that did not see a job say of it.
 *
 * A job is in the samples that its key says, whatever the other jobs are: one job more leaves all
 * samples as they were but for itself, and moves chances by what it says, not by dealing anew.
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; J. H. Friedman, T. Hastie,
 * R. Tibshirani, "Additive logistic regression", Annals of Statistics 28, 2000. */
#ifndef CML_MODEL_CHANCE_BAGGED_TREES_H
#define CML_MODEL_CHANCE_BAGGED_TREES_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/trees/tree_ensemble.h"

/* The log-odds of jobs by the forests that did not see them. */
struct cml_held_out {
	size_t n;
	double *predicted, *y, *weight; /* n each */
};

/* Zeroed is empty. */
struct cml_bagged_trees {
	struct cml_tree_ensemble *trees;
	struct cml_held_out held_out;
};

struct cml_trees_task {
	const struct cml_dataset *data; /* y is 1 or 0 */
	const int8_t *monotone;         /* by feature: -1, 0, 1 (grow.h); NULL: all 0 */
	uint64_t seed;
	struct cml_pool *pool;
};

enum cml_result cml_bagged_trees_train(struct cml_bagged_trees *made,
				       const struct cml_trees_task *task, struct cml_error *err);
void cml_bagged_trees_release(struct cml_bagged_trees *made);

#endif
