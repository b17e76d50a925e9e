/* Which jobs to hold out, so that what is asked of a model is imitated: new configurations like
 * the known ones, later jobs, larger ones, levels that were never met; and what a model that has
 * not seen them got wrong. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_FOLDS_H
#define CML_MODEL_INTERVAL_INTERVAL_FOLDS_H

#include "base/error.h"
#include "learn/data/dataset.h"

/* Of fewer configurations no folds are made; nor, where there is one, of fewer jobs of it. */
#define CML_INTERVAL_MIN_CONFIGS 10

/* Held out at random by configuration: each in one of so many folds. */
#define CML_RANDOM_FOLDS 4
/* Numbers whose top is held out, each in a fold. */
#define CML_SCALE_FOLDS 2
/* Configurations in quarters, in the order of their first jobs: the last is held out in one fold;
 * the third in another, of which the last is no part. */
#define CML_TIME_FOLDS 2
/* Columns whose levels are held out, in so many folds, or one of each. */
#define CML_LEVEL_COLUMNS 3
#define CML_LEVEL_FOLDS 4
#define CML_MAX_FOLDS                                                                              \
	(CML_RANDOM_FOLDS + CML_SCALE_FOLDS + CML_TIME_FOLDS + CML_LEVEL_COLUMNS * CML_LEVEL_FOLDS)

enum cml_fold_part {
	CML_FOLD_REST, /* learned from */
	CML_FOLD_HELD,
	CML_FOLD_LEFT_OUT,
};

struct cml_fold {
	enum cml_fold_part *part; /* n_rows */
	enum cml_fold_kind { CML_FOLD_RANDOM, CML_FOLD_TIME, CML_FOLD_TOP, CML_FOLD_LEVEL } kind;
	size_t feature; /* CML_FOLD_TOP: whose top is held out */
	size_t column;  /* CML_FOLD_LEVEL: whose levels are */
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
 * Last come the folds of levels. O(features * rows * log rows + levels * (rows + levels)). */
enum cml_result cml_folds_make(struct cml_folds *folds, const struct cml_dataset *data,
			       bool has_times, uint64_t seed, struct cml_error *err);
void cml_folds_release(struct cml_folds *folds);

/* Appends folds of levels, each held out once, of the columns of two levels or more between which
 * most of the variance of the target is; feature_names as of cml_levels_find. */
enum cml_result cml_folds_add_levels(struct cml_folds *folds, const struct cml_dataset *data,
				     struct cml_error *err);

/* Larger jobs are held out of smaller ones by a number, column[n]: order[n], of which the first
 * n_known are not NaN, sorts them, and from *first on they are CML_TOP_FRACTION of all, or what is
 * nearest to that between 2 and 35 %. 0: there is no such top, or fewer than three values. */
#define CML_TOP_FRACTION 0.2
enum cml_result cml_interval_find_top(size_t n, const double *column, size_t *order,
				      size_t *n_known, size_t *first, struct cml_error *err);

/* What a model that has not seen a job got wrong. */
struct cml_miss {
	double error; /* without its sign; not finite: not counted */
	double sd;
	double numbers; /* how far it leaves those of the other jobs */
	bool is_new;    /* it has a flag or a level that the other jobs have not */
};

struct cml_fold_misses {
	enum cml_fold_kind kind;
	struct cml_miss *items;
	size_t n, column; /* as of the fold */
};

/* Of jobs held out of rest, for which error and sd (held->n_rows) are known: out->items and n. */
enum cml_result cml_misses_find(struct cml_fold_misses *out, const struct cml_dataset *rest,
				const struct cml_dataset *held, const double *error,
				const double *sd, struct cml_error *err);

#endif
