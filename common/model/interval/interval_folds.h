/* Which jobs to hold out, so that what is asked of a model is imitated: new configurations like
 * the known ones, later jobs, larger ones. */
#ifndef CML_MODEL_INTERVAL_INTERVAL_FOLDS_H
#define CML_MODEL_INTERVAL_INTERVAL_FOLDS_H

#include "base/error.h"
#include "model/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Held out at random by configuration: each in one of so many folds. */
#define CML_RANDOM_FOLDS 4
/* Features whose top is held out, each in a fold. */
#define CML_SCALE_FOLDS 2
/* The last quarter, in the order of their first jobs, in one. */
#define CML_TIME_FOLDS 1
#define CML_MAX_FOLDS (CML_RANDOM_FOLDS + CML_SCALE_FOLDS + CML_TIME_FOLDS)

#define CML_NO_FEATURE SIZE_MAX

struct cml_fold {
	bool *is_held; /* n_rows */
	size_t n_held;
	size_t feature; /* whose top is held out; CML_NO_FEATURE: none */
};

/* Zeroed is empty. */
struct cml_folds {
	struct cml_fold folds[CML_MAX_FOLDS];
	size_t n;
};

/* Features for the scale folds: those whose order is nearest to that of the target (Spearman's
 * rho), numbers before flags, none that orders jobs nearly as one before it does. What is held out
 * of one are the rows with a value at or above the distinct value that makes a fifth of the rows,
 * or what is nearest to that between 2 and 35 %. Fewer folds where data does not have such
 * features; none below 10 configurations. Jobs of one configuration are in the same part of a
 * fold, and both parts of every fold have some. O(features * rows * log rows). */
enum cml_result cml_folds_make(struct cml_folds *folds, const struct cml_dataset *data,
			       uint64_t seed, struct cml_error *err);
void cml_folds_release(struct cml_folds *folds);

#endif
