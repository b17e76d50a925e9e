/* Predictions of a forest: many rows traverse a tree side by side. */
#ifndef CML_LEARN_TREES_TRAVERSE_H
#define CML_LEARN_TREES_TRAVERSE_H

#include "learn/growth/forest_nodes.h"

/* Rows of a table of features. */
struct cml_traverse_rows {
	const float *x;
	size_t stride;
	const uint32_t *list; /* n of them; NULL: the first n */
	size_t n;
};

/* sums[rows->n] = base + the values of all trees, in the order of the rows. Blocks of rows, tree
 * by tree; allocates nothing. */
void cml_forest_predict_rows(const struct cml_forest *forest, const struct cml_traverse_rows *rows,
			     double *sums);

/* The same of n rows of x, of stride floats. */
void cml_forest_predict(const struct cml_forest *forest, size_t n, size_t stride, const float *x,
			double *sums);

/* Adds the values of tree `tree` to sums, by the numbers of the rows. */
void cml_forest_tree_values(const struct cml_forest *forest, size_t tree,
			    const struct cml_traverse_rows *rows, double *sums);

/* Where a row that is at node `node` of tree `tree` goes next; a leaf leads to
 * itself. */
uint32_t cml_forest_child(const struct cml_forest *forest, size_t tree, uint32_t node,
			  const float *x);

#endif
