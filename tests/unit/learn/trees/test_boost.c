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
	struct cml_boosted boosted;
	double gains[N_FEATURES];
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
	given->boosted.gains = given->gains;
}

static void given_release(struct given *given)
{
	cml_forest_release(&given->boosted.forest);
	cml_binned_columns_release(&given->columns);
	cml_bins_release(&given->bins);
	cml_dataset_release(&given->data);
}

static double predict(const struct given *given, size_t row)
{
	double value;
	cml_forest_predict(&given->boosted.forest, 1, N_FEATURES, given->data.x + row * N_FEATURES,
			   &value);
	return value;
}

TestSuite(boost);

Test(boost, rows_held_out_teach_nothing)
{
	AUTO(given) one, other;
	bool is_held_out[N_ROWS];
	give(&one);
	give(&other);
	for (size_t row = 0; row < N_ROWS; row++) {
		is_held_out[row] = row % 3 == 1;
		if (is_held_out[row])
			other.data.y[row] = -1000;
	}
	one.boosting.is_held_out = other.boosting.is_held_out = is_held_out;
	assert_ok(cml_boost(&one.boosting, &one.boosted, &err));
	assert_ok(cml_boost(&other.boosting, &other.boosted, &err));
	cr_assert_eq(one.boosted.forest.n_trees, N_TREES);
	for (size_t row = 0; row < N_ROWS; row++)
		cr_assert_eq(predict(&one, row), predict(&other, row));
}
