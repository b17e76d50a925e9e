/* A job table read for validation: the dataset of its ok rows, and beside each
 * row what splits and reports ask for. */
#ifndef CML_MODEL_HISTORY_H
#define CML_MODEL_HISTORY_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/dataset.h"
#include "space/config.h"
#include "space/encoder.h"
#include "space/space.h"

#include <stdbool.h>
#include <stddef.h>

/* Arrays have data.n_rows entries, row i of the dataset. */
struct cml_history {
	struct cml_dataset data;
	size_t *lines;              /* line of the job table */
	struct cml_slice *times;    /* cell of the time split's column; empty when none is asked for */
	bool *small;                /* the scale split's expression; NULL when none is asked for */
	size_t n_small_missing;     /* rows where that expression was missing; they are not small */
	struct cml_arena arena;
	/* While reading: */
	const struct cml_encoder *encoder;
	const struct cml_expression *scale;
	size_t time_column;         /* position in the table, or CML_NO_COLUMN */
	double *values;
	double *features;
	size_t capacity;
};

/* encoder (and its space) and scale (NULL: none) must outlive the history.
 * time_column: position of the time split's column in the table, or
 * CML_NO_COLUMN. */
enum cml_status cml_history_init(struct cml_history *history, const struct cml_encoder *encoder,
                                 const struct cml_expression *scale, size_t time_column,
                                 struct cml_error *err);
void cml_history_release(struct cml_history *history);

/* Reads one row of a job table; rows without a target are counted and left
 * out. Errors as of cml_config_read, cml_job_read and the encoder. */
enum cml_status cml_history_append(struct cml_history *history, const struct cml_binding *binding,
                                   const struct cml_row *row, struct cml_error *err);

#endif
