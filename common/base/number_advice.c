#include "base/clock.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Longer ones get no advice. */
#define MAX_CELL 64
#define MAX_UNIT 16
/* Fewer may be decimals by chance. */
#define MIN_POINTS 2

/* Whether a text without its separators is a number, and whether these stand before each three
 * digits of its whole part. */
static bool read_separated(struct cml_slice text, char separator, double *value, bool *in_threes)
{
	char plain[MAX_CELL];
	size_t n = 0, n_separators = 0, last = 0;
	const char *point = separator == '.' ? NULL : memchr(text.data, '.', text.size);
	size_t end = point ? (size_t)(point - text.data) : text.size;
	*in_threes = true;
	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] != separator) {
			plain[n++] = text.data[i];
			continue;
		}
		*in_threes = *in_threes && (n_separators == 0 || i == last + 4);
		n_separators++;
		last = i;
	}
	*in_threes = *in_threes && end == last + 4;
	return n_separators > 0 && cml_parse_double((struct cml_slice){plain, n}, value);
}

/* Two points or more; one is that of decimals. */
static bool read_points(struct cml_slice text, double *value)
{
	bool in_threes;
	size_t n = 0;
	for (size_t i = 0; i < text.size; i++)
		n += text.data[i] == '.';
	return n > 1 && read_separated(text, '.', value, &in_threes) && in_threes;
}

static bool read_thousands(struct cml_slice text, struct cml_loose_number *number)
{
	bool in_threes;
	if (read_separated(text, ',', &number->value, &in_threes) && in_threes)
		number->kind = CML_LOOSE_THOUSANDS;
	else if (read_separated(text, ' ', &number->value, &in_threes) && in_threes)
		number->kind = CML_LOOSE_BLANKS;
	else if (read_points(text, &number->value))
		number->kind = CML_LOOSE_POINTS;
	return number->kind != CML_LOOSE_NONE;
}

/* One comma, no point. */
static bool read_decimals(struct cml_slice text, struct cml_loose_number *number)
{
	char plain[MAX_CELL];
	char *comma;
	memcpy(plain, text.data, text.size);
	if (memchr(plain, '.', text.size) || !(comma = memchr(plain, ',', text.size)))
		return false;
	*comma = '.';
	number->kind = CML_LOOSE_DECIMALS;
	return cml_parse_double((struct cml_slice){plain, text.size}, &number->value);
}

/* Digits up to a separator, or to the end where that is '\0'. */
static bool take_number(struct cml_slice *rest, char separator, double *value)
{
	size_t n = 0;
	while (n < rest->size && (cml_is_digit(rest->data[n]) || rest->data[n] == '.'))
		n++;
	bool ends =
	    separator == '\0' ? n == rest->size : n < rest->size && rest->data[n] == separator;
	if (!ends || !cml_parse_double((struct cml_slice){rest->data, n}, value))
		return false;
	size_t taken = n + (separator != '\0');
	*rest = (struct cml_slice){rest->data + taken, rest->size - taken};
	return true;
}

bool cml_parse_clock(struct cml_slice text, double *seconds)
{
	double days = 0, hours, minutes;
	take_number(&text, '-', &days);
	if (!take_number(&text, ':', &hours) || !take_number(&text, ':', &minutes) ||
	    !take_number(&text, '\0', seconds))
		return false;
	*seconds += ((days * 24 + hours) * 60 + minutes) * 60;
	return true;
}

/* Of minutes and seconds alone, too. */
static bool read_clock(struct cml_slice text, struct cml_loose_number *number)
{
	double minutes;
	number->kind = CML_LOOSE_TIME;
	if (cml_parse_clock(text, &number->value))
		return true;
	bool is_short =
	    take_number(&text, ':', &minutes) && take_number(&text, '\0', &number->value);
	number->value += 60 * minutes;
	return is_short;
}

/* `1h02m`, `2d 4h`, `3m20.5s`: two parts or more. */
static bool read_parts_of_time(struct cml_slice text, struct cml_loose_number *number)
{
	size_t unit = 0, next;
	while (unit < text.size && !memchr("dhms", text.data[unit], 4))
		unit++;
	for (next = unit; next < text.size && !cml_is_digit(text.data[next]);)
		next++;
	number->kind = CML_LOOSE_TIME;
	return next < text.size && cml_parse_duration(text, &number->value);
}

/* k, M, G or T alone, or before what is no letter: a power of a thousand; 1 for any other unit. */
static double scale_of(struct cml_slice unit)
{
	static const char letters[] = "kMGT";
	const char *at = unit.data[0] == 'K' ? letters : strchr(letters, unit.data[0]);
	double scale = 1;
	if (!at || (unit.size > 1 && isalpha((unsigned char)unit.data[1])))
		return 1;
	for (const char *letter = letters; letter <= at; letter++)
		scale *= 1000;
	return scale;
}

static bool read_unit(struct cml_slice text, struct cml_loose_number *number)
{
	size_t n = text.size;
	while (n > 0 && !(cml_is_digit(text.data[n - 1]) &&
			  cml_parse_double((struct cml_slice){text.data, n}, &number->value)))
		n--;
	struct cml_slice unit = cml_slice_trim((struct cml_slice){text.data + n, text.size - n});
	/* 1.#QNAN is none. */
	if (n == 0 || unit.size == 0 || unit.size > MAX_UNIT || unit.data[0] == '.' ||
	    ((unsigned char)unit.data[0] & 0xc0) == 0x80)
		return false;
	/* 1e3 of 1e3x, not the 2026 of 2026-01-02. */
	for (size_t i = 0; i < unit.size; i++)
		if (cml_is_digit(unit.data[i]) || unit.data[i] == ':')
			return false;
	number->kind = CML_LOOSE_UNIT;
	number->unit = unit;
	number->scale = scale_of(unit);
	number->value *= number->scale;
	return true;
}

/* Of money, of about as much or more, of what is doubtful. */
static bool skip_mark(struct cml_slice *text)
{
	static const char *const marks[] = {"$", "~", "<", ">", "=", "(",   "[",   "*",  "€",
					    "£", "¥", "≈", "≥", "≤", "USD", "EUR", "ca."};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (cml_slice_skip(text, marks[i]))
			return true;
	return false;
}

static bool read_marked(struct cml_slice text, struct cml_loose_number *number)
{
	if (!skip_mark(&text))
		return false;
	while (skip_mark(&text))
		;
	if (text.size > 0 && strchr(")]", text.data[text.size - 1]))
		text.size--;
	struct cml_loose_number behind = {0};
	if (!cml_parse_double(text, &behind.value)) {
		behind = cml_number_loose(text);
		/* [1,2] is a list. */
		if (behind.kind == CML_LOOSE_NONE || behind.kind == CML_LOOSE_DECIMALS)
			return false;
	}
	number->value = behind.value;
	number->kind = CML_LOOSE_MARK;
	return true;
}

/* `'8`, as sheets mark texts, `="8"`, and signs and digits that only look like ours: `\u22128`. */
static bool read_disguised(struct cml_slice text, struct cml_loose_number *number)
{
	char plain[CML_ALIKE_SIZE];
	struct cml_slice rest = {plain, cml_text_plain(text, plain)};
	bool is_marked = cml_slice_skip(&rest, "'");
	rest.size -= cml_slice_skip(&rest, "=\"") && rest.size > 0;
	if (text.size > MAX_CELL || !cml_parse_double(rest, &number->value))
		return text.size <= MAX_CELL && read_thousands(rest, number);
	number->kind = is_marked ? CML_LOOSE_APOSTROPHE : CML_LOOSE_DISGUISED;
	return true;
}

struct cml_loose_number cml_number_loose(struct cml_slice text)
{
	struct cml_loose_number number = {0};
	text = cml_slice_trim(text);
	if (!cml_parse_double(text, &number.value) && read_disguised(text, &number))
		return number;
	number = (struct cml_loose_number){0};
	if (read_marked(text, &number))
		return number;
	bool is_plain = text.size > 0 && text.size <= MAX_CELL;
	for (size_t i = 0; i < text.size && is_plain; i++)
		is_plain = (unsigned char)text.data[i] >= ' ' && text.data[i] != '"';
	if (is_plain && (read_thousands(text, &number) || read_decimals(text, &number) ||
			 read_clock(text, &number) || read_parts_of_time(text, &number) ||
			 read_unit(text, &number)))
		return number;
	return (struct cml_loose_number){.kind = CML_LOOSE_NONE};
}

/* One factor of a count; of tokens a k is 1024. */
static double count_alone(struct cml_slice text)
{
	struct cml_loose_number loose = cml_number_loose(text);
	double value, scale = 1;
	if (cml_parse_double(text, &value))
		return value;
	if (loose.kind == CML_LOOSE_NONE || loose.kind == CML_LOOSE_DECIMALS ||
	    loose.kind == CML_LOOSE_TIME || loose.kind == CML_LOOSE_MARK)
		return NAN;
	for (; loose.scale > 1; loose.scale /= 1000, loose.value /= 1000)
		scale *= 1024;
	return loose.value * scale;
}

/* Where an x stands behind a number, or between blanks; the end: nowhere. */
static size_t find_times(struct cml_slice text)
{
	for (size_t i = 1; i < text.size; i++)
		if (strchr("xX*", text.data[i]) &&
		    (cml_is_digit(text.data[i - 1]) ||
		     (text.data[i - 1] == ' ' && i + 1 < text.size && text.data[i + 1] == ' ')))
			return i;
	return text.size;
}

/* Devices of what Slurm allocates: `cpu=96,gres/gpu:h100=8,node=1`; NaN: it has none. */
static double count_allocated(struct cml_slice text)
{
	static const char gpu[] = "gres/gpu";
	double count;
	while (text.size > 0 && !cml_slice_skip(&text, gpu))
		text = cml_slice_from(text, 1);
	size_t end = 0, equals = 0;
	while (end < text.size && text.data[end] != ',')
		equals = text.data[end++] == '=' ? end : equals;
	struct cml_slice number = {text.data + equals, end - equals};
	return equals > 0 && cml_parse_double(number, &count) ? count : (double)NAN;
}

double cml_count_in_text(struct cml_slice text)
{
	double count = count_allocated(text);
	if (!isnan(count))
		return count;
	count = 1;
	for (bool is_first = true;; is_first = false) {
		size_t n = find_times(text);
		double factor = count_alone(cml_slice_trim((struct cml_slice){text.data, n}));
		if (isnan(factor))
			return is_first || (text.size > 0 && !isalpha((unsigned char)*text.data))
				   ? (double)NAN
				   : count;
		count *= factor;
		if (n == text.size)
			return count;
		text = cml_slice_trim(cml_slice_from(text, n + 1));
	}
}

const char *cml_number_advice(struct cml_slice text, char advice[CML_ADVICE_SIZE])
{
	static const char *const ways[] = {[CML_LOOSE_THOUSANDS] = "without the comma of thousands",
					   [CML_LOOSE_BLANKS] = "without the blank",
					   [CML_LOOSE_POINTS] = "without the points of thousands",
					   [CML_LOOSE_DECIMALS] = "without the comma of decimals",
					   [CML_LOOSE_MARK] = "without the mark",
					   [CML_LOOSE_TIME] = "as seconds",
					   [CML_LOOSE_APOSTROPHE] = "without the apostrophe",
					   [CML_LOOSE_DISGUISED] = "in plain characters"};
	struct cml_loose_number loose = cml_number_loose(text);
	advice[0] = '\0';
	if (loose.kind == CML_LOOSE_NONE)
		return advice;
	const char *number = CML_PRINTED(loose.value);
	if (loose.kind == CML_LOOSE_UNIT)
		snprintf(advice, CML_ADVICE_SIZE, ": %s \"%.*s\" it is %s",
			 loose.scale > 1 ? "written without" : "without", (int)loose.unit.size,
			 loose.unit.data, number);
	else
		snprintf(advice, CML_ADVICE_SIZE, ": %s it is %s", ways[loose.kind], number);
	return advice;
}

size_t cml_points_of_thousands(size_t n, const double *values, double *example)
{
	size_t n_whole = 0, n_points = 0, n_exact = 0;
	double least_whole = INFINITY;
	*example = 0;
	for (size_t i = 0; i < n; i++) {
		double value = values[i], thousands = nearbyint(1000 * value);
		bool is_whole = value == nearbyint(value);
		if (isnan(value))
			continue;
		if (!(value >= 1 && value < 1000) || fabs(1000 * value - thousands) > 1e-6)
			return 0;
		n_whole += is_whole;
		n_points += !is_whole;
		n_exact += fmod(thousands, 10) != 0;
		least_whole = is_whole ? fmin(least_whole, value) : least_whole;
		*example = is_whole ? *example : fmax(*example, value);
	}
	/* Nine of ten thousands end in another digit than 0. */
	bool are_thousands = n_exact >= MIN_POINTS && 4 * n_exact >= 3 * n_points;
	return are_thousands && n_whole >= MIN_POINTS && least_whole > *example ? n_points : 0;
}
