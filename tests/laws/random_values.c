#include "random_space.h"
#include "test.h"

bool same_value(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

bool same_values(const double *a, const double *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!same_value(a[i], b[i]))
			return false;
	return true;
}

bool made_has_value(const struct made_row *row, double value)
{
	for (size_t i = 0; i < row->n_values; i++)
		if (row->values[i] == value)
			return true;
	if (row->n_values > 0 || !isfinite(value))
		return false;
	bool is_inside = row->kind == CML_DOMAIN_ANY || (value >= row->lo && value <= row->hi);
	return is_inside && (row->type != CML_TYPE_INT || value == floor(value));
}

/* 1, 0, or NaN where it cannot be told. */
static double evaluate(const struct made_truth *truth, const double *values)
{
	double value = values[truth->row], limit = truth->limit;
	if (truth->kind == MADE_ALWAYS)
		return 1;
	if (truth->kind == MADE_NOT_ABOVE)
		limit = values[truth->other];
	if (isnan(value) || isnan(limit))
		return NAN;
	switch (truth->kind) {
	case MADE_IS_TRUE:
		return value;
	case MADE_IS_FALSE:
		return 1 - value;
	case MADE_IS_LEVEL:
		return value == limit;
	case MADE_IS_OTHER_LEVEL:
		return value != limit;
	case MADE_AT_LEAST:
		return value >= limit;
	case MADE_BELOW:
		return value < limit;
	case MADE_MULTIPLE:
		return fmod(value, limit) == 0;
	default:
		return value <= limit;
	}
}

/* In which the rows of a file may stand: each after those it looks at. */
static void draw_order(const struct made_space *made, struct cml_random *random, size_t *order)
{
	bool placed[MADE_MAX_ROWS] = {false};
	for (size_t n = 0; n < made->n_rows;) {
		size_t i = (size_t)cml_random_below(random, made->n_rows);
		const struct made_row *row = &made->rows[i];
		bool may = !placed[i];
		if (row->when.kind != MADE_ALWAYS)
			may = may && placed[row->when.row];
		if (row->when.kind == MADE_NOT_ABOVE)
			may = may && placed[row->when.other];
		if (row->role == CML_ROLE_DERIVED)
			may = may && placed[row->of];
		if (may)
			order[n++] = i;
		placed[i] = placed[i] || may;
	}
}

struct cml_space *made_space_read(const struct made_space *made, struct cml_random *random)
{
	static const char metric[] = "wps,metric,max,,,,,tokens/s,\n";
	size_t order[MADE_MAX_ROWS];
	AUTO(cml_buffer) text = {0};
	struct cml_space *space;
	for (size_t i = 0; i < made->n_rows; i++)
		order[i] = i;
	if (random)
		draw_order(made, random, order);
	cml_space_text_row(&text, cml_space_fields, CML_N_USUAL_SPACE_FIELDS);
	if (random)
		cml_buffer_append_string(&text, metric);
	for (size_t i = 0; i < made->n_rows; i++) {
		const struct made_row *row = &made->rows[order[i]];
		const char *cells[CML_N_SPACE_FIELDS] = {row->name};
		for (size_t field = CML_FIELD_NAME + 1; field < CML_N_SPACE_FIELDS; field++)
			cells[field] = row->cells[field];
		cml_space_text_row(&text, cells, CML_N_USUAL_SPACE_FIELDS);
	}
	if (!random)
		cml_buffer_append_string(&text, metric);
	enum cml_result status = cml_space_from_text(&space, cml_buffer_slice(&text), "made", &err);
	cr_assert_eq(status, CML_OK, "%zu: %s: %s\n%.*s", err.line, err.column, err.message,
		     (int)text.size, text.data);
	return space;
}

void made_values_draw(const struct made_space *made, struct cml_random *random, double *values)
{
	for (size_t i = 0; i < made->n_rows; i++) {
		bool is_drawn =
		    cml_is_config_role(made->rows[i].role) && cml_random_below(random, 12) > 0;
		values[i] = is_drawn ? made_value_draw(&made->rows[i], random) : NAN;
	}
}

bool made_values_complete(const struct made_space *made, double *values)
{
	bool holds = true;
	for (size_t i = 0; i < made->n_rows; i++) {
		const struct made_row *row = &made->rows[i];
		if (evaluate(&row->when, values) != 1)
			values[i] = NAN;
		else if (row->role == CML_ROLE_DERIVED)
			values[i] = values[row->of] * row->factor + row->shift;
	}
	for (size_t i = 0; i < made->n_rows; i++)
		if (made->rows[i].role == CML_ROLE_RULE &&
		    evaluate(&made->rows[i].when, values) == 1)
			holds = holds && evaluate(&made->rows[i].rule, values) != 0;
	return holds;
}

static bool holds_symbols(const struct cml_space *space, size_t slot)
{
	enum cml_type type = space->columns[slot].type;
	return type == CML_TYPE_ORDINAL || type == CML_TYPE_CATEGORICAL;
}

void made_values_to_space(const struct made_space *made, const struct cml_space *space,
			  const double *values, double *slots)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		slots[slot] = NAN;
	for (size_t i = 0; i < made->n_rows; i++) {
		size_t slot = cml_space_find(space, cml_slice_of(made->rows[i].name));
		cr_assert_lt(slot, space->n_columns);
		slots[slot] = values[i];
		if (!holds_symbols(space, slot) || isnan(values[i]))
			continue;
		const char *level = made->rows[i].levels[(size_t)values[i]];
		slots[slot] = (double)cml_symbols_find(&space->symbols, cml_slice_of(level));
	}
}

void made_values_from_space(const struct made_space *made, const struct cml_space *space,
			    const double *slots, double *values)
{
	for (size_t i = 0; i < made->n_rows; i++) {
		const struct made_row *row = &made->rows[i];
		size_t slot = cml_space_find(space, cml_slice_of(row->name));
		values[i] = slots[slot];
		if (!holds_symbols(space, slot) || isnan(slots[slot]))
			continue;
		size_t level = 0;
		while (level < row->n_values &&
		       !cml_slice_is(space->symbols.texts[(size_t)slots[slot]], row->levels[level]))
			level++;
		values[i] = (double)level;
	}
}
