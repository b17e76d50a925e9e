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

void cml_boost_loss_init(struct cml_boost_loss *loss)
{
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]];
	loss->mean_weight = total / (double)loss->n_rows;
}

double cml_boost_loss_start(const struct cml_boost_loss *loss)
{
	/* About the first row, so that targets far from 0 keep their digits. */
	double origin = loss->y[loss->rows[0]];
	double total = 0;
	for (size_t i = 0; i < loss->n_rows; i++)
		total += loss->weight[loss->rows[i]] * (loss->y[loss->rows[i]] - origin);
	return origin + total / (loss->mean_weight * (double)loss->n_rows);
}

static cml_gradient_sum logistic_gradient(const struct cml_boost_loss *loss, double score,
					  uint32_t row)
{
	double chance = cml_logistic(score);
	double curvature = fmax(chance * (1 - chance), MIN_LOGISTIC_CURVATURE);
	return (cml_gradient_sum){loss->weight[row] * (loss->y[row] - chance),
				  loss->weight[row] * curvature};
}

static cml_gradient_sum residual_gradient(const struct cml_boost_loss *loss, double score,
					  uint32_t row)
{
	return (cml_gradient_sum){loss->weight[row] * (loss->y[row] - score), loss->weight[row]};
}

void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums)
{
	for (size_t i = first; i < end; i++) {
		uint32_t row = loss->rows[i];
		sums[row] = loss->kind == CML_LOSS_LOGISTIC
				? logistic_gradient(loss, scores[row], row)
				: residual_gradient(loss, scores[row], row);
	}
}

static size_t n_blocks(const struct cml_gradient_maker *maker)
{
	return (maker->loss->n_rows + BLOCK - 1) / BLOCK;
}

static bool shares_one_weight(const struct cml_boost_loss *loss)
{
	for (size_t i = 1; i < loss->n_rows; i++)
		if (loss->weight[loss->rows[i]] != loss->weight[loss->rows[0]])
			return false;
	return loss->kind != CML_LOSS_LOGISTIC;
}

enum cml_result cml_gradient_maker_init(struct cml_gradient_maker *maker,
					const struct cml_boost_loss *loss, size_t n_rows,
					struct cml_pool *pool, struct cml_error *err)
{
	*maker = (struct cml_gradient_maker){
	    .loss = loss, .pool = pool, .hessians_count = shares_one_weight(loss)};
	maker->sums = cml_aligned_new(n_rows, sizeof *maker->sums);
	maker->totals = cml_aligned_new(n_blocks(maker), sizeof *maker->totals);
	if (maker->sums && maker->totals)
		return CML_OK;
	cml_gradient_maker_release(maker);
	return cml_fail_memory(err);
}

void cml_gradient_maker_release(struct cml_gradient_maker *maker)
{
	free(maker->sums);
	free(maker->totals);
	*maker = (struct cml_gradient_maker){0};
}

static size_t block_end(const struct cml_gradient_maker *maker, size_t block)
{
	size_t first = block * BLOCK;
	return maker->loss->n_rows - first < BLOCK ? maker->loss->n_rows : first + BLOCK;
}

static void make_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct cml_gradient_maker *maker = context;
	size_t end = block_end(maker, block);
	double gradients = 0;
	double hessians = 0;
	cml_boost_loss_gradients(maker->loss, maker->scores, block * BLOCK, end, maker->sums);
	for (size_t i = block * BLOCK; i < end; i++) {
		cml_gradient_sum sum = maker->sums[maker->loss->rows[i]];
		gradients += fabs(sum[0]);
		hessians += sum[1];
	}
	maker->totals[block] = (cml_gradient_sum){gradients, hessians};
}

static void round_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	struct cml_gradient_maker *maker = context;
	size_t end = block_end(maker, block);
	cml_gradient_sum scales = {maker->gradient_scale, maker->hessian_scale};
	for (size_t i = block * BLOCK; i < end; i++) {
		cml_gradient_sum *sum = &maker->sums[maker->loss->rows[i]];
		cml_gradient_sum rounded = *sum * scales + ROUNDER - ROUNDER;
		/* 0 would look like a bin without rows. */
		if (maker->hessians_count || rounded[1] < 1)
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

enum cml_result cml_make_gradients(struct cml_gradient_maker *maker, const double *scores,
				   struct cml_gradients *gradients, struct cml_error *err)
{
	cml_gradient_sum total = {0, 0};
	double first_weight = maker->loss->weight[maker->loss->rows[0]];
	maker->scores = scores;
	cml_pool_run(maker->pool, n_blocks(maker), make_block, maker);
	for (size_t block = 0; block < n_blocks(maker); block++)
		total += maker->totals[block];
	if (!isfinite(total[0] * total[0]) || !isfinite(total[1]))
		return cml_fail(err, CML_BAD_DATA,
				"the targets or their weights are too large to be summed");
	maker->gradient_scale = scale_for(total[0]);
	maker->hessian_scale = scale_for(total[1]);
	cml_pool_run(maker->pool, n_blocks(maker), round_block, maker);
	*gradients = (struct cml_gradients){
	    .sums = maker->sums,
	    .gradient_unit = 1 / maker->gradient_scale,
	    .hessian_unit = maker->hessians_count ? first_weight : 1 / maker->hessian_scale};
	return CML_OK;
}

/* Arrays are by row number unless said otherwise. */
struct booster {
	const struct cml_boosting *given;
	struct cml_forest *forest;
	struct cml_random random;
	uint32_t *train; /* list of rows to learn from */
	size_t n_train;
	double *weight;
	double *scores;
	struct cml_boost_loss loss;
	struct cml_gradient_maker gradients;
	struct cml_tree_grower grower;
	uint32_t *unseen; /* list of rows to learn from that the tree does not see */
	size_t n_unseen;
	size_t n_grown;
	bool can_grow; /* some targets differ, and some feature varies */
};

static bool allocate(struct booster *boost)
{
	size_t n = boost->given->data->n_rows;
	return CML_NEW(&boost->train, n) && CML_NEW(&boost->unseen, n) &&
	       CML_NEW(&boost->weight, n) && CML_NEW(&boost->scores, n);
}

static void release(struct booster *boost)
{
	free(boost->train);
	free(boost->unseen);
	free(boost->weight);
	free(boost->scores);
	cml_gradient_maker_release(&boost->gradients);
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

static void init_loss(struct booster *boost)
{
	boost->loss = (struct cml_boost_loss){.kind = boost->given->options->loss,
					      .y = boost->given->data->y,
					      .weight = boost->weight,
					      .rows = boost->train,
					      .n_rows = boost->n_train};
	cml_boost_loss_init(&boost->loss);
	const double *start = boost->given->options->start;
	boost->forest->base = start ? *start : cml_boost_loss_start(&boost->loss);
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
	init_loss(boost);
	boost->can_grow = targets_differ(boost) && given->columns->n_members > 0;
	if (!boost->can_grow)
		return CML_OK;
	if (cml_gradient_maker_init(&boost->gradients, &boost->loss, given->data->n_rows,
				    given->pool, err) != CML_OK)
		return err->status;
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
	if (cml_make_gradients(&boost->gradients, boost->scores, &gradients, err) != CML_OK)
		return err->status;
	size_t n_seen = sample_rows(boost);
	if (cml_tree_grower_grow(&boost->grower, &gradients, n_seen, boost->forest, err) != CML_OK)
		return err->status;
	cml_pool_run(n_seen > BLOCK ? given->pool : NULL, boost->grower.n_leaves, finish_leaf,
		     boost);
	cml_pool_run(given->pool, (boost->n_unseen + BLOCK - 1) / BLOCK, update_block, boost);
	if (given->tree_done)
		given->tree_done(given->context);
	return CML_OK;
}

enum cml_result cml_boost(const struct cml_boosting *boosting, struct cml_forest *forest,
			  struct cml_error *err)
{
	struct booster boost = {.given = boosting, .forest = forest};
	*forest = (struct cml_forest){0};
	enum cml_result status = prepare(&boost, err);
	if (status != CML_OK)
		goto out;
	for (size_t t = 0; boost.can_grow && t < boosting->options->n_trees; t++)
		if ((status = add_tree(&boost, err)) != CML_OK)
			goto out;
out:
	release(&boost);
	return status;
}
