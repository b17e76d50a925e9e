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

static void check_refused(const char *text)
{
	double seconds = -1;
	cr_expect_not(cml_parse_duration(cml_slice_of(text), &seconds), "%s", text);
	cr_expect_eq(seconds, -1, "%s", text);
}

Test(clock, what_is_no_duration)
{
	check_refused("");
	check_refused("soon");
	check_refused("s");
	check_refused("-1");
	check_refused("1h-5m");
	check_refused("1h30");
	check_refused("30min1hr");
	check_refused("1h1h");
	check_refused("1w");
	check_refused("inf");
	check_refused("nan");
	check_refused("1e308d");
}
