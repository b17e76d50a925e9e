#include "table/table_reader.h"

#include "test.h"

static struct cml_slice S(const char *string) {
	return cml_slice_of(string);
}

Test(na, words)
{
	AUTO(cml_na) na;
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	cr_assert_eq(na.n, 13);
	cr_assert(cml_na_has(&na, S("")));
	cr_assert(cml_na_has(&na, (struct cml_slice){NULL, 0}));
	cr_assert(cml_na_has(&na, S("None")));
	cr_assert(cml_na_has(&na, S("NULL")));
	cr_assert(cml_na_has(&na, S("n/a")) && cml_na_has(&na, S("<NA>")));
	cr_assert(cml_na_has(&na, S("\\N")));
	cr_assert_not(cml_na_has(&na, S("none")));
	cr_assert_not(cml_na_has(&na, S("N")));
	cr_assert_not(cml_na_has(&na, S(" ")));
	cml_na_release(&na);
	cml_na_release(&na);
	cr_assert_not(cml_na_has(&na, S("")), "an empty set has nothing");

	assert_ok(cml_na_init(&na, "-", &err));
	cr_assert(cml_na_has(&na, S("-")));
	cr_assert_not(cml_na_has(&na, S("")));
	cml_na_release(&na);

	assert_ok(cml_na_init(&na, "", &err));
	cr_assert(cml_na_has(&na, S("")));
	cr_assert_eq(na.n, 1);
	cml_na_release(&na);

	assert_ok(cml_na_init(&na, "x,", &err));
	cr_assert(cml_na_has(&na, S("x")));
	cr_assert(cml_na_has(&na, S("")));
}
