#include "table/header.h"

#include "test.h"

static struct cml_header header(const char *const *names, size_t n)
{
	struct cml_slice slices[8];
	struct cml_header made;
	for (size_t i = 0; i < n; i++)
		slices[i] = cml_slice_of(names[i]);
	assert_ok(cml_header_init(&made, slices, n, &err));
	return made;
}

static void assert_aligned(const struct cml_align *align, const char *const *cells, size_t n,
			   const char *const *expected)
{
	struct cml_slice in[8], out[8];
	for (size_t i = 0; i < n; i++)
		in[i] = cml_slice_of(cells[i]);
	struct cml_row row = cml_align_row(align, &(struct cml_row){in, n, 7}, out);
	cr_assert_eq(row.n_cells, align->n_columns);
	cr_assert_eq(row.line, 7);
	for (size_t i = 0; i < row.n_cells; i++)
		cr_assert(cml_slice_is(row.cells[i], expected[i]), "cell %zu", i);
}

Test(align, cells_move_to_the_column_of_their_name)
{
	AUTO(cml_header) from = header((const char *[]){"c", "x", "a"}, 3);
	AUTO(cml_header) to = header((const char *[]){"a", "cml_key", "c"}, 3);
	AUTO(cml_align) align;
	assert_ok(cml_align_init(&align, &from, &to, &err));
	cr_assert_not(align.is_same);
	cr_assert_eq(align.n_left_out, 1);
	cr_assert_eq(align.left_out, 1);
	assert_aligned(&align, (const char *[]){"3", "-", "1"}, 3, (const char *[]){"1", "", "3"});
}

Test(align, the_same_columns_stay)
{
	AUTO(cml_header) one = header((const char *[]){"a", "b"}, 2);
	AUTO(cml_header) longer = header((const char *[]){"a", "b", "d"}, 3);
	AUTO(cml_align) align;
	assert_ok(cml_align_init(&align, &one, &one, &err));
	cr_assert(align.is_same);
	assert_aligned(&align, (const char *[]){"1", "2"}, 2, (const char *[]){"1", "2"});
	cml_align_release(&align);
	assert_ok(cml_align_init(&align, &longer, &one, &err));
	cr_assert_not(align.is_same, "a row is narrower");
	assert_aligned(&align, (const char *[]){"1", "2", "3"}, 3, (const char *[]){"1", "2"});
}

Test(align, a_column_that_is_missing_is_named)
{
	AUTO(cml_header) from = header((const char *[]){"a"}, 1);
	AUTO(cml_header) to = header((const char *[]){"a", "wps"}, 2);
	struct cml_align align;
	assert_error(cml_align_init(&align, &from, &to, &err), CML_BAD_DATA,
		     "the table has no column 'wps'");
}
