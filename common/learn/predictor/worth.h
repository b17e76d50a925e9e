/* What a launch is worth: how good a configuration is predicted to be, times the chance
 * that it runs. Rewards order jobs that run; worth orders launches.
 *
 * Under ei it is the expected improvement weighted by the probability of feasibility;
 * elsewhere the expected speed, that of a failure being 0.
 * Source: J. Gardner et al., "Bayesian optimization with inequality constraints", ICML
 * 2014; M. Gelbart, J. Snoek, R. Adams, "Bayesian optimization with unknown
 * constraints", UAI 2014. */
#ifndef CML_LEARN_PREDICTOR_WORTH_H
#define CML_LEARN_PREDICTOR_WORTH_H

#include "base/error.h"

/* What a prediction and its uncertainty together are worth: the number that
 * configurations are ranked by. */

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

/* How a reward becomes a factor that a chance can multiply: a failed launch is worth
 * nothing, so that nothing must be 0. */
enum cml_worth_scale {
	CML_WORTH_REWARD, /* it does not: failures are ignored, worth is the reward */
	CML_WORTH_AMOUNT, /* reward - origin: a speed, or how much better than the worst job */
	CML_WORTH_TIME,   /* one over the reward, which is minus a time */
	CML_WORTH_LOG,    /* the reward is a logarithm already: of an expected improvement */
};

struct cml_worth {
	struct cml_acquisition acquisition;
	enum cml_worth_scale scale;
	double origin; /* AMOUNT: the reward that is worth nothing */
	/* AMOUNT, TIME: amounts and times below this, above 0, follow the tangent there (of the
	 * logarithm of the amount, of one over the time): rewards of 0 and past it, which a mean
	 * or a bound may be, stay in order. */
	double knee;
	/* LOG of an improvement: the logarithm of one so small that it counts for next to nothing.
	 * Without it a search with nothing left to gain would prefer a job that is bound to fail to
	 * one that runs. -INFINITY: every improvement counts. */
	double tail;
	double min_chance; /* what is below is left out; 0: nothing */
	double floor;      /* what is below comes last, at least min_chance; 0: nothing */
};

/* The floor of searches that do not list all, unless the user gives one: what is likelier to fail
 * than to run comes last. Replays of ten measured spaces and of the H100 jobs
 * (tests/ablation/measure/search.sh), without a floor, with 0.3, with 0.5: failed of 100
 * launches 1.06, 0.99, 0.82 (pnpoly 10.8, 9.8, 7.4), best 0.955 each, launches to 5 % from the best
 * of a scale 11.04, 11.04, 11.25 (+- 0.29). */
#define CML_WORTH_FLOOR 0.5

/* The scale that suits an acquisition and a model: LOG for ei (with a tail below a thousandth: of
 * the metric where logarithms were learned, else of the range of the targets); where
 * all targets measured (from min_target to max_target) are above 0, AMOUNT from 0 for a metric that
 * is to be large, TIME for one that is to be small; else AMOUNT from the worst. */
struct cml_worth cml_worth_of(const struct cml_acquisition *acquisition, double min_target,
			      double max_target, double min_chance);

/* Worth is the gain over the best job, whose metric is best, times the chance. Gains below a
 * twentieth of it follow the tangent: there 1 % less speed counts as much as a fifth less chance.
 * Ten measured spaces and the H100 jobs, 16 seeds: within .001 of the prediction times the chance
 * everywhere. Of two that both gain nothing it takes the faster, not the surer one. */
void cml_worth_over_best(struct cml_worth *worth, double best);

/* Larger is better. The logarithm of what a reward (cml_acquisition_reward) with a log
 * chance (at most 0) is worth; the reward itself with CML_WORTH_REWARD. Rises with both. In the
 * tail it rises with the reward 64 times more slowly: chances decide.
 * Below the floor it falls 17 times as fast with the log chance: a search finds back. */
double cml_worth(const struct cml_worth *worth, double reward, double log_chance);

/* The same of a prediction. */
double cml_worth_predicted(const struct cml_worth *worth, double mean, double sd,
			   double log_chance);

/* Whether the chance is at least min_chance: the rest is left out. */
bool cml_worth_allows(const struct cml_worth *worth, double log_chance);

/* A worth as a number whose mean makes sense: not a logarithm where the reward was not
 * one. With AMOUNT it is the metric less the origin, with TIME one over it, times the chance. */
double cml_worth_amount(const struct cml_worth *worth, double value);

#endif
