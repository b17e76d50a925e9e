#include "launch/history/other_keys.h"

#include <unistd.h>

#include "base/number.h"
#include "launch/history/job_history.h"
#include "space/row_key.h"
#include "table/table_reader.h"

static enum cml_result count_rows(struct cml_table_reader *reader, struct cml_row_key *keys,
				  size_t column, size_t *n, struct cml_error *err)
{
	struct cml_error refused;
	struct cml_row row;
	enum cml_result status;
	uint64_t then, now;

	while ((status = cml_table_next(reader, &row, err)) == CML_OK)
		*n += cml_key_parse(row.cells[column], &then) &&
		      cml_row_key(keys, &row, &now, &refused) == CML_OK && then != now;
	return status == CML_END ? CML_OK : status;
}

enum cml_result cml_history_count_other_keys(const char *path, char delimiter,
					     const struct cml_space *space, const struct cml_na *na,
					     size_t *n, struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	struct cml_row_key keys = {0};

	*n = 0;
	if (access(path, F_OK) != 0)
		return CML_OK;
	enum cml_result status = cml_table_open(&reader, path, delimiter, err);
	if (status != CML_OK)
		return status == CML_BAD_DATA ? CML_OK : status; /* empty */
	const struct cml_header *header = cml_table_header(reader);
	size_t column = cml_header_find(header, cml_slice_of(CML_COLUMN_KEY));
	if (column != CML_NO_COLUMN)
		status = cml_row_key_init(&keys, space, header, na, false, err);
	if (status == CML_OK && column != CML_NO_COLUMN)
		status = count_rows(reader, &keys, column, n, err);
	cml_row_key_release(&keys);
	cml_table_free(reader);
	return status == CML_BAD_DATA ? CML_OK : status;
}
