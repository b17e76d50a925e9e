#include "math/front.h"

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

Test(front, keeps_what_nothing_dominates)
{
	/* Against every order of comparison: what is left is what no other point dominates. */
	struct cml_random random = random_of(7, 0);
	for (size_t round = 0; round < 200; round++) {
		double points[12][2];
		size_t n = 1 + round % 12, n_left = 0;
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < 2; k++)
				points[i][k] = (double)cml_random_below(&random, 6);
		AUTO(cml_front) front = make(points, n);
		for (size_t i = 0; i < n; i++) {
			bool dominated = false, seen = false;
			for (size_t j = 0; j < n; j++) {
				bool is_equal =
				    points[j][0] == points[i][0] && points[j][1] == points[i][1];
				dominated |= points[j][0] >= points[i][0] &&
					     points[j][1] >= points[i][1] && !is_equal;
				seen |= is_equal && j < i;
			}
			n_left += !dominated && !seen;
			cr_assert_eq(cml_front_holds(&front, points[i]), !dominated);
		}
		cr_assert_eq(front.n, n_left);
		for (size_t i = 1; i < front.n; i++)
			cr_assert(front.points[i].at[0] > front.points[i - 1].at[0] &&
				  front.points[i].at[1] < front.points[i - 1].at[1]);
	}
}

Test(front, has_a_volume)
{
	/* By hand: three strips above a reference of (0.7, 1.7). */
	AUTO(cml_front) front = make((double[][2]){{1, 5}, {2, 4}, {4, 2}, {2, 2}}, 4);
	cml_front_take_reference(&front);
	cr_assert_float_eq(front.reference[0], 0.7, 1e-12);
	cr_assert_float_eq(front.reference[1], 1.7, 1e-12);
	cr_assert_float_eq(cml_front_volume(&front), 0.3 * 3.3 + 1 * 2.3 + 2 * 0.3, 1e-12);
}

static void has_reference(const double (*points)[2], size_t n, bool has_best, double first,
			  double second)
{
	AUTO(cml_front) front = make(points, n);
	front.has_best = has_best;
	cml_front_take_reference(&front);
	cr_assert_float_eq(front.reference[0], first, 1e-12);
	cr_assert_float_eq(front.reference[1], second, 1e-12);
}

Test(front, takes_a_reference_of_one_job)
{
	/* By hand: a tenth of 2 and of 4 beyond the best, or beyond the worst. */
	static const double jobs[][2] = {{10, 5}, {8, 4}, {9, 1}}, negative[][2] = {{10, -5}};
	has_reference(jobs, 3, false, 10 - 0.2, 5 - 0.4);
	has_reference(jobs, 3, true, 8 - 0.2, 1 - 0.4);
	has_reference(negative, 1, false, 9, -5.5);
	has_reference(negative, 1, true, 9, -5.5);
}

Test(front, of_a_small_range_is_a_point)
{
	/* Beside 2 and 4: 0.1 and 0.3, or 0.5; alone the range of all is that of the front. */
	AUTO(cml_front) front = make((double[][2]){{10, 4.7}, {9.9, 5}, {8, 1}}, 3);
	cr_assert(cml_front_is_point(&front));
	cml_front_release(&front);
	front = make((double[][2]){{10, 4.5}, {9.9, 5}, {8, 1}}, 3);
	cr_assert_not(cml_front_is_point(&front));
	cml_front_release(&front);
	front = make((double[][2]){{10, 4.7}, {9.9, 5}}, 2);
	cr_assert_not(cml_front_is_point(&front));
	cml_front_release(&front);
	front = make((double[][2]){{10, 4.7}}, 1);
	cr_assert(cml_front_is_point(&front));
}

Test(front, sees_small_metrics_and_logarithms)
{
	AUTO(cml_front) front = {.axes = {{.maximize = true, .is_log = true}, {0}}};
	add(&front, 100, 3);
	add(&front, 200, 4);
	add(&front, 0, 1);
	add(&front, NAN, 1);
	cr_assert_eq(front.n, 2);
	cr_assert(cml_front_holds(&front, (double[]){100, 3}));
	cr_assert_not(cml_front_holds(&front, (double[]){100, 3.5}));
	cr_assert_not(cml_front_holds(&front, (double[]){100, NAN}));
	cml_front_take_reference(&front);
	cr_assert_float_eq(front.reference[0], log(100) - 0.1 * log(2), 1e-12);
	cr_assert_float_eq(front.reference[1], -4.1, 1e-12);
}
