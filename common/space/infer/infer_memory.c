#include "space/infer/infer_memory.h"

#include "base/number.h"
#include "space/infer/infer_relation.h"
#include "space/names/column_name.h"

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

/* More kinds of devices make no expression that anybody reads. */
#define MAX_KINDS 8

/* `2 x 8` counts nodes and devices. */
static bool is_product(struct cml_slice text)
{
	size_t i = 0, n_signs = 0;
	for (; i < text.size && strchr("0123456789 xX*", text.data[i]); i++)
		n_signs += text.data[i] != ' ' && !isdigit((unsigned char)text.data[i]);
	return i == text.size && n_signs > 0;
}

static bool names_devices(const struct cml_infer_column *column)
{
	return cml_name_is_device(column->plain) && column->texts.n > 0 &&
	       column->texts.n <= CML_INFER_MAX_LEVELS && !is_product(column->texts.texts[0]);
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

/* Whether its names can stand in an expression. */
static bool is_printable(const struct cml_infer_column *column)
{
	bool ok = !strchr(column->name, '`');
	for (size_t i = 0; i < column->texts.n; i++) {
		struct cml_slice level = column->texts.texts[i];
		ok = ok && (!memchr(level.data, '\'', level.size) ||
			    !memchr(level.data, '"', level.size));
	}
	return ok;
}

/* A setting of a few kinds of devices. */
static bool is_kinds(const struct cml_infer_column *column)
{
	return cml_is_config_role(column->role) && names_devices(column) &&
	       !cml_infer_is_number(column) && column->texts.n > 1 &&
	       column->texts.n <= MAX_KINDS && is_printable(column);
}

bool cml_infer_print_text(struct cml_slice text, struct cml_buffer *out)
{
	char quote = memchr(text.data, '\'', text.size) ? '"' : '\'';
	return cml_buffer_printf(out, "%c%.*s%c", quote, (int)text.size, text.data, quote);
}

/* `40 * (gpu == 'A100-40GB') + 80 * (gpu == 'A100-80GB')`, sizes by text of the column. */
static bool print_sizes(const struct cml_infer_column *column, const double *sizes,
			struct cml_buffer *text)
{
	char number[CML_NUMBER_SIZE];
	bool ok = true;
	for (size_t i = 0; ok && i < column->texts.n; i++) {
		struct cml_slice level = column->texts.texts[i];
		cml_print_double(sizes[i], number);
		ok = cml_buffer_printf(text, "%s%s * (", i > 0 ? " + " : "", number) &&
		     cml_infer_print_name(column->name, text) &&
		     cml_buffer_append_string(text, " == ") && cml_infer_print_text(level, text) &&
		     cml_buffer_append_string(text, ")");
	}
	return ok;
}

/* Whether a row of the sample is an ok job that reports it. */
static bool tells_memory(const struct cml_infer_column *column, const struct cml_infer_rows *rows,
			 size_t row)
{
	return rows->job_ok[row] && !isnan(column->sample[row]);
}

const struct cml_infer_column *cml_infer_memory_bound(const struct cml_infer_column *column,
						      const struct cml_infer_rows *rows,
						      struct cml_buffer *bound)
{
	double most = -INFINITY;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (tells_memory(column, rows, row))
			most = fmax(most, column->sample[row]);
	for (size_t i = 0; cml_name_is_in_gb(column->plain) && i < rows->n_columns; i++) {
		const struct cml_infer_column *devices = &rows->columns[i];
		double sizes[MAX_KINDS];
		bool is_one = false;
		double size = names_devices(devices) ? size_of_devices(devices, &is_one) : NAN;
		if (isnan(size) || most > size)
			continue;
		cml_buffer_clear(bound);
		if (is_one && cml_buffer_printf(bound, "%g", size))
			return devices;
		if (is_one || devices->n_missing > 0 || !is_kinds(devices))
			continue;
		for (size_t k = 0; k < devices->texts.n; k++)
			sizes[k] = size_in_name(devices->texts.texts[k]);
		if (print_sizes(devices, sizes, bound))
			return devices;
	}
	return NULL;
}

const struct cml_infer_column *cml_infer_several_devices(const struct cml_infer_column *columns,
							 size_t n_columns)
{
	for (size_t i = 0; i < n_columns; i++)
		if (is_kinds(&columns[i]))
			return &columns[i];
	return NULL;
}

size_t cml_infer_largest_device(const struct cml_infer_column *column,
				const struct cml_infer_column *kinds, size_t n_rows)
{
	size_t largest = 0;
	double most = -INFINITY;
	for (size_t row = 0; row < n_rows; row++)
		for (size_t k = 0; k < kinds->texts.n && column->sample[row] > most; k++)
			if (cml_infer_has_text(kinds->texts.texts[k], kinds->sample[row])) {
				largest = k;
				most = column->sample[row];
			}
	return largest;
}

bool cml_infer_memory_used(const struct cml_infer_column *column,
			   const struct cml_infer_column *kinds, const struct cml_infer_rows *rows,
			   struct cml_buffer *bound, size_t *n_borrowed)
{
	char number[CML_NUMBER_SIZE];
	double most[MAX_KINDS] = {0}, all = 0;
	size_t n_jobs[MAX_KINDS] = {0}, n_kinds = kinds ? kinds->texts.n : 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		if (!tells_memory(column, rows, row))
			continue;
		all = fmax(all, column->sample[row]);
		for (size_t k = 0; k < n_kinds; k++)
			if (cml_infer_has_text(kinds->texts.texts[k], kinds->sample[row])) {
				n_jobs[k]++;
				most[k] = fmax(most[k], column->sample[row]);
			}
	}
	if (!(all > 0))
		return false;
	cml_buffer_clear(bound);
	*n_borrowed = 0;
	for (size_t k = 0; k < n_kinds; k++)
		if (n_jobs[k] < CML_INFER_MIN_MEASURED || !(most[k] > 0)) {
			most[k] = all;
			++*n_borrowed;
		}
	if (n_kinds > 0)
		return print_sizes(kinds, most, bound);
	cml_print_double(all, number);
	return cml_buffer_append_string(bound, number);
}
