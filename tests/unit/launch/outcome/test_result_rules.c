#include "launch/outcome/result_rules.h"

#include <criterion/criterion.h>
#include <string.h>

static struct cml_error err;

Test(result_rules, text_tells_options_apart)
{
	static const char *const ooms[] = {"no more", "--warmup=3"}, *const infras[] = {
									 "it's\ngone"};
	const struct cml_result_rules_options options = {.column = "speed",
							 .metric_spec = "csv:qps=p90",
							 .warmup = 7,
							 .oom_patterns = ooms,
							 .n_oom_patterns = 2,
							 .infra_patterns = infras,
							 .n_infra_patterns = 1};
	static const char expected[] =
	    "speed\0--metric=csv:qps=p90\0--warmup=7\0--oom-pattern=no more"
	    "\0--oom-pattern=--warmup=3\0--infra-pattern=it's\ngone";
	struct cml_result_rules rules;

	cr_assert_eq(cml_result_rules_init(&rules, &options, &err), CML_OK, "%s", err.message);
	cr_assert_eq(rules.text.size, sizeof expected);
	cr_assert_eq(memcmp(rules.text.data, expected, sizeof expected), 0);
	cml_result_rules_release(&rules);
}

Test(result_rules, without_a_metric)
{
	struct cml_result_rules rules;

	cr_assert_eq(cml_result_rules_init(&rules, &(struct cml_result_rules_options){0}, &err),
		     CML_OK);
	cr_assert_eq(rules.text.size, 1, "an empty column");
	cr_assert(rules.readings == NULL && rules.patterns.n == 1);
	cml_result_rules_release(&rules);
}

Test(result_rules, refuses_what_is_none)
{
	struct cml_result_rules rules;

	cr_assert_eq(
	    cml_result_rules_init(
		&rules, &(struct cml_result_rules_options){.metric_spec = "qps=p101"}, &err),
	    CML_BAD_USAGE);
}
