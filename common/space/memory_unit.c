#include "space/memory_unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MIN_KNOWN 5
/* How far the middle may be from what a value is in the right unit. */
#define MAX_SPREAD 20

double cml_memory_unit_bytes(const char *unit)
{
	static const char prefixes[] = "kmgt";
	char first = (char)(*unit | 0x20);
	if (strcmp(unit, "B") == 0 || strcasecmp(unit, "bytes") == 0)
		return 1;
	const char *prefix = *unit ? strchr(prefixes, first) : NULL;
	if (!prefix || !*prefix)
		return 0;
	double power = (double)(prefix - prefixes + 1);
	return strcasecmp(unit + 1, "B") == 0    ? pow(1000, power)
	       : strcasecmp(unit + 1, "iB") == 0 ? pow(1024, power)
						 : 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double cml_unit_factor(double value, double *known, size_t n, double beyond)
{
	if (n < MIN_KNOWN || !(value > 0))
		return 0;
	qsort(known, n, sizeof *known, compare);
	double middle = known[n / 2];
	bool is_above = value >= beyond * known[n - 1];
	if (!(known[0] > 0) || !(is_above || beyond * value <= known[0]))
		return 0;
	double ratio = is_above ? value / middle : middle / value;
	for (double factor = 1e3; factor <= 1e12; factor *= 1e3)
		if (ratio <= factor * MAX_SPREAD && ratio * MAX_SPREAD >= factor)
			return is_above ? factor : 1 / factor;
	return 0;
}
