#include "search/front_worth.h"

#include "test.h"

static void add(struct cml_front *front, double first, double second)
{
	assert_ok(cml_front_add(front, (double[]){first, second}, &err));
}

/* Both metrics large, as they are. */
static struct cml_front make(const double (*points)[2], size_t n)
{
	struct cml_front front = {.axes = {{.maximize = true}, {.maximize = true}}};
	for (size_t i = 0; i < n; i++)
		add(&front, points[i][0], points[i][1]);
	return front;
}

/* The same by integration over a grid of quantiles. */
static double integrate(const struct cml_front *front, const double mean[2], const double sd[2])
{
	const int steps = 1200;
	double sum = 0, width = 16.0 / steps;
	for (int i = 0; i < steps; i++)
		for (int j = 0; j < steps; j++) {
			double z[2] = {-8 + (i + 0.5) * width, -8 + (j + 0.5) * width}, gain = 0;
			double at[2] = {mean[0] + sd[0] * z[0], mean[1] + sd[1] * z[1]};
			double left = front->reference[0];
			for (size_t k = 0; k <= front->n; k++) {
				double right = k < front->n ? front->points[k].at[0] : INFINITY;
				double floor =
				    k < front->n ? front->points[k].at[1] : front->reference[1];
				gain += fmax(0, fmin(at[0], right) - left) * fmax(0, at[1] - floor);
				left = right;
			}
			sum += gain * exp(-(z[0] * z[0] + z[1] * z[1]) / 2);
		}
	return sum * width * width / (2 * M_PI);
}

Test(front_gain, expects_what_integration_gives)
{
	AUTO(cml_front) front = make((double[][2]){{1, 5}, {2.385, 4}, {4, 2}}, 3);
	static const double cases[][4] = {
	    {3, 3, 0.5, 1}, {1, 1, 1, 2}, {5, 1, 0.3, 0.2}, {0, 6, 1, 1}, {4.5, 5.5, 1, 0.5}};
	cml_front_take_reference(&front);
	for (size_t i = 0; i < COUNT(cases); i++) {
		double expected = integrate(&front, cases[i], cases[i] + 2);
		double got = exp(cml_front_log_improvement(&front, cases[i], cases[i] + 2));
		cr_assert_float_eq(got, expected, 2e-4 * expected + 1e-7, "%zu: %g, not %g", i, got,
				   expected);
	}
}

Test(front_gain, expects_the_gain_itself_without_a_deviation)
{
	AUTO(cml_front) front = make((double[][2]){{1, 5}, {2, 4}, {4, 2}}, 3);
	cml_front_take_reference(&front);
	double before = cml_front_volume(&front);
	double gain = exp(cml_front_log_improvement(&front, (double[]){3, 4.5}, (double[]){0, 0}));
	cr_assert_eq(cml_front_log_improvement(&front, (double[]){2, 4}, (double[]){0, 0}),
		     -INFINITY);
	cr_assert_eq(cml_front_log_improvement(&front, (double[]){2, NAN}, (double[]){0, 0}),
		     -INFINITY);
	add(&front, 3, 4.5);
	cr_assert_float_eq(cml_front_volume(&front) - before, gain, 1e-12);
	cr_assert_eq(front.n, 3);
}
