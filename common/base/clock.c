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
	static const char units[] = "dhms"; /* from the longest */
	static const double sizes[] = {86400, 3600, 60, 1};
	size_t next = 0; /* units before this one have been */
	double sum = 0, value;

	if (cml_parse_double(text, &value)) {
		sum = value;
		text.size = 0;
	} else if (text.size == 0) {
		return false;
	}
	while (text.size > 0) {
		struct cml_slice number = {text.data, 0};

		while (number.size < text.size &&
		       !memchr(units + next, text.data[number.size], 4 - next))
			number.size++;
		if (number.size == text.size || !cml_parse_double(number, &value) || value < 0)
			return false;
		size_t unit = (size_t)(strchr(units, text.data[number.size]) - units);
		sum += value * sizes[unit];
		next = unit + 1;
		text = (struct cml_slice){text.data + number.size + 1, text.size - number.size - 1};
	}
	if (!isfinite(sum) || sum < 0)
		return false;
	*seconds = sum;
	return true;
}
