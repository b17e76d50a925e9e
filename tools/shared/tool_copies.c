#include "tool_copies.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LONG_ID 6

/* Of the cells of a row; only: NULL, or whether a column counts. */
static uint64_t hash_row(const struct cml_row *row, const bool *only)
{
	uint64_t key = CML_HASH_SEED;
	for (size_t i = 0; i < row->n_cells; i++) {
		if (only && !only[i])
			continue;
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		double number;
		if (cml_parse_double(cell, &number))
			cell = (struct cml_slice){(const char *)&number, sizeof number};
		key = cml_hash(cml_hash_uint64(key, cell.size), cell.data, cell.size);
	}
	return key;
}

/* One that no counter of trials gives. */
static bool has_long_id(const struct tool_copies *copies, const struct cml_row *row)
{
	for (size_t i = 0; i < row->n_cells; i++)
		if (copies->is_id[i] && cml_slice_trim(row->cells[i]).size >= LONG_ID)
			return true;
	return false;
}

static enum cml_result add_rows(struct tool_copies *copies, struct cml_table_reader *reader,
				const struct cml_align *align, struct cml_slice *cells,
				uint32_t file, struct cml_error *err)
{
	struct cml_error ignored = {0};
	struct cml_row row;
	enum cml_result status;
	while ((status = cml_table_next(reader, &row, &ignored)) != CML_END &&
	       !cml_table_broken(reader)) {
		if (status != CML_OK)
			continue;
		row = cml_align_row(align, &row, cells);
		uint64_t id = hash_row(&row, copies->names);
		uint32_t last;
		copies->ids_repeat = copies->ids_repeat || !has_long_id(copies, &row) ||
				     (cml_key_set_find(&copies->ids, id, &last) && last == file);
		if (cml_key_set_note(&copies->keys, hash_row(&row, NULL), file, err) != CML_OK ||
		    cml_key_set_note(&copies->ids, id, file, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result add_file(struct tool_copies *copies, const struct cml_header *header,
				const char *path, char delimiter, uint32_t file,
				struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_align align = {0};
	struct cml_error ignored = {0};
	struct stat found;
	struct cml_slice *cells = cml_array_new(header->n_columns, sizeof *cells);
	if (!cells)
		return cml_fail_memory(err);
	bool ok = true;
	if (stat(path, &found) == 0 && S_ISREG(found.st_mode) &&
	    cml_table_open(&reader, path, delimiter ? delimiter : cml_delimiter_for(path),
			   &ignored) == CML_OK &&
	    cml_align_init(&align, cml_table_header(reader), header, &ignored) == CML_OK)
		ok = add_rows(copies, reader, &align, cells, file, err) == CML_OK;
	cml_align_release(&align);
	cml_table_free(reader);
	free(cells);
	return ok ? CML_OK : err->status;
}

enum cml_result tool_copies_find(struct tool_copies *copies, const struct cml_space *space,
				 const struct cml_header *header, const char *const *paths,
				 size_t n_paths, char delimiter, struct cml_error *err)
{
	*copies = (struct tool_copies){.metric = CML_NO_COLUMN};
	if (n_paths < 2)
		return CML_OK;
	size_t n = header->n_columns;
	if (!CML_NEW(&copies->tells, n) || !CML_NEW(&copies->is_id, n) ||
	    !CML_NEW(&copies->names, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++) {
		size_t slot = cml_space_find(space, header->names[i]);
		enum cml_role role =
		    slot == CML_NO_COLUMN ? CML_ROLE_IGNORE : space->columns[slot].role;
		copies->is_id[i] = role == CML_ROLE_ID;
		copies->names[i] = role == CML_ROLE_ID || cml_is_config_role(role);
		copies->tells[i] = role == CML_ROLE_ID || role == CML_ROLE_TIME ||
				   cml_slice_is(header->names[i], "cml_started");
		copies->metric =
		    slot != CML_NO_COLUMN && slot == space->metric ? i : copies->metric;
	}
	for (size_t file = 0; file < n_paths; file++)
		if (add_file(copies, header, paths[file], delimiter, (uint32_t)file, err) != CML_OK)
			return err->status;
	return CML_OK;
}

void tool_copies_release(struct tool_copies *copies)
{
	cml_key_set_release(&copies->keys);
	cml_key_set_release(&copies->ids);
	free(copies->tells);
	free(copies->is_id);
	free(copies->names);
	*copies = (struct tool_copies){0};
}

static size_t count_digits(struct cml_slice cell)
{
	size_t n = 0;
	for (size_t i = 0; i < cell.size && !memchr("eE", cell.data[i], 2); i++)
		n += cml_is_digit(cell.data[i]) && (n > 0 || cell.data[i] != '0');
	return n;
}

/* Whether the row has what no other job has: an id, a time that is no mere date, a result with so
 * many digits that a repeat would differ. */
static bool is_of_one_job(const struct tool_copies *copies, const struct cml_row *row)
{
	for (size_t i = 0; i < row->n_cells; i++) {
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		bool is_date = cell.size == strlen("2026-11-29") && cell.data[4] == '-';
		if (copies->tells[i] && cell.size > 0 && !is_date)
			return true;
	}
	return copies->metric != CML_NO_COLUMN &&
	       count_digits(row->cells[copies->metric]) >= TOOL_COPY_DIGITS;
}

enum tool_copy tool_copies_have(const struct tool_copies *copies, const struct cml_row *row,
				size_t file)
{
	uint32_t last;
	if (copies->keys.n == 0)
		return TOOL_COPY_NONE;
	if (!copies->ids_repeat)
		return cml_key_set_find(&copies->ids, hash_row(row, copies->names), &last) &&
			       last > file
			   ? TOOL_COPY_SURE
			   : TOOL_COPY_NONE;
	if (!cml_key_set_find(&copies->keys, hash_row(row, NULL), &last) || last <= file)
		return TOOL_COPY_NONE;
	return is_of_one_job(copies, row) ? TOOL_COPY_SURE : TOOL_COPY_UNSURE;
}
