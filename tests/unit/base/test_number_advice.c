#include "base/number.h"

#include "test.h"

static void gives(const char *cell, const char *expected)
{
	char advice[CML_ADVICE_SIZE] = "before";
	cml_number_advice(cml_slice_of(cell), advice);
	cr_assert_str_eq(advice, expected, "%s: %s", cell, advice);
}

Test(number_advice, knows_units_commas_and_times)
{
	gives("107 tok/s", ": without \"tok/s\" it is 107");
	gives(" 12.5% ", ": without \"%\" it is 12.5");
	gives("1.2k", ": written without \"k\" it is 1200");
	gives("-3 M", ": written without \"M\" it is -3000000");
	gives("1.12K tok/s", ": written without \"K tok/s\" it is 1120");
	gives("80 GB", ": without \"GB\" it is 80");
	gives("7 kg", ": without \"kg\" it is 7");
	gives("1,234", ": without the comma of thousands it is 1234");
	gives("1.234.567", ": without the points of thousands it is 1234567");
	gives("1,234,567.5", ": without the comma of thousands it is 1234567.5");
	gives("23 200", ": without the blank it is 23200");
	gives("1 234 567.5", ": without the blank it is 1234567.5");
	gives("-1 234", ": without the blank it is -1234");
	gives("1,25", ": without the comma of decimals it is 1.25");
	gives("00:10:30", ": as seconds it is 630");
	gives("10:30.5", ": as seconds it is 630.5");
	gives("1-02:00:00", ": as seconds it is 93600");
	gives("2e3 s", ": without \"s\" it is 2000");
	gives("1h02m", ": as seconds it is 3720");
	gives("2d 4h30m", ": as seconds it is 189000");
	gives("3m20.5s", ": as seconds it is 200.5");
	gives("90m", ": without \"m\" it is 90");
	gives("$4.59", ": without the mark it is 4.59");
	gives("~ 2.3k", ": without the mark it is 2300");
	gives("(1,234)", ": without the mark it is 1234");
	gives(">= 600", ": without the mark it is 600");
	gives("12.5 €", ": without \"€\" it is 12.5");
	gives("=\"8\"", ": in plain characters it is 8");
	gives("23\xe2\x80\xaf"
	      "200",
	      ": without the blank it is 23200");
	gives("€12", ": without the mark it is 12");
}

Test(number_advice, says_nothing_of_other_texts)
{
	char texts[] =
	    "|oom|n/a|1,2,3|1,2.5|2026-01-02|k|2026-01-02T10:00:00|0x1F|10:|:30|12 \"in\"|"
	    "12 \xb5s|5\n|12 a unit that is far too long|1.2.3|10-20|1m2h|1h2x|1h2|$|~/log|"
	    "(8, 1)|[1,2]|23 20|1 2345|23  200";
	for (char *rest = texts, *text; (text = strsep(&rest, "|"));)
		gives(text, "");
}

Test(number_advice, counts_have_units_and_factors)
{
	char texts[] =
	    "4k=4096|0.5M=524288|4,096=4096|4096 tokens=4096|2x8=16|8x=8|2 nodes x 8=16|"
	    "16xH100=16|2*8x2=32|-=nan|H100x8=nan|8x-=nan|1:30=nan|max 8=nan|=nan|"
	    "cpu=96,gres/gpu:h100=8,node=1=8|gres/gpu=4=4|cpu=96,node=1=nan|gres/gpu:a100,b=1=nan";
	for (char *rest = texts, *text; (text = strsep(&rest, "|"));) {
		char *end = strrchr(text, '=');
		*end = '\0';
		cr_expect(cml_same_number(cml_count_in_text(cml_slice_of(text)), atof(end + 1)),
			  "%s", text);
	}
}

Test(number_advice, points_of_thousands_are_three_decimals_beside_whole_numbers)
{
	double sheet[] = {3.215, 975, NAN, 2.083, 81, 1.641};
	double rounded[] = {3.215, 2.083}, small[] = {0.215, 975, 2.083, 81};
	double mixed[] = {3.215, 975, 2.083, 81, 4.5}, large[] = {3.215, 975, 2.083, 8100};
	double among[] = {8.192, 9, 10.266, 10, 9.306};
	double example = 0;
	cr_assert_eq(cml_points_of_thousands(5, among, &example), 0);
	cr_assert_eq(cml_points_of_thousands(6, sheet, &example), 3);
	cr_assert_float_eq(example, 3.215, 0);
	cr_assert_eq(cml_points_of_thousands(2, rounded, &example), 0);
	cr_assert_eq(cml_points_of_thousands(4, small, &example), 0);
	cr_assert_eq(cml_points_of_thousands(5, mixed, &example), 0);
	cr_assert_eq(cml_points_of_thousands(4, large, &example), 0);
}
