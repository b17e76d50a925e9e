/* What an interval consists of. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_MODEL_H
#define CML_MODEL_INTERVAL_INTERVAL_MODEL_H

#include "base/error.h"
#include "base/key.h"
#include "learn/data/dataset.h"
#include "model/interval/excess.h"
#include "model/interval/interval_folds.h"

struct cml_interval {
	bool uses_sd;    /* false: the deviation of the predictor says nothing, and noise is 1 */
	double noise;    /* a variance, at least 0 */
	double quantile; /* at least 0 */
	double typical;  /* half the width of a job inside, on the average: none outside has less */
	/* At least 0; NaN: no fold showed such a job outside. What a level adds that was never met,
	 * by all columns. */
	double numbers_slope, level_cost;
	double spread;      /* half the width of 90 % of the metric, whatever the job */
	double single_cost; /* at least, for each setting that had one value in the log: a factor of
			     * two, above the cap; 0 where no logarithm of the metric is learned */
	struct cml_extent extent;
	double *level_costs; /* the same of each column of the extent */
};

/* Of these features, and of no jobs. feature_names NULL: there are no columns of levels. */
enum cml_result cml_interval_new(struct cml_interval **interval, const char *const *feature_names,
				 size_t n_features, struct cml_error *err);

/* What is added outside of numbers; an unknown slope does not matter inside. */
double cml_interval_rise(double slope, double excess);

/* quantile is to be multiplied with this. */
double cml_interval_scale(const struct cml_interval *interval, double sd);

/* From the errors on folds to an interval. */

/* What came of it. */
struct cml_interval_fit {
	size_t n_inside; /* misses of random folds inside what these cover */
	double half;     /* mean half width there */
};

/* Fills in all but what interval covers, its spread and single_cost, as interval.h says.
 * CML_NOTHING: fewer than CML_INTERVAL_MIN_ERRORS misses of random folds are inside what these
 * cover. */
enum cml_result cml_interval_fit(struct cml_interval *interval, const struct cml_fold_misses *folds,
				 size_t n_folds, bool may_use_sd, struct cml_interval_fit *fit,
				 struct cml_error *err);

#endif
