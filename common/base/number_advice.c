#include "base/number_advice.h"

#include "base/number.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Longer ones get no advice. */
#define MAX_CELL 64
#define MAX_UNIT 16

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* `1,234,567.8` and, where thousands cannot be meant, `1,5`. */
static bool advise_commas(struct cml_slice text, char *advice)
{
	char plain[MAX_CELL + 1];
	size_t n = 0, n_commas = 0, last = 0;
	bool in_threes = true;
	for (size_t i = 0; i < text.size; i++) {
		bool is_comma = text.data[i] == ',';
		if (is_comma && n_commas++ > 0)
			in_threes = in_threes && i == last + 4;
		last = is_comma ? i : last;
		if (!is_comma)
			plain[n++] = text.data[i];
	}
	const char *point = memchr(text.data, '.', text.size);
	size_t end = point ? (size_t)(point - text.data) : text.size;
	double value;
	char number[CML_NUMBER_SIZE];
	in_threes = in_threes && end == last + 4;
	if (n_commas == 0 || (!in_threes && (n_commas > 1 || point)))
		return false;
	if (!in_threes) {
		memcpy(plain, text.data, text.size);
		plain[last] = '.';
		n = text.size;
	}
	if (!cml_parse_double((struct cml_slice){plain, n}, &value))
		return false;
	cml_print_double(value, number);
	snprintf(advice, CML_ADVICE_SIZE, ": without the comma of %s it is %s",
		 in_threes ? "thousands" : "decimals", number);
	return true;
}

/* Digits up to a separator, or to the end where that is '\0'. */
static bool take_number(struct cml_slice *rest, char separator, double *value)
{
	size_t n = 0;
	while (n < rest->size && (is_digit(rest->data[n]) || rest->data[n] == '.'))
		n++;
	bool ends =
	    separator == '\0' ? n == rest->size : n < rest->size && rest->data[n] == separator;
	if (!ends || !cml_parse_double((struct cml_slice){rest->data, n}, value))
		return false;
	size_t taken = n + (separator != '\0');
	*rest = (struct cml_slice){rest->data + taken, rest->size - taken};
	return true;
}

static bool advise_time(struct cml_slice text, char *advice)
{
	double days = 0, hours = 0, minutes, seconds;
	char number[CML_NUMBER_SIZE];
	struct cml_slice rest = text;
	bool has_days = take_number(&rest, '-', &days);
	struct cml_slice from = rest;
	bool has_hours = take_number(&rest, ':', &hours) && take_number(&rest, ':', &minutes);
	if (!has_hours) {
		hours = 0;
		rest = from;
		if (has_days || !take_number(&rest, ':', &minutes))
			return false;
	}
	if (!take_number(&rest, '\0', &seconds))
		return false;
	cml_print_double(((days * 24 + hours) * 60 + minutes) * 60 + seconds, number);
	snprintf(advice, CML_ADVICE_SIZE, ": as seconds it is %s", number);
	return true;
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

static bool advise_unit(struct cml_slice text, char *advice)
{
	size_t n = text.size;
	double value;
	char number[CML_NUMBER_SIZE];
	while (n > 0 && !(is_digit(text.data[n - 1]) &&
			  cml_parse_double((struct cml_slice){text.data, n}, &value)))
		n--;
	struct cml_slice unit = cml_slice_trim((struct cml_slice){text.data + n, text.size - n});
	if (n == 0 || unit.size == 0 || unit.size > MAX_UNIT)
		return false;
	/* 1e3 of 1e3x, not the 2026 of 2026-01-02. */
	for (size_t i = 0; i < unit.size; i++)
		if (is_digit(unit.data[i]) || unit.data[i] == ':')
			return false;
	double scale = scale_of(unit);
	cml_print_double(value * scale, number);
	snprintf(advice, CML_ADVICE_SIZE, ": %s \"%.*s\" it is %s",
		 scale > 1 ? "written without" : "without", (int)unit.size, unit.data, number);
	return true;
}

const char *cml_number_advice(struct cml_slice text, char advice[CML_ADVICE_SIZE])
{
	text = cml_slice_trim(text);
	advice[0] = '\0';
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] < ' ' || text.data[i] > '~' || text.data[i] == '"')
			return advice;
	if (text.size > 0 && text.size <= MAX_CELL && !advise_commas(text, advice) &&
	    !advise_time(text, advice))
		advise_unit(text, advice);
	return advice;
}
