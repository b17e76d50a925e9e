#include <criterion/criterion.h>

#include "launch/metric/reading_names.h"

#include <stdio.h>

static void check(const char *text, const char *wanted, const char *expected)
{
	char list[32];
	bool any = cml_reading_names(cml_slice_of(text), cml_slice_of(wanted), list, sizeof list);

	cr_expect_str_eq(list, expected, "%s in \"%s\"", wanted, text);
	cr_expect_eq(any, expected[0] != '\0');
}

Test(reading_names, lists_the_first_ones_once)
{
	check("step: 1 loss=2.5\nstep: 2 loss=nan \"lr\": 0.1\n", "wps", "'step', 'loss', 'lr'");
	check("a=1 b=2 c=3 d=4 e=5 f=6", "wps", "'a', 'b', 'c', 'd'");
}

Test(reading_names, prefers_one_like_the_wanted)
{
	check("step=1 Q: 5", "q", "'Q'");
	check("step=1 tokens_per_sec=5", "token_per_sec", "'tokens_per_sec'");
}

Test(reading_names, takes_nothing_else_for_a_reading)
{
	check("", "q", "");
	check("at 12:30:01 all is well: q = none, 5=6", "q", "");
}

Test(reading_names, is_cut_to_its_room)
{
	check("a_rather_long_name=1 another_quite_long_name=2", "q",
	      "'a_rather_long_name', 'another_");
}

/* A trainer prints its settings before its readings. */
Test(reading_names, finds_one_like_the_wanted_behind_many_others)
{
	char text[4096];
	size_t n = 0;

	for (int i = 0; i < 100; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "setting.%d.of: %d\n", i, i);
	snprintf(text + n, sizeof text - n, "tokens/sec/GPU: 1.12K");
	check(text, "tokens_per_sec", "'tokens/sec/GPU'");
	snprintf(text + n, sizeof text - n, "Q: 1\nqq: 2\nr: 3\n");
	check(text, "q", "'Q'");
	check(text, "unlike", "'setting.0.of', 'setting.1.of',");
}
