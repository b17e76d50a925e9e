/* Which jobs to hold out, so that what is asked of a model is imitated: new configurations like
 * the known ones, later jobs, larger ones. Levels that were never met are imitated in random folds
 * (interval_fit.h). */
#ifndef CML_MODEL_INTERVAL_INTERVAL_FOLDS_H
#define CML_MODEL_INTERVAL_INTERVAL_FOLDS_H

#include "base/error.h"
#include "base/key.h"
#include "learn/data/dataset.h"
#include "model/interval/excess.h"
#include "model/support/context_pairs.h"

/* Held out at random by configuration: each in one of so many folds. */
#define CML_RANDOM_FOLDS 4
/* Numbers whose top is held out, each in a fold. */
#define CML_SCALE_FOLDS 2
/* Flags, such as one of two levels, that are held out where they are set, each in a fold. */
#define CML_LEVEL_FOLDS 1
/* Products or ratios of two numbers whose top is held out, each in a fold. */
#define CML_PRODUCT_FOLDS 1
/* Configurations in quarters, in the order of their first jobs: the last is held out in one fold;
 * the third in another, of which the last is no part. */
#define CML_TIME_FOLDS 2
/* Pairs of values of contexts that are held out whole. */
#define CML_PAIR_FOLDS 3
#define CML_MAX_FOLDS                                                                              \
	(CML_RANDOM_FOLDS + CML_SCALE_FOLDS + CML_LEVEL_FOLDS + CML_PRODUCT_FOLDS +                \
	 CML_TIME_FOLDS + CML_PAIR_FOLDS)

enum cml_fold_part {
	CML_FOLD_REST, /* learned from */
	CML_FOLD_HELD,
	CML_FOLD_LEFT_OUT,
};

struct cml_fold {
	enum cml_fold_part *part; /* n_rows */
	size_t n_held;
	enum cml_fold_kind {
		CML_FOLD_RANDOM,
		CML_FOLD_TIME,
		CML_FOLD_TOP,
		CML_FOLD_PRODUCT,
		CML_FOLD_PAIRS
	} kind;
	size_t feature;             /* CML_FOLD_TOP: whose top is held out */
	struct cml_product product; /* CML_FOLD_PRODUCT: whose top is held out */
	bool is_inverse;            /* b / a, not a / b */
};

/* Zeroed is empty. */
struct cml_folds {
	struct cml_fold folds[CML_MAX_FOLDS];
	size_t n;
	struct cml_products products; /* of which numbers products are looked at; no more is set */
};

/* extent: what data covers. Features for the scale and level folds: those whose order is nearest to
 * that of the target (Spearman's rho), of three distinct values or more and of two (but no level of
 * a column of CML_MIN_LEVELS), none that orders jobs nearly as one before it does. What is held out
 * of one are the rows with a value at or above the distinct value that makes a fifth of the rows,
 * or what is nearest to that between 2 and 35 %. Of the CML_PRODUCT_NUMBERS numbers above 0 whose
 * logarithms are nearest to the order of the target the product or ratio is taken that is nearest
 * to it and orders jobs unlike the numbers taken; its top is up to half of the rows, whose numbers
 * are known one by one. Fewer folds where data does not have such features; none below
 * CML_INTERVAL_MIN_CONFIGS configurations. Jobs of one configuration are in the same part of a
 * fold, and both parts of every fold have some; where all jobs have one configuration, each of so
 * many or more is parted by itself. Time folds are made where has_times, and that of pairs where
 * some can be held out (cml_held_pairs_choose). O(features * rows * log rows). */
struct cml_folds_wanted {
	const struct cml_extent *extent;
	const struct cml_context_pairs *pairs; /* of data; empty: none */
	bool has_times;
	uint64_t seed;
};
enum cml_result cml_folds_make(struct cml_folds *folds, const struct cml_dataset *data,
			       const struct cml_folds_wanted *wanted, struct cml_error *err);
void cml_folds_release(struct cml_folds *folds);

/* Which combinations of contexts to hold out whole. */

/* Of the configurations at most this fraction is held out in a fold: of fewer the fold would take
 * longer, and have fewer pairs. */
#define CML_HELD_PAIRS_FRACTION 0.5

/* fold[groups->n], of groups of rows of one configuration: below n_folds where a pair of values of
 * contexts is held out whole in that fold, all its configurations; n_folds: not. Pairs are drawn at
 * random, as many as fit, each in one fold at most, and both values of each are known to jobs that
 * are not in the fold. O(pairs of values x configurations) at most. */
enum cml_result cml_held_pairs_choose(const struct cml_context_pairs *pairs,
				      const struct cml_dataset *data,
				      const struct cml_key_groups *groups, size_t n_folds,
				      uint64_t seed, size_t *fold, struct cml_error *err);

#endif
