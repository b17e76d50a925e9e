#include "learn/trees/boost.h"

#include "learn/trees/traverse.h"
#include "test.h"
#include "trees_fixture.h"

#define N_FEATURES 6

struct boosted {
	struct cml_dataset data;
	struct cml_forest forest;
};

static struct cml_boost_options options_with(enum cml_boost_loss_kind loss, const int8_t *monotone)
{
	return (struct cml_boost_options){
	    .n_trees = 40,
	    .growth = {.max_depth = 4, .min_leaf = 2, .l2 = 0.5, .monotone = monotone},
	    .learning_rate = 0.3,
	    .subsample = 1,
	    .loss = loss,
	    .n_members = 1};
}

/* Targets are those of the fixture, or whether they are above their mean; weights are
 * uneven for the logistic loss. */
static void boost(struct boosted *boosted, enum cml_boost_loss_kind loss, const int8_t *monotone,
		  double share_missing, uint64_t seed)
{
	struct cml_boost_options options = options_with(loss, monotone);
	AUTO(cml_bins) bins;
	AUTO(cml_binned_columns) columns;
	double mean = 0;
	*boosted = (struct boosted){0};
	boosted->data = fixture_random_dataset(300, N_FEATURES, share_missing, seed);
	for (size_t i = 0; i < 300; i++)
		mean += boosted->data.y[i] / 300;
	for (size_t i = 0; loss == CML_LOSS_LOGISTIC && i < 300; i++) {
		boosted->data.y[i] = boosted->data.y[i] > mean;
		boosted->data.weight[i] = 1 + (double)(i % 3);
	}
	assert_ok(cml_bins_init(&bins, &boosted->data, 255, NULL, &err));
	assert_ok(cml_binned_columns_init(&columns, &bins, &err));
	struct cml_boosting boosting = {.options = &options,
					.data = &boosted->data,
					.bins = &bins,
					.columns = &columns,
					.seed = 1};
	assert_ok(cml_boost(&boosting, &boosted->forest, &err));
}

static void boosted_release(struct boosted *boosted)
{
	cml_forest_release(&boosted->forest);
	cml_dataset_release(&boosted->data);
}

static double predict(const struct boosted *boosted, const float *x)
{
	double value;
	cml_forest_predict(&boosted->forest, 1, N_FEATURES, x, &value);
	return value;
}

/* Steps that go against the order, over rows of the data with one feature moved through
 * all its values. */
static size_t count_wrong_steps(const struct boosted *boosted, const int8_t *monotone)
{
	const struct cml_dataset *data = &boosted->data;
	size_t n_wrong = 0;
	for (size_t i = 0; i < 60; i++)
		for (size_t f = 0; f < N_FEATURES; f++) {
			float x[N_FEATURES];
			for (size_t g = 0; g < N_FEATURES; g++)
				x[g] = data->x[i * N_FEATURES + g];
			for (size_t k = 0; monotone[f] != 0 && k < 60; k++) {
				float from = data->x[k * N_FEATURES + f];
				float to = data->x[(k + 60) * N_FEATURES + f];
				if (!(from < to))
					continue;
				x[f] = from;
				double before = predict(boosted, x);
				x[f] = to;
				n_wrong += (predict(boosted, x) - before) * monotone[f] < 0;
			}
		}
	return n_wrong;
}

Test(monotone, no_step_goes_against_the_order)
{
	static const int8_t orders[][N_FEATURES] = {{1, 1, 1, 1, 1, 1},
						    {-1, -1, -1, -1, -1, -1},
						    {1, -1, 0, 1, -1, 0},
						    {0, 1, 0, -1, 1, 1}};
	static const int8_t none[N_FEATURES] = {0};
	size_t n_nodes = 0;
	for (size_t o = 0; o < 4; o++)
		for (size_t round = 0; round < 4; round++) {
			AUTO(boosted) boosted, loose;
			enum cml_boost_loss_kind loss =
			    round % 2 ? CML_LOSS_LOGISTIC : CML_LOSS_SQUARED;
			boost(&boosted, loss, orders[o], round < 2 ? 0 : 0.2, round);
			cr_expect_eq(count_wrong_steps(&boosted, orders[o]), 0, "order %zu, %zu", o,
				     round);
			n_nodes += boosted.forest.n_nodes;
			boost(&loose, loss, none, round < 2 ? 0 : 0.2, round);
			cr_expect_gt(count_wrong_steps(&loose, orders[o]), 0);
		}
	/* An order does not keep trees from growing. */
	cr_expect_gt(n_nodes, 16 * 100);
}
