#include "space/config.h"
#include "space/feasible/fixes.h"
#include "space/feasible/sampler.h"
#include "test.h"

static struct cml_space *space_of(const char *text)
{
	struct cml_space *space;
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	return space;
}

Test(sampler, continuous_params_fill_their_range)
{
	AUTOPTR(cml_space) space =
	    space_of("name,role,type,domain,when\na,param,float,-2:6,\nb,param,float,0:1,a > 4\n");
	AUTO(cml_sampler) sampler;
	struct cml_random random = random_of(3, 0);
	double values[2], lowest = INFINITY, highest = -INFINITY, sum = 0;
	size_t n_active = 0;
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	for (size_t i = 0; i < 4000; i++) {
		assert_ok(cml_sampler_draw(&sampler, &random, 1000, values, &err));
		lowest = fmin(lowest, values[0]);
		highest = fmax(highest, values[0]);
		sum += values[0];
		n_active += isnan(values[1]) ? 0 : 1;
	}
	cr_assert(lowest >= -2 && lowest < -1.9 && highest < 6 && highest > 5.9);
	cr_assert_float_eq(sum / 4000, 2, 0.2);
	cr_assert_float_eq((double)n_active / 4000, 0.25, 0.04);
}

Test(sampler, gives_up_and_names_the_rule)
{
	AUTOPTR(cml_space) space =
	    space_of("name,role,type,domain\na,param,float,1:8\nlow,rule,,a < 1.01\n"
		     "high,rule,,a > 1.005 and a < 7\nnone,rule,,a > 100\n");
	AUTO(cml_sampler) sampler;
	struct cml_random random = random_of(1, 0);
	double values[4];
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	cr_assert_eq(cml_sampler_draw(&sampler, &random, 500, values, &err), CML_NOTHING);
	cr_assert_eq(sampler.n_drawn, 500);
	cr_assert_eq(sampler.n_rejected[1] + sampler.n_rejected[2] + sampler.n_rejected[3], 500);
	cr_assert_not_null(strstr(err.message, "in 500 tries; rule 'low' (a < 1.01) refused"), "%s",
			   err.message);
}

Test(sampler, undefined_expressions_refuse_a_draw)
{
	AUTOPTR(cml_space) space =
	    space_of("name,role,type,domain\na,param,int,0:1\nd,derived,,1 / a\n");
	struct cml_sampler sampler;
	struct cml_random random = random_of(1, 0);
	double values[2];
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	for (size_t i = 0; i < 100; i++) {
		assert_ok(cml_sampler_draw(&sampler, &random, 1, values, &err));
		cr_assert(values[0] == 1 && values[1] == 1);
	}
	cml_sampler_release(&sampler);
	static const char *const fixes[] = {"a=0"};
	assert_error(cml_sampler_init(&sampler, space, fixes, 1, &err), CML_NOTHING,
		     "no configuration is feasible: one row rejects all of them: "
		     "derived 'd' (1 / a) with a=0, where it is undefined");
}

/* log2 of a continuous param is undefined in half of its range. */
Test(sampler, counts_draws_that_are_undefined)
{
	AUTOPTR(cml_space) space =
	    space_of("name,role,type,domain\na,param,float,-1:1\nd,derived,,log2(a)\n");
	AUTO(cml_sampler) sampler;
	struct cml_random random = random_of(1, 0);
	double values[2];
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	for (size_t i = 0; i < 100; i++) {
		assert_ok(cml_sampler_draw(&sampler, &random, 1000, values, &err));
		cr_assert_gt(values[0], 0);
	}
	cr_assert(sampler.n_rejected[1] > 50 && sampler.n_rejected[1] < 200);
	cr_assert_eq(sampler.n_drawn, 100 + sampler.n_rejected[1]);
}

static void refuses(const char *text, const char *fix, enum cml_result expected,
		    const char *sentence)
{
	AUTOPTR(cml_space) space = space_of(text);
	struct cml_sampler sampler;
	char message[CML_ERROR_TEXT_SIZE];
	cr_assert_eq(cml_sampler_init(&sampler, space, &fix, fix ? 1 : 0, &err), expected, "%s",
		     text);
	cr_assert_eq(err.status, expected);
	cml_error_format(&err, message, sizeof message);
	cr_assert_not_null(strstr(message, sentence), "%s", message);
	cr_assert_null(sampler.point);
}

Test(sampler, refuses_wrong_fixes)
{
	static const char text[] =
	    "name,role,type,domain\na,param,int,1:8\nd,derived,,a\ng,param,categorical,\n";
	refuses(text, "b=1", CML_BAD_USAGE, "\"b=1\"");
	refuses(text, "a", CML_BAD_USAGE, "\"a\"");
	refuses(text, "d=1", CML_BAD_USAGE, "'d' has the role derived");
	refuses(text, "a=9", CML_BAD_USAGE, "column 'a': 9 is outside 1:8");
	refuses(text, "a=", CML_BAD_USAGE, "column 'a': not a number");
	refuses(text, "g=x", CML_BAD_USAGE, "column 'g': its levels are not known");
}

Test(sampler, contexts_may_be_admitted_outside_their_domain)
{
	static const struct {
		const char *fix;
		bool is_admitted;
	} cases[] = {{"n=256", true},    {"n=3", true},    {"n=0", false},    {"n=2.5", false},
		     {"n=1e300", false}, {"n=inf", false}, {"n=many", false}, {"g=h200", true},
		     {"g=H100", false},  {"g=", false},    {"p=9", false},    {"on=2", false}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		AUTOPTR(cml_space) space =
		    space_of("name,role,type,domain,encoding,default\nn,context,int,1|2|4,log,1\n"
			     "g,context,categorical,h100|a100,,h100\non,context,bool,,,0\n"
			     "p,param,int,1:8,,\n");
		const char *fix = cases[i].fix;
		struct cml_sampler sampler;
		char number[CML_NUMBER_SIZE];
		cr_assert_eq(cml_sampler_init(&sampler, space, &fix, 1, &err), CML_BAD_USAGE);
		assert_ok(cml_fixes_admit(space, &fix, 1, &err));
		bool is_admitted = cml_sampler_init(&sampler, space, &fix, 1, &err) == CML_OK;
		cr_assert_eq(is_admitted, cases[i].is_admitted, "%s", fix);
		if (is_admitted) {
			size_t slot = *fix == 'n' ? 0 : 1;
			cr_assert(cml_slice_is(
			    cml_value_text(space, slot, sampler.constraints.fixed[slot], number),
			    fix + 2));
			cml_sampler_release(&sampler);
		}
	}
}

Test(sampler, refuses_spaces_it_cannot_draw_from)
{
	refuses("name,role,type\nn,context,int\n", NULL, CML_BAD_USAGE, "context 'n' has no value");
	refuses("name,role,type,domain\na,param,int,1:\n", NULL, CML_BAD_DATA,
		"param 'a' cannot be drawn");
	refuses("name,role,type,domain\na,param,float,\n", NULL, CML_BAD_DATA,
		"param 'a' cannot be drawn");
	refuses("name,role,type,domain\na,param,categorical,\n", NULL, CML_BAD_DATA,
		"param 'a' cannot be drawn");
}

/* A range of which logarithms are features is drawn evenly in these, whatever it is made of: half
 * of the draws are below the geometric mean of its ends, a fourth below that of the first half. */
Test(sampler, ranges_in_logarithms)
{
	static const struct {
		const char *domain;
		double half, quarter;
	} cases[] = {{"float,1e-5:1e-1,log", 1e-3, 1e-4},
		     {"int,1:1000000,log", 1000, 31.6},
		     {"int,1:255,log", 16, 4},
		     {"int,1:4096:*2,log", 65, 8.5}};
	for (size_t c = 0; c < COUNT(cases); c++) {
		char text[128];
		snprintf(text, sizeof text, "name,role,type,domain,encoding\nx,param,%s\n",
			 cases[c].domain);
		AUTOPTR(cml_space) space = space_of(text);
		AUTO(cml_sampler) sampler;
		struct cml_random random = random_of(7, 0);
		double value[1];
		size_t n_half = 0, n_quarter = 0, n = 20000;
		assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
		for (size_t i = 0; i < n; i++) {
			assert_ok(cml_sampler_draw(&sampler, &random, 1, value, &err));
			n_half += value[0] < cases[c].half;
			n_quarter += value[0] < cases[c].quarter;
		}
		cr_expect_float_eq((double)n_half / (double)n, 0.5, 0.05, "%s: %zu",
				   cases[c].domain, n_half);
		cr_expect_float_eq((double)n_quarter / (double)n, 0.25, 0.07, "%s: %zu",
				   cases[c].domain, n_quarter);
	}
}
