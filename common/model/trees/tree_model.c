#include "model/trees/tree_model.h"

#include "model/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

void cml_tree_model_free(void *state)
{
	if (!state)
		return;
	cml_tree_release(state);
	free(state);
}

double cml_tree_node_sd(const struct cml_tree_node *node)
{
	if (node->rows < 2)
		return NAN;
	return sqrt(node->squares / node->weight * (node->rows / (node->rows - 1)));
}

void cml_tree_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_tree *tree = state;
	for (size_t i = 0; i < n; i++) {
		uint32_t node, next = 0;
		do {
			node = next;
			next = cml_forest_child(&tree->forest, 0, node, x + i * tree->n_features);
		} while (next != node);
		mean[i] = tree->forest.base + tree->forest.values[node];
		sd[i] = cml_tree_node_sd(&tree->nodes[node]);
	}
}

bool cml_tree_model_has_sd(const void *state)
{
	const struct cml_tree *tree = state;
	for (uint32_t i = 0; i < tree->forest.n_nodes; i++)
		if (tree->forest.nodes[i].left == i && tree->nodes[i].rows >= 2)
			return true;
	return false;
}

enum cml_result cml_tree_model_save(const void *state, struct cml_buffer *out,
				    struct cml_error *err)
{
	const struct cml_tree *tree = state;
	bool ok = cml_bytes_put_u32(out, (uint32_t)tree->n_features) &&
		  cml_forest_save(&tree->forest, out);
	for (size_t i = 0; ok && i < tree->forest.n_nodes; i++) {
		const struct cml_tree_node *node = &tree->nodes[i];
		ok = cml_bytes_put_double(out, node->rows) &&
		     cml_bytes_put_double(out, node->weight) &&
		     cml_bytes_put_double(out, node->mean) &&
		     cml_bytes_put_double(out, node->squares);
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

static enum cml_result fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA, "the parameters of the tree do not hold together: %s",
			what);
}

static enum cml_result load_node(struct cml_tree_node *node, struct cml_slice *bytes,
				 struct cml_error *err)
{
	if (!cml_bytes_take_double(bytes, &node->rows) ||
	    !cml_bytes_take_double(bytes, &node->weight) ||
	    !cml_bytes_take_double(bytes, &node->mean) ||
	    !cml_bytes_take_double(bytes, &node->squares))
		return fail_load(err, "they are cut short");
	if (!isfinite(node->rows) || node->rows < 1 || node->rows != floor(node->rows))
		return fail_load(err, "a number of rows is none");
	if (!isfinite(node->weight) || node->weight <= 0 || !isfinite(node->mean) ||
	    !isfinite(node->squares) || node->squares < 0)
		return fail_load(err, "a node has no such mean or deviation");
	return CML_OK;
}

static enum cml_result load_parts(struct cml_tree *tree, struct cml_slice *bytes,
				  struct cml_error *err)
{
	if (cml_forest_load(&tree->forest, bytes, tree->n_features, err) != CML_OK)
		return err->status;
	if (tree->forest.n_trees != 1)
		return fail_load(err, "it is not one tree");
	if (tree->forest.n_nodes > bytes->size / sizeof(double))
		return fail_load(err, "they are cut short");
	tree->nodes = cml_array_new(tree->forest.n_nodes, sizeof *tree->nodes);
	if (!tree->nodes)
		return cml_fail_memory(err);
	for (size_t i = 0; i < tree->forest.n_nodes; i++)
		if (load_node(&tree->nodes[i], bytes, err) != CML_OK)
			return err->status;
	return bytes->size == 0 ? CML_OK : fail_load(err, "bytes are left over");
}

enum cml_result cml_tree_model_load(void **state, struct cml_slice bytes, size_t n_features,
				    struct cml_error *err)
{
	uint32_t n_own_features;
	if (!cml_bytes_take_u32(&bytes, &n_own_features))
		return fail_load(err, "they are cut short");
	if (n_own_features != n_features)
		return fail_load(err, "they are for another number of features");
	struct cml_tree *tree = cml_array_new(1, sizeof *tree);
	if (!tree)
		return cml_fail_memory(err);
	tree->n_features = n_features;
	if (load_parts(tree, &bytes, err) != CML_OK) {
		cml_tree_model_free(tree);
		return err->status;
	}
	*state = tree;
	return CML_OK;
}
