#include "learn/trees/boost.h"

#include "learn/trees/traverse.h"
#include "test.h"
#include "trees_fixture.h"

#define N_ROWS 120
#define N_FEATURES 6
#define N_TREES 25

static const struct cml_boost_options options = {
    .n_trees = N_TREES,
    .growth = {.max_depth = 3, .min_leaf = 1, .min_hessian = 2, .l2 = 1},
    .learning_rate = 0.3,
    .subsample = 0.8,
    .loss = CML_LOSS_SQUARED,
    .n_members = 1};

/* A dataset, its bins, and what boosting is given of them. */
struct given {
	struct cml_dataset data;
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_boosting boosting;
	struct cml_forest forest;
};

static void give(struct given *given)
{
	*given = (struct given){.data = fixture_random_dataset(N_ROWS, N_FEATURES, 0.1, 5)};
	assert_ok(cml_bins_init(&given->bins, &given->data, 255, NULL, &err));
	assert_ok(cml_binned_columns_init(&given->columns, &given->bins, &err));
	given->boosting = (struct cml_boosting){.options = &options,
						.data = &given->data,
						.bins = &given->bins,
						.columns = &given->columns,
						.seed = 3};
}

static void given_release(struct given *given)
{
	cml_forest_release(&given->forest);
	cml_binned_columns_release(&given->columns);
	cml_bins_release(&given->bins);
	cml_dataset_release(&given->data);
}

static double predict(const struct given *given, size_t row)
{
	double value;
	cml_forest_predict(&given->forest, 1, N_FEATURES, given->data.x + row * N_FEATURES, &value);
	return value;
}

static void boost(struct given *given, struct cml_bagging *bagging)
{
	assert_ok(cml_bagging_init(bagging, &given->data, 1, &err));
	bagging->left_out = 0.4;
	bagging->keys = given->data.keys;
	given->boosting.bagging = bagging;
	assert_ok(cml_boost(&given->boosting, &given->forest, &err));
}

Test(boost, rows_left_out_teach_nothing)
{
	AUTO(given) one, other;
	AUTO(cml_bagging) bagging, again;
	size_t n_unseen = 0;
	give(&one);
	give(&other);
	boost(&one, &bagging);
	for (size_t row = 0; row < N_ROWS; row++)
		if (cml_bagging_is_unseen(&bagging, 0, row)) {
			other.data.y[row] = -1000;
			n_unseen++;
		}
	cr_assert(n_unseen > 0 && n_unseen < N_ROWS / 2);
	boost(&other, &again);
	cr_assert_eq(one.forest.n_trees, N_TREES);
	for (size_t row = 0; row < N_ROWS; row++)
		cr_assert_eq(predict(&one, row), predict(&other, row));
}

/* One tree of two leaves, of a flag; from scores of 0.4. */
static enum cml_result split_flag(enum cml_boost_loss_kind loss, const double *y,
				  const double *weight, struct cml_forest *forest)
{
	static const char *const name[] = {"flag"};
	AUTO(cml_dataset) data = {0};
	AUTO(cml_bins) bins = {0};
	AUTO(cml_binned_columns) columns = {0};
	const double start = 0.4;
	const struct cml_boost_options two = {.n_trees = 1,
					      .growth = {.max_depth = 1, .min_leaf = 1},
					      .learning_rate = 1,
					      .subsample = 1,
					      .loss = loss,
					      .start = &start};
	const struct cml_boosting boosting = {
	    .options = &two, .data = &data, .bins = &bins, .columns = &columns};
	assert_ok(cml_dataset_init(&data, 1, name, &err));
	for (size_t i = 0; i < 4; i++) {
		const double flag[] = {(double)(i / 2)};
		assert_ok(cml_dataset_append(&data, flag, y[i], weight[i], i, &err));
	}
	assert_ok(cml_bins_init(&bins, &data, 255, NULL, &err));
	assert_ok(cml_binned_columns_init(&columns, &bins, &err));
	return cml_boost(&boosting, forest, &err);
}

Test(boost, a_leaf_is_a_step_of_newton)
{
	AUTO(cml_forest) forest = {0};
	const double y[] = {0, 0, 1, 0}, weight[] = {1, 0.5, 2, 0.3};
	const double chance = 1 / (1 + exp(-0.4)), curvature = chance * (1 - chance);
	assert_ok(split_flag(CML_LOSS_LOGISTIC, y, weight, &forest));
	cr_assert_eq(forest.n_nodes, 3);
	cr_expect_float_eq(forest.values[1], -chance / curvature, 1e-12);
	cr_expect_float_eq(forest.values[2], (2 * (1 - chance) - 0.3 * chance) / (2.3 * curvature),
			   1e-12);
}

Test(boost, tiny_targets_are_learned_and_large_ones_refused)
{
	const double tiny[] = {1e-308, 2e-308, 3e-308, 4e-308}, ones[] = {1, 1, 1, 1};
	const double huge[] = {1, 2, 1e200, 4}, heavy[] = {1e308, 1e308, 1, 1};
	AUTO(cml_forest) forest = {0}, none = {0}, no_other = {0};
	assert_ok(split_flag(CML_LOSS_SQUARED, tiny, ones, &forest));
	for (size_t i = 0; i < forest.n_nodes; i++)
		cr_expect(isfinite(forest.values[i]));
	cr_expect_eq(split_flag(CML_LOSS_SQUARED, huge, ones, &none), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "the targets or their weights are too large to be summed");
	cr_expect_eq(split_flag(CML_LOSS_SQUARED, tiny, heavy, &no_other), CML_BAD_DATA);
}
