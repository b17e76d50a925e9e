#include "base/date.h"

#include "test.h"

static struct cml_time parse(const char *text)
{
	struct cml_time time = {0};
	cr_assert(cml_time_parse(cml_slice_of(text), CML_MONTH_FIRST, &time), "%s", text);
	return time;
}

/* date -u -d '<text>' +%s */
Test(date, knows_the_forms_of_a_time)
{
	static const struct {
		const char *text;
		int64_t seconds;
	} cases[] = {
	    {"1970-01-01", 0},
	    {"1969-12-31T23:59:59Z", -1},
	    {"2000-02-29", 951782400},
	    {"2000-03-01", 951868800},
	    {"1900-03-01", -2203891200},
	    {"9999-12-31T23:59:59Z", 253402300799},
	    {"2024-03-01T17:05:09Z", 1709312709},
	    {"2024-03-01 17:05:09", 1709312709},
	    {"2024-03-01t17:05:09z", 1709312709},
	    {"2024-03-01 17:05", 1709312700},
	    {"2024-03-01T17:05:09+01:00", 1709309109},
	    {"2024-03-01 17:05:09 +0100", 1709309109},
	    {"2024-03-01T17:05:09-05:30", 1709332509},
	    {"2024-03-01T17:05:09+01", 1709309109},
	    {" 2024-03-01 17:05:09 Z ", 1709312709},
	    {"2016-12-31T23:59:60Z", 1483228800},
	    {"2026-06-01 9:05", 1780304700},
	    {"2026-06-01_11-40-00", 1780314000},
	    {"2026-06-01_11:40", 1780314000},
	    {"20260601T114000", 1780314000},
	    {"20260601-114000", 1780314000},
	    {"20260601_114000Z", 1780314000},
	    {"2026/06/01", 1780272000},
	    {"2026/6/1 11:40:00", 1780314000},
	    {"01 Jun 2026 11:40", 1780314000},
	    {"1 June 2026, 11:40:00", 1780314000},
	    {"01-Jun-2026 11:40", 1780314000},
	    {"Jun 1, 2026, 11:40:00 AM", 1780314000},
	    {"Jun 1 2026 11:40PM", 1780357200},
	    {"Mon Jun  1 11:40:00 2026", 1780314000},
	    {"Mon Jun  1 11:40:00 UTC 2026", 1780314000},
	    {"Mon Jun  1 11:40:00 AM CEST 2026", 1780306800},
	    {"Mon Jun 01 2026 11:40:00 GMT+0200", 1780306800},
	    {"Mon, 01 Jun 2026 11:40:00 +0000", 1780314000},
	    {"Mon, 1 Jun 2026 11:40:00 PDT", 1780339200},
	    {"Monday, June 1, 2026 11:40 AM", 1780314000},
	    {"01/Jun/2026:11:40:00 +0000", 1780314000},
	    {"06/01/2026", 1780272000},
	    {"6/1/2026 12:05 AM", 1780272300},
	    {"6/1/2026, 12:05:00 pm", 1780315500},
	    {"1.6.2026 11:40", 1780314000},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_time time = parse(cases[i].text);
		cr_assert_eq(time.seconds, cases[i].seconds, "%s: %lld", cases[i].text,
			     (long long)time.seconds);
		cr_assert_eq(time.fraction, 0);
	}
	cr_assert_float_eq(parse("2024-03-01T17:05:09.25Z").fraction, 0.25, 1e-15);
	cr_assert_float_eq(parse("2024-03-01T17:05:09,123456789+02:00").fraction, 0.123456789,
			   1e-15);
	cr_assert_lt(parse("2024-03-01T17:05:09.99999999999999999999Z").fraction, 1);
	/* A month is its first day. */
	cr_assert_eq(parse("2024-03").seconds, parse("2024-03-01").seconds);
}

Test(date, what_says_that_there_is_no_time)
{
	cr_assert(cml_time_is_missing(cml_slice_of("Unknown")));
	cr_assert(cml_time_is_missing(cml_slice_of("")));
	cr_assert_not(cml_time_is_missing(cml_slice_of("2024-03")));
	cr_assert_not(cml_time_is_missing(cml_slice_of("Unknown host")));
}

Test(date, refuses_what_is_no_time)
{
	static const char *const texts[] = {
	    "2024-03-01_17-05:09",
	    "",
	    "2024",
	    "2024-13",
	    "2024-03-",
	    "2024-13-01",
	    "2024-00-10",
	    "2024-01-32",
	    "2023-02-29",
	    "1900-02-29",
	    "2024-03-01T",
	    "2024-03-01T24:00",
	    "2024-03-01T10:60",
	    "2024-03-01T10:10:10.",
	    "2024-03-01x10:10",
	    "2024-03-01T10",
	    "2024-03-01T10:10+",
	    "2024-03-01T10:10+1",
	    "2024-03-01T10:10+01:",
	    "2024-03-01Z",
	    "2024-03-01T10:10Zx",
	    "13/31/2024",
	    "03/01/24",
	    "03-01-2024",
	    "03/01.2024",
	    "1.2.3",
	    "10/2/1",
	    "31 Feb 2024",
	    "Ma 1 2024",
	    "Marc 1 2024x",
	    "Mon Jun 1 2026 11:40:00 XYZ",
	    "Mon Jun 1 11:40:00",
	    "Mon",
	    "Jun",
	    "Jun 2026",
	    "may",
	    "2 may",
	    "1 Jun 2026 13:05 PM",
	    "1 Jun 2026 0:05 AM",
	    "20260601",
	    "20260601T1140",
	    "20260601T114000x",
	    "20261301T114000",
	    "2026/06",
	    "123/4/2026",
	    "100 Mar 2024",
	    "v1.0",
	};
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cml_time time;
		cr_assert_not(cml_time_parse(cml_slice_of(texts[i]), CML_DAY_FIRST, &time), "%s",
			      texts[i]);
	}
	struct cml_time time;
	cr_assert_not(
	    cml_time_parse((struct cml_slice){"2024-03-01\0", 11}, CML_MONTH_FIRST, &time));
	cr_assert(cml_time_parse((struct cml_slice){"2024-03-01junk", 10}, CML_MONTH_FIRST, &time),
		  "views end where they end");
}

Test(date, years_of_two_digits)
{
	static const struct {
		const char *text;
		bool is_short, has_clock;
	} cases[] = {
	    {"23/11/26 14:03", true, true},
	    {"11/23/26, 2:03 PM", true, true},
	    {"26-11-23T14:03:09Z", true, true},
	    {"26-11-23", true, false},
	    {" 23.11.26 ", true, false},
	    {"1/2/26", true, false},
	    {"1.2.26", false, false},
	    {"23/11/2026", false, false},
	    {"2026-11-23", false, false},
	    {"32/13/26", false, false},
	    {"40/41/42", false, false},
	    {"23/11-26", false, false},
	    {"23/11/26 x", false, false},
	    {"23/11", false, false},
	    {"8/4/2", false, false},
	    {"", false, false},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		bool has_clock = false;
		bool is_short = cml_time_is_short(cml_slice_of(cases[i].text), &has_clock);
		cr_assert_eq(is_short, cases[i].is_short, "%s", cases[i].text);
		if (is_short)
			cr_assert_eq(has_clock, cases[i].has_clock, "%s", cases[i].text);
	}
}
