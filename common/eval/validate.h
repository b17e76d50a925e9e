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
