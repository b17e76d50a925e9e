/* What boosting minimises: gradients by row, the score to start from, the
 * value of a leaf. */
#ifndef CML_LEARN_TREES_BOOST_LOSS_H
#define CML_LEARN_TREES_BOOST_LOSS_H

#include "base/error.h"
#include "base/parallel.h"
#include "base/random.h"
#include "learn/growth/grow.h"
#include "learn/growth/histogram.h"
#include "math/weighted_quantile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Those of loss, in its order, then those that no option names. */
enum cml_boost_loss_kind {
	CML_LOSS_SQUARED,  /* (y - F)^2 / 2 */
	CML_LOSS_HUBER,    /* squared up to delta, linear beyond; delta is a quantile of |y - F| */
	CML_LOSS_RANK,     /* log(1 + exp(F_low - F_high)) over pairs with y_low < y_high */
	CML_LOSS_LOGISTIC, /* log(1 + exp(F)) - y F: y is 0 or 1, F the log-odds of 1 */
};

/* Pairs of the rank loss: in every round each row is compared with the rows
 * CML_RANK_SHIFTS places further on, and as many before it, in an order
 * shuffled once; the distances are drawn anew each round, so that in the long
 * run all pairs are seen equally often at a cost linear in the rows. Up to
 * 2 * CML_RANK_SHIFTS + 1 rows, all pairs are taken in every round. */
#define CML_RANK_SHIFTS 8

/* y and weight are by row number; only rows[0..n_rows) take part. Everything
 * pointed to must outlive the loss. */
struct cml_boost_loss {
	enum cml_boost_loss_kind kind;
	const double *y;
	const double *weight;
	const uint32_t *rows;
	size_t n_rows;
	double mean_weight;
	double huber_quantile;
	double delta;    /* Huber, this round */
	uint32_t *order; /* rank: a shuffle of places in rows */
	uint32_t *place; /* rank: its inverse */
	size_t shifts[CML_RANK_SHIFTS];
	size_t n_shifts;
	struct cml_weighted *scratch; /* Huber: n_rows */
};

/* The shuffle of the rank loss is drawn from random. */
enum cml_result cml_boost_loss_init(struct cml_boost_loss *loss, enum cml_boost_loss_kind kind,
				    struct cml_random *random, struct cml_error *err);
void cml_boost_loss_release(struct cml_boost_loss *loss);

/* The score that every row starts from: the weighted mean, the weighted median
 * for Huber (the midpoint where two values qualify), 0 for rank, the log-odds of the
 * weighted mean for logistic (which half a row of the other kind keeps finite). */
double cml_boost_loss_start(struct cml_boost_loss *loss);

/* Fixes what a round needs from the scores (by row number): Huber's delta, the
 * pairs of rank, drawn from random. */
void cml_boost_loss_begin_round(struct cml_boost_loss *loss, const double *scores,
				struct cml_random *random);

/* sums[rows[i]] for i in [first, end): the negative gradient and the hessian
 * of the row's loss in its score, both times its weight. Huber's hessian is its
 * weight (its leaves have a rule of their own). A hessian of rank is at least
 * 1 % of the pairs' weight, and so never 0: it bounds Newton's step where a
 * pair is hopelessly in the wrong order. That of logistic is at least 1e-6 of the
 * weight.
 * Source: J. H. Friedman, "Greedy function approximation", 2001, section 4
 * (squared, Huber); C. Burges et al., "Learning to rank using gradient descent",
 * ICML 2005 (RankNet); J. H. Friedman, T. Hastie, R. Tibshirani, "Additive logistic
 * regression", Annals of Statistics 28, 2000 (logistic). */
void cml_boost_loss_gradients(const struct cml_boost_loss *loss, const double *scores, size_t first,
			      size_t end, cml_gradient_sum *sums);

/* Weighted mean of the loss. Huber's delta and the pairs are those of the last
 * cml_boost_loss_begin_round. */
double cml_boost_loss_value(const struct cml_boost_loss *loss, const double *scores);

/* The value of a leaf that holds n rows (numbers in rows): the weighted median
 * of the residuals plus the weighted mean of what lies around it, cut at delta;
 * all of it shrunk by weight / (weight + l2), as other leaves are. scratch is for
 * n values. Source: Friedman 2001, algorithm 4. */
double cml_boost_loss_huber_leaf(const struct cml_boost_loss *loss, const double *scores,
				 const uint32_t *rows, size_t n, double l2,
				 struct cml_weighted *scratch);

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
