/* Numbers to text. Part of number.h. */
#include "base/number.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char two_digits[] = "00010203040506070809"
				 "10111213141516171819"
				 "20212223242526272829"
				 "30313233343536373839"
				 "40414243444546474849"
				 "50515253545556575859"
				 "60616263646566676869"
				 "70717273747576777879"
				 "80818283848586878889"
				 "90919293949596979899";

/* Writes n < 10^n_digits as n_digits digits, with leading zeros. Two halves,
 * which the processor can work on at once. */
static void print_digits(uint64_t n, size_t n_digits, char *text)
{
	if (n_digits > 8) {
		print_digits(n / 100000000, n_digits - 8, text);
		text += n_digits - 8;
		n %= 100000000;
		n_digits = 8;
	}
	for (; n_digits >= 2; n /= 100) {
		n_digits -= 2;
		memcpy(text + n_digits, two_digits + n % 100 * 2, 2);
	}
	if (n_digits == 1)
		*text = (char)('0' + n % 10);
}

static size_t count_digits(uint64_t n)
{
	size_t n_digits = 1;

	for (; n >= 10000; n /= 10000)
		n_digits += 4;
	return n_digits + (n >= 10) + (n >= 100) + (n >= 1000);
}

static size_t print_whole(uint64_t n, char *text)
{
	size_t n_digits = count_digits(n);

	print_digits(n, n_digits, text);
	return n_digits;
}

/* Decimals that are tried first, and the largest value then: 15 digits in all. */
#define SHORT_DECIMALS 6
#define MAX_SHORT 1e9

/* The decimal of at most SHORT_DECIMALS decimals that reads back as value, when
 * there is one; 0 when not. Exact: numerator and power are doubles, so the
 * division is what a parser rounds to, and below 10^15 the rounding of the
 * product is too small to miss the numerator. It is the shortest: no two decimals
 * of 15 digits are near enough to one double to both read back. */
static size_t print_short_decimal(double value, char *text)
{
	double numerator = floor(value * cml_powers_of_ten[SHORT_DECIMALS] + 0.5);

	if (numerator / cml_powers_of_ten[SHORT_DECIMALS] != value)
		return 0;
	uint64_t whole = (uint64_t)numerator / 1000000;
	size_t n_whole = print_whole(whole, text);
	size_t length = n_whole + 1 + SHORT_DECIMALS;

	text[n_whole] = '.';
	print_digits((uint64_t)numerator - whole * 1000000, SHORT_DECIMALS, text + n_whole + 1);
	while (text[length - 1] == '0')
		length--;
	return length;
}

/* Lays out d.ddd * 10^exponent as a plain number where that is no longer than
 * it has to be, else with an exponent. */
static size_t lay_out(const char *digits, size_t n, int exponent, char *text)
{
	bool plain = exponent >= -4 && (exponent < 15 || (size_t)exponent + 1 == n);
	size_t n_whole = !plain || exponent < 0 ? 1 : (size_t)exponent + 1;

	if (plain && exponent < 0) {
		size_t length = (size_t)(1 - exponent);

		memcpy(text, "0.000", 5);
		memcpy(text + length, digits, n);
		return length + n;
	}
	if (n <= n_whole) {
		memcpy(text, digits, n);
		memset(text + n, '0', n_whole - n);
	} else {
		memcpy(text, digits, n_whole);
		text[n_whole] = '.';
		memcpy(text + n_whole + 1, digits + n_whole, n - n_whole);
	}
	size_t length = n <= n_whole ? n_whole : n + 1;
	if (!plain)
		length +=
		    (size_t)snprintf(text + length, CML_NUMBER_SIZE - 1 - length, "e%d", exponent);
	return length;
}

/* A value scaled so that its 17 digits stand before the point. */
struct scaled_value {
	unsigned __int128 twice; /* in units of 2^-shift */
	int shift;
	uint64_t digits; /* the whole part */
	uint64_t above;  /* half the distance to the next double above, in those units */
	bool dense;      /* a power of two: half as much below */
	bool even;       /* midpoints between doubles read back as this one */
};

/* Whether n * step, for a whole n, reads back as the value: the nearest such
 * number, the smaller of two as near when its n is even; and where doubles lie
 * twice as dense below, so that the nearest can miss, the next one up. */
static inline bool round_to(const struct scaled_value *scaled, uint64_t step, uint64_t *n)
{
	uint64_t below = scaled->digits / step;
	unsigned __int128 down =
	    scaled->twice - ((unsigned __int128)(below * step) << scaled->shift);
	unsigned __int128 up = ((unsigned __int128)step << scaled->shift) - down;
	unsigned __int128 reach = (unsigned __int128)scaled->above + scaled->even;
	bool down_reads_back = (scaled->dense ? 2 * down : down) < reach;
	bool is_up = down > up || (down == up && below % 2 == 1);

	*n = is_up || (!down_reads_back && scaled->dense) ? below + 1 : below;
	return *n == below ? down_reads_back : up < reach;
}

/* floor(log10(value)) of a value in [1e-10, 1e15), or one more where it is the
 * double nearest to a power of ten below 1. */
static int decimal_exponent(double value, int exponent2)
{
	static const double negative_powers[] = {1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5,
						 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
	/* log10(2) times 2^16, rounded down; at most one too small for 2^-34 to 2^50. */
	int guess = ((exponent2 - 1) * 19728) >> 16;
	double next = guess + 1 < 0 ? negative_powers[-guess - 1] : cml_powers_of_ten[guess + 1];

	return guess + (value >= next);
}

/* Values that are not whole, from 1e-10 to 1e15: the first of 15, 16 or 17 digits
 * that reads back, without the zeros at their end. Exact, in 128 bits. */
static size_t print_by_integers(double value, char *text)
{
	uint64_t bits;
	uint64_t digits;
	char digit_text[24];

	memcpy(&bits, &value, sizeof bits);
	uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
	int exponent2 = (int)(bits >> 52) - 1022;
	int exponent10 = decimal_exponent(value, exponent2);
	int n_decimals = 16 - exponent10;
	size_t n_digits = 15;
	struct scaled_value scaled = {
	    .shift = 54 - exponent2 - n_decimals,
	    .above = cml_powers_of_five[n_decimals],
	    .dense = mantissa == UINT64_C(1) << 52,
	    .even = mantissa % 2 == 0,
	};

	scaled.twice = (unsigned __int128)mantissa * scaled.above * 2;
	scaled.digits = (uint64_t)(scaled.twice >> scaled.shift);
	if (!round_to(&scaled, 100, &digits)) {
		n_digits = 16;
		if (!round_to(&scaled, 10, &digits)) {
			n_digits = 17;
			round_to(&scaled, 1, &digits);
		}
	}
	/* Rounding up to the next power of ten gives a digit more; an exponent one
	 * too large took one off. */
	size_t n = n_digits + (digits >= cml_powers_of_five[n_digits] << n_digits) -
		   (digits < cml_powers_of_five[n_digits - 1] << (n_digits - 1));
	exponent10 += (int)n - (int)n_digits;
	print_digits(digits, n, digit_text);
	while (digit_text[n - 1] == '0')
		n--;
	return lay_out(digit_text, n, exponent10, text);
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
			if (*p >= '0' && *p <= '9')
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
		length = print_whole((uint64_t)magnitude, text + sign);
	else if (magnitude >= 1e-4 && magnitude < MAX_SHORT)
		length = print_short_decimal(magnitude, text + sign);
	if (length == 0 && magnitude >= 1e-10 && magnitude < 1e15)
		length = print_by_integers(magnitude, text + sign);
	if (length == 0)
		length = print_by_trial(magnitude, text + sign);
	length += sign;
	text[length] = '\0';
	return length;
}

const char *cml_printed(double value, char text[CML_NUMBER_SIZE])
{
	cml_print_double(value, text);
	return text;
}

size_t cml_print_below(double value, double limit, char text[CML_NUMBER_SIZE])
{
	int n_digits = 3, size;
	do
		size = snprintf(text, CML_NUMBER_SIZE, "%.*g", n_digits++, value);
	while (n_digits <= 17 && strtod(text, NULL) >= limit);
	return (size_t)size;
}
