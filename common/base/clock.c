#include "base/clock.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

static double read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cml_clock_monotonic_s(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

double cml_clock_realtime_s(void)
{
	return read_clock(CLOCK_REALTIME);
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

bool cml_parse_duration(struct cml_slice text, double *seconds)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {{"ms", 1e-3}, {"min", 60}, {"sec", 1}, {"hr", 3600},
		     {"d", 86400}, {"h", 3600}, {"m", 60},  {"s", 1}};
	double sum = 0, before = INFINITY, value;

	if (cml_parse_double(text, &value)) {
		sum = value;
		text.size = 0;
	} else if (text.size == 0) {
		return false;
	}
	while (text.size > 0) {
		struct cml_slice number = {text.data, 0};
		size_t unit = 0;

		while (number.size < text.size && !memchr("dhms", text.data[number.size], 4))
			number.size++;
		text = cml_slice_from(text, number.size);
		while (unit < sizeof units / sizeof *units &&
		       !cml_slice_skip(&text, units[unit].name))
			unit++;
		if (unit == sizeof units / sizeof *units || units[unit].seconds >= before ||
		    !cml_parse_double(number, &value) || value < 0)
			return false;
		before = units[unit].seconds;
		sum += value * before;
	}
	if (!isfinite(sum) || sum < 0)
		return false;
	*seconds = sum;
	return true;
}
