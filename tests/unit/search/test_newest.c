#include "search/configs.h"

#include "test.h"

static struct cml_space *space;
static struct cml_known_jobs jobs;
static struct cml_newest newest;

static void start(void)
{
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain,default\n"
						   "a,context,int,1:9,2\nb,context,int,1:9,\n"
						   "p,param,int,1:2,\n"),
				      "test", &err));
}

static void clear(void)
{
	cml_newest_release(&newest);
	cml_known_jobs_release(&jobs);
	cml_space_free(space);
}

TestSuite(newest, .init = start, .fini = clear);

static void add(double a, double b, const char *time)
{
	const struct cml_known_job job = {.values = (double[]){a, b, 1},
					  .time = cml_slice_of(time)};
	assert_ok(cml_known_jobs_add(&jobs, space, &job, &err));
}

/* Of b, given a. NaN: none. */
static double find(double a)
{
	double value;
	if (!newest.order)
		assert_ok(cml_newest_init(&newest, &jobs, &err));
	return cml_newest_find(&newest, space, (double[]){a, NAN, NAN}, 1, false, &value)
		   ? value
		   : (double)NAN;
}

Test(newest, by_time_the_last_one_whatever_the_order)
{
	add(1, 5, "2026-01-03");
	add(2, 6, "2026-01-01");
	add(2, 7, "2026-01-02");
	add(2, 6, "2025-12-31");
	cr_assert_eq(find(NAN), 5);
	cr_assert_eq(find(2), 7);
	cr_assert_eq(find(9), 5, "no job has it: of all");
}

Test(newest, of_nothing_there_is_none)
{
	cr_assert(isnan(find(1)));
}

Test(newest, a_part_of_a_row_with_the_default_of_another)
{
	const double nothing[] = {NAN, NAN, NAN}, b[] = {NAN, 5, NAN}, both[] = {1, 5, NAN};
	add(2, 6, "");
	add(1, 5, "");
	assert_ok(cml_newest_init(&newest, &jobs, &err));
	cr_expect(cml_newest_has_together(&newest, space, nothing, both));
	cr_expect_not(cml_newest_has_together(&newest, space, nothing, b), "a is 2 by default");
	cr_expect(cml_newest_has_together(&newest, space, both, b), "a is asked for");
	cr_expect(cml_newest_has_together(&newest, space, nothing, nothing));
}
