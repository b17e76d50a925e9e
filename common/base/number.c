#include "base/number.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits that can decide how a decimal rounds to a double: 767 (the longest
 * midpoint between two doubles); one more stands for all that follow. */
#define MAX_DIGITS 768

/* 10^0 to 10^22: the powers of ten that are doubles exactly. */
static const double powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};
#define MAX_EXACT_POWER 22

/* A number as it stands in a text: +-digits * 10^exponent. */
struct decimal {
	bool negative;
	uint64_t digits; /* meaningful while n_digits <= 19 */
	size_t n_digits; /* significant ones, from the first that is not 0 */
	int64_t exponent;
	const char *start; /* the digits and point, for the slow path */
	const char *end;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads `e` and a whole number at *at into *exponent, held within +-10^9: what
 * is beyond overflows or vanishes all the same. */
static bool read_exponent(const char **at, const char *end, int64_t *exponent)
{
	const char *p = *at + 1;
	bool negative = false;
	int64_t value = 0;

	if (p < end && (*p == '+' || *p == '-'))
		negative = *p++ == '-';
	if (p == end || !is_digit(*p))
		return false;
	for (; p < end && is_digit(*p); p++) {
		if (value < 1000000000)
			value = value * 10 + (*p - '0');
	}
	*exponent += negative ? -value : value;
	*at = p;
	return true;
}

/* Takes the text apart; false when it is not a decimal number. */
static bool read_decimal(struct cml_slice text, struct decimal *decimal)
{
	struct cml_slice trimmed = cml_slice_trim(text);
	const char *p = trimmed.data;
	const char *end = p + trimmed.size;
	const char *point = NULL;
	bool any = false;

	*decimal = (struct decimal){0};
	if (trimmed.size == 0)
		return false;
	if (*p == '+' || *p == '-')
		decimal->negative = *p++ == '-';
	decimal->start = p;
	for (; p < end; p++) {
		if (is_digit(*p)) {
			any = true;
			/* Past 19 digits this wraps; the slow path reads again then. */
			decimal->digits = decimal->digits * 10 + (uint64_t)(*p - '0');
			decimal->n_digits += decimal->n_digits > 0 || *p != '0';
		} else if (*p == '.' && point == NULL) {
			point = p;
		} else {
			break;
		}
	}
	decimal->end = p;
	if (!any)
		return false;
	if (point != NULL)
		decimal->exponent = -(int64_t)(p - point - 1);
	if (p < end && (*p == 'e' || *p == 'E') && !read_exponent(&p, end, &decimal->exponent))
		return false;
	return p == end;
}

/* Through strtod, given digits and exponent but no point, so that the locale
 * has no say. */
static double decimal_through_strtod(const struct decimal *decimal)
{
	char text[MAX_DIGITS + 40];
	size_t n = 0;
	int64_t exponent = decimal->exponent;

	for (const char *p = decimal->start; p < decimal->end; p++) {
		if (*p == '.' || (n == 0 && *p == '0'))
			continue;
		if (n < MAX_DIGITS) {
			text[n++] = *p;
			continue;
		}
		/* Too far right to matter except by not being 0. */
		if (*p != '0')
			text[MAX_DIGITS - 1] = '1';
		exponent++;
	}
	/* Beyond these, and with at most MAX_DIGITS digits, it is infinity or 0. */
	if (exponent > 5000)
		exponent = 5000;
	if (exponent < -5000)
		exponent = -5000;
	snprintf(text + n, sizeof text - n, "e%d", (int)exponent);
	return strtod(text, NULL);
}

bool cml_parse_double(struct cml_slice text, double *value)
{
	struct decimal decimal;
	double magnitude;

	if (!read_decimal(text, &decimal))
		return false;
	if (decimal.n_digits == 0) {
		magnitude = 0.0;
	} else if (decimal.n_digits <= 19 && decimal.digits <= UINT64_C(1) << 53 &&
		   decimal.exponent >= -MAX_EXACT_POWER && decimal.exponent <= MAX_EXACT_POWER) {
		magnitude = (double)decimal.digits;
		if (decimal.exponent < 0)
			magnitude /= powers_of_ten[-decimal.exponent];
		else
			magnitude *= powers_of_ten[decimal.exponent];
	} else {
		magnitude = decimal_through_strtod(&decimal);
		if (isinf(magnitude))
			return false;
	}
	*value = decimal.negative ? -magnitude : magnitude;
	return true;
}

/* Digits and nothing else, up to UINT64_MAX. */
static bool parse_digits(struct cml_slice digits, uint64_t *value)
{
	uint64_t sum = 0;

	if (digits.size == 0)
		return false;
	for (size_t i = 0; i < digits.size; i++) {
		if (!is_digit(digits.data[i]) || __builtin_mul_overflow(sum, UINT64_C(10), &sum) ||
		    __builtin_add_overflow(sum, (uint64_t)(digits.data[i] - '0'), &sum))
			return false;
	}
	*value = sum;
	return true;
}

bool cml_parse_int(struct cml_slice text, int64_t lo, int64_t hi, int64_t *value)
{
	struct cml_slice digits = cml_slice_trim(text);
	bool negative = digits.size > 0 && digits.data[0] == '-';
	uint64_t magnitude;
	int64_t parsed;

	if (digits.size > 0 && (negative || digits.data[0] == '+')) {
		digits.data++;
		digits.size--;
	}
	if (!parse_digits(digits, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative)
		return false;
	/* The detour over magnitude - 1 keeps INT64_MIN from overflowing. */
	if (negative && magnitude > 0)
		parsed = -(int64_t)(magnitude - 1) - 1;
	else
		parsed = (int64_t)magnitude;
	if (parsed < lo || parsed > hi)
		return false;
	*value = parsed;
	return true;
}

bool cml_parse_uint64(struct cml_slice text, uint64_t *value)
{
	struct cml_slice digits = cml_slice_trim(text);

	if (digits.size > 0 && digits.data[0] == '+') {
		digits.data++;
		digits.size--;
	}
	return parse_digits(digits, value);
}

/* Writes the decimal digits of n, the last n_decimals of them behind a point
 * (at least one stands before it); returns the length. */
static size_t print_fixed(uint64_t n, size_t n_decimals, char *text)
{
	char reversed[24];
	size_t n_reversed = 0;
	size_t length = 0;

	for (size_t place = 0; n > 0 || place <= n_decimals; place++) {
		if (place > 0 && place == n_decimals)
			reversed[n_reversed++] = '.';
		reversed[n_reversed++] = (char)('0' + n % 10);
		n /= 10;
	}
	while (n_reversed > 0)
		text[length++] = reversed[--n_reversed];
	return length;
}

/* The decimal of at most 15 digits and 9 decimals that reads back as value,
 * when there is one; 0 when not. Exact: numerator and power are doubles, so
 * the division is what a parser rounds to; and below 10^15 the rounding of the
 * product is too small to miss the numerator. The first hit is the shortest. */
static size_t print_short_decimal(double value, char *text)
{
	for (int k = 1; k <= 9; k++) {
		double scaled = value * powers_of_ten[k];

		if (scaled >= 1e15)
			return 0;
		uint64_t numerator = (uint64_t)(scaled + 0.5);

		if ((double)numerator / powers_of_ten[k] == value)
			return print_fixed(numerator, (size_t)k, text);
	}
	return 0;
}

/* Lays out d.ddd * 10^exponent as a plain number where that is no longer than
 * it has to be, else with an exponent. */
static size_t lay_out(const char *digits, size_t n, int exponent, char *text)
{
	size_t length = 0;
	bool plain = exponent >= -4 && (exponent < 15 || (size_t)exponent + 1 == n);
	size_t n_whole = !plain || exponent < 0 ? 1 : (size_t)exponent + 1;

	if (plain && exponent < 0) {
		memcpy(text, "0.000", 5);
		length = (size_t)(1 - exponent);
		memcpy(text + length, digits, n);
		return length + n;
	}
	for (size_t i = 0; i < n || i < n_whole; i++) {
		if (i == n_whole)
			text[length++] = '.';
		text[length++] = i < n ? digits[i] : '0';
	}
	if (!plain)
		length +=
		    (size_t)snprintf(text + length, CML_NUMBER_SIZE - 1 - length, "e%d", exponent);
	return length;
}

/* 5^n for n <= 27 is below 2^63. */
static uint64_t power_of_five(int n)
{
	uint64_t power = 1;

	for (; n > 0; n--)
		power *= 5;
	return power;
}

/* Digits of a decimal, and what a parser must not be further away from. */
struct exact_decimal {
	uint64_t mantissa; /* value = mantissa * 2^exponent */
	int exponent;
	uint64_t digits;
};

/* The decimal with n_decimals decimals that is nearest to the value, ties to
 * even; false when it does not read back as the value. All in whole numbers of
 * 2^(exponent + n_decimals - 1): half the distance to the next double is then
 * 5^n_decimals. */
static bool round_to(struct exact_decimal *decimal, int n_decimals)
{
	uint64_t five = power_of_five(n_decimals);
	int shift = 1 - decimal->exponent - n_decimals;
	unsigned __int128 twice = (unsigned __int128)decimal->mantissa * five * 2;
	unsigned __int128 unit = (unsigned __int128)1 << shift;
	unsigned __int128 rest = twice & (unit - 1);
	unsigned __int128 away;

	decimal->digits = (uint64_t)(twice >> shift);
	if (rest * 2 > unit || (rest * 2 == unit && decimal->digits % 2 == 1)) {
		decimal->digits++;
		away = unit - rest;
	} else {
		away = rest;
	}
	return away < five || (away == five && decimal->mantissa % 2 == 0);
}

/* Values that are not whole, from 1e-10 to 1e14: the first of 15, 16 or 17 digits
 * that reads back, with exact arithmetic in 128 bits. 0 for powers of two, below
 * which doubles lie twice as dense. */
static size_t print_by_integers(double value, char *text)
{
	struct exact_decimal decimal = {0};
	char digits[24];
	int exponent2;
	int exponent10 = -10;
	size_t n = 0;
	size_t n_digits = 15;

	decimal.mantissa = (uint64_t)(frexp(value, &exponent2) * 0x1p53);
	decimal.exponent = exponent2 - 53;
	if (decimal.mantissa == UINT64_C(1) << 52)
		return 0;
	while (exponent10 < 13 && value >= (exponent10 < -1 ? 1 / powers_of_ten[-exponent10 - 1]
							    : powers_of_ten[exponent10 + 1]))
		exponent10++;
	while (!round_to(&decimal, (int)n_digits - 1 - exponent10) && n_digits < 17)
		n_digits++;
	for (uint64_t rest = decimal.digits; rest > 0; rest /= 10)
		n++;
	/* Rounding up to the next power of ten gives a digit more. */
	exponent10 += (int)n - (int)n_digits;
	for (; decimal.digits % 10 == 0; decimal.digits /= 10)
		n--;
	for (size_t i = n; i > 0; decimal.digits /= 10)
		digits[--i] = (char)('0' + decimal.digits % 10);
	return lay_out(digits, n, exponent10, text);
}

/* As lay_out; *length receives the length. Whether the text reads back. */
static bool lay_out_reads_back(const char *digits, size_t n, int exponent, double value, char *text,
			       size_t *length)
{
	double read_back;

	while (n > 1 && digits[n - 1] == '0')
		n--;
	*length = lay_out(digits, n, exponent, text);
	return cml_parse_double((struct cml_slice){text, *length}, &read_back) &&
	       read_back == value;
}

/* Any finite value above 0: as few digits as read back. 15 always survive a
 * round trip and 17 always do the job; only subnormals need to be asked for
 * fewer than 15. */
static size_t print_by_trial(double value, char *text)
{
	char scientific[40];
	char digits[24];
	size_t length = 0;

	for (int precision = value < DBL_MIN ? 1 : 15; precision <= 17; precision++) {
		const char *exponent;
		size_t n = 0;

		snprintf(scientific, sizeof scientific, "%.*e", precision - 1, value);
		exponent = strchr(scientific, 'e');
		/* Only the digits are taken: the point is the locale's. */
		for (const char *p = scientific; p < exponent; p++) {
			if (is_digit(*p))
				digits[n++] = *p;
		}
		if (lay_out_reads_back(digits, n, atoi(exponent + 1), value, text, &length))
			break;
		/* Below a power of two doubles lie twice as dense: the nearest
		 * decimal can miss where the next one up, though farther, hits. */
		if (digits[n - 1] < '9') {
			digits[n - 1]++;
			if (lay_out_reads_back(digits, n, atoi(exponent + 1), value, text, &length))
				break;
		}
	}
	return length;
}

size_t cml_print_double(double value, char text[CML_NUMBER_SIZE])
{
	double magnitude = fabs(value);
	size_t sign = value < 0.0;
	size_t length = 0;

	assert(isfinite(value));
	text[0] = '-';
	if (magnitude < 1e15 && magnitude == trunc(magnitude))
		length = print_fixed((uint64_t)magnitude, 0, text + sign);
	else if (magnitude >= 1e-4 && magnitude < 1e14)
		length = print_short_decimal(magnitude, text + sign);
	if (length == 0 && magnitude >= 1e-10 && magnitude < 1e14)
		length = print_by_integers(magnitude, text + sign);
	if (length == 0)
		length = print_by_trial(magnitude, text + sign);
	length += sign;
	text[length] = '\0';
	return length;
}
