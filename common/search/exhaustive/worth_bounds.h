/* What launches of a part of the space are worth at most: bounds of the predictor and of the
 * chance that a job runs, walked side by side. */
#ifndef CML_SEARCH_EXHAUSTIVE_WORTH_BOUNDS_H
#define CML_SEARCH_EXHAUSTIVE_WORTH_BOUNDS_H

#include "base/error.h"
#include "learn/predictor/bounds.h"
#include "learn/predictor/worth.h"
#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

/* One of the two, shared by threads. kind NULL: it has no bounds. */
struct cml_bounds_tables {
	const struct cml_bounds_kind *kind;
	void *bounds;
};

/* Zeroed is empty. */
struct cml_worth_bounds {
	struct cml_worth worth;
	const struct cml_model *model;
	size_t n_blocks;
	struct cml_bounds_tables reward; /* kind NULL: there are no bounds at all */
	struct cml_bounds_tables chance; /* kind NULL: 1 is the only bound */
};

/* Whether the model may have bounds under an acquisition. With a base, a bound of the share is
 * multiplied with the base, which the row that a walk enters tells: it is made of params in front
 * (branching.h). An expected improvement does not grow in proportion: it has no bounds then. */
bool cml_worth_may_bound(const struct cml_model *model, const struct cml_acquisition *acquisition);

/* problem: the acquisition is worth's. A predictor without bounds for the problem leaves it
 * empty. */
enum cml_result cml_worth_bounds_init(struct cml_worth_bounds *bounds,
				      const struct cml_model *model, const struct cml_worth *worth,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err);
void cml_worth_bounds_release(struct cml_worth_bounds *bounds);

/* Of one thread. Zeroed is empty. */
struct cml_worth_walk {
	const struct cml_worth_bounds *bounds;
	void *reward;
	void *chance;
	double base;         /* of the row; 1 where the model has none */
	size_t *states;      /* n_blocks: the fixed ones */
	double *log_chances; /* n_blocks + 1: upper bounds with so many blocks fixed */
	size_t n_walked;     /* blocks fixed in the walk of the chance, with their bounds */
};
enum cml_result cml_worth_walk_init(struct cml_worth_walk *walk,
				    const struct cml_worth_bounds *bounds, struct cml_error *err);
void cml_worth_walk_release(struct cml_worth_walk *walk);

/* As enter and fix of struct cml_bounds_kind. */
void cml_worth_walk_enter(struct cml_worth_walk *walk, const float *x);
void cml_worth_walk_fix(struct cml_worth_walk *walk, size_t level, size_t state);

/* Whether, with the blocks before level fixed, every completion is worth less than `worst`; or
 * is below the floor, with a log chance of best_log_chance at most. */
bool cml_worth_walk_is_hopeless(struct cml_worth_walk *walk, size_t level, double worst,
				double best_log_chance);

#endif
