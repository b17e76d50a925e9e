#include "learn/trees/tree_ensemble.h"

#include "test.h"
#include "trees_fixture.h"

static const struct cml_predictor_kind *const tree = &cml_tree_predictor;
/* Rows of a node of the reference tree. */
struct node_rows {
	size_t n;
	size_t rows[64];
};

static double mean_of(const struct cml_dataset *data, const struct node_rows *node)
{
	double weight = 0, sum = 0;
	for (size_t i = 0; i < node->n; i++) {
		weight += data->weight[node->rows[i]];
		sum += data->weight[node->rows[i]] * data->y[node->rows[i]];
	}
	return sum / weight;
}

static double squares_of(const struct cml_dataset *data, const struct node_rows *node)
{
	double mean = mean_of(data, node), squares = 0;
	for (size_t i = 0; i < node->n; i++) {
		double away = data->y[node->rows[i]] - mean;
		squares += data->weight[node->rows[i]] * away * away;
	}
	return squares;
}

static void part(const struct cml_dataset *data, const struct node_rows *node, size_t feature,
		 float threshold, struct node_rows parts[2])
{
	parts[0].n = parts[1].n = 0;
	for (size_t i = 0; i < node->n; i++) {
		size_t row = node->rows[i];
		struct node_rows *side =
		    &parts[data->x[row * data->n_features + feature] > threshold];
		side->rows[side->n++] = row;
	}
}

/* Tries every value of every feature, and writes the mean of each leaf to its
 * rows. */
static void grow_reference(const struct cml_dataset *data, const struct node_rows *node,
			   size_t min_leaf, double *predicted)
{
	struct node_rows parts[2], best[2];
	double least = squares_of(data, node) * (1 - 1e-12);
	bool any = false;
	for (size_t f = 0; f < data->n_features; f++)
		for (size_t i = 0; i < node->n; i++) {
			part(data, node, f, data->x[node->rows[i] * data->n_features + f], parts);
			if (parts[0].n < min_leaf || parts[1].n < min_leaf)
				continue;
			double squares = squares_of(data, &parts[0]) + squares_of(data, &parts[1]);
			if (squares >= least)
				continue;
			least = squares;
			any = true;
			memcpy(best, parts, sizeof best);
		}
	for (size_t i = 0; !any && i < node->n; i++)
		predicted[node->rows[i]] = mean_of(data, node);
	for (size_t k = 0; any && k < 2; k++)
		grow_reference(data, &best[k], min_leaf, predicted);
}

Test(tree, the_same_as_an_exhaustive_search)
{
	struct cml_random random = random_of(6, 0);
	for (size_t round = 0; round < 60; round++) {
		AUTO(cml_dataset) data = fixture_dataset(40, 3);
		struct node_rows all = {.n = 40};
		double predicted[40];
		char options[64];
		size_t min_leaf = 1 + round % 4;
		for (size_t i = 0; i < 40; i++) {
			all.rows[i] = i;
			data.x[3 * i] = (float)cml_random_normal(&random);
			data.x[3 * i + 1] = (float)cml_random_below(&random, 5);
			data.x[3 * i + 2] = (float)cml_random_uniform(&random);
			data.y[i] = cml_random_normal(&random) + (double)data.x[3 * i];
			if (min_leaf == 1)
				data.weight[i] = 0.5 + cml_random_uniform(&random);
		}
		grow_reference(&data, &all, min_leaf, predicted);
		snprintf(options, sizeof options, "min-leaf %zu", min_leaf);
		AUTO(fixture_boosted) made = fixture_train(tree, &data, options, 1, NULL);
		for (size_t i = 0; i < 40; i++)
			cr_expect_float_eq(fixture_predict_row(&made, data.x + 3 * i), predicted[i],
					   1e-9, "round %zu, row %zu", round, i);
	}
}

Test(tree, the_same_bytes_for_every_number_of_threads)
{
	AUTO(cml_dataset) data = fixture_random_dataset(400, 12, 0.1, 4);
	AUTO(fixture_boosted) alone = fixture_train(tree, &data, "", 5, NULL);
	for (unsigned n = 2; n <= 8; n += 3) {
		AUTOPTR(cml_pool) pool = NULL;
		assert_ok(cml_pool_new(&pool, n, &err));
		AUTO(fixture_boosted) made = fixture_train(tree, &data, "", 5, pool);
		cr_expect(fixture_same_bytes(&alone, &made), "%u threads", n);
	}
}
