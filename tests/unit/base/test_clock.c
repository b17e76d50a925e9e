#include "base/clock.h"

#include <criterion/criterion.h>
#include <math.h>

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
