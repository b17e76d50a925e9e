#include "learn/trees/boost.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "learn/trees/traverse.h"
#include "trees_fixture.h"

#define N_ROWS 120
#define N_FEATURES 6
#define N_TREES 25

static struct cml_error err;

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
	cr_assert_eq(cml_bins_init(&given->bins, &given->data, 255, NULL, &err), CML_OK);
	cr_assert_eq(cml_binned_columns_init(&given->columns, &given->bins, &err), CML_OK);
	given->boosting = (struct cml_boosting){.options = &options,
						.data = &given->data,
						.bins = &given->bins,
						.columns = &given->columns,
						.seed = 3};
	given->boosted.gains = given->gains;
}

static void release(struct given *given)
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

static void add_trees(struct cml_booster *booster, size_t n)
{
	for (size_t t = 0; t < n; t++)
		cr_assert_eq(cml_booster_add_tree(booster, &err), CML_OK);
}

TestSuite(boost);

Test(boost, a_tree_at_a_time_is_all_at_once)
{
	struct given whole, steps;
	struct cml_booster *booster;
	give(&whole);
	give(&steps);
	cr_assert_eq(cml_boost(&whole.boosting, &whole.boosted, &err), CML_OK);
	cr_assert_eq(cml_booster_new(&booster, &steps.boosting, &steps.boosted, &err), CML_OK);
	add_trees(booster, N_TREES);
	cr_assert_eq(steps.boosted.forest.n_trees, N_TREES);
	for (size_t row = 0; row < N_ROWS; row++)
		cr_assert_eq(predict(&steps, row), predict(&whole, row));
	for (size_t f = 0; f < N_FEATURES; f++)
		cr_assert_eq(steps.gains[f], whole.gains[f]);
	cml_booster_free(booster);
	release(&whole);
	release(&steps);
}

Test(boost, rows_held_out_teach_nothing_and_are_predicted)
{
	struct given one, other;
	struct cml_booster *boosters[2];
	bool is_held_out[N_ROWS];
	give(&one);
	give(&other);
	for (size_t row = 0; row < N_ROWS; row++) {
		is_held_out[row] = row % 3 == 1;
		if (is_held_out[row])
			other.data.y[row] = -1000;
	}
	one.boosting.is_held_out = other.boosting.is_held_out = is_held_out;
	cr_assert_eq(cml_booster_new(&boosters[0], &one.boosting, &one.boosted, &err), CML_OK);
	cr_assert_eq(cml_booster_new(&boosters[1], &other.boosting, &other.boosted, &err), CML_OK);
	add_trees(boosters[0], 7);
	add_trees(boosters[1], 7);
	for (size_t row = 0; row < N_ROWS; row++) {
		double score = cml_booster_scores(boosters[0])[row];
		cr_assert_eq(score, cml_booster_scores(boosters[1])[row]);
		cr_assert_float_eq(score, predict(&one, row), 1e-9 * (1 + fabs(score)));
	}
	cml_booster_free(boosters[0]);
	cml_booster_free(boosters[1]);
	release(&one);
	release(&other);
}

Test(boost, no_tree_where_all_targets_are_equal)
{
	struct given given;
	struct cml_booster *booster;
	give(&given);
	for (size_t row = 0; row < N_ROWS; row++)
		given.data.y[row] = 2.385;
	cr_assert_eq(cml_booster_new(&booster, &given.boosting, &given.boosted, &err), CML_OK);
	add_trees(booster, 3);
	cr_expect_eq(given.boosted.forest.n_trees, 0);
	cr_expect_float_eq(cml_booster_scores(booster)[0], 2.385, 1e-12);
	cml_booster_free(booster);
	cml_booster_free(NULL);
	release(&given);
}
