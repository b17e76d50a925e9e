#include "eval/column_values.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "table/header.h"

#include <stdlib.h>

enum cml_result cml_column_values_init(struct cml_column_values *columns,
				       const struct cml_header *header, const struct cml_na *na,
				       const char *actual, const char *predicted,
				       struct cml_error *err)
{
	*columns = (struct cml_column_values){.names = {actual, predicted}, .na = na};
	for (size_t i = 0; i < 2; i++)
		if (cml_find_column(header, cml_slice_of(columns->names[i]), &columns->columns[i],
				    err) != CML_OK)
			return err->status;
	return CML_OK;
}

void cml_column_values_release(struct cml_column_values *columns)
{
	free(columns->values[0]);
	free(columns->values[1]);
	free(columns->context);
	*columns = (struct cml_column_values){0};
}

static enum cml_result reserve(struct cml_column_values *columns, struct cml_error *err)
{
	for (size_t i = 0; i < 2; i++)
		if (!CML_RESERVE(&columns->values[i], &columns->capacity[i], columns->n + 1))
			return cml_fail_memory(err);
	if (columns->contexts &&
	    !CML_RESERVE(&columns->context, &columns->context_capacity, columns->n + 1))
		return cml_fail_memory(err);
	return CML_OK;
}

enum cml_result cml_column_values_append(struct cml_column_values *columns,
					 const struct cml_row *row, struct cml_error *err)
{
	char text[CML_QUOTE_SIZE];
	double values[2];
	bool missing = false;
	for (size_t i = 0; i < 2; i++) {
		struct cml_slice cell = row->cells[columns->columns[i]];
		if (cml_na_has(columns->na, cell)) {
			missing = true;
		} else if (!cml_parse_double(cell, &values[i])) {
			cml_fail(err, CML_BAD_DATA, "not a number: %s",
				 cml_text_quote(cell, text, sizeof text));
			return cml_error_locate(err, NULL, 0, columns->names[i]);
		}
	}
	if (missing) {
		columns->n_missing++;
		return CML_OK;
	}
	if (reserve(columns, err) != CML_OK ||
	    (columns->contexts && cml_contexts_find(columns->contexts, NULL, row,
						    &columns->context[columns->n], err) != CML_OK))
		return err->status;
	columns->values[0][columns->n] = values[0];
	columns->values[1][columns->n] = values[1];
	columns->n++;
	return CML_OK;
}
