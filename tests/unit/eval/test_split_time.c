#include "eval/split_time.h"

#include <criterion/criterion.h>
#include <string.h>

static struct cml_time parse(const char *text)
{
	struct cml_time time = {0};
	cr_assert(cml_time_parse(cml_slice_of(text), &time), "%s", text);
	return time;
}

/* date -u -d '<text>' +%s */
Test(split_time, knows_the_forms_of_a_time)
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
	    {"0000-01-01", -62167219200},
	    {"0001-01-01", -62135596800},
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
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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

Test(split_time, what_says_that_there_is_no_time)
{
	cr_assert(cml_time_is_missing(cml_slice_of("Unknown")));
	cr_assert(cml_time_is_missing(cml_slice_of("")));
	cr_assert_not(cml_time_is_missing(cml_slice_of("2024-03")));
	cr_assert_not(cml_time_is_missing(cml_slice_of("Unknown host")));
}

Test(split_time, refuses_what_is_no_time)
{
	static const char *const texts[] = {
	    "",
	    "2024",
	    "2024-3-1",
	    "2024-13",
	    "2024-03-",
	    "2024-03T10:10",
	    "2024-13-01",
	    "2024-00-10",
	    "2024-01-32",
	    "2023-02-29",
	    "1900-02-29",
	    "2024-03-01T",
	    "2024-03-01T24:00",
	    "2024-03-01T10:60",
	    "2024-03-01T10:10:61",
	    "2024-03-01T10:10:10.",
	    "2024-03-01x10:10",
	    "2024-03-01T10",
	    "2024-03-01T10:10+",
	    "2024-03-01T10:10+1",
	    "2024-03-01T10:10+01:",
	    "2024-03-01T10:10+24:00",
	    "2024-03-01Z",
	    "2024-03-01T10:10Zx",
	    "03/01/2024",
	    "v1.0",
	    "2024-03-01T10:10:1",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct cml_time time;
		cr_assert_not(cml_time_parse(cml_slice_of(texts[i]), &time), "%s", texts[i]);
	}
	struct cml_time time;
	cr_assert_not(cml_time_parse((struct cml_slice){"2024-03-01\0", 11}, &time));
	cr_assert(cml_time_parse((struct cml_slice){"2024-03-01junk", 10}, &time),
		  "views end where they end");
}

Test(split_time, natural_order)
{
	/* Ascending. */
	static const char *const texts[] = {"",
					    "10",
					    "a",
					    "a0",
					    "a1",
					    "a1b",
					    "a02",
					    "a10",
					    "b",
					    "v0.7",
					    "v1.0",
					    "v1.1",
					    "v1.1-rc",
					    "v10",
					    "v10.1",
					    "v11",
					    "v99999999999999999999999",
					    "v100000000000000000000000"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
			int order =
			    cml_natural_compare(cml_slice_of(texts[i]), cml_slice_of(texts[j]));
			cr_assert_eq((order > 0) - (order < 0), (i > j) - (i < j), "%s, %s: %d",
				     texts[i], texts[j], order);
		}
	cr_assert_eq(cml_natural_compare(cml_slice_of("v1.07"), cml_slice_of("v1.7")), 0);
	cr_assert_eq(cml_natural_compare(cml_slice_of("r00"), cml_slice_of("r0")), 0);
}

static void check_order(const char *const *texts, size_t n, const size_t *expected)
{
	struct cml_slice cells[8];
	size_t order[8];
	struct cml_error err = {0};
	for (size_t i = 0; i < n; i++)
		cells[i] = cml_slice_of(texts[i]);
	cr_assert_eq(cml_time_order(n, cells, order, &err), CML_OK);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(order[i], expected[i], "%s at %zu", texts[order[i]], i);
}

Test(split_time, numbers_if_all_are)
{
	check_order((const char *const[]){"10", "9.5", "-1e3", "9.50"}, 4,
		    (const size_t[]){2, 1, 3, 0});
	/* One that is none makes texts of them all. */
	check_order((const char *const[]){"10", "9.5", "-1", "9.5a"}, 4,
		    (const size_t[]){2, 1, 3, 0});
	check_order((const char *const[]){"1e1", "9", "x"}, 3, (const size_t[]){0, 1, 2});
	check_order(NULL, 0, NULL);
}

Test(split_time, times_if_all_are)
{
	check_order((const char *const[]){"2024-03-01T10:00:00+02:00", "2024-03-01T09:00:00Z",
					  "2024-03-01", "2024-03-01 08:00:00.5",
					  "2024-03-01T08:00:00Z"},
		    5, (const size_t[]){2, 0, 4, 3, 1});
	/* Where few are, all are texts, and the offset does not count. */
	check_order((const char *const[]){"2024-03-01T10:00:00+02:00", "later", "sooner"}, 3,
		    (const size_t[]){0, 1, 2});
}

Test(split_time, refuses_an_odd_one_among_times)
{
	struct cml_slice cells[] = {cml_slice_of("2024-03-01"), cml_slice_of("2024-3-2"),
				    cml_slice_of("2024-03-03")};
	size_t order[3];
	struct cml_error err = {0};
	cr_assert_eq(cml_time_order(3, cells, order, &err), CML_BAD_DATA);
	cr_assert_str_eq(err.message, "not a date, as most cells are: \"2024-3-2\"");
}

Test(split_time, equal_cells_keep_their_order)
{
	check_order((const char *const[]){"v2", "v1", "v2", "v01", "v1"}, 5,
		    (const size_t[]){1, 3, 4, 0, 2});
	check_order((const char *const[]){"2", "1", "2.0", "1"}, 4, (const size_t[]){1, 3, 0, 2});
}
