/* The table in a history's file: its columns, and its rows, of which the keys alone are kept. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_TABLE_H
#define CML_LAUNCH_HISTORY_HISTORY_TABLE_H

#include "base/key_set.h"
#include "launch/history/history_file.h"
#include "launch/history/history_options.h"
#include "space/row_key.h"
#include "table/table_reader.h"

/* Zeroed, but for options, with a delimiter, and the file. */
struct cml_history_table {
	struct cml_job_history_options options;
	struct cml_history_facts facts;
	struct cml_history_file file;
	struct cml_header header;
	char line_end[3]; /* LF, CRLF or CR */
	size_t *source;   /* by column of the file: which of options.columns, or CML_NO_COLUMN */
	size_t n_missing; /* of options.columns */
	/* In the file; CML_NO_COLUMN where it has none. */
	size_t key;
	size_t status;
	size_t attempt;
	struct cml_key_set keys; /* the note beside each: status and attempt */
	size_t n_rows;
	bool has_ok;                 /* one of them is of a job that was ok */
	size_t n_foreign;            /* of these: without a key or without a status */
	struct cml_row_key row_keys; /* with a space that the columns fit; zeroed: none */
	struct cml_buffer notices;   /* strings, each ended by NUL */
};
void cml_history_table_release(struct cml_history_table *table);

/* Reads the file, and leaves it ending in a whole row, with the columns it has to have. Errors
 * as of cml_job_history_open; the file is closed then, so that the next look finds it changed. */
enum cml_result cml_history_table_load(struct cml_history_table *table, struct cml_error *err);

/* What the cells of a row say about its job. */
struct cml_history_outcome {
	uint64_t key;
	struct cml_finished_job job;
};
/* CML_BAD_DATA with the column. */
enum cml_result cml_history_outcome_parse(struct cml_slice key, struct cml_slice status,
					  struct cml_slice attempt,
					  struct cml_history_outcome *outcome,
					  struct cml_error *err);

/* Counts a row that is in the file. */
enum cml_result cml_history_table_note(struct cml_history_table *table,
				       const struct cml_history_outcome *outcome,
				       struct cml_error *err);
/* Counts the rows of a whole table. */
enum cml_result cml_history_table_note_all(struct cml_history_table *table, struct cml_slice bytes,
					   struct cml_error *err);
bool cml_history_table_find(const struct cml_history_table *table, uint64_t key,
			    struct cml_finished_job *found);

/* Takes the first row off bytes: returns it, and *end, its line end; a blank line is all end. Every
 * line end outside quotes ends a row, as for the table reader: a file may hold several kinds. */
struct cml_slice cml_history_take_row(struct cml_slice *bytes, struct cml_slice *end);

/* Reads text, a row without its line end, behind a header. False when it is no row. *ours: it
 * has a key. */
bool cml_history_table_parse(const struct cml_history_table *table, struct cml_slice header,
			     struct cml_slice text, bool *ours);

#endif
