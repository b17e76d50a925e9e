#include "eval/frontier.h"

#include "model_fixture.h"
#include "space/feasible/fixes.h"
#include "test.h"

#define HEADER "gpus,tp,sp,wps,status,cml_round\n"

static const char space_text[] = "name,role,type,domain,default,when\n"
				 "gpus,context,int,1:4096,8,\n"
				 "tp,param,int,1|2|4,1,\n"
				 "sp,param,bool,,1,tp > 1\n"
				 "whole,rule,,gpus % tp == 0,,\n"
				 "wps,metric,max,0:,,\n"
				 "status,status,,,,\n";

struct fixture {
	struct cml_space *space;
	struct cml_na na;
	struct cml_table_reader *reader;
	struct cml_binding binding;
	double fixed[8]; /* by slot: contexts at their default, more than any space here has */
	struct cml_frontier frontier;
};

/* fix: NAME=VALUE of a param or context; NULL: none */
static void open_fixed(struct fixture *fixture, const char *space, const char *table,
		       const char *fix)
{
	memset(fixture, 0, sizeof *fixture);
	fixture->space = fixture_space(space);
	fixture->reader = fixture_table(table);
	const struct cml_header *header = cml_table_header(fixture->reader);
	assert_ok(cml_na_init(&fixture->na, CML_NA_DEFAULT, &err));
	assert_ok(cml_binding_init(&fixture->binding, fixture->space, header, &fixture->na, true,
				   true, &err));
	cr_assert_leq(fixture->space->n_columns, 8);
	assert_ok(cml_fixes_take(fixture->space, &fix, fix ? 1 : 0, fixture->fixed, &err));
	assert_ok(
	    cml_frontier_init(&fixture->frontier, &fixture->binding, fixture->fixed, header, &err));
}

static void open_jobs(struct fixture *fixture, const char *space, const char *table)
{
	open_fixed(fixture, space, table, NULL);
}

static enum cml_result append(struct fixture *fixture)
{
	struct cml_row row = fixture_row(fixture->reader);
	return cml_frontier_append(&fixture->frontier, &row, &err);
}

static double baseline(struct fixture *fixture)
{
	return cml_frontier_baseline(&fixture->frontier);
}

static void release(struct fixture *fixture)
{
	cml_frontier_release(&fixture->frontier);
	cml_binding_release(&fixture->binding);
	cml_na_release(&fixture->na);
	cml_table_free(fixture->reader);
	cml_space_free(fixture->space);
}

Test(frontier, keeps_every_job_and_what_became_of_it)
{
	struct fixture fixture;
	open_jobs(&fixture, space_text,
		  HEADER "8,2,1,2.385,ok,0\n"
			 "8,4,1,7,OUT_OF_MEMORY,0\n"
			 "8,1,,,ok,two\n");
	for (int i = 0; i < 3; i++)
		assert_ok(append(&fixture));
	const struct cml_frontier *frontier = &fixture.frontier;
	cr_assert_eq(frontier->n, 3);
	cr_assert_eq(frontier->jobs[0].actual, 2.385);
	cr_assert_eq(frontier->jobs[1].status, CML_JOB_OOM);
	cr_assert(isnan(frontier->jobs[1].actual));
	cr_assert_eq(frontier->jobs[2].status, CML_JOB_FAILED);
	cr_assert_eq(frontier->jobs[0].round, frontier->jobs[1].round);
	cr_assert(cml_slice_is(frontier->rounds.texts[frontier->jobs[2].round], "two"));
	release(&fixture);
}

Test(frontier, refused_rows_are_left_out)
{
	struct fixture fixture;
	open_jobs(&fixture, space_text, HEADER "1,2,1,3,ok,0\n8,2,1,fast,ok,0\n8,2,1,3,ok,0\n");
	cr_assert_eq(append(&fixture), CML_BAD_DATA);
	cr_assert_eq(err.line, 2);
	cr_assert_eq(append(&fixture), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "wps");
	assert_ok(append(&fixture));
	cr_assert_eq(fixture.frontier.n, 1);
	release(&fixture);
}

/* With tp = 1, sp is not active: whatever its cell holds, this is the default. */
Test(frontier, the_baseline_is_the_mean_of_the_default)
{
	struct fixture fixture;
	open_jobs(&fixture, space_text,
		  HEADER "8,1,,10,ok,0\n"
			 "8,1,0,13,ok,0\n"
			 "8,1,1,900,timeout,0\n"
			 "16,1,,700,ok,0\n"
			 "8,2,1,800,ok,0\n");
	cr_assert(isnan(baseline(&fixture)), "of no job");
	for (int i = 0; i < 5; i++)
		assert_ok(append(&fixture));
	cr_assert_eq(baseline(&fixture), 11.5);
	release(&fixture);
}

/* Rows of 16 devices are checked as others are, and are no jobs of these. */
Test(frontier, other_contexts_are_left_out)
{
	struct fixture fixture;
	open_jobs(&fixture, space_text,
		  HEADER "16,1,,900,ok,0\n"
			 "16,1,,fast,ok,0\n"
			 "8,1,,10,ok,0\n"
			 ",1,,12,ok,0\n");
	assert_ok(append(&fixture));
	cr_assert_eq(append(&fixture), CML_BAD_DATA);
	cr_assert_eq(err.line, 3);
	assert_ok(append(&fixture));
	assert_ok(append(&fixture));
	cr_assert_eq(fixture.frontier.n, 2);
	cr_assert_eq(fixture.frontier.n_different, 1);
	cr_assert_eq(fixture.frontier.jobs[0].actual, 10);
	cr_assert_eq(fixture.frontier.jobs[1].actual, 12, "where it ran is not known");
	cr_assert_eq(baseline(&fixture), 10);
	release(&fixture);
}

/* With tp kept at 2 the default is of tp 2, and sp, active by that, at its own default. */
Test(frontier, the_default_has_what_is_fixed)
{
	struct fixture fixture;
	open_fixed(&fixture, space_text,
		   HEADER "8,1,,10,ok,0\n"
			  "8,2,1,20,ok,0\n"
			  "8,2,0,30,ok,0\n",
		   "tp=2");
	for (int i = 0; i < 3; i++)
		assert_ok(append(&fixture));
	cr_assert_eq(fixture.frontier.n, 2);
	cr_assert_eq(baseline(&fixture), 20);
	release(&fixture);
}

Test(frontier, no_baseline_without_defaults)
{
	struct fixture fixture;
	open_jobs(&fixture, "name,role,type,domain,default\ntp,param,int,1|2,\nwps,metric,max,,\n",
		  "tp,wps\n1,3\n");
	assert_ok(append(&fixture));
	cr_assert(isnan(baseline(&fixture)));
	release(&fixture);
}

/* At most 78 GB: what is over it is a job, and part of the baseline, but no best. */
Test(frontier, a_broken_limit_is_no_best)
{
	struct fixture fixture;
	open_jobs(&fixture,
		  "name,role,type,domain,default\ntp,param,int,1|2,1\nwps,metric,max,,\n"
		  "status,status,,,\ngb,limit,float,:78,\n",
		  "tp,wps,status,gb\n1,10,ok,78.5\n2,7,ok,78\n1,8,ok,\n2,,oom,99\n1,9,ok,many\n");
	for (int i = 0; i < 4; i++)
		assert_ok(append(&fixture));
	cr_assert_eq(append(&fixture), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "gb");
	const struct cml_frontier *frontier = &fixture.frontier;
	cr_assert_eq(frontier->n, 4);
	cr_assert_eq(frontier->n_outside, 1);
	cr_assert_not(frontier->jobs[0].is_kept);
	for (int i = 1; i < 4; i++)
		cr_assert(frontier->jobs[i].is_kept);
	cr_assert_eq(baseline(&fixture), 9);
	release(&fixture);
}
