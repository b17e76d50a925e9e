/* The columns of a history's file, and where those of the rows to come belong. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_COLUMNS_H
#define CML_LAUNCH_HISTORY_HISTORY_COLUMNS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/history/history_file.h"
#include "launch/history/history_options.h"
#include "table/table_reader.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed is empty. */
struct cml_history_columns {
	struct cml_header header;
	struct cml_buffer text; /* the header line and its line end, which it has at least here */
	bool unended;           /* the file lacks that line end: write it before anything else */
	char line_end[3];       /* LF, CRLF or CR */
	char delimiter;
	size_t *source;   /* by column of the file: which of options.columns, or CML_NO_COLUMN */
	size_t n_missing; /* of options.columns: the file has not, and has to have */
	/* In the file; CML_NO_COLUMN where it has none. */
	size_t key;
	size_t status;
	size_t attempt;
};

void cml_history_columns_release(struct cml_history_columns *columns);

/* Reads the header line of a file that is not empty. CML_BAD_DATA: no table; an empty or
 * duplicate name. */
enum cml_result cml_history_columns_load(struct cml_history_columns *columns,
					 struct cml_slice bytes, const char *path,
					 const struct cml_job_history_options *options,
					 struct cml_error *err);

/* Appends the header line a new file gets. False: no memory. */
bool cml_history_header_print(const struct cml_job_history_options *options,
			      struct cml_buffer *text);
/* Whether bytes, a file without a line end, are the start of that line and lack more than the
 * line end. */
enum cml_result cml_history_header_is_torn(struct cml_slice bytes,
					   const struct cml_job_history_options *options,
					   bool *is_torn, struct cml_error *err);

/* Position of a column in options.columns, or CML_NO_COLUMN. */
size_t cml_history_own_column(const struct cml_job_history_options *options, const char *name);

/* The error about the columns that are missing: CML_BAD_DATA. */
enum cml_result cml_history_columns_refuse(const struct cml_history_columns *columns,
					   const char *path,
					   const struct cml_job_history_options *options,
					   struct cml_error *err);

/* Adds them: see cml_history_file_widen. The columns are to be loaded again. */
enum cml_result cml_history_columns_widen(const struct cml_history_columns *columns,
					  struct cml_history_file *file, struct cml_slice rows,
					  const struct cml_job_history_options *options,
					  char aside[PATH_MAX], struct cml_error *err);

#endif
