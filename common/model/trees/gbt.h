/* Gradient-boosted regression trees as a predictor.
 *
 * Source: J. H. Friedman, "Greedy function approximation: a gradient boosting
 * machine", Annals of Statistics 29(5), 2001 (algorithms 1 and 4); "Stochastic
 * gradient boosting", 2002 (subsample); histograms as in G. Ke et al.,
 * "LightGBM: a highly efficient gradient boosting decision tree", NIPS 2017;
 * leaf penalty and learned missing directions as in T. Chen, C. Guestrin,
 * "XGBoost: a scalable tree boosting system", KDD 2016. Names and defaults of
 * the options follow scikit-learn's GradientBoostingRegressor.
 */
#ifndef CML_MODEL_TREES_GBT_H
#define CML_MODEL_TREES_GBT_H

#include "model/predictor/predictor.h"

extern const struct cml_predictor_kind cml_gbt_predictor;

#endif
