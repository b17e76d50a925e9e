/* The header of a feature table, and rows of a job table to its lines, as text: what
 * cml_config_read, cml_job_read and cml_encoder_encode give, written several times faster than
 * number by number. Cells that were met before are looked up with what they are written as; a
 * one-hot column is a piece of text with one byte changed. */
#ifndef CML_SPACE_ENCODE_ROW_ENCODER_H
#define CML_SPACE_ENCODE_ROW_ENCODER_H

#include "base/error.h"
#include "base/memory.h"
#include "space/cell.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "table/output.h"

/* What a column of the space adds to a line. */
struct cml_slot_text {
	size_t slot;
	struct cml_slice zeros; /* one-hot: all features 0, each after a delimiter */
};

/* For one thread; it may not move. Binding and encoder must outlive it, and may be shared. */
struct cml_row_encoder {
	struct cml_binding binding; /* with the cache */
	const struct cml_encoder *encoder;
	char delimiter;
	bool has_weight; /* the table has a column for it */
	struct cml_cell_cache cache;
	double *values; /* of the last row */
	double *limits; /* of the last row */
	struct cml_slot_text *slots;
	size_t n_slots;
	size_t line_size; /* most bytes that a line takes */
	struct cml_arena arena;
};

/* cml_key, cml_status, cml_target, cml_weight where the space has a weight, cml_limit_NAME for each
 * limit and cml_metric_NAME for each further metric, then each feature. */
enum cml_result cml_encoder_write_header(const struct cml_encoder *encoder,
					 struct cml_output *output, char delimiter,
					 struct cml_error *err);

/* delimiter: no byte that numbers are written with. */
enum cml_result cml_row_encoder_init(struct cml_row_encoder *rows,
				     const struct cml_binding *binding,
				     const struct cml_encoder *encoder, char delimiter,
				     struct cml_error *err);
void cml_row_encoder_release(struct cml_row_encoder *rows);

/* Appends the line of a row to lines. On CML_BAD_DATA, with line and column, lines
 * is as before and the next row may follow. */
enum cml_result cml_row_encoder_append(struct cml_row_encoder *rows, const struct cml_row *row,
				       struct cml_buffer *lines, struct cml_error *err);

#endif
