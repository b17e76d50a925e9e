#include "eval/contexts.h"

#include "base/number.h"
#include "base/text.h"
#include "table/header.h"

#include <stdlib.h>

#define SEPARATOR '\x1f' /* between the values of a key */

static enum cml_result add_column(struct cml_contexts *contexts, size_t slot, size_t column,
				  struct cml_error *err)
{
	if (!CML_RESERVE(&contexts->columns, &contexts->capacity, contexts->n_columns + 1))
		return cml_fail_memory(err);
	contexts->columns[contexts->n_columns++] = (struct cml_context_column){slot, column};
	return CML_OK;
}

static enum cml_result add_all(struct cml_contexts *contexts, struct cml_error *err)
{
	const struct cml_space *space = contexts->space;
	for (size_t slot = 0; space && slot < space->n_columns; slot++)
		if (space->columns[slot].role == CML_ROLE_CONTEXT &&
		    add_column(contexts, slot, CML_NO_COLUMN, err) != CML_OK)
			return err->status;
	return CML_OK;
}

static bool is_refused(enum cml_role role)
{
	return cml_is_outcome_role(role) || role == CML_ROLE_WEIGHT || role == CML_ROLE_RULE;
}

static enum cml_result add_named(struct cml_contexts *contexts, struct cml_slice name,
				 const struct cml_header *header, struct cml_error *err)
{
	const struct cml_space *space = contexts->space;
	size_t slot = space ? cml_space_find(space, name) : CML_NO_COLUMN, column;
	enum cml_role role = slot == CML_NO_COLUMN ? CML_ROLE_IGNORE : space->columns[slot].role;
	if (is_refused(role))
		return cml_fail(err, CML_BAD_USAGE,
				"--within: '%.*s' is a %s: a context is what is known before a "
				"job runs",
				(int)name.size, name.data, cml_role_name(role));
	if (cml_is_config_role(role) || cml_is_computed_role(role))
		return add_column(contexts, slot, CML_NO_COLUMN, err);
	if (cml_find_column(header, name, &column, err) != CML_OK)
		return err->status;
	return add_column(contexts, CML_NO_COLUMN, column, err);
}

enum cml_result cml_contexts_init(struct cml_contexts *contexts, const char *list,
				  const struct cml_space *space, const struct cml_header *header,
				  const struct cml_na *na, struct cml_error *err)
{
	*contexts = (struct cml_contexts){.space = space, .na = na};
	if (!list)
		return add_all(contexts, err);
	struct cml_slice rest = cml_slice_of(list), word;
	while (cml_slice_split(&rest, ',', &word))
		if (add_named(contexts, cml_slice_trim(word), header, err) != CML_OK)
			return err->status;
	return CML_OK;
}

void cml_contexts_release(struct cml_contexts *contexts)
{
	free(contexts->columns);
	cml_symbols_release(&contexts->keys);
	cml_buffer_release(&contexts->key);
	*contexts = (struct cml_contexts){0};
}

enum cml_result cml_contexts_find(struct cml_contexts *contexts, const double *values,
				  const struct cml_row *row, size_t *context, struct cml_error *err)
{
	static const char separator = SEPARATOR;
	cml_buffer_clear(&contexts->key);
	for (size_t i = 0; i < contexts->n_columns; i++) {
		const struct cml_context_column *column = &contexts->columns[i];
		char number[CML_NUMBER_SIZE];
		struct cml_slice text = {NULL, 0};
		if (column->slot != CML_NO_COLUMN)
			text = cml_value_text(contexts->space, column->slot, values[column->slot],
					      number);
		else if (!cml_na_has(contexts->na, row->cells[column->column]))
			text = row->cells[column->column];
		if ((i > 0 && !cml_buffer_append(&contexts->key, &separator, 1)) ||
		    (text.size > 0 && !cml_buffer_append(&contexts->key, text.data, text.size)))
			return cml_fail_memory(err);
	}
	*context = cml_symbols_intern(&contexts->keys, cml_buffer_slice(&contexts->key));
	return *context == CML_NO_SYMBOL ? cml_fail_memory(err) : CML_OK;
}

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
