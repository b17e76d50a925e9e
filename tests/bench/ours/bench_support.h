/* What the programs of the benchmark share: a clock, columns of numbers in
 * files, an end with a message.
 *
 * A table of numbers is two files in the processor's byte order: PREFIX.x holds
 * the features as float, row after row, PREFIX.y the targets as double. How many
 * there are follows from their sizes. */
#ifndef BENCH_SUPPORT_H
#define BENCH_SUPPORT_H

#include "../../auto.h"
#include "base/error.h"

#include <stddef.h>

/* Seconds since some moment, for differences. */
double bench_seconds(void);

/* Prints `program: message` and ends with 1; the second form for a failed call
 * of the library, nothing when it did not fail. */
void bench_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void bench_check(enum cml_result status, const struct cml_error *err);

/* A whole number from 0 on; ends the program for anything else. */
size_t bench_count(const char *text);

/* The bytes of the file PREFIX + suffix, as malloc gave them; *n is how many
 * items of item_size they are. */
void *bench_read(const char *prefix, const char *suffix, size_t item_size, size_t *n);
void bench_write(const char *prefix, const char *suffix, const void *items, size_t item_size,
		 size_t n);

/* values[n], n > 0, is reordered; the mean of the middle two for an even n. */
double bench_median(double *values, size_t n);

#endif
