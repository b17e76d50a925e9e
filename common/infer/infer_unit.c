#include "infer/infer_unit.h"

#include "base/number.h"
#include "infer/infer_memory.h"
#include "infer/names/column_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More units are part of a name. */
#define MAX_UNITS 4

/* `MiB`, `% `, `/s`; a unit has no digit. */
static bool is_unit(struct cml_slice unit)
{
	return isalpha((unsigned char)unit.data[0]) || unit.data[0] == '%' || unit.data[0] == '/';
}

/* Whether the unit is one of the n, to which it is added; false for one too many. */
static bool add_unit(struct cml_slice *units, size_t *n, struct cml_slice unit)
{
	for (size_t i = 0; i < *n; i++)
		if (cml_slice_equal(units[i], unit))
			return true;
	if (*n == MAX_UNITS || !is_unit(unit))
		return false;
	units[(*n)++] = unit;
	return true;
}

bool cml_infer_has_units(const struct cml_infer_column *column)
{
	struct cml_slice units[MAX_UNITS];
	size_t n_units = 0, n_loose = 0;
	/* sacct's exit codes are 1:0. */
	if (!cml_infer_is_text(column) || column->is_version ||
	    cml_name_is_exit_code(column->plain))
		return false;
	for (size_t i = 0; i < column->texts.n; i++) {
		double plain;
		if (cml_parse_double(column->texts.texts[i], &plain))
			continue;
		struct cml_loose_number number = cml_number_loose(column->texts.texts[i]);
		if (number.kind == CML_LOOSE_NONE ||
		    (number.kind == CML_LOOSE_UNIT && !add_unit(units, &n_units, number.unit)))
			return false;
		n_loose++;
	}
	return n_loose > 0;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

bool cml_infer_is_measured_quantity(const struct cml_infer_column *column)
{
	double numbers[CML_INFER_MAX_NUMBERS];
	size_t n = column->texts.n, n_distinct = 0;
	if (n < CML_INFER_MIN_MEASURED || !cml_infer_has_units(column))
		return false;
	if (n > CML_INFER_MAX_NUMBERS)
		return true;
	for (size_t i = 0; i < n; i++)
		if (!cml_parse_double(column->texts.texts[i], &numbers[i]))
			numbers[i] = cml_number_loose(column->texts.texts[i]).value;
	qsort(numbers, n, sizeof *numbers, compare_numbers);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || numbers[i] != numbers[n_distinct - 1])
			numbers[n_distinct++] = numbers[i];
	return !cml_infer_is_progression(numbers, n_distinct);
}

bool cml_infer_is_used_memory(const struct cml_infer_column *column)
{
	return cml_infer_is_memory(column) ||
	       (cml_name_is_memory(column->plain) && cml_infer_is_measured_quantity(column));
}

const char *cml_infer_unit_advice(const struct cml_infer_column *column,
				  char text[CML_UNIT_ADVICE_SIZE])
{
	char quoted[CML_QUOTE_SIZE], advice[CML_ADVICE_SIZE];
	text[0] = '\0';
	if (cml_infer_has_units(column))
		snprintf(text, CML_UNIT_ADVICE_SIZE, "; %s is no plain number%s",
			 cml_text_quote(cml_slice_of(column->odd), quoted, sizeof quoted),
			 cml_number_advice(cml_slice_of(column->odd), advice));
	return text;
}
