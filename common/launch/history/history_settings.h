/* Which configurations stand in a history, by their cells, whatever keys they have there: a key
 * that came with the input may be stale, and another space gives other keys. */
#ifndef CML_LAUNCH_HISTORY_HISTORY_SETTINGS_H
#define CML_LAUNCH_HISTORY_HISTORY_SETTINGS_H

#include "base/error.h"
#include "base/key_set.h"
#include "table/table_reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed, but for the first four, is empty. */
struct cml_history_settings {
	const struct cml_header *header; /* of the input */
	const size_t *columns;           /* those of a configuration */
	size_t n_columns;
	const struct cml_na *na;
	struct cml_key_set by_key;   /* the note: lower half of the setting of its last row */
	struct cml_key_set settings; /* of all rows */
};
void cml_history_settings_release(struct cml_history_settings *settings);

/* A hash of the cells of a configuration: the same however a number is written; cells without a
 * value do not count. */
uint64_t cml_history_setting(const struct cml_history_settings *settings,
			     const struct cml_slice *cells);

/* Takes up the rows with a key of a history that was opened: about 24 bytes for each. Reads it
 * without a lock, as far as it is whole. Errors are the machine's. */
enum cml_result cml_history_settings_read(struct cml_history_settings *settings, const char *path,
					  char delimiter, struct cml_error *err);

/* Whether the last row of a key has other cells. */
bool cml_history_settings_differ(const struct cml_history_settings *settings, uint64_t key,
				 const struct cml_slice *cells);
/* Whether a row of any key has these cells. */
bool cml_history_settings_have(const struct cml_history_settings *settings,
			       const struct cml_slice *cells);

#endif
