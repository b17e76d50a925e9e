/* What a trained chance consists of, and how predictions of its trees become chances. */
#ifndef CML_MODEL_CHANCE_CHANCE_MODEL_H
#define CML_MODEL_CHANCE_CHANCE_MODEL_H

#include "base/error.h"
#include "base/job_status.h"
#include "learn/trees/tree_ensemble.h"

/* Platt scaling: from raw log-odds to calibrated ones.
 * Source: J. Platt, "Probabilistic outputs for support vector machines", 1999; H.-T.
 * Lin, C.-J. Lin, R. Weng, "A note on Platt's probabilistic outputs", Machine Learning
 * 68, 2007. */

struct cml_platt {
	double slope; /* at least 0 */
	double intercept;
};

/* The line that makes log_odds[n] the likeliest, where y[n] is 1 or 0 and weight[n]
 * counts. Targets are those of Platt, (n1 + 1) / (n1 + 2) and 1 / (n0 + 2), and slope and
 * intercept have normal priors of a variance of 1/3 around 1 and 0: few rows move the line little.
 */
enum cml_result cml_platt_fit(struct cml_platt *line, size_t n, const double *log_odds,
			      const double *y, const double *weight, struct cml_error *err);

/* Rows predicted at a time: their predictions live on the stack. */
#define CML_CHANCE_BLOCK 64

struct cml_chance {
	size_t n_features;
	double n_ran, n_failed;          /* jobs; whole numbers */
	double auc, brier;               /* out of fold; NaN: not known */
	struct cml_tree_ensemble *trees; /* NULL: nothing failed */
	struct cml_platt platt;          /* of the trees */
};

/* The log chance of log-odds of the trees, within what so many jobs can vouch for. */
double cml_chance_of_odds(const struct cml_chance *chance, double of_trees);

/* No trees; NULL when memory is out. */
struct cml_chance *cml_chance_new(size_t n_features);

/* What a chance is learned from, and its parts. */

struct cml_chance_training;

/* Boosted trees of the logistic loss, each forest of a sample of the jobs, and what the forests
 * that did not see a job say of it.
 *
 * A job is in the samples that its key says, whatever the other jobs are: one job more leaves all
 * samples as they were but for itself, and moves chances by what it says, not by dealing anew.
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; J. H. Friedman, T. Hastie,
 * R. Tibshirani, "Additive logistic regression", Annals of Statistics 28, 2000. */

/* Zeroed is empty. */
struct cml_bagged_trees {
	struct cml_tree_ensemble *trees;
	size_t n;                      /* jobs that a forest did not see */
	double *log_odds, *y, *weight; /* n: by the forests that did not */
};

/* rows: y is 1 or 0. */
enum cml_result cml_bagged_trees_train(struct cml_bagged_trees *made,
				       const struct cml_chance_training *training,
				       const struct cml_dataset *rows, struct cml_error *err);
void cml_bagged_trees_release(struct cml_bagged_trees *made);

#endif
