/* Which columns does a model live on? How much its scores drop when the values of
 * one column are shuffled among jobs it was not trained on. */
#ifndef CML_EVAL_IMPORTANCE_H
#define CML_EVAL_IMPORTANCE_H

#include "base/error.h"
#include "base/parallel.h"
#include "eval/scoring.h"
#include "eval/validation_set.h"
#include "model/model.h"

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

#endif
