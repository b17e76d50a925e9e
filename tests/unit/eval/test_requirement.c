#include "eval/scoring.h"

#include "test.h"

static struct cml_requirement parse(const char *text)
{
	struct cml_requirement requirement;
	cr_assert_eq(cml_requirement_parse(text, &requirement, &err), CML_OK, "%s: %s", text,
		     err.message);
	return requirement;
}

Test(requirement, knows_four_comparisons)
{
	static const struct {
		const char *text, *name, *comparison;
		double bound;
		bool below, at, above;
	} cases[] = {
	    {"kendall>=0.8", "kendall", ">=", 0.8, false, true, true},
	    {"kendall>0.8", "kendall", ">", 0.8, false, false, true},
	    {" mape <= 1.5e-1 ", "mape", "<=", 0.15, true, true, false},
	    {"regret@10<0.02", "regret@10", "<", 0.02, true, false, false},
	    {"r2>-.5", "r2", ">", -0.5, false, false, true},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_requirement requirement = parse(cases[i].text);
		cr_assert_str_eq(requirement.score.name, cases[i].name);
		cr_assert_str_eq(requirement.comparison, cases[i].comparison);
		cr_assert_eq(requirement.bound, cases[i].bound);
		cr_assert_eq(cml_requirement_met(&requirement, nextafter(cases[i].bound, -9)),
			     cases[i].below);
		cr_assert_eq(cml_requirement_met(&requirement, cases[i].bound), cases[i].at);
		cr_assert_eq(cml_requirement_met(&requirement, nextafter(cases[i].bound, 9)),
			     cases[i].above);
		cr_assert_not(cml_requirement_met(&requirement, NAN));
	}
}

Test(requirement, refuses_everything_else)
{
	static const char *const texts[] = {
	    "",
	    "kendall",
	    "kendall>=",
	    "kendall>=high",
	    ">=0.8",
	    "kendall=0.8",
	    "kendall==1",
	    "kendall=>0.8",
	    "kendall>=>=0.8",
	    "kendall>0.8>0.7",
	    "kendall>=nan",
	    "kendal>=0.8",
	    "regret>=1",
	    "kendall@3>1",
	    "0.8<=kendall",
	};
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cml_requirement requirement = {.bound = 7};
		cr_assert_eq(cml_requirement_parse(texts[i], &requirement, &err), CML_BAD_USAGE,
			     "%s", texts[i]);
		cr_assert_gt(strlen(err.message), 10);
		cr_assert_eq(requirement.bound, 7);
	}
}
