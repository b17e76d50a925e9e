/* Other cells in rows that a history has: what the output of their jobs says when it is read in
 * another way. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_EDIT_H
#define CML_LAUNCH_HISTORY_HISTORY_EDIT_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

struct cml_history_table;

struct cml_history_edit {
	const struct cml_slice *columns; /* names, each in the history */
	size_t n;
	/* Is given the cells of these columns in the row of an attempt, from 1, and may put others
	 * in their place, which stay valid until the next call. */
	enum cml_result (*edit)(void *context, uint64_t key, uint32_t attempt,
				struct cml_slice *cells, struct cml_error *err);
	void *context;
	size_t n_changed; /* out: rows with other cells than before */
};

/* Offers each row with a key, a status and an attempt to edit->edit, in the order of the file.
 * Where a cell became another, the table with the new cells replaces the file, synced and by
 * rename, after a copy of the old one to PATH.before-N, of which a notice tells; the other rows
 * are the same bytes, the cells of changed ones are quoted anew. The table is read again. Errors
 * of the callback, and as of cml_history_table_load; then the file is as it was. Time and memory
 * of the whole file. */
enum cml_result cml_history_table_edit(struct cml_history_table *table,
				       struct cml_history_edit *edit, struct cml_error *err);

#endif
