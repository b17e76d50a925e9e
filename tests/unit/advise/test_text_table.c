#include "advise/text_table.h"

#include "test.h"

static void add(struct cml_text_table *table, const char *const *cells, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cr_assert(cml_text_table_add(table, cml_slice_of(cells[i])));
}

static void expect(const struct cml_text_table *table, const char *expected)
{
	AUTO(cml_buffer) text = {0};
	cr_assert(cml_text_table_print(table, &text));
	cr_assert(text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0,
		  "%.*s", (int)text.size, text.data);
}

Test(text_table, characters_are_counted_and_bytes_of_a_terminal_are_kept_out)
{
	AUTO(cml_text_table) table = {0};
	add(&table, (const char *const[]){"größe", "b"}, 2);
	table.n_columns = 2;
	add(&table, (const char *const[]){"a\033[1m", ""}, 2);
	add(&table, (const char *const[]){"c", "d"}, 2);
	add(&table, (const char *const[]){"e", "f"}, 2);
	expect(&table, "größe  b\n"
		       "a?[1m\n"
		       "    c  d\n"
		       "    e  f\n");
}
