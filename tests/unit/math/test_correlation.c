#include "math/correlation.h"

#include "test.h"

enum { MANY = 3000 };

static const double mixed_x[] = {2.385, -1.5, 7.25, 0.125, 3.5, -8.0};
static const double mixed_y[] = {1.1, 0.7, 9.3, -2.2, 0.9, -0.4};
static const double tied_x[] = {1.5, 1.5, 2.25, 2.25, 2.25, -3.0, 0.0, 7.5};
static const double tied_y[] = {0.1, 0.1, 0.1, 4.0, -2.0, -2.0, 0.3, 4.0};

static double kendall(size_t n, const double *x, const double *y)
{
	double tau = 99.0;
	assert_ok(cml_kendall_tau_b(n, x, y, &tau, &err));
	cr_assert_eq(err.status, CML_OK);
	return tau;
}

static double spearman(size_t n, const double *x, const double *y)
{
	double rho = 99.0;
	assert_ok(cml_spearman(n, x, y, &rho, &err));
	return rho;
}

/* By all pairs. */
static double kendall_of_pairs(size_t n, const double *x, const double *y)
{
	double untied_x = 0, untied_y = 0, difference = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) {
			double in_x = (x[i] > x[j]) - (x[i] < x[j]);
			double in_y = (y[i] > y[j]) - (y[i] < y[j]);
			untied_x += fabs(in_x);
			untied_y += fabs(in_y);
			difference += in_x * in_y;
		}
	return untied_x == untied_y ? difference / untied_x
				    : difference / sqrt(untied_x) / sqrt(untied_y);
}

static void assert_near(double got, double expected, double tolerance)
{
	cr_assert(fabs(got - expected) <= tolerance, "%.17g, not %.17g", got, expected);
}

/* i = numpy.arange(3000) */
Test(correlation, kendall_of_many_pairs)
{
	double x[MANY];
	double y[MANY];
	for (int i = 0; i < MANY; i++) {
		x[i] = i * 7919 % 1009;
		y[i] = (i * i * 31 + i) % 997;
	}
	/* scipy.stats.kendalltau(i*7919%1009, (i*i*31+i)%997) */
	assert_near(kendall(MANY, x, y), 0.002301897585950405, 1e-12);
	for (int i = 0; i < MANY; i++) {
		y[i] = sqrt(x[i]) + y[i] / 100;
		x[i] /= 1009;
	}
	/* scipy.stats.kendalltau(i*7919%1009/1009, np.sqrt(i*7919%1009)+(i*i*31+i)%997/100) */
	assert_near(kendall(MANY, x, y), 0.7532799967389622, 1e-12);
	for (int64_t i = 0; i < MANY; i++) {
		x[i] = (double)(i * i % 7);
		y[i] = (double)((i * i * i + i) % 5 + i % 7);
	}
	/* scipy.stats.kendalltau(i*i%7, (i*i*i+i)%5+i%7) */
	assert_near(kendall(MANY, x, y), 0.25384258357659545, 1e-12);
	/* scipy.stats.spearmanr(i*i%7, (i*i*i+i)%5+i%7) */
	assert_near(spearman(MANY, x, y), 0.3267971487228217, 1e-12);
}

/* A number of one of several families: few levels, many, both signs of 0, and
 * exponents from end to end. */
static double draw(struct cml_random *random, uint64_t family)
{
	double uniform = cml_random_uniform(random);
	switch (family) {
	case 0:
		return (double)cml_random_below(random, 3);
	case 1:
		return (double)cml_random_below(random, 40) - 20.0;
	case 2:
		return cml_random_below(random, 2) ? 0.0 : -0.0;
	case 3:
		return ldexp(uniform - 0.5, (int)cml_random_below(random, 2000) - 1000);
	case 4: /* differ in the last bits only */
		return 1.0 + (double)cml_random_below(random, 500) * 0x1p-52;
	default:
		return uniform;
	}
}

static void compare_with_all_pairs(size_t n, uint64_t seed)
{
	double x[2000];
	double y[2000];
	double x_before[2000];
	struct cml_random random = random_of(seed, n);
	uint64_t x_family = cml_random_below(&random, 6);
	uint64_t y_family = cml_random_below(&random, 6);
	for (size_t i = 0; i < n; i++) {
		x[i] = draw(&random, x_family);
		y[i] = draw(&random, y_family);
	}
	memcpy(x_before, x, sizeof x);
	double tau = kendall(n, x, y);
	cr_assert_eq(memcmp(x, x_before, n * sizeof *x), 0);
	double expected = kendall_of_pairs(n, x, y);
	if (isnan(expected))
		cr_assert(isnan(tau), "n %zu seed %ju: %g", n, (uintmax_t)seed, tau);
	else
		cr_assert_eq(tau, expected, "n %zu seed %ju: %.17g, not %.17g", n, (uintmax_t)seed,
			     tau, expected);
}

Test(correlation, kendall_agrees_with_all_pairs)
{
	for (uint64_t seed = 0; seed < 40; seed++)
		for (size_t n = 0; n < 60; n++)
			compare_with_all_pairs(n, seed);
	/* On both sides of the change from merging to radix. */
	for (uint64_t seed = 0; seed < 40; seed++)
		compare_with_all_pairs(1480 + 13 * seed, seed);
}

/* The reference itself: of the six pairs, four are concordant, one is
 * discordant and one is tied in x. */
Test(correlation, all_pairs_by_hand)
{
	static const double x[] = {1, 2, 3, 3};
	static const double y[] = {1, 3, 2, 4};
	assert_near(kendall_of_pairs(4, x, y), 3.0 / sqrt(30.0), 1e-15);
}

Test(correlation, undefined_is_nan)
{
	static const double constant[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
	static const double farthest[] = {-1.7e308, 1.7e308};
	double zeros[] = {0.0, -0.0};
	for (size_t n = 0; n < 2; n++) {
		cr_assert(isnan(kendall(n, mixed_x, mixed_y)));
		cr_assert(isnan(kendall_of_pairs(n, mixed_x, mixed_y)));
		cr_assert(isnan(cml_pearson(n, mixed_x, mixed_y)));
		cr_assert(isnan(spearman(n, mixed_x, mixed_y)));
	}
	cr_assert(isnan(kendall(6, mixed_x, constant)));
	cr_assert(isnan(kendall(6, constant, mixed_y)));
	cr_assert(isnan(kendall(2, zeros, mixed_y)));
	cr_assert(isnan(cml_pearson(6, mixed_x, constant)));
	cr_assert(isnan(cml_pearson(6, constant, mixed_y)));
	cr_assert(isnan(spearman(6, constant, mixed_y)));
	cr_assert(isnan(cml_pearson(2, farthest, mixed_y)), "the spread is no double");
}

Test(correlation, too_large_for_memory)
{
	double value = 99.0;
	cr_assert_eq(cml_kendall_tau_b(SIZE_MAX / 8, mixed_x, mixed_y, &value, &err),
		     CML_NO_MEMORY);
	cr_assert_eq(err.status, CML_NO_MEMORY);
	cr_assert_neq(err.message[0], '\0');
	cr_assert_eq(cml_spearman(SIZE_MAX / 8, mixed_x, mixed_y, &value, &err), CML_NO_MEMORY);
	cr_assert_eq(cml_ranks(SIZE_MAX / 8, mixed_x, &value, &err), CML_NO_MEMORY);
	cr_assert_eq(value, 99.0);
}

/* Norris, NIST Statistical Reference Datasets, linear regression: certified
 * R-squared 0.999993745883712. */
Test(correlation, pearson_of_norris)
{
	static const double x[] = {0.2,   337.4, 118.2, 884.6, 10.1,  226.5, 666.3, 996.3, 448.6,
				   777.0, 558.2, 0.4,   0.6,   775.5, 666.9, 338.0, 447.5, 11.6,
				   556.0, 228.1, 995.8, 887.6, 120.2, 0.3,   0.3,   556.8, 339.1,
				   887.2, 999.0, 779.0, 11.1,  118.3, 229.2, 669.1, 448.9, 0.5};
	static const double y[] = {0.1,   338.8, 118.1, 888.0, 9.2,   228.1, 668.5, 998.5, 449.1,
				   778.9, 559.2, 0.3,   0.1,   778.1, 668.8, 339.3, 448.9, 10.8,
				   557.7, 228.3, 998.0, 888.8, 119.6, 0.3,   0.6,   557.6, 339.3,
				   888.0, 998.5, 778.9, 10.2,  117.6, 228.9, 668.4, 449.2, 0.2};
	double r = cml_pearson(COUNT(x), x, y);
	assert_near(r * r, 0.999993745883712, 2e-15);
}

/* The means, 1e16 + 4/3 and 1e16 + 2/3, are no doubles. */
Test(correlation, pearson_where_the_mean_is_rounded)
{
	static const double x[] = {1e16, 1e16 + 2, 1e16 + 2};
	static const double y[] = {1e16, 1e16, 1e16 + 2};
	assert_near(cml_pearson(3, x, y), 0.5, 1e-15);
}

Test(correlation, spearman_and_ranks)
{
	/* scipy.stats.rankdata([1.5,1.5,2.25,2.25,2.25,-3.0,0.0,7.5]) */
	static const double expected[] = {3.5, 3.5, 6.0, 6.0, 6.0, 1.0, 2.0, 8.0};
	double ranks[COUNT(expected)];
	assert_ok(cml_ranks(COUNT(tied_x), tied_x, ranks, &err));
	for (size_t i = 0; i < COUNT(expected); i++)
		cr_assert_eq(ranks[i], expected[i], "row %zu: %g", i, ranks[i]);
	assert_ok(cml_ranks(0, tied_x, ranks, &err));
	/* scipy.stats.spearmanr([1.5,1.5,2.25,2.25,2.25,-3.0,0.0,7.5],
	 *                       [0.1,0.1,0.1,4.0,-2.0,-2.0,0.3,4.0]) */
	assert_near(spearman(COUNT(tied_x), tied_x, tied_y), 0.4458689170643706, 1e-13);
}
