#include "infer/infer_state.h"

#include <math.h>
#include <string.h>

/* Of texts of a context, as 13 benchmarks of MLPerf; of others long lists seldom decide. */
#define MAX_VALUES 32
#define MAX_OTHERS 10
#define MIN_ODDS 1e3

/* The values of a column, and whether rows with them have the param. */
struct split {
	double values[MAX_VALUES];
	bool has_param[MAX_VALUES];
	size_t counts[MAX_VALUES]; /* rows */
	size_t n;
	size_t n_rows; /* in which the column has a value */
	size_t n_with; /* of them, those with the param */
};

/* A bool of every row: what is asked is where it is true. */
static bool is_switch(const struct cml_infer_column *param)
{
	return param->is_bool && param->n_missing == 0 && param->n_sample_distinct == 2;
}

/* An empty cell that is a level is none. */
static bool is_missing(const struct cml_infer_column *param, size_t row)
{
	double value = param->sample[row];
	return isnan(value) ||
	       (param->empty && cml_infer_has_text(cml_slice_of(param->empty), value));
}

/* Whether a row has a param; a switch that is off is none. */
static bool has_param(const struct cml_infer_column *param, size_t row)
{
	return is_switch(param) ? cml_infer_number_of(param, param->sample[row]) == 1
				: !is_missing(param, row);
}

/* Whether all rows with some values of a column lack the param; exact: and those with others have
 * it, all of them. */
static bool is_split(const struct cml_infer_rows *rows, const struct cml_infer_column *param,
		     const struct cml_infer_column *on, bool is_exact, struct split *split)
{
	*split = (struct split){.n = 0};
	for (size_t row = 0; row < rows->n_rows; row++) {
		double value = on->sample[row];
		bool has = has_param(param, row);
		size_t i = 0;
		if (isnan(value) && has)
			return false;
		if (isnan(value))
			continue;
		while (i < split->n && split->values[i] != value)
			i++;
		if (i == MAX_VALUES || (is_exact && i < split->n && split->has_param[i] != has))
			return false;
		if (i == split->n)
			split->values[split->n++] = value;
		split->has_param[i] |= has;
		split->counts[i]++;
		split->n_rows++;
		split->n_with += has;
	}
	return true;
}

/* Rows with values with which some have the param. */
static size_t count_may(const struct split *split)
{
	size_t n = 0;
	for (size_t i = 0; i < split->n; i++)
		n += split->has_param[i] ? split->counts[i] : 0;
	return n;
}

/* Whether it is no accident that all rows with the param are among those with some values. */
static bool convinces(const struct split *split, size_t n_tried)
{
	size_t n_may = count_may(split);
	return n_may < split->n_rows && split->n_with > 0 &&
	       cml_log_choices(split->n_rows, split->n_with) -
		       cml_log_choices(n_may, split->n_with) >=
		   log(MIN_ODDS * (double)n_tried) + (double)split->n * log(2);
}

/* Whether a split leaves fewer rows without the param unexplained, or as many by fewer values. */
static bool says_more(const struct split *split, const struct split *other)
{
	size_t n_may = count_may(split), n_other = count_may(other);
	return n_may < n_other || (n_may == n_other && split->n < other->n);
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

/* Whether the one value without the param is no value. */
static bool lacks_if_empty(const struct cml_infer_column *on, const struct split *split)
{
	size_t n_without = 0;
	bool is_empty = false;
	for (size_t i = 0; i < split->n; i++) {
		n_without += !split->has_param[i];
		is_empty |= !split->has_param[i] && on->empty &&
			    cml_infer_has_text(cml_slice_of(on->empty), split->values[i]);
	}
	return n_without == 1 && is_empty;
}

/* The values with the param, or, of a context, those without: a model that no job had has
 * what some have, and so has every value where none is one. */
static bool print_list(const struct cml_infer_column *on, const struct split *split,
		       struct cml_buffer *text)
{
	bool lists_with = !lacks_if_empty(on, split) && on->role != CML_ROLE_CONTEXT;
	bool ok = true;
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
		ok = cml_infer_append_value(on, split->values[i], text);
	}
	cml_buffer_append_string(text, n_listed == 1 ? "" : ")");
	return ok;
}

/* False, too, where numbers here and there would switch something on. */
static bool print(const struct cml_infer_column *on, const struct split *split, bool of_switch,
		  struct cml_buffer *text)
{
	bool is_bool = on->is_bool;
	if (is_bool && split->n != 2)
		return false;
	if (is_bool && split->has_param[0] != cml_infer_number_of(on, split->values[0]))
		cml_buffer_append_string(text, "not ");
	cml_infer_print_name(on->name, text);
	return is_bool || (on->is_number && print_threshold(split, text)) ||
	       (!(on->is_number && of_switch) && print_list(on, split, text));
}

bool cml_infer_is_conditional(const struct cml_infer_rows *rows,
			      const struct cml_infer_column *column)
{
	struct split split;
	CML_EACH_COLUMN (on, rows)
		if (on != column && on->is_text && !on->decided && on->n_missing == 0 &&
		    on->texts.n <= MAX_VALUES && is_split(rows, column, on, true, &split) &&
		    convinces(&split, rows->n_columns))
			return true;
	return false;
}

/* Of a context another one, which is fixed with it; where empty cells are a level, and of a switch,
 * a param: what jobs of a context did not choose, others may. */
static bool may_decide(const struct cml_infer_column *column, const struct cml_infer_column *param)
{
	bool is_choice = param->empty || is_switch(param);
	bool is_context = column->role == CML_ROLE_CONTEXT;
	size_t most = is_context && column->is_text ? MAX_VALUES : MAX_OTHERS;
	return cml_infer_is_nameable(column) && (param->role == CML_ROLE_PARAM || is_context) &&
	       (!is_choice || !is_context) && column->n_sample_distinct > 1 &&
	       column->n_sample_distinct <= most;
}

/* Whether a column is a param, or is set where that is, by others or not. */
static bool depends_on(const struct cml_infer_column *column, const struct cml_infer_column *param)
{
	while (column && column != param)
		column = column->condition_on;
	return column;
}

static void find_condition(struct cml_inference *infer, struct cml_infer_column *param,
			   bool is_exact)
{
	const struct cml_infer_rows *rows = &infer->rows;
	struct split split, best = {.n = 0};
	const struct cml_infer_column *on = NULL;
	struct cml_buffer text = {0};
	size_t n_tried = 0;
	CML_EACH_COLUMN (column, rows)
		n_tried += may_decide(column, param);
	CML_EACH_COLUMN (column, rows)
		if (!depends_on(column, param) && may_decide(column, param) &&
		    (is_exact || param->empty || column->is_text) &&
		    is_split(rows, param, column, is_exact || is_switch(param), &split) &&
		    (!on || says_more(&split, &best)) && convinces(&split, n_tried)) {
			best = split;
			on = column;
		}
	if (!on || !print(on, &best, is_switch(param), &text)) {
		cml_buffer_release(&text);
		return;
	}
	param->condition_on = on;
	if (is_switch(param)) {
		param->follows = cml_infer_take(infer, &text);
		return;
	}
	param->condition = cml_infer_take(infer, &text);
	cml_infer_note(infer, param, "likely: %s, set only where %s", cml_role_name(param->role),
		       param->condition);
}

/* Numbers of more values keep their order, but for those of which none is no interleaving. */
#define MAX_LISTED 2
/* A level that jobs have by choice comes again. */
#define MIN_EMPTY 3
#define MIN_EMPTY_SHARE 0.05

/* Whether most settings of a row are missing: they were not written down. */
static bool is_bare(const struct cml_infer_rows *rows, size_t row)
{
	size_t n = 0, n_missing = 0;
	CML_EACH_COLUMN (column, rows) {
		n += column->role == CML_ROLE_PARAM;
		n_missing += column->role == CML_ROLE_PARAM && is_missing(column, row);
	}
	return 2 * n_missing > n;
}

/* Whether jobs that ran lack a param here and there, by choice: not once, nor in the first or last
 * rows alone, where the column was not written yet, or no more. Of one value there is no other
 * choice. */
static bool is_choice(const struct cml_infer_rows *rows, const struct cml_infer_column *param)
{
	bool is_switch = param->n_sample_distinct == 1;
	size_t n_empty = 0, n_ran = 0, first[2] = {rows->n_rows, rows->n_rows}, last[2] = {0, 0};
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool is_empty = isnan(param->sample[row]);
		if (isnan(cml_infer_metric_of(rows, row)) ||
		    (is_empty && !is_switch && is_bare(rows, row)))
			continue;
		n_ran++;
		n_empty += is_empty;
		first[is_empty] = first[is_empty] < row ? first[is_empty] : row;
		last[is_empty] = row;
	}
	bool is_block = last[0] < first[1] || last[1] < first[0];
	return !is_block && n_empty >= MIN_EMPTY &&
	       (double)n_empty >= MIN_EMPTY_SHARE * (double)n_ran;
}

static bool chooses_adapter(const struct cml_infer_column *param)
{
	bool is_switch = cml_name_quantity(param->plain) == CML_QUANTITY_ADAPTER;
	return param->is_bool
		   ? is_switch
		   : cml_infer_some_text(param, cml_name_is, "lora qlora dora adapter peft");
}

/* Whether a param that is not set is off: a whole model is trained, in full precision. What
 * `quantization.load_in_4bit` is one of has no say. */
static bool is_extra(const struct cml_infer_column *param)
{
	const char *group = strrchr(param->plain, '.');
	const char *name = group ? group + 1 : param->plain;
	return chooses_adapter(param) ||
	       (param->is_text && cml_name_has(name, "quantization quant quantize"));
}

/* Whether the rows that lack a param lack another one, too, which says more: `adapter`, of
 * `lora_r` and `lora_alpha`, though `target_modules` have more values. */
static bool has_leader(const struct cml_infer_rows *rows, const struct cml_infer_column *param)
{
	CML_EACH_COLUMN (other, rows) {
		size_t row = 0;
		bool is_first = other < param;
		if (other == param || other->role != CML_ROLE_PARAM || other->condition)
			continue;
		while (row < rows->n_rows && has_param(param, row) == has_param(other, row))
			row++;
		if (row < rows->n_rows || other->is_number > param->is_number || is_extra(param))
			continue;
		size_t n = param->n_sample_distinct,
		       n_other = other->n_sample_distinct - !!other->empty;
		if (is_extra(other) || other->is_number < param->is_number || n_other > n ||
		    (n_other == n && is_first))
			return true;
	}
	return false;
}

/* How the levels of a param spell `None`: none; itself, where there is no such level. */
static const char *level_of_none(const struct cml_infer_column *param)
{
	for (size_t i = 0; i < param->texts.n; i++)
		if (cml_slice_is_nocase(param->texts.texts[i], param->none))
			return param->texts.texts[i].data;
	return param->none;
}

/* Makes a level of the missing cells of a param, where they are all the same: an empty one, or
 * `None`. */
static void level_missing(struct cml_inference *infer, struct cml_infer_column *param)
{
	enum cml_quantity quantity = cml_name_quantity(param->plain);
	bool is_list = !param->is_number || param->n_distinct_numbers <= MAX_LISTED ||
		       quantity == CML_QUANTITY_CHUNKS || quantity == CML_QUANTITY_CHUNK_LAYERS;
	if (!is_list || (param->n_none > 0 && param->n_none < param->n_missing) ||
	    has_leader(&infer->rows, param) || !(is_extra(param) || is_choice(&infer->rows, param)))
		return;
	const char *level =
	    param->n_none > 0 ? cml_infer_keep(infer, "%s", level_of_none(param)) : "";
	infer->no_memory |= !cml_infer_column_list(param, level, infer->rows.n_rows);
}

static void note_missing(struct cml_inference *infer, struct cml_infer_column *param)
{
	const char *reason = param->n_sample_distinct > 1
				 ? param->reason
				 : "unsure: param, it has one value where it has any";
	bool is_level = param->none && strcmp(level_of_none(param), param->none) != 0;
	size_t n_lacking = param->n_missing - (is_level ? param->n_none : 0);
	if (is_level && (param->empty || n_lacking == 0))
		cml_infer_note(infer, param, "%s; %s in %zu of %zu rows is its level '%s'",
			       param->reason, param->none, param->n_none, param->n_cells,
			       level_of_none(param));
	else if (param->empty)
		cml_infer_note(infer, param, "%s; %s in %zu of %zu rows is a value, too",
			       param->reason, param->n_none > 0 ? param->none : "an empty cell",
			       param->n_missing, param->n_cells);
	else if (param->none && !is_level)
		cml_infer_note(
		    infer, param,
		    "%s; %zu of %zu rows have %s, which counts as missing, and proposals "
		    "always have a value: with --na '' of every tool it is a level",
		    reason, param->n_missing, param->n_cells, param->none);
	else
		cml_infer_note(infer, param,
			       "%s; %zu of %zu rows lack it, and proposals always have a value: "
			       "where an empty cell means a value, write it",
			       reason, n_lacking, param->n_cells);
}

/* Accumulation that some rows lack is what a micro-batch leaves of the batch of a step: it follows
 * from the others, and a rule keeps it whole. */
static void drop_rest(struct cml_inference *infer, struct cml_infer_column *param)
{
	struct cml_relation whole = {
	    .kind = CML_RELATION_DIVISIBLE, .members = {NULL, NULL, param}, .n_members = 3};
	double values[3];
	CML_EACH_COLUMN (column, &infer->rows) {
		enum cml_quantity quantity = cml_name_quantity(column->plain);
		if (!cml_is_config_role(column->role) || !column->is_number)
			continue;
		if (quantity == CML_QUANTITY_GLOBAL_BATCH || quantity == CML_QUANTITY_MICRO_BATCH)
			whole.members[quantity == CML_QUANTITY_MICRO_BATCH] = column;
	}
	if (!whole.members[0] || !whole.members[1] || !param->is_number)
		return;
	for (size_t row = 0; row < infer->rows.n_rows; row++) {
		if (!cml_relation_values(&whole, row, values))
			continue;
		whole.n_rows++;
		whole.n_broken += !cml_relation_holds(&whole, values);
	}
	if (whole.n_rows < CML_RELATION_MIN_ROWS || !cml_relation_is_near(&whole))
		return;
	param->role = CML_ROLE_IGNORE;
	cml_infer_note(
	    infer, param,
	    "likely: ignore, %zu of %zu rows lack it, and it is what '%s' leaves of '%s'",
	    param->n_missing, param->n_cells, whole.members[1]->name, whole.members[0]->name);
}

static void find_conditions(struct cml_inference *infer, bool is_exact)
{
	CML_EACH_COLUMN (column, &infer->rows) {
		bool is_switched = is_switch(column) && !column->follows;
		bool is_of_work = cml_quantity_is(cml_name_quantity(column->plain), CML_KIND_WORK);
		/* Few rows may lack a context for any reason; dense models have no experts. */
		bool is_context = column->role == CML_ROLE_CONTEXT && column->n_missing > 0 &&
				  ((is_exact && is_of_work) || column->n_sample_distinct == 1 ||
				   2 * column->n_missing > column->n_cells);
		bool is_param =
		    column->role == CML_ROLE_PARAM && (column->n_missing > 0 || is_switched);
		if ((is_param || is_context) && !column->condition)
			find_condition(infer, column, is_exact);
	}
}

void cml_infer_conditions(struct cml_inference *infer)
{
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_PARAM && column->n_missing > 0 &&
		    cml_name_quantity(column->plain) == CML_QUANTITY_ACCUMULATION)
			drop_rest(infer, column);
	find_conditions(infer, true);
	CML_EACH_COLUMN (column, &infer->rows)
		if (column->role == CML_ROLE_PARAM && column->n_missing > 0 && !column->condition)
			level_missing(infer, column);
	find_conditions(infer, false);
	CML_EACH_COLUMN (column, &infer->rows) {
		bool trains = column->role == CML_ROLE_PARAM && chooses_adapter(column);
		if (trains)
			column->reason = cml_infer_keep(
			    infer,
			    "%s; it chooses what is trained: a search takes the fastest, the "
			    "role context keeps it",
			    column->reason);
		if (column->role != CML_ROLE_PARAM || column->condition)
			continue;
		if (column->n_missing > 0)
			note_missing(infer, column);
		else if (trains)
			cml_infer_note(infer, column, "%s", column->reason);
	}
}
