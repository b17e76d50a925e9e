#include "infer/infer_column.h"

#include "base/date.h"
#include "base/number.h"
#include "space/cell.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers up to here are doubles, and so are their neighbours. */
#define MAX_WHOLE 9007199254740992.0
/* Fewer distinct numbers make no progression. */
#define MIN_POWERS 3
/* A float is listed value by value when each value stands in this many rows on
 * average: then it was set, not drawn or measured. */
#define MIN_FLOAT_REPEATS 4
#define MIN_DIGEST_SIZE 16
#define MAX_CODES 10

void cml_infer_column_release(struct cml_infer_column *column)
{
	cml_symbols_release(&column->texts);
	free(column->text_counts);
	free(column->sample);
	cml_arena_release(&column->arena);
	*column = (struct cml_infer_column){0};
}

static bool is_truth(struct cml_slice cell)
{
	static const char *const words[] = {"0", "1", "true", "false", "yes", "no"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cml_slice_is_nocase(cell, words[i]))
			return true;
	return false;
}

static void count_date(struct cml_infer_column *column, struct cml_slice cell)
{
	struct cml_time times[2];
	bool is_date[2];
	for (int order = CML_MONTH_FIRST; order <= CML_DAY_FIRST; order++) {
		is_date[order] = cml_time_parse(cell, (enum cml_date_order)order, &times[order]);
		column->n_dates[order] += is_date[order];
	}
	bool has_clock;
	if (cml_time_is_short(cell, &has_clock))
		column->n_short[has_clock]++;
	column->n_two_dates += is_date[0] && is_date[1] && times[0].seconds != times[1].seconds;
}

static bool is_digest(struct cml_slice cell)
{
	for (size_t i = 0; i < cell.size; i++)
		if (!isxdigit((unsigned char)cell.data[i]))
			return false;
	return cell.size >= MIN_DIGEST_SIZE;
}

static void add_distinct_number(struct cml_infer_column *column, double value)
{
	size_t n = column->n_distinct_numbers, low = 0;
	if (n > CML_INFER_MAX_NUMBERS)
		return;
	for (size_t high = n; low < high;) {
		size_t middle = low + (high - low) / 2;
		if (column->numbers[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < n && column->numbers[low] == value)
		return;
	column->n_distinct_numbers++;
	if (n == CML_INFER_MAX_NUMBERS)
		return;
	memmove(column->numbers + low + 1, column->numbers + low,
		(n - low) * sizeof *column->numbers);
	column->numbers[low] = value;
}

static void add_number(struct cml_infer_column *column, double value)
{
	bool first = column->n_numbers == 0;
	column->rises = first || (column->rises && value > column->last);
	column->lo = first ? value : fmin(column->lo, value);
	column->hi = first ? value : fmax(column->hi, value);
	column->n_numbers++;
	column->n_whole += value == nearbyint(value) && fabs(value) <= MAX_WHOLE;
	column->last = value;
	add_distinct_number(column, value);
}

static bool add_text(struct cml_infer_column *column, struct cml_slice cell)
{
	size_t symbol = cml_symbols_find(&column->texts, cell);
	if (symbol == CML_NO_SYMBOL) {
		if (column->texts.n > CML_INFER_MAX_LEVELS)
			return true;
		symbol = cml_symbols_intern(&column->texts, cell);
		if (symbol == CML_NO_SYMBOL ||
		    !cml_array_reserve((void **)&column->text_counts, &column->text_capacity,
				       symbol + 1, sizeof *column->text_counts))
			return false;
		column->text_counts[symbol] = 0;
		column->has_bad_level = column->has_bad_level || cml_level_problem(cell);
	}
	column->text_counts[symbol]++;
	return true;
}

bool cml_infer_column_add(struct cml_infer_column *column, struct cml_slice cell, bool missing)
{
	column->n_cells++;
	if (missing) {
		column->n_missing++;
		column->n_none += cml_slice_is(cell, "None");
		column->last = NAN;
		return true;
	}
	double value;
	column->n_truths += !column->is_version && is_truth(cell);
	if (!column->is_version && cml_parse_double(cell, &value)) {
		add_number(column, value + 0.0);
	} else {
		column->last = cml_unknown_symbol(cell);
		count_date(column, cell);
		column->n_unknown += cml_slice_is_nocase(cell, "unknown");
		column->n_digests += is_digest(cell);
		if (!column->odd && !(column->odd = cml_arena_copy(&column->arena, cell)))
			return false;
	}
	return add_text(column, cell);
}

bool cml_infer_column_keep(struct cml_infer_column *column, size_t at)
{
	if (!cml_array_reserve((void **)&column->sample, &column->sample_capacity, at + 1,
			       sizeof *column->sample))
		return false;
	column->sample[at] = column->last;
	return true;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

bool cml_infer_column_count(struct cml_infer_column *column, size_t n_rows)
{
	double *values = cml_array_new(n_rows, sizeof *values);
	if (!values)
		return false;
	size_t n = 0;
	for (size_t i = 0; i < n_rows; i++)
		if (!isnan(column->sample[i]))
			values[n++] = column->sample[i];
	qsort(values, n, sizeof *values, compare_numbers);
	column->n_sample_present = n;
	column->n_sample_distinct = n > 0;
	for (size_t i = 1; i < n; i++)
		column->n_sample_distinct += values[i] != values[i - 1];
	free(values);
	return true;
}

bool cml_infer_has_text(struct cml_slice text, double value)
{
	double number;
	return cml_unknown_symbol(text) == value ||
	       (cml_parse_double(text, &number) && number == value);
}

size_t cml_infer_n_present(const struct cml_infer_column *column)
{
	return column->n_cells - column->n_missing;
}

size_t cml_infer_n_dates(const struct cml_infer_column *column)
{
	const size_t *n = column->n_dates;
	return n[CML_DAY_FIRST] > n[CML_MONTH_FIRST] ? n[CML_DAY_FIRST] : n[CML_MONTH_FIRST];
}

bool cml_infer_is_number(const struct cml_infer_column *column)
{
	return !column->is_code && column->n_numbers > 0 &&
	       column->n_numbers == cml_infer_n_present(column);
}

bool cml_infer_is_whole(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) && column->n_whole == column->n_numbers;
}

bool cml_infer_is_short_list(const struct cml_infer_column *column)
{
	return cml_infer_is_whole(column) && column->n_distinct_numbers <= MAX_CODES;
}

bool cml_infer_is_text(const struct cml_infer_column *column)
{
	return cml_infer_n_present(column) > column->n_numbers;
}

bool cml_infer_is_bool(const struct cml_infer_column *column)
{
	return column->n_truths > 0 && column->n_truths == cml_infer_n_present(column) &&
	       column->texts.n > 1;
}

bool cml_infer_is_constant(const struct cml_infer_column *column)
{
	return column->n_missing == 0 &&
	       (cml_infer_is_number(column) ? column->n_distinct_numbers == 1
					    : column->texts.n == 1);
}

/* `1:2` alone reads as a range, which texts do not have. */
static bool looks_like_range(struct cml_slice text)
{
	struct cml_symbols symbols = {0};
	struct cml_domain domain = {0};
	struct cml_error err;
	bool is_level =
	    cml_domain_parse(&domain, text, CML_TYPE_CATEGORICAL, &symbols, &err) == CML_OK;
	cml_domain_release(&domain);
	cml_symbols_release(&symbols);
	return !is_level;
}

bool cml_infer_is_unlistable(const struct cml_infer_column *column)
{
	return column->has_bad_level || column->texts.n > CML_INFER_MAX_LEVELS ||
	       (column->texts.n == 1 && looks_like_range(column->texts.texts[0]));
}

/* The whole factor from each distinct number to the next, or 0. */
static double common_factor(const struct cml_infer_column *column)
{
	const double *numbers = column->numbers;
	if (column->n_distinct_numbers < MIN_POWERS || numbers[0] <= 0)
		return 0;
	double factor = numbers[1] / numbers[0];
	if (factor != nearbyint(factor))
		return 0;
	for (size_t i = 1; i < column->n_distinct_numbers; i++)
		if (numbers[i] != numbers[i - 1] * factor)
			return 0;
	return factor;
}

/* The distance from each distinct number to the next, or 0. */
static double common_distance(const struct cml_infer_column *column)
{
	const double *numbers = column->numbers;
	if (column->n_distinct_numbers < MIN_POWERS)
		return 0;
	for (size_t i = 2; i < column->n_distinct_numbers; i++)
		if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0])
			return 0;
	return numbers[1] - numbers[0];
}

static bool append_number(struct cml_buffer *domain, const char *before, double value)
{
	char number[CML_NUMBER_SIZE];
	size_t size = cml_print_double(value, number);
	return cml_buffer_append_string(domain, before) && cml_buffer_append(domain, number, size);
}

static bool number_domain(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	bool whole = cml_infer_is_whole(column);
	size_t n = column->n_distinct_numbers;
	bool listed =
	    n <= CML_INFER_MAX_NUMBERS && (whole || column->n_numbers / n >= MIN_FLOAT_REPEATS);
	double factor = listed && whole ? common_factor(column) : 0;
	double distance = listed && whole && factor == 0 ? common_distance(column) : 0;
	if (factor > 0 || distance > 0 || !listed) {
		bool ok =
		    append_number(domain, "", column->lo) && append_number(domain, ":", column->hi);
		if (factor > 0)
			return ok && append_number(domain, ":*", factor);
		return ok && (distance <= 1 || append_number(domain, ":", distance));
	}
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++)
		ok = append_number(domain, i > 0 ? "|" : "", column->numbers[i]);
	return ok;
}

static int compare_texts(const void *a, const void *b)
{
	return cml_slice_compare(*(const struct cml_slice *)a, *(const struct cml_slice *)b);
}

static bool text_domain(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	size_t n = column->texts.n;
	struct cml_slice *texts = cml_array_new(n, sizeof *texts);
	bool ok = texts != NULL;
	if (ok)
		memcpy(texts, column->texts.texts, n * sizeof *texts);
	if (ok)
		qsort(texts, n, sizeof *texts, compare_texts);
	for (size_t i = 0; ok && i < n; i++)
		ok = (i == 0 || cml_buffer_append(domain, "|", 1)) &&
		     cml_buffer_append(domain, texts[i].data, texts[i].size);
	free(texts);
	return ok;
}

/* `False|True`, as the first cell has it, so that proposals are written in the words of the log;
 * nothing for 0 and 1, and for words in a case of their own. */
static bool truth_domain(const struct cml_infer_column *column, struct cml_buffer *domain)
{
	static const char *const words[][2] = {{"false", "true"}, {"False", "True"},
					       {"FALSE", "TRUE"}, {"no", "yes"},
					       {"No", "Yes"},     {"NO", "YES"}};
	for (size_t i = 0; i < column->texts.n; i++)
		for (size_t w = 0; w < sizeof words / sizeof *words; w++)
			if (cml_slice_is(column->texts.texts[i], words[w][0]) ||
			    cml_slice_is(column->texts.texts[i], words[w][1]))
				return cml_buffer_printf(domain, "%s|%s", words[w][0], words[w][1]);
	return true;
}

bool cml_infer_domain(const struct cml_infer_column *column, enum cml_type *type,
		      struct cml_buffer *domain)
{
	if (cml_infer_is_bool(column)) {
		*type = CML_TYPE_BOOL;
		return truth_domain(column, domain);
	}
	if (cml_infer_is_number(column)) {
		*type = cml_infer_is_whole(column) ? CML_TYPE_INT : CML_TYPE_FLOAT;
		return number_domain(column, domain);
	}
	*type = CML_TYPE_CATEGORICAL;
	return text_domain(column, domain);
}
