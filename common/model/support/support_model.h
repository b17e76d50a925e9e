/* What a support consists of. Room of support.h. */
#ifndef CML_MODEL_SUPPORT_SUPPORT_MODEL_H
#define CML_MODEL_SUPPORT_SUPPORT_MODEL_H

#include "model/support/support.h"

#define CML_SUPPORT_EDGES (CML_SUPPORT_BINS - 1)
/* Rows that scales, and how common values are, come from: so many from all over the log. */
#define CML_SUPPORT_SAMPLE 65536

/* The jobs whose code of a context is at; the first condition: all jobs. */
struct cml_support_condition {
	size_t context; /* CML_SUPPORT_NONE: none */
	float at;
};

/* Bins of b that are not covered together with one of a. */
struct cml_support_pair {
	size_t a, b;
	size_t bin;
	uint64_t outside; /* bits by bin of b */
};

struct cml_support {
	uint64_t n_jobs;
	size_t n_columns;
	struct cml_support_column *columns;

	size_t n_conditions;
	struct cml_support_condition *conditions; /* by context, at ascending, missing last */
	size_t *first_condition; /* n_columns + 1: of each context, its conditions */
	float *lo, *hi;          /* n_conditions x n_columns; lo > hi: no job has a number */
	size_t *first_word;      /* n_columns + 1: in levels */
	uint64_t *levels;        /* n_conditions x first_word[n_columns]: which occur */

	size_t *n_edges; /* n_columns */
	float *edges;    /* n_columns x CML_SUPPORT_EDGES, ascending */
	size_t n_pairs;
	struct cml_support_pair *pairs;

	uint64_t n_failed_jobs;
	size_t n_failed;       /* configurations kept of those that failed, by key */
	uint32_t *failed_runs; /* n_failed: how many jobs of each */
	uint32_t *crashes;     /* of these, not for want of memory */
	float *failed;         /* n_failed x n_columns: codes */

	size_t n_near;
	uint64_t *keys;
	double *values;
	float *codes; /* n_columns x n_near: column after column, 0 for derived ones */
	float
	    *weights; /* n_columns: 1 / sd of a number, what a different level adds; 0: constant */
};

/* Memory for what is filled in next: conditions (with the first, the whole log); near jobs. */
bool cml_support_reserve_conditions(struct cml_support *support, size_t n);
bool cml_support_reserve_near(struct cml_support *support, size_t n);
bool cml_support_reserve_failed(struct cml_support *support, size_t n);

static inline uint64_t *cml_support_levels(const struct cml_support *support, size_t condition,
					   size_t column)
{
	return support->levels + condition * support->first_word[support->n_columns] +
	       support->first_word[column];
}

/* Row i of a sample of n rows of the log, evenly spread; all rows where n is their number. */
static inline size_t cml_support_sample_row(const struct cml_dataset *data, size_t n, size_t i)
{
	return n == data->n_rows ? i : (size_t)((double)i / (double)n * (double)data->n_rows);
}

static inline size_t cml_support_sample_size(const struct cml_dataset *data, size_t most)
{
	return data->n_rows < most ? data->n_rows : most;
}

/* The condition of a context whose code is this; 0: there is none. */
size_t cml_support_find(const struct cml_support *support, size_t context, float code);

/* Whether a column is looked at in pairs, and the bin of a code, below 64. */
bool cml_support_is_paired(const struct cml_support *support, size_t column);
size_t cml_support_bin(const struct cml_support *support, size_t column, float code);

/* Fills pairs; the measured jobs. */
enum cml_result cml_support_learn_pairs(struct cml_support *support, const struct cml_dataset *data,
					struct cml_error *err);
enum cml_result cml_support_learn_near(struct cml_support *support, const struct cml_dataset *data,
				       struct cml_error *err);

#endif
