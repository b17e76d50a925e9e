/* Sizes in the names of levels, as of the models `7b` and `70b`: a number that a new name has, too.
 */
#include "infer/infer_state.h"

#include "base/number.h"
#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>

/* Of fewer sizes nothing can be learned about another one. */
#define MIN_SIZES 3

/* A level, or a row of the sample, by its place; -1: without a size. */
struct sized {
	double size;
	size_t place;
};

static int compare_sizes(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;
	return cml_compare_doubles(&x->size, &y->size);
}

static double size_of_level(const struct cml_infer_column *column, size_t level)
{
	double size = cml_size_in_name(column->texts.texts[level]);
	return isnan(size) ? -1 : size;
}

static double size_of_row(const struct cml_infer_column *column, size_t row)
{
	for (size_t i = 0; i < column->texts.n; i++)
		if (cml_infer_has_text(column->texts.texts[i], column->sample[row]))
			return size_of_level(column, i);
	return -1;
}

static struct sized *sort_by_size(const struct cml_infer_column *column, size_t n,
				  double (*size_of)(const struct cml_infer_column *, size_t))
{
	struct sized *sorted = cml_array_new(n + 1, sizeof *sorted);
	for (size_t i = 0; sorted && i < n; i++)
		sorted[i] = (struct sized){size_of(column, i), i};
	if (sorted)
		qsort(sorted, n, sizeof *sorted, compare_sizes);
	return sorted;
}

/* Whether a number rises with the size from each to the next, in every row: it says the same, and
 * more exactly. */
static bool rises(const struct cml_infer_column *column, const struct sized *rows, size_t n)
{
	double highest = -INFINITY, before = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		double value = column->sample[rows[i].place];
		if (rows[i].size < 0)
			continue;
		if (i > 0 && rows[i].size > rows[i - 1].size)
			before = highest;
		if (!(value > before))
			return false;
		highest = fmax(highest, value);
	}
	return true;
}

static bool has_number_for_it(const struct cml_inference *infer, const struct sized *rows)
{
	for (size_t i = 0; i < infer->rows.n_columns; i++) {
		const struct cml_infer_column *column = &infer->rows.columns[i];
		if (cml_is_config_role(column->role) && cml_infer_is_number(column) &&
		    rises(column, rows, infer->rows.n_rows))
			return true;
	}
	return false;
}

/* Most levels must have a size, of three different ones. */
static bool write_size(struct cml_inference *infer, const struct cml_infer_column *column,
		       const struct sized *levels, struct cml_buffer *text)
{
	const char *cells[CML_N_SPACE_FIELDS] = {0};
	struct cml_buffer name = {0}, expression = {0};
	size_t n = column->texts.n, first = 0, n_sizes = 0;
	while (first < n && levels[first].size < 0)
		first++;
	for (size_t i = first; i < n; i++)
		n_sizes += i == first || levels[i].size > levels[i - 1].size;
	if (n_sizes < MIN_SIZES || 4 * (n - first) < 3 * n)
		return true;
	bool ok = cml_buffer_printf(&name, "%s_size%c", column->name, 0) &&
		  cml_buffer_append_string(&expression, "size(") &&
		  cml_infer_print_name(column->name, &expression) &&
		  cml_buffer_append(&expression, ")", sizeof ")");
	if (ok && !cml_infer_has_name(infer, name.data)) {
		cells[CML_FIELD_NAME] = name.data;
		cells[CML_FIELD_ROLE] = cml_role_name(CML_ROLE_DERIVED);
		cells[CML_FIELD_DOMAIN] = expression.data;
		cells[CML_FIELD_ENCODING] = "log";
		ok = cml_space_text_row(text, cells, CML_N_USUAL_SPACE_FIELDS);
		cml_infer_note_line(
		    infer, "'%s': the size in the name, from '%s' to '%s', of %zu of %zu levels",
		    name.data, column->texts.texts[levels[first].place].data,
		    column->texts.texts[levels[n - 1].place].data, n - first, n);
	}
	cml_buffer_release(&name);
	cml_buffer_release(&expression);
	return ok;
}

bool cml_infer_write_sizes(struct cml_inference *infer, struct cml_buffer *text)
{
	bool ok = true;
	for (size_t i = 0; ok && i < infer->rows.n_columns; i++) {
		const struct cml_infer_column *column = &infer->rows.columns[i];
		if (!cml_is_config_role(column->role) || !cml_infer_is_text(column))
			continue;
		struct sized *rows = sort_by_size(column, infer->rows.n_rows, size_of_row);
		struct sized *levels = sort_by_size(column, column->texts.n, size_of_level);
		ok = rows && levels &&
		     (has_number_for_it(infer, rows) || write_size(infer, column, levels, text));
		free(rows);
		free(levels);
	}
	return ok;
}
