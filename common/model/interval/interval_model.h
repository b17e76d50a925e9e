/* What an interval consists of. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_MODEL_H
#define CML_MODEL_INTERVAL_INTERVAL_MODEL_H

#include "base/error.h"
#include "model/interval/excess.h"

struct cml_interval {
	bool uses_sd;    /* false: the deviation of the predictor says nothing, and noise is 1 */
	double noise;    /* a variance, at least 0 */
	double quantile; /* at least 0 */
	double typical;  /* half the width of a job inside, on the average: none outside has less */
	/* At least 0; NaN: no fold showed such a job outside. */
	double numbers_slope, levels_slope;
	double spread;      /* half the width of 90 % of the metric, whatever the job */
	double single_cost; /* at least, for each setting that had one value in the log: a factor of
			     * two, above the cap; 0 where no logarithm of the metric is learned */
	struct cml_extent extent;
	/* By column of the extent: what a level that was never met adds, at least 0; NaN: not
	 * known. Of a column of two levels at least levels_slope. */
	double *level_costs;
};

/* Of these features, and of no jobs. feature_names NULL: there are no columns of levels. */
enum cml_result cml_interval_new(struct cml_interval **interval, const char *const *feature_names,
				 size_t n_features, struct cml_error *err);

/* What is added outside of numbers and levels; NaN where nothing is known. */
double cml_interval_rise(const struct cml_interval *interval, const struct cml_excess *excess);

/* What a level of a column adds that was never met; NaN where nothing is known. */
double cml_interval_level_rise(const struct cml_interval *interval, size_t column);

/* quantile is to be multiplied with this. */
double cml_interval_scale(const struct cml_interval *interval, double sd);

#endif
