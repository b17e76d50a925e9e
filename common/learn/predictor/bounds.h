/* Bounds of what a predictor can predict, for exact search by branch and bound:
 * how good the best configuration of a part of the space can be at most. A
 * predictor kind may offer them; without, every configuration is predicted.
 *
 * A part of the space is a row of features, some still open. The open ones come in
 * blocks, one for each param in the order the search fixes them; a block takes one
 * of its states, whatever the others do.
 * Source: A. H. Land, A. G. Doig, "An automatic method of solving discrete
 * programming problems", Econometrica 1960.
 */
#ifndef CML_LEARN_PREDICTOR_BOUNDS_H
#define CML_LEARN_PREDICTOR_BOUNDS_H

#include "base/error.h"
#include "learn/predictor/acquisition.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_bound_block {
	size_t first; /* its features are adjacent from here on */
	size_t n_features;
	size_t n_states;
	const float *x; /* n_states x n_features */
};

struct cml_bound_problem {
	size_t n_features;
	const struct cml_bound_block *blocks; /* in the order they are fixed */
	size_t n_blocks;
	struct cml_acquisition acquisition; /* rewards are bounded */
	bool log_target;                    /* the predictor learned logarithms */
};

/* A copy that owns its blocks and their states. Zeroed is empty; on failure the copy
 * is empty too. */
enum cml_result cml_bound_problem_copy(struct cml_bound_problem *copy,
				       const struct cml_bound_problem *problem,
				       struct cml_error *err);
void cml_bound_problem_release(struct cml_bound_problem *copy);

/* Tables are worked out once, and shared; each thread then walks on its own. */
struct cml_bounds_kind {
	/* The problem is copied. CML_NOTHING: this model, or a problem of this size,
	 * has no bounds. */
	enum cml_result (*prepare)(void **bounds, const void *state,
				   const struct cml_bound_problem *problem, struct cml_error *err);
	void (*free)(void *bounds); /* NULL is allowed */

	enum cml_result (*walk_new)(void **walk, const void *bounds, struct cml_error *err);
	void (*walk_free)(void *walk); /* NULL is allowed */

	/* Starts over with a row x[n_features], of which the features of blocks are
	 * not looked at. */
	void (*enter)(void *walk, const float *x);
	/* Fixes block number level, those before it being fixed; later ones are open
	 * again. */
	void (*fix)(void *walk, size_t level, size_t state);
	/* With the blocks before level fixed: a number that no reward (see
	 * acquisition.h) of any completion exceeds, rounding of either included.
	 * level = n_blocks: of the row itself. */
	double (*upper)(void *walk, size_t level);
};

#endif
