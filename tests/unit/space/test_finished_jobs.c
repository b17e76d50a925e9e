#include "space/finished_jobs.h"

#include <criterion/criterion.h>

#include "model_fixture.h"

static struct cml_error err;

Test(finished_jobs, a_configuration_counts_that_runs_more_often_than_not)
{
	static const struct {
		double x;
		enum cml_job_status status;
		bool is_kept;
	} jobs[] = {
	    {3, CML_JOB_OK, true},     {5, CML_JOB_OOM, true}, {3, CML_JOB_TIMEOUT, true},
	    {5, CML_JOB_INFRA, true},  {3, CML_JOB_OK, true},  {7, CML_JOB_OK, true},
	    {7, CML_JOB_INFRA, true},  {8, CML_JOB_OK, true},  {8, CML_JOB_OK, false},
	    {9, CML_JOB_FAILED, true}, {9, CML_JOB_OK, true},  {7, CML_JOB_CANCELLED, true},
	};
	static const bool counts[] = {true, false, true, false, false};
	struct cml_finished_jobs finished = {0};
	struct cml_space *space =
	    fixture_space("name,role,type,domain\nx,param,int,1:9\nq,metric,max,\n");
	size_t place = 99;
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		double values[] = {jobs[i].x, 0};
		cr_assert_eq(cml_finished_jobs_add(&finished, space, values, jobs[i].status,
						   jobs[i].is_kept, &place, &err),
			     CML_OK);
		cr_expect_eq(finished.values[place * space->n_columns], jobs[i].x);
	}
	cr_assert_eq(finished.n, 5);
	cr_expect_eq(finished.configs[0].n_ok, 2);
	cr_expect_eq(finished.configs[0].n_failed, 1);
	cr_expect_eq(finished.configs[1].n_failed, 1);
	cr_expect_eq(finished.configs[3].n_outside, 1);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(cml_finished_config_counts(&finished.configs[i]), counts[i], "%zu", i);
	cml_finished_jobs_release(&finished);
	cml_space_free(space);
}
