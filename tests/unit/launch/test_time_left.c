#include "launch/time_left.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <math.h>

#define N_JOBS 240
#define N_PLACES 4

Test(time_left, by_hand)
{
	struct cml_time_left left = {0};
	double ages[] = {2, 4};
	struct cml_time_left_now now = {ages, 2, 6, 0};

	cr_expect(isnan(cml_time_left(&left, &now)), "nothing has finished");
	cml_time_left_end(&left, 8, true);
	cml_time_left_end(&left, 8, true);
	/* (16 + 6) / 2 = 11; 6 x 11 + 9 + 7 = 82, on two places */
	cr_expect_float_eq(cml_time_left(&left, &now), 41, 1e-12);
	cml_time_left_end(&left, 4, false);
	/* 13: 78 + 11 + 9 = 98 */
	cr_expect_float_eq(cml_time_left(&left, &now), 49, 1e-12, "what failed costs time");
	now.hold_s = 100;
	cr_expect_float_eq(cml_time_left(&left, &now), 113, 1e-12, "a back-off is waited for");
	now.n_waiting = 0;
	cr_expect_float_eq(cml_time_left(&left, &now), 11, 1e-12, "the last job runs alone");
	now.n_running = 0;
	cr_expect_eq(cml_time_left(&left, &now), 0);
}

Test(time_left, lengths_that_nobody_knows)
{
	struct cml_time_left left = {0};
	double age = 0;
	struct cml_time_left_now now = {&age, 1, 3, 0};

	cml_time_left_end(&left, NAN, true);
	cml_time_left_end(&left, -1, true);
	cr_expect_eq(cml_time_left(&left, &now), 0);
}

Test(time_left, a_job_that_outlives_the_others)
{
	struct cml_time_left left = {0};
	double age = 300;
	struct cml_time_left_now now = {&age, 1, 0, 0};

	for (int i = 0; i < 40; i++)
		cml_time_left_end(&left, 10, true);
	cr_expect_lt(cml_time_left(&left, &now), 1e-9, "equal lengths: it ends any moment");
	for (int i = 0; i < 5; i++)
		cml_time_left_end(&left, 100, true);
	cr_expect_gt(cml_time_left(&left, &now), 150, "lengths that vary: it may be half-way");
}

/* Lengths of jobs: equal, spread a little, or as an exponential's. */
static double draw(struct cml_random *random, int kind)
{
	double u = cml_random_uniform(random);

	return kind == 0 ? 10 : kind == 1 ? 5 + 10 * u : -10 * log(1 - u);
}

/* Runs jobs on places with a clock of its own; each place takes the next job. Every job that ends
 * at a share of the whole between a fifth and four fifths is asked: *worst is the largest factor
 * between what was foretold and what came. adopted: the jobs that run first began that long ago,
 * and no length is known but theirs. */
static double worst_factor(uint64_t seed, int kind, double adopted)
{
	struct cml_random random;
	struct cml_time_left left = {0};
	double lengths[N_JOBS], began[N_PLACES], ends[N_PLACES];
	double asked_at[N_JOBS], foretold[N_JOBS], clock = 0, worst = 1;
	size_t next = 0;

	cml_random_init(&random, seed, 0);
	for (size_t i = 0; i < N_JOBS; i++)
		lengths[i] = draw(&random, kind) + (i < N_PLACES ? adopted : 0);
	for (size_t p = 0; p < N_PLACES; p++, next++) {
		began[p] = -adopted;
		ends[p] = lengths[next] - adopted;
	}
	for (size_t ended = 0; ended < N_JOBS; ended++) {
		double ages[N_PLACES];
		size_t first = 0;
		struct cml_time_left_now now = {.ages = ages};

		for (size_t p = 1; p < N_PLACES; p++)
			if (ends[p] < ends[first])
				first = p;
		clock = ends[first];
		cml_time_left_end(&left, clock - began[first], true);
		began[first] = clock;
		ends[first] = next < N_JOBS ? clock + lengths[next++] : INFINITY;
		for (size_t p = 0; p < N_PLACES; p++)
			if (isfinite(ends[p]))
				ages[now.n_running++] = clock - began[p];
		now.n_waiting = N_JOBS - next;
		asked_at[ended] = clock;
		foretold[ended] = cml_time_left(&left, &now);
	}
	for (size_t i = 0; i < N_JOBS; i++) {
		double came = clock - asked_at[i];

		if (asked_at[i] > 0.2 * clock && asked_at[i] < 0.8 * clock)
			worst = fmax(worst, fmax(foretold[i] / came, came / foretold[i]));
	}
	return worst;
}

Test(time_left, foretells_what_comes)
{
	static const double bounds[] = {1.2, 1.35, 1.8};

	for (int kind = 0; kind < 3; kind++) {
		for (uint64_t seed = 1; seed <= 20; seed++) {
			double worst = worst_factor(seed, kind, 0);

			cr_expect_lt(worst, bounds[kind], "kind %d, seed %d: %g", kind, (int)seed,
				     worst);
		}
	}
}

Test(time_left, foretells_after_adoption)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		double worst = worst_factor(seed, 1, 8);

		cr_expect_lt(worst, 1.4, "seed %d: %g", (int)seed, worst);
	}
}
