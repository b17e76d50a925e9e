#include "learn/trees/tree_validate.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "learn/trees/tree_prune.h"
#include "trees_fixture.h"

#define N_ROWS 8

static struct cml_error err;

/* A tree on all rows, and what cross-validation says of it. */
static struct cml_tree_choice choose(const struct cml_dataset *data, size_t n_folds, bool one_se,
				     size_t *n_leaves)
{
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_tree_growth growth = {.min_leaf = 1};
	struct cml_tree tree;
	struct cml_tree_choice choice;
	uint32_t list[64];
	for (uint32_t i = 0; i < data->n_rows; i++)
		list[i] = i;
	cr_assert_eq(cml_bins_init(&bins, data, 255, NULL, &err), CML_OK);
	cr_assert_eq(cml_binned_columns_init(&columns, &bins, &err), CML_OK);
	struct cml_tree_rows rows = {data, &bins, &columns, list, data->n_rows};
	cr_assert_eq(cml_tree_grow(&tree, &rows, &growth, NULL, &err), CML_OK);
	double *alpha = cml_array_new(tree.forest.n_nodes, sizeof *alpha);
	cr_assert_eq(cml_tree_alphas(&tree, alpha, &err), CML_OK);
	struct cml_tree_validation validation = {
	    .rows = &rows, .growth = &growth, .n_folds = n_folds, .one_se = one_se, .seed = 1};
	cr_assert_eq(cml_tree_choose(&validation, &tree, alpha, &choice, &err), CML_OK);
	*n_leaves = (tree.forest.n_nodes + 1) / 2;
	free(alpha);
	cml_tree_release(&tree);
	cml_binned_columns_release(&columns);
	cml_bins_release(&bins);
	return choice;
}

Test(tree_validate, leaving_one_out_of_a_mean)
{
	/* Nothing to split on: the mean of the others predicts, which is off by
	 * n / (n - 1) of what the mean of all is. */
	struct cml_dataset data = fixture_dataset(N_ROWS, 1);
	static const double y[N_ROWS] = {1, 2, 2.385, 8, -4, 0, 3, 5};
	double mean = 0, error = 0, square = 0;
	size_t n_leaves;
	for (size_t i = 0; i < N_ROWS; i++) {
		data.y[i] = y[i];
		mean += y[i] / N_ROWS;
	}
	for (size_t i = 0; i < N_ROWS; i++) {
		double away = (y[i] - mean) * N_ROWS / (N_ROWS - 1);
		error += away * away / N_ROWS;
		square += pow(away, 4) / N_ROWS;
	}
	struct cml_tree_choice choice = choose(&data, 100, false, &n_leaves);
	cr_expect_eq(n_leaves, 1);
	cr_expect_eq(choice.cost, 0);
	cr_expect_float_eq(choice.error, error, 1e-12);
	cr_expect_float_eq(choice.se, sqrt((square - error * error) / N_ROWS), 1e-12);
	cml_dataset_release(&data);
}

Test(tree_validate, jobs_of_a_configuration_share_a_fold)
{
	/* Two configurations, each with a target of its own: held out together, their
	 * value is never known. */
	struct cml_dataset data = fixture_dataset(N_ROWS, 1);
	size_t n_leaves;
	for (size_t i = 0; i < N_ROWS; i++) {
		data.keys[i] = i % 2;
		data.x[i] = (float)(i % 2);
		data.y[i] = 10 * (double)(i % 2);
	}
	struct cml_tree_choice choice = choose(&data, 4, false, &n_leaves);
	cr_expect_eq(n_leaves, 2);
	cr_expect_float_eq(choice.error, 100, 1e-12);
	cr_expect_float_eq(choice.se, 0, 1e-6);
	cml_dataset_release(&data);
}

Test(tree_validate, a_clear_split_is_kept)
{
	struct cml_dataset data = fixture_dataset(40, 1);
	size_t n_leaves;
	for (size_t i = 0; i < 40; i++) {
		data.x[i] = (float)(i / 20);
		data.y[i] = (i < 20 ? 0 : 10) + (i % 2 ? 1 : -1);
	}
	struct cml_tree_choice choice = choose(&data, 10, true, &n_leaves);
	/* The split saves 25 of the mean square, and one leaf more. */
	cr_expect_lt(choice.cost, 25);
	cr_expect_lt(choice.error, 1.3);
	cml_dataset_release(&data);
}
