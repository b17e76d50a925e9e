/* What a prediction and its uncertainty together are worth: the number that
 * configurations are ranked by. */
#ifndef CML_LEARN_PREDICTOR_ACQUISITION_H
#define CML_LEARN_PREDICTOR_ACQUISITION_H

#include "base/error.h"

#include <stdbool.h>

enum cml_rank_by {
	CML_RANK_BY_MEAN,
	CML_RANK_BY_UCB, /* mean + kappa * sd: hopeful where the metric is to be large */
	CML_RANK_BY_LCB, /* mean - kappa * sd: hopeful where it is to be small */
	CML_RANK_BY_EI,  /* expected improvement over best */
};

struct cml_acquisition {
	enum cml_rank_by by;
	double kappa;  /* ucb, lcb: at least 0 */
	double best;   /* ei: what is to be improved on, in the unit of the metric; above 0
			* where is_log */
	bool maximize; /* large values of the metric are good */
	bool per_cost; /* what it is worth is divided by a cost */
	bool is_log;   /* the predictor learned logarithms: improvement is that of the
			* logarithm, as a deviation in the unit of the metric grows with the
			* mean, and would make the worst configurations the most promising */
};

/* has_sd: the model has an uncertainty.
 * CML_BAD_USAGE: by asks for an uncertainty that the model does not have, or for an
 * improvement (ei) over a best that is NaN, or has no logarithm where it should. */
enum cml_result cml_acquisition_check(const struct cml_acquisition *acquisition, bool has_sd,
				      struct cml_error *err);

/* Larger is better, in both directions of the metric: the mean, or minus it; the
 * confidence bound likewise; the logarithm of the expected improvement. Minus
 * infinity when it is NaN: what cannot be predicted comes last. */
double cml_acquisition_reward(const struct cml_acquisition *acquisition, double mean, double sd);

/* log E[max(0, gain + sd * z)], z standard normal: for an expected gain over the best
 * of `gain`, which may be negative, and sd >= 0. Its logarithm, as the value
 * itself is 0 in double precision a few dozen sd below the best, where
 * configurations must still be distinguished. Relative error of the value below
 * 1e-9. Minus infinity for sd = 0 without a gain.
 * Source: D. Jones, M. Schonlau, W. Welch, "Efficient global optimization of
 * expensive black-box functions", J. Global Optimization 13, 1998, equation 15; the
 * logarithm: S. Ament et al., "Unexpected improvements to expected improvement for
 * Bayesian optimization", NeurIPS 2023. */
double cml_log_expected_improvement(double gain, double sd);

#endif
