/* The three kinds of predictor made of trees. */
#ifndef CML_LEARN_TREES_TREE_KINDS_H
#define CML_LEARN_TREES_TREE_KINDS_H

#include "learn/predictor/predictor.h"

/* Gradient-boosted regression trees as a predictor.
 *
 * Source: J. H. Friedman, "Greedy function approximation: a gradient boosting
 * machine", Annals of Statistics 29(5), 2001 (algorithms 1 and 4); "Stochastic
 * gradient boosting", 2002 (subsample); histograms as in G. Ke et al.,
 * "LightGBM: a highly efficient gradient boosting decision tree", NIPS 2017;
 * leaf penalty and learned missing directions as in T. Chen, C. Guestrin,
 * "XGBoost: a scalable tree boosting system", KDD 2016. Names and defaults of
 * the options follow scikit-learn's GradientBoostingRegressor. */
extern const struct cml_predictor_kind cml_gbt_predictor;

/* Random forests: trees on bootstrap samples, each split chosen among a few
 * features drawn for it; the prediction is the mean of the trees.
 *
 * Source: L. Breiman, "Random forests", Machine Learning 45, 2001. 500 trees
 * and a third of the features are the defaults of R's randomForest for regression
 * (A. Liaw, M. Wiener, "Classification and regression by randomForest", R News
 * 2(3), 2002); trees grown out are those of scikit-learn's RandomForestRegressor. */
extern const struct cml_predictor_kind cml_forest_predictor;

/* One regression tree as a predictor: it can be read.
 *
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984: squared error, grown large and pruned back by
 * cross-validation. */
extern const struct cml_predictor_kind cml_tree_predictor;

#endif
