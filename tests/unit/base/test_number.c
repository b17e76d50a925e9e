#include "base/number.h"

#include "base/model_name.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>

#include "test.h"
#include "trials.h"

/* NaN stands for "refused". */
static double parse(const char *text)
{
	double value = -77.0;
	if (cml_parse_double(cml_slice_of(text), &value))
		return value;
	cr_assert_eq(value, -77.0, "a refused text changed the value: %s", text);
	return NAN;
}

static const char *print(double value)
{
	static char text[CML_NUMBER_SIZE + 1];
	memset(text, '#', sizeof text);
	cr_assert_eq(cml_print_double(value, text), strlen(text));
	cr_assert_eq(text[CML_NUMBER_SIZE], '#');
	return text;
}

Test(number, parse_accepts)
{
	cr_assert_eq(parse("0"), 0.0);
	cr_assert_eq(parse("2.385"), 2.385);
	cr_assert_eq(parse("-17"), -17.0);
	cr_assert_eq(parse("+17"), 17.0);
	cr_assert_eq(parse("007"), 7.0);
	cr_assert_eq(parse(".5"), 0.5);
	cr_assert_eq(parse("5."), 5.0);
	cr_assert_eq(parse("1e3"), 1000.0);
	cr_assert_eq(parse("1E+3"), 1000.0);
	cr_assert_eq(parse("12.5e-1"), 1.25);
	cr_assert_eq(parse(" \t3.25\t "), 3.25);
	cr_assert_eq(parse("1e-22"), 1e-22);
	cr_assert_eq(parse("1e23"), 1e23);
	cr_assert(signbit(parse("-0")));
	cr_assert_eq(parse("-0"), 0.0);
}

Test(number, parse_refuses)
{
	static const char *const wrong[] = {
	    "",
	    " ",
	    "oom",
	    "1x",
	    "x1",
	    "1 2",
	    "1,000",
	    "0x10",
	    "inf",
	    "-inf",
	    "Infinity",
	    "nan",
	    "NaN",
	    ".",
	    "-",
	    "+",
	    "+-1",
	    "--1",
	    "- 1",
	    "1e",
	    "1e+",
	    "1e-",
	    "e5",
	    ".e5",
	    "1.2.3",
	    "1e5.0",
	    "1e5e5",
	    "1_000",
	    "1f",
	    "1\n",
	    "\n1",
	    "1\r",
	    "1e400",
	    "-1e400",
	    "1.7976931348623159e308",
	    "1e99999999999999999999",
	};
	for (size_t i = 0; i < COUNT(wrong); i++)
		cr_assert(isnan(parse(wrong[i])), "accepted %s", wrong[i]);
}

Test(number, parse_stops_at_the_size)
{
	double value = 0.0;
	cr_assert(cml_parse_double((struct cml_slice){"123456", 3}, &value));
	cr_assert_eq(value, 123.0);
	cr_assert(cml_parse_double((struct cml_slice){"1.5e300", 3}, &value));
	cr_assert_eq(value, 1.5);
	cr_assert_not(cml_parse_double((struct cml_slice){"1e300", 2}, &value));
	cr_assert_not(cml_parse_double((struct cml_slice){"1\0", 2}, &value));
	cr_assert_not(cml_parse_double((struct cml_slice){NULL, 0}, &value));
}

Test(number, parse_rounds_to_the_nearest)
{
	/* Around 2^53 and the borders of the fast path. */
	cr_assert_eq(parse("9007199254740992"), 9007199254740992.0);
	cr_assert_eq(parse("9007199254740993"), 9007199254740992.0, "a tie goes to even");
	cr_assert_eq(parse("9007199254740993.0000000000000000000001"), 9007199254740994.0);
	cr_assert_eq(parse("9007199254740995"), 9007199254740996.0);
	cr_assert_eq(parse("1e22"), 1e22);
	cr_assert_eq(parse("18446744073709551616"), 0x1p64);
	cr_assert_eq(parse("99999999999999999999"), 1e20);
	cr_assert_eq(parse("0.1000000000000000055511151231257827"), 0.1);
	cr_assert_eq(parse("2.2250738585072011e-308"), 0x0.fffffffffffffp-1022);
}

/* Whole-number scaling against strtod, on texts of 16 to 19 digits, ties among
 * them. */
Test(number, parse_of_many_digits_rounds_as_strtod_does)
{
	struct cml_random random = random_of(13, 0);
	char text[64];
	for (int i = 0; i < 200000; i++) {
		uint64_t digits = cml_random_next(&random) >> cml_random_below(&random, 12);
		int exponent = (int)cml_random_below(&random, 60) - 30;
		if (i % 3 == 0)
			digits = (digits >> 9 | UINT64_C(1) << 53) * 2 + 1;
		snprintf(text, sizeof text, "%" PRIu64 "e%d", digits, exponent);
		cr_assert_eq(parse(text), strtod(text, NULL), "%s", text);
	}
}

Test(number, parse_extremes)
{
	cr_assert_eq(parse("1.7976931348623157e308"), DBL_MAX);
	cr_assert_eq(parse("1.7976931348623158e308"), DBL_MAX, "rounds down to the largest");
	cr_assert_eq(parse("4.9406564584124654e-324"), 0x1p-1074);
	cr_assert_eq(parse("2.4703282292062328e-324"), 0x1p-1074, "just over half");
	cr_assert_eq(parse("2.4703282292062327e-324"), 0.0, "just under half");
	cr_assert_eq(parse("1e-400"), 0.0);
	cr_assert_eq(parse("1e-99999999999999999999"), 0.0);
	cr_assert_eq(parse("0e99999999999999999999"), 0.0);
	cr_assert(signbit(parse("-1e-400")));
}

/* Digits and zeros in numbers too long for any fixed buffer. */
Test(number, parse_of_long_texts)
{
	static char text[5000];
	memset(text, '0', 4000);
	strcpy(text + 4000, "1.5");
	cr_assert_eq(parse(text), 1.5, "leading zeros");

	strcpy(text, "0.");
	memset(text + 2, '0', 4000);
	strcpy(text + 4002, "25e4001");
	cr_assert_eq(parse(text), 2.5);

	memset(text, '1', 4000);
	strcpy(text + 4000, "e-3999");
	cr_assert_eq(parse(text), 1.1111111111111112);

	memset(text, '7', 400);
	text[400] = '\0';
	cr_assert(isnan(parse(text)), "too large");
}

/* A tie is only broken by the very last digit, past every buffer. */
Test(number, parse_reads_every_digit)
{
	static char text[2000];
	strcpy(text, "9007199254740993.");
	memset(text + 17, '0', 1500);
	text[1517] = '\0';
	cr_assert_eq(parse(text), 9007199254740992.0);
	text[1516] = '1';
	cr_assert_eq(parse(text), 9007199254740994.0);
}

Test(number, parse_agrees_with_strtod)
{
	struct cml_random random = random_of(11, 0);
	char text[64];
	for (int i = 0; i < 200000; i++) {
		uint64_t digits = cml_random_next(&random) >> cml_random_below(&random, 64);
		int exponent = (int)cml_random_below(&random, 60) - 30;
		int n_decimals = (int)cml_random_below(&random, 8);
		if (i % 8 == 0)
			exponent *= 11;
		if (i % 2 == 0)
			snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits,
				 exponent);
		else
			snprintf(text, sizeof text, "%llu.%0*d", (unsigned long long)digits,
				 n_decimals, exponent & 7);
		double expected = strtod(text, NULL);
		if (isinf(expected))
			cr_assert(isnan(parse(text)), "%s", text);
		else
			cr_assert_eq(parse(text), expected, "%s", text);
	}
}

Test(number, below_a_limit_reads_as_below_it)
{
	char text[CML_NUMBER_SIZE];
	cr_expect_eq(cml_print_below(0.5123, 0.9, text), 5);
	cr_expect_str_eq(text, "0.512");
	cml_print_below(0.89996, 0.9, text);
	cr_expect_str_eq(text, "0.89996");
	cml_print_below(nextafter(0.9, 0), 0.9, text);
	cr_expect_str_eq(text, "0.8999999999999999");
}

Test(number, parse_int)
{
	int64_t value = 5;
	cr_assert(cml_parse_int(cml_slice_of(" -12 "), -12, 0, &value));
	cr_assert_eq(value, -12);
	cr_assert(cml_parse_int(cml_slice_of("+0012"), 12, 12, &value));
	cr_assert_eq(value, 12);
	cr_assert(cml_parse_int(cml_slice_of("-0"), 0, 0, &value));
	cr_assert_eq(value, 0);
	cr_assert(
	    cml_parse_int(cml_slice_of("-9223372036854775808"), INT64_MIN, INT64_MAX, &value));
	cr_assert_eq(value, INT64_MIN);
	cr_assert(cml_parse_int(cml_slice_of("9223372036854775807"), INT64_MIN, INT64_MAX, &value));
	cr_assert_eq(value, INT64_MAX);
}

Test(number, parse_int_refuses)
{
	static const char *const wrong[] = {
	    "",
	    " ",
	    "-",
	    "+",
	    "1.0",
	    "1e3",
	    "x",
	    "1x",
	    "--1",
	    "+-1",
	    "1 2",
	    "0x1",
	    "9223372036854775808",
	    "-9223372036854775809",
	    "18446744073709551617",
	    "99999999999999999999999",
	    "-18446744073709551616",
	};
	int64_t value = 5;
	for (size_t i = 0; i < COUNT(wrong); i++)
		cr_assert_not(cml_parse_int(cml_slice_of(wrong[i]), INT64_MIN, INT64_MAX, &value),
			      "%s", wrong[i]);
	cr_assert_not(cml_parse_int(cml_slice_of("11"), 0, 10, &value));
	cr_assert_not(cml_parse_int(cml_slice_of("-1"), 0, 10, &value));
	cr_assert_not(cml_parse_int((struct cml_slice){NULL, 0}, 0, 10, &value));
	cr_assert_eq(value, 5, "a refused text changed the value");
}

Test(number, parse_uint64)
{
	uint64_t value = 5;
	cr_assert(cml_parse_uint64(cml_slice_of("18446744073709551615"), &value));
	cr_assert_eq(value, UINT64_MAX);
	cr_assert(cml_parse_uint64(cml_slice_of("\t+7 "), &value));
	cr_assert_eq(value, 7);
	cr_assert_not(cml_parse_uint64(cml_slice_of("18446744073709551616"), &value));
	cr_assert_not(cml_parse_uint64(cml_slice_of("18446744073709551620"), &value));
	cr_assert_not(cml_parse_uint64(cml_slice_of("-1"), &value));
	cr_assert_not(cml_parse_uint64(cml_slice_of("+"), &value));
	cr_assert_not(cml_parse_uint64(cml_slice_of(""), &value));
	cr_assert_eq(value, 7);
}

Test(number, print_whole_numbers)
{
	cr_assert_str_eq(print(0.0), "0");
	cr_assert_str_eq(print(-0.0), "0");
	cr_assert_str_eq(print(7.0), "7");
	cr_assert_str_eq(print(-1000.0), "-1000");
	cr_assert_str_eq(print(999999999999999.0), "999999999999999");
	cr_assert_str_eq(print(1e15), "1e15");
	cr_assert_str_eq(print(9007199254740992.0), "9007199254740992");
	cr_assert_str_eq(print(-1.5e16), "-1.5e16");
	cr_assert_str_eq(print(1e23), "1e23");
	cr_assert_str_eq(print(DBL_MAX), "1.7976931348623157e308");
}

Test(number, print_decimals)
{
	cr_assert_str_eq(print(0.5), "0.5");
	cr_assert_str_eq(print(2.385), "2.385");
	cr_assert_str_eq(print(-0.1), "-0.1");
	cr_assert_str_eq(print(0.1 + 0.2), "0.30000000000000004");
	cr_assert_str_eq(print(1.0 / 3.0), "0.3333333333333333");
	cr_assert_str_eq(print(100.25), "100.25");
	cr_assert_str_eq(print(123456.789012345), "123456.789012345");
	cr_assert_str_eq(print(99999999999999.9), "99999999999999.9");
	cr_assert_str_eq(print(0.0001), "0.0001");
	cr_assert_str_eq(print(0.000123456789012345), "0.000123456789012345");
	cr_assert_str_eq(print(0.00001), "1e-5");
	cr_assert_str_eq(print(-1.5e-7), "-1.5e-7");
}

Test(number, print_small_numbers)
{
	cr_assert_str_eq(print(DBL_MIN), "2.2250738585072014e-308");
	cr_assert_str_eq(print(0x1p-1074), "5e-324", "one digit tells it from its neighbours");
	cr_assert_str_eq(print(0x1p-1073), "1e-323");
	cr_assert_str_eq(print(-123 * 0x1p-1074), "-6.1e-322");
}

/* Below a power of two doubles lie twice as dense: the nearest 16 digits do not
 * read back, the next ones up do. */
Test(number, print_powers_of_two_in_as_few_digits_as_possible)
{
	cr_assert_str_eq(print(0x1p-1017), "7.120236347223045e-307");
	cr_assert_str_eq(print(0x1p-366), "6.653062250012736e-111");
}

static size_t count_digits(const char *text)
{
	size_t n = 0;
	size_t n_trailing_zeros = 0;
	for (; *text != '\0' && *text != 'e'; text++) {
		if (*text < '0' || *text > '9' || (n == 0 && *text == '0'))
			continue;
		n++;
		n_trailing_zeros = *text == '0' ? n_trailing_zeros + 1 : 0;
	}
	return n - n_trailing_zeros;
}

/* What is printed reads back, and nothing printf can make of fewer digits
 * does. */
static void check_shortest(double value)
{
	const char *text = print(value);
	char shorter[64];
	cr_assert_eq(strtod(text, NULL), value, "%s is not %a", text, value);
	cr_assert_eq(parse(text), value, "%s", text);
	if (value == 0.0 || count_digits(text) == 1)
		return;
	snprintf(shorter, sizeof shorter, "%.*e", (int)count_digits(text) - 2, value);
	cr_assert_neq(strtod(shorter, NULL), value, "%s is longer than %s", text, shorter);
}

Test(number, print_is_exact_and_shortest)
{
	struct cml_random random = random_of(12, 0);
	for (int i = 0; i < TRIALS(60000); i++) {
		uint64_t bits = cml_random_next(&random);
		double value;
		memcpy(&value, &bits, sizeof value);
		if (isfinite(value))
			check_shortest(value);
		check_shortest(cml_random_normal(&random) * 1000.0);
		check_shortest((double)cml_random_below(&random, 1000000000) / 1000.0);
		check_shortest((double)(int64_t)(bits >> cml_random_below(&random, 63)) / 1e6);
	}
	for (int exponent = -1074; exponent <= 1023; exponent++) {
		check_shortest(ldexp(1.0, exponent));
		check_shortest(nextafter(ldexp(1.0, exponent), 0.0));
		check_shortest(nextafter(ldexp(1.0, exponent), INFINITY));
	}
	for (int exponent = -323; exponent <= 308; exponent++)
		check_shortest(pow(10.0, exponent));
}

Test(number, the_locale_has_no_say)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
	size_t i = 0;
	while (i < COUNT(names) && setlocale(LC_ALL, names[i]) == NULL)
		i++;
	if (i == COUNT(names))
		cr_skip_test("no locale with a decimal comma is installed");
	cr_assert_str_eq(localeconv()->decimal_point, ",");
	cr_assert_eq(parse("2.385"), 2.385);
	cr_assert_eq(parse("0.30000000000000004"), 0.30000000000000004);
	cr_assert(isnan(parse("2,385")));
	cr_assert_str_eq(print(2.385), "2.385");
	cr_assert_str_eq(print(0.1 + 0.2), "0.30000000000000004");
	cr_assert_str_eq(print(1.5e-7), "1.5e-7");
}

Test(number, digits_follow_the_uncertainty)
{
	static const struct {
		double value, uncertainty, rounded;
	} cases[] = {
	    {3146.729182, 499, 3147}, /* 10 is too large a unit: 1 % of this is less than 5 */
	    {3146.729182, 500, 3150},
	    {3146.729182, 4.9, 3146.73},
	    {335745.1234, 51000, 336000},
	    {335745.1234, 49000, 335700},
	    {-2.38512, 0.51, -2.39},
	    {0.00123456, 0.5, 0.0012},
	    {99.96, 1e9, 100},
	    {1.05e-9, 3e-11, 1.05e-9},
	    {123.456, NAN, 123.456},
	    {123.456, 0, 123.456},
	    {123.456, INFINITY, 123.456},
	    {0, 5, 0},
	    {1e300, 1e299, 1e300},
	    {1234567, 1e6, 1230000},
	    {0.123456789, NAN, 0.123457},
	    {0.123456789, 1e-7, 0.123457},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		cr_assert_eq(cml_round_known(cases[i].value, cases[i].uncertainty),
			     cases[i].rounded, "%.17g of %g: %.17g", cases[i].value,
			     cases[i].uncertainty,
			     cml_round_known(cases[i].value, cases[i].uncertainty));
	cr_assert(isnan(cml_round_known(NAN, 1)));
	struct cml_random random = random_of(3, 0);
	for (size_t i = 0; i < 2000; i++) {
		double value =
		    cml_random_normal(&random) * pow(10, 8 * cml_random_uniform(&random));
		double uncertainty = pow(10, 12 * cml_random_uniform(&random) - 6);
		double rounded = cml_round_known(value, uncertainty);
		cr_assert_leq(fabs(rounded - value),
			      fmax(CML_ROUNDING * uncertainty, 5e-6 * fabs(value)) * (1 + 1e-9));
		cr_assert_leq(fabs(rounded - value), 0.05 * fabs(value) * (1 + 1e-9));
		cr_assert_eq(cml_round_known(rounded, uncertainty), rounded);
	}
}

Test(number, size_in_a_name)
{
	static const struct {
		const char *name;
		double size;
	} names[] = {
	    {"7b", 7e9},
	    {"meta-llama/Llama-2-70b-hf", 70e9},
	    {"350m", 350e6},
	    {"opt-6.7B", 6.7e9},
	    {"Mixtral-8x7B-v0.1", 46.7e9},
	    {"1x7b", 7e9},
	    {"8x80GB", 640e9},
	    {"A100_80GB", 80e9},
	    {"A100-80G", 80e9},
	    {"mpt7b", 7e9},
	    {"Qwen2-7B-Instruct-8k", 7e9},
	    {"1.5T", 1.5e12},
	    {"DSS8440x8A100-PCIE-40GB", 40e9},
	    {"mistral-32k-7b", 7e9},
	    {"my-mini-4k", NAN},
	    {"h100", NAN},
	    {"v0.1", NAN},
	    {"7bit", NAN},
	    {"3d", NAN},
	    {"1.2.3b", NAN},
	    {"b", NAN},
	    {"", NAN},
	};
	for (size_t i = 0; i < COUNT(names); i++) {
		double size = cml_size_in_name(cml_slice_of(names[i].name));
		cr_assert(cml_same_number(size, names[i].size), "%s: %g", names[i].name, size);
	}
}
