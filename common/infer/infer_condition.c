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
	size_t i = cml_infer_find_text(on, value);
	if (on->is_number)
		cml_infer_append_number(text, "", value);
	else if (i == on->texts.n || strchr(on->texts.texts[i].data, '\''))
		return false;
	else
		cml_buffer_printf(text, "'%s'", on->texts.texts[i].data);
	return true;
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
	if (hi[0] < lo[1])
		cml_infer_append_number(text, " > ", hi[0]);
	else if (hi[1] < lo[0])
		cml_infer_append_number(text, " < ", lo[0]);
	else
		return false;
	return true;
}

/* The values with the param, or, of texts of a context, those without: a model that no job had has
 * what some have. */
static bool print_list(const struct cml_infer_column *on, const struct split *split,
		       struct cml_buffer *text)
{
	bool lists_with = on->role != CML_ROLE_CONTEXT || on->is_number, ok = true;
	size_t n_listed = 0, n_printed = 0;
	for (size_t i = 0; i < split->n; i++)
		n_listed += split->has_param[i] == lists_with;
	if (n_listed == 1)
		cml_buffer_append_string(text, lists_with ? " == " : " != ");
	else
		cml_buffer_append_string(text, lists_with ? " in (" : " not in (");
	for (size_t i = 0; ok && i < split->n; i++) {
		if (split->has_param[i] != lists_with)
			continue;
		cml_buffer_append_string(text, n_printed++ > 0 ? ", " : "");
		ok = append_value(on, split->values[i], text);
	}
	cml_buffer_append_string(text, n_listed == 1 ? "" : ")");
	return ok;
}

static bool print(const struct cml_infer_column *on, const struct split *split,
		  struct cml_buffer *text)
{
	bool is_bool = on->is_bool;
	if (is_bool && split->n != 2)
		return false;
	if (is_bool && split->has_param[0] != cml_infer_number_of(on, split->values[0]))
		cml_buffer_append_string(text, "not ");
	cml_infer_print_name(on->name, text);
	return is_bool || (on->is_number && print_threshold(split, text)) ||
	       print_list(on, split, text);
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
	const struct cml_infer_column *on = NULL;
	struct cml_buffer text = {0};
	CML_EACH_COLUMN (column, rows)
		if (column != param && may_decide(column, param->role) &&
		    is_split(rows, param, column, &split) && split.n < best.n &&
		    convinces(&split, rows->n_columns)) {
			best = split;
			on = column;
		}
	if (!on || !print(on, &best, &text)) {
		cml_buffer_release(&text);
		return;
	}
	param->condition = cml_infer_take(infer, &text);
	param->condition_on = on;
	cml_infer_note(infer, param, "likely: %s, set only where %s", cml_role_name(param->role),
		       param->condition);
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
	CML_EACH_COLUMN (column, &infer->rows) {
		bool is_param = column->role == CML_ROLE_PARAM;
		bool is_constant =
		    column->role == CML_ROLE_CONTEXT && column->n_sample_distinct == 1;
		if (column->n_missing == 0 || (!is_param && !is_constant))
			continue;
		find_condition(infer, column);
		if (!column->condition && is_param)
			note_missing(infer, column);
	}
}
