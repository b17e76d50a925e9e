/* What a chance is learned from, and its parts. */
#ifndef CML_MODEL_CHANCE_CHANCE_TRAIN_H
#define CML_MODEL_CHANCE_CHANCE_TRAIN_H

#include "base/job_status.h"
#include "model/chance/chance.h"
#include "model/chance/chance_model.h"

/* Boosted trees of the logistic loss, each forest of a sample of the jobs, and what the forests
 * that did not see a job say of it.
 *
 * A job is in the samples that its key says, whatever the other jobs are: one job more leaves all
 * samples as they were but for itself, and moves chances by what it says, not by dealing anew.
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; J. H. Friedman, T. Hastie,
 * R. Tibshirani, "Additive logistic regression", Annals of Statistics 28, 2000. */

/* Zeroed is empty. */
struct cml_bagged_trees {
	struct cml_tree_ensemble *trees;
	size_t n;                      /* jobs that a forest did not see */
	double *log_odds, *y, *weight; /* n: by the forests that did not */
};

/* rows: y is 1 or 0. */
enum cml_result cml_bagged_trees_train(struct cml_bagged_trees *made,
				       const struct cml_chance_training *training,
				       const struct cml_dataset *rows, struct cml_error *err);
void cml_bagged_trees_release(struct cml_bagged_trees *made);

#endif
