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

static void fixture_release(struct fixture *fixture)
{
	cml_frontier_release(&fixture->frontier);
	cml_binding_release(&fixture->binding);
	cml_na_release(&fixture->na);
	cml_table_free(fixture->reader);
	cml_space_free(fixture->space);
}

Test(frontier, keeps_every_job_and_what_became_of_it)
{
	AUTO(fixture) fixture;
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
}
