#include "search/configs.h"

#include "test.h"

/* The mark to improve on after jobs with these metrics, which kept their limits or not. */
static double best_of(bool ignore_limits, size_t n, const double *targets, const bool *kept)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(cml_known_jobs) jobs = {.ignore_limits = ignore_limits};
	assert_ok(cml_space_from_text(
	    &space, cml_slice_of("name,role,type,domain\nx,param,int,1:9\n"), "space", &err));
	for (size_t i = 0; i < n; i++) {
		double x = (double)i + 1;
		struct cml_known_job job = {&x, targets[i], NAN, false, kept[i], 0};
		assert_ok(cml_known_jobs_add(&jobs, space, &job, &err));
	}
	assert_ok(cml_known_jobs_settle(&jobs, space, true, &err));
	double best = jobs.n_ran > 0 ? jobs.best : NAN;
	return best;
}

Test(configs, the_best_job_is_one_that_kept_its_limits)
{
	static const double targets[] = {5, 9, NAN, 4, 7};
	static const bool some[] = {true, false, true, true, false};
	static const bool none[] = {false, false, false, false, false};
	cr_expect_eq(best_of(false, 5, targets, some), 5);
	cr_expect_eq(best_of(true, 5, targets, some), 9);
	cr_expect_eq(best_of(false, 5, targets, none), 9);
	cr_expect(isnan(best_of(false, 0, targets, none)));
	cr_expect_eq(best_of(false, 5, (double[]){5, 9, 1e300, 4, 7}, (bool[5]){1, 1, 1, 1, 1}), 9,
		     "a placeholder is no metric");
}

Test(configs, jobs_are_known_by_what_became_of_them)
{
	AUTOPTR(cml_space) space = NULL;
	double fixed[] = {NAN, 8};
	AUTO(cml_known_jobs) jobs = {.fixed = fixed};
	static const char text[] = "name,role,type,domain\nx,param,int,1:9\ngpus,context,int,1:8\n";
	static const struct {
		double values[2], target;
		bool has_failed, is_kept;
		enum cml_tried_state state;
	} rows[] = {{{1, 8}, 5, false, true, CML_TRIED_OK},
		    {{2, 8}, 7, false, false, CML_TRIED_FAILED},
		    {{3, 8}, NAN, true, true, CML_TRIED_FAILED},
		    {{4, 8}, NAN, false, true, CML_TRIED_PENDING},
		    {{5, 4}, 5, false, true, CML_TRIED_OK}};
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "space", &err));
	for (size_t i = 0; i < 5; i++) {
		struct cml_known_job job = {rows[i].values,     rows[i].target,  NAN,
					    rows[i].has_failed, rows[i].is_kept, 0};
		assert_ok(cml_known_jobs_add(&jobs, space, &job, &err));
	}
	assert_ok(cml_known_jobs_settle(&jobs, space, false, &err));
	cr_expect_eq(jobs.keys.n, 5);
	cr_assert_eq(jobs.tried.n, 4, "the last one is of another context");
	for (size_t i = 0; i < 4; i++) {
		cr_expect_eq(jobs.tried.items[i].state, rows[i].state, "%zu", i);
		cr_expect_eq(jobs.tried.items[i].values[0], rows[i].values[0]);
	}
	cr_expect_eq(jobs.tried.items[0].reward, -5, "a small one is good");
	cr_expect_eq(cml_count_pending(&jobs.tried), 1);
	cr_expect_eq(cml_count_pending(NULL), 0);
}

Test(configs, a_job_with_another_value_of_a_fixed_param_is_no_mark)
{
	AUTOPTR(cml_space) space = NULL;
	double fixed[] = {NAN, 1};
	AUTO(cml_known_jobs) jobs = {.fixed = fixed};
	static const char text[] = "name,role,type,domain\nx,param,int,1:9\nfull,param,bool,\n";
	static const double rows[][3] = {{1, 0, 9}, {2, 1, 5}, {3, 1, 4}};
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "space", &err));
	for (size_t i = 0; i < 3; i++) {
		struct cml_known_job job = {rows[i], rows[i][2], NAN, false, true, 0};
		assert_ok(cml_known_jobs_add(&jobs, space, &job, &err));
	}
	assert_ok(cml_known_jobs_settle(&jobs, space, true, &err));
	cr_expect_eq(jobs.best, 5);
	cr_expect_eq(jobs.tried.n, 2);
}

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

Test(configs, the_front_is_of_jobs_in_the_same_contexts_that_kept_their_limits)
{
	static const double metrics[][2] = {{9, 1}, {8, 1}, {5, 2}, {6, 3}, {4, 4}, {7, NAN}};
	static const bool asked[] = {false, true, true, true, true, true};
	static const bool kept[] = {true, false, true, true, true, true};
	cr_expect_eq(front_of(6, metrics, asked, kept), 2);
	cr_expect_eq(front_of(2, metrics, asked, kept), 1);
	cr_expect_eq(front_of(0, metrics, asked, kept), 0);
	cr_expect_eq(front_of(1, metrics + 5, asked, kept), 0);
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
