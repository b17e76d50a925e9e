#include "table/table_reader.h"

#include "base/memory.h"

#include "table_samples.h"
#include "test.h"

#include <unistd.h>
#include <zlib.h>

static struct cml_slice S(const char *string) {
	return cml_slice_of(string);
}

/* Everything the reader gives, header, rows and errors, as one text. Frees the
 * reader. */
static void
show_table(struct cml_buffer *shown, struct cml_table_reader *reader)
{
	const struct cml_header *header = cml_table_header(reader);
	struct cml_row row;
	enum cml_result status;
	show_row(shown, header->names, header->n_columns, 0);
	while ((status = cml_table_next(reader, &row, &err)) != CML_END) {
		cr_assert(status == CML_OK || status == CML_BAD_DATA);
		if (status == CML_OK)
			cr_assert_eq(row.n_cells, header->n_columns);
		else
			show_error(shown, &err);
		if (cml_table_broken(reader)) {
			struct cml_error again = {0};
			cr_assert_eq(cml_table_next(reader, &row, &again), status);
			cr_assert_str_eq(again.message, err.message, "the error stays the error");
			break;
		}
		show_row(shown, row.cells, row.n_cells, row.line);
	}
	if (status == CML_END)
		cr_assert_eq(cml_table_next(reader, &row, &err), CML_END, "the end stays the end");
	cml_table_free(reader);
}

static struct cml_table_reader *open_bytes(struct cml_slice bytes)
{
	struct cml_table_reader *reader;
	assert_ok(cml_table_open_bytes(&reader, bytes, "t", 0, &err));
	return reader;
}

static void show_bytes(struct cml_buffer *shown, struct cml_slice bytes, char delimiter)
{
	struct cml_table_reader *reader;
	cml_buffer_clear(shown);
	if (cml_table_open_bytes(&reader, bytes, "t", delimiter, &err) != CML_OK)
		show_error(shown, &err);
	else
		show_table(shown, reader);
}

static void check_slice(struct cml_slice bytes, char delimiter, const char *expected)
{
	AUTO(cml_buffer) shown = {0};
	show_bytes(&shown, bytes, delimiter);
	cr_assert(cml_buffer_append(&shown, "", 1));
	cr_assert_str_eq(shown.data, expected);
}

static void check(const char *text, const char *expected)
{
	check_slice(S(text), 0, expected);
}

Test(table_reader, rows)
{
	check("a,b\n1,2\n3,4\n", "0[a|b]2[1|2]3[3|4]");
	check("a,b\n1,2", "0[a|b]2[1|2]");
	check("a\n1\n", "0[a]2[1]");
	check("a,b\n,\"\"\n", "0[a|b]2[|]");
	check("a,b\n1,", "0[a|b]2[1|]");
	check("a,b", "0[a|b]");
}

Test(table_reader, line_ends)
{
	check("a,b\r\n1,2\r\n3,4\r\n", "0[a|b]2[1|2]3[3|4]");
	check("a,b\r1,2\r3,4\r", "0[a|b]2[1|2]3[3|4]");
	check("a,b\r\n1,2\n3,4\r5,6", "0[a|b]2[1|2]3[3|4]4[5|6]");
	check("a,b\n\r1,2\n", "0[a|b]3[1|2]");
}

Test(table_reader, blanks_belong_to_their_cell)
{
	check("a , b\n 1\t,  2 \n", "0[a | b]2[ 1\t|  2 ]");
	check("a\n \n", "0[a]2[ ]");
	check("a,b\n\" x \",\t\n", "0[a|b]2[ x |\t]");
}

Test(table_reader, quotes)
{
	check("\"a\",\"b\"\n\"1\",\"2\"\n", "0[a|b]2[1|2]");
	check("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n", "0[a|b]2[x,y|say \"hi\"]");
	check("a,b\n\"\",\"\"\"\"\n", "0[a|b]2[|\"]");
	check("a,b\n1,\"2\"", "0[a|b]2[1|2]");
	check("\"a,\n1\",b\n1,2\n", "0[a,\n1|b]3[1|2]");
}

Test(table_reader, line_ends_in_quotes_count)
{
	check("a,b\n\"1\n2\",x\n3,4\n", "0[a|b]2[1\n2|x]4[3|4]");
	check("a,b\n\"1\r\n2\r\n\",x\r\n3,4\r\n", "0[a|b]2[1\r\n2\r\n|x]5[3|4]");
	check("a,b\n\"1\r2\r\",\"\n\"\r3,4", "0[a|b]2[1\r2\r|\n]6[3|4]");
	check("a,b\nx,\"1\n\n2\"\n\n3,4\n", "0[a|b]2[x|1\n\n2]6[3|4]");
	check("a\n\"\r\"\n1\n", "0[a]2[\r]4[1]");
	check("a\r\"\n\"\r\n1\n", "0[a]2[\n]4[1]");
}

Test(table_reader, misplaced_quotes_are_errors_with_their_place)
{
	check("a,b\n1,2\n3,x\"y\n5,6\n",
	      "0[a|b]2[1|2]{t:3: column 'b': a quote inside an unquoted cell}");
	check("a,b\n1,2\n\"x\"y,4\n",
	      "0[a|b]2[1|2]{t:3: column 'a': text after the closing quote of a cell}");
	check("a,b\n\"x\" ,4\n", "0[a|b]{t:2: column 'a': text after the closing quote of a cell}");
	check("a,b\n\"1\n2\",\"x\"\"\"y\n",
	      "0[a|b]{t:2: column 'b': text after the closing quote of a cell}");
	check("a,b\n1,2\n3,\"4\n5,6\n",
	      "0[a|b]2[1|2]{t:3: column 'b': a quoted cell is not closed}");
	check("a,b\n1,2\n3,\"", "0[a|b]2[1|2]{t:3: column 'b': a quoted cell is not closed}");
	check("a,b\n1,2,\"", "0[a|b]{t:2: a quoted cell is not closed}");
	check("a,b\"\n1,2\n", "{t:1: a quote inside an unquoted cell}");
	check("\n\"a,b\n", "{t:2: a quoted cell is not closed}");
}

Test(table_reader, ragged_rows_are_errors_one_may_go_on_after)
{
	check("a,b\n1\n2,3\n4,5,6\n7,8\n", "0[a|b]{t:2: 1 cell where the header has 2}2[1]3[2|3]"
					   "{t:4: 3 cells where the header has 2}4[4|5|6]5[7|8]");
	check("a\n1,\"x\ny\"\n2\n", "0[a]{t:2: 2 cells where the header has 1}2[1|x\ny]4[2]");
	check("a,b\n \n", "0[a|b]{t:2: 1 cell where the header has 2}2[ ]");
}

Test(table_reader, a_byte_order_mark_is_skipped)
{
	check("\xef\xbb\xbf"
	      "a,b\n1,2\n",
	      "0[a|b]2[1|2]");
	check("\xef\xbb\xbf\"a\",b\n1,2\n", "0[a|b]2[1|2]");
	check("a\n\xef\xbb\xbf\n", "0[a]2[\xef\xbb\xbf]");
	check("\xef\xbb\n1\n", "0[\xef\xbb]2[1]");
	check("\xef\xbb", "0[\xef\xbb]");
}

Test(table_reader, cells_may_hold_any_byte)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	struct cml_row row;
	struct cml_slice bytes = {"a,b\n\0x\xff,\"\0\"\n", 13};
	assert_ok(cml_table_open_bytes(&reader, bytes, "t", 0, &err));
	assert_ok(cml_table_next(reader, &row, &err));
	cr_assert(cml_slice_equal(row.cells[0], (struct cml_slice){"\0x\xff", 3}));
	cr_assert(cml_slice_equal(row.cells[1], (struct cml_slice){"\0", 1}));
	cml_table_free(NULL);
}

Test(table_reader, between_bars_a_quote_inside_a_cell_is_text)
{
	check_slice(S("a|b\n{\"tp\": 8}|5\" disk\n\"x|y\"|2\n7|8\""), '|',
		    "0[a|b]2[{\"tp\": 8}|5\" disk]3[x|y|2]4[7|8\"]");
	check_slice(S("a|b\n1|\"2\n"), '|', "0[a|b]{t:2: column 'b': a quoted cell is not closed}");
}

Test(table_reader, delimiters_that_are_refused)
{
	static const char refused[] = {'"', '\n', '\r'};
	for (size_t i = 0; i < sizeof refused; i++) {
		struct cml_table_reader *reader = NULL;
		cr_assert_eq(cml_table_open_bytes(&reader, S("a\n"), "t", refused[i], &err),
			     CML_BAD_USAGE);
		assert_error(cml_table_open(&reader, "/dev/null", refused[i], &err), CML_BAD_USAGE,
			     "a quote or a line end cannot be the delimiter");
		cr_assert_null(reader);
	}
}

Test(table_reader, delimiter_by_name)
{
	cr_assert_eq(cml_delimiter_for("a.csv", ','), ',');
	cr_assert_eq(cml_delimiter_for("a.tsv", ','), '\t');
	cr_assert_eq(cml_delimiter_for("dir.csv/a.tab", ','), '\t');
	cr_assert_eq(cml_delimiter_for("a.tsv.gz", ','), '\t');
	cr_assert_eq(cml_delimiter_for("a.psv.gz", ','), '|');
	cr_assert_eq(cml_delimiter_for("a.psv", ','), '|');
	cr_assert_eq(cml_delimiter_for("tsv", ','), ',');
	cr_assert_eq(cml_delimiter_for("a.tsv.txt", ','), ',');
	cr_assert_eq(cml_delimiter_for(".gz", ','), ',');
	cr_assert_eq(cml_delimiter_for("-", ','), ',');
	cr_assert_eq(cml_delimiter_for(NULL, ','), ',');
}

/* Cells and rows longer than any buffer, in every place of the pieces. */
Test(table_reader, long_cells_and_rows)
{
	static const size_t sizes[] = {65530, 65535, 65536, 65537, 200000, 3000000};
	for (size_t i = 0; i < COUNT(sizes); i++) {
		AUTO(cml_buffer) text = {0};
		struct cml_row row;
		AUTOFREE char *filler = malloc(sizes[i]);
		memset(filler, 'f', sizes[i]);
		cml_buffer_append_string(&text, "a,b,c\n1,2,3\nx,\"");
		cml_buffer_append(&text, filler, sizes[i]);
		cml_buffer_append_string(&text, "\"\"\n\",y\nx,");
		cml_buffer_append(&text, filler, sizes[i]);
		cml_buffer_append_string(&text, ",y\n1,2,3\n");
		AUTOPTR(cml_table_reader) reader = open_bytes(cml_buffer_slice(&text));
		for (size_t line = 2; line <= 6; line++) {
			assert_ok(cml_table_next(reader, &row, &err));
			cr_assert_eq(row.line, line);
			if (line == 3) {
				cr_assert_eq(row.cells[1].size, sizes[i] + 2);
				cr_assert_eq(memcmp(row.cells[1].data, filler, sizes[i]), 0);
				cr_assert_eq(memcmp(row.cells[1].data + sizes[i], "\"\n", 2), 0);
				line++; /* its line end is one more */
			} else if (line == 5) {
				cr_assert_eq(row.cells[1].size, sizes[i]);
				cr_assert_eq(memcmp(row.cells[1].data, filler, sizes[i]), 0);
			}
			cr_assert(cml_slice_is(row.cells[0], line == 4 || line == 5 ? "x" : "1"));
			cr_assert(cml_slice_is(row.cells[2], line == 4 || line == 5 ? "y" : "3"));
		}
		cr_assert_eq(cml_table_next(reader, &row, &err), CML_END);
	}
}

/* The rows of a truncated gzip that are whole, then its error, for good. */
Test(table_reader, a_truncated_gzip_never_looks_like_a_short_table)
{
	char name[] = "/tmp/test_table_reader.XXXXXX.gz";
	int fd = mkstemps(name, 3);
	struct cml_table_reader *reader;
	struct cml_row row;
	char text[CML_ERROR_TEXT_SIZE];
	size_t n_rows = 0;
	enum cml_result status;
	close(fd);
	gzFile file = gzopen(name, "wb");
	gzputs(file, "a,b\n");
	for (int i = 0; i < 50000; i++)
		gzprintf(file, "%d,%d\n", i, i * 7919 % 10007);
	gzclose(file);
	cr_assert_eq(truncate(name, 100000), 0);
	assert_ok(cml_table_open(&reader, name, 0, &err));
	while ((status = cml_table_next(reader, &row, &err)) == CML_OK) {
		cr_assert_eq(row.line, n_rows + 2);
		n_rows++;
	}
	cr_assert_eq(status, CML_BAD_DATA);
	cr_assert(n_rows > 1000 && n_rows < 50000);
	cr_assert_str_eq(err.message, "truncated gzip");
	cr_assert_str_eq(err.file, name);
	cr_assert(cml_table_broken(reader));
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_BAD_DATA);
	cr_assert_str_eq(cml_error_format(&err, text, sizeof text) + strlen(name),
			 ": truncated gzip");
	cml_table_free(reader);
	unlink(name);
}
