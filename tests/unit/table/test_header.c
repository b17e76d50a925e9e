#include "table/header.h"

#include "base/text.h"
#include "test.h"

static struct cml_slice S(const char *string) {
	return cml_slice_of(string);
}

static void
check_refused(const struct cml_slice *names, size_t n, const char *message)
{
	struct cml_header header;
	assert_error(cml_header_init(&header, names, n, &err), CML_BAD_DATA, message);
	cr_assert_null(header.names, "nothing is left behind");
}

Test(header, names_that_are_refused)
{
	struct cml_slice names[] = {S("a"), S("b"), S("x\ny"), S("b"), {"c\0d", 3}};
	const struct cml_slice made[] = {S("column_3"), S("a"), S("")};
	check_refused(names, 4, "columns 2 and 4 of the header are both named \"b\": rename one");
	check_refused(names + 3, 2, "binary data: not a table");
	check_refused(made, 3,
		      "column 3 of the header has no name and would be called \"column_3\", "
		      "as column 1 is: name it");
}

Test(header, columns_are_found_by_name)
{
	enum { N = 2000 };
	static char texts[N][32];
	struct cml_slice names[N];
	AUTO(cml_header) header;
	char other[32];

	for (size_t i = 0; i < N; i++) {
		snprintf(texts[i], sizeof texts[i], "column_%zu", i * 37);
		names[i] = S(texts[i]);
	}
	assert_ok(cml_header_init(&header, names, N, &err));
	texts[0][0] = '#';
	cr_assert_eq(header.n_columns, N);
	for (size_t i = 0; i < N; i++) {
		snprintf(other, sizeof other, "column_%zu", i * 37);
		cr_assert_eq(cml_header_find(&header, S(other)), i);
		cr_assert_str_eq(header.names[i].data, other, "a terminated copy");
		snprintf(other, sizeof other, "column_%zu", i * 37 + 1);
		cr_assert_eq(cml_header_find(&header, S(other)), CML_NO_COLUMN);
	}
	cr_assert_eq(cml_header_find(&header, S("")), CML_NO_COLUMN);
	cr_assert_eq(cml_header_find(&header, S("Column_0")), CML_NO_COLUMN);
	cml_header_release(&header);
	cr_assert_eq(cml_header_find(&header, S("column_0")), CML_NO_COLUMN, "released is empty");
}

/* An index that is full of close names still finds, and ends, every search. */
Test(header, every_size_of_index)
{
	static char texts[70][8];
	struct cml_slice names[70];
	for (size_t n = 1; n <= 70; n++) {
		AUTO(cml_header) header;
		snprintf(texts[n - 1], sizeof texts[n - 1], "n%zu", n - 1);
		names[n - 1] = S(texts[n - 1]);
		assert_ok(cml_header_init(&header, names, n, &err));
		for (size_t i = 0; i < n; i++)
			cr_assert_eq(cml_header_find(&header, names[i]), i);
		cr_assert_eq(cml_header_find(&header, S("none")), CML_NO_COLUMN);
	}
}

Test(header, a_row_in_its_place)
{
	const struct {
		struct cml_slice names[4];
		bool is_row;
	} cases[] = {
	    {{S("8"), S("4"), S("1500.5"), S("ok")}, true},
	    {{S("run-7"), S("2026-03-02 08:00"), S("True"), S("")}, true},
	    {{S("8"), S("a"), S("b"), S("7")}, true},
	    {{S("8"), S("a"), S("b"), S("c")}, false},
	    {{S("8"), S(""), S(""), S("")}, false},
	    /* As pandas numbers columns, with and without an index. */
	    {{S("0"), S("1"), S("2"), S("3")}, false},
	    {{S(""), S("0"), S("1"), S("2")}, false},
	    {{S("1"), S("2"), S("3"), S("4")}, false},
	    {{S("1"), S("2"), S("4"), S("8")}, true},
	    {{S("tp"), S("pp"), S("wps"), S("status")}, false},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		cr_assert_eq(cml_header_is_row(cases[i].names, 4), cases[i].is_row, "%zu", i);
	const struct cml_slice twice[] = {S("16"), S("2"), S("2"), S("900")};
	check_refused(twice, 4,
		      "the header is missing: its first line has values, not names: put a line "
		      "with the names of the columns before it");
}
