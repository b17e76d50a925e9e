/* How good are predictions? One table of metrics, each by name. */
#ifndef CML_MATH_SCORE_H
#define CML_MATH_SCORE_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* A metric with its parameter: `kendall`, `top-recall@10`. */
struct cml_score {
	const struct cml_score_kind *kind;
	size_t k;      /* for metrics at k, else 0 */
	char name[32]; /* as printed: `regret@10` */
};

/* actual, predicted: n finite numbers each, in the metric's unit.
 * maximize: whether large actual values are good (only regret and recall ask).
 * value: NaN where the metric is undefined (n too small, constant column). */
struct cml_score_kind {
	const char *name;
	const char *doc; /* one line, with formula */
	bool at_k;       /* takes @k */
	bool need_unit;  /* predictions must be in the metric's unit, not scores */
	enum cml_status (*evaluate)(size_t n, const double *actual, const double *predicted,
				    bool maximize, size_t k, double *value, struct cml_error *err);
};

/* kendall, pearson, spearman, r2 (1 - SS_res / SS_tot), rmse, mape (mean of
 * |a - p| / |a|, over a != 0, as a fraction), top-recall@k (share of the
 * actual best k that are among the predicted best k; ties at the border give
 * the expected share under random order), regret@k ((best actual - best actual
 * among the predicted best k) / |best actual|, 0 is perfect; ties in the
 * prediction: the first rows count). Those at k need more than k rows: among k
 * or fewer every order is perfect. evaluate is called with 0 < k < n. */
extern const struct cml_score_kind cml_score_kinds[];
extern const size_t cml_n_score_kinds;

/* Parses `kendall` or `regret@10`. CML_BAD_USAGE with the known names. */
enum cml_status cml_score_parse(struct cml_slice text, struct cml_score *score,
				struct cml_error *err);

enum cml_status cml_score_evaluate(const struct cml_score *score, size_t n, const double *actual,
				   const double *predicted, bool maximize, double *value,
				   struct cml_error *err);

#endif
