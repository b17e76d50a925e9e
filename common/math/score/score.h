/* How good are predictions? One table of metrics, each by name. */
#ifndef CML_MATH_SCORE_SCORE_H
#define CML_MATH_SCORE_SCORE_H

#include "base/error.h"
#include "base/text.h"
#include "math/score/score_kinds.h"

/* kendall, pearson, spearman, r2 (1 - SS_res / SS_tot), rmse, mape (mean of |a - p| / |a|, over
 * a != 0, as a fraction); of predicted intervals interval-coverage (fraction of the actual values
 * inside, ends included) and interval-width (median of (hi - lo) / |a|, over a != 0); and those of
 * score_kinds.h. */
extern const struct cml_score_kind cml_score_kinds[];
extern const size_t cml_n_score_kinds;

/* Parses `kendall`, `regret@10` or, of jobs that ran and of chances,
 * `kendall-within`.
 * CML_BAD_USAGE with the known names. */
enum cml_result cml_score_parse(struct cml_slice text, struct cml_score *score,
				struct cml_error *err);

/* Whether pairs like these have what the score needs; launches have only the scores of launches. */
bool cml_score_applies(const struct cml_score *score, const struct cml_score_pairs *pairs);

/* Cuts an interval of values of the kind to the values that there are: a mean of fractions is no
 * more than 1. NaN stays. */
void cml_score_clip(const struct cml_score_kind *kind, double interval[2]);

/* NaN where it does not apply. */
enum cml_result cml_score_evaluate(const struct cml_score *score,
				   const struct cml_score_pairs *pairs, double *value,
				   struct cml_error *err);

#endif
