#include "learn/trees/tree_prune.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "learn/trees/tree_kinds.h"
#include "trees_fixture.h"

static struct cml_error err;

static bool is_leaf(const struct cml_tree *tree, uint32_t node)
{
	return tree->forest.nodes[node].left == node;
}

/* The least cost of any subtree that starts at node, by trying both choices. */
static double least_cost(const struct cml_tree *tree, uint32_t node, double cost)
{
	double own = tree->nodes[node].squares / tree->nodes[0].weight + cost;
	if (is_leaf(tree, node))
		return own;
	uint32_t left = tree->forest.nodes[node].left;
	return fmin(own, least_cost(tree, left, cost) + least_cost(tree, left + 1, cost));
}

static double cost_of(const struct cml_tree *tree, double cost)
{
	double sum = 0;
	for (uint32_t i = 0; i < tree->forest.n_nodes; i++)
		if (is_leaf(tree, i))
			sum += tree->nodes[i].squares / tree->nodes[0].weight + cost;
	return sum;
}

Test(tree_prune, no_subtree_costs_less)
{
	struct cml_dataset data = fixture_random_dataset(200, 6, 0.1, 8);
	struct fixture_boosted made =
	    fixture_train(&cml_tree_predictor, &data, "prune none min-leaf 2", 1, NULL);
	const struct cml_tree *tree = made.state;
	double *alpha = cml_array_new(tree->forest.n_nodes, sizeof *alpha);
	size_t last = tree->forest.n_nodes + 1;
	cr_assert_eq(cml_tree_alphas(tree, alpha, &err), CML_OK);
	for (double cost = 1e-6; cost < 100; cost *= 1.3) {
		struct cml_tree pruned;
		cr_assert_eq(cml_tree_prune(tree, alpha, cost, &pruned, &err), CML_OK);
		cr_expect_float_eq(cost_of(&pruned, cost), least_cost(tree, 0, cost), 1e-12);
		cr_expect_leq(pruned.forest.n_nodes, last, "subtrees are nested");
		last = pruned.forest.n_nodes;
		cml_tree_release(&pruned);
	}
	cr_expect_eq(last, 1);
	free(alpha);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}

Test(tree_prune, a_node_falls_at_its_alpha)
{
	struct cml_dataset data = fixture_random_dataset(200, 6, 0.1, 8);
	struct fixture_boosted made =
	    fixture_train(&cml_tree_predictor, &data, "prune none", 1, NULL);
	const struct cml_tree *tree = made.state;
	double *alpha = cml_array_new(tree->forest.n_nodes, sizeof *alpha);
	cr_assert_eq(cml_tree_alphas(tree, alpha, &err), CML_OK);
	struct cml_tree before, after;
	cr_assert_eq(cml_tree_prune(tree, alpha, alpha[0] * (1 - 1e-9), &before, &err), CML_OK);
	cr_assert_eq(cml_tree_prune(tree, alpha, alpha[0], &after, &err), CML_OK);
	cr_expect_gt(before.forest.n_nodes, 1);
	cr_expect_eq(after.forest.n_nodes, 1);
	cr_expect_float_eq(cost_of(&before, alpha[0]), cost_of(&after, alpha[0]), 1e-9);
	/* What is left predicts the means of its rows. */
	for (uint32_t i = 0; i < before.forest.n_nodes; i++)
		if (is_leaf(&before, i))
			cr_expect_float_eq(before.forest.base + before.forest.values[i],
					   before.nodes[i].mean, 1e-12);
	cml_tree_release(&before);
	cml_tree_release(&after);
	free(alpha);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}

Test(tree_prune, preorder_puts_subtrees_together)
{
	struct cml_dataset data = fixture_random_dataset(150, 6, 0, 9);
	struct fixture_boosted made =
	    fixture_train(&cml_tree_predictor, &data, "prune none", 1, NULL);
	const struct cml_tree *tree = made.state;
	struct cml_tree_preorder order;
	cr_assert_eq(cml_tree_preorder_init(&order, tree, &err), CML_OK);
	cr_expect_eq(order.node[0], 0);
	cr_expect_eq(order.size[0], tree->forest.n_nodes);
	for (size_t i = 0; i < order.n; i++) {
		uint32_t node = order.node[i], left = tree->forest.nodes[node].left;
		if (left == node) {
			cr_expect_eq(order.size[i], 1);
			continue;
		}
		size_t right = i + 1 + order.size[i + 1];
		cr_expect_eq(order.node[i + 1], left);
		cr_expect_eq(order.node[right], left + 1);
		cr_expect_eq(order.size[i], 1 + order.size[i + 1] + order.size[right]);
	}
	cml_tree_preorder_release(&order);
	fixture_boosted_release(&made);
	cml_dataset_release(&data);
}
