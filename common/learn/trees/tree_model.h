/* A trained tree as a predictor: predicting, the bytes of a model file, the
 * tree in words. The functions are those of struct cml_predictor_kind; state is
 * a struct cml_tree. */
#ifndef CML_LEARN_TREES_TREE_MODEL_H
#define CML_LEARN_TREES_TREE_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/trees/tree_grow.h"

#include <stdbool.h>
#include <stddef.h>

void cml_tree_model_free(void *state); /* NULL is allowed */

/* The mean of the leaf and the deviation of its rows. */
void cml_tree_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd);

/* Whether a leaf has two rows. */
bool cml_tree_model_has_sd(const void *state);

/* Number of features, the forest (forest_nodes.h), then rows, weight, mean and
 * squares of each node; little-endian. */
enum cml_result cml_tree_model_save(const void *state, struct cml_buffer *out,
				    struct cml_error *err);
/* CML_BAD_DATA for another number of features, not one tree, nodes without rows or
 * with numbers that cannot be, missing or surplus bytes, and what
 * cml_forest_load refuses. */
enum cml_result cml_tree_model_load(void **state, struct cml_slice bytes, size_t n_features,
				    struct cml_error *err);

/* The whole tree, a line for each node, indented by its depth: what rows must be
 * like to come there, how many did, their mean and deviation. 80 columns wide
 * unless a name is longer. */
enum cml_result cml_tree_model_describe(const void *state, const char *const *feature_names,
					struct cml_buffer *text, struct cml_error *err);

#endif
