#include "base/memory.h"
#include "model/auto/auto_model.h"
#include "model/linear/linear_bounds.h"
#include "model/trees/tree_bounds.h"

#include <stdlib.h>

struct bounds {
	const struct cml_linear *linear;
	struct cml_linear_terms terms;
	void *trees; /* of cml_tree_bounds; their walks are ours */
};

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	cml_tree_bounds.free(bounds->trees);
	cml_linear_terms_release(&bounds->terms);
	free(bounds);
}

static double outside(const void *context, const float *x)
{
	const struct bounds *bounds = context;
	return cml_linear_terms_outside(&bounds->terms, bounds->linear, x);
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_auto *made = state;
	if (made->process.gp)
		return cml_fail(err, CML_NOTHING, "a Gaussian process takes part");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->linear = made->linear;
	enum cml_result status = cml_linear_terms_init(&bounds->terms, made->linear, problem, err);
	if (status == CML_OK) {
		struct cml_bound_addend addend = {.first_member = made->first_rest,
						  .first = bounds->terms.first,
						  .terms = bounds->terms.terms,
						  .outside = outside,
						  .context = bounds,
						  .size = bounds->terms.size,
						  .slack = bounds->terms.slack};
		status =
		    cml_tree_bounds_prepare(&bounds->trees, made->trees, &addend, problem, err);
	}
	if (status == CML_OK)
		*shared = bounds;
	else
		bounds_free(bounds);
	return status;
}

static enum cml_result walk_new(void **walk, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	return cml_tree_bounds.walk_new(walk, bounds->trees, err);
}

static void walk_free(void *walk)
{
	cml_tree_bounds.walk_free(walk);
}

static void enter(void *walk, const float *x)
{
	cml_tree_bounds.enter(walk, x);
}

static void fix(void *walk, size_t level, size_t state)
{
	cml_tree_bounds.fix(walk, level, state);
}

static double upper(void *walk, size_t level)
{
	return cml_tree_bounds.upper(walk, level);
}

const struct cml_bounds_kind cml_auto_bounds = {.prepare = prepare,
						.free = bounds_free,
						.walk_new = walk_new,
						.walk_free = walk_free,
						.enter = enter,
						.fix = fix,
						.upper = upper};
