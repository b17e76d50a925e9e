/* The time, by the clocks of the machine. */
#ifndef CML_BASE_CLOCK_H
#define CML_BASE_CLOCK_H

#include <time.h>

/* Seconds of CLOCK_MONOTONIC: for lengths of time; never goes back. */
double cml_clock_monotonic_s(void);

/* Seconds since 1970 UTC, by CLOCK_REALTIME: for dates; may be set back. */
double cml_clock_realtime_s(void);

/* The same in whole nanoseconds: for names that no other program of the machine uses. */
unsigned long long cml_clock_realtime_ns(void);

/* Seconds as poll(2) takes them, rounded up: -1 for INFINITY. seconds >= 0. */
int cml_clock_poll_ms(double seconds);

#endif
