#include "learn/trees/boost.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/trees/boost_loss.h"
#include "learn/trees/traverse.h"
#include "math/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows that one thread traverses a tree with, or updates, at a time. */
#define BLOCK ((size_t)8192)

/* Arrays are by row number unless said otherwise. */
struct cml_booster {
	const struct cml_boosting *given;
	struct cml_boosted *boosted;
	struct cml_random random;
	uint32_t *train; /* list of rows to learn from */
	size_t n_train;
	uint32_t *held_out; /* list of rows to watch */
	size_t n_held_out;
	double *weight;
	double *scores;
	struct cml_boost_loss loss;
	struct cml_boost_loss held_out_loss;
	struct cml_gradient_maker gradients;
	struct cml_tree_grower grower;
	uint32_t *unseen; /* list of rows to learn from that the tree does not see */
	size_t n_unseen;
	uint32_t *features; /* list of those that vary, and room for another */
	size_t n_features;
	bool *is_used;                     /* by feature */
	struct cml_weighted *leaf_scratch; /* Huber, parallel to grower.rows */
	double *best_gains;
	bool can_grow; /* some targets differ, and some feature varies */
};

static bool allocate(struct cml_booster *boost)
{
	const struct cml_boosting *given = boost->given;
	size_t n = given->data->n_rows;
	boost->train = cml_array_new(n, sizeof *boost->train);
	boost->held_out = cml_array_new(n, sizeof *boost->held_out);
	boost->unseen = cml_array_new(n, sizeof *boost->unseen);
	boost->weight = cml_array_new(n, sizeof *boost->weight);
	boost->scores = cml_array_new(n, sizeof *boost->scores);
	boost->features = cml_array_new(given->columns->n_members, 2 * sizeof *boost->features);
	boost->is_used = cml_array_new(given->data->n_features, sizeof *boost->is_used);
	boost->best_gains = cml_array_new(given->data->n_features, sizeof *boost->best_gains);
	if (given->options->loss == CML_LOSS_HUBER) {
		boost->leaf_scratch = cml_array_new(n, sizeof *boost->leaf_scratch);
		if (!boost->leaf_scratch)
			return false;
	}
	return boost->train && boost->held_out && boost->unseen && boost->weight && boost->scores &&
	       boost->features && boost->is_used && boost->best_gains;
}

void cml_booster_free(struct cml_booster *boost)
{
	if (!boost)
		return;
	free(boost->train);
	free(boost->held_out);
	free(boost->unseen);
	free(boost->weight);
	free(boost->scores);
	free(boost->features);
	free(boost->is_used);
	free(boost->best_gains);
	free(boost->leaf_scratch);
	cml_boost_loss_release(&boost->loss);
	cml_boost_loss_release(&boost->held_out_loss);
	cml_gradient_maker_release(&boost->gradients);
	cml_tree_grower_release(&boost->grower);
	free(boost);
}

/* Sorts the rows into those to learn from and those to watch. */
static enum cml_result choose_rows(struct cml_booster *boost, struct cml_error *err)
{
	const struct cml_boost_options *options = boost->given->options;
	const struct cml_dataset *data = boost->given->data;
	const bool *is_held_out = boost->given->is_held_out;
	memcpy(boost->weight, data->weight, data->n_rows * sizeof *boost->weight);
	for (size_t row = 0; row < data->n_rows; row++)
		if (is_held_out && is_held_out[row])
			boost->held_out[boost->n_held_out++] = (uint32_t)row;
		else
			boost->train[boost->n_train++] = (uint32_t)row;
	if (options->patience > 0 && data->n_rows > 1) {
		boost->n_held_out =
		    cml_count_of_fraction(options->validation_fraction, data->n_rows);
		boost->n_train -= boost->n_held_out;
		cml_draw_without_replacement(&boost->random, boost->train, data->n_rows,
					     boost->n_train, boost->train, boost->held_out);
	}
	struct cml_bag bag = {boost->train, boost->n_train, boost->weight};
	if (boost->given->bagging && cml_bagging_draw(boost->given->bagging, boost->given->member,
						      &boost->random, &bag, err) != CML_OK)
		return err->status;
	boost->n_train = bag.n_rows;
	return CML_OK;
}

static void list_features(struct cml_booster *boost)
{
	const struct cml_binned_columns *columns = boost->given->columns;
	for (size_t p = 0; p < columns->n_members; p++)
		boost->is_used[columns->members[p].feature] = true;
	for (size_t f = 0; f < boost->given->data->n_features; f++)
		if (boost->is_used[f])
			boost->features[boost->n_features++] = (uint32_t)f;
}

static enum cml_result init_losses(struct cml_booster *boost, struct cml_error *err)
{
	const struct cml_boost_options *options = boost->given->options;
	struct cml_boost_loss loss = {.y = boost->given->data->y,
				      .weight = boost->weight,
				      .rows = boost->train,
				      .n_rows = boost->n_train,
				      .huber_quantile = options->huber_quantile};
	struct cml_boost_loss held_out = loss;
	held_out.rows = boost->held_out;
	held_out.n_rows = options->patience > 0 ? boost->n_held_out : 0;
	if (cml_boost_loss_init(&loss, options->loss, &boost->random, err) != CML_OK)
		return err->status;
	boost->loss = loss;
	boost->boosted->forest.base = cml_boost_loss_start(&boost->loss);
	for (size_t row = 0; row < boost->given->data->n_rows; row++)
		boost->scores[row] = boost->boosted->forest.base;
	if (held_out.n_rows == 0)
		return CML_OK;
	if (cml_boost_loss_init(&held_out, options->loss, &boost->random, err) != CML_OK)
		return err->status;
	boost->held_out_loss = held_out;
	/* Once: rounds are compared by the same pairs and the same delta. */
	cml_boost_loss_begin_round(&boost->held_out_loss, boost->scores, &boost->random);
	return CML_OK;
}

/* Fills the front of grower.rows; returns how many rows the tree sees. */
static size_t sample_rows(struct cml_booster *boost)
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

/* Marks the features the tree may split on; NULL: all. */
static const bool *sample_features(struct cml_booster *boost)
{
	double fraction = boost->given->options->colsample;
	size_t n_seen = cml_count_of_fraction(fraction, boost->n_features);
	uint32_t *sample = boost->features + boost->n_features;
	if (fraction >= 1 || n_seen == boost->n_features)
		return NULL;
	cml_draw_without_replacement(&boost->random, boost->features, boost->n_features, n_seen,
				     sample, sample + n_seen);
	for (size_t i = 0; i < boost->n_features; i++)
		boost->is_used[sample[i]] = i < n_seen;
	return boost->is_used;
}

/* Leaf by leaf: its value, and the scores of its rows. */
static void finish_leaf(void *context, size_t leaf, unsigned thread)
{
	(void)thread;
	struct cml_booster *boost = context;
	const struct cml_forest *forest = &boost->boosted->forest;
	const struct cml_boost_options *options = boost->given->options;
	size_t first = boost->grower.leaves[leaf].first;
	size_t n = boost->grower.leaves[leaf].n;
	const uint32_t *rows = boost->grower.rows + first;
	double *value = &forest->values[forest->trees[forest->n_trees - 1].first +
					boost->grower.leaves[leaf].node];
	if (options->loss == CML_LOSS_HUBER)
		*value = cml_boost_loss_huber_leaf(&boost->loss, boost->scores, rows, n,
						   options->growth.l2, boost->leaf_scratch + first);
	*value *= options->learning_rate;
	for (size_t i = 0; i < n; i++)
		boost->scores[rows[i]] += *value;
}

struct update {
	struct cml_booster *boost;
	const uint32_t *rows;
	size_t n;
};

static void update_block(void *context, size_t block, unsigned thread)
{
	(void)thread;
	const struct update *update = context;
	const struct cml_dataset *data = update->boost->given->data;
	const struct cml_forest *forest = &update->boost->boosted->forest;
	size_t left = update->n - block * BLOCK;
	const struct cml_traverse_rows rows = {.x = data->x,
					       .n_all = data->n_rows,
					       .stride = data->n_features,
					       .list = update->rows + block * BLOCK,
					       .n = left < BLOCK ? left : BLOCK};
	cml_forest_tree_values(forest, forest->n_trees - 1, &rows, update->boost->scores);
}

/* Adds the last tree to the scores of rows it did not see. */
static void walk_rows(struct cml_booster *boost, const uint32_t *rows, size_t n)
{
	struct update update = {boost, rows, n};
	cml_pool_run(boost->given->pool, (n + BLOCK - 1) / BLOCK, update_block, &update);
}

static bool targets_differ(const struct cml_booster *boost)
{
	const double *y = boost->given->data->y;
	for (size_t i = 1; i < boost->n_train; i++)
		if (y[boost->train[i]] != y[boost->train[0]])
			return true;
	return false;
}

static enum cml_result prepare(struct cml_booster *boost, struct cml_error *err)
{
	const struct cml_boosting *given = boost->given;
	if (!allocate(boost))
		return cml_fail_memory(err);
	cml_random_init(&boost->random, given->seed, given->member * (given->options->n_trees + 1));
	if (choose_rows(boost, err) != CML_OK)
		return err->status;
	list_features(boost);
	if (init_losses(boost, err) != CML_OK)
		return err->status;
	boost->can_grow = targets_differ(boost) && boost->n_features > 0;
	if (!boost->can_grow)
		return CML_OK;
	if (cml_gradient_maker_init(&boost->gradients, &boost->loss, given->data->n_rows,
				    given->pool, err) != CML_OK)
		return err->status;
	return cml_tree_grower_init(&boost->grower, given->bins, given->columns,
				    &given->options->growth, boost->gradients.hessians_count,
				    given->pool, err);
}

enum cml_result cml_booster_new(struct cml_booster **booster, const struct cml_boosting *boosting,
				struct cml_boosted *boosted, struct cml_error *err)
{
	boosted->forest = (struct cml_forest){0};
	boosted->n_grown = 0;
	boosted->held_out_loss = NAN;
	*booster = cml_array_new(1, sizeof **booster);
	if (!*booster)
		return cml_fail_memory(err);
	(*booster)->given = boosting;
	(*booster)->boosted = boosted;
	if (prepare(*booster, err) == CML_OK)
		return CML_OK;
	cml_booster_free(*booster);
	*booster = NULL;
	return err->status;
}

enum cml_result cml_booster_add_tree(struct cml_booster *boost, struct cml_error *err)
{
	const struct cml_boosting *given = boost->given;
	struct cml_gradients gradients;
	if (!boost->can_grow)
		return CML_OK;
	/* Every tree has a stream of its own; stream 0 of a member prepared it. */
	cml_random_init(&boost->random, given->seed,
			given->member * (given->options->n_trees + 1) + ++boost->boosted->n_grown);
	cml_boost_loss_begin_round(&boost->loss, boost->scores, &boost->random);
	if (cml_make_gradients(&boost->gradients, boost->scores, &gradients, err) != CML_OK)
		return err->status;
	size_t n_seen = sample_rows(boost);
	boost->grower.random = &boost->random;
	if (cml_tree_grower_grow(&boost->grower, &gradients, n_seen, sample_features(boost),
				 &boost->boosted->forest, boost->boosted->gains, err) != CML_OK)
		return err->status;
	cml_pool_run(n_seen > BLOCK ? given->pool : NULL, boost->grower.n_leaves, finish_leaf,
		     boost);
	walk_rows(boost, boost->unseen, boost->n_unseen);
	walk_rows(boost, boost->held_out, boost->n_held_out);
	if (given->tree_done)
		given->tree_done(given->context);
	return CML_OK;
}

const double *cml_booster_scores(const struct cml_booster *boost)
{
	return boost->scores;
}

/* As many trees as the options say, or fewer where rows are watched that they do not help. */
static enum cml_result add_trees(struct cml_booster *boost, struct cml_error *err)
{
	const struct cml_boost_options *options = boost->given->options;
	struct cml_boosted *boosted = boost->boosted;
	size_t gains_size = boost->given->data->n_features * sizeof *boosted->gains;
	size_t best = 0;
	double best_loss = INFINITY;
	bool watches = options->patience > 0 && boost->n_held_out > 0;
	if (watches)
		best_loss = cml_boost_loss_value(&boost->held_out_loss, boost->scores);
	for (size_t t = 0; t < options->n_trees && (!watches || t - best < options->patience);
	     t++) {
		if (cml_booster_add_tree(boost, err) != CML_OK)
			return err->status;
		double loss =
		    watches ? cml_boost_loss_value(&boost->held_out_loss, boost->scores) : 0;
		if (boost->given->watch)
			cml_boost_watch_tree(boost->given->watch, &boosted->forest,
					     cml_boost_loss_value(&boost->loss, boost->scores),
					     watches ? loss : NAN);
		if (watches && !(loss < best_loss))
			continue;
		best = t + 1;
		best_loss = loss;
		if (watches || best == options->n_trees) {
			boosted->training_loss = cml_boost_loss_value(&boost->loss, boost->scores);
			memcpy(boost->best_gains, boosted->gains, gains_size);
		}
	}
	memcpy(boosted->gains, boost->best_gains, gains_size);
	cml_forest_truncate(&boosted->forest, best);
	if (watches)
		boosted->held_out_loss = best_loss;
	return CML_OK;
}

enum cml_result cml_boost(const struct cml_boosting *boosting, struct cml_boosted *boosted,
			  struct cml_error *err)
{
	struct cml_booster *boost;
	if (cml_booster_new(&boost, boosting, boosted, err) != CML_OK)
		return err->status;
	enum cml_result status = CML_OK;
	if (boost->can_grow)
		status = add_trees(boost, err);
	else
		boosted->training_loss = cml_boost_loss_value(&boost->loss, boost->scores);
	cml_booster_free(boost);
	return status;
}

enum cml_result cml_boost_watch_init(struct cml_boost_watch *watch,
				     const struct cml_training_watch *given, size_t n_features,
				     size_t member, struct cml_error *err)
{
	*watch =
	    (struct cml_boost_watch){.given = given, .n_features = n_features, .member = member};
	watch->predicted = cml_array_new(given->n_rows, sizeof *watch->predicted);
	return watch->predicted ? CML_OK : cml_fail_memory(err);
}

void cml_boost_watch_release(struct cml_boost_watch *watch)
{
	free(watch->predicted);
	*watch = (struct cml_boost_watch){0};
}

void cml_boost_watch_tree(struct cml_boost_watch *watch, const struct cml_forest *forest,
			  double training_loss, double held_out_loss)
{
	const struct cml_training_watch *given = watch->given;
	size_t tree = forest->n_trees - 1;
	const struct cml_traverse_rows rows = {
	    .x = given->x, .n_all = given->n_rows, .stride = watch->n_features, .n = given->n_rows};
	for (size_t i = 0; tree == 0 && i < given->n_rows; i++)
		watch->predicted[i] = forest->base + (watch->known ? watch->known[i] : 0);
	cml_forest_tree_values(forest, tree, &rows, watch->predicted);
	struct cml_training_step step = {.member = watch->member,
					 .step = forest->n_trees,
					 .training_loss = training_loss,
					 .held_out_loss = held_out_loss,
					 .predicted = watch->predicted};
	given->step_done(given->context, &step);
}
