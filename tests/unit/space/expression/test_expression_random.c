/* Random expressions: those of the grammar against a plain recursive evaluation,
 * those of any bytes against nothing but crashes. */
#include "expression_fixture.h"

#include "base/memory.h"
#include "base/random.h"

#include "test.h"
#include "trials.h"

static struct cml_error err;

#define N_VARIABLES 5

enum node_kind { NUMBER, COLUMN, ARITHMETIC, FUNCTION, COMPARISON, CHAIN, MEMBER, NOT, AND, OR };

static const char *const operators[] = {"+", "-", "*", "/", "//", "%", "**"};
static const char *const functions[] = {"min", "max", "abs", "floor", "ceil", "log2"};
static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
static const size_t variables[N_VARIABLES] = {TP, PP, GPUS, LR, X};

struct node {
	enum node_kind kind;
	size_t which; /* operator, function, comparison, column */
	double number;
	struct node *parts[3];
};

struct world {
	struct fixture fixture;
	struct cml_random random;
	struct cml_arena arena;
	struct cml_buffer text;
};

static struct node *new_node(struct world *world, enum node_kind kind, size_t n_kinds)
{
	struct node *node = cml_arena_new(&world->arena, sizeof *node);

	node->kind = kind;
	node->which = cml_random_below(&world->random, n_kinds);
	return node;
}

static struct node *random_number(struct world *world, int depth)
{
	struct node *node;

	if (depth == 0 || cml_random_below(&world->random, 4) == 0) {
		if (cml_random_below(&world->random, 2) == 0)
			return new_node(world, COLUMN, N_VARIABLES);
		node = new_node(world, NUMBER, 1);
		node->number = (double)cml_random_below(&world->random, 9) / 4;
		return node;
	}
	if (cml_random_below(&world->random, 4) == 0) {
		node = new_node(world, FUNCTION, 6);
		node->parts[0] = random_number(world, depth - 1);
		node->parts[1] = random_number(world, depth - 1);
		return node;
	}
	node = new_node(world, ARITHMETIC, 7);
	node->parts[0] = random_number(world, depth - 1);
	node->parts[1] = random_number(world, depth - 1);
	return node;
}

static struct node *random_truth(struct world *world, int depth)
{
	static const enum node_kind kinds[] = {COMPARISON, CHAIN, MEMBER, NOT, AND, OR, AND, OR};
	enum node_kind kind = kinds[cml_random_below(&world->random, depth == 0 ? 3 : 8)];
	struct node *node = new_node(world, kind, 6);

	for (size_t i = 0; i < 3; i++) {
		if (kind >= NOT)
			node->parts[i] = random_truth(world, depth - 1);
		else
			node->parts[i] = random_number(world, depth < 2 ? depth : 2);
	}
	return node;
}

/* Every part in parentheses: precedence is checked elsewhere. */
static void print(struct world *world, const struct node *node)
{
	static const char *const between[][3] = {
	    [MEMBER] = {" in (", ", ", ")"}, [AND] = {" and ", "", ""}, [OR] = {" or ", "", ""}};
	struct cml_buffer *text = &world->text;
	size_t n = node->kind == CHAIN || node->kind == MEMBER ? 3 : 2;

	if (node->kind == NUMBER) {
		cml_buffer_printf(text, "%g", node->number);
		return;
	}
	if (node->kind == COLUMN) {
		cml_buffer_append_string(text, fixture_columns[variables[node->which] - 1].name);
		return;
	}
	if (node->kind == FUNCTION || node->kind == NOT) {
		n = node->kind == FUNCTION && node->which < 2 ? 2 : 1;
		cml_buffer_append_string(text, node->kind == NOT ? "not" : functions[node->which]);
	}
	cml_buffer_append_string(text, "(");
	for (size_t i = 0; i < n; i++) {
		const char *after = "";

		if (node->kind == ARITHMETIC && i == 0)
			after = operators[node->which];
		else if (node->kind == FUNCTION && i + 1 < n)
			after = ", ";
		else if ((node->kind == COMPARISON && i == 0) || (node->kind == CHAIN && i < 2))
			after = comparisons[(node->which + i) % 6];
		else if (node->kind == MEMBER || node->kind == AND || node->kind == OR)
			after = between[node->kind][i];
		print(world, node->parts[i]);
		cml_buffer_append_string(text, after);
	}
	cml_buffer_append_string(text, ")");
}

/* Apart by rounding alone, and not both whole. */
static bool same(double a, double b)
{
	bool whole = nearbyint(a) == a && nearbyint(b) == b;
	return a == b || (!whole && fabs(a - b) * 0x1p49 <= fmax(fabs(a), fabs(b)));
}

static double without_rounding(double total, double a)
{
	return fabs(total) < 1 && fabs(total) * 0x1p49 <= fabs(a) ? 0 : total;
}

/* Of the sign of b. */
static double modulo(double a, double b)
{
	double r = fmod(a, b);
	r = r != 0 && (r < 0) != (b < 0) ? r + b : r;
	bool whole = nearbyint(a) == a && nearbyint(b) == b;
	return !whole && fmin(fabs(r), fabs(b - r)) * 0x1p49 <= fabs(a) ? 0 : r;
}

/* An undefined value is an infinity here, a missing one NaN. */
static double apply(size_t which, double a, double b)
{
	double r;

	if (isnan(a) || isnan(b))
		return NAN;
	if (which >= 3 && which <= 5 && b == 0)
		return INFINITY;
	switch (which) {
	case 0:
		return without_rounding(a + b, a);
	case 1:
		return without_rounding(a - b, a);
	case 2:
		return a * b;
	case 3:
		return a / b;
	case 4:
		return nearbyint((a - modulo(a, b)) / b);
	case 5:
		return modulo(a, b);
	default:
		r = pow(a, b);
		return isnan(r) ? (double)INFINITY : r;
	}
}

static double apply_function(size_t which, double a, double b)
{
	switch (which) {
	case 0:
		return isnan(a) || isnan(b) ? (double)NAN : fmin(a, b);
	case 1:
		return isnan(a) || isnan(b) ? (double)NAN : fmax(a, b);
	case 2:
		return fabs(a);
	case 3:
		return same(a, nearbyint(a)) ? nearbyint(a) : floor(a);
	case 4:
		return same(a, nearbyint(a)) ? nearbyint(a) : ceil(a);
	default:
		return a <= 0 ? (double)INFINITY : log2(a);
	}
}

static double compare(size_t which, double a, double b)
{
	const bool truths[] = {same(a, b),          !same(a, b),          a < b && !same(a, b),
			       a < b || same(a, b), a > b && !same(a, b), a > b || same(a, b)};

	if (isinf(a) || isinf(b))
		return INFINITY;
	return isnan(a) || isnan(b) ? (double)NAN : truths[which];
}

/* decides: the truth that decides whatever the other is. */
static double connect(double decides, double a, double b)
{
	if (isinf(a) || a == decides)
		return a;
	if (isinf(b) || b == decides)
		return b;
	return isnan(a) || isnan(b) ? (double)NAN : 1 - decides;
}

static double evaluate(const struct world *world, const struct node *node)
{
	double part[3];

	if (node->kind == NUMBER)
		return node->number;
	if (node->kind == COLUMN)
		return world->fixture.values[variables[node->which]];
	for (size_t i = 0; i < 3; i++)
		part[i] = node->parts[i] == NULL ? 0 : evaluate(world, node->parts[i]);
	if (node->kind == FUNCTION && node->which >= 2)
		part[1] = 0;
	if (node->kind <= FUNCTION && (isinf(part[0]) || isinf(part[1])))
		return INFINITY;
	switch (node->kind) {
	case ARITHMETIC:
		return apply(node->which, part[0], part[1]);
	case FUNCTION:
		return apply_function(node->which, part[0], part[1]);
	case COMPARISON:
		return compare(node->which, part[0], part[1]);
	case CHAIN:
		return connect(0, compare(node->which, part[0], part[1]),
			       compare((node->which + 1) % 6, part[1], part[2]));
	case MEMBER:
		if (isinf(part[1]) || isinf(part[2]))
			return INFINITY;
		return connect(1, compare(0, part[0], part[1]), compare(0, part[0], part[2]));
	case NOT:
		return 1 - part[0];
	default:
		return connect(node->kind == OR, part[0], part[1]);
	}
}

static void randomise_row(struct world *world)
{
	static const double values[] = {0,    1,     2,       4,     8,          -3,   0.25,
					-7.5, 1e200, -1e-200, 2.385, 3000000000, 52.0, -2147483648};

	for (size_t i = 0; i < N_VARIABLES; i++) {
		size_t which = cml_random_below(&world->random, 16);

		world->fixture.values[variables[i]] = which < 14 ? values[which] : (double)NAN;
	}
}

static void check_one(struct world *world, size_t counts[3])
{
	bool is_truth = cml_random_below(&world->random, 2) == 0;
	struct node *node = is_truth ? random_truth(world, 3) : random_number(world, 4);
	struct cml_expression *expression;

	cml_buffer_clear(&world->text);
	print(world, node);
	cr_assert_eq(cml_expression_compile(&expression, cml_buffer_slice(&world->text),
					    &world->fixture.scope,
					    is_truth ? CML_VALUE_TRUTH : CML_VALUE_NUMBER, &err),
		     CML_OK, "%s: %.*s", err.message, (int)world->text.size, world->text.data);
	for (int row = 0; row < 4; row++) {
		enum cml_outcome expected_outcome = CML_OUTCOME_VALUE;
		enum cml_outcome outcome;
		double expected;
		double result;

		randomise_row(world);
		expected = evaluate(world, node);
		outcome = cml_expression_evaluate(expression, world->fixture.values, &result);
		if (!isfinite(expected))
			expected_outcome =
			    isnan(expected) ? CML_OUTCOME_MISSING : CML_OUTCOME_UNDEFINED;
		counts[expected_outcome]++;
		cr_assert_eq(outcome, expected_outcome, "%d, not %d: %.*s", outcome,
			     expected_outcome, (int)world->text.size, world->text.data);
		if (outcome == CML_OUTCOME_VALUE)
			cr_assert_eq(result, expected, "%.17g, not %.17g: %.*s", result, expected,
				     (int)world->text.size, world->text.data);
	}
	cml_expression_free(expression);
	cml_arena_release(&world->arena);
}

Test(expression_random, agrees_with_recursive_evaluation)
{
	struct world world = {0};
	size_t counts[3] = {0};

	fixture_init(&world.fixture);
	cml_random_init(&world.random, 20, 0);
	for (int i = 0; i < TRIALS(30000); i++)
		check_one(&world, counts);
	/* None of the outcomes is rare enough to be tested by accident only. */
	for (size_t i = 0; i < 3; i++)
		cr_expect_gt(counts[i], TRIALS(10000), "outcome %zu: %zu", i, counts[i]);
	cml_buffer_release(&world.text);
	fixture_release(&world.fixture);
}

/* Compiles as every type, evaluates what compiles. */
static bool survives(struct fixture *fixture, const char *text, size_t size)
{
	bool any = false;

	for (int want = CML_VALUE_NUMBER; want <= CML_VALUE_TEXT; want++) {
		struct cml_expression *expression;
		double result;

		if (cml_expression_compile(&expression, (struct cml_slice){text, size},
					   &fixture->scope, (enum cml_value_type)want,
					   &err) != CML_OK) {
			cr_assert_eq(err.status, CML_BAD_DATA);
			cr_assert_gt(strlen(err.message), 0);
			continue;
		}
		any = true;
		if (cml_expression_evaluate(expression, fixture->values, &result) !=
		    CML_OUTCOME_VALUE)
			cr_assert(isnan(result));
		cml_expression_free(expression);
	}
	return any;
}

Test(expression_random, random_bytes_never_crash)
{
	struct fixture fixture;
	struct cml_random random;

	fixture_init(&fixture);
	cml_random_init(&random, 21, 0);
	for (int i = 0; i < TRIALS(100000); i++) {
		/* Its end is the end of the array: reading past it is an error of the sanitizer. */
		size_t size = cml_random_below(&random, 24);
		char *text = cml_array_new(size, 1);

		for (size_t j = 0; j < size; j++)
			text[j] = (char)cml_random_below(&random, 256);
		survives(&fixture, text, size);
		free(text);
	}
	fixture_release(&fixture);
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
	struct fixture fixture;
	struct cml_random random;
	size_t n_compiled = 0;

	fixture_init(&fixture);
	cml_random_init(&random, 22, 0);
	for (int i = 0; i < TRIALS(100000); i++) {
		char text[160] = "";
		size_t n = 1 + cml_random_below(&random, 9);

		for (size_t j = 0; j < n; j++) {
			strcat(text,
			       tokens[cml_random_below(&random, sizeof tokens / sizeof tokens[0])]);
			strcat(text, " ");
		}
		n_compiled += survives(&fixture, text, strlen(text));
	}
	cr_expect_gt(n_compiled, TRIALS(1000), "%zu", n_compiled);
	fixture_release(&fixture);
}
