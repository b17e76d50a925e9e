#include "launch/outcome/result_rules.h"

#include <criterion/criterion.h>

static struct cml_error err;

Test(result_rules, without_a_metric)
{
	struct cml_result_rules rules;

	cr_assert_eq(
	    cml_result_rules_init(&rules, &(struct cml_result_rules_options){0}, NULL, &err),
	    CML_OK);
	cr_assert(rules.readings == NULL && rules.patterns.n == 1);
	cml_result_rules_release(&rules);
}

Test(result_rules, refuses_what_is_none)
{
	struct cml_result_rules rules;

	cr_assert_eq(
	    cml_result_rules_init(
		&rules, &(struct cml_result_rules_options){.metric_spec = "qps=p101"}, NULL, &err),
	    CML_BAD_USAGE);
}
