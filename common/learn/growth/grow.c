#include "learn/growth/grow.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Additions to histograms below which waking threads costs more than they
 * save. */
#define MIN_SHARED_WORK ((size_t)1 << 16)

/* A row costs as much as so many bins where a node of few rows is searched without a histogram. */
#define BINS_OF_ROW 2

enum cml_result cml_tree_grower_init(struct cml_tree_grower *grower, const struct cml_bins *bins,
				     const struct cml_binned_columns *columns,
				     const struct cml_tree_growth *growth, struct cml_pool *pool,
				     struct cml_error *err)
{
	size_t n_rows = columns->n_rows;
	*grower = (struct cml_tree_grower){.bins = bins,
					   .columns = columns,
					   .growth = *growth,
					   .pool = pool,
					   .histograms = {.columns = columns}};
	grower->few_rows =
	    columns->first_bin[columns->n_columns] / (BINS_OF_ROW * (columns->n_columns + 1));
	if (!CML_NEW(&grower->rows, n_rows) ||
	    !CML_NEW(&grower->found, 2 * cml_pool_n_threads(pool)) ||
	    !CML_NEW_ALIGNED(&grower->taken, cml_pool_n_threads(pool)))
		return cml_fail_memory(err);
	return cml_partition_init(&grower->partition, n_rows, err);
}

void cml_tree_grower_release(struct cml_tree_grower *grower)
{
	free(grower->rows);
	free(grower->leaves);
	free(grower->found);
	free(grower->taken);
	free(grower->open);
	cml_partition_release(&grower->partition);
	cml_histogram_pool_release(&grower->histograms);
	*grower = (struct cml_tree_grower){0};
}

static enum cml_result finish_leaf(struct cml_tree_grower *grower,
				   const struct cml_growing_node *node, struct cml_forest *forest,
				   struct cml_error *err)
{
	const struct cml_gradients *gradients = &grower->gradients;
	if (!CML_RESERVE(&grower->leaves, &grower->leaf_capacity, grower->n_leaves + 1))
		return cml_fail_memory(err);
	cml_histogram_give(&grower->histograms, node->histogram);
	grower->leaves[grower->n_leaves++] =
	    (struct cml_tree_leaf){node->node, node->first, node->n};
	double *value = &forest->values[forest->trees[forest->n_trees - 1].first + node->node];
	if (grower->rule.monotone)
		*value = cml_node_value(&grower->rule, &node->sums, node->sums.gradient,
					node->sums.hessian) *
			 (gradients->gradient_unit / gradients->hessian_unit);
	else
		*value = node->sums.gradient * gradients->gradient_unit /
			 ((node->sums.hessian + grower->rule.l2) * gradients->hessian_unit);
	return CML_OK;
}

/* Whether a node is searched without a histogram; so are all below it. */
static bool is_of_few(const struct cml_tree_grower *grower, const struct cml_growing_node *node)
{
	return node->n <= grower->few_rows;
}

static struct cml_node_rows rows_of(const struct cml_tree_grower *grower,
				    const struct cml_growing_node *node)
{
	return (struct cml_node_rows){grower->rows + node->first, node->n, grower->gradients.sums};
}

/* One or two nodes whose best splits are looked for. The larger one's histogram
 * is the parent's less the smaller one's. */
struct search {
	struct cml_tree_grower *grower;
	const struct cml_growing_node *nodes[2]; /* [1] NULL: one node */
	bool wanted[2];
	size_t n_chunks;
};

static void make_histogram(const struct search *search, size_t k,
			   const struct cml_column_range *range)
{
	const struct cml_tree_grower *grower = search->grower;
	const struct cml_histogram *made = grower->histograms.made;
	const struct cml_growing_node *node = search->nodes[k];
	struct cml_node_rows rows = rows_of(grower, node);
	if (k == 1)
		cml_histogram_subtract(&made[node->histogram], &made[search->nodes[0]->histogram],
				       grower->columns, range);
	else
		cml_histogram_fill(&made[node->histogram], grower->columns, range, &rows);
}

static void search_node(const struct search *search, size_t k, size_t chunk,
			const struct cml_column_range *range)
{
	const struct cml_tree_grower *grower = search->grower;
	const struct cml_growing_node *node = search->nodes[k];
	struct cml_node_rows rows = rows_of(grower, node);
	struct cml_node_split *found = &grower->found[2 * chunk + k];
	if (is_of_few(grower, node))
		cml_node_split_search_rows(&grower->rule, grower->bins, grower->columns, range,
					   &rows, &node->sums, &grower->taken[chunk], found);
	else
		cml_node_split_search(&grower->rule, grower->bins, grower->columns, range,
				      &grower->histograms.made[node->histogram], &node->sums,
				      found);
}

static void search_chunk(void *context, size_t chunk, unsigned thread)
{
	(void)thread;
	const struct search *search = context;
	const struct cml_tree_grower *grower = search->grower;
	size_t n = grower->columns->n_columns;
	struct cml_column_range range = {n * chunk / search->n_chunks,
					 n * (chunk + 1) / search->n_chunks};
	for (size_t k = 0; k < 2; k++) {
		const struct cml_growing_node *node = search->nodes[k];
		grower->found[2 * chunk + k] = (struct cml_node_split){0};
		if (node && node->histogram != CML_NO_HISTOGRAM)
			make_histogram(search, k, &range);
		if (node && search->wanted[k])
			search_node(search, k, chunk, &range);
	}
}

/* The best of what the chunks found, into the nodes that were searched. */
static void merge_chunks(const struct search *search, struct cml_growing_node *const nodes[2])
{
	for (size_t k = 0; k < 2 && nodes[k]; k++) {
		nodes[k]->split = (struct cml_node_split){0};
		for (size_t chunk = 0; chunk < search->n_chunks; chunk++) {
			const struct cml_node_split *found = &search->grower->found[2 * chunk + k];
			const struct cml_node_split *best = &nodes[k]->split;
			if (found->gain > best->gain ||
			    (found->gain == best->gain && found->gain > 0 &&
			     found->feature < best->feature))
				nodes[k]->split = *found;
		}
	}
}

static void run_search(struct search *search, struct cml_growing_node *const nodes[2])
{
	struct cml_tree_grower *grower = search->grower;
	size_t n_columns = grower->columns->n_columns;
	size_t work = nodes[0]->n * n_columns;
	size_t n_threads = work < MIN_SHARED_WORK ? 1 : cml_pool_n_threads(grower->pool);
	search->n_chunks = n_threads < n_columns ? n_threads : n_columns;
	cml_pool_run(grower->pool, search->n_chunks, search_chunk, search);
	merge_chunks(search, nodes);
}

static bool may_split(const struct cml_tree_grower *grower, const struct cml_growing_node *node)
{
	const struct cml_tree_growth *growth = &grower->growth;
	return (growth->max_depth == 0 || node->level < growth->max_depth) && node->n > 1 &&
	       node->sums.hessian >= 2 * grower->rule.min_hessian && grower->columns->n_columns > 0;
}

/* Finds the children's best splits; histogram is the parent's, which this takes over; it has one
 * where a child needs one. */
static enum cml_result search_children(struct cml_tree_grower *grower,
				       struct cml_growing_node *small,
				       struct cml_growing_node *large, uint32_t histogram,
				       struct cml_error *err)
{
	struct search search = {.grower = grower,
				.nodes = {small, large},
				.wanted = {may_split(grower, small), may_split(grower, large)}};
	bool small_needs = search.wanted[0] && !is_of_few(grower, small);
	bool large_needs = search.wanted[1] && !is_of_few(grower, large);
	small->histogram = CML_NO_HISTOGRAM;
	large->histogram = large_needs ? histogram : CML_NO_HISTOGRAM;
	if (!large_needs)
		cml_histogram_give(&grower->histograms, histogram);
	if ((small_needs || large_needs) &&
	    cml_histogram_take(&grower->histograms, &small->histogram, err) != CML_OK)
		return err->status;
	if (search.wanted[0] || search.wanted[1])
		run_search(&search, (struct cml_growing_node *const[2]){small, large});
	if (!small_needs) {
		cml_histogram_give(&grower->histograms, small->histogram);
		small->histogram = CML_NO_HISTOGRAM;
	}
	return CML_OK;
}

/* Keeps a node for splitting, or makes it a leaf. */
static enum cml_result queue_or_finish(struct cml_tree_grower *grower,
				       struct cml_growing_node *node, struct cml_forest *forest,
				       struct cml_error *err)
{
	if (!(node->split.gain > 0))
		return finish_leaf(grower, node, forest, err);
	if (!CML_RESERVE(&grower->open, &grower->open_capacity, grower->n_open + 1))
		return cml_fail_memory(err);
	grower->open[grower->n_open++] = *node;
	return CML_OK;
}

/* Which codes of the column of a split go left. */
static void list_left(const struct cml_node_split *split, const struct cml_bundle_member *member,
		      const struct cml_binned_feature *feature, uint8_t *goes_left)
{
	if (member->default_bin == CML_NO_DEFAULT_BIN) {
		memset(goes_left, 1, split->bin + 1);
		memset(goes_left + split->bin + 1, 0, CML_MAX_BIN_CODES - split->bin - 1);
		if (feature->has_missing)
			goes_left[feature->n_bins] = split->missing_left;
		return;
	}
	/* Codes of other features mean that this one rests. */
	memset(goes_left,
	       member->default_bin < feature->n_bins ? member->default_bin <= split->bin
						     : split->missing_left,
	       CML_MAX_BIN_CODES);
	for (uint32_t bin = 0; bin < cml_binned_feature_n_codes(feature); bin++)
		goes_left[cml_bundle_code(member, bin)] =
		    bin < feature->n_bins ? bin <= split->bin : split->missing_left;
}

/* Parts the node's rows; returns how many go left. Where the node has no
 * missing values of the feature, later ones follow the larger part. */
static size_t partition_rows(struct cml_tree_grower *grower, const struct cml_growing_node *node,
			     bool *missing_left)
{
	const struct cml_binned_columns *columns = grower->columns;
	const struct cml_bundle_member *member = &columns->members[node->split.member];
	const struct cml_binned_feature *feature = &grower->bins->features[member->feature];
	uint8_t goes_left[CML_MAX_BIN_CODES];
	const uint8_t *column = columns->by_column + node->split.column * columns->n_rows;
	list_left(&node->split, member, feature, goes_left);
	size_t n_left = cml_partition_rows(&grower->partition, grower->pool, column, goes_left,
					   grower->rows + node->first, node->n);
	*missing_left =
	    node->split.has_missing ? node->split.missing_left : n_left >= node->n - n_left;
	return n_left;
}

static struct cml_growing_node child_of(const struct cml_growing_node *parent, uint32_t node,
					size_t first, size_t n)
{
	struct cml_growing_node child = {
	    .node = node, .level = parent->level + 1, .first = first, .n = n};
	child.sums.gradient = parent->split.gradient;
	child.sums.hessian = parent->split.hessian;
	if (first > parent->first) {
		child.sums.gradient = parent->sums.gradient - parent->split.gradient;
		child.sums.hessian = parent->sums.hessian - parent->split.hessian;
	}
	child.sums.lower = parent->sums.lower;
	child.sums.upper = parent->sums.upper;
	return child;
}

/* Whatever grows below two children of an ordered feature stays on its side of the middle
 * between them. */
static void part_ends(const struct cml_tree_grower *grower, const struct cml_growing_node *node,
		      struct cml_node_sums *left, struct cml_node_sums *right)
{
	const struct cml_split_rule *rule = &grower->rule;
	uint32_t feature = node->split.feature;
	bool ordered = rule->monotone && rule->monotone[feature] != 0 &&
		       node->split.next_bin < grower->bins->features[feature].n_bins;
	if (!ordered)
		return;
	double low = cml_node_value(rule, &node->sums, left->gradient, left->hessian);
	double high = cml_node_value(rule, &node->sums, right->gradient, right->hessian);
	double middle = low + (high - low) / 2;
	*(rule->monotone[feature] > 0 ? &left->upper : &left->lower) = middle;
	*(rule->monotone[feature] > 0 ? &right->lower : &right->upper) = middle;
}

static enum cml_result split_node(struct cml_tree_grower *grower,
				  const struct cml_growing_node *node, struct cml_forest *forest,
				  struct cml_error *err)
{
	const struct cml_node_split *split = &node->split;
	const struct cml_binned_feature *feature = &grower->bins->features[split->feature];
	bool missing_left;
	size_t n_left = partition_rows(grower, node, &missing_left);
	struct cml_forest_node made = {.threshold = INFINITY,
				       .feature =
					   split->feature | (missing_left ? 0 : CML_MISSING_RIGHT)};
	if (split->next_bin < feature->n_bins)
		made.threshold =
		    cml_bin_midpoint(feature->highs[split->bin], feature->lows[split->next_bin]);
	if (cml_forest_split(forest, node->node, node->level, &made, err) != CML_OK)
		return err->status;
	struct cml_growing_node left = child_of(node, made.left, node->first, n_left);
	struct cml_growing_node right =
	    child_of(node, made.left + 1, node->first + n_left, node->n - n_left);
	part_ends(grower, node, &left.sums, &right.sums);
	struct cml_growing_node *small = left.n <= right.n ? &left : &right;
	struct cml_growing_node *large = left.n <= right.n ? &right : &left;
	if (search_children(grower, small, large, node->histogram, err) != CML_OK ||
	    queue_or_finish(grower, large, forest, err) != CML_OK)
		return err->status;
	return queue_or_finish(grower, small, forest, err);
}

static void set_rule(struct cml_tree_grower *grower, const struct cml_gradients *gradients)
{
	const struct cml_tree_growth *growth = &grower->growth;
	grower->gradients = *gradients;
	grower->rule = (struct cml_split_rule){
	    .l2 = growth->l2 / gradients->hessian_unit,
	    .gain_unit =
		gradients->gradient_unit * gradients->gradient_unit / gradients->hessian_unit,
	    .min_hessian = fmax(1, growth->min_hessian / gradients->hessian_unit),
	    .monotone = growth->monotone};
}

static enum cml_result start_root(struct cml_tree_grower *grower, size_t n,
				  struct cml_forest *forest, struct cml_error *err)
{
	struct cml_growing_node root = {.n = n, .histogram = CML_NO_HISTOGRAM};
	cml_gradient_sum total = {0, 0};
	for (size_t i = 0; i < n; i++)
		total += grower->gradients.sums[grower->rows[i]];
	double min_leaf = (double)grower->growth.min_leaf;
	if (min_leaf > 1)
		grower->rule.min_hessian =
		    fmax(grower->rule.min_hessian, min_leaf * total[1] / (double)n);
	root.sums = (struct cml_node_sums){
	    .gradient = total[0], .hessian = total[1], .lower = -INFINITY, .upper = INFINITY};
	if (may_split(grower, &root)) {
		struct search search = {.grower = grower, .nodes = {&root}, .wanted = {true}};
		if (!is_of_few(grower, &root) &&
		    cml_histogram_take(&grower->histograms, &root.histogram, err) != CML_OK)
			return err->status;
		run_search(&search, (struct cml_growing_node *const[2]){&root, NULL});
	}
	return queue_or_finish(grower, &root, forest, err);
}

enum cml_result cml_tree_grower_grow(struct cml_tree_grower *grower,
				     const struct cml_gradients *gradients, size_t n,
				     struct cml_forest *forest, struct cml_error *err)
{
	if (cml_forest_add_tree(forest, err) != CML_OK)
		return err->status;
	set_rule(grower, gradients);
	grower->n_leaves = 0;
	grower->n_open = 0;
	if (start_root(grower, n, forest, err) != CML_OK)
		return err->status;
	/* With the smaller child next, no more histograms wait than rows can be halved. */
	while (grower->n_open > 0) {
		struct cml_growing_node node = grower->open[--grower->n_open];
		if (split_node(grower, &node, forest, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
