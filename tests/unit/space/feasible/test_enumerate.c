#include "space/feasible/enumerate.h"

#include "test.h"

static struct cml_space *space;
static struct cml_enumerator all;
static double fixed[300];

static enum cml_result start(const char *text)
{
	cr_assert_eq(cml_space_from_text(&space, cml_slice_of(text), "s", &err), CML_OK, "%s",
		     err.message);
	for (size_t i = 0; i < 300; i++)
		fixed[i] = NAN;
	return cml_enumerator_init(&all, space, fixed, &err);
}

static void release(void)
{
	cml_enumerator_release(&all);
	cml_space_free(space);
}

TestSuite(enumerate, .fini = release);

static size_t count_rest(void)
{
	size_t n = 0;
	while (cml_enumerator_next(&all))
		n++;
	return n;
}

Test(enumerate, a_space_without_drawn_params_has_one_configuration_or_none)
{
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\na,param,int,1:3\n"
						   "d,derived,,a + 1\nr,rule,,d > 2\n"),
				      "s", &err));
	for (size_t a = 1; a <= 2; a++) {
		fixed[0] = (double)a;
		fixed[1] = fixed[2] = NAN;
		assert_ok(cml_enumerator_init(&all, space, fixed, &err));
		cr_assert_eq(cml_enumerator_next(&all), a == 2);
		cr_assert_eq(all.values[1], (double)a + 1);
		cr_assert_not(cml_enumerator_next(&all));
		cml_enumerator_release(&all);
	}
}

/* A rule over 6^8 combinations has no table. Throws of 8 dice that sum to 40,
 * worked out by adding up dice one by one. */
Test(enumerate, rules_without_a_table_are_judged_on_the_way)
{
	static const char text[] =
	    "name,role,type,domain\np1,param,int,1:6\np2,param,int,1:6\np3,param,int,1:6\n"
	    "p4,param,int,1:6\np5,param,int,1:6\np6,param,int,1:6\np7,param,int,1:6\n"
	    "p8,param,int,1:6\nr,rule,,p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8 == 40\n";
	size_t ways[64] = {1}, n_shards = 3, n = 0;
	bool is_exact;
	for (size_t die = 0; die < 8; die++)
		for (size_t sum = 64; sum-- > 0;) {
			size_t before = 0;
			for (size_t eyes = 1; eyes <= 6 && eyes <= sum; eyes++)
				before += ways[sum - eyes];
			ways[sum] = before;
		}
	assert_ok(start(text));
	cr_assert(cml_enumerator_bound(&all, &is_exact) == 6 * 6 * 6 * 6 * 6 * 6 * 6 * 6);
	cr_assert(!is_exact);
	cr_assert_eq(count_rest(), ways[40]);
	for (size_t i = 1; i <= n_shards; i++) {
		assert_ok(cml_enumerator_shard(&all, i, n_shards, &err));
		n += count_rest();
	}
	cr_assert_eq(n, ways[40]);
}

Test(enumerate, spaces_past_counting_have_no_shards)
{
	static char text[4096] = "name,role,type,domain\n";
	for (int i = 0; i < 60; i++)
		sprintf(text + strlen(text), "p%d,param,int,0:99\n", i);
	assert_ok(start(text));
	cr_assert(cml_enumerator_next(&all));
	cr_assert_eq(cml_enumerator_shard(&all, 1, 2, &err), CML_BAD_USAGE);
	cr_assert_not_null(strstr(err.message, "too many for shards"));
}

Test(enumerate, refuses_spaces_without_end)
{
	assert_error(start("name,role,type,domain\nlr,param,float,0:1\n"), CML_BAD_USAGE,
		     "param 'lr' has infinitely many values to enumerate; give its domain a step, "
		     "or a larger one (lo:hi:step), or fix it (lr=VALUE)");
	cr_assert_null(all.values);
	cml_space_free(space);
	cr_assert_eq(start("name,role,type,domain\nn,param,int,0:2000000\n"), CML_BAD_USAGE);
	cr_assert_not_null(strstr(err.message, "'n' has too many values"));
	cml_space_free(space);
	cr_assert_eq(start("name,role,type,domain\nn,param,int,0:\n"), CML_BAD_DATA);
	cr_assert_not_null(strstr(err.message, "not bounded"));
}
