#include "launch/history/history_settings.h"

#include "base/memory.h"
#include "base/number.h"
#include "launch/history/job_history.h"
#include "space/config.h"

#include <stdlib.h>
#include <string.h>

void cml_history_settings_release(struct cml_history_settings *settings)
{
	cml_key_set_release(&settings->by_key);
	cml_key_set_release(&settings->settings);
}

/* cells: one for each of the columns, by the position that at gives; NULL: in their order. */
static uint64_t hash_cells(const struct cml_history_settings *settings,
			   const struct cml_slice *cells, const size_t *at)
{
	uint64_t hash = CML_HASH_SEED;

	for (size_t i = 0; i < settings->n_columns; i++) {
		struct cml_slice name = settings->header->names[settings->columns[i]];
		double number;

		if (at[i] == CML_NO_COLUMN || cml_na_has(settings->na, cells[at[i]]))
			continue;
		struct cml_slice cell = cml_slice_trim(cells[at[i]]);
		hash = cml_hash(cml_hash_uint64(hash, name.size), name.data, name.size);
		if (cml_parse_double(cell, &number)) {
			uint64_t bits;

			number += 0.0; /* -0 is 0 */
			memcpy(&bits, &number, sizeof bits);
			hash = cml_hash_uint64(hash, bits);
		} else {
			hash = cml_hash(cml_hash_uint64(hash, cell.size), cell.data, cell.size);
		}
	}
	return hash;
}

uint64_t cml_history_setting(const struct cml_history_settings *settings,
			     const struct cml_slice *cells)
{
	return hash_cells(settings, cells, settings->columns);
}

static enum cml_result take_rows(struct cml_history_settings *settings,
				 struct cml_table_reader *reader, const size_t *at,
				 struct cml_error *err)
{
	size_t key_at = cml_header_find(cml_table_header(reader), cml_slice_of(CML_COLUMN_KEY));
	enum cml_result status;
	struct cml_row row;
	uint64_t key;
	bool added;

	if (key_at == CML_NO_COLUMN)
		return CML_OK;
	while ((status = cml_table_next(reader, &row, err)) == CML_OK) {
		if (!cml_key_parse(cml_slice_trim(row.cells[key_at]), &key))
			continue;
		uint64_t setting = hash_cells(settings, row.cells, at);
		status = cml_key_set_note(&settings->by_key, key, (uint32_t)setting, err);
		if (status == CML_OK)
			status = cml_key_set_add(&settings->settings, setting, &added, err);
		if (status != CML_OK)
			break;
	}
	/* A row that somebody is just writing, or one that was cut off. */
	return status == CML_END || status == CML_BAD_DATA ? CML_OK : status;
}

enum cml_result cml_history_settings_read(struct cml_history_settings *settings, const char *path,
					  char delimiter, struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	size_t *at = cml_array_new(settings->n_columns, sizeof *at);
	enum cml_result status =
	    at ? cml_table_open(&reader, path, delimiter, err) : cml_fail_memory(err);

	if (status == CML_OK) {
		for (size_t i = 0; i < settings->n_columns; i++)
			at[i] = cml_header_find(cml_table_header(reader),
						settings->header->names[settings->columns[i]]);
		status = take_rows(settings, reader, at, err);
	}
	cml_table_free(reader);
	free(at);
	return status;
}

bool cml_history_settings_differ(const struct cml_history_settings *settings, uint64_t key,
				 const struct cml_slice *cells)
{
	uint32_t note;

	return cml_key_set_find(&settings->by_key, key, &note) &&
	       note != (uint32_t)cml_history_setting(settings, cells);
}

bool cml_history_settings_have(const struct cml_history_settings *settings,
			       const struct cml_slice *cells)
{
	return cml_key_set_has(&settings->settings, cml_history_setting(settings, cells));
}
