/* Which jobs to hold out, so that what is asked of a model is imitated: new configurations like
 * the known ones, later jobs, larger ones. Levels that were never met are imitated in random folds
 * (interval_fit.h). */
#ifndef CML_MODEL_INTERVAL_INTERVAL_FOLDS_H
#define CML_MODEL_INTERVAL_INTERVAL_FOLDS_H

#include "base/error.h"
#include "base/key.h"
#include "learn/data/dataset.h"
#include "model/interval/excess.h"

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

#endif
