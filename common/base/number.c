#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits that can decide how a decimal rounds to a double: 767 (the longest
 * midpoint between two doubles); one more digit represents all that follow. */
#define MAX_DIGITS 768

/* A number as written in a text: +-digits * 10^exponent. */
struct decimal {
	bool negative;
	uint64_t digits; /* meaningful while n_digits <= 19 */
	size_t n_digits; /* significant ones, from the first that is not 0 */
	int64_t exponent;
	const char *start; /* the digits and point, for the slow path */
	const char *end;
};

/* Reads `e` and a whole number at *at into *exponent, held within +-10^9: what
 * is outside overflows or vanishes all the same. */
static bool read_exponent(const char **at, const char *end, int64_t *exponent)
{
	const char *p = *at + 1;
	bool negative = false;
	int64_t value = 0;

	if (p < end && (*p == '+' || *p == '-'))
		negative = *p++ == '-';
	if (p == end || !cml_is_digit(*p))
		return false;
	for (; p < end && cml_is_digit(*p); p++) {
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
		if (cml_is_digit(*p)) {
			any = true;
			/* Past 19 digits this wraps; the slow path reads again then. */
			decimal->digits = decimal->digits * 10 + (uint64_t)(*p - '0');
			decimal->n_digits += decimal->n_digits > 0 || *p != '0';
		} else if (*p == '.' && !point) {
			point = p;
		} else {
			break;
		}
	}
	decimal->end = p;
	if (!any)
		return false;
	if (point)
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
	/* Outside these, and with at most MAX_DIGITS digits, it is infinity or 0. */
	snprintf(text + n, sizeof text - n, "e%d", (int)cml_within((double)exponent, -5000, 5000));
	return strtod(text, NULL);
}

static double power_of_two(int exponent)
{
	uint64_t bits = (uint64_t)(exponent + 1023) << 52;
	double power;

	memcpy(&power, &bits, sizeof power);
	return power;
}

/* digits > 0 times 10^exponent, |exponent| <= CML_MAX_POWER_OF_FIVE, rounded once. The
 * power of five is multiplied or divided by exactly; of a quotient, which has 63
 * or 64 bits, the lowest is also set when there is a remainder, so that turning it
 * into a double sees what a tie is. */
static double decimal_through_integers(uint64_t digits, int64_t exponent)
{
	uint64_t five = cml_powers_of_five[exponent < 0 ? -exponent : exponent];

	if (exponent >= 0)
		return (double)((unsigned __int128)digits * five) * power_of_two((int)exponent);
	int digits_shift = __builtin_clzll(digits);
	int five_shift = __builtin_clzll(five);
	uint64_t divisor = five << five_shift;
	unsigned __int128 dividend = (unsigned __int128)(digits << digits_shift) << 63;
	uint64_t quotient = (uint64_t)(dividend / divisor);

	quotient |= quotient * divisor != (uint64_t)dividend;
	return (double)quotient * power_of_two(five_shift - digits_shift - 63 + (int)exponent);
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
		   decimal.exponent >= -CML_MAX_EXACT_POWER &&
		   decimal.exponent <= CML_MAX_EXACT_POWER) {
		magnitude = (double)decimal.digits;
		if (decimal.exponent < 0)
			magnitude /= cml_powers_of_ten[-decimal.exponent];
		else
			magnitude *= cml_powers_of_ten[decimal.exponent];
	} else if (decimal.n_digits <= 19 && decimal.exponent >= -CML_MAX_POWER_OF_FIVE &&
		   decimal.exponent <= CML_MAX_POWER_OF_FIVE) {
		magnitude = decimal_through_integers(decimal.digits, decimal.exponent);
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
		if (!cml_is_digit(digits.data[i]) ||
		    __builtin_mul_overflow(sum, UINT64_C(10), &sum) ||
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

	if (digits.size > 0 && (negative || digits.data[0] == '+'))
		digits = cml_slice_from(digits, 1);
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

	cml_slice_skip(&digits, "+");
	return parse_digits(digits, value);
}

double cml_round_to_power(double value, double power)
{
	if (!isfinite(value) || !(fabs(power) <= CML_MAX_EXACT_POWER))
		return value;
	if (power <= 0) {
		char text[400];
		double rounded = value;
		int size = snprintf(text, sizeof text, "%.*f", (int)-power, value);
		cml_parse_double((struct cml_slice){text, (size_t)size}, &rounded);
		return rounded;
	}
	double unit = cml_powers_of_ten[(int)power];
	return round(value / unit) * unit;
}

double cml_round_known(double value, double uncertainty)
{
	if (!isfinite(value) || value == 0)
		return value;
	double first = floor(log10(fabs(value))) + 1;
	double power = first - CML_MAX_DIGITS;
	if (uncertainty > 0 && isfinite(uncertainty))
		power = fmax(power, fmin(floor(log10(2 * CML_ROUNDING * uncertainty)),
					 first - CML_MIN_DIGITS));
	return cml_round_to_power(value, power);
}

double cml_round_measured(double value)
{
	return value != 0
		   ? cml_round_to_power(value, floor(log10(fabs(value))) + 1 - CML_MEASURED_DIGITS)
		   : 0;
}

const double cml_powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* clang-format off */
const uint64_t cml_powers_of_five[] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625,
    1220703125, 6103515625, 30517578125, 152587890625, 762939453125, 3814697265625,
    19073486328125, 95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
    59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125,
};
/* clang-format on */

int cml_compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}
