#include "infer/infer_state.h"

#include <math.h>
#include <string.h>

#define MAX_VALUES 10
#define MIN_ODDS 1e3

/* The values of a column, and whether rows with them have the param. */
struct split {
	double values[MAX_VALUES];
	bool has_param[MAX_VALUES];
	size_t n;
	size_t n_rows;    /* in which the column has a value */
	size_t n_missing; /* of them, those without the param */
};

static bool is_split(const struct cml_infer_rows *rows, const struct cml_infer_column *param,
		     const struct cml_infer_column *on, struct split *split)
{
	*split = (struct split){.n = 0};
	for (size_t row = 0; row < rows->n_rows; row++) {
		double value = on->sample[row];
		bool has = !isnan(param->sample[row]);
		size_t i = 0;
		if (isnan(value) && has)
			return false;
		if (isnan(value))
			continue;
		while (i < split->n && split->values[i] != value)
			i++;
		if (i == MAX_VALUES || (i < split->n && split->has_param[i] != has))
			return false;
		if (i == split->n) {
			split->values[i] = value;
			split->has_param[split->n++] = has;
		}
		split->n_rows++;
		split->n_missing += !has;
	}
	return split->n_missing > 0 && split->n_missing < split->n_rows;
}

static bool convinces(const struct split *split, size_t n_columns)
{
	double n = (double)split->n_rows, m = (double)split->n_missing;
	double choices = lgamma(n + 1) - lgamma(m + 1) - lgamma(n - m + 1);
	return choices >= log(MIN_ODDS * (double)n_columns) + (double)split->n * log(2);
}

/* A value as expressions have it; false for a text that cannot stand between quotes. */
static bool append_value(const struct cml_infer_column *on, double value, struct cml_buffer *text)
{
	if (cml_infer_is_number(on))
		return cml_infer_append_number(text, "", value);
	size_t i = cml_infer_find_text(on, value);
	return i < on->texts.n && !strchr(on->texts.texts[i].data, '\'') &&
	       cml_buffer_printf(text, "'%s'", on->texts.texts[i].data);
}

/* Of numbers that have the param from one on, or up to one: `tp > 1`. False, and nothing printed,
 * for others. */
static bool print_threshold(const struct split *split, struct cml_buffer *text)
{
	double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
	for (size_t i = 0; i < split->n; i++) {
		lo[split->has_param[i]] = fmin(lo[split->has_param[i]], split->values[i]);
		hi[split->has_param[i]] = fmax(hi[split->has_param[i]], split->values[i]);
	}
	return (hi[0] < lo[1] && cml_infer_append_number(text, " > ", hi[0])) ||
	       (hi[1] < lo[0] && cml_infer_append_number(text, " < ", lo[0]));
}

static bool print(const struct cml_infer_column *on, const struct split *split,
		  struct cml_buffer *text)
{
	size_t n_with = 0, n_printed = 0;
	/* A model that no job had has what some have: its texts are named that lack it. */
	bool lists_with = on->role != CML_ROLE_CONTEXT || cml_infer_is_number(on);
	for (size_t i = 0; i < split->n; i++)
		n_with += split->has_param[i] == lists_with;
	if (cml_infer_is_bool(on)) {
		bool positive = split->n == 2 &&
				split->has_param[0] == cml_infer_number_of(on, split->values[0]);
		return split->n == 2 && cml_buffer_append_string(text, positive ? "" : "not ") &&
		       cml_infer_print_name(on->name, text);
	}
	bool ok = cml_infer_print_name(on->name, text);
	if (ok && cml_infer_is_number(on) && print_threshold(split, text))
		return true;
	const char *one = lists_with ? " == " : " != ",
		   *several = lists_with ? " in (" : " not in (";
	ok = ok && cml_buffer_append_string(text, n_with == 1 ? one : several);
	for (size_t i = 0; ok && i < split->n; i++)
		if (split->has_param[i] == lists_with)
			ok = (n_printed++ == 0 || cml_buffer_append_string(text, ", ")) &&
			     append_value(on, split->values[i], text);
	return ok && (n_with == 1 || cml_buffer_append_string(text, ")"));
}

/* Of a context another one, which is fixed with it. */
static bool may_decide(const struct cml_infer_column *column, enum cml_role of)
{
	return cml_is_config_role(column->role) &&
	       (of == CML_ROLE_PARAM || column->role == CML_ROLE_CONTEXT) &&
	       column->n_sample_distinct > 1 && column->n_sample_distinct <= MAX_VALUES &&
	       !strchr(column->name, '`');
}

static void find_condition(struct cml_inference *infer, struct cml_infer_column *param)
{
	const struct cml_infer_rows *rows = &infer->rows;
	struct split split, best = {.n = MAX_VALUES + 1};
	size_t on = CML_NO_COLUMN;
	for (size_t i = 0; i < rows->n_columns; i++)
		if (&rows->columns[i] != param && may_decide(&rows->columns[i], param->role) &&
		    is_split(rows, param, &rows->columns[i], &split) && split.n < best.n &&
		    convinces(&split, rows->n_columns)) {
			best = split;
			on = i;
		}
	struct cml_buffer text = {0};
	if (on == CML_NO_COLUMN || !print(&rows->columns[on], &best, &text)) {
		cml_buffer_release(&text);
		return;
	}
	param->condition = cml_infer_keep(infer, "%.*s", (int)text.size, text.data);
	param->condition_on = on;
	cml_infer_note(infer, param, "likely: %s, set only where %.*s", cml_role_name(param->role),
		       (int)text.size, text.data);
	cml_buffer_release(&text);
}

static void note_missing(struct cml_inference *infer, struct cml_infer_column *param)
{
	cml_infer_note(
	    infer, param, "%s; %zu of %zu rows %s%s%s, and proposals always have a value: %s",
	    param->n_sample_distinct > 1 ? param->reason
					 : "unsure: param, it has one value where it has any",
	    param->n_missing, param->n_cells, param->none ? "have " : "lack it",
	    param->none ? param->none : "", param->none ? ", which counts as missing" : "",
	    param->none ? "with --na '' of every tool it is a level"
			: "where an empty cell means a value, write it");
}

void cml_infer_conditions(struct cml_inference *infer)
{
	for (size_t i = 0; i < infer->rows.n_columns; i++) {
		struct cml_infer_column *column = &infer->rows.columns[i];
		bool is_constant =
		    column->role == CML_ROLE_CONTEXT && column->n_sample_distinct == 1;
		if ((column->role != CML_ROLE_PARAM && !is_constant) || column->n_missing == 0)
			continue;
		find_condition(infer, column);
		if (!column->condition && column->role == CML_ROLE_PARAM)
			note_missing(infer, column);
	}
}
