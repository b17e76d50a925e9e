#include "model/tree_bounds.h"

#include "base/memory.h"
#include "model/tree_ensemble.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 30)
#define LEAF UINT32_MAX
#define OUTSIDE (UINT32_MAX - 1)

/* A node over the states of blocks. */
struct node {
	uint32_t block; /* LEAF; OUTSIDE: a feature of no block */
	uint32_t left, right;
	uint32_t original;  /* its number among the nodes of its member */
	uint64_t goes_left; /* states of the block, a bit each */
	double value;       /* of a leaf */
};

/* What is left of a tree. */
struct remainder {
	const struct node *nodes; /* numbers of children count from here; the root is 0 */
	uint64_t blocks;          /* those it still looks at, a bit each */
	uint32_t block;           /* the one it is put down to */
	const double *best;       /* by its states: the value the tree takes at most */
};

struct bounds {
	const struct cml_tree_ensemble *ensemble;
	struct cml_bound_problem problem; /* owned */
	uint32_t *block_of;               /* by feature, or OUTSIDE */
	double sign;
	size_t n_trees, n_nodes, most_states;
	struct root {
		size_t member;
		size_t first; /* of its nodes in nodes */
	} * roots;            /* n_trees */
	struct node *nodes;   /* n_nodes; values are signed, and shares of the mean */
	double constant;
	double slack;
};

/* What is left once so many blocks are fixed. Trees that the last one did not touch
 * are those of the level before. */
struct level {
	struct remainder *trees; /* n_trees of bounds at most */
	size_t n_trees;
	double constant; /* of trees that are settled */
	struct node *nodes;
	size_t n_nodes;
	double *best;
	size_t n_best;
};

struct walk {
	const struct bounds *bounds;
	struct level *levels; /* n_blocks + 1 */
	const float *x;       /* while entering */
	double *sums;         /* n_blocks x most_states */
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

static bool is_left(const struct cml_gbt_node *node, float x)
{
	return isnan(x) ? !(node->feature & CML_GBT_MISSING_RIGHT) : x <= node->threshold;
}

/* A tree of a member as nodes over states; returns the size of its largest leaf. */
static double add_tree(struct bounds *bounds, size_t member, size_t t)
{
	const struct cml_gbt_forest *forest = &bounds->ensemble->members[member];
	const struct cml_gbt_tree *tree = &forest->trees[t];
	double share = bounds->sign / (double)bounds->ensemble->n_members, largest = 0;
	struct node *nodes = bounds->nodes + bounds->n_nodes;
	bounds->roots[bounds->n_trees++] = (struct root){member, bounds->n_nodes};
	bounds->n_nodes += tree->n_nodes;
	for (uint32_t i = 0; i < tree->n_nodes; i++) {
		const struct cml_gbt_node *from = &forest->nodes[tree->first + i];
		struct node *node = &nodes[i];
		*node = (struct node){.block = LEAF, .original = (uint32_t)tree->first + i};
		if (from->left == i) {
			node->value = share * forest->values[tree->first + i];
			largest = fabs(node->value) > largest ? fabs(node->value) : largest;
			continue;
		}
		uint32_t feature = from->feature & ~CML_GBT_MISSING_RIGHT;
		node->block = bounds->block_of[feature];
		node->left = from->left;
		node->right = from->left + 1;
		if (node->block == OUTSIDE)
			continue;
		const struct cml_bound_block *block = &bounds->problem.blocks[node->block];
		for (size_t s = 0; s < block->n_states; s++)
			if (is_left(from, block->x[s * block->n_features + feature - block->first]))
				node->goes_left |= (uint64_t)1 << s;
	}
	return largest;
}

/* Which block a feature belongs to. */
static enum cml_status map_features(struct bounds *bounds, struct cml_error *err)
{
	const struct cml_bound_problem *problem = &bounds->problem;
	bounds->block_of = cml_array_new(problem->n_features, sizeof *bounds->block_of);
	if (!bounds->block_of)
		return cml_fail_memory(err);
	for (size_t f = 0; f < problem->n_features; f++)
		bounds->block_of[f] = OUTSIDE;
	for (size_t b = 0; b < problem->n_blocks; b++) {
		const struct cml_bound_block *block = &problem->blocks[b];
		for (size_t f = 0; f < block->n_features; f++)
			bounds->block_of[block->first + f] = (uint32_t)b;
		bounds->most_states =
		    block->n_states > bounds->most_states ? block->n_states : bounds->most_states;
	}
	return CML_OK;
}

static enum cml_status fill(struct bounds *bounds, const struct cml_bound_problem *problem,
			    size_t n_trees, size_t n_nodes, struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = bounds->ensemble;
	double sizes = 0;
	if (cml_bound_problem_copy(&bounds->problem, problem, err) != CML_OK ||
	    map_features(bounds, err) != CML_OK)
		return err->status;
	bounds->roots = cml_array_new(n_trees, sizeof *bounds->roots);
	bounds->nodes = cml_array_new(n_nodes, sizeof *bounds->nodes);
	if (!bounds->roots || !bounds->nodes)
		return cml_fail_memory(err);
	for (size_t m = 0; m < ensemble->n_members; m++) {
		double base = ensemble->members[m].base / (double)ensemble->n_members;
		bounds->constant += bounds->sign * base;
		sizes += fabs(base);
		for (size_t t = 0; t < ensemble->members[m].n_trees; t++)
			sizes += add_tree(bounds, m, t);
	}
	/* Both sides add at most so many numbers up, in double. */
	bounds->slack = 4 * (double)(n_trees + ensemble->n_members + 8) * DBL_EPSILON * sizes;
	return CML_OK;
}

/* Bytes of a walk, or SIZE_MAX. */
static size_t walk_size(const struct cml_bound_problem *problem, size_t n_trees, size_t n_nodes)
{
	size_t size, sum;
	if (__builtin_mul_overflow(
		n_trees, sizeof(struct remainder) + CML_TREE_BOUNDS_MOST * sizeof(double), &sum) ||
	    __builtin_mul_overflow(n_nodes, sizeof(struct node), &size) ||
	    __builtin_add_overflow(sum, size, &sum) ||
	    __builtin_mul_overflow(sum, problem->n_blocks + 1, &sum))
		return SIZE_MAX;
	return sum;
}

static enum cml_status prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_tree_ensemble *ensemble = state;
	size_t n_trees = 0, n_nodes = 0, most = problem->n_blocks;
	if (problem->acquisition.by != CML_RANK_BY_MEAN)
		return cml_fail(err, CML_NOTHING, "trees bound the mean alone");
	for (size_t m = 0; m < ensemble->n_members; m++) {
		n_trees += ensemble->members[m].n_trees;
		n_nodes += ensemble->members[m].n_nodes;
	}
	for (size_t b = 0; b < problem->n_blocks; b++)
		most = problem->blocks[b].n_states > most ? problem->blocks[b].n_states : most;
	if (most > CML_TREE_BOUNDS_MOST || n_nodes >= OUTSIDE ||
	    walk_size(problem, n_trees, n_nodes) > MAX_BYTES)
		return cml_fail(err, CML_NOTHING,
				most > CML_TREE_BOUNDS_MOST
				    ? "bounds of trees take 64 params of 64 values at most"
				    : "the bounds of so many trees would take more than 1 GB");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->ensemble = ensemble;
	bounds->sign = problem->acquisition.maximize ? 1 : -1;
	if (fill(bounds, problem, n_trees, n_nodes, err) != CML_OK) {
		bounds_free(bounds);
		return err->status;
	}
	*shared = bounds;
	return CML_OK;
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
	}
	free(walk->levels);
	free(walk->sums);
	free(walk);
}

static enum cml_status walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	size_t n_blocks = bounds->problem.n_blocks;
	walk->bounds = bounds;
	walk->levels = cml_array_new(n_blocks + 1, sizeof *walk->levels);
	walk->sums = cml_array_new(n_blocks, bounds->most_states * sizeof *walk->sums);
	bool ok = walk->levels && walk->sums;
	for (size_t l = 0; ok && l <= n_blocks; l++) {
		struct level *level = &walk->levels[l];
		level->trees = cml_array_new(bounds->n_trees, sizeof *level->trees);
		level->nodes = cml_array_new(bounds->n_nodes, sizeof *level->nodes);
		level->best =
		    cml_array_new(bounds->n_trees, bounds->most_states * sizeof *level->best);
		ok = level->trees && level->nodes && level->best;
	}
	if (!ok) {
		walk_free(walk);
		return cml_fail_memory(err);
	}
	*own = walk;
	return CML_OK;
}

/* How to shrink a tree: where splits that are settled lead. */
struct cut {
	const struct bounds *bounds;
	const struct node *from;
	const struct cml_gbt_forest *forest; /* entering, with x; else NULL */
	const float *x;
	uint32_t block; /* fixed to state */
	size_t state;
	struct node *to; /* the new root */
	uint32_t n;
	uint64_t blocks;
};

static uint32_t settle(const struct cut *cut, uint32_t i)
{
	for (;;) {
		const struct node *node = &cut->from[i];
		bool left;
		if (cut->forest && node->block == OUTSIDE) {
			const struct cml_gbt_node *split = &cut->forest->nodes[node->original];
			left = is_left(split, cut->x[split->feature & ~CML_GBT_MISSING_RIGHT]);
		} else if (!cut->forest && node->block == cut->block) {
			left = node->goes_left >> cut->state & 1;
		} else {
			return i;
		}
		i = left ? node->left : node->right;
	}
}

/* Copies what is reachable from node i, breadth first, so that no stack grows with
 * the depth of a tree: left of a copied split holds the old number until its turn. */
static void shrink(struct cut *cut)
{
	cut->to[0] = cut->from[settle(cut, 0)];
	cut->n = 1;
	cut->blocks = 0;
	for (uint32_t i = 0; i < cut->n; i++) {
		struct node *node = &cut->to[i];
		if (node->block == LEAF)
			continue;
		cut->blocks |= (uint64_t)1 << node->block;
		cut->to[cut->n] = cut->from[settle(cut, node->left)];
		cut->to[cut->n + 1] = cut->from[settle(cut, node->right)];
		node->left = cut->n;
		node->right = cut->n + 1;
		cut->n += 2;
	}
}

/* The best value below node i for each state in mask of a block; depth is that of a
 * tree. */
static void find_best(const struct node *nodes, uint32_t i, uint32_t block, uint64_t mask,
		      double *best)
{
	const struct node *node = &nodes[i];
	if (mask == 0)
		return;
	if (node->block != LEAF) {
		bool ours = node->block == block;
		find_best(nodes, node->left, block, ours ? mask & node->goes_left : mask, best);
		find_best(nodes, node->right, block, ours ? mask & ~node->goes_left : mask, best);
		return;
	}
	for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
		double *at = &best[__builtin_ctzll(rest)];
		*at = node->value > *at ? node->value : *at;
	}
}

/* Puts a tree down to the open block whose states move its best value most. */
static void put_down(const struct bounds *bounds, struct remainder *tree, struct level *level)
{
	double widest = -1, best[CML_TREE_BOUNDS_MOST];
	double *kept = level->best + level->n_best;
	for (uint64_t rest = tree->blocks; rest != 0; rest &= rest - 1) {
		uint32_t b = (uint32_t)__builtin_ctzll(rest);
		size_t n = bounds->problem.blocks[b].n_states;
		for (size_t s = 0; s < n; s++)
			best[s] = -INFINITY;
		find_best(tree->nodes, 0, b, n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX, best);
		double least = best[0], most = best[0];
		for (size_t s = 1; s < n; s++) {
			least = best[s] < least ? best[s] : least;
			most = best[s] > most ? best[s] : most;
		}
		if (most - least <= widest)
			continue;
		widest = most - least;
		tree->block = b;
		memcpy(kept, best, n * sizeof *kept);
	}
	tree->best = kept;
	level->n_best += bounds->problem.blocks[tree->block].n_states;
}

/* Adds what is left of a tree to a level. */
static void take(struct level *level, struct cut *cut)
{
	cut->to = level->nodes + level->n_nodes;
	shrink(cut);
	if (cut->blocks == 0) {
		level->constant += cut->to[0].value;
		return;
	}
	struct remainder *tree = &level->trees[level->n_trees++];
	*tree = (struct remainder){.nodes = cut->to, .blocks = cut->blocks};
	level->n_nodes += cut->n;
	put_down(cut->bounds, tree, level);
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	struct level *level = &walk->levels[0];
	level->n_trees = level->n_nodes = level->n_best = 0;
	level->constant = bounds->constant;
	for (size_t t = 0; t < bounds->n_trees; t++) {
		struct cut cut = {.bounds = bounds,
				  .from = bounds->nodes + bounds->roots[t].first,
				  .forest = &bounds->ensemble->members[bounds->roots[t].member],
				  .x = x};
		take(level, &cut);
	}
}

static void fix(void *own, size_t fixed, size_t state)
{
	struct walk *walk = own;
	const struct level *before = &walk->levels[fixed];
	struct level *level = &walk->levels[fixed + 1];
	level->n_trees = level->n_nodes = level->n_best = 0;
	level->constant = before->constant;
	for (size_t t = 0; t < before->n_trees; t++) {
		const struct remainder *tree = &before->trees[t];
		struct cut cut = {.bounds = walk->bounds,
				  .from = tree->nodes,
				  .block = (uint32_t)fixed,
				  .state = state};
		if (tree->blocks >> fixed & 1)
			take(level, &cut);
		else
			level->trees[level->n_trees++] = *tree;
	}
}

static double upper(void *own, size_t n_fixed)
{
	struct walk *walk = own;
	const struct bounds *bounds = walk->bounds;
	const struct level *level = &walk->levels[n_fixed];
	size_t n = bounds->most_states;
	double sum = level->constant;
	memset(walk->sums, 0, bounds->problem.n_blocks * n * sizeof *walk->sums);
	for (size_t t = 0; t < level->n_trees; t++) {
		const struct remainder *tree = &level->trees[t];
		double *sums = walk->sums + tree->block * n;
		for (size_t s = 0; s < bounds->problem.blocks[tree->block].n_states; s++)
			sums[s] += tree->best[s];
	}
	for (size_t b = n_fixed; b < bounds->problem.n_blocks; b++) {
		double best = -INFINITY;
		for (size_t s = 0; s < bounds->problem.blocks[b].n_states; s++)
			best = walk->sums[b * n + s] > best ? walk->sums[b * n + s] : best;
		sum += best;
	}
	struct cml_prediction_range range = {.least_good = sum + bounds->slack,
					     .most_good = sum + bounds->slack};
	return cml_acquisition_upper(&bounds->problem.acquisition, bounds->problem.log_target,
				     &range);
}

const struct cml_bounds_kind cml_tree_bounds = {.prepare = prepare,
						.free = bounds_free,
						.walk_new = walk_new,
						.walk_free = walk_free,
						.enter = enter,
						.fix = fix,
						.upper = upper};
