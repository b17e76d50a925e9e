/* What boosting minimises: gradients by row, the score to start from, the mean loss. */
#ifndef CML_LEARN_TREES_BOOST_LOSS_H
#define CML_LEARN_TREES_BOOST_LOSS_H

#include "base/error.h"
#include "base/parallel.h"
#include "learn/growth/grow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The score that every row starts from: the weighted mean, or the log-odds of that for logistic
 * (which half a row of the other kind keeps finite). */
double cml_boost_loss_start(const struct cml_boost_loss *loss);

/* sums[rows[i]] for i in [first, end): the negative gradient and the hessian
 * of the row's loss in its score, both times its weight. The hessian of logistic is at least 1e-6
 * of the weight.
 * Source: J. H. Friedman, "Greedy function approximation", 2001, section 4 (squared); J. H.
 * Friedman, T. Hastie, R. Tibshirani, "Additive logistic regression", Annals of Statistics 28,
 * 2000 (logistic). */
void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums);

/* Weighted mean of the loss. */
double cml_boost_loss_value(const struct cml_boost_loss *loss, const double *scores);

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

#endif
