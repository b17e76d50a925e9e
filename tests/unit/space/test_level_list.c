#include "space/space_text.h"

#include "base/memory.h"
#include "test.h"

/* Each list beside its levels, one a line. */
static const char *const lists[][2] = {
    {"a100|h100", "a100\nh100\n"},
    {"a100\\|h100|h100", "a100|h100\nh100\n"},
    {" a | b ", "a\nb\n"},
    {"C:\\data|D:\\", "C:\\data\nD:\\\n"},
    {"x\\\\|y", "x\\\ny\n"},
    {"1\\:2", "1:2\n"},
    {"cuda:0|cuda:1", "cuda:0\ncuda:1\n"},
    {"a||b", "a\n\nb\n"},
    {"|", "\n\n"},
    {"\\|", "|\n"},
};

Test(level_list, is_read)
{
	for (size_t i = 0; i < COUNT(lists); i++) {
		struct cml_slice rest = cml_slice_of(lists[i][0]), part;
		AUTO(cml_buffer) level = {0}, all = {0};
		bool started = false;
		while (cml_level_split(&rest, &started, &part)) {
			cr_assert(cml_level_read(part, &level));
			cr_assert(cml_buffer_printf(&all, "%.*s\n", (int)level.size,
						    level.data ? level.data : ""));
		}
		cr_expect(cml_slice_is(cml_buffer_slice(&all), lists[i][1]), "%s: %.*s",
			  lists[i][0], (int)all.size, all.data);
	}
}

/* What is written is read again, whatever a level holds. */
Test(level_list, comes_back)
{
	static const char *const texts[] = {"a|b",   "\\", "a\\", "\\|", "\\\\", "1:2",
					    "a\\:b", ":4", "x y", "|",   "1:2|3"};
	for (size_t n = 1; n <= 2; n++)
		for (size_t i = 0; i + n <= COUNT(texts); i++) {
			struct cml_slice levels[2] = {cml_slice_of(texts[i]),
						      cml_slice_of(texts[i + n - 1])};
			AUTO(cml_buffer) list = {0}, level = {0};
			cr_assert(cml_level_append_all(&list, levels, n));
			struct cml_slice rest = cml_buffer_slice(&list), part;
			bool started = false;
			size_t k = 0;
			while (cml_level_split(&rest, &started, &part)) {
				cr_assert(cml_level_read(part, &level));
				cr_expect(k < n &&
					      cml_slice_equal(cml_buffer_slice(&level), levels[k]),
					  "%.*s", (int)list.size, list.data);
				k++;
			}
			cr_expect_eq(k, n);
		}
}

Test(level_list, twins)
{
	static const struct {
		const char *levels[3];
		bool are;
	} cases[] = {{{"1", "2", "1.0"}, true},  {{"A_b", "c", "a-B"}, true},
		     {{"a b", "ab", "c"}, true}, {{"1.9", "1.10", "1.1"}, true},
		     {{"1", "2", "10"}, false},  {{"a", "aa", ""}, false}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cml_slice levels[3];
		size_t twins[2];
		for (size_t k = 0; k < 3; k++)
			levels[k] = cml_slice_of(cases[i].levels[k]);
		cr_expect_eq(cml_level_twins(levels, 3, twins), cases[i].are, "%zu", i);
	}
}
