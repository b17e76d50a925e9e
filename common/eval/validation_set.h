/* A job table read for validation: the dataset of its ok rows, and beside each
 * row what splits and reports ask for. */
#ifndef CML_EVAL_VALIDATION_SET_H
#define CML_EVAL_VALIDATION_SET_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/data/dataset.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* What one split asks of every row: the cell of a column, or whether an
 * expression holds. Arrays have an entry for each row of the dataset. */
struct cml_validation_set_aspect {
	size_t time_column;           /* position in the table; CML_NO_COLUMN: an expression */
	struct cml_expression *scale; /* owned; NULL: a column */
	struct cml_slice *times;      /* cells; empty where the value is missing */
	bool *small;                  /* the expression holds */
	size_t n_missing; /* rows where the expression was missing; they are not small */
	size_t capacity;
};

/* Arrays have data.n_rows entries, row i of the dataset. Zeroed is empty. */
struct cml_validation_set {
	struct cml_dataset data;
	const char **files; /* the job table, in arena; NULL: no file was named */
	size_t *lines;      /* line of it */
	double *kept;       /* data.n_rows x n_columns of the space: the configurations, raw;
			     * NULL unless keep_values */
	struct cml_validation_set_aspect *aspects;
	size_t n_aspects;
	struct cml_arena arena; /* texts of times */
	bool keep_values;       /* to be set after init */
	/* While reading: */
	const char *file;
	const struct cml_encoder *encoder;
	double *values;
	double *features;
	size_t capacity;
	size_t file_capacity;
	size_t kept_capacity;
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

/* CML_BAD_DATA, with the place of the first, for a target that has no
 * logarithm. */
enum cml_result cml_validation_set_require_positive(const struct cml_validation_set *set,
						    struct cml_error *err);

/* Asks something of the rows to come; before the first one. *aspect is its
 * place in set->aspects. time_column: position in the table. scale is taken
 * over, on failure too. */
enum cml_result cml_validation_set_add_time(struct cml_validation_set *set, size_t time_column,
					    size_t *aspect, struct cml_error *err);
enum cml_result cml_validation_set_add_scale(struct cml_validation_set *set,
					     struct cml_expression *scale, size_t *aspect,
					     struct cml_error *err);

/* Reads one row of a job table; rows without a target are counted and left
 * out. Errors as of cml_config_read, cml_job_read, the encoder and
 * cml_dataset_append; CML_BAD_DATA too where a scale expression is undefined.
 * A row with an error leaves nothing behind. */
enum cml_result cml_validation_set_append(struct cml_validation_set *set,
					  const struct cml_binding *binding,
					  const struct cml_row *row, struct cml_error *err);

#endif
