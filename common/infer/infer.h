/* A first space file from a job table: roles, types and domains guessed from
 * the data, and columns that look like outcomes pointed out. */
#ifndef CML_INFER_INFER_H
#define CML_INFER_INFER_H

#include "base/error.h"
#include "base/memory.h"
#include "infer/infer_options.h"
#include "table/table_reader.h"

#include <stddef.h>

/* A space file made from the rows of one or more tables with the same columns. */
struct cml_inference; /* opaque */

/* The header is copied; what options point to must outlive the inference. */
enum cml_result cml_inference_new(struct cml_inference **inference, const struct cml_header *header,
				  const struct cml_infer_options *options, struct cml_error *err);
void cml_inference_free(struct cml_inference *inference); /* NULL is allowed */

/* A row in the columns of the header; file is for notes. CML_NO_MEMORY only. */
enum cml_result cml_inference_add(struct cml_inference *inference, const struct cml_row *row,
				  const char *file, struct cml_error *err);

/* Appends a space file (CSV, with header, maybe comments) to space_text. The file, read back,
 * accepts every row that was added, but for cells of the metric that are not numbers (noted). The
 * doc cell of each row says what was guessed, why, and how sure that is: sure, likely or unsure.
 * Positive numbers that span a decade get the encoding log. The defaults are the settings of the
 * best job in the context that most jobs which ran share, where there are some without missing
 * contexts one of these. A param that is set only with certain values of another column has
 * that as its condition (infer_condition.h), and stands below it. Relations between columns of
 * whole numbers that all rows keep become rules (infer_relation_search.h); those that a few rows
 * break, a comment and a note. notes gets one line per thing a person should look at. Columns that
 * were known only when a job had run get the role ignore:
 *  - called like a measurement (throughput, mfu, runtime, n_repeats, ...);
 *  - missing exactly where the metric is missing, or there exactly where it is;
 *  - rank correlation with the metric of at least 0.98 in size;
 *  - its product or quotient with some other column of fewer values is the
 *    metric times a constant, within one per cent, on 90 % of the rows;
 *  - looks measured (not whole, at least 8 of 10 rows differ) although most
 *    columns of the configuration are not, and not called like a setting.
 *  - memory that jobs used, by its name and because its values were measured, not set; it gets the
 *    role limit where a column of devices says how much memory they all have.
 * So do what stands beside a job (its line, its user, its nodes), texts of too many levels,
 * columns missing in nine of ten rows, and contexts that others say already.
 * The metric counts as missing where the status is not ok. Correlation and
 * product are looked for in at least 20 rows, and not in whole numbers of at
 * most 64 different values: those are settings.
 * Memory: a bounded number of distinct values per column and at most 100,000
 * rows (a random sample of longer tables) kept for the comparisons; in longer tables rules are
 * looked for in the first 100,000 rows, and checked on all.
 * CML_BAD_DATA: no rows, no column that can be the metric, options->metric not
 * in the table or not a number in any row, no column left for the
 * configuration. */
enum cml_result cml_inference_finish(struct cml_inference *inference, struct cml_buffer *space_text,
				     struct cml_buffer *notes, struct cml_error *err);

/* The n jobs of a finished inference that are ok and have a metric, with the columns that are
 * params or contexts: numbers, or numbers that stand for texts; NaN: missing. Zeroed is empty. */
struct cml_inferred_jobs {
	size_t n, n_settings;
	const char **names; /* n_settings; these and the files live as the inference */
	float *settings;    /* n x n_settings, row after row */
	double *metric;     /* n each */
	const char **files;
	size_t *lines;
};
/* CML_NO_MEMORY only. */
enum cml_result cml_inference_jobs(const struct cml_inference *inference,
				   struct cml_inferred_jobs *jobs, struct cml_error *err);
void cml_inferred_jobs_release(struct cml_inferred_jobs *jobs);

/* All of this for the rows of one reader. */
enum cml_result cml_infer(struct cml_table_reader *reader, const struct cml_infer_options *options,
			  struct cml_buffer *space_text, struct cml_buffer *notes,
			  struct cml_error *err);

#endif
