/* Can a predictor be trusted? Train on one part of a history, test on the
 * other, again and again. */
#ifndef CML_EVAL_VALIDATE_H
#define CML_EVAL_VALIDATE_H

#include "base/error.h"
#include "base/parallel.h"
#include "eval/scoring.h"
#include "eval/split.h"
#include "eval/validate_report.h"
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
	const struct cml_scoring *importance; /* asked for when the sink takes drops, as ... */
	size_t n_permutations;                /* ... this: see struct cml_importance */
	struct cml_bootstrap bootstrap;
	uint64_t seed;
	struct cml_pool *pool;
	/* Called now and then from the calling thread; counts trained models. NULL:
	 * not wanted. */
	void (*progress)(void *context, size_t done, size_t total);
	void *progress_context;
};

/* Runs every repeat and size, in parallel over them (each training on one
 * thread; fewer of them than threads: one after the other, each on all), and
 * hands the results to sink in order: sizes, then repeats, then scores, the
 * summary rows of a size after its repeats. Sizes larger than a split's
 * training side are CML_BAD_USAGE. Scores that do not apply are left out: those
 * of intervals unless every tested job has one. Of importance, those without a better side too.
 * Drops come after the scores of their repeat, or with the summary, by column, then score. Memory:
 * for each thread a copy of the data and a model; for each repeat and size the predictions of its
 * tested jobs. */
enum cml_result cml_validate(const struct cml_validation *validation,
			     const struct cml_validation_set *set,
			     const struct cml_validation_sink *sink, struct cml_error *err);

#endif
