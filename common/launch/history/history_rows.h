/* The rows in a history's file, kept as their keys alone. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_ROWS_H
#define CML_LAUNCH_HISTORY_HISTORY_ROWS_H

#include "base/error.h"
#include "base/key_set.h"
#include "base/memory.h"
#include "base/text.h"
#include "launch/history/history_columns.h"
#include "launch/history/history_file.h"
#include "launch/history/history_options.h"
#include "space/job_status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the cells of a row say about its job. */
struct cml_history_outcome {
	uint64_t key;
	uint32_t attempt; /* 0: an empty cell */
	enum cml_job_status status;
};

/* CML_BAD_DATA with the column. */
enum cml_result cml_history_outcome_parse(struct cml_slice key, struct cml_slice status,
					  struct cml_slice attempt,
					  struct cml_history_outcome *outcome,
					  struct cml_error *err);

/* Zeroed, but for options and the file. */
struct cml_history_rows {
	struct cml_job_history_options options; /* with a delimiter */
	struct cml_history_file file;
	struct cml_history_columns columns; /* of the file */
	struct cml_key_set keys;            /* the note beside each: status and attempt */
	size_t n_rows;
	size_t n_foreign;
	struct cml_buffer notices; /* strings, each ended by NUL */
};
void cml_history_rows_release(struct cml_history_rows *known);

/* Reads the file, and leaves it ending in a whole row, with the columns it has to have. Errors
 * as of cml_job_history_open; the file is closed then. */
enum cml_result cml_history_rows_load(struct cml_history_rows *known, struct cml_error *err);

/* Counts a row that was appended. */
enum cml_result cml_history_rows_note(struct cml_history_rows *known,
				      const struct cml_history_outcome *outcome,
				      struct cml_error *err);

bool cml_history_rows_find(const struct cml_history_rows *known, uint64_t key,
			   struct cml_finished_job *found);

/* Appends a line for the owner. */
enum cml_result cml_history_rows_tell(struct cml_history_rows *known, const char *text,
				      struct cml_error *err);

#endif
