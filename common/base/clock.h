/* The time, by the clocks of the machine, and lengths of time as people write them. */
#ifndef CML_BASE_CLOCK_H
#define CML_BASE_CLOCK_H

#include "base/text.h"

#include <time.h>

/* Seconds of CLOCK_MONOTONIC: for lengths of time; never goes back. */
double cml_clock_monotonic_s(void);

/* Seconds since 1970 UTC, by CLOCK_REALTIME: for dates; may be set back. */
double cml_clock_realtime_s(void);

/* The same in whole nanoseconds: for names that no other program of the machine uses. */
unsigned long long cml_clock_realtime_ns(void);

/* Seconds as poll(2) takes them, rounded up: -1 for INFINITY. seconds >= 0. */
int cml_clock_poll_ms(double seconds);

/* Seconds from `90`, `90s`, `1.5m`, `2h`, `3d`, or several from the longest unit to the
 * shortest, each once: `1h30m`, `1d 12h`; also `5min`, `90sec`, `2hr`, `200ms`. False, with
 * *seconds unchanged, for anything else: a negative time, one that is not finite, a number without
 * its unit beside others. */
bool cml_parse_duration(struct cml_slice text, double *seconds);

#endif
