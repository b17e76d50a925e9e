#include "math/normal.h"

#include <criterion/criterion.h>
#include <math.h>

/* Far out nothing overflows. */
Test(logistic, of_anything)
{
	cr_expect_eq(cml_softplus(800), 800);
	cr_expect_eq(cml_softplus(-800), 0);
	cr_expect_float_eq(cml_softplus(0), log(2), 1e-15);
	cr_expect_eq(cml_logistic(800), 1);
	cr_expect_eq(cml_logistic(-800), 0);
	cr_expect_eq(cml_logistic(0), 0.5);
	cr_expect_float_eq(cml_logistic(2), 1 / (1 + exp(-2.0)), 1e-15);
}

/* Against the integral by the trapezoidal rule. */
Test(logistic, mean_over_a_normal_is_near_the_integral)
{
	for (double mean = -6; mean <= 6; mean += 1.5)
		for (double variance = 0; variance <= 36; variance = 2 * variance + 0.5) {
			double sum = 0, weight = 0;
			for (double z = -8; z <= 8; z += 0.01) {
				weight += exp(-z * z / 2);
				sum += exp(-z * z / 2) * cml_logistic(mean + z * sqrt(variance));
			}
			cr_expect_float_eq(cml_logistic_mean(mean, variance), sum / weight, 0.02,
					   "%g %g: %g %g", mean, variance,
					   cml_logistic_mean(mean, variance), sum / weight);
		}
	cr_expect_eq(cml_logistic_mean(3, 0), cml_logistic(3));
}
