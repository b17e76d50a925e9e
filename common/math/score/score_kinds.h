/* The metrics that are longer than a few lines. */
#ifndef CML_MATH_SCORE_SCORE_KINDS_H
#define CML_MATH_SCORE_SCORE_KINDS_H

#include "base/error.h"

/* What scores are, and what they are computed of. */

/* What is scored: n jobs that ran, or n launches, of which some failed. */
struct cml_score_pairs {
	size_t n;
#define CML_SCORE_COLUMNS 5
	union {
		struct {
			const double *actual;    /* n finite numbers, in the metric's unit; of a
						  * launch that failed NaN */
			const double *predicted; /* n finite numbers; of launches the chance that
						  * each runs, in [0, 1], NULL: unknown */
			const double *worth;     /* n numbers that launches go by, larger first;
						  * NULL: these are jobs that ran */
			const double *lo, *hi;   /* n finite numbers each: interval of each
						  * prediction; NULL: none */
		};
		const double *columns[CML_SCORE_COLUMNS]; /* the same */
	};
	bool maximize;         /* large actual values are good */
	const size_t *context; /* n numbers below n_contexts: jobs of equal number are compared
				* with each other (math/score_within.h), or CML_NO_CONTEXT: with no
				* job; NULL: not known */
	size_t n_contexts;
};
#define CML_NO_CONTEXT SIZE_MAX

/* sample becomes pairs of n rows in numbers[CML_SCORE_COLUMNS * n], to be filled by
 * cml_score_pairs_copy; without contexts. */
void cml_score_pairs_view(struct cml_score_pairs *sample, const struct cml_score_pairs *pairs,
			  size_t n, double *numbers);

/* Row `from` of pairs to row `to` of n in numbers[CML_SCORE_COLUMNS * n]. */
void cml_score_pairs_copy(const struct cml_score_pairs *pairs, size_t from, size_t n,
			  double *numbers, size_t to);

/* Rows [first, first + n) of pairs, as views, without contexts. */
struct cml_score_pairs cml_score_pairs_part(const struct cml_score_pairs *pairs, size_t first,
					    size_t n);

/* value: NaN where the metric is undefined (n too small, constant column).
 * k: the number after the @; 0 where there is none. */
typedef enum cml_result cml_score_function(const struct cml_score_pairs *pairs, size_t k,
					   double *value, struct cml_error *err);

enum cml_score_better { CML_SCORE_HIGHER, CML_SCORE_LOWER, CML_SCORE_NEITHER };

/* The values that a score can have. */
enum cml_score_range {
	CML_SCORE_FROM_0,   /* 0 or more */
	CML_SCORE_FRACTION, /* 0 to 1 */
	CML_SCORE_UP_TO_1,
	CML_SCORE_CORRELATION, /* -1 to 1; 0: the predictions say nothing about the order */
};

struct cml_score_kind {
	const char *name;
	cml_score_function *evaluate;
	enum cml_score_better better;
	enum cml_score_range range;
	bool at_k; /* its name ends in @ and a number of rows */
	bool need_interval;
	bool of_launches; /* jobs that failed count too */
	bool need_chance; /* that a launch runs */
};

/* A metric with its argument: `kendall`, `top-recall@10`, `regret-within@1`. */
struct cml_score {
	const struct cml_score_kind *kind;
	size_t k;
	bool within;   /* its mean over contexts, math/score_within.h */
	char name[40]; /* as printed: `regret@10` */
};

/* Of the best jobs; better means larger for maximize, smaller otherwise.
 *
 * top_recall: fraction of the actual best k that are among the predicted best k;
 * ties at the border give the expected fraction under random order.
 *
 * regret: (best actual - best actual among the predicted best k) / |best
 * actual|, 0 is perfect; ties in the prediction: the first rows count. NaN when
 * the best is 0.
 *
 * Both need more than k rows, and are NaN otherwise: among k or fewer every
 * choice is perfect. */
cml_score_function cml_score_top_recall, cml_score_regret;

/* Of the chance that a launch runs, c, with o = 1 for one that ran and 0 for one that failed;
 * NaN for n = 0:
 *
 * ok_auc: area under the ROC curve of c (cml_auc).
 * ok_brier: mean of (c - o)^2. Proper; lower is better.
 * ok_calibration: expected calibration error. Over ten bins of c, [0, 0.1), ..., [0.9, 1], the
 * sum of (launches in the bin / n) |mean of c - mean of o|; lower is better.
 *
 * Source: G. W. Brier, "Verification of forecasts
 * expressed in terms of probability", Monthly Weather Review 78, 1950; M. P. Naeini, G. F. Cooper,
 * M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015. */
cml_score_function cml_score_ok_auc, cml_score_ok_brier, cml_score_ok_calibration;

/* Of the k launches of the largest worth; equal ones at the border come in random order, and the
 * value is the expected one. Both need more than k launches, and are NaN otherwise.
 *
 * wasted: how many of them failed.
 * best: the best actual of them as a fraction of the best of all launches, in [0, 1]: a / best for
 * maximize, best / a otherwise; a launch that failed brings 0. NaN when the best is not above 0. */
cml_score_function cml_score_wasted, cml_score_best;

#endif
