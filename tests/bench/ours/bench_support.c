#include "bench_support.h"

#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void bench_fail(const char *format, ...)
{
	va_list arguments;
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(1);
}

void bench_check(enum cml_result status, const struct cml_error *err)
{
	char text[CML_ERROR_TEXT_SIZE];
	if (status != CML_OK)
		bench_fail("%s", cml_error_format(err, text, sizeof text));
}

size_t bench_count(const char *text)
{
	char *end;
	errno = 0;
	unsigned long long n = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || text[0] == '-')
		bench_fail("not a count: \"%s\"", text);
	return (size_t)n;
}

static FILE *open_part(const char *prefix, const char *suffix, const char *mode)
{
	char path[4096];
	if (snprintf(path, sizeof path, "%s%s", prefix, suffix) >= (int)sizeof path)
		bench_fail("the name is too long: %s%s", prefix, suffix);
	FILE *file = fopen(path, mode);
	if (!file)
		bench_fail("%s: %s", path, strerror(errno));
	return file;
}

void *bench_read(const char *prefix, const char *suffix, size_t item_size, size_t *n)
{
	FILE *file = open_part(prefix, suffix, "rb");
	long size = -1;
	if (fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size <= 0 || (size_t)size % item_size != 0)
		bench_fail("%s%s: not a whole number of items", prefix, suffix);
	rewind(file);
	*n = (size_t)size / item_size;
	void *items = cml_array_new((size_t)size, 1); /* in huge pages, as those of NumPy */
	if (!items || fread(items, item_size, *n, file) != *n)
		bench_fail("%s%s: cannot be read", prefix, suffix);
	fclose(file);
	return items;
}

void bench_write(const char *prefix, const char *suffix, const void *items, size_t item_size,
		 size_t n)
{
	FILE *file = open_part(prefix, suffix, "wb");
	if (fwrite(items, item_size, n, file) != n || fclose(file) != 0)
		bench_fail("%s%s: cannot be written", prefix, suffix);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double bench_median(double *values, size_t n)
{
	qsort(values, n, sizeof *values, compare);
	return (values[(n - 1) / 2] + values[n / 2]) / 2;
}
