#include "base/clock.h"

#include "test.h"

Test(clock, dates_and_lengths_of_time)
{
	double before = cml_clock_monotonic_s();
	double date = cml_clock_realtime_s();
	unsigned long long ns = cml_clock_realtime_ns();
	cr_expect_geq(cml_clock_monotonic_s(), before);
	cr_expect_geq(date, 1.7e9);
	cr_expect_leq(fabs(1e-9 * (double)ns - date), 60);
}

Test(clock, seconds_for_poll)
{
	cr_expect_eq(cml_clock_poll_ms(0), 0);
	cr_expect_eq(cml_clock_poll_ms(0.0001), 1, "no busy waiting");
	cr_expect_eq(cml_clock_poll_ms(1.5), 1500);
	cr_expect_eq(cml_clock_poll_ms(1e300), 1000000000, "looked at again");
	cr_expect_eq(cml_clock_poll_ms(INFINITY), -1);
}

static void check(const char *text, double expected)
{
	double seconds = -1;
	cr_expect(cml_parse_duration(cml_slice_of(text), &seconds), "%s", text);
	cr_expect_float_eq(seconds, expected, 1e-9, "%s: %g", text, seconds);
}

static void check_refused(const char *text)
{
	double seconds = -1;
	cr_expect_not(cml_parse_duration(cml_slice_of(text), &seconds), "%s", text);
	cr_expect_eq(seconds, -1, "%s", text);
}

Test(clock, duration_in_one_unit)
{
	check("0", 0);
	check("90", 90);
	check("90s", 90);
	check("1.5m", 90);
	check("2h", 7200);
	check("3d", 259200);
}

Test(clock, duration_in_several_units)
{
	check("1h30m", 5400);
	check("1d12h", 129600);
	check("1d2h3m4.5s", 93784.5);
	check("2h5s", 7205);
	check("1h 30m", 5400);
}

Test(clock, what_is_no_duration)
{
	check_refused("");
	check_refused("soon");
	check_refused("s");
	check_refused("-1");
	check_refused("1h-5m");
	check_refused("1h30");
	check_refused("30m1h");
	check_refused("1h1h");
	check_refused("1w");
	check_refused("inf");
	check_refused("nan");
	check_refused("1e308d");
}
