#include "learn/trees/tree_bounds.h"

#include "base/memory.h"
#include "learn/predictor/member_bounds.h"
#include "learn/trees/tree_remainder.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 30)

/* What is left of a tree. */
struct remainder {
	const struct cml_state_node *nodes;
	uint64_t blocks;
	size_t member;
	bool is_put_down;             /* once a bound was asked for */
	struct cml_block_bound above; /* of its value */
	struct cml_block_bound below; /* of minus its value; not worked out by mean */
};

struct bounds {
	const struct cml_tree_ensemble *ensemble;
	struct cml_bound_problem problem; /* owned */
	struct cml_bound_addend addend;   /* of no member when there is none */
	uint32_t *block_of;               /* by feature, or CML_TREE_OUTSIDE */
	double sign;
	size_t n_sides; /* 1: above alone, all that ranking by the mean needs; 2 */
	size_t n_trees, n_nodes, max_states;
	struct root {
		size_t member;
		size_t first;         /* of its nodes in nodes */
	} * roots;                    /* n_trees */
	struct cml_state_node *nodes; /* n_nodes; values are signed */
	double slack;                 /* of a member */
};

/* What is left once so many blocks are fixed. Trees that the last one did not touch
 * are those of the level before. */
struct level {
	struct remainder *trees; /* n_trees of bounds at most */
	size_t n_trees;
	double *constants; /* by member: of trees that are settled */
	struct cml_state_node *nodes;
	size_t n_nodes;
	double *best;
	size_t n_best;
};

struct walk {
	const struct bounds *bounds;
	struct level *levels;             /* n_blocks + 1 */
	double *sums;                     /* n_blocks x max_states */
	struct cml_member_bounds members; /* empty when ranking by the mean */
};

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	cml_bound_problem_release(&bounds->problem);
	free(bounds->block_of);
	free(bounds->roots);
	free(bounds->nodes);
	free(bounds);
}

/* A tree of a member as nodes over states; returns the size of its largest leaf. */
static double add_tree(struct bounds *bounds, size_t member, size_t t)
{
	const struct cml_forest *forest = &bounds->ensemble->members[member];
	const struct cml_forest_tree *tree = &forest->trees[t];
	double largest = 0;
	struct cml_state_node *nodes = bounds->nodes + bounds->n_nodes;
	bounds->roots[bounds->n_trees++] = (struct root){member, bounds->n_nodes};
	bounds->n_nodes += tree->n_nodes;
	for (uint32_t i = 0; i < tree->n_nodes; i++) {
		const struct cml_forest_node *from = &forest->nodes[tree->first + i];
		struct cml_state_node *node = &nodes[i];
		*node = (struct cml_state_node){.block = CML_TREE_LEAF,
						.original = (uint32_t)tree->first + i};
		if (from->left == i) {
			node->min = node->max = bounds->sign * forest->values[tree->first + i];
			largest = fmax(largest, fabs(node->max));
			continue;
		}
		uint32_t feature = from->feature & ~CML_MISSING_RIGHT;
		node->block = bounds->block_of[feature];
		node->left = from->left;
		node->right = from->left + 1;
		if (node->block == CML_TREE_OUTSIDE)
			continue;
		const struct cml_bound_block *block = &bounds->problem.blocks[node->block];
		for (size_t s = 0; s < block->n_states; s++)
			if (cml_tree_is_left(
				from, block->x[s * block->n_features + feature - block->first]))
				node->goes_left |= (uint64_t)1 << s;
	}
	return largest;
}

/* Which block a feature belongs to. */
static enum cml_result map_features(struct bounds *bounds, struct cml_error *err)
{
	const struct cml_bound_problem *problem = &bounds->problem;
	bounds->block_of = cml_array_new(problem->n_features, sizeof *bounds->block_of);
	if (!bounds->block_of)
		return cml_fail_memory(err);
	for (size_t f = 0; f < problem->n_features; f++)
		bounds->block_of[f] = CML_TREE_OUTSIDE;
	for (size_t b = 0; b < problem->n_blocks; b++) {
		const struct cml_bound_block *block = &problem->blocks[b];
		for (size_t f = 0; f < block->n_features; f++)
			bounds->block_of[block->first + f] = (uint32_t)b;
		bounds->max_states =
		    block->n_states > bounds->max_states ? block->n_states : bounds->max_states;
	}
	return CML_OK;
}

static enum cml_result fill(struct bounds *bounds, const struct cml_bound_problem *problem,
			    size_t n_trees, size_t n_nodes, struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = bounds->ensemble;
	double max_size = 0;
	if (cml_bound_problem_copy(&bounds->problem, problem, err) != CML_OK ||
	    map_features(bounds, err) != CML_OK)
		return err->status;
	bounds->roots = cml_array_new(n_trees, sizeof *bounds->roots);
	bounds->nodes = cml_array_new(n_nodes, sizeof *bounds->nodes);
	if (!bounds->roots || !bounds->nodes)
		return cml_fail_memory(err);
	for (size_t m = 0; m < ensemble->n_members; m++) {
		double size = fabs(ensemble->members[m].base);
		for (size_t t = 0; t < ensemble->members[m].n_trees; t++)
			size += add_tree(bounds, m, t);
		max_size = fmax(max_size, size);
	}
	/* Both sides add at most so many numbers up, in double; an addend says its own. */
	bounds->slack = 4 * (double)(n_trees + ensemble->n_members + 8) * DBL_EPSILON *
			    (max_size + bounds->addend.size) +
			bounds->addend.slack;
	return CML_OK;
}

/* Bytes of a walk, or SIZE_MAX. */
static size_t walk_size(const struct cml_bound_problem *problem, size_t n_trees, size_t n_nodes)
{
	size_t size, sum;
	if (__builtin_mul_overflow(
		n_trees, sizeof(struct remainder) + 2 * CML_TREE_BOUNDS_MAX * sizeof(double),
		&sum) ||
	    __builtin_mul_overflow(n_nodes, sizeof(struct cml_state_node), &size) ||
	    __builtin_add_overflow(sum, size, &sum) ||
	    __builtin_mul_overflow(sum, problem->n_blocks + 1, &sum))
		return SIZE_MAX;
	return sum;
}

enum cml_result cml_tree_bounds_prepare(void **shared, const struct cml_tree_ensemble *ensemble,
					const struct cml_bound_addend *addend,
					const struct cml_bound_problem *problem,
					struct cml_error *err)
{
	size_t n_trees = 0, n_nodes = 0, max = problem->n_blocks, n_states = 0;
	for (size_t m = 0; m < ensemble->n_members; m++) {
		n_trees += ensemble->members[m].n_trees;
		n_nodes += ensemble->members[m].n_nodes;
	}
	for (size_t b = 0; b < problem->n_blocks; b++) {
		max = problem->blocks[b].n_states > max ? problem->blocks[b].n_states : max;
		n_states += problem->blocks[b].n_states;
	}
	if (problem->acquisition.by != CML_RANK_BY_MEAN && n_states > CML_TREE_BOUNDS_MAX_STATES)
		return cml_fail(err, CML_NOTHING,
				"bounds of trees and their deviation take 256 values in all");
	if (max > CML_TREE_BOUNDS_MAX || n_nodes >= CML_TREE_OUTSIDE ||
	    walk_size(problem, n_trees, n_nodes) > MAX_BYTES)
		return cml_fail(err, CML_NOTHING,
				max > CML_TREE_BOUNDS_MAX
				    ? "bounds of trees take 64 params of 64 values at most"
				    : "the bounds of so many trees would take more than 1 GB");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->ensemble = ensemble;
	bounds->addend = (struct cml_bound_addend){.first_member = ensemble->n_members};
	if (addend)
		bounds->addend = *addend;
	bounds->n_sides = problem->acquisition.by == CML_RANK_BY_MEAN ? 1 : 2;
	bounds->sign = problem->acquisition.maximize ? 1 : -1;
	if (fill(bounds, problem, n_trees, n_nodes, err) != CML_OK) {
		bounds_free(bounds);
		return err->status;
	}
	*shared = bounds;
	return CML_OK;
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	return cml_tree_bounds_prepare(shared, state, NULL, problem, err);
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (!walk)
		return;
	for (size_t l = 0; walk->levels && l <= walk->bounds->problem.n_blocks; l++) {
		free(walk->levels[l].trees);
		free(walk->levels[l].nodes);
		free(walk->levels[l].best);
		free(walk->levels[l].constants);
	}
	free(walk->levels);
	free(walk->sums);
	cml_member_bounds_release(&walk->members);
	free(walk);
}

static bool init_level(struct level *level, const struct bounds *bounds)
{
	size_t max_values = bounds->n_sides * bounds->max_states;
	level->trees = cml_array_new(bounds->n_trees, sizeof *level->trees);
	level->nodes = cml_array_new(bounds->n_nodes, sizeof *level->nodes);
	level->best = cml_array_new(bounds->n_trees, max_values * sizeof *level->best);
	level->constants = cml_array_new(bounds->ensemble->n_members, sizeof *level->constants);
	return level->trees && level->nodes && level->best && level->constants;
}

/* The deviation is calibrated: see calibration.h. */
static enum cml_result init_members(struct walk *walk, struct cml_error *err)
{
	const struct bounds *bounds = walk->bounds;
	const struct cml_calibration *calibration = &bounds->ensemble->calibration;
	double own = 1 + 1 / (double)bounds->ensemble->n_members;
	struct cml_member_deviation deviation = {.factor = 1};
	if (calibration->is_fitted)
		deviation = (struct cml_member_deviation){calibration->scale * sqrt(own),
							  calibration->noise / own};
	return cml_member_bounds_init(&walk->members, bounds->ensemble->n_members, &bounds->problem,
				      &deviation, err);
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	size_t n_blocks = bounds->problem.n_blocks;
	walk->bounds = bounds;
	walk->levels = cml_array_new(n_blocks + 1, sizeof *walk->levels);
	walk->sums = cml_array_new(n_blocks, bounds->max_states * sizeof *walk->sums);
	bool ok = walk->levels && walk->sums;
	for (size_t l = 0; ok && l <= n_blocks; l++)
		ok = init_level(&walk->levels[l], bounds);
	enum cml_result status = ok ? CML_OK : cml_fail_memory(err);
	if (ok && bounds->n_sides > 1)
		status = init_members(walk, err);
	if (status != CML_OK) {
		walk_free(walk);
		return status;
	}
	*own = walk;
	return CML_OK;
}

/* Where a put down tree of a level keeps its best values. */
static double *room_for(struct level *level, const struct bounds *bounds)
{
	return level->best + bounds->max_states * level->n_best++;
}

/* Adds what is left of a tree to a level. */
static void take(struct level *level, struct cml_tree_cut *cut, size_t member)
{
	cut->to = level->nodes + level->n_nodes;
	cml_tree_shrink(cut);
	if (cut->blocks == 0) {
		level->constants[member] += cut->to[0].max;
		return;
	}
	struct remainder *tree = &level->trees[level->n_trees++];
	*tree = (struct remainder){.nodes = cut->to, .blocks = cut->blocks, .member = member};
	level->n_nodes += cut->n;
}

static void put_down(struct level *level, const struct bounds *bounds)
{
	const struct cml_bound_block *blocks = bounds->problem.blocks;
	for (size_t t = 0; t < level->n_trees; t++) {
		struct remainder *tree = &level->trees[t];
		if (tree->is_put_down)
			continue;
		tree->is_put_down = true;
		tree->above = cml_tree_bound_block(tree->nodes, tree->blocks, blocks, 1,
						   room_for(level, bounds));
		if (bounds->n_sides > 1)
			tree->below = cml_tree_bound_block(tree->nodes, tree->blocks, blocks, -1,
							   room_for(level, bounds));
	}
}

/* Adds to what is settled of the members that have an addend. */
static void add_settled(const struct bounds *bounds, struct level *level, double amount)
{
	for (size_t m = bounds->addend.first_member; m < bounds->ensemble->n_members; m++)
		level->constants[m] += bounds->sign * amount;
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	struct level *level = &walk->levels[0];
	level->n_trees = level->n_nodes = level->n_best = 0;
	for (size_t m = 0; m < bounds->ensemble->n_members; m++)
		level->constants[m] = bounds->sign * bounds->ensemble->members[m].base;
	if (bounds->addend.outside)
		add_settled(bounds, level, bounds->addend.outside(bounds->addend.context, x));
	for (size_t t = 0; t < bounds->n_trees; t++) {
		size_t member = bounds->roots[t].member;
		struct cml_tree_cut cut = {.from = bounds->nodes + bounds->roots[t].first,
					   .forest = &bounds->ensemble->members[member],
					   .x = x};
		take(level, &cut, member);
	}
}

static void fix(void *own, size_t fixed, size_t state)
{
	struct walk *walk = own;
	const struct cml_bound_addend *addend = &walk->bounds->addend;
	const struct level *before = &walk->levels[fixed];
	struct level *level = &walk->levels[fixed + 1];
	level->n_trees = level->n_nodes = level->n_best = 0;
	memcpy(level->constants, before->constants,
	       walk->bounds->ensemble->n_members * sizeof *level->constants);
	if (addend->terms)
		add_settled(walk->bounds, level, addend->terms[addend->first[fixed] + state]);
	for (size_t t = 0; t < before->n_trees; t++) {
		const struct remainder *tree = &before->trees[t];
		struct cml_tree_cut cut = {
		    .from = tree->nodes, .block = (uint32_t)fixed, .state = state};
		if (tree->blocks >> fixed & 1)
			take(level, &cut, tree->member);
		else
			level->trees[level->n_trees++] = *tree;
	}
}

static double n_adding(const struct bounds *bounds)
{
	return (double)(bounds->ensemble->n_members - bounds->addend.first_member);
}

/* What state s of block b adds to such a member, signed. */
static double addend_term(const struct bounds *bounds, size_t b, size_t s)
{
	return bounds->sign * bounds->addend.terms[bounds->addend.first[b] + s];
}

/* The mean of the members, at most. */
static double upper_mean(struct walk *walk, size_t n_fixed)
{
	const struct bounds *bounds = walk->bounds;
	const struct level *level = &walk->levels[n_fixed];
	size_t n = bounds->max_states;
	double sum = 0;
	for (size_t m = 0; m < bounds->ensemble->n_members; m++)
		sum += level->constants[m];
	memset(walk->sums, 0, bounds->problem.n_blocks * n * sizeof *walk->sums);
	for (size_t b = n_fixed; bounds->addend.terms && b < bounds->problem.n_blocks; b++)
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++)
			walk->sums[b * n + s] = n_adding(bounds) * addend_term(bounds, b, s);
	for (size_t t = 0; t < level->n_trees; t++) {
		const struct cml_block_bound *above = &level->trees[t].above;
		double *sums = walk->sums + above->block * n;
		for (size_t s = 0; s < bounds->problem.blocks[above->block].n_states; s++)
			sums[s] += above->best[s];
	}
	for (size_t b = n_fixed; b < bounds->problem.n_blocks; b++) {
		double best = -INFINITY;
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++)
			best = walk->sums[b * n + s] > best ? walk->sums[b * n + s] : best;
		sum += best;
	}
	return sum / (double)bounds->ensemble->n_members + bounds->slack;
}

/* A tree bounded by one block, as the maximum of a member or, with the sign -1, as the
 * most of minus it. */
static void add_put_down(struct cml_member_bounds *members, const struct bounds *bounds,
			 const struct cml_block_bound *down, size_t member, double sign)
{
	size_t first = members->first[down->block], n = members->n_members;
	for (size_t s = 0; s < bounds->problem.blocks[down->block].n_states; s++) {
		members->center[(first + s) * n + member] += sign * down->best[s] / 2;
		members->radius[(first + s) * n + member] += down->best[s] / 2;
	}
}

static void load_members(struct walk *walk, size_t n_fixed)
{
	const struct bounds *bounds = walk->bounds;
	const struct level *level = &walk->levels[n_fixed];
	struct cml_member_bounds *members = &walk->members;
	size_t n = members->n_members, n_rows = members->first[members->n_blocks];
	memset(members->center, 0, n_rows * n * sizeof *members->center);
	memset(members->radius, 0, n_rows * n * sizeof *members->radius);
	for (size_t m = 0; m < n; m++) {
		members->center[m] = level->constants[m];
		members->radius[m] = bounds->slack;
	}
	for (size_t b = n_fixed; bounds->addend.terms && b < bounds->problem.n_blocks; b++)
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++)
			for (size_t m = bounds->addend.first_member; m < n; m++)
				members->center[(members->first[b] + s) * n + m] +=
				    addend_term(bounds, b, s);
	for (size_t t = 0; t < level->n_trees; t++) {
		const struct remainder *tree = &level->trees[t];
		add_put_down(members, bounds, &tree->above, tree->member, 1);
		add_put_down(members, bounds, &tree->below, tree->member, -1);
	}
}

static double upper(void *own, size_t n_fixed)
{
	struct walk *walk = own;
	const struct cml_bound_problem *problem = &walk->bounds->problem;
	struct cml_prediction_range range = {0};
	put_down(&walk->levels[n_fixed], walk->bounds);
	if (walk->bounds->n_sides == 1) {
		range.min_good = range.max_good = upper_mean(walk, n_fixed);
	} else {
		load_members(walk, n_fixed);
		cml_member_bounds_settle(&walk->members, n_fixed);
		cml_member_bounds_range(&walk->members,
					cml_acquisition_sd_weight(&problem->acquisition), &range);
	}
	return cml_acquisition_upper(&problem->acquisition, problem->log_target, &range);
}

const struct cml_bounds_kind cml_tree_bounds = {.prepare = prepare,
						.free = bounds_free,
						.walk_new = walk_new,
						.walk_free = walk_free,
						.enter = enter,
						.fix = fix,
						.upper = upper};
