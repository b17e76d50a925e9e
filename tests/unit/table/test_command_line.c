#include "table/dict.h"

#include "test.h"

/* The leaves as `path=value;`, flags as `path;`. */
static void parses(const char *text, const char *expected)
{
	AUTO(cml_dict) dict = {0};
	AUTO(cml_buffer) list = {0};
	cr_assert_eq(cml_settings_parse(&dict, cml_slice_of(text), &err), CML_OK, "%s: %s", text,
		     err.message);
	for (size_t i = 0; i < dict.n; i++)
		cr_assert(cml_buffer_printf(&list, dict.leaves[i].is_flag ? "%s;" : "%s=%s;",
					    dict.leaves[i].path.data, dict.leaves[i].value.data));
	cr_expect(cml_slice_is(cml_buffer_slice(&list), expected), "%s: %.*s", text, (int)list.size,
		  list.data);
}

Test(command_line, the_last_of_two_counts)
{
	parses("srun -n 8 ./bench -n 100", "n=100;");
}

Test(command_line, what_is_no_setting)
{
	parses("cd /x && ./train --tp 8 | tee -a log", "tp=8;");
	parses("./train --tp 8 >log -x", "tp=8;");
	parses("./train --fused && echo", "fused;");
	parses("./train", "");
}
