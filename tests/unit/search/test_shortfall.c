#include "search/proposals.h"

#include "test.h"

static const char text[] = "name,role,type,domain\na,param,float,0:1\nb,param,float,0:1\n"
			   "speed,metric,max,\nnear,rule,,abs(a - b) < 0.001\n";

/* What is said after n draws that pass. */
static void say(const char *space_text, size_t n, char said[256])
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_sampler) sampler;
	struct cml_random random = random_of(1, 0);
	double values[8];
	struct cml_shortfall shortfall = {.n = 3, .n_wanted = 5, .n_met = 3};
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "space", &err));
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	for (size_t i = 0; i < n; i++)
		assert_ok(cml_sampler_draw(&sampler, &random, 100000, values, &err));
	cml_shortfall_blame(&shortfall, &sampler);
	cml_shortfall_print(&shortfall, said, 256);
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

/* What is printed of configurations below 0.9, offered one after the other. */
static void offer(size_t n, const double (*offered)[3], char said[CML_SHORTFALL_SIZE])
{
	AUTOPTR(cml_space) space = NULL;
	struct cml_shortfall shortfall = {.n_wanted = 1, .n_scored = n, .min_chance = 0.9};
	double likeliest[2], values[] = {0, 0};
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\na,param,int,0:9\n"
						   "speed,metric,max,\n"),
				      "space", &err));
	shortfall.space = space;
	shortfall.likeliest.values = likeliest;
	for (size_t i = 0; i < n; i++) {
		values[0] = offered[i][0];
		cml_shortfall_offer(&shortfall,
				    &(struct cml_proposal){.values = values,
							   .log_chance = log(offered[i][1]),
							   .reward = offered[i][2]});
	}
	cml_shortfall_print(&shortfall, said, CML_SHORTFALL_SIZE);
}

Test(shortfall, names_the_likeliest_and_of_equal_ones_the_better)
{
	char said[CML_SHORTFALL_SIZE];
	static const double some[][3] = {{1, 0.5, 7}, {2, 0.75, 3}, {3, 0.75, 4}, {4, 0.25, 9}};
	offer(4, some, said);
	cr_assert(strstr(said, "is 0.75, with a=3)"), "%s", said);
	offer(2, some + 1, said);
	cr_assert(strstr(said, "is 0.75)"), "none is likelier: %s", said);
}
