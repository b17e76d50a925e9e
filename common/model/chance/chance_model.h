/* What a trained chance consists of, and how predictions of its trees become chances. */
#ifndef CML_MODEL_CHANCE_CHANCE_MODEL_H
#define CML_MODEL_CHANCE_CHANCE_MODEL_H

#include "base/error.h"
#include "learn/gp/gp_model.h"
#include "learn/linear/linear_model.h"
#include "learn/trees/tree_ensemble.h"

/* Platt scaling: a line from raw log-odds to calibrated ones.
 * Source: J. Platt, "Probabilistic outputs for support vector machines", 1999; H.-T.
 * Lin, C.-J. Lin, R. Weng, "A note on Platt's probabilistic outputs", Machine Learning
 * 68, 2007. */

struct cml_platt {
	double slope; /* at least 0 */
	double other; /* of other log-odds; at least 0 */
	double intercept;
};

/* The line that makes log_odds[n] the likeliest, where y[n] is 1 or 0 and weight[n]
 * counts; other[n]: log-odds of another source, NULL where there is none. Targets are those of
 * Platt, (n1 + 1) / (n1 + 2) and 1 / (n0 + 2), and slope, that of the other and intercept have
 * normal priors of deviation 1 around 1, 0 and 0: few rows move the line little. */
enum cml_result cml_platt_fit(struct cml_platt *line, size_t n, const double *log_odds,
			      const double *other, const double *y, const double *weight,
			      struct cml_error *err);

/* Rows predicted at a time: their predictions live on the stack. */
#define CML_CHANCE_BLOCK 64

/* An outcome that must stay in [lower, upper]. */
struct cml_limit_model {
	char *name;
	double lower, upper; /* in the unit of the column */
	bool is_log;         /* logarithms were learned */
	double n_rows;       /* jobs that report it; a whole number */
	double error;        /* root mean squared error out of fold, as learned; NaN: not known */
	/* The spread of a new job about the prediction is scale * sqrt(noise + sd^2), where sd is
	 * the predictor's deviation; both at least 0. */
	double scale, noise;
	double spread; /* of the jobs out of fold, on the average */
	void *state;   /* of cml_auto_predictor */
};

struct cml_chance {
	size_t n_features;
	double n_ran, n_failed;          /* jobs; whole numbers */
	double auc, brier;               /* out of fold; NaN: not known */
	struct cml_platt line;           /* from log-odds of the trees to calibrated ones */
	struct cml_tree_ensemble *trees; /* NULL: nothing failed */
	struct cml_gp *process;          /* in the pool with the trees; NULL: none */
	double process_share;            /* of it in the pool, 0 to 1 */
	struct cml_linear *of_line;      /* log-odds (chance_line.h); NULL: none */
	double line_slope;               /* of log-odds of the line alone; at least 0 */
	struct cml_platt pool;           /* from log-odds of pool and line to calibrated ones */
	double launched; /* failing jobs in the log per expected one, in (0, 1] (chance_rows.h) */
	size_t n_limits;
	struct cml_limit_model *limits;
};

/* Of a chance, from its logarithm. */
double cml_log_odds(double log_chance);

/* The calibrated log-odds of the trees' log-odds; of any number without trees. */
double cml_chance_of_trees(const struct cml_chance *chance, double log_odds);

/* The log-odds of the weighted mean of two chances: of the trees, as log-odds, and of the process.
 */
double cml_chance_pool(const struct cml_chance *chance, double of_trees, double of_process);

/* The calibrated log-odds of those of the pool and of the line. The mean of two calibrated chances
 * is nearer to a half than the outcomes are.
 * Source: R. Ranjan, T. Gneiting, "Combining probability forecasts", JRSS B 72, 2010. */
double cml_chance_calibrate(const struct cml_chance *chance, double of_pool, double of_line);

/* The log chance of log-odds, within what so many jobs can vouch for. */
double cml_chance_of_odds(const struct cml_chance *chance, double log_odds);

/* No trees, n_limits empty limits; NULL when memory is out. */
struct cml_chance *cml_chance_new(size_t n_features, size_t n_limits);

#endif
