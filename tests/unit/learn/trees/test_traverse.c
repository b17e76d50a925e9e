#include "learn/trees/traverse.h"

#include "learn/trees/tree_ensemble.h"
#include "test.h"
#include "trees_fixture.h"

static uint32_t leaf_of(const struct cml_forest *forest, size_t tree, const float *x)
{
	uint32_t node, next = 0;
	do {
		node = next;
		next = cml_forest_child(forest, tree, node, x);
	} while (next != node);
	return node;
}

/* Rows with missing values, deep and shallow trees, and rows beside each other that
 * part at once. */
Test(traverse, rows_side_by_side_are_like_rows_alone)
{
	static const char *const options[] = {"trees 30 depth 3", "trees 8 depth 0",
					      "trees 3 depth 1"};
	AUTO(cml_dataset) data = fixture_random_dataset(200, 9, 0.2, 5);
	double together[200], alone;
	size_t n_apart = 0;
	for (size_t o = 0; o < 3; o++) {
		AUTO(fixture_boosted) made = fixture_boost(&data, options[o]);
		const struct cml_tree_ensemble *ensemble = made.state;
		const struct cml_forest *forest = &ensemble->members[0];
		cml_forest_predict(forest, 200, 9, data.x, together);
		for (size_t i = 0; i < 200; i++) {
			alone = forest->base;
			for (size_t t = 0; t < forest->n_trees; t++)
				alone += forest->values[forest->trees[t].first +
							leaf_of(forest, t, data.x + 9 * i)];
			cr_assert_eq(together[i], alone, "row %zu", i);
			n_apart += i > 0 && together[i] != together[i - 1];
		}
	}
	cr_expect_gt(n_apart, 100);
}
