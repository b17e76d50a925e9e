#include "space/infer/infer_memory.h"

#include "base/number.h"
#include "space/infer/infer_name.h"
#include "space/infer/infer_relation.h"

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

static bool names_devices(const struct cml_infer_column *column)
{
	return cml_name_is_device(column->plain) && column->texts.n > 0 && column->n_missing == 0 &&
	       column->texts.n <= CML_INFER_MAX_LEVELS;
}

/* The largest of its devices, NaN where one does not tell its size; whether all have it. */
static double size_of_devices(const struct cml_infer_column *column, bool *is_one)
{
	double largest = NAN;
	*is_one = true;
	for (size_t i = 0; i < column->texts.n; i++) {
		double size = size_in_name(column->texts.texts[i]);
		*is_one = *is_one && (i == 0 || size == largest);
		if (isnan(size))
			return NAN;
		largest = fmax(largest, size);
	}
	return largest;
}

/* `40 * (gpu == 'A100-40GB') + 80 * (gpu == 'A100-80GB')`: false where a name cannot stand there.
 */
static bool print_sizes(const struct cml_infer_column *column, struct cml_buffer *text)
{
	bool ok = !strchr(column->name, '`');
	for (size_t i = 0; ok && i < column->texts.n; i++) {
		struct cml_slice level = column->texts.texts[i];
		ok = !memchr(level.data, '\'', level.size) &&
		     cml_buffer_printf(text, "%s%g * (", i > 0 ? " + " : "", size_in_name(level)) &&
		     cml_infer_print_name(column->name, text) &&
		     cml_buffer_printf(text, " == '%.*s')", (int)level.size, level.data);
	}
	return ok;
}

const struct cml_infer_column *cml_infer_memory_bound(const struct cml_infer_column *column,
						      const struct cml_infer_column *columns,
						      size_t n_columns, struct cml_buffer *bound)
{
	for (size_t i = 0; cml_name_is_in_gb(column->plain) && i < n_columns; i++) {
		const struct cml_infer_column *devices = &columns[i];
		bool is_one = false;
		double size = names_devices(devices) ? size_of_devices(devices, &is_one) : NAN;
		if (isnan(size) || column->hi > size)
			continue;
		cml_buffer_clear(bound);
		if (is_one ? cml_buffer_printf(bound, "%g", size)
			   : cml_is_config_role(devices->role) && print_sizes(devices, bound))
			return devices;
	}
	return NULL;
}

const struct cml_infer_column *cml_infer_several_devices(const struct cml_infer_column *columns,
							 size_t n_columns)
{
	for (size_t i = 0; i < n_columns; i++)
		if (names_devices(&columns[i]) && columns[i].texts.n > 1 &&
		    cml_is_config_role(columns[i].role))
			return &columns[i];
	return NULL;
}
