/* The members of an ensemble: trained over the threads of a pool, and what
 * they say about a row put together. */
#ifndef CML_LEARN_PREDICTOR_ENSEMBLE_H
#define CML_LEARN_PREDICTOR_ENSEMBLE_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/predictor/predictor.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

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
