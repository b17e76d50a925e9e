#include "launch/outcome/outcome.h"

#include "test.h"

#include <unistd.h>

static struct cml_space *space;
static char folder[64], output[80];

static void make(void)
{
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\nx,param,int,1:9\n"
						   "peak_gb,limit,float,:78\n"
						   "free,limit,int,2:\n"),
				      "space", &err));
	strcpy(folder, "/tmp/cml-limits-XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
	snprintf(output, sizeof output, "%s/stdout", folder);
}

static void clean(void)
{
	cml_space_free(space);
	unlink(output);
	cr_assert_eq(rmdir(folder), 0);
}

static enum cml_result init(struct cml_result_rules *rules, const struct cml_space *of,
			    const char *const *texts, size_t n)
{
	const struct cml_result_rules_options options = {.limits = texts, .n_limits = n};
	return cml_result_rules_init(rules, &options, of, &err);
}

Test(limit_rules, refuses_what_is_none, .init = make, .fini = clean)
{
	static const char *const bad[][2] = {
	    {"peak_gb", NULL},  {"peak=mem", NULL},       {"=mem", NULL},
	    {"peak_gb=", NULL}, {"peak_gb=a=maxx", NULL}, {"peak_gb=a", "peak_gb=b"},
	    {"x=a", NULL},      {"peak_gb=max", NULL},
	};
	AUTO(cml_result_rules) rules;
	for (size_t i = 0; i < COUNT(bad); i++)
		cr_expect_eq(init(&rules, space, bad[i], bad[i][1] ? 2 : 1), CML_BAD_USAGE, "%s",
			     bad[i][0]);
	cr_expect_eq(init(&rules, NULL, bad[1], 1), CML_BAD_USAGE);
	cr_expect_eq(init(&rules, NULL, NULL, 0), CML_OK);
}

Test(result_rules, refuses_what_is_none)
{
	struct cml_result_rules rules;
	cr_assert_eq(
	    cml_result_rules_init(
		&rules, &(struct cml_result_rules_options){.metric_spec = "qps=p101"}, NULL, &err),
	    CML_BAD_USAGE);
}
