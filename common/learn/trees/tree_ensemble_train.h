/* Training ensembles of trees: boosted forests, or the single trees of a random
 * forest, which are boosting stopped after one. */
#ifndef CML_LEARN_TREES_TREE_ENSEMBLE_TRAIN_H
#define CML_LEARN_TREES_TREE_ENSEMBLE_TRAIN_H

#include "base/error.h"
#include "base/memory.h"
#include "learn/predictor/predictor.h"
#include "learn/trees/boost.h"

/* A part of the targets that is known otherwise, and that members from one on need not learn. */
struct cml_known_part {
	size_t first_member;
	const double *y; /* n_rows of the training data */
	/* Filled in where they are not NULL, n_rows: what is predicted for a row by the members
	 * that did not see it, and its calibrated deviation. NaN where all saw it, or it is not
	 * known. */
	double *unseen_mean, *unseen_sd;
};

/* Trains options->n_members members into *state, a struct cml_tree_ensemble. With
 * options->bootstrap or folds, rows that members did not see calibrate the uncertainty, and the
 * summary has the error of their mean prediction: oob_rows (rows that some member did not see),
 * oob_rmse, oob_r2 (both weighted; of logarithms when the targets are). Errors as cml_boost. known:
 * members learn the residuals of that part, which has to be added to what they predict; what is
 * predicted of unseen rows has it added. NULL: none. */
enum cml_result cml_tree_ensemble_train(const struct cml_training *training,
					const struct cml_boost_options *options,
					const struct cml_known_part *known, void **state,
					struct cml_buffer *summary, struct cml_error *err);

#endif
