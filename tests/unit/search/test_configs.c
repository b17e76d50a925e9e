#include "search/configs.h"

#include <criterion/criterion.h>
#include <math.h>

/* The mark to improve on after jobs with these metrics, which kept their limits or not. */
static double best_of(bool ignore_limits, size_t n, const double *targets, const bool *kept)
{
	struct cml_error err = {0};
	struct cml_space *space = NULL;
	struct cml_known_jobs jobs = {.ignore_limits = ignore_limits};

	cr_assert_eq(cml_space_from_text(&space,
					 cml_slice_of("name,role,type,domain\nx,param,int,1:9\n"),
					 "space", &err),
		     CML_OK, "%s", err.message);
	for (size_t i = 0; i < n; i++) {
		double x = (double)i + 1;

		cr_assert_eq(cml_known_jobs_add(&jobs, space, true, &x, targets[i], kept[i], &err),
			     CML_OK);
	}
	double best = jobs.has_best ? jobs.best : NAN;
	cml_known_jobs_release(&jobs);
	cml_space_free(space);
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
}
