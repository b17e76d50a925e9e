#include "learn/predictor/worth.h"

#include "math/normal.h"
#include "test.h"

/* E[max(0, gain + sd z)] over z = from .. from + 40 by Simpson's rule: beyond, the
 * density is below 1e-300 of what it is at `from`. */
static double integrated(double gain, double sd)
{
	const int n = 400000;
	double from = -gain / sd, width = from < -40 ? 80 - from : 40, sum = 0;
	for (int i = 0; i <= n; i++) {
		double z = from + width * i / n;
		double weight = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
		sum += weight * (gain + sd * z) * cml_normal_density(z);
	}
	return sum * width / n / 3;
}

Test(acquisition, expected_improvement_is_the_integral)
{
	static const double gains[] = {-60, -30.5, -10.3, -2.385, -0.1, 0, 0.7, 3.14, 12};
	static const double sds[] = {0.83, 2.385, 1.7};
	for (size_t g = 0; g < COUNT(gains); g++)
		for (size_t s = 0; s < COUNT(sds); s++) {
			double expected = integrated(gains[g], sds[s]);
			if (expected < 1e-290)
				continue;
			double got = exp(cml_log_expected_improvement(gains[g], sds[s]));
			cr_assert(fabs(got - expected) <= 1e-9 * expected,
				  "%g %g: %.12g, not %.12g", gains[g], sds[s], got, expected);
		}
}

Test(acquisition, rewards_point_upwards)
{
	struct cml_acquisition up = {.kappa = 2, .best = 10, .maximize = true}, down = up;
	down.maximize = false;
	cr_assert_eq(cml_acquisition_reward(&up, 7, 1.5), 7);
	cr_assert_eq(cml_acquisition_reward(&down, 7, 1.5), -7);
	up.by = down.by = CML_RANK_BY_UCB;
	cr_assert_eq(cml_acquisition_reward(&up, 7, 1.5), 10);
	cr_assert_eq(cml_acquisition_reward(&down, 7, 1.5), -10);
	up.by = down.by = CML_RANK_BY_LCB;
	cr_assert_eq(cml_acquisition_reward(&up, 7, 1.5), 4);
	cr_assert_eq(cml_acquisition_reward(&down, 7, 1.5), -4);
	up.by = down.by = CML_RANK_BY_EI;
	cr_assert_eq(cml_acquisition_reward(&up, 7, 1.5), cml_log_expected_improvement(-3, 1.5));
	cr_assert_eq(cml_acquisition_reward(&down, 7, 1.5), cml_log_expected_improvement(3, 1.5));
}

Test(acquisition, what_cannot_be_predicted_comes_last)
{
	for (int by = CML_RANK_BY_MEAN; by <= CML_RANK_BY_EI; by++) {
		struct cml_acquisition acquisition = {
		    .by = (enum cml_rank_by)by, .kappa = 1, .maximize = by % 2};
		cr_assert_eq(cml_acquisition_reward(&acquisition, NAN, 1), -INFINITY);
		if (by != CML_RANK_BY_MEAN)
			cr_assert_eq(cml_acquisition_reward(&acquisition, 1, NAN), -INFINITY);
	}
}
