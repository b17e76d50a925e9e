/* Columns that hold the memory which jobs were measured to use, as limits. */
#include "infer/infer_state.h"

#include "base/number.h"
#include "infer/names/names.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer different values are a list that someone wrote. */
#define MIN_MEASURED 8
/* More values are no list, however even. */
#define MAX_SET_VALUES 32
/* A value that is not whole, and stands in this many rows on average, was set. */
#define MIN_SET_REPEATS 4
bool cml_infer_is_used_memory(const struct cml_infer_column *column)
{
	size_t n = column->n_distinct_numbers;
	if (!cml_name_is_memory(column->plain))
		return false;
	if (!cml_infer_is_number(column))
		return column->texts.n >= MIN_MEASURED && cml_infer_has_units(column);
	if (n < MIN_MEASURED || n > CML_INFER_MAX_NUMBERS)
		return n > CML_INFER_MAX_NUMBERS;
	bool repeats = column->n_numbers / n >= MIN_SET_REPEATS;
	bool is_list = n <= MAX_SET_VALUES && cml_infer_is_progression(column);
	return !is_list && (cml_infer_is_whole(column) || !repeats);
}

/* The number before GB in the name of a device: 80 of `A100-SXM4-80GB`; NaN without one. */
static double size_in_name(const char *name)
{
	for (const char *at = name; (at = strpbrk(at, "gG")); at++) {
		const char *digits = at > name && at[-1] == ' ' ? at - 1 : at;
		bool is_unit = tolower((unsigned char)at[1]) == 'b' ||
			       (at[1] == 'i' && tolower((unsigned char)at[2]) == 'b');
		while (digits > name && isdigit((unsigned char)digits[-1]))
			digits--;
		if (is_unit && isdigit((unsigned char)*digits))
			return strtod(digits, NULL);
	}
	return NAN;
}

/* The size in the names of all devices; NaN: they differ, or have none. */
static double size_in_names(const struct cml_infer_column *devices)
{
	bool ok = cml_name_is_device(devices->plain) && cml_infer_is_text(devices) &&
		  devices->texts.n <= CML_INFER_MAX_LEVELS;
	double size = ok ? size_in_name(devices->texts.texts[0].data) : NAN;
	for (size_t i = 1; i < devices->texts.n && !isnan(size); i++)
		if (size_in_name(devices->texts.texts[i].data) != size)
			return NAN;
	return size;
}

/* The column whose names have the memory of the devices, which *size is set to, in the unit of the
 * column; NULL: none has, or a job used more. */
static const struct cml_infer_column *find_devices(const struct cml_infer_column *column,
						   const struct cml_infer_rows *rows, double most,
						   double *size)
{
	for (size_t i = 0; i < rows->n_columns; i++) {
		*size = cml_name_units_per_gb(column->plain) * size_in_names(&rows->columns[i]);
		if (*size >= most && *size > 0)
			return &rows->columns[i];
	}
	return NULL;
}

/* Memory that jobs used is a limit where it is known how much there is, or jobs had too little, or
 * failed without a reason: most of what people do not launch lacks memory. */
static void decide_memory(struct cml_inference *infer, struct cml_infer_column *column)
{
	const struct cml_infer_rows *rows = &infer->rows;
	char number[CML_NUMBER_SIZE], advice[CML_UNIT_ADVICE_SIZE];
	double size, most = 0;
	for (size_t row = 0; row < rows->n_rows; row++)
		if (rows->job_ok[row])
			most = fmax(most, column->sample[row]);
	const struct cml_infer_column *devices = find_devices(column, rows, most, &size);
	bool is_limit = cml_infer_is_number(column) && !cml_name_is_host(column->plain) &&
			most > 0 && (devices || rows->has_oom || rows->has_failed);
	column->role = is_limit ? CML_ROLE_LIMIT : CML_ROLE_IGNORE;
	if (!is_limit)
		cml_infer_note(
		    infer, column,
		    "likely: outcome, memory that jobs used: to have it learned, give it "
		    "the role limit and its bound as the domain, such as :78%s",
		    cml_infer_unit_advice(column, advice));
	else if (devices)
		cml_infer_note(infer, column,
			       "likely: limit, its bound is the memory of the devices in '%s'; a "
			       "lower one leaves a margin",
			       devices->name);
	else
		cml_infer_note(
		    infer, column,
		    "likely: limit, as jobs %s; its bound is the maximum that a job used, "
		    "whatever its device; the memory of the device is better",
		    rows->has_oom ? "ran out of memory" : "failed, and memory may be why");
	cml_print_double(devices ? size : most, number);
	column->bound = cml_arena_copy(&column->arena, cml_slice_of(number));
	infer->no_memory = infer->no_memory || !column->bound;
}

void cml_infer_decide_memory(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	for (size_t i = 0; i < rows->n_columns; i++)
		if (rows->candidate[i] && rows->columns[i].outcome &&
		    cml_infer_is_used_memory(&rows->columns[i]))
			decide_memory(infer, &rows->columns[i]);
}
