#include "space/finished_jobs.h"

#include <criterion/criterion.h>
#include <math.h>

#include "model_fixture.h"
#include "space/feasible/baseline.h"

static struct cml_error err;

Test(finished_jobs, a_configuration_counts_that_runs_more_often_than_not)
{
	static const struct {
		double x;
		enum cml_job_status status;
		bool is_kept;
		double metric;
	} jobs[] = {
	    {3, CML_JOB_OK, true, 2.5},      {5, CML_JOB_OOM, true, NAN},
	    {3, CML_JOB_TIMEOUT, true, NAN}, {5, CML_JOB_INFRA, true, NAN},
	    {3, CML_JOB_OK, true, 2.25},     {7, CML_JOB_OK, true, 9},
	    {7, CML_JOB_INFRA, true, NAN},   {8, CML_JOB_OK, true, 9},
	    {8, CML_JOB_OK, false, 9},       {9, CML_JOB_FAILED, true, NAN},
	    {9, CML_JOB_OK, true, 9},        {7, CML_JOB_CANCELLED, true, NAN},
	};
	static const bool counts[] = {true, false, true, false, false};
	struct cml_finished_jobs finished = {0};
	struct cml_space *space =
	    fixture_space("name,role,type,domain\nx,param,int,1:9\nq,metric,max,\n");
	size_t place = 99;
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		double values[] = {jobs[i].x, 0};
		struct cml_job job = {.status = jobs[i].status, .target = jobs[i].metric};
		cr_assert_eq(cml_finished_jobs_add(&finished, space, values, &job, jobs[i].is_kept,
						   &place, &err),
			     CML_OK);
		cr_expect_eq(finished.values[place * space->n_columns], jobs[i].x);
	}
	cr_assert_eq(finished.n, 5);
	cr_expect_eq(finished.configs[0].n_ok, 2);
	cr_expect_eq(finished.configs[0].total, 4.75);
	cr_expect_eq(finished.configs[1].total, 0);
	cr_expect_eq(finished.configs[0].n_failed, 1);
	cr_expect_eq(finished.configs[1].n_failed, 1);
	cr_expect_eq(finished.configs[3].n_outside, 1);
	for (size_t i = 0; i < 5; i++)
		cr_expect_eq(cml_finished_config_counts(&finished.configs[i]), counts[i], "%zu", i);
	cml_finished_jobs_release(&finished);
	cml_space_free(space);
}

/* The default, with what is fixed, where a job ran it and the space has one. */
Test(finished_jobs, the_default_is_found)
{
	struct cml_finished_jobs finished = {0};
	struct cml_space *space =
	    fixture_space("name,role,type,domain,default\n"
			  "x,param,int,1:9,4\ny,context,int,1:9,2\nq,metric,max,,\n");
	struct cml_space *bare = fixture_space(
	    "name,role,type,domain\nx,param,int,1:9\ny,context,int,1:9\nq,metric,max,\n");
	double free_of[] = {NAN, NAN, NAN}, fixed[] = {NAN, 3, NAN};
	struct cml_job job = {.status = CML_JOB_OK, .target = 2.385};
	size_t place = 99;
	for (double x = 3; x <= 4; x++)
		cr_assert_eq(cml_finished_jobs_add(&finished, space, (double[]){x, 2, NAN}, &job,
						   true, &place, &err),
			     CML_OK);
	cr_assert_eq(cml_baseline_find(space, free_of, &finished, &place, &err), CML_OK);
	cr_expect_eq(place, 1);
	cr_assert_eq(cml_baseline_find(space, fixed, &finished, &place, &err), CML_OK);
	cr_expect_eq(place, CML_NO_COLUMN);
	cr_assert_eq(cml_baseline_find(bare, free_of, &finished, &place, &err), CML_OK);
	cr_expect_eq(place, CML_NO_COLUMN);
	cml_finished_jobs_release(&finished);
	cml_space_free(space);
	cml_space_free(bare);
}
