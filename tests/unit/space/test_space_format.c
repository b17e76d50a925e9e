#include "space/space.h"
#include "space/space_text.h"

#include <criterion/criterion.h>
#include <string.h>

static void strips(const char *text, const char *expected)
{
	char copy[256];
	size_t size = strlen(text);
	memcpy(copy, text, size);
	size = cml_space_strip_comments(copy, size);
	cr_assert(cml_slice_is((struct cml_slice){copy, size}, expected), "%.*s", (int)size, copy);
}

Test(space_format, comments_leave_their_line)
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

static void aligns(const char *text, char delimiter, const char *expected)
{
	struct cml_buffer out = {0}, again = {0};
	struct cml_error err;
	cr_assert_eq(cml_space_format(&out, cml_slice_of(text), delimiter, &err), CML_OK);
	cr_assert(cml_slice_is(cml_buffer_slice(&out), expected), "%.*s", (int)out.size, out.data);
	cr_assert_eq(cml_space_format(&again, cml_buffer_slice(&out), delimiter, &err), CML_OK);
	cr_assert(cml_slice_equal(cml_buffer_slice(&out), cml_buffer_slice(&again)));
	cml_buffer_release(&out);
	cml_buffer_release(&again);
}

Test(space_format, columns_stand_under_each_other)
{
	aligns("name,role,type\ngpus,context,int\ntp,param,int\n", ',',
	       "name, role,    type\ngpus, context, int\ntp,   param,   int\n");
	/* Quotes hold the blanks; empty ends go; comments, blank lines and a missing end stay. */
	aligns("# x\nname,role,doc\n\na,rule,\"b, c\"\nd,id,", ',',
	       "# x\nname, role, doc\n\na,    rule,\" b, c\"\nd,    id\n");
	/* Characters count, not bytes. */
	aligns("name,unit,doc\na,\xc2\xb5s,b\n", ',', "name, unit, doc\na,    \xc2\xb5s,   b\n");
	/* Blanks belong to a name, wherever it stands. */
	aligns("role,name,doc\nparam, a ,b\n", ',', "role,name,   doc\nparam, a ,   b\n");
	aligns("name\trole\nlong_one\tid\n", '\t', "name\t     role\nlong_one\t id\n");
	/* A long cell moves its own row alone. */
	aligns("name,domain,doc\na,0123456789012345678901234567890123456789x,b\n", ',',
	       "name, domain, doc\na,    0123456789012345678901234567890123456789x, b\n");
}

Test(space_format, what_is_no_table_is_refused)
{
	struct cml_buffer out = {0};
	struct cml_error err;
	cr_assert_eq(cml_space_format(&out, cml_slice_of("# only\n"), ',', &err), CML_BAD_DATA);
	cr_assert_eq(cml_space_format(&out, cml_slice_of("name\n\"a\n"), ',', &err), CML_BAD_DATA);
	cr_assert_eq(cml_space_format(&out, cml_slice_of("name\na,b\n"), ',', &err), CML_BAD_DATA);
	cr_assert_eq(err.line, 2);
	cml_buffer_release(&out);
}

Test(space_format, names_that_begin_with_a_hash_are_quoted)
{
	static const char *const cells[] = {"#a", "#b"};
	struct cml_buffer out = {0};
	cr_assert(cml_space_text_row(&out, cells, 2));
	cr_assert(cml_space_text_cell(&out, cml_slice_of("#c, d"), ',', true, 2));
	cr_assert(cml_slice_is(cml_buffer_slice(&out), "\"#a\",#b\n\"  #c, d\""), "%.*s",
		  (int)out.size, out.data);
	cml_buffer_release(&out);
}

Test(space_format, a_value_outside_a_domain_says_where_to_extend_it)
{
	static const char text[] = "# one\nname,role,type,domain\n\ntp,param,int,1|2\n";
	struct cml_space *space;
	struct cml_buffer copy = {0};
	struct cml_error err;
	cr_assert(cml_buffer_append_string(&copy, text));
	cr_assert_eq(cml_space_open_text(&space, &copy, "s.csv", &err), CML_OK);
	cr_assert_str_eq(space->columns[0].place, "s.csv:4");
	cml_space_set_place(space, "the model");
	cr_assert_str_eq(space->columns[0].place, "the model");
	cml_space_free(space);
	cml_buffer_release(&copy);
}
