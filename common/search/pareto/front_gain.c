#include "search/pareto/front_proposals.h"

#include "learn/predictor/acquisition.h"

#include <math.h>

/* log(exp(a) - exp(b)) for b <= a. */
static double log_difference(double a, double b)
{
	if (!(b < a))
		return -INFINITY;
	return isinf(b) ? a : a + log(-expm1(b - a));
}

/* Logarithm of the area that is expected of a strip: how far into it the job is expected to be on
 * the first axis, times how far above its floor on the second. */
static double log_gain(const struct cml_front_strip *strip, const double mean[2],
		       const double sd[2])
{
	double from_left = cml_log_expected_improvement(mean[0] - strip->left, sd[0]);
	double from_right = isinf(strip->right)
				? -INFINITY
				: cml_log_expected_improvement(mean[0] - strip->right, sd[0]);
	return log_difference(from_left, from_right) +
	       cml_log_expected_improvement(mean[1] - strip->floor, sd[1]);
}

double cml_front_log_improvement(const struct cml_front *front, const double mean[2],
				 const double sd[2])
{
	double at[2], spread[2], largest = -INFINITY, sum = 0;
	for (size_t k = 0; k < 2; k++) {
		at[k] = cml_front_place(&front->axes[k], mean[k]);
		spread[k] = front->axes[k].is_log ? sd[k] / mean[k] : sd[k];
		if (!isfinite(at[k]) || !(spread[k] >= 0))
			return -INFINITY;
	}
	for (size_t i = 0; i <= front->n; i++) {
		struct cml_front_strip strip = cml_front_strip(front, i);
		double gain = log_gain(&strip, at, spread);
		if (gain > largest) {
			sum = sum * exp(largest - gain) + 1;
			largest = gain;
		} else if (!isinf(gain)) {
			sum += exp(gain - largest);
		}
	}
	return isinf(largest) ? -INFINITY : largest + log(sum);
}
