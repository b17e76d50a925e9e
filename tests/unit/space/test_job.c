#include "space/config.h"

#include "config_fixture.h"
#include "test.h"

static const char outcome_spec[] = "name,role,type,domain\na,param,int,\nwps,metric,max,1:\n"
				   "state,status,,odd=infra\nday,time,,\nw,weight,,\n"
				   "why,reason,,\n";

static struct cml_job job_of(const char *table, enum cml_result expected, const char *message)
{
	AUTO(config_trial) trial = {0};
	struct cml_job job = {0};
	start_trial(&trial, outcome_spec, table, false);
	enum cml_result status = cml_job_read(&trial.binding, &trial.row, &job, &err);
	cr_assert_eq(status, expected, "%s", table);
	if (expected == CML_OK)
		cr_assert_eq(job.status == CML_JOB_OK, !isnan(job.target));
	else
		cr_assert_str_eq(err.message, message);
	return job;
}

Test(job, others_have_none_whatever_the_cell_says)
{
	cr_assert_eq(job_of("a,wps,state\n1,7,oom\n", CML_OK, NULL).status, CML_JOB_OOM);
	cr_assert_eq(job_of("a,wps,state\n1,rubbish,TIMEOUT\n", CML_OK, NULL).status,
		     CML_JOB_TIMEOUT);
	cr_assert_eq(job_of("a,wps,state\n1,7,odd\n", CML_OK, NULL).status, CML_JOB_INFRA);
	cr_assert_eq(job_of("a,wps,state\n1,,ok\n", CML_OK, NULL).status, CML_JOB_FAILED);
	cr_assert_eq(job_of("a,wps,state\n1,0.5,ok\n", CML_OK, NULL).status, CML_JOB_FAILED);
	cr_assert_eq(job_of("a,wps\n1,NaN\n", CML_OK, NULL).status, CML_JOB_FAILED);
}

Test(job, refuses_what_it_cannot_read)
{
	job_of("a,wps\n1,oops\n", CML_BAD_DATA,
	       "not a number: \"oops\"; if it stands for no value, add it to --na");
	job_of("a,wps\n1,done\n", CML_BAD_DATA,
	       "not a number: \"done\"; if it stands for no value, add it to --na");
	job_of("a,wps,state\n1,oom,done\n", CML_BAD_DATA,
	       "not a number: \"oom\", and the status says ok");
	job_of("a,wps,cml_status\n1,oom,ok\n", CML_BAD_DATA,
	       "not a number: \"oom\", and the status says ok");
	job_of("a,wps,state\n1,7,weird\n", CML_BAD_DATA,
	       "unknown status \"weird\": add what it means, such as weird=failed, to the domain "
	       "in the space");
	job_of("a,wps,state\n1,7,CUDA_OOM\n", CML_BAD_DATA,
	       "unknown status \"CUDA_OOM\": add what it means, such as CUDA_OOM=oom, to the "
	       "domain in the space");
	job_of("a,wps,state\n1,7,a|b\n", CML_BAD_DATA, "unknown status \"a|b\"");
	job_of("a,wps,cml_status\n1,7,weird\n", CML_BAD_DATA, "unknown status \"weird\"");
	job_of("a,wps,w\n1,7,-1\n", CML_BAD_DATA, "not a weight (a number >= 0): \"-1\"");
	job_of("a,wps,w\n1,7,\n", CML_BAD_DATA, "not a weight (a number >= 0): \"\"");
}

static const char limit_spec[] = "name,role,type,domain\na,param,int,\nwps,metric,max,\n"
				 "state,status,,\ngb,limit,,:78\nms,limit,int,1:\n";

Test(job, limits_of_ok_jobs_are_numbers)
{
	static const char *const tables[] = {"a,wps,gb\n1,2,high\n", "a,wps,ms\n1,2,0.5\n"};
	static const char *const messages[] = {"not a number: \"high\"",
					       "not a whole number: \"0.5\""};
	for (size_t i = 0; i < 2; i++) {
		AUTO(config_trial) trial = {0};
		struct cml_job job;
		double limits[2];
		start_trial(&trial, limit_spec, tables[i], false);
		assert_ok(cml_job_read(&trial.binding, &trial.row, &job, &err));
		assert_error(
		    cml_job_read_limits(&trial.binding, &trial.row, NULL, &job, limits, &err),
		    CML_BAD_DATA, messages[i]);
		cr_assert_str_eq(err.column, i == 0 ? "gb" : "ms");
		cr_assert_eq(err.line, 2);
	}
}
