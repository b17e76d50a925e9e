/* Typos in settings: `flahs2`, 88 or -2 in one row. */
#include "infer/infer_state.h"

#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows for each of a typo, and how often what was meant is there. */
#define MIN_ROWS 30
#define MAX_TYPOS 2
#define MIN_MEANT 5
/* How many times all others a number is that fits no spacing. */
#define FAR 5

/* Digits of a number, one of which may be another. */
#define MIN_DIGITS 4

static int compare_letters(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/* The letters of a text in order, or its digits as they come. */
static void spell_out(const char *text, bool in_order, char spelled[CML_QUOTE_SIZE])
{
	size_t n = 0;
	for (; *text && n + 1 < CML_QUOTE_SIZE; text++)
		if (in_order || isdigit((unsigned char)*text))
			spelled[n++] = *text;
	spelled[n] = '\0';
	if (in_order)
		qsort(spelled, n, 1, compare_letters);
}

static bool are_same(const char *a, const char *b, bool in_order)
{
	char x[CML_QUOTE_SIZE], y[CML_QUOTE_SIZE];
	spell_out(a, in_order, x);
	spell_out(b, in_order, y);
	return strcmp(x, y) == 0;
}

/* The column without one of its numbers. */
static struct cml_infer_column without(const struct cml_infer_column *column, double value)
{
	struct cml_infer_column rest = *column;
	rest.n_distinct_numbers = 0;
	for (size_t i = 0; i < column->n_distinct_numbers; i++)
		if (column->numbers[i] != value)
			rest.numbers[rest.n_distinct_numbers++] = column->numbers[i];
	return rest;
}

/* Whether a number is none that the others would go on to: not spaced as they are, below 0 alone,
 * or far from all. */
static bool is_out_of_place(const struct cml_infer_column *column, double value)
{
	struct cml_infer_column rest = without(column, value);
	size_t n = rest.n_distinct_numbers;
	if (n < 2)
		return false;
	double first = rest.numbers[0], second = rest.numbers[1], last = rest.numbers[n - 1];
	if (first >= 0 && value < 0)
		return true;
	bool is_progression = cml_infer_is_progression(&rest);
	double steps = (value - first) / (second - first);
	if (is_progression && first > 0 && second * second == first * rest.numbers[2])
		steps = log(value / first) / log(second / first);
	else if (value > FAR * last || value * FAR < first)
		return true;
	return is_progression && fabs(steps - nearbyint(steps)) > 1e-9;
}

/* Whether a text may be another one with a typo. fp8 is none for fp16, nor 96 for 16, nor L40 for
 * L40S; bf61 is one for bf16, and 88 for 8. */
static bool may_mean(const struct cml_infer_column *column, struct cml_slice text,
		     struct cml_slice meant, bool is_number)
{
	if (are_same(text.data, meant.data, true))
		return true;
	return is_number ? text.size != meant.size || text.size >= MIN_DIGITS
			 : column->role == CML_ROLE_PARAM && are_same(text.data, meant.data, false);
}

/* What a value that few rows have is probably meant to be; NULL: it is none. */
static const char *meant_by(const struct cml_infer_column *column, size_t symbol)
{
	const char *choices[CML_INFER_MAX_NUMBERS] = {0};
	struct cml_slice text = column->texts.texts[symbol];
	double value, other;
	bool is_number = cml_parse_double(text, &value);
	size_t n = 0;
	for (size_t i = 0; i < column->texts.n && n < CML_INFER_MAX_NUMBERS; i++) {
		struct cml_slice choice = column->texts.texts[i];
		if (column->text_counts[i] < MIN_MEANT * column->text_counts[symbol])
			continue;
		if (is_number && cml_parse_double(choice, &other) &&
		    (value == 10 * other || other == 10 * value) && is_out_of_place(column, value))
			return choice.data;
		if (may_mean(column, text, choice, is_number))
			choices[n++] = choice.data;
	}
	const char *meant = cml_text_nearest(text, choices, n);
	return meant && is_number && !is_out_of_place(column, value) ? NULL : meant;
}

bool cml_infer_find_typo(const struct cml_infer_column *column, size_t *symbol, const char **meant)
{
	bool is_list = column->is_number ? column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS
					 : column->texts.n <= CML_INFER_MAX_NUMBERS;
	for (*symbol = 0; is_list && *symbol < column->texts.n; ++*symbol)
		if (column->text_counts[*symbol] <= MAX_TYPOS &&
		    MIN_ROWS * column->text_counts[*symbol] <= column->n_present &&
		    (*meant = meant_by(column, *symbol)))
			return true;
	return false;
}
