/* Pairs of values of two contexts that jobs had together, such as a model and a number of devices:
 * where a log has few pairs that stand alone, one that it does not have is news.
 *
 * Two contexts are looked at if leaving out a configuration rarely takes away its pair, while both
 * of its values stay known: of all pairs of contexts looked at, the one with the fewest such
 * configurations first, at most one configuration in twenty loses any. Where nearly every job has a
 * combination of its own, a new one says nothing. Source: what is left out stands for what comes
 * next, as in I. J. Good, "The population frequencies of species and the estimation of population
 * parameters", Biometrika 40, 1953. */
#ifndef CML_MODEL_SUPPORT_CONTEXT_PAIRS_H
#define CML_MODEL_SUPPORT_CONTEXT_PAIRS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/data/dataset.h"

/* Contexts of more values are not looked at, nor are more contexts. */
#define CML_CONTEXT_VALUES 64
#define CML_CONTEXT_COLUMNS 32
/* Fewer configurations say nothing of one in twenty. */
#define CML_CONTEXT_MIN_CONFIGS 20

/* The features of a context. */
struct cml_context_span {
	size_t first, n; /* n > 1: a feature for each level */
};

/* The values of a context. */
struct cml_context_values {
	struct cml_context_span at;
	size_t n;                         /* 0: it is not looked at */
	float values[CML_CONTEXT_VALUES]; /* n, ascending; of levels their positions */
	uint64_t known;                   /* by value: a job had it */
};

/* Two contexts, a < b. */
struct cml_context_pair {
	size_t a, b;
	uint64_t seen[CML_CONTEXT_VALUES]; /* by value of a; bits by value of b */
};

/* Zeroed is empty: every pair is known. */
struct cml_context_pairs {
	size_t n_columns, n_pairs;
	struct cml_context_values *columns;
	struct cml_context_pair *pairs;
};

/* What the jobs of data had. columns[n_columns] lie within the features. O(rows x columns +
 * configurations x pairs of columns). What pairs owns is the caller's to release, on failure too.
 */
enum cml_result cml_context_pairs_learn(struct cml_context_pairs *pairs,
					const struct cml_dataset *data,
					const struct cml_context_span *columns, size_t n_columns,
					struct cml_error *err);
/* The same contexts as of `like`, and what the jobs of data had of them. */
enum cml_result cml_context_pairs_relearn(struct cml_context_pairs *pairs,
					  const struct cml_context_pairs *like,
					  const struct cml_dataset *data, struct cml_error *err);
void cml_context_pairs_release(struct cml_context_pairs *pairs);

/* The value that x, one row, has of a column; CML_CONTEXT_VALUES: none, or another. */
size_t cml_context_value(const struct cml_context_pairs *pairs, size_t column, const float *x);

/* Whether a job would be the first to have this pair of values: the numbers of both contexts, or
 * the positions of their levels. In place of a number that no job had stand those next to it on
 * both sides, none of which jobs had together then. Levels that no job had, and missing values
 * (NaN), are no pair. */
bool cml_context_pair_is_new(const struct cml_context_pairs *pairs, size_t pair, float a, float b);

/* A pair of values in short: that of the first pair of contexts that is new to the job of x, one
 * row; CML_CONTEXT_KNOWN: none is. Allocates nothing. */
#define CML_CONTEXT_KNOWN SIZE_MAX
size_t cml_context_pairs_find(const struct cml_context_pairs *pairs, const float *x);

/* Little-endian bytes, and back, off the front of *bytes; false: out of memory, or bytes that are
 * no such pairs. */
bool cml_context_pairs_put(const struct cml_context_pairs *pairs, struct cml_buffer *out);
bool cml_context_pairs_take(struct cml_slice *bytes, size_t n_features,
			    struct cml_context_pairs *pairs);

#endif
