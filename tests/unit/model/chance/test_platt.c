#include "model/chance/chance_model.h"

#include "test.h"

#define N 20000

static double log_odds[N];
static double y[N];
static double weight[N];

/* Rows whose true log-odds are slope * log_odds + intercept. */
static struct cml_platt fit(size_t n, double slope, double intercept)
{
	struct cml_random random = random_of(5, 0);
	struct cml_platt line;
	for (size_t i = 0; i < n; i++) {
		log_odds[i] = 2 * cml_random_normal(&random);
		double chance = 1 / (1 + exp(-slope * log_odds[i] - intercept));
		y[i] = cml_random_uniform(&random) < chance;
		weight[i] = 0.25;
	}
	assert_ok(cml_platt_fit(&line, n, log_odds, y, weight, &err));
	return line;
}

Test(platt, never_falls)
{
	struct cml_platt line = fit(N, -0.6, 0.7);
	double ones = 0;
	for (size_t i = 0; i < N; i++)
		ones += y[i] / N;
	cr_expect_eq(line.slope, 0);
	cr_expect_float_eq(line.intercept, log(ones / (1 - ones)), 1e-3);
}
