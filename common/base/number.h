/* Numbers as text: strict parsing, shortest exact printing. Independent of
 * the locale. */
#ifndef CML_BASE_NUMBER_H
#define CML_BASE_NUMBER_H

#include "base/text.h"

/* Parses a decimal number: optional sign, digits with an optional point, an
 * optional exponent; spaces and tabs around it are allowed, nothing else is.
 * No hexadecimal, no "inf", no "nan", no thousands separators; a number too
 * large for a double is refused, one too small becomes 0 or subnormal. The
 * result is the nearest double. True on success; else *value is untouched.
 * Source of the fast path: W. D. Clinger, "How to read floating point numbers
 * accurately", PLDI 1990: exact when digits < 2^53 and |exponent| <= 22. Up to 19
 * digits and |exponent| <= 27 are scaled in whole numbers and rounded once; the
 * rest goes through strtod. */
bool cml_parse_double(struct cml_slice text, double *value);

/* Parses a whole decimal number (as above, no point, no exponent) that fits
 * in [lo, hi]. */
bool cml_parse_int(struct cml_slice text, int64_t lo, int64_t hi, int64_t *value);

/* Parses a whole number up to UINT64_MAX. */
bool cml_parse_uint64(struct cml_slice text, uint64_t *value);

/* Shortest decimal text that reads back as exactly this double: whole numbers
 * below 1e15 without a point or exponent, -0 as `0`. value must be finite.
 * Source: the midpoints to the neighbouring doubles bound what reads back (G. L.
 * Steele and J. L. White, "How to print floating-point numbers accurately", PLDI
 * 1990), here from 1e-10 to 1e15 in one product of 128 bits.
 * text holds CML_NUMBER_SIZE bytes; returns the length; terminated. */
#define CML_NUMBER_SIZE 32
size_t cml_print_double(double value, char text[CML_NUMBER_SIZE]);
/* That text, in memory that lasts to the end of the block around it. */
#define CML_PRINTED(value) cml_printed(value, (char[CML_NUMBER_SIZE]){0})
const char *cml_printed(double value, char text[CML_NUMBER_SIZE]);

/* For qsort: ascending; no NaN. */
int cml_compare_doubles(const void *a, const void *b);

/* Equal, or both NaN. */
static inline bool cml_same_number(double a, double b)
{
	return a == b || (a != a && b != b);
}

/* value, or the bound that it is past; NaN stays. */
static inline double cml_within(double value, double min, double max)
{
	return value < min ? min : value > max ? max : value;
}

/* The nearest double to value in whole multiples of 10^power; value itself where power is outside
 * -22 to 22, where nothing is gained, or value is not finite. */
double cml_round_to_power(double value, double power);

/* Value with the digits that its uncertainty deserves: rounded to a power of ten so that the error
 * is at most CML_ROUNDING times uncertainty, but to no fewer than CML_MIN_DIGITS and no more than
 * CML_MAX_DIGITS significant digits. The latter also where uncertainty is 0 or not known (NaN):
 * more than jobs are measured with, and fewer than differ between processors. Values that are not
 * finite stay as they are. */
#define CML_ROUNDING 0.01
#define CML_MIN_DIGITS 2
#define CML_MAX_DIGITS 6
double cml_round_known(double value, double uncertainty);

/* With the ten significant digits that measurements have at most: what is computed from some ends
 * there, without the last bits of a sum. */
#define CML_MEASURED_DIGITS 10
double cml_round_measured(double value);

/* Three significant digits of a value below limit, or as many as it takes to read as below it. The
 * same of text and length. */
size_t cml_print_below(double value, double limit, char text[CML_NUMBER_SIZE]);

/* Powers that numbers are read and printed with: those that are exact. */

/* 10^0 to 10^22: the powers of ten that are doubles exactly. */
#define CML_MAX_EXACT_POWER 22
extern const double cml_powers_of_ten[CML_MAX_EXACT_POWER + 1];

/* 5^0 to 5^27: the powers of five below 2^63. */
#define CML_MAX_POWER_OF_FIVE 27
extern const uint64_t cml_powers_of_five[CML_MAX_POWER_OF_FIVE + 1];

/* What to write in place of a cell that people read as a number and programs do not. */

#define CML_ADVICE_SIZE 96

/* How a text is a number for people. */
enum cml_loose_kind {
	CML_LOOSE_NONE,
	CML_LOOSE_THOUSANDS,  /* `1,234,567.8` */
	CML_LOOSE_BLANKS,     /* `1 234 567.8` */
	CML_LOOSE_POINTS,     /* `1.234.567` */
	CML_LOOSE_DECIMALS,   /* `1,5`, where thousands cannot be meant */
	CML_LOOSE_TIME,       /* `[days-]hours:minutes:seconds`, `1h02m`: in seconds */
	CML_LOOSE_APOSTROPHE, /* `'8` */
	CML_LOOSE_DISGUISED,  /* with a minus, digits or blanks that are none of ASCII's */
	CML_LOOSE_MARK,       /* a sign of money, `~` or the like before any of these or a number */
	CML_LOOSE_UNIT,       /* a unit behind it: k, M, G and T are powers of a thousand */
};
struct cml_loose_number {
	enum cml_loose_kind kind;
	double value;
	struct cml_slice unit; /* of CML_LOOSE_UNIT, a part of the text; `K tok/s` */
	double scale;          /* of that unit: 1000 of `K tok/s` */
};
/* Reads a text that is no plain number, of printable ASCII but for disguised ones and signs of
 * money and the like in front. kind is CML_LOOSE_NONE for any other text, and for plain numbers. */
struct cml_loose_number cml_number_loose(struct cml_slice text);

/* `[days-]hours:minutes:seconds` in seconds: 2128 of `00:35:28`. */
bool cml_parse_clock(struct cml_slice text, double *seconds);

/* The count that a text has in it, as people write lengths and devices: 4096 of `4,096`, `4096
 * tokens` and `4k`, where a k is 1024; 16 of `2x8`, `2 nodes x 8` and `16xH100`, and of what Slurm
 * allocates, `cpu=96,gres/gpu:h100=16`. NaN: none. */
double cml_count_in_text(struct cml_slice text);

/* To be put behind `not a number: "107 tok/s"`: `: without "tok/s" it is 107`. Knows numbers with a
 * unit behind them, k, M, G and T (powers of a thousand), signs of money before them and the like,
 * commas and blanks of thousands, commas of decimals, and times (`[days-]hours:minutes:seconds`).
 * Empty where it knows nothing. Returns advice. */
const char *cml_number_advice(struct cml_slice text, char advice[CML_ADVICE_SIZE]);

/* How many of n numbers have a point that may mark thousands, and the largest of them: three
 * decimals each, as the 3.215 of a German sheet, beside whole numbers above that and below 1000.
 * 0: the others say that it does not. NaNs are left out. */
size_t cml_points_of_thousands(size_t n, const double *values, double *example);

#endif
