#include "math/normal.h"

#include "test.h"

static void assert_near(double got, double expected)
{
	cr_assert(fabs(got - expected) <= 1e-14 * fabs(expected), "%.17g, not %.17g", got,
		  expected);
}

Test(normal, density_and_probability)
{
	/* scipy.stats.norm.pdf(x), norm.cdf(x) */
	assert_near(cml_normal_density(0), 0.3989422804014327);
	assert_near(cml_normal_density(-2.385), 0.023212809171636133);
	assert_near(cml_normal_probability(0), 0.5);
	assert_near(cml_normal_probability(2.385), 0.991460439323318);
	assert_near(cml_normal_probability(-10), 7.61985302416047e-24);
}

Test(normal, central_intervals)
{
	static const struct {
		double p, z;
	} expected[] = {
	    /* scipy.stats.norm.ppf(0.5 + p / 2) */
	    {0.01, 0.012533469508069276}, {0.5, 0.6744897501960817}, {0.8, 1.2815515655446004},
	    {0.9, 1.6448536269514722},    {0.95, 1.959963984540054}, {0.99, 2.5758293035489004},
	};

	for (size_t i = 0; i < COUNT(expected); i++)
		assert_near(cml_normal_central(expected[i].p), expected[i].z);
	cr_assert_eq(cml_normal_central(0), 0);
	cr_assert_float_eq(cml_normal_central(0.9999), 3.8905918864131203, 1e-11);
}
