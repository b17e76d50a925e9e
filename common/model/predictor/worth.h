/* What a launch is worth: how good a configuration is predicted to be, times the chance
 * that it runs. Rewards (acquisition.h) order jobs that run; worth orders launches. */
#ifndef CML_MODEL_PREDICTOR_WORTH_H
#define CML_MODEL_PREDICTOR_WORTH_H

#include "model/predictor/acquisition.h"

#include <stdbool.h>

/* How a reward becomes a factor that a chance can multiply: a failed launch is worth
 * nothing, so that nothing must be 0. */
enum cml_worth_scale {
	CML_WORTH_REWARD, /* it does not: failures are ignored, worth is the reward */
	CML_WORTH_SPEED,  /* the metric is positive: speed is it, or one over it where it is to
			   * be small */
	CML_WORTH_ABOVE,  /* a metric of any sign: what it is better than the worst job measured;
			   * at or below that, next to nothing, in order */
	CML_WORTH_GAIN,   /* the reward is the logarithm of an expected improvement already */
	CML_WORTH_ODDS,   /* scores of a rank loss, which are log-odds of beating another job:
			   * the chance to beat a job of score 0 */
};

struct cml_worth {
	struct cml_acquisition acquisition;
	enum cml_worth_scale scale;
	double worst;          /* ABOVE: reward of the worst job measured */
	double min_log_chance; /* less than this is worth minus infinity; -INFINITY: no floor */
};

/* The scale that suits an acquisition and a model: GAIN for ei, ODDS for scores, SPEED where
 * all targets measured (from min_target to max_target) are above 0, else ABOVE. */
struct cml_worth cml_worth_of(const struct cml_acquisition *acquisition, bool is_score,
			      double min_target, double max_target, double min_chance);

/* Larger is better. A reward (cml_acquisition_reward) and a log chance (at most 0) to the
 * logarithm of their worth; the reward itself with CML_WORTH_REWARD. Rises with both. Minus
 * infinity below the floor. */
double cml_worth(const struct cml_worth *worth, double reward, double log_chance);

/* A number that no worth exceeds of rewards up to reward and log chances up to log_chance,
 * rounding included. */
double cml_worth_upper(const struct cml_worth *worth, double reward, double log_chance);

#endif
