/* Missing values, and arithmetic that is undefined. */
#include "expression_fixture.h"
#include "test.h"

TestSuite(expression_missing, .init = open_fixture, .fini = close_fixture);

/* 0 false, 1 true, 2 missing. */
static double truth_of(int code)
{
	return code == 2 ? (double)NAN : code;
}

static void check_truth(const char *text, int expected)
{
	double result = 7;
	enum cml_outcome outcome = evaluated(&fixture, text, CML_VALUE_TRUTH, &result);
	cr_expect_eq(outcome, expected == 2 ? CML_OUTCOME_MISSING : CML_OUTCOME_VALUE, "%s", text);
	if (expected == 2)
		cr_expect(isnan(result), "%s", text);
	else
		cr_expect_eq(result, expected, "%s", text);
}

Test(expression_missing, logic_of_missing_truths)
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
			check_truth("1 <= flag + 1 - 1 <= other", a == 2 ? 2 : and_table[a][b]);
			check_truth("flag in (1, other + 1)", a == 2             ? 2
							      : a == 1 || b == 2 ? (a == 1 ? 1 : 2)
										 : a == b + 1);
		}
	}
}

struct reason_case {
	const char *text;
	const char *reason;
};

Test(expression_missing, undefined_arithmetic_says_why)
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
		AUTOPTR(cml_expression) expression =
		    compiled(&fixture, cases[i].text, CML_VALUE_NUMBER);
		double result = 0;
		cr_expect_eq(cml_expression_evaluate(expression, fixture.values, &result),
			     CML_OUTCOME_UNDEFINED, "%s", cases[i].text);
		cr_expect(isnan(result), "%s", cases[i].text);
		cr_expect_str_eq(cml_expression_reason(expression, fixture.values),
				 cases[i].reason);
	}
}
