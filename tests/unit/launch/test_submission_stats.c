#include "launch/submission_stats.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void expect_progress(const struct cml_submission_stats *stats, size_t width,
			    const char *expected)
{
	struct cml_buffer text = {0};

	cr_assert(cml_stats_progress(&text, "cml-submit", stats, width));
	cr_assert(cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, expected, "%zu bytes: \"%s\"", width, text.data);
	cml_buffer_release(&text);
}

static struct cml_submission_stats usual(void)
{
	struct cml_submission_stats stats = {
	    .n_running = 12, .n_waiting = 34567, .best = 1496.16, .left_s = 4000};

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
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 210 oom, 3 failed, "
			"1 infra, best 1496.16, 67 min left");
	stats.n_queued = 8;
	expect_progress(&stats, SIZE_MAX,
			"cml-submit: 4 running, 8 queued, 34567 waiting, 12345 ok, 210 oom, "
			"3 failed, 1 infra, best 1496.16, 67 min left");
	stats = (struct cml_submission_stats){.n_waiting = 1, .best = NAN, .left_s = NAN};
	expect_progress(&stats, SIZE_MAX, "cml-submit: 0 running, 1 waiting, 0 ok");
	stats.n_waiting = 0;
	expect_progress(&stats, SIZE_MAX, "");
	expect_progress(&stats, 1, "");
}

Test(submission_stats, progress_in_a_narrow_terminal)
{
	struct cml_submission_stats stats = usual();

	expect_progress(&stats, 102,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 210 oom, 3 failed, "
			"1 infra, best 1496.16, 67 min left");
	expect_progress(&stats, 101,
			"cml-submit: 12 running, 34567 waiting, 12345 ok, 214 not ok, "
			"best 1496.16, 67 min left");
	expect_progress(&stats, 79,
			"12 running, 34567 waiting, 12345 ok, 214 not ok, best 1496.16, "
			"67 min left");
	expect_progress(&stats, 70,
			"12 running, 34567 waiting, 12345 ok, 214 not ok, best 1496.16");
	expect_progress(&stats, 39, "12 running, 34567 waiting, 12345 ok");
	expect_progress(&stats, 10, "12 running");
	expect_progress(&stats, 4, "12 r");
	expect_progress(&stats, 1, "1");
}

Test(submission_stats, time_left_in_words)
{
	static const struct {
		double left_s;
		const char *expected;
	} times[] = {
	    {0, "1 s"},         {0.2, "1 s"},      {89.5, "90 s"},
	    {91, "2 min"},      {5400, "90 min"},  {5401, "1.5 h"},
	    {172800, "48.0 h"}, {172801, "2.0 d"}, {8.64e6, "100.0 d"},
	};
	struct cml_submission_stats stats = {.n_running = 1, .best = NAN};
	char expected[80];

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		stats.left_s = times[i].left_s;
		snprintf(expected, sizeof expected,
			 "cml-submit: 1 running, 0 waiting, 0 ok, %s left", times[i].expected);
		expect_progress(&stats, SIZE_MAX, expected);
	}
}

Test(submission_stats, summary)
{
	struct cml_submission_stats stats = usual();
	struct cml_buffer text = {0};

	stats.n_waiting = 0;
	stats.n_found = 2;
	stats.n_retried = 4;
	cr_assert(cml_stats_summary(&text, &stats) && cml_buffer_append(&text, "", 1));
	cr_expect_str_eq(text.data, "12345 ok, 210 oom, 3 failed, 1 infra, 2 found finished, "
				    "4 tried again, best 1496.16");
	cr_expect_eq(cml_stats_n_bad(&stats), 214);
	cml_buffer_release(&text);
}

Test(submission_stats, time_left_by_hand)
{
	struct cml_submission_stats stats = {
	    .n_running = 6, .n_queued = 2, .n_waiting = 10, .n_timed = 3, .timed_s = 30};

	cr_expect(isnan(cml_stats_time_left(&stats, false)), "four run, three have ended");
	stats.n_timed = 4;
	stats.timed_s = 80;
	cr_expect_eq(cml_stats_time_left(&stats, false), 16 * 20 / 4.0);
	cr_expect_eq(cml_stats_time_left(&stats, true), 6 * 20 / 4.0);
	stats.n_queued = 6;
	cr_expect(isnan(cml_stats_time_left(&stats, false)), "all are in a queue");
}

#define N_JOBS 1000
#define N_PLACES 20

enum lengths { EQUAL, UNIFORM, EXPONENTIAL, SOME_FAIL_AT_ONCE };

static double draw(struct cml_random *random, enum lengths kind)
{
	double u = cml_random_uniform(random);

	switch (kind) {
	case EQUAL:
		return 10;
	case UNIFORM:
		return 5 + 10 * u;
	case EXPONENTIAL:
		return -10 * log(1 - u);
	case SOME_FAIL_AT_ONCE:
		return u < 0.3 ? 0.1 : 10;
	}
	return NAN;
}

/* Runs jobs on places with a clock of its own. Returns the largest factor between the time left
 * and what came, over all jobs that end while four times as many wait as run. */
static double worst_factor(uint64_t seed, enum lengths kind)
{
	struct cml_submission_stats stats = {.n_running = N_PLACES, .n_waiting = N_JOBS - N_PLACES};
	double began[N_PLACES] = {0}, ends[N_PLACES], asked_at[N_JOBS], left[N_JOBS];
	double clock = 0, worst = 1;
	struct cml_random random;

	cml_random_init(&random, seed, 0);
	for (size_t p = 0; p < N_PLACES; p++)
		ends[p] = draw(&random, kind);
	for (size_t ended = 0; ended < N_JOBS; ended++) {
		size_t first = 0;

		for (size_t p = 1; p < N_PLACES; p++)
			if (ends[p] < ends[first])
				first = p;
		clock = ends[first];
		stats.n_timed++;
		stats.timed_s += clock - began[first];
		began[first] = clock;
		ends[first] = stats.n_waiting > 0 ? clock + draw(&random, kind) : INFINITY;
		if (stats.n_waiting > 0)
			stats.n_waiting--;
		else
			stats.n_running--;
		asked_at[ended] = clock;
		left[ended] = cml_stats_time_left(&stats, false);
	}
	for (size_t i = 0; i < N_JOBS; i++) {
		double came = clock - asked_at[i];

		if (i < N_JOBS - 5 * N_PLACES && !isnan(left[i]))
			worst = fmax(worst, fmax(left[i] / came, came / left[i]));
	}
	return worst;
}

Test(submission_stats, time_left_is_about_what_comes)
{
	static const double bounds[] = {
	    [EQUAL] = 1.3, [UNIFORM] = 1.5, [EXPONENTIAL] = 5, [SOME_FAIL_AT_ONCE] = 3};

	for (enum lengths kind = EQUAL; kind <= SOME_FAIL_AT_ONCE; kind++) {
		for (uint64_t seed = 1; seed <= 20; seed++) {
			double worst = worst_factor(seed, kind);

			cr_expect_lt(worst, bounds[kind], "kind %d, seed %d: %g", kind, (int)seed,
				     worst);
		}
	}
}
