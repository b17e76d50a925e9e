/* Bootstrap samples, and which rows each member of an ensemble never saw.
 *
 * Configurations are drawn, not rows: all jobs of one configuration are drawn
 * together, so that a row a member has not seen has no twin that it has, and
 * its error is that of a new configuration.
 * Source: L. Breiman, "Bagging predictors", Machine Learning 24, 1996; clusters
 * drawn whole as in A. C. Davison, D. V. Hinkley, "Bootstrap methods and their
 * application", 1997, section 3.8. */
#ifndef CML_LEARN_PREDICTOR_BAGGING_H
#define CML_LEARN_PREDICTOR_BAGGING_H

#include "base/error.h"
#include "base/random.h"
#include "learn/data/dataset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
