#include "search/shortfall.h"

#include <criterion/criterion.h>
#include <string.h>

static const char text[] = "name,role,type,domain\na,param,float,0:1\nb,param,float,0:1\n"
			   "speed,metric,max,\nnear,rule,,abs(a - b) < 0.001\n";

/* What is said after n draws that pass. */
static void say(const char *space_text, size_t n, char said[256])
{
	struct cml_space *space;
	struct cml_sampler sampler;
	struct cml_random random;
	struct cml_error err;
	double values[8];
	struct cml_shortfall shortfall = {.n = 3, .n_wanted = 5, .n_met = 3};
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(space_text), "space", &err), CML_OK);
	cr_assert_eq(cml_sampler_init(&sampler, space, NULL, 0, &err), CML_OK);
	cml_random_init(&random, 1, 0);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(cml_sampler_draw(&sampler, &random, 100000, values, &err), CML_OK);
	cml_shortfall_blame(&shortfall, &sampler);
	cml_shortfall_print(&shortfall, said, 256);
	cml_sampler_release(&sampler);
	cml_space_free(space);
}

Test(shortfall, names_the_rule_that_refuses_nearly_all_draws)
{
	char said[256];
	say(text, 3, said);
	cr_assert(strstr(said, "3 of 5 wanted: 'near' (abs(a - b) < 0.001) refused "), "%s", said);
	cr_assert(strstr(said, " configurations drawn"), "%s", said);
}

Test(shortfall, names_no_rule_that_refuses_few_or_none)
{
	char said[256];
	say("name,role,type,domain\na,param,float,0:1\nb,param,float,0:1\nspeed,metric,max,\n"
	    "near,rule,,abs(a - b) < 0.9\n",
	    100, said);
	cr_assert(strstr(said, "known or excluded"), "%s", said);
	say(text, 0, said);
	cr_assert(strstr(said, "known or excluded"), "%s", said);
}

Test(shortfall, a_list_of_candidates_has_no_sampler)
{
	struct cml_shortfall shortfall = {.n = 3, .n_wanted = 5};
	cml_shortfall_blame(&shortfall, &(struct cml_sampler){0});
	cr_assert_null(shortfall.rule);
}
