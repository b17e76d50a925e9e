#include "model/trees/traverse.h"

#include <criterion/criterion.h>

#include "model/trees/tree_ensemble.h"
#include "trees_fixture.h"

/* Rows with missing values, deep and shallow trees, and rows beside each other that
 * part at once. */
Test(traverse, rows_side_by_side_are_like_rows_alone)
{
	static const char *const options[] = {"trees 30 depth 3", "trees 8 depth 0",
					      "trees 3 depth 1"};
	struct cml_dataset data = fixture_random_dataset(200, 9, 0.2, 5);
	size_t n_apart = 0;
	for (size_t o = 0; o < 3; o++) {
		struct fixture_boosted made = fixture_boost(&data, options[o]);
		const struct cml_tree_ensemble *ensemble = made.state;
		const struct cml_forest *forest = &ensemble->members[0];
		for (size_t t = 0; t < forest->n_trees; t++)
			for (size_t first = 0; first + CML_TRAVERSE_ROWS <= 200; first += 7) {
				uint32_t wide[CML_TRAVERSE_ROWS], plain[CML_TRAVERSE_ROWS];
				const struct cml_forest_tree *tree = &forest->trees[t];
				const float *x = data.x + first * 9;
				cml_forest_traverse(tree, forest->nodes + tree->first,
						    CML_TRAVERSE_ROWS, 9, x, wide);
				cml_forest_traverse_plain(tree, forest->nodes + tree->first,
							  CML_TRAVERSE_ROWS, 9, x, plain);
				cr_assert_arr_eq(wide, plain, sizeof wide, "tree %zu", t);
				n_apart += plain[0] != plain[1];
			}
		fixture_boosted_release(&made);
	}
	cr_expect_gt(n_apart, 100);
	cml_dataset_release(&data);
}
