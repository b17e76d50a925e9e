/* Several scores of one pair of columns, each with its interval; and gates on them. */
#ifndef CML_EVAL_SCORING_H
#define CML_EVAL_SCORING_H

#include "base/error.h"
#include "base/parallel.h"
#include "math/score/bootstrap.h"
#include "math/score/score.h"
#include "math/score/score_kinds.h"

/* A list of scores. Zeroed is empty. */
struct cml_scoring {
	struct cml_score *scores;
	size_t n;
	size_t capacity;
};
void cml_scoring_release(struct cml_scoring *scoring);

/* Appends a comma-separated list; a score that is there already is passed
 * over. CML_BAD_USAGE as cml_score_parse. */
enum cml_result cml_scoring_add(struct cml_scoring *scoring, const char *list,
				struct cml_error *err);

struct cml_scored {
	double value;       /* NaN: undefined */
	double interval[2]; /* NaN: none */
};

/* The mean of those of n values that are defined, with the interval mean -+ 2
 * standard deviations over them (NaN for fewer than two). values is reordered. */
struct cml_scored cml_scored_mean(size_t n, double *values);

/* CML_BAD_DATA for a prediction that is not finite. */
enum cml_result cml_scoring_check(size_t n, const double *predicted, struct cml_error *err);

/* The pairs, and launches for the scores of these (NULL: none), to results[scoring->n]; a score
 * that does not apply is NaN. CML_BAD_DATA as cml_scoring_check, of the pairs. */
enum cml_result cml_scoring_evaluate(const struct cml_scoring *scoring,
				     const struct cml_score_pairs *pairs,
				     const struct cml_score_pairs *launches,
				     const struct cml_bootstrap *bootstrap, struct cml_pool *pool,
				     struct cml_scored *results, struct cml_error *err);

/* A gate: `kendall>=0.8`. */
struct cml_requirement {
	struct cml_score score;
	char comparison[3]; /* ">=", ">", "<=" or "<" */
	double bound;
};

/* CML_BAD_USAGE for anything but METRIC, one of the four comparisons, NUMBER. */
enum cml_result cml_requirement_parse(const char *text, struct cml_requirement *requirement,
				      struct cml_error *err);

/* False for NaN. */
bool cml_requirement_met(const struct cml_requirement *requirement, double value);

/* Jobs of a context in which one configuration alone was tested offer no choice: their context[n],
 * below n_contexts, becomes CML_NO_CONTEXT. keys[n]: of the tested jobs. */
enum cml_result cml_context_drop_single(size_t n_contexts, size_t n, const uint64_t *keys,
					size_t *context, struct cml_error *err);

#endif
