#include "table/expand.h"

#include "test.h"

static struct cml_expand *expand_of(const char *const *names, size_t n, const char *column)
{
	struct cml_slice slices[4];
	AUTO(cml_header) header;
	struct cml_expand *expand = NULL;
	for (size_t i = 0; i < n; i++)
		slices[i] = cml_slice_of(names[i]);
	assert_ok(cml_header_init(&header, slices, n, &err));
	assert_ok(cml_expand_new(&expand, &header, &column, 1, &err));
	/* The header is the caller's. */
	return expand;
}

static enum cml_result add(struct cml_expand *expand, const char *a, const char *b, size_t line)
{
	AUTO(cml_na) na;
	struct cml_slice cells[] = {cml_slice_of(a), cml_slice_of(b)};
	struct cml_row row = {cells, 2, line};
	assert_ok(cml_na_init(&na, CML_NA_DEFAULT, &err));
	enum cml_result status = cml_expand_add(expand, &row, &na, &err);
	return status;
}

/* What is written, through a file. */
static enum cml_result written(struct cml_expand *expand, char *text, size_t size)
{
	char path[] = "/tmp/test_expand.XXXXXX";
	struct cml_output *output;
	struct cml_table_writer writer;
	int fd = mkstemp(path);
	cr_assert_geq(fd, 0);
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&writer, output, ',');
	enum cml_result status = cml_expand_write(expand, &writer, &err);
	if (status == CML_OK)
		assert_ok(cml_output_commit(output, &err));
	cml_output_free(output);
	FILE *file = fopen(path, "r");
	size_t n = fread(text, 1, size - 1, file);
	text[n] = '\0';
	fclose(file);
	remove(path);
	return status;
}

Test(expand, keys_become_columns_in_the_order_they_were_seen)
{
	AUTOPTR(cml_expand) expand = expand_of((const char *[]){"config", "speed"}, 2, "config");
	char text[256];
	assert_ok(add(expand, "{'tp': 1, 'pp': {'n': 2}}", "10", 2));
	assert_ok(add(expand, "NA", "11", 3));
	cr_assert_eq(add(expand, "{'tp': ", "12", 4), CML_BAD_DATA);
	cr_assert_eq(err.line, 4);
	cr_assert_str_eq(err.column, "config");
	assert_ok(add(expand, " {\"zero\": \"a,b\", \"tp\": 4} ", "13", 5));
	assert_ok(written(expand, text, sizeof text));
	cr_assert_str_eq(text, "config.tp,config.pp.n,config.zero,speed\n1,2,,10\n,,,11\n"
			       "4,,\"a,b\",13\n");
}
