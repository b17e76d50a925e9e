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

static void print(const char *text)
{
	FILE *file = fopen(output, "w");
	cr_assert_not_null(file);
	fputs(text, file);
	cr_assert_eq(fclose(file), 0);
}

static enum cml_result init(struct cml_result_rules *rules, const struct cml_space *of,
			    const char *const *texts, size_t n)
{
	const struct cml_result_rules_options options = {.limits = texts, .n_limits = n};
	return cml_result_rules_init(rules, &options, of, &err);
}

/* What the limits come to with these texts: peak_gb, then free. */
static void check(const char *const *texts, size_t n, bool is_cut, double peak, double free_gb)
{
	const struct cml_metric_source source = {.dir = folder, .is_cut = is_cut};
	AUTO(cml_result_rules) rules;
	struct cml_missing_limit missing;
	double values[2];
	assert_ok(init(&rules, space, texts, n));
	for (int round = 0; round < 2; round++) {
		assert_ok(
		    cml_limit_rules_read(&rules.limits, space, &source, values, &missing, &err));
		cr_expect(isnan(peak) ? isnan(values[0]) : values[0] == peak, "%g", values[0]);
		cr_expect(isnan(free_gb) ? isnan(values[1]) : values[1] == free_gb, "%g",
			  values[1]);
		cr_expect_eq(missing.reason.text[0] != '\0', isnan(peak) || isnan(free_gb));
	}
}

Test(limit_rules, by_the_side_of_the_bound, .init = make, .fini = clean)
{
	static const char *const texts[] = {"free=room=last", "peak_gb=mem"};
	print("peak_gb=3 free=9\npeak_gb=70 free=4\npeak_gb=5 free=8\nmem=1\nmem=2\nroom=6\n");
	check(NULL, 0, false, 70, 4);
	check(texts, 1, false, 70, 6);
	check(texts, 2, false, 2, 6);
}

Test(limit_rules, what_is_doubtful_is_empty, .init = make, .fini = clean)
{
	print("peak_gb=3 free=2.5\n");
	check(NULL, 0, false, 3, NAN);
	print("peak_gb=inf free=2\n");
	check(NULL, 0, false, NAN, 2);
	unlink(output);
	check(NULL, 0, false, NAN, NAN);
}

Test(limit_rules, a_line_that_was_cut, .init = make, .fini = clean)
{
	print("peak_gb=70 free=4\npeak_gb=71 free=3");
	check(NULL, 0, false, 71, 3);
	check(NULL, 0, true, 70, 4);
	print("peak_gb=7");
	check(NULL, 0, true, NAN, NAN);
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

Test(result_rules, without_a_metric)
{
	AUTO(cml_result_rules) rules;
	assert_ok(cml_result_rules_init(&rules, &(struct cml_result_rules_options){0}, NULL, &err));
	cr_assert(!rules.readings);
}

Test(result_rules, refuses_what_is_none)
{
	struct cml_result_rules rules;
	cr_assert_eq(
	    cml_result_rules_init(
		&rules, &(struct cml_result_rules_options){.metric_spec = "qps=p101"}, NULL, &err),
	    CML_BAD_USAGE);
}
