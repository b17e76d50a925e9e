/* Random expressions: those of the grammar against a plain evaluation of their text,
 * those of any bytes against nothing but crashes. */
#include "expression_fixture.h"

#include "base/memory.h"
#include "plain_expression.h"
#include "trials.h"

/* Of the columns the numbers. */
enum { N_COLUMNS = 5 };
static const char *const columns[N_COLUMNS] = {"tp", "pp", "gpus", "lr", "x"};
static const char space_text[] = "name,role,type,domain\ntp,param,int,\npp,param,int,1|2|4\n"
				 "gpus,param,int,8:16384:*2\nlr,param,float,\nx,param,float,\n";

struct world {
	struct cml_space *space;
	struct cml_space_scope scope;
	struct cml_random random;
	struct cml_buffer text;
};

static size_t below(struct world *world, size_t n)
{
	return cml_random_below(&world->random, n);
}

static void append(struct world *world, const char *text)
{
	cr_assert(cml_buffer_append_string(&world->text, text));
}

/* Every part in parentheses: precedence is checked elsewhere. */
static void append_number(struct world *world, int depth)
{
	static const char *const operators[] = {"+", "-", "*", "/", "//", "%", "**"};
	static const char *const functions[] = {"min", "max", "abs", "floor", "ceil", "log2"};
	if (depth == 0 || below(world, 4) == 0) {
		if (below(world, 2) == 0)
			append(world, columns[below(world, N_COLUMNS)]);
		else
			cml_buffer_printf(&world->text, "%g", (double)below(world, 9) / 4);
		return;
	}
	bool is_function = below(world, 4) == 0;
	size_t which = below(world, is_function ? 6 : 7);
	append(world, is_function ? functions[which] : "");
	append(world, "(");
	append_number(world, depth - 1);
	if (!is_function || which < 2) {
		append(world, is_function ? ", " : operators[which]);
		append_number(world, depth - 1);
	}
	append(world, ")");
}

static void append_truth(struct world *world, int depth)
{
	enum { COMPARISON, CHAIN, MEMBER, NOT, AND, OR, N_KINDS };
	static const int kinds[] = {COMPARISON, CHAIN, MEMBER, NOT, AND, OR, AND, OR};
	static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
	static const char *const between[N_KINDS][2] = {
	    [MEMBER] = {" in (", ", "}, [AND] = {" and "}, [OR] = {" or "}};
	static const size_t n_parts[N_KINDS] = {2, 3, 3, 1, 2, 2};
	int kind = kinds[below(world, depth == 0 ? 3 : 8)];
	size_t which = below(world, 6);
	append(world, kind == NOT ? "not(" : "(");
	for (size_t i = 0; i < n_parts[kind]; i++) {
		if (i > 0)
			append(world,
			       kind <= CHAIN ? comparisons[(which + i) % 6] : between[kind][i - 1]);
		if (kind >= NOT)
			append_truth(world, depth - 1);
		else
			append_number(world, depth < 2 ? depth : 2);
	}
	append(world, kind == MEMBER ? "))" : ")");
}

static void check_one(struct world *world, size_t counts[3])
{
	static const double numbers[] = {0,    1,           2,     4,       8,     -3,
					 0.25, -7.5,        1e200, -1e-200, 2.385, 3000000000,
					 52.0, -2147483648, NAN,   NAN};
	bool is_truth = below(world, 2) == 0;
	AUTOPTR(cml_expression) expression = NULL;
	double values[N_COLUMNS], result, expected;
	cml_buffer_clear(&world->text);
	if (is_truth)
		append_truth(world, 3);
	else
		append_number(world, 4);
	struct cml_slice text = cml_buffer_slice(&world->text);
	cr_assert_eq(cml_expression_compile(&expression, text, &world->scope.scope,
					    is_truth ? CML_VALUE_TRUTH : CML_VALUE_NUMBER, &err),
		     CML_OK, "%s: %.*s", err.message, (int)text.size, text.data);
	for (int row = 0; row < 4; row++) {
		for (size_t i = 0; i < N_COLUMNS; i++)
			values[i] = numbers[below(world, 16)];
		enum cml_outcome outcome = cml_expression_evaluate(expression, values, &result);
		enum cml_outcome wanted = plain_expression(world->space, text, values, &expected);
		counts[wanted]++;
		cr_assert_eq(outcome, wanted, "%d, not %d: %.*s", outcome, wanted, (int)text.size,
			     text.data);
		if (outcome == CML_OUTCOME_VALUE)
			cr_assert_eq(result, expected, "%.17g, not %.17g: %.*s", result, expected,
				     (int)text.size, text.data);
	}
}

TestSuite(expression_random, .init = open_fixture, .fini = close_fixture);

Test(expression_random, agrees_with_plain_evaluation)
{
	struct world world = {0};
	size_t counts[3] = {0};
	assert_ok(cml_space_from_text(&world.space, cml_slice_of(space_text), "space", &err));
	cml_space_scope_init(&world.scope, world.space, N_COLUMNS);
	cml_random_init(&world.random, 20, 0);
	for (int i = 0; i < TRIALS(30000); i++)
		check_one(&world, counts);
	/* None of the outcomes is rare enough to be tested by accident only. */
	for (size_t i = 0; i < 3; i++)
		cr_expect_gt(counts[i], TRIALS(10000), "outcome %zu: %zu", i, counts[i]);
	cml_buffer_release(&world.text);
	cml_space_free(world.space);
}

/* Compiles as every type, evaluates what compiles. */
static bool survives(const char *text, size_t size)
{
	bool any = false;
	for (int want = CML_VALUE_NUMBER; want <= CML_VALUE_TEXT; want++) {
		AUTOPTR(cml_expression) expression = NULL;
		double result;
		if (cml_expression_compile(&expression, (struct cml_slice){text, size},
					   &fixture.scope, (enum cml_value_type)want,
					   &err) != CML_OK) {
			cr_assert_eq(err.status, CML_BAD_DATA);
			cr_assert_gt(strlen(err.message), 0);
			continue;
		}
		any = true;
		if (cml_expression_evaluate(expression, fixture.values, &result) !=
		    CML_OUTCOME_VALUE)
			cr_assert(isnan(result));
	}
	return any;
}

Test(expression_random, random_bytes_never_crash)
{
	struct cml_random random;
	cml_random_init(&random, 21, 0);
	for (int i = 0; i < TRIALS(100000); i++) {
		/* Its end is the end of the array: reading past it is an error of the sanitizer. */
		size_t size = cml_random_below(&random, 24);
		AUTOFREE char *text = cml_array_new(size, 1);
		for (size_t j = 0; j < size; j++)
			text[j] = (char)cml_random_below(&random, 256);
		survives(text, size);
	}
}

Test(expression_random, random_tokens_never_crash)
{
	static const char *const tokens[] = {
	    "tp",   "pp", "flag", "gpu", "prec", "'a100'", "'fp8'", "1",        "2.5",
	    "true", "+",  "-",    "*",   "/",    "//",     "%",     "**",       "<",
	    "<=",   "==", "!=",   ">",   "and",  "or",     "not",   "in",       "(",
	    ")",    ",",  "min(", "(",   ")",    "abs(",   "`",     "'",        "\"",
	    ".",    "e9", "=",    "((",  "))",   "in (",   "1)",    "not in (",
	};
	struct cml_random random;
	size_t n_compiled = 0;
	cml_random_init(&random, 22, 0);
	for (int i = 0; i < TRIALS(100000); i++) {
		char text[160] = "";
		size_t n = 1 + cml_random_below(&random, 9);
		for (size_t j = 0; j < n; j++) {
			strcat(text,
			       tokens[cml_random_below(&random, sizeof tokens / sizeof tokens[0])]);
			strcat(text, " ");
		}
		n_compiled += survives(text, strlen(text));
	}
	cr_expect_gt(n_compiled, TRIALS(1000), "%zu", n_compiled);
}
