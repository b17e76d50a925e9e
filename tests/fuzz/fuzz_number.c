/* Numbers as text. Input: eight bytes of a double, then a text.
 *
 * Promises: a double printed is read back as itself, in no more digits than the
 * C library needs; a text is a number exactly when the grammar says so, and then
 * the one that strtod finds. */
#include "fuzz.h"

#include "base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t span(const char *text, const char *set, size_t *at)
{
	size_t n = strspn(text + *at, set);
	*at += n;
	return n;
}

/* Whether a terminated text is [+-] digits [. digits] [e [+-] digits], or a
 * whole number, between blanks. */
static bool is_decimal(const char *text, bool whole)
{
	static const char digits[] = "0123456789";
	size_t at = 0;
	span(text, " \t", &at);
	at += text[at] == '+' || text[at] == '-';
	size_t n_digits = span(text, digits, &at);
	if (!whole && text[at] == '.') {
		at++;
		n_digits += span(text, digits, &at);
	}
	if (n_digits == 0)
		return false;
	if (!whole && (text[at] == 'e' || text[at] == 'E')) {
		at++;
		at += text[at] == '+' || text[at] == '-';
		if (span(text, digits, &at) == 0)
			return false;
	}
	span(text, " \t", &at);
	return text[at] == '\0';
}

/* Digits from the first that is not 0 to the last. */
static size_t n_significant(const char *text)
{
	size_t n = 0, last = 0;
	for (; *text && *text != 'e'; text++) {
		if (*text < '0' || *text > '9' || (n == 0 && *text == '0'))
			continue;
		n++;
		if (*text != '0')
			last = n;
	}
	return last;
}

static void check_printed(double value)
{
	char text[CML_NUMBER_SIZE], plain[64];
	double back;
	int precision = 1;
	size_t length = cml_print_double(value, text);
	FUZZ_CHECK(length < sizeof text && strlen(text) == length, "length %zu: %s", length, text);
	FUZZ_CHECK(cml_parse_double((struct cml_slice){text, length}, &back) && back == value,
		   "%a prints as %s and reads back as %a", value, text, back);
	FUZZ_CHECK(value != 0 || strcmp(text, "0") == 0, "zero prints as %s", text);
	do
		snprintf(plain, sizeof plain, "%.*e", precision - 1, value);
	while (strtod(plain, NULL) != value && precision++ < 17);
	FUZZ_CHECK(n_significant(text) <= n_significant(plain) ||
		       (fabs(value) < 1e15 && value == floor(value)),
		   "%s where %s is shorter", text, plain);
}

static void check_double(struct cml_slice text, const char *terminated)
{
	double value = 0;
	bool is_number = cml_parse_double(text, &value);
	double expected = strtod(terminated, NULL);
	bool is_expected =
	    strlen(terminated) == text.size && is_decimal(terminated, false) && isfinite(expected);
	FUZZ_CHECK(is_number == is_expected, "'%s' is %sa number", terminated,
		   is_expected ? "" : "not ");
	if (!is_number)
		return;
	FUZZ_CHECK(memcmp(&value, &expected, sizeof value) == 0, "'%s' is %a, not %a", terminated,
		   expected, value);
	check_printed(value);
}

static void check_whole(struct cml_slice text, const char *terminated)
{
	int64_t value = 0;
	uint64_t natural = 0;
	bool whole = strlen(terminated) == text.size && is_decimal(terminated, true);
	errno = 0;
	int64_t expected = strtoll(terminated, NULL, 10);
	bool is_expected = whole && errno == 0;
	FUZZ_CHECK(cml_parse_int(text, INT64_MIN, INT64_MAX, &value) == is_expected &&
		       (!is_expected || value == expected),
		   "'%s' as a whole number: %" PRId64, terminated, value);
	FUZZ_CHECK(cml_parse_int(text, -9, 300, &value) ==
		       (is_expected && expected >= -9 && expected <= 300),
		   "'%s' in [-9, 300]", terminated);
	errno = 0;
	uint64_t expected_natural = strtoull(terminated, NULL, 10);
	is_expected = whole && errno == 0 && !strchr(terminated, '-');
	FUZZ_CHECK(cml_parse_uint64(text, &natural) == is_expected &&
		       (!is_expected || natural == expected_natural),
		   "'%s' as a natural number: %" PRIu64, terminated, natural);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double value;
	if (size < sizeof value)
		return 0;
	memcpy(&value, data, sizeof value);
	struct cml_slice text = {(const char *)data + sizeof value, size - sizeof value};
	AUTOFREE char *copy = fuzz_copy(text);
	AUTOFREE char *terminated = strndup(text.data, text.size);
	text.data = copy;
	if (isfinite(value))
		check_printed(value);
	check_double(text, terminated);
	check_whole(text, terminated);
	return 0;
}
