#include "base/job_status.h"

#include "test.h"

struct word_case {
	const char *word;
	enum cml_job_status status;
};

static void check(const struct word_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum cml_job_status status = CML_N_JOB_STATUSES;
		cr_expect(cml_job_status_parse(cml_slice_of(cases[i].word), &status), "%s",
			  cases[i].word);
		cr_expect_eq(status, cases[i].status, "%s is %d", cases[i].word, status);
	}
}
#define CHECK(cases) check(cases, sizeof(cases) / sizeof(cases)[0])

Test(job_status, names_read_back)
{
	static const char *const names[] = {"ok", "oom", "timeout", "failed", "infra", "cancelled"};
	cr_assert_eq(sizeof names / sizeof names[0], CML_N_JOB_STATUSES);
	for (unsigned i = 0; i < CML_N_JOB_STATUSES; i++) {
		enum cml_job_status status = CML_N_JOB_STATUSES;
		cr_expect_str_eq(cml_job_status_name((enum cml_job_status)i), names[i]);
		cr_expect(cml_job_status_parse(cml_slice_of(names[i]), &status));
		cr_expect_eq(status, i);
	}
}

Test(job_status, slurm)
{
	static const struct word_case cases[] = {
	    {"COMPLETED", CML_JOB_OK},
	    {"FAILED", CML_JOB_FAILED},
	    {"OUT_OF_MEMORY", CML_JOB_OOM},
	    {"TIMEOUT", CML_JOB_TIMEOUT},
	    {"DEADLINE", CML_JOB_TIMEOUT},
	    {"NODE_FAIL", CML_JOB_INFRA},
	    {"BOOT_FAIL", CML_JOB_INFRA},
	    {"LAUNCH_FAILED", CML_JOB_INFRA},
	    {"PREEMPTED", CML_JOB_INFRA},
	    {"REQUEUED", CML_JOB_INFRA},
	    {"REVOKED", CML_JOB_INFRA},
	    {"CANCELLED", CML_JOB_CANCELLED},
	    {"CANCELLED by 1000", CML_JOB_CANCELLED},
	    {"cancelled by alice", CML_JOB_CANCELLED},
	};
	CHECK(cases);
}

Test(job_status, trackers)
{
	static const struct word_case cases[] = {
	    {"finished", CML_JOB_OK},
	    {"crashed", CML_JOB_FAILED},
	    {"failed", CML_JOB_FAILED},
	    {"killed", CML_JOB_CANCELLED},
	    {"preempted", CML_JOB_INFRA},
	    {"FINISHED", CML_JOB_OK},
	    {"KILLED", CML_JOB_CANCELLED},
	    {"COMPLETE", CML_JOB_OK},
	    {"PRUNED", CML_JOB_CANCELLED},
	    {"FAIL", CML_JOB_FAILED},
	    {"TrialState.COMPLETE", CML_JOB_OK},
	    {"TrialState.PRUNED", CML_JOB_CANCELLED},
	    {"CompilationFailedConfig", CML_JOB_FAILED},
	    {"RuntimeFailedConfig", CML_JOB_FAILED},
	    {"InvalidConfig", CML_JOB_FAILED},
	    {"OOMKilled", CML_JOB_OOM},
	    {"DeadlineExceeded", CML_JOB_TIMEOUT},
	    {"Evicted", CML_JOB_INFRA},
	};
	CHECK(cases);
}

Test(job_status, refuses_the_unknown_and_the_unfinished)
{
	static const char *const words[] = {
	    "",
	    "   ",
	    "+",
	    "o",
	    "okay",
	    "failed_or_zero",
	    "RUNNING",
	    "PENDING",
	    "SUSPENDED",
	    "COMPLETING",
	    "COMPLET+",
	    "COMP+",
	    "REQUEUE+",
	    "RUNN+",
	    "PE+",
	    "CO+",
	    "ok+",
	    "FINISH+",
	    "COMPLETEDX+",
	    "CANCELLED by",
	    "CANCELLED by ",
	    "CANCELLED by a b",
	    "TrialState.",
	    "TrialState.RUNNING",
	    "preempting",
	    "scheduled",
	    "1",
	    "out.of.memory",
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		enum cml_job_status status = CML_JOB_INFRA;
		cr_expect_not(cml_job_status_parse(cml_slice_of(words[i]), &status), "%s",
			      words[i]);
		cr_expect_eq(status, CML_JOB_INFRA, "%s touched the status", words[i]);
	}
	cr_expect_not(cml_job_status_parse((struct cml_slice){0}, &(enum cml_job_status){0}));
	cr_expect_not(
	    cml_job_status_parse((struct cml_slice){"ok\0", 3}, &(enum cml_job_status){0}));
}
