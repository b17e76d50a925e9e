/* How far to prune, by cross-validation.
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984, sections 3.4 and 8.5 (V-fold estimates at the
 * geometric means of successive costs; the one-standard-error rule). */
#ifndef CML_LEARN_TREES_TREE_VALIDATE_H
#define CML_LEARN_TREES_TREE_VALIDATE_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/trees/tree_grow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_tree_validation {
	const struct cml_tree_rows *rows; /* the tree was grown from */
	const struct cml_tree_growth *growth;
	size_t n_folds; /* no more are made than there are configurations */
	bool one_se;    /* the smallest tree within one standard error of the best, instead
			 * of the best */
	uint64_t seed;
	struct cml_pool *pool;
};

struct cml_tree_choice {
	double cost;  /* of a leaf, for cml_tree_prune */
	double error; /* weighted mean squared error of rows held out, at this cost */
	double se;    /* its standard error */
};

/* Grows a tree on all folds but one, for each, and holds the rows of the one
 * against its subtrees. alpha is that of the tree (cml_tree_alphas). Jobs of one
 * configuration share a fold. With a single configuration nothing can be held
 * out: cost 0, and error and se NaN. */
enum cml_result cml_tree_choose(const struct cml_tree_validation *validation,
				const struct cml_tree *tree, const double *alpha,
				struct cml_tree_choice *choice, struct cml_error *err);

#endif
