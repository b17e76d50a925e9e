/* Can a predictor be trusted? Train on one part of a history, test on the
 * other, again and again. */
#ifndef CML_EVAL_VALIDATE_H
#define CML_EVAL_VALIDATE_H

#include "base/error.h"
#include "base/parallel.h"
#include "eval/scoring.h"
#include "eval/split.h"
#include "eval/validation_set.h"
#include "math/score/bootstrap.h"
#include "model/model.h"

/* Which columns does a model live on? How much its scores drop when the values of
 * one column are shuffled among jobs it was not trained on. */

/* Everything a measurement depends on. */
struct cml_importance {
	const struct cml_model *model;
	const struct cml_validation_set *set; /* with its values kept */
	const struct cml_dataset *tested;     /* pairs->n rows of it */
	const size_t *rows;                   /* their row numbers in the set */
	const struct cml_score_pairs *pairs;  /* as predicted, nothing shuffled */
	const struct cml_scoring *scoring;
	size_t n_permutations; /* > 0 */
	uint64_t seed;         /* permutation r draws from stream r of this seed, the same
				* permutation for every column */
};

/* The columns that are shuffled, params and contexts, in the order of the space:
 * slots[space->n_key]. */
void cml_importance_columns(const struct cml_space *space, size_t *slots);

/* Shuffles the raw values of each column in turn, n_permutations times, and
 * everything made of them follows: all its one-hot features together, derived
 * columns, and whether conditional columns are active. Rules may break. A mixed job
 * without features (an undefined expression, a logarithm of 0) keeps its own.
 *
 * drops[n_columns * scoring->n], by column, then score: the mean over the
 * permutations of what the score loses, as a positive number where it gets worse,
 * with the interval mean -+ 2 standard deviations over the permutations (NaN for
 * one). Exactly 0 for a column of which the model uses nothing. NaN for a score
 * that has no better side, does not apply, or is undefined, and for one inside contexts with a
 * column that has one value in each of them.
 * The same for every number of threads. Memory: for each thread the features of the
 * tested rows. CML_BAD_DATA for a prediction that is not finite.
 * Source: L. Breiman, "Random forests", Machine Learning 45, 2001, section 10; A.
 * Fisher, C. Rudin, F. Dominici, "All models are wrong, but many are useful", JMLR
 * 20(177), 2019. */
enum cml_result cml_importance_measure(const struct cml_importance *importance,
				       struct cml_pool *pool, struct cml_scored *drops,
				       struct cml_error *err);

struct cml_validation {
	const struct cml_split_spec *split; /* bound to the set */
	size_t n_repeats;
	const size_t *sizes; /* learning curve: training rows to use, > 0, ascending; NULL: all */
	size_t n_sizes;
	const struct cml_model_spec *model; /* its seed is not used: that of repeat r is seed + r */
	const struct cml_scoring *scoring;
	bool within; /* scores inside contexts are wanted: the set has contexts */
	const struct cml_scoring *importance; /* NULL: not wanted */
	size_t n_permutations;                /* see struct cml_importance */
	bool keeps_points;                    /* the predictions of tested jobs are wanted */
	struct cml_bootstrap bootstrap;
	uint64_t seed;
	struct cml_pool *pool;
	/* Called now and then from the calling thread; counts trained models. NULL:
	 * not wanted. */
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* What came of one size and repeat. */
struct cml_validation_outcome {
	size_t n_train;
	size_t n_failed_train;
	size_t n_wasteful; /* of the tested jobs: failed or broke a limit */
	bool lacks_limits; /* of jobs to train on none reports a limit that others report */
	/* Of the n_test jobs that ran, then of the n_failed_test that failed; kept after scoring
	 * only where points are wanted. */
	struct cml_arena predictions; /* these: */
	double *actual, *predicted, *sd, *lo, *hi;
	double *worth;             /* as launches; set where launches are scored, and so is ... */
	double *chance;            /* ... this; NaN: not learned */
	bool with_interval;        /* every tested job that ran has one */
	struct cml_scored *scored; /* by score; a score that does not apply is NaN */
	struct cml_scored *drops;  /* by column, then score of importance; NULL: not wanted */
	struct cml_arena arena;
};

/* Zeroed is empty. */
struct cml_validation_results {
	const struct cml_validation *validation;
	const struct cml_space *space;
	bool scores_launches; /* failed jobs are in the set, and their scores wanted */
	bool learns_chance;   /* and the chance to run was learned */
	bool tests_the_same;  /* in every repeat: a split by time or scale */
	size_t n_sizes;
	struct cml_split *splits; /* by repeat */
	size_t n_outcomes;
	struct cml_validation_outcome *outcomes; /* size * n_repeats + repeat: one training */
};

/* Runs every repeat and size, in parallel over them (each training on one
 * thread; fewer of them than threads: one after the other, each on all). Sizes larger than a
 * split's training side are CML_BAD_USAGE. Memory: for each thread a copy of the data and a model;
 * for each repeat and size the predictions of its tested jobs. *results are to be released, on
 * failure too. */
enum cml_result cml_validate(const struct cml_validation *validation,
			     const struct cml_validation_set *set,
			     struct cml_validation_results *results, struct cml_error *err);
void cml_validation_results_release(struct cml_validation_results *results);

#endif
