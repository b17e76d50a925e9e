#include "space/space.h"
#include "space/space_text.h"
#include "test.h"

static void strips(const char *text, const char *expected)
{
	char copy[256];
	size_t size = strlen(text);
	memcpy(copy, text, size);
	size = cml_space_strip_comments(copy, size);
	cr_assert(cml_slice_is((struct cml_slice){copy, size}, expected), "%.*s", (int)size, copy);
}

Test(space_text, comments_leave_their_line)
{
	strips("", "");
	strips("#", "");
	strips("# a\nb,c\n#d", "\nb,c\n");
	strips("a\r\n#\"b\r\nc\r\n", "a\r\n\r\nc\r\n");
	strips("a #b\n#\n#\n", "a #b\n\n\n");
	/* Inside quotes it is text, also after a doubled quote. */
	strips("\"a\n#b\",c\n#d\n", "\"a\n#b\",c\n\n");
	strips("\"a\"\"\n#b\"\n#c", "\"a\"\"\n#b\"\n");
	strips("\"#a\",b\n", "\"#a\",b\n");
}

Test(space_text, names_that_begin_with_a_hash_are_quoted)
{
	static const char *const cells[] = {"#a", "#b"};
	AUTO(cml_buffer) out = {0};
	cr_assert(cml_space_text_row(&out, cells, 2));
	cr_assert(cml_slice_is(cml_buffer_slice(&out), "\"#a\",#b\n"), "%.*s", (int)out.size,
		  out.data);
}
