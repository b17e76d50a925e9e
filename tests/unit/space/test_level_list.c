#include "space/space_text.h"

#include "base/memory.h"
#include "test.h"

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
			size_t k = 0;
			while (cml_level_split(&rest, &part)) {
				cr_assert(cml_level_read(part, &level));
				cr_expect(k < n &&
					      cml_slice_equal(cml_buffer_slice(&level), levels[k]),
					  "%.*s", (int)list.size, list.data);
				k++;
			}
			cr_expect_eq(k, n);
		}
}
