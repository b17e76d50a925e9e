/* A first space file from a job table: roles, types and domains guessed from
 * the data, and columns that look like outcomes pointed out. */
#ifndef CML_INFER_INFER_H
#define CML_INFER_INFER_H

#include "base/error.h"
#include "base/memory.h"
#include "table/table_reader.h"

/* What a caller knows of a table. */
struct cml_infer_options {
	const char *metric;    /* column name; NULL: guessed from names and kinds */
	const char *direction; /* "max", "min" or NULL: guessed from the name (time, ms, seconds,
				* latency, loss, cost, runtime: min; else max) */
	const struct cml_na *na;
	size_t max_rows; /* kept for comparisons; 0: 100,000 */
};

/* A space file made from the rows of one or more tables with the same columns. */
struct cml_inference; /* opaque */

/* The header is copied; what options point to must outlive the inference. */
enum cml_result cml_inference_new(struct cml_inference **inference, const struct cml_header *header,
				  const struct cml_infer_options *options, struct cml_error *err);
void cml_inference_free(struct cml_inference *inference); /* NULL is allowed */
AUTOPTR_BY(cml_inference, cml_inference_free)

/* A row in the columns of the header; file is for notes. CML_NO_MEMORY only. */
enum cml_result cml_inference_add(struct cml_inference *inference, const struct cml_row *row,
				  const char *file, struct cml_error *err);

/* Appends a space file (CSV, with header, maybe comments) to space_text. The file, read back,
 * accepts every row that was added, but for cells of the metric that are not numbers (noted). The
 * doc cell of each row says what was guessed, why, and how sure that is: sure, likely or unsure.
 * notes gets one line per thing a person should look at. Positive numbers that span a decade get
 * the encoding log. The defaults are the settings of the best job in the context that most jobs
 * which ran share. A param that is set
 * only with certain values of another column has that as its condition, and is below it. Relations
 * between columns of whole numbers that all rows keep become rules; those that a
 * few rows break, or that are known of the rows kept alone, a comment and a note.
 *
 * What was known only when a job had run gets the role ignore, or limit; so does what is beside a
 * job, texts of too many levels, copies and labels of others, and, where a prefix marks settings
 * (`params.`), what would be a param without one: the table of infer_role.c has the evidence in its
 * order. The metric counts as missing where the status is not ok.
 *
 * Memory: a bounded number of distinct values per column and at most 100,000 rows (a random sample
 * of longer tables) kept for the comparisons.
 * CML_BAD_DATA: no rows, no column that can be the metric, options->metric not in the table or not
 * a number in any row, no column left for the configuration. */
enum cml_result cml_inference_finish(struct cml_inference *inference, struct cml_buffer *space_text,
				     struct cml_buffer *notes, struct cml_error *err);

#endif
