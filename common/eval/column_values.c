#include "eval/column_values.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "table/find_column.h"

#include <assert.h>
#include <stdlib.h>

enum cml_result cml_column_values_init(struct cml_column_values *columns,
				       const struct cml_header *header, const struct cml_na *na,
				       const struct cml_wanted_column *wanted, size_t n_columns,
				       struct cml_error *err)
{
	assert(n_columns <= CML_MAX_COLUMN_VALUES);
	*columns = (struct cml_column_values){.n_columns = n_columns, .na = na};
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < n_columns; i++) {
		columns->wanted[i] = wanted[i];
		status = cml_find_column(header, cml_slice_of(wanted[i].name), &columns->columns[i],
					 err);
	}
	return status;
}

void cml_column_values_release(struct cml_column_values *columns)
{
	for (size_t i = 0; i < columns->n_columns; i++)
		free(columns->values[i]);
	free(columns->context);
	*columns = (struct cml_column_values){0};
}

/* Where one array cannot grow the others may be larger than their capacity,
 * which does no harm. */
static bool reserve(struct cml_column_values *columns)
{
	size_t min = SIZE_MAX;
	for (size_t i = 0; i < columns->n_columns; i++) {
		size_t grown = columns->capacity;
		if (!cml_array_reserve((void **)&columns->values[i], &grown, columns->n + 1,
				       sizeof(double)))
			return false;
		min = grown < min ? grown : min;
	}
	columns->capacity = min;
	return true;
}

static enum cml_result read_cell(const struct cml_column_values *columns, size_t i,
				 struct cml_slice cell, double *value, struct cml_error *err)
{
	char text[CML_QUOTE_SIZE];
	if (!cml_parse_double(cell, value))
		cml_fail(err, CML_BAD_DATA, "not a number: %s",
			 cml_text_quote(cell, text, sizeof text));
	else if (columns->wanted[i].not_negative && *value < 0)
		cml_fail(err, CML_BAD_DATA, "below 0: %s", cml_text_quote(cell, text, sizeof text));
	else
		return CML_OK;
	cml_error_locate(err, NULL, 0, columns->wanted[i].name);
	return CML_BAD_DATA;
}

enum cml_result cml_column_values_append(struct cml_column_values *columns,
					 const struct cml_row *row, struct cml_error *err)
{
	double values[CML_MAX_COLUMN_VALUES];
	bool missing = false;
	for (size_t i = 0; i < columns->n_columns; i++) {
		struct cml_slice cell = row->cells[columns->columns[i]];
		if (cml_na_has(columns->na, cell))
			missing = true;
		else if (read_cell(columns, i, cell, &values[i], err) != CML_OK)
			return CML_BAD_DATA;
	}
	if (missing) {
		columns->n_missing++;
		return CML_OK;
	}
	for (size_t i = 1; i < columns->n_columns; i++)
		if (columns->wanted[i].not_below && values[i] < values[i - 1]) {
			cml_fail(err, CML_BAD_DATA, "below the value of '%s'",
				 columns->wanted[i - 1].name);
			cml_error_locate(err, NULL, 0, columns->wanted[i].name);
			return CML_BAD_DATA;
		}
	if (!reserve(columns) ||
	    (columns->contexts &&
	     !cml_array_reserve((void **)&columns->context, &columns->context_capacity,
				columns->n + 1, sizeof *columns->context)))
		return cml_fail_memory(err);
	if (columns->contexts && cml_contexts_find(columns->contexts, NULL, row,
						   &columns->context[columns->n], err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < columns->n_columns; i++)
		columns->values[i][columns->n] = values[i];
	columns->n++;
	return CML_OK;
}
