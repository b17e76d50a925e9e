#include "learn/linear/linear_bounds.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

void cml_linear_terms_release(struct cml_linear_terms *terms)
{
	free(terms->first);
	free(terms->terms);
	free(terms->is_outside);
	*terms = (struct cml_linear_terms){0};
}

static double term(const struct cml_linear *linear, size_t k, float x)
{
	return linear->coefficients[k] * cml_linear_coordinate(&linear->input.coordinates[k], x);
}

static bool is_inside(const struct cml_bound_block *block, size_t feature)
{
	return feature >= block->first && feature < block->first + block->n_features;
}

/* Adds what coordinate k is worth in the states of a block. */
static void add_terms(struct cml_linear_terms *terms, const struct cml_linear *linear, size_t k,
		      const struct cml_bound_block *block, size_t b)
{
	size_t feature = linear->input.coordinates[k].feature;
	for (size_t s = 0; s < block->n_states; s++)
		terms->terms[terms->first[b] + s] +=
		    term(linear, k, block->x[s * block->n_features + feature - block->first]);
}

/* The most that coordinate k adds, up or down: it stays within its range. */
static double largest(const struct cml_linear *linear, size_t k)
{
	const struct cml_linear_coordinate *c = &linear->input.coordinates[k];
	double away = fmax(fabs(c->min - c->offset), fabs(c->max - c->offset));
	if (c->as != CML_LINEAR_MISSING)
		away = fmax(away, fabs(c->fill - c->offset));
	return fabs(linear->coefficients[k] * c->scale) * away;
}

enum cml_result cml_linear_terms_init(struct cml_linear_terms *terms,
				      const struct cml_linear *linear,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err)
{
	size_t n = 0;
	*terms = (struct cml_linear_terms){.n_blocks = problem->n_blocks,
					   .size = fabs(linear->intercept)};
	terms->first = cml_array_new(problem->n_blocks + 1, sizeof *terms->first);
	for (size_t b = 0; terms->first && b < problem->n_blocks; b++)
		terms->first[b + 1] = n += problem->blocks[b].n_states;
	terms->terms = cml_array_new(n, sizeof *terms->terms);
	terms->is_outside = cml_array_new(linear->input.n, sizeof *terms->is_outside);
	if (!terms->first || !terms->terms || !terms->is_outside) {
		cml_linear_terms_release(terms);
		return cml_fail_memory(err);
	}
	for (size_t k = 0; k < linear->input.n; k++) {
		size_t b = 0;
		while (b < problem->n_blocks &&
		       !is_inside(&problem->blocks[b], linear->input.coordinates[k].feature))
			b++;
		terms->is_outside[k] = b == problem->n_blocks;
		if (b < problem->n_blocks)
			add_terms(terms, linear, k, &problem->blocks[b], b);
		terms->size += largest(linear, k);
	}
	terms->slack = 8 * (double)(linear->input.n + 8) * DBL_EPSILON * terms->size;
	return CML_OK;
}

double cml_linear_terms_outside(const struct cml_linear_terms *terms,
				const struct cml_linear *linear, const float *x)
{
	double sum = linear->intercept;
	for (size_t k = 0; k < linear->input.n; k++)
		if (terms->is_outside[k])
			sum += term(linear, k, x[linear->input.coordinates[k].feature]);
	return sum;
}

struct bounds {
	const struct cml_linear *linear;
	struct cml_linear_terms terms;
	struct cml_acquisition acquisition;
	bool log_target;
	double sign;
	double *open; /* n_blocks + 1: the most that the blocks from here on add, signed */
};

struct walk {
	const struct bounds *bounds;
	double *sums; /* n_blocks + 1: signed, of what is fixed before each level */
};

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	cml_linear_terms_release(&bounds->terms);
	free(bounds->open);
	free(bounds);
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	if (problem->acquisition.by != CML_RANK_BY_MEAN)
		return cml_fail(err, CML_NOTHING, "bounds of a linear model are those of its mean");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	*bounds = (struct bounds){.linear = state,
				  .acquisition = problem->acquisition,
				  .log_target = problem->log_target,
				  .sign = problem->acquisition.maximize ? 1 : -1,
				  .open = cml_array_new(problem->n_blocks + 1, sizeof(double))};
	enum cml_result status = bounds->open ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_linear_terms_init(&bounds->terms, state, problem, err);
	if (status != CML_OK) {
		bounds_free(bounds);
		return status;
	}
	for (size_t b = problem->n_blocks; b-- > 0;) {
		double best = -INFINITY;
		for (size_t s = bounds->terms.first[b]; s < bounds->terms.first[b + 1]; s++)
			best = fmax(best, bounds->sign * bounds->terms.terms[s]);
		bounds->open[b] = bounds->open[b + 1] + best;
	}
	*shared = bounds;
	return CML_OK;
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (walk)
		free(walk->sums);
	free(walk);
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	walk->bounds = bounds;
	walk->sums = cml_array_new(bounds->terms.n_blocks + 1, sizeof *walk->sums);
	if (!walk->sums) {
		walk_free(walk);
		return cml_fail_memory(err);
	}
	*own = walk;
	return CML_OK;
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	walk->sums[0] = bounds->sign * cml_linear_terms_outside(&bounds->terms, bounds->linear, x);
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	walk->sums[level + 1] =
	    walk->sums[level] +
	    bounds->sign * bounds->terms.terms[bounds->terms.first[level] + state];
}

static double upper(void *own, size_t level)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	double most = walk->sums[level] + bounds->open[level] + bounds->terms.slack;
	struct cml_prediction_range range = {.min_good = most, .max_good = most};
	return cml_acquisition_upper(&bounds->acquisition, bounds->log_target, &range);
}

const struct cml_bounds_kind cml_linear_bounds = {.prepare = prepare,
						  .free = bounds_free,
						  .walk_new = walk_new,
						  .walk_free = walk_free,
						  .enter = enter,
						  .fix = fix,
						  .upper = upper};
