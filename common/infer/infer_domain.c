/* The type and the domain that fit a column. */
#include "infer/infer_column.h"

#include "space/space_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer distinct numbers make no progression. */
#define MIN_POWERS 3
/* A float is listed value by value when each value is in this many rows on average: then it was
 * set, not drawn or measured. */
#define MIN_FLOAT_REPEATS 4
/* Fewer numbers are a list, and those as uneven. */
#define MIN_TRIED 16
#define MAX_UNEVEN 1.36

/* The whole factor from each distinct number to the next, or the distance; 0: they have none. */
static double common_step(const struct cml_infer_column *column, bool is_factor)
{
	const double *numbers = column->numbers;
	size_t n = column->n_distinct_numbers;
	if (n < MIN_POWERS || (is_factor && numbers[0] <= 0))
		return 0;
	double step = is_factor ? numbers[1] / numbers[0] : numbers[1] - numbers[0];
	if (is_factor && step != nearbyint(step))
		return 0;
	for (size_t i = 1; i < n; i++)
		if (is_factor ? numbers[i] != numbers[i - 1] * step
			      : numbers[i] - numbers[i - 1] != step)
			return 0;
	return step;
}

/* The step of whole numbers that were tried one by one, in few rows each and about evenly between
 * the least and the largest, as a draw from a range is; or 0. Sizes that people list get rarer
 * upwards. Source: the distance of Kolmogorov and Smirnov, at 5 %. */
static double step_of_range(const struct cml_infer_column *column)
{
	const double *numbers = column->numbers;
	size_t n = column->n_distinct_numbers;
	double step = 0, largest = 0;
	if (n < MIN_TRIED || column->n_numbers / n >= MIN_FLOAT_REPEATS)
		return 0;
	for (size_t i = 0; i < n; i++) {
		double share = (numbers[i] - column->lo) / (column->hi - column->lo);
		largest = fmax(largest, fmax(share - (double)i / (double)n,
					     (double)(i + 1) / (double)n - share));
		for (double rest = numbers[i] - column->lo; rest > 0;) {
			double divisor = rest;
			rest = fmod(step, divisor);
			step = divisor;
		}
	}
	return largest * sqrt((double)n) <= MAX_UNEVEN ? step : 0;
}

bool cml_infer_is_progression(const struct cml_infer_column *column)
{
	return column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS &&
	       (common_step(column, true) > 0 || common_step(column, false) > 0);
}

void cml_infer_append_number(struct cml_buffer *text, const char *before, double value)
{
	cml_buffer_printf(text, "%s%s", before, CML_PRINTED(value));
}

/* A list, or, of a progression and of more numbers than one lists, a range, with its factor or
 * step. */
static void append_numbers(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	bool whole = column->is_whole;
	size_t n = column->n_distinct_numbers;
	bool listed =
	    n <= CML_INFER_MAX_NUMBERS && (whole || column->n_numbers / n >= MIN_FLOAT_REPEATS);
	double factor = listed && whole ? common_step(column, true) : 0;
	double distance = listed && whole && factor == 0 ? common_step(column, false) : 0;
	if (listed && whole && factor == 0 && distance == 0 && column->role == CML_ROLE_PARAM)
		distance = step_of_range(column);
	bool is_range = factor > 0 || distance > 0 || !listed;
	for (size_t i = 0; !is_range && i < n; i++)
		cml_infer_append_number(domain, i > 0 ? "|" : "", column->numbers[i]);
	if (!is_range)
		return;
	cml_infer_append_number(domain, "", column->lo);
	cml_infer_append_number(domain, ":", column->hi);
	if (factor > 0)
		cml_infer_append_number(domain, ":*", factor);
	else if (distance > 1)
		cml_infer_append_number(domain, ":", distance);
}

static int compare_texts(const void *a, const void *b)
{
	return cml_slice_compare(*(const struct cml_slice *)a, *(const struct cml_slice *)b);
}

/* `False|True`, as the first cell has it, so that proposals are written in the words of the log;
 * nothing for 0 and 1, and for words in a case of their own. */
static void append_truths(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	static const char *const words[][2] = {{"false", "true"}, {"False", "True"},
					       {"FALSE", "TRUE"}, {"no", "yes"},
					       {"No", "Yes"},     {"NO", "YES"}};
	for (size_t i = 0; i < column->texts.n; i++)
		for (size_t w = 0; w < sizeof words / sizeof *words; w++)
			if (cml_slice_is(column->texts.texts[i], words[w][0]) ||
			    cml_slice_is(column->texts.texts[i], words[w][1])) {
				cml_buffer_printf(domain, "%s|%s", words[w][0], words[w][1]);
				return;
			}
}

enum cml_type cml_infer_domain(const struct cml_infer_column *column, struct cml_slice *scratch,
			       struct cml_buffer *domain)
{
	size_t n = column->texts.n;
	if (column->is_bool) {
		append_truths(column, domain);
		return CML_TYPE_BOOL;
	}
	if (column->is_number) {
		append_numbers(column, domain);
		return column->is_whole ? CML_TYPE_INT : CML_TYPE_FLOAT;
	}
	memcpy(scratch, column->texts.texts, n * sizeof *scratch);
	qsort(scratch, n, sizeof *scratch, compare_texts);
	cml_level_append_all(domain, scratch, n);
	return CML_TYPE_CATEGORICAL;
}
