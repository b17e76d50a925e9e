/* One regression tree as a predictor: it can be read.
 *
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984: squared error, grown large and pruned back by
 * cross-validation. */
#ifndef CML_MODEL_TREES_TREE_H
#define CML_MODEL_TREES_TREE_H

#include "model/predictor/predictor.h"

extern const struct cml_predictor_kind cml_tree_predictor;

#endif
