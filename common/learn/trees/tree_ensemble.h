/* A trained ensemble of forests, each a boosted one or a single tree: predicting, the bytes of a
 * model file, words for people. The functions are those of struct cml_predictor_kind. */
#ifndef CML_LEARN_TREES_TREE_ENSEMBLE_H
#define CML_LEARN_TREES_TREE_ENSEMBLE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/growth/forest_nodes.h"
#include "learn/predictor/ensemble.h"
#include "learn/predictor/predictor.h"
#include "learn/trees/boost.h"

struct cml_tree_ensemble {
	size_t n_features;
	size_t n_members;
	struct cml_forest *members; /* n_members */
	struct cml_calibration calibration;
};

void cml_tree_ensemble_free(void *state); /* with its forests; NULL is allowed */

/* The mean over the members, and the deviation that the calibration makes of
 * their spread; NaN for one member. Blocks of rows; allocates nothing. */
void cml_tree_ensemble_predict(const void *state, size_t n, const float *x, double *mean,
			       double *sd);

/* The same where known[n] is added to what members from number first on say. */
void cml_tree_ensemble_predict_rest(const struct cml_tree_ensemble *ensemble, size_t n,
				    const float *x, size_t first, const double *known, double *mean,
				    double *sd);

bool cml_tree_ensemble_has_sd(const void *state);

/* Number of features, number of members, calibration, then each forest (forest_nodes.h). */
void cml_tree_ensemble_fields(struct cml_fields *fields, void *state);

/* Sizes. */
enum cml_result cml_tree_ensemble_describe(const void *state, const char *const *feature_names,
					   struct cml_buffer *text, struct cml_error *err);

/* Training ensembles of trees: boosted forests, or the single trees of a random
 * forest, which are boosting stopped after one. */

/* A part of the targets that is known otherwise, and that members from one on need not learn. */
struct cml_known_part {
	size_t first_member;
	const double *y; /* n_rows of the training data; NULL: none */
	/* Filled in where they are not NULL, n_rows: what is predicted for a row by the members
	 * that did not see it, and its calibrated deviation. NaN where all saw it, or it is not
	 * known. */
	double *unseen_mean, *unseen_sd;
};

/* Trains options->n_members members into *state, a struct cml_tree_ensemble. With
 * options->bootstrap or folds, rows that members did not see calibrate the uncertainty (but of
 * log-odds), and the
 * summary has the error of their mean prediction: oob_rows (rows that some member did not see),
 * oob_rmse, oob_r2 (both weighted; of logarithms when the targets are). Errors as cml_boost. known:
 * members learn the residuals of that part, which has to be added to what they predict; what is
 * predicted of unseen rows has it added. NULL: none. */
enum cml_result cml_tree_ensemble_train(const struct cml_training *training,
					const struct cml_boost_options *options,
					const struct cml_known_part *known, void **state,
					struct cml_buffer *summary, struct cml_error *err);

/* The three kinds of predictor made of trees. */

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
