#include "eval/split_time.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Exactly n digits off the front of *rest. */
static bool take_digits(struct cml_slice *rest, size_t n, int *value)
{
	int number = 0;
	if (rest->size < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!is_digit(rest->data[i]))
			return false;
		number = number * 10 + (rest->data[i] - '0');
	}
	rest->data += n;
	rest->size -= n;
	*value = number;
	return true;
}

static bool take(struct cml_slice *rest, const char *any_of)
{
	if (rest->size == 0 || rest->data[0] == '\0' || !strchr(any_of, rest->data[0]))
		return false;
	rest->data++;
	rest->size--;
	return true;
}

static int days_in_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return month == 2 && leap ? 29 : days[month - 1];
}

/* Days from 1970-01-01 in the Gregorian calendar, carried back before its
 * time. Years are counted from March, so that the leap day comes last. */
static int64_t days_since_epoch(int year, int month, int day)
{
	static const int before[] = {306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t leaps = y >= 0 ? y / 4 - y / 100 + y / 400 : -1;
	return 365 * y + leaps + before[month - 1] + day - 1 - 719468;
}

static bool take_date(struct cml_slice *rest, int64_t *days)
{
	int year, month, day = 1;
	if (!take_digits(rest, 4, &year) || !take(rest, "-") || !take_digits(rest, 2, &month))
		return false;
	if (rest->size > 0 && (!take(rest, "-") || !take_digits(rest, 2, &day)))
		return false;
	if (month < 1 || month > 12 || day < 1 || day > days_in_month(year, month))
		return false;
	*days = days_since_epoch(year, month, day);
	return true;
}

/* The digits after a decimal point, as a fraction; at least one. */
static bool take_fraction(struct cml_slice *rest, double *fraction)
{
	size_t n = 0;
	double place = 1;
	*fraction = 0;
	for (; n < rest->size && is_digit(rest->data[n]); n++) {
		place /= 10;
		*fraction += place * (rest->data[n] - '0');
	}
	/* Many nines round up to the next second. */
	if (*fraction >= 1)
		*fraction = 0x1.fffffffffffffp-1;
	rest->data += n;
	rest->size -= n;
	return n > 0;
}

static bool take_clock(struct cml_slice *rest, struct cml_time *time)
{
	int hour, minute, second = 0;
	if (!take_digits(rest, 2, &hour) || !take(rest, ":") || !take_digits(rest, 2, &minute))
		return false;
	if (take(rest, ":")) {
		if (!take_digits(rest, 2, &second))
			return false;
		if (take(rest, ".,") && !take_fraction(rest, &time->fraction))
			return false;
	}
	if (hour > 23 || minute > 59 || second > 60)
		return false;
	time->seconds += hour * 3600 + minute * 60 + second;
	return true;
}

/* Z, +01:00, +0100, +01, or nothing. */
static bool take_offset(struct cml_slice *rest, struct cml_time *time)
{
	int hours, minutes = 0;
	if (rest->size == 0 || take(rest, "Zz"))
		return true;
	bool west = rest->data[0] == '-';
	if (!take(rest, "+-") || !take_digits(rest, 2, &hours))
		return false;
	bool colon = take(rest, ":");
	if ((colon || rest->size > 0) && !take_digits(rest, 2, &minutes))
		return false;
	if (hours > 23 || minutes > 59)
		return false;
	int64_t offset = hours * 3600 + minutes * 60;
	time->seconds -= west ? -offset : offset;
	return true;
}

bool cml_time_is_missing(struct cml_slice cell)
{
	return cell.size == 0 || cml_slice_is_nocase(cell, "unknown");
}

bool cml_time_parse(struct cml_slice text, struct cml_time *time)
{
	struct cml_slice rest = cml_slice_trim(text);
	struct cml_time parsed = {0};
	int64_t days;
	if (!take_date(&rest, &days))
		return false;
	parsed.seconds = days * 86400;
	if (rest.size > 0) {
		if (!take(&rest, "Tt ") || !take_clock(&rest, &parsed))
			return false;
		rest = cml_slice_trim(rest);
		if (!take_offset(&rest, &parsed) || rest.size > 0)
			return false;
	}
	*time = parsed;
	return true;
}

/* The run of digits at *at without its leading zeros; *at moves past it. */
static struct cml_slice take_run(struct cml_slice text, size_t *at)
{
	while (*at < text.size && text.data[*at] == '0')
		(*at)++;
	size_t start = *at;
	while (*at < text.size && is_digit(text.data[*at]))
		(*at)++;
	return (struct cml_slice){text.data + start, *at - start};
}

int cml_natural_compare(struct cml_slice a, struct cml_slice b)
{
	size_t i = 0, j = 0;
	while (i < a.size && j < b.size) {
		if (is_digit(a.data[i]) && is_digit(b.data[j])) {
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
	int order = (x->number > y->number) - (x->number < y->number);
	return order != 0 ? order : by_index(x, y);
}

static int compare_times(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;
	int order = (x->time.seconds > y->time.seconds) - (x->time.seconds < y->time.seconds);
	if (order == 0)
		order =
		    (x->time.fraction > y->time.fraction) - (x->time.fraction < y->time.fraction);
	return order != 0 ? order : by_index(x, y);
}

static int compare_texts(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;
	int order = cml_natural_compare(x->text, y->text);
	return order != 0 ? order : by_index(x, y);
}

enum cml_result cml_time_order(size_t n, const struct cml_slice *cells, size_t *order,
			       struct cml_error *err)
{
	struct moment *moments = cml_array_new(n, sizeof *moments);
	if (!moments)
		return cml_fail_memory(err);
	bool all_numbers = true, all_times = true;
	size_t n_times = 0, odd = 0;
	for (size_t i = 0; i < n; i++) {
		moments[i].index = i;
		moments[i].text = cells[i];
		all_numbers = all_numbers && cml_parse_double(cells[i], &moments[i].number);
		bool is_time = cml_time_parse(cells[i], &moments[i].time);
		all_times = all_times && is_time;
		n_times += is_time;
		odd = is_time ? odd : i;
	}
	if (2 * n_times > n && !all_times && !all_numbers) {
		char quoted[CML_QUOTE_SIZE];
		free(moments);
		return cml_fail(err, CML_BAD_DATA, "not a date, as most cells are: %s",
				cml_text_quote(cells[odd], quoted, sizeof quoted));
	}
	qsort(moments, n, sizeof *moments,
	      all_numbers ? compare_numbers
	      : all_times ? compare_times
			  : compare_texts);
	for (size_t i = 0; i < n; i++)
		order[i] = moments[i].index;
	free(moments);
	return CML_OK;
}
