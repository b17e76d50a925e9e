#include "launch/outcome/result_rules.h"

#include <criterion/criterion.h>
#include <string.h>

static struct cml_error err;

Test(result_rules, comes_back_from_its_text)
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
	struct cml_result_rules rules, again;

	cr_assert_eq(cml_result_rules_init(&rules, &options, &err), CML_OK, "%s", err.message);
	cr_assert_eq(cml_result_rules_parse(&again, cml_buffer_slice(&rules.text), &err), CML_OK,
		     "%s", err.message);
	cr_assert(cml_slice_equal(cml_buffer_slice(&rules.text), cml_buffer_slice(&again.text)));
	cr_assert_str_eq(cml_result_rules_column(&again), "speed");
	cr_assert_eq(again.metric.form, CML_METRIC_CSV);
	cr_assert_str_eq(again.metric.name, "qps");
	cr_assert_eq(again.metric.n_warmup, 7);
	cr_assert(again.readings != NULL);
	cml_result_rules_release(&rules);
	cml_result_rules_release(&again);
}

Test(result_rules, without_a_metric)
{
	struct cml_result_rules rules;

	cr_assert_eq(cml_result_rules_init(&rules, &(struct cml_result_rules_options){0}, &err),
		     CML_OK);
	cr_assert_str_eq(cml_result_rules_column(&rules), "");
	cr_assert(rules.readings == NULL && rules.patterns.has_xid);
	cml_result_rules_release(&rules);
}

Test(result_rules, refuses_what_is_none)
{
	struct cml_result_rules rules;
	const char unknown[] = "qps\0--sooner=1", bad[] = "qps\0--metric=qps=p101";

	cr_assert_eq(cml_result_rules_parse(&rules, (struct cml_slice){NULL, 0}, &err),
		     CML_BAD_DATA);
	cr_assert_eq(
	    cml_result_rules_parse(&rules, (struct cml_slice){unknown, sizeof unknown}, &err),
	    CML_BAD_DATA);
	cr_assert_eq(cml_result_rules_parse(&rules, (struct cml_slice){bad, sizeof bad}, &err),
		     CML_BAD_USAGE);
	cml_result_rules_release(&rules);
}
