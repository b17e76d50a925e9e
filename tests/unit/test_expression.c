#include "expression_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>

static struct fixture fixture;

static void open_fixture(void)
{
	fixture_init(&fixture);
}

static void close_fixture(void)
{
	fixture_release(&fixture);
}

TestSuite(expression, .init = open_fixture, .fini = close_fixture);

static struct cml_expression *compiled(const char *text, enum cml_value_type want)
{
	struct cml_expression *expression = NULL;
	struct cml_error err = {0};

	cr_assert_eq(
	    cml_expression_compile(&expression, cml_slice_of(text), &fixture.scope, want, &err),
	    CML_OK, "%s: %s", text, err.message);
	return expression;
}

static enum cml_outcome evaluated(const char *text, enum cml_value_type want, double *result)
{
	struct cml_expression *expression = compiled(text, want);
	enum cml_outcome outcome = cml_expression_evaluate(expression, fixture.values, result);

	cml_expression_free(expression);
	return outcome;
}

struct value_case {
	const char *text;
	double value;
};

static void check_values(const struct value_case *cases, size_t n, enum cml_value_type want)
{
	for (size_t i = 0; i < n; i++) {
		double result = NAN;

		cr_expect_eq(evaluated(cases[i].text, want, &result), CML_OUTCOME_VALUE, "%s",
			     cases[i].text);
		cr_expect_eq(result, cases[i].value, "%s is %.17g, not %.17g", cases[i].text,
			     result, cases[i].value);
	}
}

/* Values from Python 3.11: repr(float(eval(text))) with the columns of the
 * fixture as variables, True for true, and math's floor, ceil and log2. */
static const struct value_case numbers[] = {
    {"1 + 2 * 3", 7.0},
    {"(1 + 2) * 3", 9.0},
    {"2 * 3 % 4", 2.0},
    {"7 - 2 - 1", 4.0},
    {"7 - (2 - 1)", 6.0},
    {"64 / 4 / 2", 8.0},
    {"2 ** 3 ** 2", 512.0},
    {"(2 ** 3) ** 2", 64.0},
    {"-2 ** 2", -4.0},
    {"(-2) ** 2", 4.0},
    {"2 ** -1", 0.5},
    {"2 ** - + - 1", 2.0},
    {"- - 3", 3.0},
    {"+-+3", -3.0},
    {"-tp", -8.0},
    {"-tp ** 2", -64.0},
    {"2 * -3", -6.0},
    {"7 // 2", 3.0},
    {"-7 // 2", -4.0},
    {"7 // -2", -4.0},
    {"-7 // -2", 3.0},
    {"7 % 2", 1.0},
    {"-7 % 2", 1.0},
    {"7 % -2", -1.0},
    {"-7 % -2", -1.0},
    {"-6 // 2", -3.0},
    {"-6 % 2", 0.0},
    {"6 % -2", 0.0},
    {"7.5 // 2", 3.0},
    {"-7.5 // 2", -4.0},
    {"7.5 % 2", 1.5},
    {"-7.5 % 2", 0.5},
    {"7.5 % -2", -0.5},
    {"1 // 0.1", 9.0},
    {"1 % 0.1", 0.09999999999999995},
    {"x // 3", -3.0},
    {"x % 3", 1.75},
    {"x % -3", -1.25},
    {"0.1 + 0.2", 0.30000000000000004},
    {"1e300 * 1e-300", 1.0},
    {"5e9 // 7", 714285714.0},
    {"5e9 % 7", 2.0},
    {"-5e9 // 7", -714285715.0},
    {"-5e9 % 7", 5.0},
    {"3e9 // -2147483648", -2.0},
    {"2147483647 % -2", -1.0},
    {"-2147483648 // -1", 2147483648.0},
    {"-2147483648 % 3", 1.0},
    {"2147483648 // -1", -2147483648.0},
    {"gpus // (tp * pp)", 32.0},
    {"gpus / heads", 19.692307692307693},
    {"heads % tp", 4.0},
    {"heads % tp + 1", 5.0},
    {"tp * pp - heads // 3", 15.0},
    {"lr * gpus ** 0.5", 0.007632},
    {"lr ** -2", 17580176.592873875},
    {"x ** 3", -381.078125},
    {"x ** -3", -0.002624133830825372},
    {"0 ** 0", 1.0},
    {"0 ** 2.385", 0.0},
    {"(-8) ** 3", -512.0},
    {"min(3, 1, 2)", 1.0},
    {"max(3, 1, 2)", 3.0},
    {"min(tp)", 8.0},
    {"max(tp, pp, 9.5)", 9.5},
    {"min(tp, pp) * 2", 8.0},
    {"max(-1, min(tp, 4), -x)", 7.25},
    {"abs(-2.385)", 2.385},
    {"abs(x)", 7.25},
    {"abs(tp - gpus)", 1016.0},
    {"floor(2.385)", 2.0},
    {"floor(-2.385)", -3.0},
    {"ceil(2.385)", 3.0},
    {"ceil(-2.385)", -2.0},
    {"ceil(x)", -7.0},
    {"log2(8)", 3.0},
    {"log2(0.125)", -3.0},
    {"log2(gpus) / log2(pp)", 5.0},
    {"log2(gpus + heads)", 10.071462362556623},
    {"min(1, 2) + max(3, 4) * floor(2.5)", 9.0},
    {"min((1 + 2) * 3, 2 ** 3)", 8.0},
    {"1.5e3 + .5", 1500.5},
    {"1. + 2", 3.0},
    {"1e-3 * 1E+3", 1.0},
    {"flag + 1", 2.0},
    {"flag * heads", 52.0},
    {"-flag", -1.0},
    {"max(flag, other)", 1.0},
    {"flag - other", 1.0},
    {"abs(flag)", 1.0},
    {"((((tp))))", 8.0},
    {"tp\t+\n pp\r", 12.0},
    {"tp-1", 7.0},
    {"tp -1", 7.0},
    {"8-pp", 4.0},
    {"1-1", 0.0},
    {"2e-1-1", -0.8},
};

static const struct value_case truths[] = {
    {"1 < 2", 1},
    {"2 < 1", 0},
    {"tp == 8", 1},
    {"tp != 8", 0},
    {"tp >= 8", 1},
    {"tp > 8", 0},
    {"tp <= 7", 0},
    {"tp < 8.5", 1},
    {"1 < 2 < 3", 1},
    {"1 < 3 < 2", 0},
    {"3 > 2 > 1", 1},
    {"1 < 3 > 2", 1},
    {"8 <= gpus <= 3072", 1},
    {"8 <= gpus <= 512", 0},
    {"0 < tp < pp", 0},
    {"pp < tp < gpus < 2000", 1},
    {"pp < tp < gpus < 1000", 0},
    {"pp + 1 < tp - 1 < gpus / 2 < 513", 1},
    {"tp == 8 == 8.0", 1},
    {"1 < 1 < 1", 0},
    {"1 == 1 < 2", 1},
    {"0.1 + 0.2 == 0.3", 0},
    {"not 1 < 2", 0},
    {"not tp == 8", 0},
    {"not not tp == 8", 1},
    {"not tp == 7 and pp == 4", 1},
    {"not (tp == 7 and pp == 4)", 1},
    {"true or false and false", 1},
    {"(true or false) and false", 0},
    {"false and true or true", 1},
    {"not false or true", 1},
    {"not (false or true)", 0},
    {"true and true and true and false", 0},
    {"false or false or true", 1},
    {"tp == 8 and pp == 4 or gpus == 0", 1},
    {"tp == 7 and pp == 4 or gpus == 1024", 1},
    {"tp == 7 and (pp == 4 or gpus == 1024)", 0},
    {"heads % tp == 0", 0},
    {"heads % pp == 0", 1},
    {"tp in (1, 2, 4, 8)", 1},
    {"tp in (1, 2, 4)", 0},
    {"tp not in (1, 2, 4)", 1},
    {"tp not in (8, 8)", 0},
    {"tp in (pp * 2, 1)", 1},
    {"tp in (1, pp + pp)", 1},
    {"tp in (pp, heads, gpus)", 0},
    {"tp in (pp, 3, heads, 8)", 1},
    {"tp + 1 in (pp + 5, 3)", 1},
    {"not tp in (1, 8)", 0},
    {"3 in (1, 2, 3)", 1},
    {"3 in (1, tp)", 0},
    {"8 in (1, tp)", 1},
    {"tp in (8,gpus) and pp in (2,4)", 1},
    {"heads * 2 in (100, 104)", 1},
    {"flag and tp == 8", 1},
    {"flag == true", 1},
    {"other == false", 1},
    {"flag == 1", 1},
    {"flag != other", 1},
    {"not flag", 0},
    {"not other", 1},
    {"flag or other", 1},
    {"flag and other", 0},
    {"flag in (0, 1)", 1},
    {"flag in (true, false)", 1},
    {"other in (true, flag)", 0},
    {"(tp == 8) == (pp == 4)", 1},
    {"(tp == 8) != (pp == 3)", 1},
    {"flag == (tp == 8)", 1},
    {"flag < 2", 1},
    {"other < flag", 1},
    {"true == true", 1},
    {"true and tp == 8", 1},
    {"false and tp == 8", 0},
    {"true or tp == 7", 1},
    {"false or tp == 7", 0},
    {"tp == 8 and true", 1},
    {"tp == 7 or false", 0},
    {"tp > 0 and gpus % tp == 0", 1},
    {"tp < 0 and gpus % 0 == 0", 0},
    {"tp > 0 or gpus % 0 == 0", 1},
    {"false and 1 / 0 == 1", 0},
    {"true or log2(0) == 1", 1},
    {"tp < 0 < 1 // 0", 0},
    {"(tp < pp) in (true, false)", 1},
};

Test(expression, numbers)
{
	check_values(numbers, sizeof numbers / sizeof numbers[0], CML_VALUE_NUMBER);
}

Test(expression, truths)
{
	check_values(truths, sizeof truths / sizeof truths[0], CML_VALUE_TRUTH);
}

Test(expression, texts)
{
	static const struct value_case cases[] = {
	    {"gpu == 'h100'", 1},
	    {"gpu == \"h100\"", 1},
	    {"'a100' == gpu", 0},
	    {"gpu != 'a100'", 1},
	    {"gpu in ('a100', 'h100')", 1},
	    {"gpu in ('a100', 'b200')", 0},
	    {"gpu not in ('a100', 'b200')", 1},
	    {"'h100' in ('a100', gpu)", 1},
	    {"('h100') == (gpu)", 1},
	    {"gpu == 'h100' == 'h100'", 1},
	    {"host == 'node-7'", 1},
	    {"host == 'never seen'", 0},
	    {"host in ('a', 'b', 'node-7')", 1},
	    {"code == 'ok'", 1},
	    {"gpu == host", 0},
	    {"gpu != host", 1},
	    {"'a' == 'a'", 1},
	    {"'a' == 'b' or '' == \"\"", 1},
	    {"'it is \"so\"' == \"it's\"", 0},
	    {"host == '(not) # ein Gerät'", 0},
	};

	check_values(cases, sizeof cases / sizeof cases[0], CML_VALUE_TRUTH);
}

Test(expression, ordinals_follow_the_order_of_their_levels)
{
	static const struct value_case cases[] = {
	    {"prec < 'fp32'", 1},           {"prec < 'bf16'", 0},
	    {"prec <= 'bf16'", 1},          {"prec > 'fp8'", 1},
	    {"prec >= 'fp32'", 0},          {"'fp8' < prec", 1},
	    {"'fp32' <= prec", 0},          {"'bf16' >= prec", 1},
	    {"'fp8' < prec < 'fp32'", 1},   {"'fp8' < prec <= 'bf16'", 1},
	    {"'bf16' < prec <= 'fp32'", 0}, {"prec == 'bf16'", 1},
	    {"prec in ('fp8', 'fp32')", 0},
	};
	double result;

	check_values(cases, sizeof cases / sizeof cases[0], CML_VALUE_TRUTH);
	/* What is no level stands nowhere in the order, but is equal to no level. */
	fixture.values[PREC] = -0x1p50;
	cr_expect_eq(evaluated("prec < 'fp32'", CML_VALUE_TRUTH, &result), CML_OUTCOME_MISSING);
	cr_expect_eq(evaluated("prec == 'fp32'", CML_VALUE_TRUTH, &result), CML_OUTCOME_VALUE);
	cr_expect_eq(result, 0);
}

Test(expression, names)
{
	static const struct value_case cases[] = {
	    {"`micro batch` * 2", 6}, {"`tp`", 8}, {"min", 5},           {"min + min(min, 2)", 7},
	    {"`min` - 1", 4},         {"`in`", 2}, {"fsdp.layer_1", 11},
	};
	double result;

	check_values(cases, sizeof cases / sizeof cases[0], CML_VALUE_NUMBER);
	cr_expect_eq(evaluated("gpu", CML_VALUE_TEXT, &result), CML_OUTCOME_VALUE);
	cr_expect_eq(result, fixture.values[GPU]);
	cr_expect_eq(evaluated("flag", CML_VALUE_TRUTH, &result), CML_OUTCOME_VALUE);
	cr_expect_eq(evaluated("flag", CML_VALUE_NUMBER, &result), CML_OUTCOME_VALUE);
}

/* 0 false, 1 true, 2 missing. */
static double truth_of(int code)
{
	return code == 2 ? (double)NAN : code;
}

static void check_truth(const char *text, int expected)
{
	double result = 7;
	enum cml_outcome outcome = evaluated(text, CML_VALUE_TRUTH, &result);

	cr_expect_eq(outcome, expected == 2 ? CML_OUTCOME_MISSING : CML_OUTCOME_VALUE, "%s", text);
	if (expected == 2)
		cr_expect(isnan(result), "%s", text);
	else
		cr_expect_eq(result, expected, "%s", text);
}

Test(expression, logic_of_missing_truths)
{
	/* Rows: flag; columns: other; both false, true, missing. */
	static const int and_table[3][3] = {{0, 0, 0}, {0, 1, 2}, {0, 2, 2}};
	static const int or_table[3][3] = {{0, 1, 2}, {1, 1, 1}, {2, 1, 2}};
	static const int equal_table[3][3] = {{1, 0, 2}, {0, 1, 2}, {2, 2, 2}};
	static const int not_table[3] = {1, 0, 2};

	for (int a = 0; a < 3; a++) {
		fixture.values[FLAG] = truth_of(a);
		check_truth("not flag", not_table[a]);
		check_truth("flag and true", a);
		check_truth("true and flag", a);
		check_truth("flag and false", 0);
		check_truth("false and flag", 0);
		check_truth("flag or false", a);
		check_truth("false or flag", a);
		check_truth("flag or true", 1);
		check_truth("true or flag", 1);
		for (int b = 0; b < 3; b++) {
			fixture.values[OTHER] = truth_of(b);
			check_truth("flag and other", and_table[a][b]);
			check_truth("flag or other", or_table[a][b]);
			check_truth("flag == other", equal_table[a][b]);
			check_truth("not (not flag or not other)", and_table[a][b]);
			check_truth("other and true and flag", and_table[a][b]);
			check_truth("other or flag or other", or_table[a][b]);
			check_truth("1 <= flag + 1 - 1 <= other", and_table[a][b]);
			check_truth("flag in (1, other + 1)", a == 2             ? 2
							      : a == 1 || b == 2 ? (a == 1 ? 1 : 2)
										 : a == b + 1);
		}
	}
}

Test(expression, what_is_computed_from_the_missing_is_missing)
{
	static const char *const missing[] = {
	    "tp + 1",      "1 - tp",       "tp * 0",     "tp / 0",      "0 / tp",     "tp // 0",
	    "tp % 0",      "5 % tp",       "tp ** 0",    "1 ** tp",     "0 ** tp",    "-tp",
	    "+tp",         "abs(tp)",      "floor(tp)",  "log2(tp)",    "min(tp, 1)", "max(1, tp)",
	    "min(1,2,tp)", "log2(tp - 5)", "tp * 1e308", "max(tp, pp)",
	};
	static const char *const missing_truths[] = {
	    "tp == 1",       "tp != 1",       "tp < 1",           "tp >= tp",      "tp == tp",
	    "1 <= tp <= 8",  "tp in (1, 2)",  "tp not in (1, 2)", "pp in (1, tp)", "gpu == 'a100'",
	    "gpu != 'a100'", "gpu == host",   "gpu in ('a100')",  "prec < 'fp32'", "not tp == 1",
	    "2 < pp < tp",   "tp < pp < 100",
	};
	double result = 0;

	fixture.values[TP] = fixture.values[GPU] = fixture.values[PREC] = NAN;
	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
		cr_expect_eq(evaluated(missing[i], CML_VALUE_NUMBER, &result), CML_OUTCOME_MISSING,
			     "%s", missing[i]);
		cr_expect(isnan(result));
	}
	for (size_t i = 0; i < sizeof missing_truths / sizeof missing_truths[0]; i++)
		check_truth(missing_truths[i], 2);
	check_truth("pp in (tp, 4)", 1);
	check_truth("pp < 3 < tp", 0);
	check_truth("tp < pp < 3", 0);
}

struct reason_case {
	const char *text;
	const char *reason;
};

Test(expression, undefined_arithmetic_says_why)
{
	static const struct reason_case cases[] = {
	    {"1 / 0", "division by zero"},
	    {"tp // (pp - 4)", "division by zero"},
	    {"tp % other", "division by zero"},
	    {"0 / 0", "division by zero"},
	    {"tp / -0", "division by zero"},
	    {"1e308 * 10", "a result past the largest number"},
	    {"-1e308 - gpus * 1e305", "a result past the largest number"},
	    {"1e308 / 1e-9", "a result past the largest number"},
	    {"1e308 // 1e-9", "a result past the largest number"},
	    {"gpus ** gpus", "a result past the largest number"},
	    {"log2(0)", "log2 of a number that is not above zero"},
	    {"log2(x)", "log2 of a number that is not above zero"},
	    {"x ** 0.5", "a negative number to a power that is not whole"},
	    {"0 ** -1", "zero to a negative power"},
	    {"other ** x", "zero to a negative power"},
	    {"1 + max(2, abs(1 / 0))", "division by zero"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct cml_expression *expression = compiled(cases[i].text, CML_VALUE_NUMBER);
		double result = 0;

		cr_expect_eq(cml_expression_evaluate(expression, fixture.values, &result),
			     CML_OUTCOME_UNDEFINED, "%s", cases[i].text);
		cr_expect(isnan(result), "%s", cases[i].text);
		cr_expect_str_eq(cml_expression_reason(expression, fixture.values),
				 cases[i].reason);
		cml_expression_free(expression);
	}
}

Test(expression, the_undefined_matters_only_where_it_is_reached)
{
	double result;

	fixture.values[TP] = 0;
	check_truth("tp > 0 and gpus % tp == 0", 0);
	check_truth("tp == 0 or gpus % tp == 0", 1);
	check_truth("0 < tp < gpus / tp", 0);
	check_truth("pp == 4 or 1 / tp == 1 or 2 / tp == 1", 1);
	cr_expect_eq(evaluated("tp >= 0 and gpus % tp == 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	cr_expect_eq(evaluated("gpus % tp == 0 and tp > 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	/* A missing left side decides nothing: the right one is looked at. */
	fixture.values[PP] = NAN;
	cr_expect_eq(evaluated("pp > 0 and gpus % tp == 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	/* All members of a list are. */
	cr_expect_eq(evaluated("gpus in (1024, 1 / tp)", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	cr_expect_eq(evaluated("1024 in (gpus, 1 / 0)", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
}

Test(expression, slots_are_ascending_and_unique)
{
	struct cml_expression *expression = compiled(
	    "gpus + tp * tp == pp and tp in (heads, 3) and gpu == 'a100'", CML_VALUE_TRUTH);
	static const size_t expected[] = {TP, PP, GPUS, HEADS, GPU};
	const size_t *slots;
	size_t n = 99;

	slots = cml_expression_slots(expression, &n);
	cr_assert_eq(n, 5);
	for (size_t i = 0; i < n; i++)
		cr_expect_eq(slots[i], expected[i]);
	cml_expression_free(expression);
	expression = compiled("tp", CML_VALUE_NUMBER);
	slots = cml_expression_slots(expression, &n);
	cr_expect(n == 1 && slots[0] == TP);
	cml_expression_free(expression);
	expression = compiled("1 + 1", CML_VALUE_NUMBER);
	cml_expression_slots(expression, &n);
	cr_expect_eq(n, 0);
	cml_expression_free(expression);
}

Test(expression, keeps_its_text_and_reason_of_the_defined_is_empty)
{
	static const char text[] = " tp  >  1 ; the rest is not read";
	struct cml_expression *expression;
	struct cml_error err;

	/* The slice is not terminated, and need not live on. */
	cr_assert_eq(cml_expression_compile(&expression, (struct cml_slice){text, 9},
					    &fixture.scope, CML_VALUE_TRUTH, &err),
		     CML_OK);
	cr_expect_str_eq(cml_expression_text(expression), " tp  >  1");
	cr_expect_str_eq(cml_expression_reason(expression, fixture.values), "");
	cml_expression_free(expression);
	cml_expression_free(NULL);
}
