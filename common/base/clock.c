#include "base/clock.h"

#include <math.h>

static double seconds_of(struct timespec time)
{
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double cml_clock_monotonic_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return seconds_of(now);
}

double cml_clock_realtime_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return seconds_of(now);
}

unsigned long long cml_clock_realtime_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (unsigned long long)now.tv_sec * 1000000000u + (unsigned long long)now.tv_nsec;
}

int cml_clock_poll_ms(double seconds)
{
	return isinf(seconds) ? -1 : (int)ceil(1e3 * fmin(seconds, 1e6));
}
