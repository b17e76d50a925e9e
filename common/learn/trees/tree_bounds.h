/* Bounds of ensembles of trees. Fixing a param settles the splits on its features:
 * what is left of each tree is a smaller tree over the open params, and configurations
 * that agree so far share that work. What an ensemble adds at most: each tree is
 * bounded by one open param, the one that moves it most, as the best value it can take
 * for each state of that param whatever the others do; trees put down to the same
 * param must then agree on its state. For rewards of mean and deviation trees are put
 * down from above and from below, and member_bounds.h puts the members together.
 * Source of bounding trees by groups: H. Chen et al., "Robustness verification of
 * tree-based models", NeurIPS 2019, where the groups are cliques of leaves.
 */
#ifndef CML_LEARN_TREES_TREE_BOUNDS_H
#define CML_LEARN_TREES_TREE_BOUNDS_H

#include "learn/predictor/bounds.h"
#include "learn/trees/tree_ensemble.h"
#include "learn/trees/tree_remainder.h"

/* Of struct cml_tree_ensemble. None for more than CML_TREE_BOUNDS_MAX open params,
 * or states of one; unless ranking by the mean also none for more states of all
 * together than this: work grows with their square for every member, and predicting
 * does not. */
#define CML_TREE_BOUNDS_MAX_STATES 256
extern const struct cml_bounds_kind cml_tree_bounds;

/* What members from one on add to what their trees say: a term for each block, decided by its
 * state, and something for the features outside of the blocks. */
struct cml_bound_addend {
	size_t first_member;
	const size_t *first; /* n_blocks + 1 */
	const double *terms; /* state s of block b adds terms[first[b] + s] */
	double (*outside)(const void *context, const float *x);
	const void *context;
	double size;  /* the most that all of it adds, up or down */
	double slack; /* what its sum is off by at most */
};

/* cml_tree_bounds.prepare for an ensemble with an addend, whose arrays and context outlive the
 * bounds; NULL: none. */
enum cml_result cml_tree_bounds_prepare(void **bounds, const struct cml_tree_ensemble *ensemble,
					const struct cml_bound_addend *addend,
					const struct cml_bound_problem *problem,
					struct cml_error *err);

#endif
