#include "space/config.h"

#include "test.h"

Test(status_guess, tells_by_what_words_contain)
{
	static const struct {
		const char *word;
		enum cml_job_status status;
		const char *part;
	} cases[] = {
	    {"CUDA_OOM", CML_JOB_OOM, "oom"},
	    {"OOMKilledByHost", CML_JOB_OOM, "oom"},
	    {"OutOfMemoryError", CML_JOB_OOM, "out of memory"},
	    {"host out-of-memory", CML_JOB_OOM, "out of memory"},
	    {"torch.OutofMemory", CML_JOB_OOM, "outof mem"},
	    {"hw_fault", CML_JOB_INFRA, "hw"},
	    {"NodeFailure", CML_JOB_INFRA, "node"},
	    {"spot-preemption", CML_JOB_INFRA, "preempt"},
	    {"PREEMPTED_BY_PROD", CML_JOB_INFRA, "preempt"},
	    {"walltime exceeded", CML_JOB_TIMEOUT, "walltime"},
	    {"TimeLimit", CML_JOB_TIMEOUT, "time limit"},
	    {"user_stop", CML_JOB_CANCELLED, "user"},
	    {"user_cancelled", CML_JOB_CANCELLED, "cancel"},
	    {"aborted_by_user", CML_JOB_CANCELLED, "user"},
	    {"NaNLoss", CML_JOB_FAILED, "na n"},
	    {"user_error", CML_JOB_FAILED, "error"},
	    {"illegal_memory_access", CML_JOB_FAILED, NULL},
	    {"PASSED", CML_JOB_OK, "passed"},
	    {"success_with_warnings", CML_JOB_OK, "success"},
	    {"unsuccessful", CML_JOB_FAILED, NULL},
	    {"not_finished", CML_JOB_FAILED, NULL},
	    {"bloom", CML_JOB_FAILED, NULL},
	    {"aborted", CML_JOB_FAILED, NULL},
	    {"RUNNING", CML_JOB_CANCELLED, NULL},
	    {"", CML_JOB_FAILED, NULL},
	    {"___", CML_JOB_FAILED, NULL},
	    {"\xff\xfe", CML_JOB_FAILED, NULL},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *part = "before";
		struct cml_slice word = cml_slice_of(cases[i].word);
		cr_expect_eq(cml_job_status_guess(word, &part), cases[i].status, "%s",
			     cases[i].word);
		if (cases[i].part)
			cr_expect_str_eq(part, cases[i].part, "%s", cases[i].word);
		else
			cr_expect_null(part, "%s", cases[i].word);
	}
}
