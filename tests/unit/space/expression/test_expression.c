#include "expression_fixture.h"
#include "test.h"

TestSuite(expression, .init = open_fixture, .fini = close_fixture);

struct value_case {
	const char *text;
	double value;
};

static void check_values(const struct value_case *cases, size_t n, enum cml_value_type want)
{
	for (size_t i = 0; i < n; i++) {
		double result = NAN;
		cr_expect_eq(evaluated(&fixture, cases[i].text, want, &result), CML_OUTCOME_VALUE,
			     "%s", cases[i].text);
		cr_expect_eq(result, cases[i].value, "%s is %.17g, not %.17g", cases[i].text,
			     result, cases[i].value);
	}
}

/* Values from Python 3.11: repr(float(eval(text))) with the columns of the
 * fixture as variables, True for true, and math's floor, ceil and log2; of decimals as if written
 * with its fractions.Fraction. */
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
    {"1 // 0.1", 10.0},
    {"1 % 0.1", 0.0},
    {"0.3 // 0.1", 3.0},
    {"-0.3 // 0.1", -3.0},
    {"0.3 % 0.1", 0.0},
    {"0.35 // 0.1", 3.0},
    {"floor(0.3 / 0.1)", 3.0},
    {"ceil(0.7 / 0.1)", 7.0},
    {"ceil(1.1 * 1.1 / 0.1)", 13.0},
    {"0.1 + 0.2 - 0.3", 0.0},
    {"9007199254740992 - 9007199254740991", 1.0},
    {"1152921504606846976 % 7", 1.0},
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
    {"312 + 677 * (tp == 8)", 989.0},
    {"312 + 677 * (tp < 8)", 312.0},
    {"(tp == 8) + (not flag) + true", 2.0},
    {"min(tp > 1, 3)", 1.0},
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
    {"0.1 + 0.2 == 0.3", 1},
    {"0.1 + 0.2 <= 0.3", 1},
    {"0.1 + 0.2 > 0.3", 0},
    {"0.7 + 0.2 + 0.1 == 1", 1},
    {"0.1 * 3 in (0.3, 0.6)", 1},
    {"0.1 * 3 != 0.3", 0},
    {"0.1 < 0.1000000000001", 1},
    {"1e-5 - 1e-6 == 9e-6", 1},
    {"9007199254740991 == 9007199254740992", 0},
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
    {"flag in (true, (tp in (1, 9)))", 1},
    {"flag in ((tp in (1, 8)), (pp in (3, 5, gpus)))", 1},
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
	    {"size('llama-70b') == 7e10", 1},
	    {"size('8x80GB') / size('80GB') == 8", 1},
	    {"size(gpu) > 0 or true", 1},
	    {"size(gpu) > 0 and false", 0},
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
	cr_expect_eq(evaluated(&fixture, "prec < 'fp32'", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_MISSING);
	cr_expect_eq(evaluated(&fixture, "prec == 'fp32'", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_VALUE);
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
	cr_expect_eq(evaluated(&fixture, "gpu", CML_VALUE_TEXT, &result), CML_OUTCOME_VALUE);
	cr_expect_eq(result, fixture.values[GPU]);
	cr_expect_eq(evaluated(&fixture, "flag", CML_VALUE_TRUTH, &result), CML_OUTCOME_VALUE);
	cr_expect_eq(evaluated(&fixture, "flag", CML_VALUE_NUMBER, &result), CML_OUTCOME_VALUE);
}
