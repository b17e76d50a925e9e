/* The members of an ensemble: trained over the threads of a pool, and what
 * they say about a row put together. */
#ifndef CML_LEARN_PREDICTOR_ENSEMBLE_H
#define CML_LEARN_PREDICTOR_ENSEMBLE_H

#include "base/error.h"
#include "base/parallel.h"
#include "base/random.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bootstrap samples, and which rows each member of an ensemble never saw.
 *
 * Configurations are drawn, not rows: all jobs of one configuration are drawn
 * together, so that a row a member has not seen has no twin that it has, and
 * its error is that of a new configuration.
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; clusters
 * drawn whole as in A. C. Davison, D. V. Hinkley, "Bootstrap methods and their
 * application", 1997, section 3.8. */

/* Zeroed is empty. */
struct cml_bagging {
	size_t n_rows;
	size_t n_members;
	size_t n_groups;     /* configurations */
	size_t n_folds;      /* 0: bootstrap samples */
	uint32_t *fold;      /* n_groups, with folds: each configuration's */
	uint32_t *group;     /* n_rows: the configuration of each row */
	size_t n_words;      /* for each member */
	uint64_t *is_unseen; /* n_members x n_words, a bit for each row */
};

/* Every row counts as seen by every member until it draws. */
enum cml_result cml_bagging_init(struct cml_bagging *bagging, const struct cml_dataset *data,
				 size_t n_members, struct cml_error *err);
/* Member m is to see all but fold m % n_folds of the configurations, at least 2 folds of about
 * the same number of them, chosen by seed: with k times n_folds members every row is unseen by k.
 * A single configuration is seen by all.
 * Source: R. Barber, E. Candes, A. Ramdas, R. Tibshirani, "Predictive inference with the
 * jackknife+", Annals of Statistics 49, 2021 (CV+). */
enum cml_result cml_bagging_init_folds(struct cml_bagging *bagging, const struct cml_dataset *data,
				       size_t n_members, size_t n_folds, uint64_t seed,
				       struct cml_error *err);
void cml_bagging_release(struct cml_bagging *bagging);

struct cml_bag {
	uint32_t *rows;
	size_t n_rows;
	double *weight;
};

/* With folds, removes the rows of the member's fold. Else draws as many configurations as bag->rows
 * (ascending) have, with replacement, multiplies bag->weight (by row number) by the count of each,
 * and removes the rows of count 0. Removed rows count as unseen by the member. Members may draw at
 * the same time. */
enum cml_result cml_bagging_draw(struct cml_bagging *bagging, size_t member,
				 struct cml_random *random, struct cml_bag *bag,
				 struct cml_error *err);

static inline bool cml_bagging_is_unseen(const struct cml_bagging *bagging, size_t member,
					 size_t row)
{
	return bagging->is_unseen[member * bagging->n_words + row / 64] >> row % 64 & 1;
}

/* One member while it is trained. */
struct cml_ensemble_member {
	size_t number;
	struct cml_pool *pool;            /* threads for the member alone; NULL: this one */
	void (*step_done)(void *context); /* to be called after each step, for progress */
	void *context;
};

/* How to train them. A member's result is stored by its number. */
struct cml_ensemble {
	size_t n_members;
	size_t n_steps;   /* of each member (trees, epochs) */
	bool shares_pool; /* a member can use threads of its own: when there are fewer
			   * members than threads, they come one after the other,
			   * each with the whole pool */
	enum cml_result (*train)(void *context, const struct cml_ensemble_member *member,
				 struct cml_error *err);
	void *context;
};

/* Trains every member, and reports progress from the training thread. When
 * members fail, the error is that of the first by number, whatever the threads
 * did; the others were trained all the same. */
enum cml_result cml_ensemble_run(const struct cml_ensemble *ensemble,
				 const struct cml_training *training, struct cml_error *err);

/* Adds one more value to n earlier ones: their mean and the sum of the squares
 * of deviations from it. Source: B. P. Welford, "Note on a method for
 * calculating corrected sums of squares and products", 1962. */
static inline void cml_ensemble_add(double value, size_t n, double *mean, double *squares)
{
	double away = value - *mean;
	*mean += away / (double)(n + 1);
	*squares += away * (value - *mean);
}

/* The sample variance of n values; NaN below two. */
static inline double cml_ensemble_variance(size_t n, double squares)
{
	return n > 1 ? squares / (double)(n - 1) : NAN;
}

#endif
