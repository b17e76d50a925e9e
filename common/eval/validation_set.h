/* A job table read for validation: the dataset of its jobs, and beside each row of
 * it what splits and reports ask for. */
#ifndef CML_EVAL_VALIDATION_SET_H
#define CML_EVAL_VALIDATION_SET_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "eval/contexts.h"
#include "learn/data/dataset.h"
#include "space/config.h"
#include "space/encode/encoder.h"

/* What one split asks of every row: the cell of a column, or a number. */
enum cml_aspect_kind { CML_ASPECT_TIME, CML_ASPECT_SCALE };

struct cml_validation_set_aspect {
	enum cml_aspect_kind kind;
	size_t column;                /* time: position in the table; scale: slot of the space, of
				       * numbers */
	struct cml_expression *scale; /* in the place of the slot: 0 where it holds, else 1; owned;
				       * NULL: none */
};

/* The answers of rows to an aspect. Arrays have an entry for each row. */
struct cml_validation_answers {
	struct cml_slice *times; /* cells; empty where the value is missing */
	double *numbers;         /* of a scale; NaN where it is missing */
	size_t capacity;
};

/* Where a row of a dataset comes from. */
struct cml_row_place {
	const char *file; /* the job table, not owned; NULL: no file was named */
	size_t line;
	size_t context; /* of the row; 0 unless contexts were asked for */
};

/* What is kept beside the rows of a dataset. Arrays have an entry for each row. */
struct cml_validation_rows {
	struct cml_row_place *places;
	double *kept; /* n_columns of the space each: the configurations, raw; NULL unless
		       * keep_values */
	struct cml_validation_answers *answers; /* by aspect; NULL before the first row */
	size_t capacity, kept_capacity;
};

/* Zeroed is empty. */
struct cml_validation_set {
	struct cml_dataset data;
	struct cml_validation_rows rows;   /* of data */
	struct cml_validation_rows failed; /* of data.failed */
	struct cml_validation_set_aspect *aspects;
	size_t n_aspects;
	struct cml_arena arena;        /* names of files, texts of times */
	struct cml_contexts *contexts; /* not owned; to be set after init; NULL: not asked for */
	bool keep_values;              /* to be set after init */
	bool *unmeasured;              /* rows of data, as of cml_validation_set_settle */
	/* While reading: */
	const char *file;
	const struct cml_encoder *encoder;
	double *values;
	double *features;
	double *limits;
	size_t aspect_capacity;
};

/* encoder (and its space) must outlive the set. CML_BAD_DATA for a space
 * without a metric. */
enum cml_result cml_validation_set_init(struct cml_validation_set *set,
					const struct cml_encoder *encoder, struct cml_error *err);
void cml_validation_set_release(struct cml_validation_set *set);

/* Names the file of the next rows, for errors about them. */
enum cml_result cml_validation_set_file(struct cml_validation_set *set, const char *file,
					struct cml_error *err);

/* Whether row number row of data, which is the set's or its failed one, is a failure: it ended as
 * oom, timeout or failed, or left a measured limit. A row of the failed dataset need not be: it may
 * report limits alone. */
bool cml_validation_set_failed(const struct cml_validation_set *set, const struct cml_dataset *data,
			       size_t row);
/* Failures in all. */
size_t cml_validation_set_n_failed(const struct cml_validation_set *set);

/* Asks something of the rows to come; before the first one. *aspect is its place in set->aspects.
 * What it owns is taken over, on failure too. */
enum cml_result cml_validation_set_ask(struct cml_validation_set *set,
				       struct cml_validation_set_aspect asked, size_t *aspect,
				       struct cml_error *err);

/* After the last row: rows whose metric is a placeholder (base/placeholder.h), which no split
 * trains or tests on. */
enum cml_result cml_validation_set_settle(struct cml_validation_set *set, struct cml_error *err);

/* Reads one row of a job table, which goes where cml_dataset_place says. Errors as of
 * cml_config_read, cml_job_read, cml_job_read_limits, the encoder and
 * cml_dataset_append; CML_BAD_DATA too where a scale expression is undefined for a row with a
 * target (a failed one is on neither side there). A row with an error leaves nothing behind. */
enum cml_result cml_validation_set_append(struct cml_validation_set *set,
					  const struct cml_binding *binding,
					  const struct cml_row *row, struct cml_error *err);

#endif
