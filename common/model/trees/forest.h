/* Random forests: trees on bootstrap samples, each split chosen among a few
 * features drawn for it; the prediction is the mean of the trees.
 *
 * Source: L. Breiman, "Random forests", Machine Learning 45, 2001. 500 trees
 * and a third of the features are the defaults of R's randomForest for regression
 * (A. Liaw, M. Wiener, "Classification and regression by randomForest", R News
 * 2(3), 2002); trees grown out are those of scikit-learn's RandomForestRegressor. */
#ifndef CML_MODEL_TREES_FOREST_H
#define CML_MODEL_TREES_FOREST_H

#include "model/predictor/predictor.h"

extern const struct cml_predictor_kind cml_forest_predictor;

#endif
