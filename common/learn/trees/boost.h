/* Boosting: tree after tree on the residuals of the trees so far. */
#ifndef CML_LEARN_TREES_BOOST_H
#define CML_LEARN_TREES_BOOST_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/data/dataset.h"
#include "learn/growth/binned_columns.h"
#include "learn/growth/bins.h"
#include "learn/growth/forest_nodes.h"
#include "learn/growth/grow.h"
#include "learn/predictor/ensemble.h"
#include "learn/trees/boost_loss.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_boost_options {
	size_t n_trees;
	struct cml_tree_growth growth;
	double learning_rate;
	double subsample; /* fraction of rows each tree sees */
	enum cml_boost_loss_kind loss;
	size_t n_members;
	bool bootstrap; /* members learn from bootstrap samples */
	size_t n_folds; /* member m learns from all but fold m % n_folds; 0: from all. Not with
			 * bootstrap */
};

/* One member of the ensemble. */
struct cml_boosting {
	const struct cml_boost_options *options;
	const struct cml_dataset *data;
	const struct cml_bins *bins;
	const struct cml_binned_columns *columns;
	uint64_t seed;
	struct cml_bagging *bagging; /* where the member notes what it sees; NULL: it
				      * learns from all rows */
	const bool *is_held_out;     /* n_rows: rows that are not learned from; NULL: none. Without
				      * bagging */
	size_t member; /* its random streams are its own, whatever the number of members */
	struct cml_pool *pool;
	void (*tree_done)(void *context); /* after each tree; NULL: none */
	void *context;
};

struct cml_boosted {
	struct cml_forest forest;
	double *gains;        /* n_features, total gain of the trees; the caller's */
	double training_loss; /* after the last one */
};

/* Boosting a tree at a time, for callers who choose when to end. boosting and boosted must
 * outlive the booster; boosted as for cml_boost, its loss is not set. As many trees are grown as
 * are asked for, at most options->n_trees. */
struct cml_booster;
enum cml_result cml_booster_new(struct cml_booster **booster, const struct cml_boosting *boosting,
				struct cml_boosted *boosted, struct cml_error *err);
/* Where all targets are equal or no feature varies, none is added. Errors as of cml_boost. */
enum cml_result cml_booster_add_tree(struct cml_booster *booster, struct cml_error *err);
/* What the trees so far predict, by row number of the data; held-out rows too. */
const double *cml_booster_scores(const struct cml_booster *booster);
void cml_booster_free(struct cml_booster *booster); /* NULL is allowed */

/* Boosts. boosted->gains points to n_features zeroes; the forest is the caller's
 * to release, on failure too. With bagging the member learns from a bootstrap
 * sample. When all targets are equal or no
 * feature varies, no tree is grown. CML_BAD_DATA when squared targets overflow. */
enum cml_result cml_boost(const struct cml_boosting *boosting, struct cml_boosted *boosted,
			  struct cml_error *err);

#endif
