#include "launch/metric/pace.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

/* Readings of a job whose metric is the last of them. */
static struct cml_metric_result job(size_t n, const double *readings)
{
	struct cml_metric_result result = {.value = readings[n - 1], .n_readings = n};

	for (size_t i = 1; i <= n; i *= 2)
		result.early[result.n_early++] = readings[i - 1];
	return result;
}

/* Jobs of four readings that come to value[i]; after one reading they are at a quarter of that,
 * after two at a half; the last of them at a fifth and at 0.4. */
static void fill(struct cml_pace *pace, size_t n, const double *values)
{
	struct cml_error err;

	for (size_t i = 0; i < n; i++) {
		double last = i + 1 == n, value = values[i];
		const double readings[] = {value * (last ? 0.2 : 0.25), value * (last ? 0.4 : 0.5),
					   value * 0.9, value};
		const struct cml_metric_result result = job(4, readings);

		cr_assert_eq(cml_pace_add(pace, i % 2, &result, &err), CML_OK);
	}
}

Test(pace, forecasts_by_the_largest_rise)
{
	static const double values[] = {100, 90, 80, 70, 60}, one[] = {10, 12, 13},
			    two[] = {10, 12};
	struct cml_pace pace = {0};
	struct cml_pace_outlook outlook;
	struct cml_metric_result running = job(3, one);

	fill(&pace, 5, values);
	cr_assert(cml_pace_look(&pace, 0, &running, &outlook));
	cr_expect_eq(outlook.n_readings, 2);
	cr_expect_eq(outlook.value, 12);
	cr_expect_float_eq(outlook.forecast, 30, 1e-9);
	cr_expect_eq(outlook.best, 100);
	cr_expect(cml_pace_is_hopeless(&pace, &outlook, 3));
	cr_expect(!cml_pace_is_hopeless(&pace, &outlook, 4));
	/* The last reading may be half a number. */
	running = job(2, two);
	cr_assert(cml_pace_look(&pace, 1, &running, &outlook));
	cr_expect_eq(outlook.n_readings, 1);
	cr_expect_float_eq(outlook.forecast, 50, 1e-9);
	cr_expect_eq(outlook.best, 90, "of its context");
	cml_pace_release(&pace);
}

Test(pace, says_nothing_without_evidence)
{
	static const double values[] = {100, 90, 80, 70, 60}, readings[] = {10, 11, 12, 13, 14},
			    zero[] = {0, 11, 12};
	struct cml_pace pace = {0};
	struct cml_pace_outlook outlook;
	struct cml_metric_result running = job(5, readings), first = job(1, readings),
				 none = {.value = NAN}, from_zero = job(3, zero);

	fill(&pace, 4, values);
	cr_expect(!cml_pace_look(&pace, 0, &running, &outlook), "four curves");
	cml_pace_release(&pace);
	fill(&pace, 5, values);
	cr_expect(cml_pace_look(&pace, 0, &running, &outlook));
	cr_expect_eq(outlook.n_readings, 4, "as many as the curves have");
	cr_expect(!cml_pace_look(&pace, 7, &running, &outlook), "another context");
	cr_expect(!cml_pace_look(&pace, 0, &first, &outlook), "one reading");
	cr_expect(!cml_pace_look(&pace, 0, &none, &outlook), "no reading");
	cr_expect(!cml_pace_look(&pace, 0, &from_zero, &outlook), "no ratio");
	cml_pace_release(&pace);
}

/* Longer than all curves: by the longest that there are enough of. */
Test(pace, uses_curves_that_are_long_enough)
{
	static const double values[] = {100, 90, 80, 70, 60},
			    readings[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	struct cml_pace pace = {0};
	struct cml_pace_outlook outlook;
	struct cml_metric_result running = job(9, readings);
	struct cml_error err;

	fill(&pace, 5, values);
	cr_assert_eq(cml_pace_add(&pace, 0, &running, &err), CML_OK);
	cr_assert(cml_pace_look(&pace, 0, &running, &outlook));
	cr_expect_eq(outlook.n_readings, 4);
	cml_pace_release(&pace);
}

Test(pace, smaller_may_be_better)
{
	static const double values[] = {10, 9, 8, 7, 6}, readings[] = {40, 30, 20};
	struct cml_pace pace = {.minimize = true};
	struct cml_pace_outlook outlook;
	struct cml_metric_result running = job(3, readings);
	struct cml_error err;

	for (size_t i = 0; i < 5; i++) {
		const double falls[] = {values[i] * 4, values[i] * 2, values[i]};
		const struct cml_metric_result result = job(3, falls);

		cr_assert_eq(cml_pace_add(&pace, 0, &result, &err), CML_OK);
	}
	cr_assert(cml_pace_look(&pace, 0, &running, &outlook));
	cr_expect_float_eq(outlook.forecast, 15, 1e-9);
	cr_expect_eq(outlook.best, 6);
	cr_expect(cml_pace_is_hopeless(&pace, &outlook, 2));
	cr_expect(!cml_pace_is_hopeless(&pace, &outlook, 3));
	cml_pace_release(&pace);
}

/* Of very many curves only those of the best are kept. */
Test(pace, is_bounded)
{
	struct cml_pace pace = {0};
	struct cml_error err;

	for (size_t i = 0; i < 3 * CML_PACE_MAX_CURVES; i++) {
		const double readings[] = {50, i < 2 * CML_PACE_MAX_CURVES ? 100 - 0.01 * (double)i
									   : 101};
		const struct cml_metric_result result = job(2, readings);

		cr_assert_eq(cml_pace_add(&pace, 0, &result, &err), CML_OK);
	}
	cr_expect_eq(pace.n, CML_PACE_MAX_CURVES + 1);
	cr_expect_eq(pace.curves[pace.n - 1].value, 101);
	cml_pace_release(&pace);
}
