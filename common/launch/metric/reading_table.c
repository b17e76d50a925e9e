/* Readings in a file that is a table: the cells of a column. Part of readings.h. */
#include "launch/metric/readings.h"

#include "table/table_reader.h"

/* The column of a table that is called as the metric, or CML_NO_COLUMN. */
static size_t find_column(const struct cml_header *header, struct cml_slice name)
{
	for (size_t i = 0; i < header->n_columns; i++)
		if (cml_slice_equal(cml_slice_trim(header->names[i]), name))
			return i;
	return CML_NO_COLUMN;
}

/* Rows of another width, which have no cell there, and the header of a job that was continued give
 * nothing, as do cells without a number: loggers leave them empty where another column has one. */
static enum cml_result print_column(struct cml_table_reader *table, size_t column,
				    struct cml_buffer *text, struct cml_error *err)
{
	struct cml_slice name = cml_slice_trim(cml_table_header(table)->names[column]);
	struct cml_error odd = {0};
	struct cml_row row;
	enum cml_result result;

	while ((result = cml_table_next(table, &row, &odd)) != CML_END &&
	       !cml_table_broken(table)) {
		struct cml_slice cell = row.n_cells > column ? cml_slice_trim(row.cells[column])
							     : (struct cml_slice){0};
		if (cell.size > 0 && !(cml_buffer_append(text, name.data, name.size) &&
				       cml_buffer_append(text, "=", 1) &&
				       cml_buffer_append(text, cell.data, cell.size) &&
				       cml_buffer_append(text, "\n", 1)))
			return cml_fail_memory(err);
	}
	return result == CML_NO_MEMORY ? cml_fail_memory(err) : CML_OK;
}

enum cml_result cml_reading_table_print(struct cml_slice bytes, struct cml_slice name, bool *found,
					struct cml_buffer *text, struct cml_error *err)
{
	struct cml_error ignored = {0};

	*found = false;
	for (const char *delimiter = ",;\t|"; !*found && *delimiter; delimiter++) {
		AUTOPTR(cml_table_reader) table = NULL;

		if (cml_table_open_bytes(&table, bytes, "", *delimiter, &ignored) != CML_OK)
			continue;
		size_t column = find_column(cml_table_header(table), name);
		*found = column != CML_NO_COLUMN;
		if (*found && print_column(table, column, text, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
