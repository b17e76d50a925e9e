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
