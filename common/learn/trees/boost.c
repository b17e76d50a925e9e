#include "learn/trees/boost.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/trees/traverse.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Minimum hessian of a row of the logistic loss, as a fraction of its weight. */
#define MIN_LOGISTIC_CURVATURE 1e-6

/* Rows one thread turns into gradients, or traverses a tree with, at a time; totals are formed by
 * block, so that they do not depend on the number of threads. */
#define BLOCK ((size_t)8192)

/* Adding and taking away this rounds a number below 2^51 to a whole one. */
#define ROUNDER 0x1.8p52

/* Arrays are by row number unless said otherwise. */
struct booster {
	const struct cml_boosting *given;
	struct cml_forest *forest;
	struct cml_random random;
	uint32_t *train; /* list of rows to learn from */
	size_t n_train;
	double *weight;
	double *scores;
	/* Gradients in fixed point: whole numbers held in doubles, so that every sum of them is
	 * exact whatever its order (see histogram.h). */
	cml_gradient_sum *sums;
	cml_gradient_sum *totals; /* of absolute values, for each block of rows to learn from */
	cml_gradient_sum scales;
	bool hessians_count; /* hessians are one weight that all rows share: they become 1 */
	struct cml_tree_grower grower;
	uint32_t *unseen; /* list of rows to learn from that the tree does not see */
	size_t n_unseen;
	size_t n_grown;
	bool can_grow; /* some targets differ, and some feature varies */
};

/* The weighted mean, about the first row, so that targets far from 0 keep their digits. */
static double find_start(const struct booster *boost)
{
	const double *y = boost->given->data->y;
	double origin = y[boost->train[0]], total = 0, weight = 0;
	for (size_t i = 0; i < boost->n_train; i++) {
		uint32_t row = boost->train[i];
		weight += boost->weight[row];
		total += boost->weight[row] * (y[row] - origin);
	}
	return origin + total / weight;
}

/* The negative gradient and the hessian of the row's loss in its score, both times its weight. */
static cml_gradient_sum gradient_of(const struct booster *boost, uint32_t row)
{
	double y = boost->given->data->y[row], weight = boost->weight[row];
	if (boost->given->options->loss != CML_LOSS_LOGISTIC)
		return (cml_gradient_sum){weight * (y - boost->scores[row]), weight};
	double chance = cml_logistic(boost->scores[row]);
	double curvature = fmax(chance * (1 - chance), MIN_LOGISTIC_CURVATURE);
	return (cml_gradient_sum){weight * (y - chance), weight * curvature};
}

static bool shares_one_weight(const struct booster *boost)
{
	for (size_t i = 1; i < boost->n_train; i++)
		if (boost->weight[boost->train[i]] != boost->weight[boost->train[0]])
			return false;
	return boost->given->options->loss != CML_LOSS_LOGISTIC;
}

/* Blocks of n rows, and where one ends. */
static size_t count_blocks(size_t n)
{
	return (n + BLOCK - 1) / BLOCK;
}

static size_t block_end(const struct booster *boost, size_t block)
{
	size_t first = block * BLOCK;
	return boost->n_train - first < BLOCK ? boost->n_train : first + BLOCK;
}

static void make_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct booster *boost = context;
	double gradients = 0, hessians = 0;
	for (size_t i = block * BLOCK; i < block_end(boost, block); i++) {
		cml_gradient_sum sum = gradient_of(boost, boost->train[i]);
		boost->sums[boost->train[i]] = sum;
		gradients += fabs(sum[0]);
		hessians += sum[1];
	}
	boost->totals[block] = (cml_gradient_sum){gradients, hessians};
}

static void round_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct booster *boost = context;
	for (size_t i = block * BLOCK; i < block_end(boost, block); i++) {
		cml_gradient_sum *sum = &boost->sums[boost->train[i]];
		cml_gradient_sum rounded = *sum * boost->scales + ROUNDER - ROUNDER;
		/* 0 would look like a bin without rows. */
		if (boost->hessians_count || rounded[1] < 1)
			rounded[1] = 1;
		*sum = rounded;
	}
}

/* The power of two that brings a total just below 2^51. */
static double scale_for(double total)
{
	int exponent = 0;
	frexp(total, &exponent);
	return ldexp(1, 51 - exponent < 1000 ? 51 - exponent : 1000);
}

/* At the scores. The steps are powers of two, 2^-52 of the sum of absolute gradients or finer. */
static enum cml_result make_gradients(struct booster *boost, struct cml_gradients *gradients,
				      struct cml_error *err)
{
	struct cml_pool *pool = boost->given->pool;
	cml_gradient_sum total = {0, 0};
	size_t n_blocks = count_blocks(boost->n_train);
	cml_pool_run(pool, n_blocks, make_block, boost);
	for (size_t block = 0; block < n_blocks; block++)
		total += boost->totals[block];
	if (!isfinite(total[0] * total[0]) || !isfinite(total[1]))
		return cml_fail(err, CML_BAD_DATA,
				"the targets or their weights are too large to be summed");
	boost->scales = (cml_gradient_sum){scale_for(total[0]), scale_for(total[1])};
	cml_pool_run(pool, n_blocks, round_block, boost);
	double first_weight = boost->weight[boost->train[0]];
	*gradients = (struct cml_gradients){
	    .sums = boost->sums,
	    .gradient_unit = 1 / boost->scales[0],
	    .hessian_unit = boost->hessians_count ? first_weight : 1 / boost->scales[1]};
	return CML_OK;
}

static bool allocate(struct booster *boost)
{
	size_t n = boost->given->data->n_rows;
	return CML_NEW(&boost->train, n) && CML_NEW(&boost->unseen, n) &&
	       CML_NEW(&boost->weight, n) && CML_NEW(&boost->scores, n);
}

static void booster_release(struct booster *boost)
{
	free(boost->train);
	free(boost->unseen);
	free(boost->weight);
	free(boost->scores);
	free(boost->sums);
	free(boost->totals);
	cml_tree_grower_release(&boost->grower);
}

/* Lists the rows to learn from. */
static enum cml_result choose_rows(struct booster *boost, struct cml_error *err)
{
	const struct cml_dataset *data = boost->given->data;
	memcpy(boost->weight, data->weight, data->n_rows * sizeof *boost->weight);
	for (size_t row = 0; row < data->n_rows; row++)
		boost->train[boost->n_train++] = (uint32_t)row;
	struct cml_bag bag = {boost->train, boost->n_train, boost->weight};
	if (boost->given->bagging && cml_bagging_draw(boost->given->bagging, boost->given->member,
						      &boost->random, &bag, err) != CML_OK)
		return err->status;
	boost->n_train = bag.n_rows;
	return CML_OK;
}

static void init_scores(struct booster *boost)
{
	const double *start = boost->given->options->start;
	boost->forest->base = start ? *start : find_start(boost);
	for (size_t row = 0; row < boost->given->data->n_rows; row++)
		boost->scores[row] = boost->forest->base;
}

/* Fills the front of grower.rows; returns how many rows the tree sees. */
static size_t sample_rows(struct booster *boost)
{
	double fraction = boost->given->options->subsample;
	size_t n_seen = boost->n_train;
	if (fraction < 1)
		n_seen = cml_count_of_fraction(fraction, boost->n_train);
	boost->n_unseen = boost->n_train - n_seen;
	if (boost->n_unseen == 0)
		memcpy(boost->grower.rows, boost->train, n_seen * sizeof *boost->train);
	else
		cml_draw_without_replacement(&boost->random, boost->train, boost->n_train, n_seen,
					     boost->grower.rows, boost->unseen);
	return n_seen;
}

/* Leaf by leaf: its value, and the scores of its rows. */
static void finish_leaf(void *context, size_t leaf, unsigned thread)
{
	(void)thread;
	struct booster *boost = context;
	const struct cml_forest *forest = boost->forest;
	size_t first = boost->grower.leaves[leaf].first;
	size_t n = boost->grower.leaves[leaf].n;
	const uint32_t *rows = boost->grower.rows + first;
	double *value = &forest->values[forest->trees[forest->n_trees - 1].first +
					boost->grower.leaves[leaf].node];
	*value *= boost->given->options->learning_rate;
	for (size_t i = 0; i < n; i++)
		boost->scores[rows[i]] += *value;
}

/* Adds the last tree to the scores of rows it did not see. */
static void update_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct booster *boost = context;
	const struct cml_dataset *data = boost->given->data;
	const struct cml_forest *forest = boost->forest;
	size_t left = boost->n_unseen - block * BLOCK;
	const struct cml_traverse_rows rows = {.x = data->x,
					       .stride = data->n_features,
					       .list = boost->unseen + block * BLOCK,
					       .n = left < BLOCK ? left : BLOCK};
	cml_forest_tree_values(forest, forest->n_trees - 1, &rows, boost->scores);
}

static bool targets_differ(const struct booster *boost)
{
	const double *y = boost->given->data->y;
	for (size_t i = 1; i < boost->n_train; i++)
		if (y[boost->train[i]] != y[boost->train[0]])
			return true;
	return false;
}

static enum cml_result prepare(struct booster *boost, struct cml_error *err)
{
	const struct cml_boosting *given = boost->given;
	if (!allocate(boost))
		return cml_fail_memory(err);
	cml_random_init(&boost->random, given->seed, given->member * (given->options->n_trees + 1));
	if (choose_rows(boost, err) != CML_OK)
		return err->status;
	init_scores(boost);
	boost->can_grow = targets_differ(boost) && given->columns->n_members > 0;
	if (!boost->can_grow)
		return CML_OK;
	boost->hessians_count = shares_one_weight(boost);
	if (!CML_NEW_ALIGNED(&boost->sums, given->data->n_rows) ||
	    !CML_NEW_ALIGNED(&boost->totals, count_blocks(boost->n_train)))
		return cml_fail_memory(err);
	return cml_tree_grower_init(&boost->grower, given->bins, given->columns,
				    &given->options->growth, given->pool, err);
}

static enum cml_result add_tree(struct booster *boost, struct cml_error *err)
{
	const struct cml_boosting *given = boost->given;
	struct cml_gradients gradients;
	/* Every tree has a stream of its own; stream 0 of a member prepared it. */
	cml_random_init(&boost->random, given->seed,
			given->member * (given->options->n_trees + 1) + ++boost->n_grown);
	if (make_gradients(boost, &gradients, err) != CML_OK)
		return err->status;
	size_t n_seen = sample_rows(boost);
	if (cml_tree_grower_grow(&boost->grower, &gradients, n_seen, boost->forest, err) != CML_OK)
		return err->status;
	cml_pool_run(n_seen > BLOCK ? given->pool : NULL, boost->grower.n_leaves, finish_leaf,
		     boost);
	cml_pool_run(given->pool, count_blocks(boost->n_unseen), update_block, boost);
	if (given->tree_done)
		given->tree_done(given->context);
	return CML_OK;
}

enum cml_result cml_boost(const struct cml_boosting *boosting, struct cml_forest *forest,
			  struct cml_error *err)
{
	AUTO(booster) boost = {.given = boosting, .forest = forest};
	*forest = (struct cml_forest){0};
	if (prepare(&boost, err) != CML_OK)
		return err->status;
	for (size_t t = 0; boost.can_grow && t < boosting->options->n_trees; t++)
		if (add_tree(&boost, err) != CML_OK)
			return err->status;
	return CML_OK;
}
