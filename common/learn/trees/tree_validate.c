#include "learn/trees/tree_validate.h"

#include "base/memory.h"
#include "base/random.h"
#include "learn/data/key_groups.h"
#include "learn/trees/traverse.h"
#include "learn/trees/tree_prune.h"
#include "math/sort.h"

#include <math.h>
#include <stdlib.h>

/* Losses of rows held out, summed for each cost: every row adds to ranges of
 * costs, so sums are kept as differences and run up at the end. */
struct sums {
	double *loss;   /* n_costs + 1 */
	double *square; /* n_costs + 1: of losses */
};

struct work {
	const struct cml_tree_validation *given;
	size_t n_folds;
	size_t *fold; /* by row number */
	size_t n_costs;
	double *costs;            /* ascending: a cost within each range in which the tree stays the
				   * same */
	double *lows;             /* where that range starts */
	struct sums *sums;        /* n_folds */
	struct cml_error *errors; /* n_folds */
};

static void release(struct work *work)
{
	for (size_t f = 0; work->sums && f < work->n_folds; f++) {
		free(work->sums[f].loss);
		free(work->sums[f].square);
	}
	free(work->fold);
	free(work->costs);
	free(work->lows);
	free(work->sums);
	free(work->errors);
}

/* Configurations in shuffled order, dealt out to the folds. */
static enum cml_result deal_folds(struct work *work, struct cml_error *err)
{
	const struct cml_dataset *data = work->given->rows->data;
	struct cml_key_groups groups = {0};
	struct cml_random random;
	if (cml_key_groups_init(&groups, data->n_rows, data->keys, err) != CML_OK)
		return err->status;
	size_t *order = cml_array_new(groups.n, sizeof *order);
	work->fold = cml_array_new(data->n_rows, sizeof *work->fold);
	work->n_folds = work->given->n_folds < groups.n ? work->given->n_folds : groups.n;
	enum cml_result status = order && work->fold ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK) {
		cml_random_init(&random, work->given->seed, 1);
		for (size_t g = 0; g < groups.n; g++)
			order[g] = g;
		cml_random_shuffle(&random, order, groups.n);
		for (size_t g = 0; g < groups.n; g++)
			for (size_t i = groups.first[order[g]]; i < groups.first[order[g] + 1]; i++)
				work->fold[groups.rows[i]] = g % work->n_folds;
	}
	free(order);
	cml_key_groups_release(&groups);
	return status;
}

/* The costs at which the best subtree changes: alphas that no node above comes
 * before. */
static size_t list_changes(const struct cml_tree *tree, const double *alpha, double *min_above,
			   double *changes)
{
	size_t n = 0;
	min_above[0] = INFINITY;
	for (uint32_t i = 0; i < tree->forest.n_nodes; i++) {
		uint32_t left = tree->forest.nodes[i].left;
		if (left == i)
			continue;
		if (alpha[i] > 0 && alpha[i] < min_above[i])
			changes[n++] = alpha[i];
		min_above[left] = min_above[left + 1] = fmin(alpha[i], min_above[i]);
	}
	return n;
}

static enum cml_result list_costs(struct work *work, const struct cml_tree *tree,
				  const double *alpha, struct cml_error *err)
{
	size_t n_nodes = tree->forest.n_nodes;
	double *min_above = cml_array_new(n_nodes, sizeof *min_above);
	double *changes = cml_array_new(n_nodes, sizeof *changes);
	size_t *order = cml_array_new(n_nodes, sizeof *order);
	work->costs = cml_array_new(n_nodes + 1, sizeof *work->costs);
	work->lows = cml_array_new(n_nodes + 1, sizeof *work->lows);
	enum cml_result status = min_above && changes && order && work->costs && work->lows
				     ? CML_OK
				     : cml_fail_memory(err);
	size_t n = 0;
	if (status == CML_OK) {
		n = list_changes(tree, alpha, min_above, changes);
		status = cml_sort_order(n, changes, order, err);
	}
	if (status == CML_OK)
		work->n_costs = 1;
	for (size_t i = 0; status == CML_OK && i < n; i++)
		if (changes[order[i]] > work->lows[work->n_costs - 1])
			work->lows[work->n_costs++] = changes[order[i]];
	for (size_t k = 0; k + 1 < work->n_costs; k++)
		work->costs[k] = sqrt(work->lows[k]) * sqrt(work->lows[k + 1]);
	if (status == CML_OK)
		work->costs[work->n_costs - 1] = INFINITY;
	free(min_above);
	free(changes);
	free(order);
	return status;
}

/* The first cost that is not below alpha. */
static size_t first_cost(const struct work *work, double alpha)
{
	size_t lo = 0, hi = work->n_costs;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (work->costs[mid] < alpha)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* From the root down, a node is where the row ends for all costs from its alpha
 * up to the smallest one above it. */
static void hold_against(const struct work *work, const struct cml_tree *tree, const double *alpha,
			 size_t row, struct sums *sums)
{
	const struct cml_dataset *data = work->given->rows->data;
	const float *x = data->x + row * data->n_features;
	size_t end = work->n_costs;
	for (uint32_t node = 0; end > 0; node = cml_forest_child(&tree->forest, 0, node, x)) {
		size_t first = first_cost(work, alpha[node]);
		if (first >= end)
			continue;
		double away = data->y[row] - tree->nodes[node].mean;
		double loss = away * away;
		sums->loss[first] += data->weight[row] * loss;
		sums->loss[end] -= data->weight[row] * loss;
		sums->square[first] += data->weight[row] * loss * loss;
		sums->square[end] -= data->weight[row] * loss * loss;
		end = first;
	}
}

static enum cml_result try_fold(const struct work *work, size_t fold, struct sums *sums,
				struct cml_error *err)
{
	const struct cml_tree_rows *all = work->given->rows;
	struct cml_tree_rows others = *all;
	struct cml_tree tree = {0};
	double *alpha = NULL;
	uint32_t *rows = cml_array_new(all->n_rows, sizeof *rows);
	sums->loss = cml_array_new(work->n_costs + 1, sizeof *sums->loss);
	sums->square = cml_array_new(work->n_costs + 1, sizeof *sums->square);
	enum cml_result status = rows && sums->loss && sums->square ? CML_OK : cml_fail_memory(err);
	others.n_rows = 0;
	others.rows = rows;
	for (size_t i = 0; status == CML_OK && i < all->n_rows; i++)
		if (work->fold[all->rows[i]] != fold)
			rows[others.n_rows++] = all->rows[i];
	if (status == CML_OK)
		status = cml_tree_grow(&tree, &others, work->given->growth, NULL, err);
	if (status == CML_OK && !(alpha = cml_array_new(tree.forest.n_nodes, sizeof *alpha)))
		status = cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_tree_alphas(&tree, alpha, err);
	for (size_t i = 0; status == CML_OK && i < all->n_rows; i++)
		if (work->fold[all->rows[i]] == fold)
			hold_against(work, &tree, alpha, all->rows[i], sums);
	free(alpha);
	free(rows);
	cml_tree_release(&tree);
	return status;
}

static void run_fold(void *context, size_t fold, unsigned thread)
{
	(void)thread;
	struct work *work = context;
	try_fold(work, fold, &work->sums[fold], &work->errors[fold]);
}

/* Errors at every cost: the best one, then the largest cost within a standard
 * error of it. */
static void choose(const struct work *work, struct cml_tree_choice *choice)
{
	const struct cml_tree_rows *rows = work->given->rows;
	double weight = 0, best = INFINITY, allowed = INFINITY;
	for (size_t i = 0; i < rows->n_rows; i++)
		weight += rows->data->weight[rows->rows[i]];
	for (size_t pass = 0; pass < 2; pass++) {
		double loss = 0, square = 0;
		for (size_t k = 0; k < work->n_costs; k++) {
			for (size_t f = 0; f < work->n_folds; f++) {
				loss += work->sums[f].loss[k];
				square += work->sums[f].square[k];
			}
			double error = loss / weight;
			double se =
			    sqrt(fmax(square / weight - error * error, 0) / (double)rows->n_rows);
			if (pass == 0 && error < best) {
				best = error;
				allowed = work->given->one_se ? error + se : error;
			} else if (pass == 1 && error <= allowed) {
				*choice = (struct cml_tree_choice){work->lows[k], error, se};
			}
		}
	}
}

enum cml_result cml_tree_choose(const struct cml_tree_validation *validation,
				const struct cml_tree *tree, const double *alpha,
				struct cml_tree_choice *choice, struct cml_error *err)
{
	struct work work = {.given = validation};
	*choice = (struct cml_tree_choice){0, NAN, NAN};
	enum cml_result status = deal_folds(&work, err);
	if (status == CML_OK)
		status = list_costs(&work, tree, alpha, err);
	if (status == CML_OK && work.n_folds > 1) {
		work.sums = cml_array_new(work.n_folds, sizeof *work.sums);
		work.errors = cml_array_new(work.n_folds, sizeof *work.errors);
		if (!work.sums || !work.errors)
			status = cml_fail_memory(err);
	}
	if (status == CML_OK && work.n_folds > 1) {
		cml_pool_run(validation->pool, work.n_folds, run_fold, &work);
		for (size_t f = 0; status == CML_OK && f < work.n_folds; f++)
			if (work.errors[f].status != CML_OK) {
				*err = work.errors[f];
				status = err->status;
			}
		if (status == CML_OK)
			choose(&work, choice);
	}
	release(&work);
	return status;
}
