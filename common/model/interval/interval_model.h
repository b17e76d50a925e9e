/* What an interval consists of. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_MODEL_H
#define CML_MODEL_INTERVAL_INTERVAL_MODEL_H

#include "base/error.h"
#include "base/key.h"
#include "learn/data/dataset.h"
#include "model/interval/excess.h"

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

/* Which jobs to hold out, so that what is asked of a model is imitated: new configurations like
 * the known ones, later jobs, larger ones. Levels that were never met are imitated in random folds.
 */

/* Held out at random by configuration: each in one of so many folds. */
#define CML_RANDOM_FOLDS 4
/* Numbers whose top is held out, each in a fold. */
#define CML_SCALE_FOLDS 2
/* Configurations in quarters, in the order of their first jobs: the last is held out in one fold;
 * the third in another, of which the last is no part. */
#define CML_TIME_FOLDS 2
#define CML_MAX_FOLDS (CML_RANDOM_FOLDS + CML_SCALE_FOLDS + CML_TIME_FOLDS)

enum cml_fold_part {
	CML_FOLD_REST, /* learned from */
	CML_FOLD_HELD,
	CML_FOLD_LEFT_OUT,
};

struct cml_fold {
	enum cml_fold_part *part; /* n_rows */
	enum cml_fold_kind { CML_FOLD_RANDOM, CML_FOLD_TIME, CML_FOLD_TOP } kind;
	size_t feature; /* CML_FOLD_TOP: whose top is held out */
};

/* Zeroed is empty. */
struct cml_folds {
	struct cml_fold folds[CML_MAX_FOLDS];
	size_t n;
};

/* Features for the scale folds: those whose order is nearest to that of the target (Spearman's
 * rho), of three distinct values or more, none that orders jobs nearly as one before it does. What
 * is held out of one are the rows with a value at or above the distinct value that makes a fifth of
 * the rows, or what is nearest to that between 2 and 35 %. Fewer folds where data does not have
 * such features; none below CML_INTERVAL_MIN_CONFIGS configurations. Jobs of one configuration are
 * in the same part of a fold, and both parts of every fold have some; where all jobs have one
 * configuration, each of so many or more is parted by itself. Time folds are made where has_times.
 * O(features * rows * log rows). */
enum cml_result cml_folds_make(struct cml_folds *folds, const struct cml_dataset *data,
			       bool has_times, uint64_t seed, struct cml_error *err);
void cml_folds_release(struct cml_folds *folds);

/* From the errors on folds to an interval. */

/* What a model that has not seen a job got wrong. */
struct cml_miss {
	double error; /* without its sign; not finite: not counted */
	double sd;
	double numbers; /* how far it leaves those of the other jobs */
	bool is_new;    /* it has a flag or a level that the other jobs have not */
};

/* The same of a job of a random fold whose level of a column was hidden: what a level that was
 * never met looks like. */
struct cml_level_miss {
	double error;
	size_t column;
	size_t feature; /* of the level that was hidden */
};

struct cml_fold_misses {
	enum cml_fold_kind kind;
	struct cml_miss *items;
	size_t n;
	struct cml_level_miss *hidden;
	size_t n_hidden;
};

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
