#include "infer/infer_memory.h"

#include "base/number.h"
#include "infer/infer_relation.h"
#include "infer/names/column_name.h"
#include "infer/names/device_name.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* More values are no progression, however even. */
#define MAX_SET_VALUES 32
/* A value that is not whole, and stands in this many rows on average, was set. */
#define MIN_SET_REPEATS 4
/* A peak within these is that of a training on a device: it tells MB and bytes apart. */
#define MIN_DEVICE_GB 4
#define MAX_DEVICE_GB 512

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

static bool print_number(double number, struct cml_buffer *text)
{
	char digits[CML_NUMBER_SIZE];
	cml_print_double(number, digits);
	return cml_buffer_append_string(text, digits);
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

/* Into most[k] the most that ok jobs used with each of n_kinds devices, into n_jobs[k] how many
 * such jobs tell; returns that of all. */
static double most_used(const struct cml_infer_column *column, const struct cml_infer_column *kinds,
			size_t n_kinds, const struct cml_infer_rows *rows, double *most,
			size_t *n_jobs)
{
	double all = 0;
	memset(most, 0, n_kinds * sizeof *most);
	memset(n_jobs, 0, n_kinds * sizeof *n_jobs);
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
	return all;
}

/* How many of a column's unit are a GB, by its name or where its values leave no doubt; 0: not
 * known. */
static double units_per_gb(const struct cml_infer_column *column, double most)
{
	double units = cml_name_units_per_gb(column->plain);
	for (double size = 0x1p10; units == 0 && size <= 0x1p30; size *= 0x1p20)
		if (most > MIN_DEVICE_GB * size && most <= MAX_DEVICE_GB * size)
			units = size;
	return units;
}

/* Into sizes the memory of each device, in the column's unit; false where one is not known. */
static bool find_sizes(const struct cml_infer_column *column,
		       const struct cml_infer_column *devices, const struct cml_infer_rows *rows,
		       double sizes[MAX_KINDS])
{
	double most[MAX_KINDS];
	size_t n_jobs[MAX_KINDS], n = devices->texts.n;
	double units = units_per_gb(column, most_used(column, devices, n, rows, most, n_jobs));
	bool is_known = units > 0;
	for (size_t k = 0; is_known && k < n; k++) {
		sizes[k] = units * cml_device_memory(devices->texts.texts[k].data, most[k] / units);
		is_known = !isnan(sizes[k]);
	}
	return is_known;
}

static bool are_equal(const double *numbers, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (numbers[i] != numbers[0])
			return false;
	return true;
}

const struct cml_infer_column *cml_infer_memory_bound(const struct cml_infer_column *column,
						      const struct cml_infer_rows *rows,
						      struct cml_buffer *bound)
{
	double sizes[MAX_KINDS];
	if (cml_name_is_host(column->plain))
		return NULL;
	for (size_t i = 0; i < rows->n_columns; i++) {
		const struct cml_infer_column *devices = &rows->columns[i];
		if (!names_devices(devices) || devices->texts.n > MAX_KINDS ||
		    !find_sizes(column, devices, rows, sizes))
			continue;
		cml_buffer_clear(bound);
		if (are_equal(sizes, devices->texts.n)) {
			if (print_number(sizes[0], bound))
				return devices;
		} else if (devices->n_missing == 0 && is_kinds(devices) &&
			   print_sizes(devices, sizes, bound))
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
	double most[MAX_KINDS];
	size_t n_jobs[MAX_KINDS], n_kinds = kinds ? kinds->texts.n : 0;
	double all = most_used(column, kinds, n_kinds, rows, most, n_jobs);
	if (!(all > 0))
		return false;
	cml_buffer_clear(bound);
	*n_borrowed = 0;
	for (size_t k = 0; k < n_kinds; k++)
		if (n_jobs[k] < CML_INFER_MIN_MEASURED || !(most[k] > 0)) {
			most[k] = all;
			++*n_borrowed;
		}
	return n_kinds > 0 ? print_sizes(kinds, most, bound) : print_number(all, bound);
}
