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

/* What boosting minimises: gradients by row, the score to start from. */

enum cml_boost_loss_kind {
	CML_LOSS_SQUARED,  /* (y - F)^2 / 2 */
	CML_LOSS_LOGISTIC, /* log(1 + exp(F)) - y F: y is 0 or 1, F the log-odds of 1 */
};

/* y and weight are by row number; only rows[0..n_rows) take part. Everything
 * pointed to must outlive the loss. */
struct cml_boost_loss {
	enum cml_boost_loss_kind kind;
	const double *y;
	const double *weight;
	const uint32_t *rows;
	size_t n_rows;
	double mean_weight;
};

/* Sets the mean weight; the rest is given. */
void cml_boost_loss_init(struct cml_boost_loss *loss);

/* The score that every row starts from: the weighted mean. */
double cml_boost_loss_start(const struct cml_boost_loss *loss);

/* sums[rows[i]] for i in [first, end): the negative gradient and the hessian
 * of the row's loss in its score, both times its weight. The hessian of logistic is at least 1e-6
 * of the weight.
 * Source: J. H. Friedman, "Greedy function approximation", 2001, section 4 (squared); J. H.
 * Friedman, T. Hastie, R. Tibshirani, "Additive logistic regression", Annals of Statistics 28,
 * 2000 (logistic). */
void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums);

/* Gradients in fixed point: whole numbers held in doubles, so that every sum of
 * them is exact whatever its order (see histogram.h). */
struct cml_gradient_maker {
	const struct cml_boost_loss *loss;
	struct cml_pool *pool;
	bool hessians_count; /* hessians are one weight that all rows share: they become 1 */
	const double *scores;
	cml_gradient_sum *sums;   /* by row number */
	cml_gradient_sum *totals; /* of absolute values, for each block of rows */
	double gradient_scale;
	double hessian_scale;
};

/* For datasets of n_rows rows, of which the loss's take part. */
enum cml_result cml_gradient_maker_init(struct cml_gradient_maker *maker,
					const struct cml_boost_loss *loss, size_t n_rows,
					struct cml_pool *pool, struct cml_error *err);
void cml_gradient_maker_release(struct cml_gradient_maker *maker);

/* The loss's gradients at scores (by row number). The steps are powers of two,
 * 2^-52 of the sum of absolute gradients or finer; *gradients is valid until
 * the next call. CML_BAD_DATA when a sum is not finite. */
enum cml_result cml_make_gradients(struct cml_gradient_maker *maker, const double *scores,
				   struct cml_gradients *gradients, struct cml_error *err);

struct cml_boost_options {
	size_t n_trees;
	struct cml_tree_growth growth;
	double learning_rate;
	double subsample; /* fraction of rows each tree sees */
	enum cml_boost_loss_kind loss;
	size_t n_members;
	bool bootstrap;      /* members learn from bootstrap samples */
	size_t n_folds;      /* member m learns from all but fold m % n_folds; 0: from all. Not with
			      * bootstrap */
	double left_out;     /* members learn from all but such a part (struct cml_bagging) */
	const double *start; /* what every row is predicted before the first tree; NULL: the
			      * weighted mean */
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
	size_t member; /* its random streams are its own, whatever the number of members */
	struct cml_pool *pool;
	void (*tree_done)(void *context); /* after each tree; NULL: none */
	void *context;
};

/* Boosts. The forest is the caller's to release, on failure too. With bagging the member learns
 * from its part of the rows. When all targets are equal or no
 * feature varies, no tree is grown. CML_BAD_DATA when squared targets overflow. */
enum cml_result cml_boost(const struct cml_boosting *boosting, struct cml_forest *forest,
			  struct cml_error *err);

#endif
