#include "space/infer/infer_memory.h"

#include "base/number.h"
#include "space/infer/infer_name.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* More values are no progression, however even. */
#define MAX_SET_VALUES 32
/* A value that is not whole, and stands in this many rows on average, was set. */
#define MIN_SET_REPEATS 4

bool cml_infer_is_progression(const double *numbers, size_t n)
{
	bool even = n <= MAX_SET_VALUES, powers = even && n > 0 && numbers[0] > 0;
	for (size_t i = 2; i < n; i++) {
		even = even && numbers[i] - numbers[i - 1] == numbers[1] - numbers[0];
		powers = powers && numbers[i] / numbers[i - 1] == numbers[1] / numbers[0];
	}
	return even || powers;
}

bool cml_infer_is_memory(const struct cml_infer_column *column)
{
	size_t n = column->n_distinct_numbers;
	if (!cml_infer_is_number(column) || !cml_name_is_memory(column->plain) ||
	    n < CML_INFER_MIN_MEASURED)
		return false;
	if (n > CML_INFER_MAX_NUMBERS)
		return true;
	bool repeats = column->n_numbers / n >= MIN_SET_REPEATS;
	if (cml_infer_is_progression(column->numbers, n))
		return false;
	return cml_infer_is_whole(column) || !repeats;
}

/* The number before `GB` in the name of a device, NaN without one. */
static double size_in_name(struct cml_slice name)
{
	for (size_t i = 0; i + 1 < name.size; i++) {
		if (tolower((unsigned char)name.data[i]) != 'g' ||
		    tolower((unsigned char)name.data[i + 1]) != 'b')
			continue;
		size_t end = i;
		while (end > 0 && (name.data[end - 1] == ' ' || name.data[end - 1] == '-'))
			end--;
		size_t start = end;
		while (start > 0 && isdigit((unsigned char)name.data[start - 1]))
			start--;
		double size;
		struct cml_slice digits = {name.data + start, end - start};
		if (cml_parse_double(digits, &size) && size > 0)
			return size;
	}
	return NAN;
}

static double size_of_devices(const struct cml_infer_column *column)
{
	if (!cml_name_is_device(column->plain) || column->texts.n == 0 || column->n_missing > 0 ||
	    column->texts.n > CML_INFER_MAX_LEVELS)
		return NAN;
	double size = size_in_name(column->texts.texts[0]);
	for (size_t i = 1; i < column->texts.n; i++)
		if (size_in_name(column->texts.texts[i]) != size)
			return NAN;
	return size;
}

double cml_infer_memory_bound(const struct cml_infer_column *column,
			      const struct cml_infer_column *columns, size_t n_columns,
			      const char **devices)
{
	for (size_t i = 0; cml_name_is_in_gb(column->plain) && i < n_columns; i++) {
		double size = size_of_devices(&columns[i]);
		if (isnan(size) || column->hi > size)
			continue;
		*devices = columns[i].name;
		return size;
	}
	return NAN;
}
