/* What a log covers: the ranges and levels of its columns, in the log and within each value of
 * a context; pairs of values that never occur together though both are common; and the measured
 * jobs themselves, for the one closest to a configuration; and the jobs that failed, which cover
 * nothing.
 *
 * Rows are features as a predictor reads them. A column is one number, or the one-hot features of
 * one setting. A number is covered between the smallest and the largest that jobs have, a level
 * if a job has it, a missing value if a job misses it: in the log, and among the jobs with the
 * same value of any one context (of a context: of any one context before it). A pair of values is
 * not covered if no job has both, although so many have each that, were the two columns
 * independent, ln(pairs / 0.05) jobs or more would be expected to have both: of configurations
 * whose settings are drawn independently, each as often as in the log, at most about one in twenty
 * is outside because of a pair. Of levels that all miss one value of the other column, the jobs
 * count together, for one of all sets of levels. Numbers are put into at most CML_SUPPORT_BINS bins
 * for that. Source of the bound: the chance that a Poisson number of mean m is 0 is exp(-m); C. E.
 * Bonferroni, 1936 (over all pairs). */
#ifndef CML_MODEL_SUPPORT_SUPPORT_H
#define CML_MODEL_SUPPORT_SUPPORT_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "learn/data/dataset.h"
#include "learn/predictor/model_bytes.h"

enum cml_support_role {
	CML_SUPPORT_PARAM,
	CML_SUPPORT_CONTEXT, /* given: what is covered is asked within it */
	CML_SUPPORT_DERIVED, /* follows from others: looked at where these are covered */
};

struct cml_support_column {
	enum cml_support_role role;
	size_t first;    /* its first feature */
	size_t n_levels; /* one-hot features; 0: one number */
};

/* Ranges and levels are kept within each value of a context of no more values than this. */
#define CML_SUPPORT_CONTEXT_VALUES 1024
/* Bins of a number in pairs; columns of more levels than CML_SUPPORT_PAIR_LEVELS, and tables of
 * more columns than CML_SUPPORT_PAIR_COLUMNS, are not looked at in pairs. */
#define CML_SUPPORT_BINS 8
#define CML_SUPPORT_PAIR_LEVELS 62
#define CML_SUPPORT_PAIR_COLUMNS 128
/* Configurations kept for cml_support_near. */
#define CML_SUPPORT_NEAR 2048

struct cml_support;

/* Learns from data's rows, one or more. columns[n_columns] are copied, and lie within the
 * features. Of more configurations than CML_SUPPORT_NEAR, contexts give one after the other in
 * turn, each in the order of hashes of its keys; the metric of one that ran several times is the
 * median (of an even number the lower one in the middle). O(rows x features), and for pairs
 * that a first part of the rows does not settle, O(rows) each. */
enum cml_result cml_support_train(struct cml_support **support, const struct cml_dataset *data,
				  const struct cml_support_column *columns, size_t n_columns,
				  struct cml_error *err);
void cml_support_free(struct cml_support *support); /* NULL is allowed */

/* Of a support with these columns and nothing else (NULL: out of memory), which is how one is
 * read. */
struct cml_support *cml_support_new(const struct cml_support_column *columns, size_t n_columns);
void cml_support_fields(struct cml_fields *fields, void *state);

size_t cml_support_n_columns(const struct cml_support *support);
const struct cml_support_column *cml_support_column(const struct cml_support *support,
						    size_t column);

/* A row in short, codes[n_columns] of the features x: the number, or the position of the level,
 * after the last one for none. */
void cml_support_encode(const struct cml_support *support, const float *x, float *codes);

/* A way in which a row leaves the log. */
struct cml_support_finding {
	size_t column;
	size_t other;     /* CML_SUPPORT_NONE; or the column with whose value it never occurs */
	size_t condition; /* of a column alone: whose jobs do not cover it; 0: any of the log */
};
#define CML_SUPPORT_NONE SIZE_MAX

/* Looks at rows, one after the other; for one thread. Zeroed is empty. */
struct cml_support_probe {
	const struct cml_support *support; /* outlives the probe */
	float *codes;                      /* n_columns: of the row looked at */
	unsigned char *bins;               /* n_columns, for pairs */
	struct cml_support_finding *found; /* n_columns */
	size_t n_found;
	float *distance; /* of jobs kept, and of their contexts */
	size_t near;     /* the measured job that cml_support_near found */
};
enum cml_result cml_support_probe_init(struct cml_support_probe *probe,
				       const struct cml_support *support, struct cml_error *err);
void cml_support_probe_release(struct cml_support_probe *probe);

/* Whether a row of features x is covered; if not, how it leaves the log is in found[n_found]:
 * columns in order, then pairs of which neither column is among them, those of contexts first.
 * Derived columns are only named where nothing else is. Allocates nothing. */
bool cml_support_covers(struct cml_support_probe *probe, const float *x);

/* After cml_support_covers: leaves out what was found of given columns alone (is_given[n_columns];
 * a pair of columns is left out where both are), and tells whether nothing else was. */
bool cml_support_excuse(struct cml_support_probe *probe, const bool *is_given);

/* As cml_support_covers of one column, which is no derived one, with contexts as in codes; found is
 * about it alone. */
bool cml_support_covers_column(struct cml_support_probe *probe, const float *codes, size_t column);

/* Of a column of numbers: lo <= hi, between which it is covered, with contexts as in codes; false
 * where nothing is. */
bool cml_support_range(const struct cml_support *support, const float *codes, size_t column,
		       float *lo, float *hi);

/* The configuration measured nearest to the row that the probe looked at last: nearest in its
 * contexts, and of these in its params. A number adds the squared difference of standard
 * scores, 2 where one of both misses it; levels that differ add what makes the mean over two jobs
 * of the log 2, as it is for numbers. Equal distances: the first kept. Allocates nothing;
 * O(jobs kept x columns). */
void cml_support_near(struct cml_support_probe *probe, uint64_t *key, double *value);

/* How many jobs failed (oom, timeout, failed) of those that have these codes in n columns; of these
 * *n_crashed not for want of memory. *is_all:
 * all that failed are known; otherwise those of CML_SUPPORT_NEAR configurations. O(configurations
 * that failed x n). */
size_t cml_support_count_failed(const struct cml_support *support, size_t n, const size_t *columns,
				const float *codes, size_t *n_crashed, bool *is_all);

/* Measured jobs kept, and the code of one of them in a column that is no derived one. */
size_t cml_support_n_near(const struct cml_support *support);
float cml_support_near_code(const struct cml_support *support, size_t near, size_t column);

/* What the jobs of a condition cover of a column. */
struct cml_support_cover {
	size_t context;         /* the context; CML_SUPPORT_NONE: the whole log */
	float at;               /* its code */
	float lo, hi;           /* a number; NaN: all miss it */
	const uint64_t *levels; /* bits by position; bit n_levels: missing. Of a number: bit 0 */
};
void cml_support_cover(const struct cml_support *support, size_t condition, size_t column,
		       struct cml_support_cover *cover);

#endif
