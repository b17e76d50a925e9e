/* First space files from strangers' job tables. Input: a byte of options, the
 * table.
 *
 * Promises: the inferred text is a space file that names the columns of the
 * table, every row of the table can be read with it, and it does not depend on
 * being inferred for the first time. */
#include "fuzz.h"

#include "../unit/fixtures/infer_table.h"
#include "space/config.h"

#include <stdlib.h>
#include <string.h>

static struct cml_table_reader *open_table(struct cml_slice table, enum cml_result *status,
					   struct cml_error *err)
{
	struct cml_table_reader *reader = NULL;
	*status = cml_table_open_bytes(&reader, table, "jobs.csv", ',', err);
	return reader;
}

/* Whether the rows are all whole; what --infer says of others is for others. */
static bool is_whole(struct cml_slice table)
{
	struct cml_error err = {0};
	struct cml_row row;
	enum cml_result status;
	AUTOPTR(cml_table_reader) reader = open_table(table, &status, &err);
	while (status == CML_OK)
		status = cml_table_next(reader, &row, &err);
	return status == CML_END;
}

static void check_rows(struct cml_slice table, struct cml_slice space_text, const struct cml_na *na)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_binding) binding;
	struct cml_error err = {0};
	struct cml_row row;
	enum cml_result status;
	struct cml_buffer copy = {0};
	FUZZ_CHECK(cml_buffer_append(&copy, space_text.data, space_text.size) &&
		       cml_space_open_text(&space, &copy, "space.csv", &err) == CML_OK,
		   "line %zu, column '%s': %s, in\n%.*s", err.line, err.column, err.message,
		   (int)space_text.size, space_text.data);
	cml_buffer_release(&copy);
	AUTOPTR(cml_table_reader) reader = open_table(table, &status, &err);
	FUZZ_CHECK(cml_binding_init(&binding, space, cml_table_header(reader), na, false, false,
				    &err) == CML_OK,
		   "%s", err.message);
	AUTOFREE double *values = cml_array_new(space->n_columns, sizeof *values);
	while (cml_table_next(reader, &row, &err) == CML_OK)
		FUZZ_CHECK(cml_config_read(&binding, &row, values, &err) == CML_OK,
			   "line %zu, column '%s': %s, with\n%.*s", err.line, err.column,
			   err.message, (int)space_text.size, space_text.data);
}

static enum cml_result infer(struct cml_slice table, const struct cml_infer_options *options,
			     struct cml_buffer *text)
{
	AUTO(cml_buffer) notes = {0};
	struct cml_error err = {0};
	enum cml_result status;
	AUTOPTR(cml_table_reader) reader = open_table(table, &status, &err);
	if (status == CML_OK)
		status = infer_table(reader, options, text, &notes, &err);
	if (status != CML_OK)
		fuzz_check_error(&err, status, "jobs.csv");
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const directions[] = {NULL, "max", "min"};
	struct cml_slice table = {(const char *)data, size};
	AUTO(cml_buffer) first = {0}, second = {0};
	struct cml_error err = {0};
	AUTO(cml_na) na;
	unsigned char byte = fuzz_take_byte(&table);
	struct cml_infer_options options = {byte & 8 ? "wps" : NULL, directions[byte % 3], &na,
					    byte & 16 ? 3 : 0};
	AUTOFREE char *copy = fuzz_copy(table);
	table.data = copy;
	FUZZ_CHECK(cml_na_init(&na, CML_NA_DEFAULT, &err) == CML_OK, "%s", err.message);
	if (is_whole(table) && infer(table, &options, &first) == CML_OK) {
		check_rows(table, cml_buffer_slice(&first), &na);
		FUZZ_CHECK(infer(table, &options, &second) == CML_OK &&
			       cml_slice_equal(cml_buffer_slice(&first), cml_buffer_slice(&second)),
			   "inferred again, another space");
	}
	return 0;
}
