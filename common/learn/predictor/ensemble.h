/* The members of an ensemble: trained over the threads of a pool, and what
 * they say about a row put together. */
#ifndef CML_LEARN_PREDICTOR_ENSEMBLE_H
#define CML_LEARN_PREDICTOR_ENSEMBLE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/predictor.h"

#include <math.h>

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
	size_t n_groups; /* configurations */
	size_t n_folds;  /* 0: bootstrap samples, or ... */
	double left_out; /* ... where above 0: all but such a part of the configurations, by a
			  * hash of key, seed and member. To be set after init, as the next two
			  */
	uint64_t seed;
	const uint64_t *keys; /* n_rows, not owned */
	uint32_t *fold;       /* n_groups, with folds: each configuration's */
	uint32_t *group;      /* n_rows: the configuration of each row */
	size_t n_words;       /* for each member */
	uint64_t *is_unseen;  /* n_members x n_words, a bit for each row */
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

/* With folds, removes the rows of the member's fold; with left_out those that it leaves out,
 * whatever the other rows are. Else draws as many configurations as bag->rows
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
 * members fail, the error is that of the first by number (cml_pool_try). */
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

/* From the spread of an ensemble to a predictive standard deviation: one that
 * predicts how far new jobs lie from the prediction.
 *
 * The spread of the members measures what they disagree on, not what they all miss.
 * Rows that some members never saw (out-of-bag) show the difference: a row's
 * error under the members that never saw it is that of a new job. With v the
 * sample variance of n members, the deviation of a prediction is
 *
 *   sd = scale * sqrt(noise + v + v / n)
 *
 * where v is the error of training on one sample rather than another,
 * v / n for having only n members, noise for the rest. noise is the one among
 * multiples of the mean squared error that makes the errors most likely as
 * normal ones of deviation proportional to sd; scale then makes 90 % of the
 * standardised errors at most 1.645, as for a normal distribution, so that
 * mean +- 1.645 sd holds about 90 % of new jobs.
 *
 * Source: standardised residuals and their quantile of rank (1 - alpha)(n + 1):
 * J. Lei et al., "Distribution-free predictive inference for regression", JASA
 * 113, 2018, sections 2.2 and 5.2; out-of-bag members in place of a second split:
 * B. Kim, C. Xu, R. F. Barber, "Predictive inference is free with the
 * jackknife+-after-bootstrap", NeurIPS 2020. */

/* Fraction of new jobs that mean +- CML_CALIBRATION_DEVIATIONS sd is to hold: the
 * normal distribution's quantile of 0.95. */
#define CML_CALIBRATION_COVERAGE 0.9
#define CML_CALIBRATION_DEVIATIONS 1.6448536269514722

/* Fewer errors have no 90 % quantile: its rank 0.9 (n + 1) is above n. */
#define CML_CALIBRATION_MIN_ROWS 9

/* Zeroed: the plain spread of the members. */
struct cml_calibration {
	bool is_fitted;
	double noise; /* a variance, at least 0 */
	double scale; /* at least 0 */
};

/* Rows that at least so many members never saw are looked at, as long as there
 * are so many rows (the coverage of their quantile has a standard error of 2 %);
 * else members are fewer, down to 2. On llm_foundry this makes the intervals of ten
 * boosted members 30 % narrower than with all rows that two did not see, and
 * brings their coverage from 95 to 93 %. */
#define CML_CALIBRATION_MEMBERS 10
#define CML_CALIBRATION_ROWS 200

/* Predictions of members for rows they never saw. */
struct cml_unseen {
	size_t n_rows;
	const size_t *n_members; /* n_rows: that never saw the row */
	const double *mean;      /* n_rows: of their predictions */
	const double *squares;   /* n_rows: sum of squared deviations from it */
	const double *target;    /* n_rows */
	const double *weight;    /* n_rows, > 0 */
	bool is_log;             /* all are logarithms, and the interval is exp(mean) *
				  * (1 +- 1.645 sd): errors are exp(target - mean) - 1 */
};

/* O(n_rows log n_rows) at worst. With no rows the calibration stays zeroed; with
 * fewer than CML_CALIBRATION_MIN_ROWS noise is their mean squared error and
 * scale 1. Errors that are all 0 give noise 0 and scale 1. */
enum cml_result cml_calibration_fit(struct cml_calibration *calibration,
				    const struct cml_unseen *unseen, struct cml_error *err);

/* sd for n members of sample variance `variance`; NaN for one member. */
double cml_calibration_sd(const struct cml_calibration *calibration, size_t n, double variance);

void cml_calibration_fields(struct cml_fields *fields, void *state);

#endif
