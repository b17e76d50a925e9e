/* One regression tree as a predictor: growing, predicting, the bytes of a model file, the tree in
 * words. */
#include "learn/predictor/model_bytes.h"
#include "learn/trees/boost.h"
#include "learn/trees/traverse.h"
#include "learn/trees/tree_ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a line: what the rows are like, then three numbers. */
#define CONDITION_WIDTH 44
#define NUMBERS "%8.0f%14.6g%14.6g\n"
#define NUMBERS_WITHOUT_SD "%8.0f%14.6g%14s\n"

/* Bytes of a node in a file. */
#define NODE_SIZE 32

/* Deeper nodes are not indented further; their depth is printed in front. */
#define DEEPEST_INDENT 10

/* The rows of training that come by a node. */
struct tree_node {
	double rows;
	double weight;  /* their sum */
	double mean;    /* weighted */
	double squares; /* weighted sum of squared deviations from the mean */
};

/* Zeroed is empty. */
struct tree {
	size_t n_features;
	struct cml_forest forest; /* of one tree */
	struct tree_node *nodes;  /* as the forest's */
};

static void tree_free(void *state)
{
	struct tree *tree = state;
	if (!tree)
		return;
	cml_forest_release(&tree->forest);
	free(tree->nodes);
	free(tree);
}
AUTOPTR_BY(tree, tree_free)

/* The standard deviation of a node's rows about their mean, weighted, with n - 1:
 * sqrt(sum w r^2 / sum w * n / (n - 1)). NaN for one row. */
static double node_sd(const struct tree_node *node)
{
	if (node->rows < 2)
		return NAN;
	return sqrt(node->squares / node->weight * (node->rows / (node->rows - 1)));
}

/* The mean of the leaf and the deviation of its rows. */
static void tree_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct tree *tree = state;
	for (size_t i = 0; i < n; i++) {
		uint32_t node, next = 0;
		do {
			node = next;
			next = cml_forest_child(&tree->forest, 0, node, x + i * tree->n_features);
		} while (next != node);
		mean[i] = tree->forest.base + tree->forest.values[node];
		sd[i] = node_sd(&tree->nodes[node]);
	}
}

/* Whether a leaf has two rows. */
static bool tree_has_sd(const void *state)
{
	const struct tree *tree = state;
	for (uint32_t i = 0; i < tree->forest.n_nodes; i++)
		if (tree->forest.nodes[i].left == i && tree->nodes[i].rows >= 2)
			return true;
	return false;
}

static void node_fields(struct cml_fields *fields, struct tree_node *node)
{
	cml_field_jobs(fields, "the rows of a node", &node->rows, 1);
	cml_field_double(fields, "the weight of a node", &node->weight, CML_ABOVE_0);
	cml_field_double(fields, "the mean of a node", &node->mean, CML_FINITE);
	cml_field_double(fields, "the deviation of a node", &node->squares, CML_FROM_0);
}

static void tree_fields(struct cml_fields *fields, void *state)
{
	struct tree *tree = state;
	cml_field_features(fields, &tree->n_features);
	cml_forest_fields(fields, &tree->forest);
	cml_field_check(fields, tree->forest.n_trees == 1, "not a single tree");
	size_t n = CML_FIELD_ARRAY(fields, &tree->nodes, tree->forest.n_nodes, NODE_SIZE);
	for (size_t i = 0; i < n; i++)
		node_fields(fields, &tree->nodes[i]);
}

/* Where a node is: the split above it, and on which side. */
struct place {
	uint32_t depth;
	uint32_t parent;
	bool is_right;
};

struct description {
	const struct tree *tree;
	const char *const *names;
	struct place *places; /* by node number */
	struct cml_buffer *text;
	struct cml_buffer line;
};

/* A flag of one level, `fsdp_1=FULL_SHARD`, split half way between its 0 and 1. */
static const char *level_of(const char *name, float threshold)
{
	return threshold == 0.5f ? strchr(name, '=') : NULL;
}

/* As few digits as distinguish the threshold from every other float, so that rows go by
 * what is printed where they go by the tree. */
static bool put_threshold(struct cml_buffer *line, float threshold)
{
	char text[32];
	for (int digits = 6; digits <= 9; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, (double)threshold);
		if (strtof(text, NULL) == threshold)
			break;
	}
	return cml_buffer_append_string(line, text);
}

/* Whether rows without a value of the feature that is split on above node come
 * there: every split on it from the root must send them this way. */
static bool missing_come(const struct description *description, uint32_t number)
{
	const struct cml_forest_node *nodes = description->tree->forest.nodes;
	uint32_t split_on = nodes[description->places[number].parent].feature;
	for (uint32_t at = number; at != 0; at = description->places[at].parent) {
		const struct place *place = &description->places[at];
		uint32_t feature = nodes[place->parent].feature;
		bool goes_right = feature & CML_MISSING_RIGHT;
		if (((feature ^ split_on) & ~CML_MISSING_RIGHT) == 0 &&
		    goes_right != place->is_right)
			return false;
	}
	return true;
}

static bool put_condition(struct description *description, uint32_t number)
{
	const struct place *place = &description->places[number];
	const struct cml_forest_node *split = &description->tree->forest.nodes[place->parent];
	const char *name = description->names[split->feature & ~CML_MISSING_RIGHT];
	const char *missing = missing_come(description, number) ? " or missing" : "";
	const char *level = level_of(name, split->threshold);
	struct cml_buffer *line = &description->line;
	bool is_right = place->is_right;
	if (isinf(split->threshold))
		return cml_buffer_printf(line, "%s %s", name, is_right ? "missing" : "given");
	if (level)
		return cml_buffer_printf(line, "%.*s %s %s%s", (int)(level - name), name,
					 is_right ? "=" : "!=", level + 1, missing);
	return cml_buffer_printf(line, "%s %s ", name, is_right ? ">" : "<=") &&
	       put_threshold(line, split->threshold) && cml_buffer_append_string(line, missing);
}

static bool put_node(struct description *description, uint32_t number)
{
	const struct tree *tree = description->tree;
	const struct tree_node *node = &tree->nodes[number];
	const struct place *place = &description->places[number];
	struct cml_buffer *line = &description->line;
	double sd = node_sd(node);
	bool ok = true;
	cml_buffer_clear(line);
	if (place->depth > DEEPEST_INDENT)
		ok =
		    cml_buffer_printf(line, "%*s(%u) ", 2 * (DEEPEST_INDENT - 1), "", place->depth);
	else
		ok = cml_buffer_printf(line, "%*s", number == 0 ? 0 : 2 * ((int)place->depth - 1),
				       "");
	if (number == 0)
		ok = ok && cml_buffer_append_string(line, "all");
	else
		ok = ok && put_condition(description, number);
	if (ok && line->size > CONDITION_WIDTH)
		ok = cml_buffer_printf(description->text, "%.*s\n%*s", (int)line->size, line->data,
				       CONDITION_WIDTH, "");
	else
		ok = ok && cml_buffer_printf(description->text, "%-*.*s", CONDITION_WIDTH,
					     (int)line->size, line->data);
	if (isnan(sd))
		return ok && cml_buffer_printf(description->text, NUMBERS_WITHOUT_SD, node->rows,
					       node->mean, "-");
	return ok && cml_buffer_printf(description->text, NUMBERS, node->rows, node->mean, sd);
}

/* Children follow their parent. */
static void place_nodes(struct description *description)
{
	const struct cml_forest *forest = &description->tree->forest;
	for (uint32_t i = 0; i < forest->n_nodes; i++) {
		uint32_t left = forest->nodes[i].left;
		for (uint32_t child = left; left != i && child <= left + 1; child++)
			description->places[child] =
			    (struct place){description->places[i].depth + 1, i, child == left + 1};
	}
}

/* The first child, or where there is none, the right one of the nearest node above that was
 * left. */
static uint32_t next_node(const struct description *description, uint32_t number)
{
	const struct place *places = description->places;
	uint32_t left = description->tree->forest.nodes[number].left;
	if (left != number)
		return left;
	while (number != 0 && places[number].is_right)
		number = places[number].parent;
	return number == 0 ? 0 : number + 1;
}

static bool put_tree(struct description *description)
{
	const struct cml_forest *forest = &description->tree->forest;
	bool ok =
	    cml_buffer_printf(description->text, "leaves %zu, deepest leaf %u\n%-*s%8s%14s%14s\n",
			      (forest->n_nodes + 1) / 2, forest->trees[0].depth, CONDITION_WIDTH,
			      "", "rows", "mean", "sd");
	place_nodes(description);
	for (uint32_t number = 0, n = 0; ok && n < forest->n_nodes; n++) {
		ok = put_node(description, number);
		number = next_node(description, number);
	}
	return ok;
}

/* The whole tree, a line for each node, indented by its depth: what rows must be
 * like to come there, how many did, their mean and deviation. 80 columns wide
 * unless a name is longer. */
static enum cml_result tree_describe(const void *state, const char *const *feature_names,
				     struct cml_buffer *text, struct cml_error *err)
{
	struct description description = {.tree = state, .names = feature_names, .text = text};
	enum cml_result status = CML_OK;
	if (!CML_NEW(&description.places, description.tree->forest.n_nodes) ||
	    !put_tree(&description))
		status = cml_fail_memory(err);
	free(description.places);
	cml_buffer_release(&description.line);
	return status;
}

/* Means first, then deviations from them: no difference of large sums. */
static enum cml_result fill_nodes(struct tree *tree, const struct cml_dataset *data,
				  struct cml_error *err)
{
	if (!CML_NEW(&tree->nodes, tree->forest.n_nodes))
		return cml_fail_memory(err);
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t row = 0; row < data->n_rows; row++) {
			uint32_t at, next = 0;
			do {
				at = next;
				struct tree_node *node = &tree->nodes[at];
				double away = data->y[row] - node->mean;
				if (pass == 0) {
					node->rows++;
					node->weight += data->weight[row];
					node->mean += data->weight[row] / node->weight * away;
				} else {
					node->squares += data->weight[row] * away * away;
				}
				next = cml_forest_child(&tree->forest, 0, at,
							data->x + row * data->n_features);
			} while (next != at);
		}
	return CML_OK;
}

/* One round of boosting from the mean: the gradients are the residuals. */
static enum cml_result boost(struct tree *tree, const struct cml_boosting *boosting,
			     struct cml_error *err)
{
	enum cml_result status = cml_boost(boosting, &tree->forest, err);
	if (status != CML_OK || tree->forest.n_trees > 0)
		return status;
	return cml_forest_add_tree(&tree->forest, err);
}

/* Splits all rows by the smallest weighted squared error until growth forbids more; the
 * prediction is forest.base, their mean, plus the value of a leaf. CML_BAD_DATA when squared
 * targets overflow. */
static enum cml_result grow(struct tree *tree, const struct cml_dataset *data,
			    const struct cml_tree_growth *growth, struct cml_pool *pool,
			    struct cml_error *err)
{
	AUTO(cml_bins) bins = {0};
	AUTO(cml_binned_columns) columns = {0};
	const struct cml_boost_options options = {.n_trees = 1,
						  .growth = *growth,
						  .learning_rate = 1,
						  .subsample = 1,
						  .loss = CML_LOSS_SQUARED};
	const struct cml_boosting boosting = {
	    .options = &options, .data = data, .bins = &bins, .columns = &columns, .pool = pool};
	tree->n_features = data->n_features;
	if (cml_bins_init(&bins, data, CML_MAX_BINS, pool, err) != CML_OK ||
	    cml_binned_columns_init(&columns, &bins, err) != CML_OK ||
	    boost(tree, &boosting, err) != CML_OK)
		return err->status;
	return fill_nodes(tree, data, err);
}

static const struct cml_hyper_spec tree_hyper[] = {
    CML_COUNT_PARAM("depth", "0", 0, 1000, "maximum depth; 0: no limit"),
    CML_COUNT_PARAM("min-leaf", "5", 1, 1e9, "minimum number of rows in a leaf"),
};

static enum cml_result tree_train(const struct cml_training *training, void **state,
				  struct cml_buffer *summary, struct cml_error *err)
{
	const struct cml_hyper *hyper = training->hyper;
	struct cml_tree_growth growth = {.max_depth = cml_hyper_count(hyper, "depth"),
					 .min_leaf = cml_hyper_count(hyper, "min-leaf")};
	AUTOPTR(tree) tree = cml_array_new(1, sizeof *tree);
	if (!tree)
		return cml_fail_memory(err);
	if (grow(tree, training->data, &growth, training->pool, err) != CML_OK)
		return err->status;
	if (!cml_summary_put(summary, "leaves", (double)((tree->forest.n_nodes + 1) / 2)))
		return cml_fail_memory(err);
	if (training->progress)
		training->progress(training->progress_context, 1, 1);
	*state = tree;
	tree = NULL;
	return CML_OK;
}

const struct cml_predictor_kind cml_tree_predictor = {
    .name = "tree",
    .doc = "one regression tree, to be read",
    .hyper = tree_hyper,
    .n_hyper = sizeof tree_hyper / sizeof *tree_hyper,
    .train = tree_train,
    .predict = tree_predict,
    .has_sd = tree_has_sd,
    .state_size = sizeof(struct tree),
    .fields = tree_fields,
    .describe = tree_describe,
    .free = tree_free,
};
