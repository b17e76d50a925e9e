/* Expressions. Input: a letter for the value of each column, then the text.
 *
 * Promises: what compiles is worth what a plain evaluation of its text says, the
 * same in parentheses, and whatever columns it does not read hold; only what is
 * undefined has a reason; what does not compile has a sentence that says where. */
#include "fuzz.h"

#include "plain_expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char space_text[] = "name,role,type,domain\n"
				 "tp,param,int,\n"
				 "gpus,param,int,8:16384:*2\n"
				 "x,param,float,\n"
				 "lr,param,float,\n"
				 "flag,param,bool,\n"
				 "other,param,bool,\n"
				 "gpu,param,categorical,a100|h100|b200\n"
				 "host,param,categorical,a100|node-7\n"
				 "prec,param,ordinal,fp8|bf16|fp32\n"
				 "micro batch,param,int,\n"
				 "min,param,int,\n"
				 "a.b_1,derived,float,tp * 2\n";
#define N_COLUMNS 12

static struct cml_space *space;
static struct cml_space_scope scope;

/* One space for all inputs; its table of texts grows by the literals. */
static void prepare(void)
{
	struct cml_error err = {0};
	FUZZ_CHECK(cml_space_from_text(&space, cml_slice_of(space_text), "space", &err) == CML_OK &&
		       space->n_columns == N_COLUMNS,
		   "%s", err.message);
	cml_space_scope_init(&scope, space, space->n_columns);
}

static double value_for(const struct cml_space_column *column, unsigned char letter)
{
	static const double numbers[] = {0,    1,     2,       4,     8,          -3,   0.25, NAN,
					 -7.5, 1e200, -1e-200, 2.385, 3000000000, 52.0, -1,   1e15};
	size_t n = sizeof numbers / sizeof numbers[0];
	if (column->type == CML_TYPE_INT || column->type == CML_TYPE_FLOAT)
		return numbers[letter % n];
	size_t n_levels = column->domain.n_values;
	size_t index = letter % (n_levels + 2);
	if (index < n_levels)
		return cml_domain_value(&column->domain, index);
	if (index == n_levels || column->type == CML_TYPE_BOOL)
		return NAN;
	return cml_unknown_symbol(cml_slice_of("nobody"));
}

static enum cml_result compile(struct cml_expression **expression, struct cml_slice text,
			       enum cml_value_type want)
{
	struct cml_error err = {0};
	char *copy = fuzz_copy(text);
	enum cml_result status = cml_expression_compile(
	    expression, (struct cml_slice){copy, text.size}, &scope.scope, want, &err);
	free(copy);
	if (status != CML_OK) {
		fuzz_check_error(&err, status, NULL);
		FUZZ_CHECK(status == CML_BAD_DATA && (strncmp(err.message, "at ", 3) == 0 ||
						      strstr(err.message, "empty")),
			   "no place: %s", err.message);
	}
	return status;
}

static void check_outcome(struct cml_slice text, const struct cml_expression *expression,
			  const double *values, enum cml_outcome expected, double expected_result)
{
	double result;
	enum cml_outcome outcome = cml_expression_evaluate(expression, values, &result);
	FUZZ_CHECK(outcome == expected && fuzz_same(result, expected_result),
		   "outcome %d, %.17g, not %d, %.17g: %.*s", (int)outcome, result, (int)expected,
		   expected_result, (int)text.size, text.data);
	FUZZ_CHECK((*cml_expression_reason(expression, values) != '\0') ==
		       (outcome == CML_OUTCOME_UNDEFINED),
		   "outcome %d, and the reason '%s'", (int)outcome,
		   cml_expression_reason(expression, values));
}

static void check_in_parentheses(struct cml_slice text, enum cml_value_type want,
				 const double *values, enum cml_outcome expected, double result)
{
	AUTOPTR(cml_expression) expression = NULL;
	AUTO(cml_buffer) wrapped = {0};
	FUZZ_CHECK(cml_buffer_printf(&wrapped, "( %.*s )", (int)text.size, text.data), "no memory");
	/* One level deeper may be one too deep. */
	if (compile(&expression, cml_buffer_slice(&wrapped), want) == CML_OK)
		check_outcome(cml_buffer_slice(&wrapped), expression, values, expected, result);
}

static void check_compiled(struct cml_slice text, enum cml_value_type want,
			   const struct cml_expression *expression, const double *values)
{
	double result, only_read[N_COLUMNS];
	size_t n_slots;
	const size_t *slots = cml_expression_slots(expression, &n_slots);
	enum cml_outcome outcome = plain_expression(space, text, values, &result);
	check_outcome(text, expression, values, outcome, result);
	for (size_t i = 0; i < N_COLUMNS; i++)
		only_read[i] = -1e300;
	for (size_t i = 0; i < n_slots; i++) {
		FUZZ_CHECK(slots[i] < N_COLUMNS && (i == 0 || slots[i] > slots[i - 1]), "slot %zu",
			   slots[i]);
		only_read[slots[i]] = values[slots[i]];
	}
	check_outcome(text, expression, only_read, outcome, result);
	check_in_parentheses(text, want, values, outcome, result);
	FUZZ_CHECK(cml_slice_is(text, cml_expression_text(expression)), "another text: %s",
		   cml_expression_text(expression));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice text = {(const char *)data, size};
	double values[N_COLUMNS];
	if (!space)
		prepare();
	for (size_t i = 0; i < N_COLUMNS; i++)
		values[i] = value_for(&space->columns[i], fuzz_take_byte(&text));
	for (int want = CML_VALUE_NUMBER; want <= CML_VALUE_TEXT; want++) {
		AUTOPTR(cml_expression) expression = NULL;
		if (compile(&expression, text, (enum cml_value_type)want) != CML_OK)
			continue;
		/* Space files and command lines hold no NUL; a text literal may. */
		if (memchr(text.data, '\0', text.size) == NULL)
			check_compiled(text, (enum cml_value_type)want, expression, values);
	}
	return 0;
}
