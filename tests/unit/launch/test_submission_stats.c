#include "launch/submission.h"

#include "test.h"

static void expect_progress(const struct cml_submission_stats *stats, size_t width,
			    const char *expected)
{
	AUTO(cml_buffer) text = {0};
	cr_assert(cml_stats_progress(&text, "cml-submit", stats, width));
	cr_assert(cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, expected, "%zu bytes: \"%s\"", width, text.data);
}

static struct cml_submission_stats usual(void)
{
	struct cml_submission_stats stats = {.n_running = 12, .n_waiting = 34567};
	stats.n_ended[CML_JOB_OK] = 12345;
	stats.n_ended[CML_JOB_OOM] = 210;
	stats.n_ended[CML_JOB_FAILED] = 3;
	stats.n_ended[CML_JOB_INFRA] = 1;
	return stats;
}

Test(submission_stats, progress)
{
	struct cml_submission_stats stats = usual();
	expect_progress(&stats, SIZE_MAX,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 214 not ok");
	stats.n_queued = 8;
	expect_progress(&stats, SIZE_MAX,
			"cml-submit: 4 running, 8 queued, 34567 waiting, 12345 ok, 214 not ok");
	expect_progress(&stats, 32, "cml-submit: 4 running, 8 queued,");
	stats = (struct cml_submission_stats){.n_waiting = 1};
	expect_progress(&stats, SIZE_MAX, "cml-submit: 0 running, 1 waiting, 0 ok");
	stats.n_waiting = 0;
	expect_progress(&stats, SIZE_MAX, "");
	expect_progress(&stats, 1, "");
}
