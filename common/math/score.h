/* How good are predictions? One table of metrics, each by name. */
#ifndef CML_MATH_SCORE_H
#define CML_MATH_SCORE_H

#include "base/error.h"
#include "base/text.h"
#include "math/score_kinds.h"

#include <stdbool.h>
#include <stddef.h>

/* What follows the @ of a metric's name. */
enum cml_score_argument {
	CML_SCORE_PLAIN,   /* nothing */
	CML_SCORE_AT_K,    /* a number of rows */
	CML_SCORE_MAY_K,   /* that, or nothing: all rows */
	CML_SCORE_PERCENT, /* a whole number from 1 to 99 */
};

enum cml_score_better { CML_SCORE_HIGHER, CML_SCORE_LOWER, CML_SCORE_NEITHER };

struct cml_score_kind {
	const char *name;
	const char *doc; /* one line, with formula */
	enum cml_score_argument argument;
	enum cml_score_better better;
	bool need_unit; /* predictions must be in the metric's unit, not scores */
	bool need_sd;
	bool of_launches; /* jobs that failed count too */
	bool need_chance; /* that a launch runs */
	cml_score_function *evaluate;
};

/* A metric with its argument: `kendall`, `top-recall@10`. */
struct cml_score {
	const struct cml_score_kind *kind;
	size_t argument;
	char name[40]; /* as printed: `regret@10` */
};

/* kendall, pearson, spearman, r2 (1 - SS_res / SS_tot), rmse, mape (mean of
 * |a - p| / |a|, over a != 0, as a fraction), and those of
 * score_kinds.h. */
extern const struct cml_score_kind cml_score_kinds[];
extern const size_t cml_n_score_kinds;

/* Parses `kendall`, `regret@10` or `coverage@90`. CML_BAD_USAGE with the known
 * names. */
enum cml_result cml_score_parse(struct cml_slice text, struct cml_score *score,
				struct cml_error *err);

/* Whether pairs like these have what the score needs; launches have only the scores of launches. */
bool cml_score_applies(const struct cml_score *score, const struct cml_score_pairs *pairs);

/* NaN where it does not apply. */
enum cml_result cml_score_evaluate(const struct cml_score *score,
				   const struct cml_score_pairs *pairs, double *value,
				   struct cml_error *err);

#endif
