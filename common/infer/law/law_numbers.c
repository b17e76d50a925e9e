/* What the expressions of a space file say of the jobs of the log. Part of law_state.h. */
#include "infer/law/law_state.h"

#include <math.h>

bool cml_infer_scope_init(struct cml_infer_scope *scope, struct cml_inference *infer)
{
	size_t n_slots = infer->rows.n_columns + CML_MAX_DERIVED;
	*scope = (struct cml_infer_scope){.infer = infer};
	return CML_ARENA_NEW(&infer->names, &scope->numbers, n_slots) &&
	       CML_ARENA_NEW(&infer->names, &scope->job, n_slots);
}

void cml_infer_scope_release(struct cml_infer_scope *scope)
{
	cml_symbols_release(&scope->symbols);
}

/* Texts as the symbols of the scope; one that the column does not list is none of them. */
static double number_in_slot(struct cml_infer_scope *scope, const struct cml_infer_column *column,
			     double value)
{
	if (isnan(value) || column->is_number || column->is_bool)
		return cml_infer_number_of(column, value);
	size_t text = cml_infer_find_text(column, value);
	if (text == column->texts.n)
		return -1;
	size_t symbol = cml_symbols_intern(&scope->symbols, column->texts.texts[text]);
	scope->infer->no_memory |= symbol == CML_NO_SYMBOL;
	return (double)symbol;
}

/* The numbers of all jobs in a slot, which an expression names. */
static double *fill_slot(struct cml_infer_scope *scope, size_t slot)
{
	const struct cml_infer_rows *rows = &scope->infer->rows;
	double *numbers;
	if (scope->numbers[slot] || !CML_ARENA_NEW(&scope->infer->names, &numbers, rows->n_rows))
		return scope->numbers[slot];
	if (slot >= rows->n_columns)
		cml_infer_evaluate(scope, scope->derived[slot - rows->n_columns].formula, numbers);
	for (size_t row = 0; slot < rows->n_columns && row < rows->n_rows; row++)
		numbers[row] =
		    number_in_slot(scope, &rows->columns[slot], rows->columns[slot].sample[row]);
	return scope->numbers[slot] = numbers;
}

static const char *find_name(const void *context, struct cml_slice name,
			     struct cml_scope_column *found)
{
	struct cml_infer_scope *scope = *(struct cml_infer_scope *const *)context;
	const struct cml_infer_rows *rows = &scope->infer->rows;
	size_t slot = 0, n = rows->n_columns;
	while (slot < n && !cml_slice_is(name, rows->columns[slot].name))
		slot++;
	while (slot >= n && slot < n + scope->n_derived &&
	       !cml_slice_is(name, scope->derived[slot - n].name))
		slot++;
	if (slot == n + scope->n_derived)
		return "it is no column and no row";
	*found = (struct cml_scope_column){.slot = slot, .type = CML_TYPE_FLOAT};
	if (slot < n && rows->columns[slot].is_bool)
		found->type = CML_TYPE_BOOL;
	else if (slot < n && !rows->columns[slot].is_number)
		found->type = CML_TYPE_CATEGORICAL;
	scope->infer->no_memory |= !fill_slot(scope, slot);
	return scope->numbers[slot] ? NULL : "memory is out";
}

struct cml_expression *cml_infer_compile(struct cml_infer_scope *scope, const char *text,
					 enum cml_value_type want)
{
	struct cml_scope names = {&scope, find_name, &scope->symbols};
	struct cml_expression *expression = NULL;
	struct cml_error err;
	if (cml_expression_compile(&expression, cml_slice_of(text), &names, want, &err) != CML_OK)
		scope->infer->no_memory |= err.status == CML_NO_MEMORY;
	return expression;
}

void cml_infer_read_job(const struct cml_infer_scope *scope,
			const struct cml_expression *expression, size_t row)
{
	size_t n = 0;
	const size_t *slots = cml_expression_slots(expression, &n);
	for (size_t i = 0; i < n; i++)
		scope->job[slots[i]] = scope->numbers[slots[i]][row];
}

static void evaluate(struct cml_infer_scope *scope, const char *text, enum cml_value_type want,
		     double *values)
{
	struct cml_expression *expression = cml_infer_compile(scope, text, want);
	for (size_t row = 0; row < scope->infer->rows.n_rows; row++) {
		values[row] = NAN;
		if (!expression)
			continue;
		cml_infer_read_job(scope, expression, row);
		cml_expression_evaluate(expression, scope->job, &values[row]);
	}
	cml_expression_free(expression);
}

void cml_infer_evaluate(struct cml_infer_scope *scope, const char *text, double *numbers)
{
	evaluate(scope, text, CML_VALUE_NUMBER, numbers);
}

size_t cml_infer_count_jobs(struct cml_infer_scope *scope, const char *condition, bool that_ran)
{
	const struct cml_infer_rows *rows = &scope->infer->rows;
	double *holds = rows->scratch;
	size_t n = 0;
	if (!condition)
		return 0;
	evaluate(scope, condition, CML_VALUE_TRUTH, holds);
	for (size_t row = 0; row < rows->n_rows; row++)
		n += holds[row] == 1 && (rows->job_ok[row] || !that_ran);
	return n;
}
