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

static enum cml_result feed_cell(struct cml_readings *readings, struct cml_slice name,
				 struct cml_slice cell, struct cml_error *err)
{
	const struct cml_slice parts[] = {name, {"=", 1}, cell, {"\n", 1}};

	for (size_t i = 0; cell.size > 0 && i < sizeof parts / sizeof *parts; i++)
		if (cml_readings_feed(readings, parts[i], err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* Rows of another width, which have no cell there, and the header of a job that was continued give
 * nothing, as do cells without a number: loggers leave them empty where another column has one. */
static enum cml_result feed_column(struct cml_readings *readings, struct cml_table_reader *table,
				   size_t column, struct cml_error *err)
{
	struct cml_slice name = cml_slice_trim(cml_table_header(table)->names[column]);
	struct cml_error odd = {0};
	struct cml_row row;
	enum cml_result result;

	while ((result = cml_table_next(table, &row, &odd)) != CML_END && !cml_table_broken(table))
		if (row.n_cells > column &&
		    feed_cell(readings, name, cml_slice_trim(row.cells[column]), err) != CML_OK)
			return err->status;
	return result == CML_NO_MEMORY ? cml_fail_memory(err) : CML_OK;
}

enum cml_result cml_readings_feed_table(struct cml_readings *readings, struct cml_slice bytes,
					struct cml_slice name, bool *found, struct cml_error *err)
{
	struct cml_table_reader *table;
	struct cml_error ignored = {0};

	*found = false;
	for (const char *delimiter = ",;\t|"; !*found && *delimiter; delimiter++) {
		if (cml_table_open_bytes(&table, bytes, "", *delimiter, &ignored) != CML_OK)
			continue;
		size_t column = find_column(cml_table_header(table), name);
		*found = column != CML_NO_COLUMN;
		enum cml_result result =
		    *found ? feed_column(readings, table, column, err) : CML_OK;
		cml_table_free(table);
		if (result != CML_OK)
			return err->status;
	}
	return CML_OK;
}
