/* Rows to learn from: features, target, weight, key. */
#ifndef CML_LEARN_DATA_DATASET_H
#define CML_LEARN_DATA_DATASET_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/memory.h"
#include "table/table_reader.h"

/* Rows are the jobs with a target. Those that ended as oom, timeout or failed, and jobs that
 * report a limit without a target, are kept apart, in failed; infra and cancelled are counted
 * otherwise, not kept. Zeroed is empty. Features are float: 24 bits distinguish configurations, and
 * the matrix is held once. */
struct cml_dataset {
	size_t n_rows;
	size_t n_features;
	size_t capacity;
	struct cml_arena arena;     /* holds the names */
	const char **feature_names; /* n_features */
	float *x;                   /* n_rows x n_features, row after row; NaN: missing */
	double *y;                  /* n_rows, the metric in its unit */
	double *weight;             /* n_rows, > 0; rows of weight 0 are not kept */
	uint64_t *keys;             /* n_rows, key of the configuration */
	size_t n_limits;            /* measured limits of the space, and a second metric */
	bool has_second;            /* the last of them is a second metric */
	const char **limit_names;   /* n_limits, in arena */
	double *limits;             /* n_rows x n_limits, measured; NaN: not reported */
	/* Jobs that failed by themselves, or that ended as infra or cancelled and report a limit,
	 * with the same features and limits; the y of one is its enum cml_job_status. NULL: none.
	 */
	struct cml_dataset *failed;
	size_t n_left_out[CML_N_JOB_STATUSES]; /* rows not kept, by status */
	size_t n_weightless;                   /* ok rows not kept because their weight is 0 */
};

/* *copies[n], for the caller to free, of names in the arena. */
enum cml_result cml_names_copy(struct cml_arena *arena, size_t n, const char *const *names,
			       const char ***copies, struct cml_error *err);

/* data is zeroed, but for pieces its arena may hold already. Names are copied. */
enum cml_result cml_dataset_init(struct cml_dataset *data, size_t n_features,
				 const char *const *feature_names, struct cml_error *err);
void cml_dataset_release(struct cml_dataset *data);

/* Gives an empty dataset n measured limits. Names are copied. */
enum cml_result cml_dataset_set_limits(struct cml_dataset *data, size_t n, const char *const *names,
				       struct cml_error *err);
/* The number of the limit of this name; n_limits: there is none. */
size_t cml_dataset_limit(const struct cml_dataset *data, const char *name);

/* Appends a row to data itself, features as doubles (n_features); its limits are not reported.
 * target is finite, weight > 0. CML_BAD_DATA, with the feature as column, for a feature past the
 * range of a float. */
enum cml_result cml_dataset_append(struct cml_dataset *data, const double *features, double target,
				   double weight, uint64_t key, struct cml_error *err);

/* A job of any status. */
struct cml_dataset_job {
	enum cml_job_status status;
	double target; /* NaN: none; a job that is not ok has none */
	double weight; /* >= 0 */
	uint64_t key;
	const double *features;
	const double *limits; /* n_limits, NaN: not reported; NULL where the data has none */
};

/* Where a job goes. */
enum cml_dataset_place {
	CML_DATASET_ROWS,     /* data itself: it has a target */
	CML_DATASET_FAILED,   /* data->failed: what fails, or a limit, is learned from it */
	CML_DATASET_LEFT_OUT, /* nothing is learned from it: of weight 0, infra or cancelled without
			       * a limit, or said to be ok without a target */
};
enum cml_dataset_place cml_dataset_place(const struct cml_dataset *data,
					 const struct cml_dataset_job *job);

/* Appends the job where it belongs, or counts it: an ok job without a target as failed, one of
 * weight 0 that is ok as weightless, all others by their status. Errors as of
 * cml_dataset_append. */
enum cml_result cml_dataset_append_job(struct cml_dataset *data, const struct cml_dataset_job *job,
				       struct cml_error *err);

/* Adds to counts, by status, the jobs without a target: left out, and failed. */
void cml_dataset_count_failed(const struct cml_dataset *data, size_t counts[CML_N_JOB_STATUSES]);

/* Appends the jobs that failed and say something of their configuration, as text for people:
 * `3 oom, 12 failed`; nothing when there is none. No target is learned from them. */
enum cml_result cml_dataset_failed_text(const struct cml_dataset *data, struct cml_buffer *text,
					struct cml_error *err);
/* The same of the jobs of which nothing is learned but a limit they report: `3 infra, 1 of weight
 * 0`. A job that is ok without a target counts as failed. */
enum cml_result cml_dataset_left_out(const struct cml_dataset *data, struct cml_buffer *text,
				     struct cml_error *err);
/* CML_BAD_DATA when there is no row, with what there is instead, and what to do where these failed.
 */
enum cml_result cml_dataset_require_rows(const struct cml_dataset *data, struct cml_error *err);

/* The rows at `rows` (n of them, in that order) as a new dataset, without a failed one. */
enum cml_result cml_dataset_select(const struct cml_dataset *data, const size_t *rows, size_t n,
				   struct cml_dataset *selected, struct cml_error *err);
/* The rows of data->failed at `rows` become selected->failed, which is NULL so far; none: it stays
 * NULL. */
enum cml_result cml_dataset_select_failed(const struct cml_dataset *data, const size_t *rows,
					  size_t n, struct cml_dataset *selected,
					  struct cml_error *err);

/* Which columns of a feature table (what cml-encode writes) are what. */
struct cml_feature_table {
	const struct cml_header *header;    /* outlives it */
	size_t key, status, target, weight; /* CML_NO_COLUMN where absent */
	size_t n_limits;
	size_t *limits;  /* positions of the columns cml_limit_NAME, in table order, and of
			  * cml_metric_NAME after them */
	bool has_second; /* there is one */
	size_t n_features;
	size_t *features;        /* positions, in table order: every column that does not
				  * start with cml_ */
	const struct cml_na *na; /* to be set after init: more cells than the empty one
				  * that mean no value; NULL: none. Not owned */
};
/* CML_BAD_DATA when cml_target is missing ("this is not a feature table: ...")
 * or nothing is left as a feature, or for two columns cml_metric_NAME; cml_key and cml_status may
 * be absent. */
enum cml_result cml_feature_table_init(struct cml_feature_table *table,
				       const struct cml_header *header, struct cml_error *err);
void cml_feature_table_release(struct cml_feature_table *table);

/* Makes data the empty dataset of such a table: cml_dataset_init with the names of its features,
 * and its limits. data is zeroed. */
enum cml_result cml_feature_table_dataset(const struct cml_feature_table *table,
					  struct cml_dataset *data, struct cml_error *err);

/* Appends the job of a row as cml_dataset_append_job does. CML_BAD_DATA with the
 * column: not a number, a target on a job that is not ok, a bad key or status. A feature
 * without a value is NaN. Without a status (no column, or an empty cell) a row
 * with a target is ok, one without is failed. Without a key column the key is a
 * hash of the features. numbers is scratch for n_features + n_limits doubles. */
enum cml_result cml_dataset_append_row(struct cml_dataset *data,
				       const struct cml_feature_table *table,
				       const struct cml_row *row, double *numbers,
				       struct cml_error *err);

/* The mean and the deviation of x[n], n > 0, each of its weight; not finite where a sum is too
 * large. */
void cml_weighted_moments(size_t n, const double *x, const double *weight, double *mean,
			  double *sd);

/* What the column of a feature holds: what its values are scaled by. */

struct cml_feature_moments {
	bool all_flags;   /* zeroes and ones alone, besides missing values */
	bool is_constant; /* no spread but rounding; also without any value */
	size_t n_missing; /* rows where it is NaN */
	double mean;      /* weighted, of the values there are; 0 when there are none */
	double sd;        /* weighted, about the mean */
};

/* Of feature f over all rows. */
struct cml_feature_moments cml_feature_moments(const struct cml_dataset *data, size_t f);

/* What jobs report beside the metric, as a dataset of its own. */

/* How many report a limit, failed ones included, or the second metric, failed ones not; and these
 * as rows that have it as their target, and no limits. rows is empty, and the caller's to release.
 */
size_t cml_dataset_n_reports(const struct cml_dataset *data, size_t limit);
enum cml_result cml_dataset_select_reports(const struct cml_dataset *data, size_t limit,
					   struct cml_dataset *rows, struct cml_error *err);
/* Appends a row of part, of the same features, with another target. */
enum cml_result cml_dataset_append_copy(struct cml_dataset *rows, const struct cml_dataset *part,
					size_t row, double target, struct cml_error *err);

#endif
