#include "model/chance/chance_rows.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"

#define N_JOBS 200
#define N_DRAWN 1000

static struct cml_error err;

/* Jobs of which n_failed failed. */
static void make(struct cml_dataset *jobs, size_t n_failed)
{
	static const char *const names[] = {"x"};
	cr_assert_eq(cml_dataset_init(jobs, 1, names, &err), CML_OK);
	for (size_t i = 0; i < N_JOBS; i++)
		cr_assert_eq(cml_dataset_append(jobs, (double[]){(double)i}, i < n_failed ? 0 : 1,
						0.25, i, &err),
			     CML_OK);
}

/* A quarter of what is drawn fails: beside n jobs that ran a third of n would have. */
static double find(size_t n_failed, double *weight)
{
	double chance[N_DRAWN];
	struct cml_dataset jobs = {0};
	make(&jobs, n_failed);
	for (size_t i = 0; i < N_DRAWN; i++)
		chance[i] = i % 4 == 0 ? 0.1 : 0.95;
	double launched = cml_missing_failures(&jobs, N_DRAWN, chance, weight);
	cml_dataset_release(&jobs);
	return launched;
}

Test(missing, jobs_that_were_avoided_are_counted)
{
	double weight[N_DRAWN], total = 0, of_failing = 0;
	double q = 0.25 * 0.9 + 0.75 * 0.05, expected = 190 * q / (1 - q);
	cr_expect_float_eq(find(10, weight), 10 / expected, 1e-12);
	for (size_t i = 0; i < N_DRAWN; i++) {
		total += weight[i];
		of_failing += i % 4 == 0 ? weight[i] : 0;
	}
	cr_expect_float_eq(total, expected - 10, 1e-9);
	cr_expect_float_eq(of_failing / total, 0.25 * 0.9 / q, 1e-9);
}

Test(missing, a_log_with_its_failures_lacks_none)
{
	double weight[N_DRAWN];
	double q = 0.25 * 0.9 + 0.75 * 0.05;
	cr_expect_eq(find((size_t)(N_JOBS * q), weight), 1);
	for (size_t i = 0; i < N_DRAWN; i++)
		cr_expect_eq(weight[i], 0);
	/* Nor does one that lacks less than two standard deviations. */
	cr_expect_eq(find((size_t)(N_JOBS * q) - 8, weight), 1);
	cr_expect_lt(find((size_t)(N_JOBS * q) - 14, weight), 1);
}

Test(missing, a_log_without_failures_has_a_least)
{
	double weight[N_DRAWN];
	cr_expect_eq(find(0, weight), 0.01);
}
