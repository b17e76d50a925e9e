#include "space/row_key.h"

#include "table/header.h"
#include "test.h"

static struct cml_na na;

static void set_up(void)
{
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
}

static void tear_down(void)
{
	cml_na_release(&na);
}

TestSuite(row_key, .init = set_up, .fini = tear_down);

/* Keys of the first rows of a table. */
static enum cml_result keys_of(const char *table, const struct cml_space *space, uint64_t *keys,
			       size_t n)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(cml_row_key) row_key;
	struct cml_row row;
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of(table), "table", ',', &err));
	enum cml_result status =
	    cml_row_key_init(&row_key, space, cml_table_header(reader), &na, false, &err);
	for (size_t i = 0; i < n && status == CML_OK; i++) {
		assert_ok(cml_table_next(reader, &row, &err));
		status = cml_row_key(&row_key, &row, &keys[i], &err);
	}
	return status;
}

Test(row_key, without_a_space)
{
	uint64_t a[3], b[3];
	assert_ok(keys_of("x,y,cml_pred\n1,2,9\n2,1,9\n1,NA,9\n", NULL, a, 3));
	cr_assert_neq(a[0], a[1]);
	/* Neither the order of columns, nor a prediction, nor how missing is written counts. */
	assert_ok(keys_of("y,x\n2,1\n1,2\n,1\n", NULL, b, 3));
	for (size_t i = 0; i < 3; i++)
		cr_assert_eq(a[i], b[i], "%zu", i);
	/* Where one cell ends and the next begins does. */
	assert_ok(keys_of("x,y\n12,3\n1,23\n", NULL, a, 2));
	cr_assert_neq(a[0], a[1]);
}

Test(row_key, the_tables_own)
{
	uint64_t keys[2], hashed;
	assert_ok(keys_of("x,cml_key\n1,00000000000000ab\n1,\n", NULL, keys, 2));
	cr_assert_eq(keys[0], 0xab);
	assert_ok(keys_of("x\n1\n", NULL, &hashed, 1));
	cr_assert_eq(keys[1], hashed);
	cr_assert_eq(keys_of("x,cml_key\n1,2\n", NULL, keys, 1), CML_BAD_DATA);
	cr_assert_str_eq(err.column, "cml_key");
	cr_assert_eq(err.line, 2);
}

Test(row_key, no_column_of_a_configuration)
{
	uint64_t key;
	cr_assert_eq(keys_of("cml_pred\n1\n", NULL, &key, 1), CML_BAD_DATA);
}
