#include "learn/trees/tree_remainder.h"

#include <math.h>
#include <string.h>

bool cml_tree_is_left(const struct cml_forest_node *node, float x)
{
	return isnan(x) ? !(node->feature & CML_MISSING_RIGHT) : x <= node->threshold;
}

static uint32_t settle(const struct cml_tree_cut *cut, uint32_t i)
{
	for (;;) {
		const struct cml_state_node *node = &cut->from[i];
		bool left;
		if (cut->forest && node->block == CML_TREE_OUTSIDE) {
			const struct cml_forest_node *split = &cut->forest->nodes[node->original];
			left = cml_tree_is_left(split, cut->x[split->feature & ~CML_MISSING_RIGHT]);
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
void cml_tree_shrink(struct cml_tree_cut *cut)
{
	cut->to[0] = cut->from[settle(cut, 0)];
	cut->n = 1;
	cut->blocks = 0;
	for (uint32_t i = 0; i < cut->n; i++) {
		struct cml_state_node *node = &cut->to[i];
		if (node->block == CML_TREE_LEAF)
			continue;
		cut->blocks |= (uint64_t)1 << node->block;
		cut->to[cut->n] = cut->from[settle(cut, node->left)];
		cut->to[cut->n + 1] = cut->from[settle(cut, node->right)];
		node->left = cut->n;
		node->right = cut->n + 1;
		cut->n += 2;
	}
	for (uint32_t i = cut->n; i-- > 0;) {
		struct cml_state_node *node = &cut->to[i];
		if (node->block == CML_TREE_LEAF)
			continue;
		const struct cml_state_node *left = &cut->to[node->left];
		const struct cml_state_node *right = &cut->to[node->right];
		node->min = left->min < right->min ? left->min : right->min;
		node->max = left->max > right->max ? left->max : right->max;
	}
}

/* What is looked for: the most that sign * value is, by states of a block. */
struct search {
	const struct cml_state_node *nodes;
	uint32_t block;
	double sign;
};

static double top_of(const struct search *search, uint32_t i)
{
	return search->sign > 0 ? search->nodes[i].max : -search->nodes[i].min;
}

/* For each state in mask of a block the best value below node i; depth is that of a
 * tree. What cannot be better is not looked at, the better side comes first. */
static void find_best(const struct search *search, uint32_t i, uint64_t mask, double *best)
{
	const struct cml_state_node *node = &search->nodes[i];
	double top = top_of(search, i);
	for (uint64_t rest = mask; rest != 0; rest &= rest - 1)
		if (best[__builtin_ctzll(rest)] >= top)
			mask ^= rest & -rest;
	if (mask == 0)
		return;
	if (node->block != CML_TREE_LEAF) {
		bool ours = node->block == search->block;
		uint64_t left = ours ? mask & node->goes_left : mask;
		uint64_t right = ours ? mask & ~node->goes_left : mask;
		bool left_first = top_of(search, node->left) >= top_of(search, node->right);
		find_best(search, left_first ? node->left : node->right, left_first ? left : right,
			  best);
		find_best(search, left_first ? node->right : node->left, left_first ? right : left,
			  best);
		return;
	}
	for (uint64_t rest = mask; rest != 0; rest &= rest - 1)
		best[__builtin_ctzll(rest)] = top;
}

struct cml_block_bound cml_tree_bound_block(const struct cml_state_node *nodes, uint64_t blocks,
					    const struct cml_bound_block *all_blocks, double sign,
					    double *kept)
{
	struct cml_block_bound down = {.best = kept};
	double widest = -1, best[CML_TREE_BOUNDS_MAX];
	for (uint64_t rest = blocks; rest != 0; rest &= rest - 1) {
		struct search search = {nodes, (uint32_t)__builtin_ctzll(rest), sign};
		size_t n = all_blocks[search.block].n_states;
		for (size_t s = 0; s < n; s++)
			best[s] = -INFINITY;
		find_best(&search, 0, n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX, best);
		double min = best[0], max = best[0];
		for (size_t s = 1; s < n; s++) {
			min = best[s] < min ? best[s] : min;
			max = best[s] > max ? best[s] : max;
		}
		if (max - min <= widest)
			continue;
		widest = max - min;
		down.block = search.block;
		memcpy(kept, best, n * sizeof *kept);
	}
	return down;
}
