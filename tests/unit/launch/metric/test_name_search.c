#include "launch/metric/name_search.h"

#include "base/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static size_t find_plainly(struct cml_slice text, struct cml_slice name, size_t from)
{
	for (; from + name.size <= text.size; from++) {
		if (memcmp(text.data + from, name.data, name.size) == 0)
			return from;
	}
	return text.size;
}

static void check_all_places(struct cml_slice text, const char *name)
{
	struct cml_name_search search;
	struct cml_slice slice = cml_slice_of(name);

	cml_name_search_init(&search, slice);
	for (size_t from = 0; from <= text.size; from++)
		cr_assert_eq(cml_name_search_next(&search, text, from),
			     find_plainly(text, slice, from), "'%s' from %zu of %zu", name, from,
			     text.size);
}

/* One occurrence at every offset of texts of every length around a few blocks; the text ends
 * where its memory ends, so that a sanitizer sees a read behind it. */
Test(name_search, every_offset_and_length)
{
	static const char *const names[] = {"q", "qq", "qps", "examples_per_second", "eee"};

	for (size_t i = 0; i < 5; i++) {
		size_t size = strlen(names[i]);

		for (size_t length = 0; length<200; length += length> 70 ? 8 : 1) {
			char *text = malloc(length + 1);

			for (size_t at = 0; at + size <= length; at++) {
				struct cml_name_search search;

				memset(text, 'e', length);
				memcpy(text + at, names[i], size);
				cml_name_search_init(&search, cml_slice_of(names[i]));
				cr_assert_eq(cml_name_search_next(
						 &search, (struct cml_slice){text, length}, 0),
					     find_plainly((struct cml_slice){text, length},
							  cml_slice_of(names[i]), 0),
					     "%s at %zu of %zu", names[i], at, length);
			}
			free(text);
		}
	}
}

Test(name_search, overlapping_and_near_misses)
{
	check_all_places(cml_slice_of("aaaaaaaa"), "aa");
	check_all_places(cml_slice_of("abababab aba"), "aba");
	check_all_places(cml_slice_of("qpqpsqps_qpsqp"), "qps");
	check_all_places((struct cml_slice){"", 0}, "qps");
	check_all_places((struct cml_slice){"q\0ps\xff\0qps", 9}, "qps");
}

Test(name_search, random_texts_of_few_letters)
{
	struct cml_random random;
	char text[300];

	cml_random_init(&random, 5, 0);
	for (int i = 0; i < 300; i++) {
		char name[5] = {0};
		size_t size = 1 + (size_t)cml_random_below(&random, 4);

		for (size_t j = 0; j < sizeof text; j++)
			text[j] = "ab-"[cml_random_below(&random, 3)];
		for (size_t j = 0; j < size; j++)
			name[j] = "ab-"[cml_random_below(&random, 3)];
		check_all_places((struct cml_slice){text, sizeof text}, name);
	}
}
