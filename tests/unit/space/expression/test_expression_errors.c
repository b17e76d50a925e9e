/* Every message of the expression compiler, and its limits. */
#include "expression_fixture.h"
#include "test.h"
#include "trials.h"

TestSuite(expression_errors, .init = open_fixture, .fini = close_fixture);

static enum cml_result compile_slice(struct cml_slice text, enum cml_value_type want)
{
	AUTOPTR(cml_expression) expression = NULL;
	err = (struct cml_error){0};
	enum cml_result status =
	    cml_expression_compile(&expression, text, &fixture.scope, want, &err);
	cr_assert_eq(expression == NULL, status != CML_OK);
	return status;
}

struct error_case {
	const char *text;
	enum cml_value_type want;
	const char *message;
};

static void check_messages(const struct error_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		cr_expect_eq(compile_slice(cml_slice_of(cases[i].text), cases[i].want),
			     CML_BAD_DATA, "%s", cases[i].text);
		cr_expect_str_eq(err.message, cases[i].message);
	}
}
#define CHECK(cases) check_messages(cases, sizeof(cases) / sizeof(cases)[0])
#define NUMBER CML_VALUE_NUMBER
#define TRUTH CML_VALUE_TRUTH
#define TEXT CML_VALUE_TEXT

Test(expression_errors, tokens)
{
	static const struct error_case cases[] = {
	    {"tp = 1", TRUTH, "at 4, near \"= 1\": '=' is no operator here; '==' compares"},
	    {"tp & b", TRUTH, "at 4, near \"& b\": '&' is no operator here; write 'and'"},
	    {"tp || 1", TRUTH, "at 4, near \"|| 1\": '|' is no operator here; write 'or'"},
	    {"!flag", TRUTH, "at 1, near \"!flag\": '!' is no operator here; write 'not'"},
	    {"tp ^ 2", NUMBER,
	     "at 4, near \"^ 2\": '^' is no operator here; '**' raises to a power"},
	    {"tp # 2", NUMBER, "at 4, near \"# 2\": unexpected character"},
	    {"tp + \x01", NUMBER, "at 6, near \"\\x01\": unexpected character"},
	    {"tp + .", NUMBER, "at 6, near \".\": unexpected character"},
	    {"2x", NUMBER, "at 1, near \"2x\": not a number, or too large a one"},
	    {"1e999 + 1", NUMBER, "at 1, near \"1e999 + 1\": not a number, or too large a one"},
	    {"1 + 1.2.3", NUMBER, "at 5, near \"1.2.3\": not a number, or too large a one"},
	    {"2e-x", NUMBER, "at 1, near \"2e-x\": not a number, or too large a one"},
	    {"0x10", NUMBER, "at 1, near \"0x10\": not a number, or too large a one"},
	    {"gpu == 'h100", TRUTH, "at 8, near \"'h100\": this text has no closing '"},
	    {"gpu == \"h100'", TRUTH, "at 8, near \"\\\"h100'\": this text has no closing \""},
	    {"1 + `micro", NUMBER, "at 5, near \"`micro\": this name has no closing `"},
	    {"host == '\xc3\xa4\xc3\xb6' # 1", TRUTH, "at 14, near \"# 1\": unexpected character"},
	};
	CHECK(cases);
}

Test(expression_errors, syntax)
{
	static const struct error_case cases[] = {
	    {"", TRUTH, "an empty expression"},
	    {" \t\n", TRUTH, "an empty expression"},
	    {"tp +", NUMBER, "at the end: expected a number, a text, a name or '('"},
	    {"tp + ", NUMBER, "at the end: expected a number, a text, a name or '('"},
	    {"* 2", NUMBER, "at 1, near \"* 2\": expected a number, a text, a name or '('"},
	    {"tp % % 2", NUMBER, "at 6, near \"% 2\": expected a number, a text, a name or '('"},
	    {"flag and and", TRUTH,
	     "at 10, near \"and\": expected a number, a text, a name or '('"},
	    {"()", NUMBER, "at 2, near \")\": expected a number, a text, a name or '('"},
	    {"in", NUMBER, "at 1, near \"in\": expected a number, a text, a name or '('"},
	    {"2 ** not 1", NUMBER,
	     "at 6, near \"not 1\": expected a number, a text, a name or '('"},
	    {"tp pp", NUMBER, "at 4, near \"pp\": expected an operator or the end"},
	    {"tp 2", NUMBER, "at 4, near \"2\": expected an operator or the end"},
	    {"(tp + 2", NUMBER, "at the end: expected an operator or ')'"},
	    {"(tp, 2)", NUMBER, "at 4, near \", 2)\": expected an operator or ')'"},
	    {"tp + 2)", NUMBER, "at 7, near \")\": expected an operator or the end"},
	    {"tp <> 2", TRUTH, "at 4, near \"<> 2\": '<>' is no operator here; write '!='"},
	    {"tp => 2", TRUTH, "at 4, near \"=> 2\": '=>' is no operator here; write '>='"},
	    {"tp not 2", TRUTH, "at 8, near \"2\": expected 'in' after 'not'"},
	    {"tp not", TRUTH, "at the end: expected 'in' after 'not'"},
	    {"tp in 2", TRUTH, "at 7, near \"2\": expected '(' and a list of values, as in (1, 2)"},
	    {"tp in ()", TRUTH, "at 8, near \")\": expected a number, a text, a name or '('"},
	    {"tp in (1,)", TRUTH, "at 10, near \")\": expected a number, a text, a name or '('"},
	    {"tp in (1", TRUTH, "at the end: expected an operator, ',' or ')'"},
	    {"tp in (1 2)", TRUTH, "at 10, near \"2)\": expected an operator, ',' or ')'"},
	    {"tp in (1) == true", TRUTH,
	     "at 11, near \"== true\": a comparison with 'in' cannot be chained; use parentheses"},
	    {"tp in (1) in (true)", TRUTH,
	     "at 11, near \"in (true)\": a comparison with 'in' cannot be chained; use "
	     "parentheses"},
	    {"1 < tp in (1, 2)", TRUTH,
	     "at 8, near \"in (1, 2)\": a comparison with 'in' cannot be chained; use parentheses"},
	    {"1 < tp not in (1, 2)", TRUTH,
	     "at 8, near \"not in (1, 2)\": a comparison with 'in' cannot be chained; use "
	     "parentheses"},
	    {"sqrt(tp)", NUMBER,
	     "at 1, near \"sqrt(tp)\": no such function; there are min, max, abs, floor, ceil, "
	     "log2, first, count, size, active, experts, layers, width, vocabulary, peak, "
	     "bandwidth, "
	     "memory, bits and chips"},
	    {"size(tp)", NUMBER,
	     "at 6, near \"tp)\": column 'tp' is a number, 'size' needs a text"},
	    {"size(gpu, gpu)", NUMBER, "at 9, near \", gpu)\": 'size' takes one text"},
	    {"peak(tp)", NUMBER,
	     "at 6, near \"tp)\": column 'tp' is a number, 'peak' needs a text"},
	    {"memory(gpu, gpu)", NUMBER, "at 11, near \", gpu)\": 'memory' takes one text"},
	    {"first(gpu, tp)", NUMBER,
	     "at 7, near \"gpu, tp)\": column 'gpu' is text, 'first' needs numbers"},
	    {"min()", NUMBER, "at 5, near \")\": expected a number, a text, a name or '('"},
	    {"min(1, )", NUMBER, "at 8, near \")\": expected a number, a text, a name or '('"},
	    {"min(1", NUMBER, "at the end: expected an operator, ',' or ')'"},
	    {"min(1 2)", NUMBER, "at 7, near \"2)\": expected an operator, ',' or ')'"},
	    {"abs(1, 2)", NUMBER, "at 6, near \", 2)\": 'abs' takes one number"},
	    {"`min`(1)", NUMBER, "at 6, near \"(1)\": expected an operator or the end"},
	    {"tp + nothing * 2", NUMBER, "at 6, near \"nothing * 2\": no column has this name"},
	    {"a_text_long_enough_to_be_cut + 1", NUMBER,
	     "at 1, near \"a_text_long_enough_to_be_c\"...: no column has this name"},
	    {"``", NUMBER, "at 1, near \"``\": no column has this name"},
	};
	CHECK(cases);
}

Test(expression_errors, types)
{
	static const struct error_case cases[] = {
	    {"gpu * 2", NUMBER, "at 1, near \"gpu * 2\": column 'gpu' is text, '*' needs numbers"},
	    {"2 - gpu", NUMBER, "at 5, near \"gpu\": column 'gpu' is text, '-' needs numbers"},
	    {"tp + 'x'", NUMBER, "at 6, near \"'x'\": 'x' is text, '+' needs numbers"},
	    {"2 ** prec", NUMBER, "at 6, near \"prec\": column 'prec' is text, '**' needs numbers"},
	    {"prec ** 2", NUMBER,
	     "at 1, near \"prec ** 2\": column 'prec' is text, '**' needs numbers"},
	    {"-gpu", NUMBER, "at 2, near \"gpu\": column 'gpu' is text, '-' needs numbers"},
	    {"min(1, gpu)", NUMBER,
	     "at 8, near \"gpu)\": column 'gpu' is text, 'min' needs numbers"},
	    {"tp and flag", TRUTH,
	     "at 1, near \"tp and flag\": column 'tp' is a number, 'and' needs truths"},
	    {"flag or tp * 2", TRUTH,
	     "at 9, near \"tp * 2\": 'tp * 2' is a number, 'or' needs truths"},
	    {"true or tp", TRUTH, "at 9, near \"tp\": column 'tp' is a number, 'or' needs truths"},
	    {"false and gpu", TRUTH,
	     "at 11, near \"gpu\": column 'gpu' is text, 'and' needs truths"},
	    {"flag and min(tp, 2)", TRUTH,
	     "at 10, near \"min(tp, 2)\": 'min(tp, 2)' is a number, 'and' needs truths"},
	    {"not tp", TRUTH, "at 5, near \"tp\": column 'tp' is a number, 'not' needs truths"},
	    {"not +flag", TRUTH, "at 5, near \"+flag\": '+flag' is a number, 'not' needs truths"},
	    {"gpu == 3", TRUTH,
	     "at 1, near \"gpu == 3\": column 'gpu' is text and '3' is a number, '==' needs two of "
	     "a kind"},
	    {"tp != true", TRUTH,
	     "at 1, near \"tp != true\": column 'tp' is a number and 'true' is a truth, '!=' needs "
	     "two of a kind"},
	    {"flag == 'yes'", TRUTH,
	     "at 1, near \"flag == 'yes'\": column 'flag' is a bool and 'yes' is text, '==' needs "
	     "two of a kind: true or false, without quotes"},
	    {"tp in (1, 'a')", TRUTH,
	     "at 1, near \"tp in (1, 'a')\": column 'tp' is a number and 'a' is text, 'in' needs "
	     "two "
	     "of a kind"},
	    {"gpu < 'a100'", TRUTH,
	     "at 1, near \"gpu < 'a100'\": column 'gpu' is text, '<' needs numbers, or an ordinal "
	     "column and one of its levels"},
	    {"3 >= prec", TRUTH,
	     "at 6, near \"prec\": column 'prec' is text, '>=' needs numbers, or an ordinal column "
	     "and one of its levels"},
	    {"prec < prec", TRUTH,
	     "at 1, near \"prec < prec\": column 'prec' is text, '<' needs numbers, or an ordinal "
	     "column and one of its levels"},
	    {"'a' < 'b'", TRUTH,
	     "at 1, near \"'a' < 'b'\": 'a' is text, '<' needs numbers, or an ordinal column and "
	     "one "
	     "of its levels"},
	    {"(tp < 1) > 0", TRUTH,
	     "at 1, near \"(tp < 1) > 0\": '(tp < 1)' is a truth, '>' needs numbers"},
	    {"1 <= true", TRUTH, "at 6, near \"true\": 'true' is a truth, '<=' needs numbers"},
	    {"tp * 2", TRUTH,
	     "at 1, near \"tp * 2\": 'tp * 2' is a number, but the result must be a truth"},
	    {"tp", TRUTH,
	     "at 1, near \"tp\": column 'tp' is a number, but the result must be a truth"},
	    {"tp < 2", NUMBER,
	     "at 1, near \"tp < 2\": 'tp < 2' is a truth, but the result must be a number"},
	    {"6*5 >= tp", NUMBER,
	     "at 1, near \"6*5 >= tp\": '6*5 >= tp' is a truth, but the result must be a number"},
	    {"flag and flag", NUMBER,
	     "at 1, near \"flag and flag\": 'flag and flag' is a truth, but the result must be a "
	     "number"},
	    {"true and flag", NUMBER,
	     "at 1, near \"true and flag\": 'true and flag' is a truth, but the result must be a "
	     "number"},
	    {"host", NUMBER,
	     "at 1, near \"host\": column 'host' is text, but the result must be a number"},
	    {"flag", TEXT,
	     "at 1, near \"flag\": column 'flag' is a bool, but the result must be text"},
	};
	CHECK(cases);
}

Test(expression_errors, literals_that_are_no_level)
{
	static const struct error_case cases[] = {
	    {"gpu == 'H100'", TRUTH,
	     "at 8, near \"'H100'\": 'H100' is not a level of column 'gpu' (a100|h100|b200)"},
	    {"'v100' != gpu", TRUTH,
	     "at 1, near \"'v100' != gpu\": 'v100' is not a level of column 'gpu' "
	     "(a100|h100|b200)"},
	    {"gpu in ('h100', 'node-7')", TRUTH,
	     "at 17, near \"'node-7')\": 'node-7' is not a level of column 'gpu' (a100|h100|b200)"},
	    {"prec < 'fp16'", TRUTH,
	     "at 8, near \"'fp16'\": 'fp16' is not a level of column 'prec' (fp8|bf16|fp32)"},
	    {"'fp8' < prec < 'h100'", TRUTH,
	     "at 16, near \"'h100'\": 'h100' is not a level of column 'prec' (fp8|bf16|fp32)"},
	    {"gpu == ''", TRUTH,
	     "at 8, near \"''\": '' is not a level of column 'gpu' (a100|h100|b200)"},
	};
	CHECK(cases);
}

Test(expression_errors, long_lists_and_long_parts_are_cut)
{
	char levels[1200] = "";
	for (int i = 0; i < 100; i++)
		snprintf(levels + strlen(levels), sizeof levels - strlen(levels), "%slevel-%d",
			 i > 0 ? "|" : "", i);
	cml_domain_release(&fixture.domains[GPU]);
	assert_ok(cml_domain_parse(&fixture.domains[GPU], cml_slice_of(levels),
				   CML_TYPE_CATEGORICAL, &fixture.symbols, &err));
	cr_expect_eq(compile_slice(cml_slice_of("gpu == 'level-100'"), TRUTH), CML_BAD_DATA);
	cr_expect_not_null(strstr(err.message, "(level-0|level-1|"));
	cr_expect_str_eq(err.message + strlen(err.message) - 5, "|...)");
	cr_expect_lt(strlen(err.message), 300);

	cr_expect_eq(
	    compile_slice(cml_slice_of("1 + 'Gr\xc3\xb6\xc3\x9f"
				       "e \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
				       "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
				       "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
				       "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4'"),
			  NUMBER),
	    CML_BAD_DATA);
	cr_expect_not_null(strstr(err.message, "\xc3\xa4...' is text, '+' needs numbers"), "%s",
			   err.message);
}

/* n times before, middle, n times after. */
static enum cml_result compile_nested(size_t n, const char *before, const char *middle,
				      const char *after, enum cml_value_type want)
{
	size_t size = n * (strlen(before) + strlen(after)) + strlen(middle) + 1;
	AUTOFREE char *text = malloc(size);
	char *at = text;
	for (size_t i = 0; i < n; i++)
		at = stpcpy(at, before);
	at = stpcpy(at, middle);
	for (size_t i = 0; i < n; i++)
		at = stpcpy(at, after);
	enum cml_result status = compile_slice((struct cml_slice){text, (size_t)(at - text)}, want);
	return status;
}

Test(expression_errors, nesting_is_limited)
{
	static const struct {
		const char *before;
		const char *middle;
		const char *after;
		enum cml_value_type want;
	} cases[] = {
	    {"(", "tp", ")", NUMBER},         {"-", "tp", "", NUMBER},
	    {"not ", "flag", "", TRUTH},      {"2 ** ", "tp", "", NUMBER},
	    {"min(1, ", "tp", ")", NUMBER},   {"abs(", "tp", ")", NUMBER},
	    {"1 + (", "tp", ")", NUMBER},     {"flag and (", "flag", ")", TRUTH},
	    {"tp * 2 - (", "3", ")", NUMBER}, {"flag == (tp in (pp, tp) and ", "flag", ")", TRUTH},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		cr_expect_eq(compile_nested(256, cases[i].before, cases[i].middle, cases[i].after,
					    cases[i].want),
			     CML_OK, "%s: %s", cases[i].before, err.message);
		for (size_t n = 257; n < 1000000; n *= 50) {
			cr_expect_eq(compile_nested(n, cases[i].before, cases[i].middle,
						    cases[i].after, cases[i].want),
				     CML_BAD_DATA, "%s", cases[i].before);
			cr_expect_not_null(strstr(err.message, ": nested more than 256 deep"), "%s",
					   err.message);
		}
	}
}

Test(expression_errors, long_expressions)
{
	cr_expect_eq(compile_nested(TRIALS(100000), "tp + ", "1", " + pp", NUMBER), CML_OK);
	cr_expect_eq(compile_nested(TRIALS(100000), "tp == 1 and ", "flag", " or flag", TRUTH),
		     CML_OK);
	cr_expect_eq(compile_nested(TRIALS(100000), "tp + 1 < ", "1", "", TRUTH), CML_OK);
	cr_expect_eq(compile_nested(1100000, "tp+", "1", "", NUMBER), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "the expression is too long");
}
