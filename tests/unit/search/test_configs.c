#include "search/configs.h"

#include "test.h"

/* Of jobs in the order of rank: in other contexts, outside a limit, kept. */
static bool found_best; /* by the last front_of */
static size_t front_of(size_t n, const double (*metrics)[2], const bool *asked, const bool *kept)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_known_jobs) jobs = {.fixed = (double[]){NAN, 2}};
	AUTO(cml_front) front = {.axes = {{.maximize = true}, {0}}};
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\nx,param,int,1:9\n"
						   "y,context,int,1:9\n"),
				      "space", &err));
	for (size_t i = 0; i < n; i++) {
		struct cml_known_job job = {.values = (double[]){1, asked[i] ? 2 : 3},
					    .target = metrics[i][0],
					    .second = metrics[i][1],
					    .is_kept = kept[i]};
		assert_ok(cml_known_jobs_add(&jobs, space, &job, &err));
	}
	assert_ok(cml_known_jobs_settle(&jobs, space, true, &err));
	enum cml_result status = cml_known_jobs_front(&jobs, &front, &err);
	cr_assert_eq(status, front.n > 0 ? CML_OK : CML_BAD_USAGE);
	cr_assert(front.n == 0 || front.has_reference);
	n = front.n;
	found_best = front.has_best;
	return n;
}

Test(configs, metrics_agree_that_order_most_pairs_alike)
{
	/* The best of all in both; of the six pairs of the first four, five are in one order, and
	 * three: tau is 2 / 3, and 0. Less of the second is better. */
	static const double agree[][2] = {{9, 1}, {8, 3}, {5, 2}, {4, 4}};
	static const double accident[][2] = {{9, 1}, {8, 4}, {5, 3}, {4, 2}};
	static const double conflict[][2] = {{9, 4}, {8, 3}, {5, 2}, {4, 1}};
	static const bool all[] = {true, true, true, true};
	cr_expect_eq(front_of(4, agree, all, all), 1);
	cr_expect(found_best);
	cr_expect_eq(front_of(4, accident, all, all), 1);
	cr_expect_not(found_best);
	cr_expect_eq(front_of(4, conflict, all, all), 4);
	cr_expect_not(found_best);
	cr_expect_eq(front_of(1, agree, all, all), 1);
	cr_expect_not(found_best, "of one job nothing is known");
}
