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

/* Which context is ordered worst? Kendall's tau-b of each context, or the area under the ROC curve
 * of the chance that a job runs, over the repeats of a validation. */

/* Contexts of fewer jobs are in the mean, but never named as the worst: by chance alone
 * Kendall's tau of 5 unrelated pairs has a standard deviation of 0.41. */
#define CML_MIN_CONTEXT_JOBS 5

/* What is asked of a context: how well its jobs are ordered, and how well those that ran are
 * separated from those that failed. */
enum cml_context_question {
	CML_CONTEXT_ORDER,
	CML_CONTEXT_CHANCE,
	CML_CONTEXT_N_QUESTIONS,
};

struct cml_context_score {
	double sum;     /* of the score, as it counts in the mean of math/score_within.h, by
			 * jobs - 1 */
	double weight;  /* sum of jobs - 1 */
	size_t n_found; /* repeats that these sums are of; 0: the context has no score */
};

/* Zeroed is empty. */
struct cml_context_scores {
	struct cml_context_score *scores; /* by context */
	size_t n;
};

/* Jobs of a context in which one configuration alone was tested offer no choice: their context[n],
 * below n_contexts, becomes CML_NO_CONTEXT. keys[n]: of the tested jobs. */
enum cml_result cml_context_drop_single(size_t n_contexts, size_t n, const uint64_t *keys,
					size_t *context, struct cml_error *err);

/* pairs: with their contexts; Kendall's tau-b of jobs that ran, the area of launches. */
enum cml_result cml_context_scores_measure(struct cml_context_scores *scores,
					   const struct cml_score_pairs *pairs,
					   struct cml_error *err);
void cml_context_scores_release(struct cml_context_scores *scores);

/* Adds what another repeat found of the same contexts; total may be empty at first. */
enum cml_result cml_context_scores_add(struct cml_context_scores *total,
				       const struct cml_context_scores *found,
				       struct cml_error *err);

struct cml_context_summary {
	size_t n_scored; /* contexts with a score */
	size_t worst;    /* context of the least mean score, the first of equal ones, of those
			  * with CML_MIN_CONTEXT_JOBS in the mean of their repeats */
	double score;    /* of it; NaN: there is none */
	double n_jobs;   /* of it, in a repeat */
};
struct cml_context_summary cml_context_scores_summary(const struct cml_context_scores *scores);

#endif
