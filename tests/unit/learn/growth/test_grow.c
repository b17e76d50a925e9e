#include "learn/growth/grow.h"

#include "test.h"
#include "trees_fixture.h"

/* A tree grown on random gradients, and all it was grown from. */
struct grown {
	struct cml_dataset data;
	struct cml_bins bins;
	struct cml_binned_columns columns;
	struct cml_tree_growth growth;
	cml_gradient_sum *sums;
	struct cml_tree_grower grower;
	struct cml_forest forest;
};

/* Hessians 1, or whole numbers up to 3. */
static void make_gradients(struct grown *grown, bool unit, uint64_t seed)
{
	struct cml_random random = random_of(seed, 77);
	grown->sums = cml_aligned_new(grown->data.n_rows, sizeof *grown->sums);
	cr_assert(grown->sums);
	for (size_t row = 0; row < grown->data.n_rows; row++) {
		double gradient = floor(20 * grown->data.y[row]);
		double hessian = unit ? 1 : (double)(1 + cml_random_below(&random, 3));
		grown->sums[row] = (cml_gradient_sum){gradient, hessian};
	}
}

static void grow(struct grown *grown, struct cml_pool *pool, size_t n_sample)
{
	const struct cml_gradients gradients = {grown->sums, 1, 1};
	assert_ok(cml_bins_init(&grown->bins, &grown->data, 255, pool, &err));
	assert_ok(cml_binned_columns_init(&grown->columns, &grown->bins, &err));
	assert_ok(cml_tree_grower_init(&grown->grower, &grown->bins, &grown->columns,
				       &grown->growth, pool, &err));
	for (size_t i = 0; i < n_sample; i++)
		grown->grower.rows[i] = (uint32_t)i;
	assert_ok(cml_tree_grower_grow(&grown->grower, &gradients, n_sample, &grown->forest, &err));
}

static void grown_release(struct grown *grown)
{
	cml_tree_grower_release(&grown->grower);
	cml_binned_columns_release(&grown->columns);
	cml_bins_release(&grown->bins);
	cml_forest_release(&grown->forest);
	cml_dataset_release(&grown->data);
	free(grown->sums);
	*grown = (struct grown){0};
}

/* Rows on one side of a split. */
struct side {
	double gradient, hessian;
	size_t n;
};

static double score_of(struct side side, double l2)
{
	return side.gradient * side.gradient / (side.hessian + l2);
}

/* The gain of parting rows by x[f] <= threshold; below 0 when a side is too
 * small. */
static double gain_of(const struct grown *grown, const uint32_t *rows, size_t n, size_t f,
		      float threshold, bool missing_left)
{
	struct side sides[2] = {{0}};
	struct side both = {0};
	double l2 = grown->growth.l2;
	for (size_t i = 0; i < n; i++) {
		float x = grown->data.x[rows[i] * grown->data.n_features + f];
		struct side *side = &sides[isnan(x) ? !missing_left : !(x <= threshold)];
		side->gradient += grown->sums[rows[i]][0];
		side->hessian += grown->sums[rows[i]][1];
		side->n++;
	}
	both.gradient = sides[0].gradient + sides[1].gradient;
	both.hessian = sides[0].hessian + sides[1].hessian;
	if (sides[0].n == 0 || sides[1].n == 0 ||
	    fmin(sides[0].hessian, sides[1].hessian) < grown->grower.rule.min_hessian)
		return -1;
	return score_of(sides[0], l2) + score_of(sides[1], l2) - score_of(both, l2);
}

/* The best gain over every feature, every value of it in the node as threshold
 * (and infinity), and both ways for missing values. */
static double best_gain(const struct grown *grown, const uint32_t *rows, size_t n)
{
	double best = 0;
	for (size_t f = 0; f < grown->data.n_features; f++)
		for (size_t i = 0; i <= n; i++) {
			float threshold =
			    i < n ? grown->data.x[rows[i] * grown->data.n_features + f] : INFINITY;
			if (isnan(threshold))
				continue;
			best = fmax(best, gain_of(grown, rows, n, f, threshold, false));
			best = fmax(best, gain_of(grown, rows, n, f, threshold, true));
		}
	return best;
}

/* Walks down with the rows and holds every split against the best there is,
 * every leaf against the sums of its rows. Returns how many leaves. */
static size_t check_node(const struct grown *grown, uint32_t number, size_t depth, uint32_t *rows,
			 size_t n)
{
	const struct cml_forest_node *node = &grown->forest.nodes[number];
	const struct cml_tree_growth *growth = &grown->growth;
	double best = best_gain(grown, rows, n);
	double tolerance = 1e-9 * (1 + best);
	if (node->left == number) {
		struct side sums = {0};
		for (size_t i = 0; i < n; i++) {
			sums.gradient += grown->sums[rows[i]][0];
			sums.hessian += grown->sums[rows[i]][1];
		}
		cr_assert_float_eq(grown->forest.values[number],
				   sums.gradient / (sums.hessian + growth->l2),
				   1e-12 * (1 + fabs(sums.gradient)));
		cr_assert((growth->max_depth > 0 && depth == growth->max_depth) ||
			      best <= tolerance,
			  "a leaf of %zu rows could gain %g", n, best);
		return 1;
	}
	uint32_t feature = node->feature & ~CML_MISSING_RIGHT;
	bool missing_left = !(node->feature & CML_MISSING_RIGHT);
	double gain = gain_of(grown, rows, n, feature, node->threshold, missing_left);
	cr_assert(growth->max_depth == 0 || depth < growth->max_depth);
	cr_assert_float_eq(gain, best, tolerance, "%zu rows at depth %zu: %g, not %g", n, depth,
			   gain, best);
	cr_assert_gt(gain, 0);
	AUTOFREE uint32_t *right = malloc(n * sizeof *right);
	size_t n_left = 0, n_right = 0;
	for (size_t i = 0; i < n; i++) {
		float x = grown->data.x[rows[i] * grown->data.n_features + feature];
		if (isnan(x) ? missing_left : x <= node->threshold)
			rows[n_left++] = rows[i];
		else
			right[n_right++] = rows[i];
	}
	size_t n_leaves = check_node(grown, node->left, depth + 1, rows, n_left) +
			  check_node(grown, node->left + 1, depth + 1, right, n_right);
	return n_leaves;
}

static void check(const struct grown *grown, size_t n_sample)
{
	AUTOFREE uint32_t *rows = malloc(n_sample * sizeof *rows);
	for (size_t i = 0; i < n_sample; i++)
		rows[i] = (uint32_t)i;
	cr_assert_eq(check_node(grown, 0, 0, rows, n_sample), grown->grower.n_leaves);
	cr_assert_leq(grown->grower.histograms.n_made, 2 + log2((double)n_sample));
}

/* Leaves list every row once, and where walking down takes it. */
static void check_leaves(const struct grown *grown, size_t n_sample)
{
	size_t n_rows = 0;
	for (size_t l = 0; l < grown->grower.n_leaves; l++) {
		const struct cml_tree_leaf *leaf = &grown->grower.leaves[l];
		n_rows += leaf->n;
		for (size_t i = leaf->first; i < leaf->first + leaf->n; i++)
			cr_assert_eq(fixture_tree_value(&grown->forest, 0,
							grown->data.x + grown->grower.rows[i] *
									    grown->data.n_features),
				     grown->forest.values[leaf->node]);
	}
	cr_assert_eq(n_rows, n_sample);
}

TestSuite(grow);

/* Of all rows or of a sample, of leaves that need so many rows or so much of the hessian. */
Test(grow, depth_first_against_brute_force)
{
	for (uint64_t seed = 0; seed < 480; seed++) {
		bool by_hessian = seed % 7 == 0;
		AUTO(grown) grown = {
		    .growth = {.max_depth = seed % 5,
			       .min_leaf = by_hessian ? 1 : 1 + seed % 4,
			       .min_hessian = by_hessian ? 0.5 + (double)(seed % 6) : 0,
			       .l2 = seed % 3 == 2 ? 2.385 : 0}};
		size_t n_rows = 1 + seed % 41, n_sample = seed % 6 == 0 ? 1 + n_rows / 2 : n_rows;
		grown.data = fixture_random_dataset(n_rows, 1 + seed % 9, seed % 2 ? 0.2 : 0, seed);
		make_gradients(&grown, seed % 8 < 4, seed);
		grow(&grown, NULL, n_sample);
		check(&grown, n_sample);
		check_leaves(&grown, n_sample);
	}
}

/* The tree of these rows where nodes of up to few_rows are searched without a histogram. */
static struct grown grow_with_few(size_t n_rows, size_t few_rows, uint64_t seed,
				  const struct cml_tree_growth *growth)
{
	struct grown grown = {.growth = *growth};
	struct cml_gradients gradients = {NULL, 1, 1};
	grown.data = fixture_random_dataset(n_rows, 9, 0.15, seed);
	for (size_t row = 0; row < n_rows; row++)
		for (size_t f = 6; f < 9; f++) /* flags of which one is set share a column */
			grown.data.x[row * 9 + f] = row % 5 == f - 6;
	make_gradients(&grown, seed % 2 == 0, seed);
	grow(&grown, NULL, 1);
	cml_forest_release(&grown.forest);
	grown.grower.few_rows = few_rows;
	gradients.sums = grown.sums;
	for (size_t i = 0; i < n_rows; i++)
		grown.grower.rows[i] = (uint32_t)i;
	assert_ok(cml_tree_grower_grow(&grown.grower, &gradients, n_rows, &grown.forest, &err));
	return grown;
}

/* Histograms are the reference: none, all and some nodes without one. */
Test(grow, nodes_of_few_rows_are_split_as_by_histograms)
{
	static const int8_t monotone[9] = {1, -1, 0, 1, 0, 0, 0, 0, 0};
	for (uint64_t seed = 1; seed <= 12; seed++) {
		const struct cml_tree_growth growth = {.min_leaf = 1,
						       .min_hessian = seed % 3 == 0 ? 2.5 : 0,
						       .l2 = seed % 4 == 0 ? 0 : 1,
						       .monotone = seed > 8 ? monotone : NULL};
		AUTO(grown) by_bins = grow_with_few(240, 0, seed, &growth);
		cr_assert_gt(by_bins.grower.histograms.n_made, 0);
		cr_assert_gt(by_bins.forest.n_nodes, 20);
		for (size_t few_rows = 1; few_rows <= 1000; few_rows *= 10) {
			AUTO(grown) by_rows = grow_with_few(240, few_rows, seed, &growth);
			cr_assert_eq(by_rows.forest.n_nodes, by_bins.forest.n_nodes);
			cr_expect_arr_eq(by_rows.forest.nodes, by_bins.forest.nodes,
					 by_bins.forest.n_nodes * sizeof *by_bins.forest.nodes);
			cr_expect_arr_eq(by_rows.forest.values, by_bins.forest.values,
					 by_bins.forest.n_nodes * sizeof *by_bins.forest.values);
			cr_expect(few_rows < 1000 || by_rows.grower.histograms.n_made <= 1);
		}
	}
}

Test(grow, the_same_tree_for_any_number_of_threads)
{
	AUTO(grown) alone = {.growth = {.max_depth = 6, .min_leaf = 5}};
	alone.data = fixture_random_dataset(50000, 9, 0.05, 1);
	make_gradients(&alone, false, 1);
	grow(&alone, NULL, 50000);
	check_leaves(&alone, 50000);
	for (unsigned n_threads = 2; n_threads <= 3; n_threads++) {
		AUTO(grown) grown = {.growth = alone.growth};
		AUTOPTR(cml_pool) pool = NULL;
		assert_ok(cml_pool_new(&pool, n_threads, &err));
		grown.data = fixture_random_dataset(50000, 9, 0.05, 1);
		make_gradients(&grown, false, 1);
		grow(&grown, pool, 50000);
		cr_assert_eq(grown.forest.n_nodes, alone.forest.n_nodes);
		cr_expect_arr_eq(grown.forest.nodes, alone.forest.nodes,
				 alone.forest.n_nodes * sizeof *alone.forest.nodes);
		cr_expect_arr_eq(grown.forest.values, alone.forest.values,
				 alone.forest.n_nodes * sizeof *alone.forest.values);
	}
}
