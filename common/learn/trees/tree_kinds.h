/* The three kinds of predictor made of trees. */
#ifndef CML_LEARN_TREES_TREE_KINDS_H
#define CML_LEARN_TREES_TREE_KINDS_H

#include "learn/predictor/predictor.h"
#include "learn/trees/boost.h"

/* Gradient-boosted regression trees as a predictor.
 *
 * Source: J. H. Friedman, "Greedy function approximation: a gradient boosting
 * machine", Annals of Statistics 29(5), 2001 (algorithms 1 and 4); "Stochastic
 * gradient boosting", 2002 (subsample); histograms as in G. Ke et al.,
 * "LightGBM: a highly efficient gradient boosting decision tree", NIPS 2017;
 * leaf penalty and learned missing directions as in T. Chen, C. Guestrin,
 * "XGBoost: a scalable tree boosting system", KDD 2016. */
extern const struct cml_predictor_kind cml_gbt_predictor;
/* What its hyper-parameters mean. */
struct cml_boost_options cml_gbt_options(const struct cml_hyper *hyper);

/* Bagged trees: fully grown on bootstrap samples; the prediction is the mean of the trees. Each
 * split is the best of all features, as in scikit-learn's RandomForestRegressor: a third of them
 * at a node, as in R's randomForest, orders new jobs worse.
 *
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; "Random forests", Machine
 * Learning 45, 2001. */
extern const struct cml_predictor_kind cml_forest_predictor;

/* One regression tree as a predictor: it can be read.
 *
 * Source: L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, "Classification
 * and Regression Trees", 1984: squared error. */
extern const struct cml_predictor_kind cml_tree_predictor;

#endif
