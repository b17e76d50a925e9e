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

Test(expression_missing, what_is_computed_from_the_missing_is_missing)
{
	static const char *const missing[] = {
	    "tp + 1",      "1 - tp",       "tp * 0",     "tp / 0",      "0 / tp",     "tp // 0",
	    "tp % 0",      "5 % tp",       "tp ** 0",    "1 ** tp",     "0 ** tp",    "-tp",
	    "+tp",         "abs(tp)",      "floor(tp)",  "log2(tp)",    "min(tp, 1)", "max(1, tp)",
	    "min(1,2,tp)", "log2(tp - 5)", "tp * 1e308", "max(tp, pp)",
	};
	static const char *const missing_truths[] = {
	    "size('no number') == 80 and 1 > 0",
	    "size('no number') == 80 or 1 < 0",
	    "tp == 1",
	    "tp != 1",
	    "tp < 1",
	    "tp >= tp",
	    "tp == tp",
	    "1 <= tp <= 8",
	    "tp in (1, 2)",
	    "tp not in (1, 2)",
	    "pp in (1, tp)",
	    "gpu == 'a100'",
	    "gpu != 'a100'",
	    "gpu == host",
	    "gpu in ('a100')",
	    "prec < 'fp32'",
	    "not tp == 1",
	    "2 < pp < tp",
	    "tp < pp < 100",
	};
	double result = 0;
	fixture.values[TP] = fixture.values[GPU] = fixture.values[PREC] = NAN;
	for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
		cr_expect_eq(evaluated(&fixture, missing[i], CML_VALUE_NUMBER, &result),
			     CML_OUTCOME_MISSING, "%s", missing[i]);
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

Test(expression_missing, the_undefined_matters_only_where_it_is_reached)
{
	double result;
	fixture.values[TP] = 0;
	check_truth("tp > 0 and gpus % tp == 0", 0);
	check_truth("tp == 0 or gpus % tp == 0", 1);
	check_truth("0 < tp < gpus / tp", 0);
	check_truth("pp == 4 or 1 / tp == 1 or 2 / tp == 1", 1);
	cr_expect_eq(evaluated(&fixture, "tp >= 0 and gpus % tp == 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	cr_expect_eq(evaluated(&fixture, "gpus % tp == 0 and tp > 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	/* A missing left side decides nothing: the right one is looked at. */
	fixture.values[PP] = NAN;
	cr_expect_eq(evaluated(&fixture, "pp > 0 and gpus % tp == 0", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	/* All members of a list are. */
	cr_expect_eq(evaluated(&fixture, "gpus in (1024, 1 / tp)", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
	cr_expect_eq(evaluated(&fixture, "1024 in (gpus, 1 / 0)", CML_VALUE_TRUTH, &result),
		     CML_OUTCOME_UNDEFINED);
}
