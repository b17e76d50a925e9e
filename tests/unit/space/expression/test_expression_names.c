/* What the names of models and devices tell, and what to take where they tell nothing. */
#include "expression_fixture.h"
#include "test.h"

TestSuite(expression_names, .init = open_fixture, .fini = close_fixture);

static double number(const char *text, enum cml_outcome outcome)
{
	double result = 7;
	cr_expect_eq(evaluated(&fixture, text, CML_VALUE_NUMBER, &result), outcome, "%s", text);
	return result;
}

static void gives(const char *text, double expected)
{
	double result = number(text, CML_OUTCOME_VALUE);
	cr_expect_float_eq(result, expected, 1e-9 * fabs(expected), "%s: %g", text, result);
}

static void lacks(const char *text)
{
	cr_expect(isnan(number(text, CML_OUTCOME_MISSING)), "%s", text);
}

Test(expression_names, of_devices)
{
	gives("peak('8xH100-SXM5-80GB')", 989);
	gives("memory('A100-80')", 80);
	gives("memory('A100') + bits('L40S') + count('4k')", 40 + 8 + 4096);
	gives("gpus * peak(gpu)", 1024 * 989.);
	fixture.values[GPU] = fixture_symbol(&fixture, "a100");
	gives("peak(gpu) / memory(gpu)", 312. / 40);
	lacks("peak(host)");
	lacks("memory(host)");
	lacks("1 + peak('')");
	lacks("bits('V100') + bits('newchip-80GB')");
	gives("chips('v5p-128') + chips('v5litepod-256')", 64 + 256);
	lacks("chips(gpu)");
	fixture.values[GPU] = NAN;
	lacks("peak(gpu)");
	lacks("memory(gpu)");
	/* A text that no level lists. */
	fixture.values[HOST] = -5;
	lacks("peak(host)");
	lacks("active(host)");
}
