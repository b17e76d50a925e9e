/* A first space file from a job table: roles, types and domains guessed from
 * the data, and columns that look like outcomes pointed out. */
#ifndef CML_SPACE_INFER_INFER_H
#define CML_SPACE_INFER_INFER_H

#include "base/error.h"
#include "base/memory.h"
#include "table/table_reader.h"

#include <stddef.h>

struct cml_infer_options {
	const char *metric;    /* column name; NULL: guessed from names and kinds */
	const char *direction; /* "max", "min" or NULL: guessed from the name (time, ms,
				* seconds, latency, loss, cost, runtime: min; else max) */
	const struct cml_na *na;
};

/* Reads the table to its end and appends a space file (CSV, with header) to
 * space_text. The file, read back, accepts every row of the table, but for cells
 * of the metric that are not numbers (noted). What was guessed, and why, is
 * in the doc cell of each row. Numbers above 0 that span a factor of 100 get the
 * encoding log; contexts get the last job's values as defaults, so that a search
 * has something to start from. notes gets one line per thing a person should look at, each
 * naming its column: a suspected outcome and why, a constant column, a column
 * with a different value in every row, texts that cannot be listed, status words
 * taken for failed, a guessed metric or goal. Suspected outcomes get the role
 * ignore:
 *  - called like a measurement (throughput, mfu, runtime, n_repeats, ...);
 *  - missing exactly where the metric is missing, or there exactly where it is;
 *  - rank correlation with the metric of at least 0.98 in size;
 *  - its product or quotient with some other column of fewer values is the
 *    metric times a constant, within one per cent, on 90 % of the rows;
 *  - looks measured (not whole, at least 8 of 10 rows differ) although most
 *    columns of the configuration are not, and not called like a setting.
 *  - memory that jobs used, by its name and because its values were measured, not set; it gets the
 *    role limit where a column of devices says how much memory they all have.
 * The metric counts as missing where the status is not ok. Correlation and
 * product are looked for in at least 20 rows, and not in whole numbers of at
 * most 64 different values: those are settings.
 * Memory: a bounded number of distinct values per column and at most 20,000
 * rows (a random sample of longer tables) kept for the comparisons.
 * CML_BAD_DATA: no rows, no column that can be the metric, options->metric not
 * in the table or not a number in any row, no column left for the
 * configuration. */
enum cml_result cml_infer(struct cml_table_reader *reader, const struct cml_infer_options *options,
			  struct cml_buffer *space_text, struct cml_buffer *notes,
			  struct cml_error *err);

#endif
