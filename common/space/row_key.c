#include "space/row_key.h"

#include <stdlib.h>

enum cml_result cml_row_key_init(struct cml_row_key *keys, const struct cml_space *space,
				 const struct cml_header *header, const struct cml_na *na,
				 bool outcomes, struct cml_error *err)
{
	*keys =
	    (struct cml_row_key){.space = space,
				 .header = header,
				 .na = na,
				 .key_column = cml_header_find(header, cml_slice_of("cml_key"))};
	if (space) {
		if (!CML_NEW(&keys->values, space->n_columns))
			return cml_fail_memory(err);
		return cml_binding_init(&keys->binding, space, header, na, outcomes, true, err);
	}
	if (!CML_NEW(&keys->order, header->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++)
		if (!cml_is_own_column(header->names[i]))
			keys->order[keys->n_order++] = i;
	if (keys->n_order == 0 && keys->key_column == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA, "no column of a configuration");
	qsort_r(keys->order, keys->n_order, sizeof *keys->order, cml_symbols_compare,
		(void *)&header->by_name);
	return CML_OK;
}

void cml_row_key_release(struct cml_row_key *keys)
{
	if (keys->space)
		cml_binding_release(&keys->binding);
	free(keys->values);
	free(keys->order);
	*keys = (struct cml_row_key){0};
}

static uint64_t hash_cells(const struct cml_row_key *keys, const struct cml_row *row)
{
	uint64_t key = CML_HASH_SEED;
	for (size_t i = 0; i < keys->n_order; i++) {
		struct cml_slice name = keys->header->names[keys->order[i]];
		struct cml_slice cell = row->cells[keys->order[i]];
		if (cml_na_has(keys->na, cell))
			continue;
		key = cml_hash(cml_hash_uint64(key, name.size), name.data, name.size);
		key = cml_hash(cml_hash_uint64(key, cell.size), cell.data, cell.size);
	}
	return key;
}

enum cml_result cml_row_key(struct cml_row_key *keys, const struct cml_row *row, uint64_t *key,
			    struct cml_error *err)
{
	if (keys->space) {
		if (cml_config_read(&keys->binding, row, keys->values, err) != CML_OK)
			return err->status;
		*key = cml_config_key(keys->space, keys->values);
		return CML_OK;
	}
	if (keys->key_column == CML_NO_COLUMN ||
	    cml_na_has(keys->na, row->cells[keys->key_column])) {
		*key = hash_cells(keys, row);
		return CML_OK;
	}
	struct cml_slice cell = cml_slice_trim(row->cells[keys->key_column]);
	if (cml_key_parse(cell, key))
		return CML_OK;
	cml_key_refuse(cell, err);
	return cml_error_locate(err, NULL, row->line, "cml_key");
}
