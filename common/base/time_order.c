#include "base/date.h"

#include "base/memory.h"
#include "base/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The run of digits at *at without its leading zeros; *at moves past it. */
static struct cml_slice take_run(struct cml_slice text, size_t *at)
{
	while (*at < text.size && text.data[*at] == '0')
		(*at)++;
	size_t start = *at;
	while (*at < text.size && cml_is_digit(text.data[*at]))
		(*at)++;
	return (struct cml_slice){text.data + start, *at - start};
}

int cml_natural_compare(struct cml_slice a, struct cml_slice b)
{
	size_t i = 0, j = 0;
	while (i < a.size && j < b.size) {
		if (cml_is_digit(a.data[i]) && cml_is_digit(b.data[j])) {
			struct cml_slice x = take_run(a, &i), y = take_run(b, &j);
			if (x.size != y.size)
				return x.size < y.size ? -1 : 1;
			int order = cml_slice_compare(x, y);
			if (order != 0)
				return order;
		} else {
			unsigned char x = (unsigned char)a.data[i++],
				      y = (unsigned char)b.data[j++];
			if (x != y)
				return x < y ? -1 : 1;
		}
	}
	return (i < a.size) - (j < b.size);
}

/* A cell, read in the way that all cells can be read. */
struct moment {
	size_t index;
	struct cml_slice text;
	double number;
	struct cml_time time;
};

static int by_index(const struct moment *x, const struct moment *y)
{
	return (x->index > y->index) - (x->index < y->index);
}

static int compare_numbers(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;
	int order = cml_compare_doubles(&x->number, &y->number);
	return order != 0 ? order : by_index(x, y);
}

static int compare_times(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;
	int order = (x->time.seconds > y->time.seconds) - (x->time.seconds < y->time.seconds);
	if (order == 0)
		order = cml_compare_doubles(&x->time.fraction, &y->time.fraction);
	return order != 0 ? order : by_index(x, y);
}

static int compare_texts(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;
	int order = cml_natural_compare(x->text, y->text);
	return order != 0 ? order : by_index(x, y);
}

static bool read_numbers(size_t n, struct moment *moments)
{
	for (size_t i = 0; i < n; i++)
		if (!cml_parse_double(moments[i].text, &moments[i].number))
			return false;
	return true;
}

/* How many cells are times, the last one that is not, and how many are other times than before. */
struct reading {
	size_t n_times, odd, n_changed;
};

static struct reading read_times(size_t n, struct moment *moments, enum cml_date_order order)
{
	struct reading reading = {0};
	for (size_t i = 0; i < n; i++) {
		struct cml_time before = moments[i].time;
		bool is_time = cml_time_parse(moments[i].text, order, &moments[i].time);
		reading.n_times += is_time;
		reading.odd = is_time ? reading.odd : i;
		reading.n_changed += before.seconds != moments[i].time.seconds;
	}
	return reading;
}

static void sort(size_t n, struct moment *moments, int (*compare)(const void *, const void *),
		 size_t *order)
{
	qsort(moments, n, sizeof *moments, compare);
	for (size_t i = 0; i < n; i++)
		order[i] = moments[i].index;
}

/* All cells are times, whatever dates such as 06/01/2026 begin with: is the order the same? */
static enum cml_result sort_both(size_t n, struct moment *moments, size_t *order,
				 struct cml_error *err)
{
	struct cml_slice first = moments[0].text;
	sort(n, moments, compare_times, order);
	if (read_times(n, moments, CML_MONTH_FIRST).n_changed > 0) {
		qsort(moments, n, sizeof *moments, compare_times);
		for (size_t i = 0; i < n; i++)
			if (moments[i].index != order[i])
				return cml_fail(err, CML_BAD_DATA,
						"no cell shows whether dates such as %s begin with "
						"the month or the day: write year-month-day",
						CML_QUOTED(first));
	}
	return CML_OK;
}

/* Whether a text has a date for people that is not read, and is not in order as a text: a year
 * behind something else, as in `26. Okt. 2026`, three short numbers, as in `05/11/26 10h30`, a
 * month beside a number, as in `Oct 26`, a clock alone, or `2 days ago`. */
static bool has_unread_date(struct cml_slice text)
{
	static const char *const words[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul",
					    "aug", "sep", "oct", "nov", "dec", "ago"};
	size_t n[3], at = 0, k = 0;
	for (size_t i = 0; i + 2 < text.size; i++)
		for (size_t word = 0; word < sizeof words / sizeof *words; word++)
			if (cml_slice_is_nocase((struct cml_slice){text.data + i, 3},
						words[word]) &&
			    (i == 0 || !isalpha((unsigned char)text.data[i - 1])) &&
			    (i + 3 == text.size || !isalpha((unsigned char)text.data[i + 3])))
				return true;
	for (size_t i = 1; i + 4 <= text.size; i++) {
		bool is_year = (text.data[i] == '1' && text.data[i + 1] == '9') ||
			       (text.data[i] == '2' && text.data[i + 1] == '0');
		if (is_year && !cml_is_digit(text.data[i - 1]) &&
		    cml_count_digits(cml_slice_from(text, i)) == 4)
			return true;
	}
	for (; k < 3; k++) {
		n[k] = at < text.size ? cml_count_digits(cml_slice_from(text, at)) : 0;
		at += n[k] + 1;
		if (n[k] == 0 || n[k] > 2 ||
		    (k < 2 && (at > text.size || !memchr("/-:", text.data[at - 1], 3))))
			break;
	}
	return k == 3;
}

static enum cml_result sort_cells(size_t n, struct moment *moments, size_t *order, size_t *odd,
				  struct cml_error *err)
{
	if (n == 0 || read_numbers(n, moments)) {
		sort(n, moments, compare_numbers, order);
		return CML_OK;
	}
	struct reading month_first = read_times(n, moments, CML_MONTH_FIRST);
	if (month_first.n_times == n && read_times(n, moments, CML_DAY_FIRST).n_times == n)
		return sort_both(n, moments, order, err);
	struct reading last =
	    read_times(n, moments, month_first.n_times == n ? CML_MONTH_FIRST : CML_DAY_FIRST);
	size_t n_times = last.n_times > month_first.n_times ? last.n_times : month_first.n_times;
	*odd = last.n_times >= month_first.n_times ? last.odd : month_first.odd;
	if (last.n_times < n && 2 * n_times > n)
		return cml_fail(err, CML_BAD_DATA, "not a date, as most cells are: %s",
				CML_QUOTED(moments[*odd].text));
	bool has_clock, is_short = cml_time_is_short(moments[0].text, &has_clock);
	if (last.n_times < n && (is_short || has_unread_date(moments[0].text))) {
		*odd = 0;
		return cml_fail(err, CML_BAD_DATA,
				is_short ? "years of two digits, as in %s, may be first or last: "
					   "write year-month-day"
					 : "not a date in a form of cml-formats(5): %s: write "
					   "year-month-day",
				CML_QUOTED(moments[0].text));
	}
	sort(n, moments, last.n_times == n ? compare_times : compare_texts, order);
	return CML_OK;
}

enum cml_result cml_time_order(size_t n, const struct cml_slice *cells, size_t *order, size_t *odd,
			       struct cml_error *err)
{
	AUTOFREE struct moment *moments = cml_array_new(n, sizeof *moments);
	if (!moments)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		moments[i] = (struct moment){.index = i, .text = cells[i]};
	*odd = 0;
	return sort_cells(n, moments, order, odd, err);
}
