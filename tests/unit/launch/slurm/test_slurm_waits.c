#include "launch/slurm/slurm_waits.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_meaning(const char *reason, const char *words)
{
	const char *meaning;

	cr_assert(cml_slurm_waits_in_vain(cml_slice_of(reason), &meaning), "%s", reason);
	cr_assert_eq(meaning == NULL, words == NULL, "%s: %s", reason, meaning ? meaning : "");
	if (words)
		cr_assert_not_null(strstr(meaning, words), "%s: %s", reason, meaning);
}

Test(slurm_waits, what_time_mends_is_not_told)
{
	static const char *const healed[] = {
	    "",          "None",           "Priority",          "Resources",
	    "BeginTime", "Licenses",       "JobArrayTaskLimit", "AssocMaxJobsLimit",
	    "Prolog",    "QOSGrpJobsLimit"};
	const char *meaning;

	for (size_t i = 0; i < sizeof healed / sizeof healed[0]; i++)
		cr_assert_not(cml_slurm_waits_in_vain(cml_slice_of(healed[i]), &meaning), "%s",
			      healed[i]);
}

/* All of them words that squeue 22.05 prints. */
Test(slurm_waits, what_people_must_mend_has_a_meaning)
{
	expect_meaning("PartitionTimeLimit", "--time");
	expect_meaning("PartitionNodeLimit", "fewer nodes");
	expect_meaning("ReqNodeNotAvail, UnavailableNodes:n3", "down, drained or reserved");
	expect_meaning("JobHeldUser", "by their user");
	expect_meaning("launch failed requeued held", "by Slurm");
	expect_meaning("job requeued in held state", "by Slurm");
	expect_meaning("Dependency", "another job");
	expect_meaning("DependencyNeverSatisfied", "did not end as asked");
	expect_meaning("AssocMaxNodePerJobLimit", "one job");
	expect_meaning("QOSMaxCpuMinutesPerJobLimit", "one job");
	expect_meaning("AssocGrpCPUMinutesLimit", "what is left");
	expect_meaning("AssocGrpCPURunMinutesLimit", "until other jobs end");
	expect_meaning("AssocGrpCpuLimit", "until other jobs end");
	expect_meaning("QOSMaxGRESPerUser", "until other jobs end");
	expect_meaning("QOSMinGRES", "less than");
	expect_meaning("Nodes required for job are DOWN, DRAINED or reserved for jobs in higher "
		       "priority partitions",
		       NULL);
	expect_meaning("SiteSaysNo", NULL);
}

static struct cml_slurm_waits waits;
static struct cml_slurm_batch_waits batches[2];

static void count(size_t batch, const char *reason, size_t n)
{
	while (n-- > 0)
		cml_slurm_waits_count(&waits, &batches[batch], cml_slice_of(reason));
}

/* Ends an answer at now_s that tells of n_jobs with one reason; NULL: of none. */
static void expect_told(double now_s, const char *reason, size_t n_jobs)
{
	const struct cml_slurm_wait *wait = cml_slurm_waits_next(&waits, now_s);

	cr_assert_eq(wait == NULL, reason == NULL, "%g: %s", now_s, wait ? wait->reason : "none");
	if (wait) {
		cr_assert_str_eq(wait->reason, reason);
		cr_assert_eq(wait->n_jobs, n_jobs, "%zu", wait->n_jobs);
		cr_assert_null(cml_slurm_waits_next(&waits, now_s));
	}
	for (size_t i = 0; i < 2; i++)
		cml_slurm_batch_waits_end(&batches[i], &waits);
	cml_slurm_waits_end(&waits);
}

/* A new job that the controller has not looked at. */
Test(slurm_waits, a_reason_that_does_not_last_is_not_told)
{
	count(0, "PartitionConfig", 12);
	expect_told(10, NULL, 0);
	count(0, "PartitionTimeLimit", 12);
	expect_told(20, NULL, 0);
	count(0, "PartitionConfig", 12);
	expect_told(30, NULL, 0);
	expect_told(40, NULL, 0);
	count(0, "PartitionConfig", 12);
	expect_told(50, NULL, 0);
}

Test(slurm_waits, once_for_a_reason_and_a_batch)
{
	count(0, "Priority", 5);
	expect_told(10, NULL, 0);
	count(0, "PartitionTimeLimit", 11);
	expect_told(20, NULL, 0);
	count(0, "PartitionTimeLimit", 12);
	count(0, "Resources", 3);
	expect_told(30, "PartitionTimeLimit", 12);
	count(0, "PartitionTimeLimit", 15);
	count(0, "JobHeldUser", 1);
	expect_told(40, NULL, 0);
	count(0, "JobHeldUser", 1);
	expect_told(50, "JobHeldUser", 1);
	for (int i = 0; i < 3; i++) {
		count(0, "PartitionTimeLimit", 1);
		expect_told(60 + (i + 1) * CML_SLURM_TELL_AGAIN_S, NULL, 0);
	}
}

Test(slurm_waits, all_batches_in_one_note)
{
	for (int i = 0; i < 3; i++) {
		count(0, "JobHeldAdmin", 2);
		count(1, "JobHeldAdmin", 3);
		expect_told(10 * i, i == 1 ? "JobHeldAdmin" : NULL, 5);
	}
}

Test(slurm_waits, a_later_batch_is_told_of_after_an_hour)
{
	for (int i = 0; i < 2; i++) {
		count(0, "QOSMaxGRESPerUser", 4);
		expect_told(i, i == 1 ? "QOSMaxGRESPerUser" : NULL, 4);
	}
	for (int i = 0; i < 4; i++) {
		count(0, "QOSMaxGRESPerUser", 1);
		count(1, "QOSMaxGRESPerUser", 2);
		expect_told(CML_SLURM_TELL_AGAIN_S + i - 1, i == 2 ? "QOSMaxGRESPerUser" : NULL, 3);
	}
	count(1, "QOSMaxGRESPerUser", 2);
	expect_told(1e9, NULL, 0);
}

Test(slurm_waits, other_nodes_are_no_other_reason)
{
	count(0, "ReqNodeNotAvail, UnavailableNodes:n3", 2);
	expect_told(10, NULL, 0);
	count(0, "ReqNodeNotAvail, UnavailableNodes:n[3-4]", 3);
	expect_told(20, "ReqNodeNotAvail, UnavailableNodes:n[3-4]", 3);
	count(0, "ReqNodeNotAvail, UnavailableNodes:n4", 1);
	expect_told(30, NULL, 0);
}

/* The table is full before the bits are; a reason of any length has one place. */
Test(slurm_waits, strange_reasons_have_an_end)
{
	char word[400];

	memset(word, 'x', sizeof word);
	word[399] = '\0';
	count(0, word, 2);
	word[300] = 'y';
	count(0, word, 1);
	cr_assert_eq(waits.n, 1);
	cr_assert_eq(waits.all[0].n_jobs, 3);
	for (int i = 0; i < 26; i++) {
		word[0] = (char)('A' + i);
		word[1] = 'a';
		count(0, word, 1);
		word[1] = 'b';
		count(0, word, 1);
	}
	cr_assert_eq(waits.n, CML_SLURM_MAX_WAITS);
}
