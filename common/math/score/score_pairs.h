/* What scores are, and what they are computed of. */
#ifndef CML_MATH_SCORE_SCORE_PAIRS_H
#define CML_MATH_SCORE_SCORE_PAIRS_H

#include "base/error.h"

/* What is scored: n jobs that ran, or n launches, of which some failed. */
struct cml_score_pairs {
	size_t n;
	const double *actual;    /* n finite numbers, in the metric's unit; of a launch that
				  * failed NaN */
	const double *predicted; /* n finite numbers; of launches the chance that each runs, in
				  * [0, 1], NULL: unknown */
	const double *lo;        /* n finite numbers: interval of each prediction; NULL: none */
	const double *hi;        /* likewise, not below lo; set where lo is */
	bool maximize;           /* large actual values are good */
	const double *worth;     /* n numbers that launches go by, larger first; NULL: these are
				  * jobs that ran */
	const size_t *context;   /* n numbers below n_contexts: jobs of equal number are compared
				  * with each other (math/score_within.h), or CML_NO_CONTEXT: with
				  * no job; NULL: not known */
	size_t n_contexts;
};
#define CML_NO_CONTEXT SIZE_MAX

/* The arrays of numbers above: actual, predicted, lo, hi, worth. */
#define CML_SCORE_COLUMNS 5

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
	bool at_k; /* its name ends in @ and a number of rows */
	enum cml_score_better better;
	bool need_interval;
	bool of_launches; /* jobs that failed count too */
	bool need_chance; /* that a launch runs */
	enum cml_score_range range;
	cml_score_function *evaluate;
};

/* A metric with its argument: `kendall`, `top-recall@10`, `regret-within@1`. */
struct cml_score {
	const struct cml_score_kind *kind;
	size_t k;
	bool within;   /* its mean over contexts, math/score_within.h */
	char name[40]; /* as printed: `regret@10` */
};

#endif
