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

Test(align, a_column_that_is_missing_is_named)
{
	AUTO(cml_header) from = header((const char *[]){"a"}, 1);
	AUTO(cml_header) to = header((const char *[]){"a", "wps"}, 2);
	struct cml_align align;
	assert_error(cml_align_init(&align, &from, &to, &err), CML_BAD_DATA,
		     "the table has no column 'wps'");
}
