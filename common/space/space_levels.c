#include "space/config.h"

#include "base/memory.h"
#include "space/space.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>

/* Until the space is closed, the column's map marks the symbols seen. */
static enum cml_result mark_seen(struct cml_space *space, struct cml_space_column *column,
				 struct cml_slice level, struct cml_error *err)
{
	size_t symbol = cml_symbols_intern(&space->symbols, level);
	if (symbol == CML_NO_SYMBOL || !cml_level_map_put(&column->levels, symbol, 0))
		return cml_fail_memory(err);
	return CML_OK;
}

enum cml_result cml_space_add_level(struct cml_space *space, size_t column, struct cml_slice level,
				    struct cml_error *err)
{
	level = cml_slice_trim(level);
	const char *problem = cml_level_problem(level);
	if (!problem)
		return mark_seen(space, &space->columns[column], level, err);
	cml_refuse_text(err, problem, level);
	return cml_error_locate(err, NULL, 0, space->columns[column].name);
}

static int compare_texts(const void *a, const void *b, void *context)
{
	const struct cml_symbols *symbols = context;
	size_t first = (size_t) * (const double *)a, second = (size_t) * (const double *)b;
	return cml_slice_compare(symbols->texts[first], symbols->texts[second]);
}

static enum cml_result write_domain(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err)
{
	size_t n = column->domain.n_values;
	AUTO(cml_buffer) text = {0};
	AUTOFREE struct cml_slice *levels = cml_array_new(n, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		levels[i] = space->symbols.texts[(size_t)column->domain.levels[i]];
	const char *copy = cml_level_append_all(&text, levels, n)
			       ? cml_arena_copy(&space->arena, cml_buffer_slice(&text))
			       : NULL;
	if (!copy)
		return cml_fail_memory(err);
	column->cells[CML_FIELD_DOMAIN] = copy;
	return CML_OK;
}

static enum cml_result close_column(struct cml_space *space, struct cml_space_column *column,
				    struct cml_error *err)
{
	struct cml_level_map *seen = &column->levels;
	if (column->has_default && !cml_level_map_put(seen, (size_t)column->default_value, 0))
		return cml_fail_memory(err);
	double *levels = cml_array_new(seen->n, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	size_t n = 0;
	for (size_t symbol = 0; symbol < seen->n; symbol++)
		if (seen->positions[symbol] != CML_NO_INDEX)
			levels[n++] = (double)symbol;
	if (n == 0) {
		free(levels);
		/* The levels of a column that is no feature are not needed. */
		if (column->encoding == CML_ENCODING_NONE)
			return CML_OK;
		cml_fail(err, CML_BAD_DATA,
			 "no value was seen, so its levels are not known: list them in the space's "
			 "domain, or give it the role ignore");
		return cml_error_locate(err, NULL, 0, column->name);
	}
	qsort_r(levels, n, sizeof *levels, compare_texts, &space->symbols);
	cml_domain_take_levels(&column->domain, levels, n);
	column->open = false;
	for (size_t i = 0; i < n; i++)
		seen->positions[(size_t)levels[i]] = i;
	return write_domain(space, column, err);
}

enum cml_result cml_space_close(struct cml_space *space, struct cml_error *err)
{
	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].open &&
		    close_column(space, &space->columns[i], err) != CML_OK)
			return err->status;
	if (cml_space_rows_write(space, err) != CML_OK)
		return err->status;
	/* A model carries this text. It must read back, which it does not when an
	 * expression names a level that was never seen. */
	AUTOPTR(cml_space) again = NULL;
	return cml_space_from_text(&again, cml_buffer_slice(&space->text),
				   "the space with the levels of the table", err);
}

/* Levels of one row; by the row's values, which open columns are active. */
static enum cml_result learn_row(struct cml_space *space, const struct cml_binding *binding,
				 const struct cml_row *row, const double *values,
				 struct cml_error *err)
{
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		if (!space->columns[slot].open || isnan(values[slot]))
			continue;
		if (cml_space_add_level(space, slot, row->cells[binding->column_of[slot]], err) !=
		    CML_OK)
			return err->status;
	}
	return CML_OK;
}

static enum cml_result learn_rows(struct cml_space *space, const struct cml_binding *binding,
				  struct cml_table_reader *reader, double *values,
				  struct cml_error *err)
{
	for (;;) {
		struct cml_row row;
		enum cml_result status = cml_table_next(reader, &row, err);
		if (status == CML_END)
			return CML_OK;
		status = status != CML_OK || cml_config_read(binding, &row, values, err) != CML_OK
			     ? err->status
			     : learn_row(space, binding, &row, values, err);
		bool passed_over = status == CML_BAD_DATA && !cml_table_broken(reader);
		if (status != CML_OK && !passed_over)
			return status;
	}
}

enum cml_result cml_space_learn(struct cml_space *space, struct cml_table_reader *reader,
				const struct cml_na *na, struct cml_error *err)
{
	AUTO(cml_binding) binding = {0};
	AUTOFREE double *values = cml_array_new(space->n_columns, sizeof *values);
	/* What goes wrong in a row is for the next reader; err stays untouched
	 * unless learning itself fails. */
	struct cml_error problem;
	enum cml_result status = values
				     ? cml_binding_init(&binding, space, cml_table_header(reader),
							na, false, false, &problem)
				     : cml_fail_memory(&problem);
	if (status != CML_OK ||
	    (status = learn_rows(space, &binding, reader, values, &problem)) != CML_OK) {
		*err = problem;
		cml_error_locate(err, cml_table_name(reader), 0, NULL);
	}
	return status;
}
