#include "base/memory.h"
#include "table/input.h"
#include "table/table_reader.h"
#include "table/table_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include "test.h"
#include "trials.h"

TestSuite(laws_table, .timeout = 300);

#define N_TABLES TRIALS(3 * 3000)
#define MAX_COLUMNS 7
#define MAX_ROWS 40
#define MAX_CELL 12
#define PIPE_SIZE (1 << 17)

/* A table as cells; row 0 is the header. */
struct table {
	size_t n_columns;
	size_t n_rows;
	char delimiter;
	struct cml_slice cells[MAX_ROWS][MAX_COLUMNS];
	char bytes[MAX_ROWS][MAX_COLUMNS][2 * MAX_CELL];
};

/* Any byte that may separate cells, those that mean something elsewhere first. */
static char draw_delimiter(struct cml_random *random)
{
	static const char usual[] = ",\t;| \\'#\xef\xbb\xbf\x1f\x8b\x01\xff";
	if (cml_random_below(random, 3) > 0)
		return usual[cml_random_below(random, sizeof usual - 1)];
	char delimiter;
	do {
		delimiter = (char)(1 + cml_random_below(random, 255));
	} while (delimiter == '"' || delimiter == '\n' || delimiter == '\r');
	return delimiter;
}

/* Bytes that matter to a parser, and any other. */
static char draw_byte(struct cml_random *random, char delimiter)
{
	static const char awkward[] = {'"',  '"', '\n', '\r', '\0', ' ',
				       '\t', ',', '\'', '\\', 'a',  'b'};
	size_t choice = cml_random_below(random, sizeof awkward + 3);
	if (choice < sizeof awkward)
		return awkward[choice];
	return choice == sizeof awkward ? delimiter : (char)cml_random_below(random, 256);
}

/* A cell; at times one that begins as a file with a mark does. */
static struct cml_slice draw_cell(struct cml_random *random, char delimiter, char *bytes)
{
	static const char *const marks[] = {"\xef\xbb\xbf", "\x1f\x8b", "\xfe\xff", "#"};
	size_t size = 0, n = cml_random_below(random, MAX_CELL);
	if (cml_random_below(random, 8) == 0) {
		const char *mark = marks[cml_random_below(random, 4)];
		size = strlen(mark);
		memcpy(bytes, mark, size);
	}
	for (size_t i = 0; i < n; i++)
		bytes[size++] = draw_byte(random, delimiter);
	return (struct cml_slice){bytes, size};
}

/* What a header cannot hold: empty names, equal ones, NUL. */
static void repair_names(struct table *table)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		struct cml_slice *name = &table->cells[0][i];
		char *bytes = table->bytes[0][i];
		for (size_t j = 0; j < name->size; j++)
			bytes[j] = bytes[j] == '\0' ? '0' : bytes[j];
		bytes[name->size++] = (char)('A' + i);
	}
}

static void draw_table(struct table *table, struct cml_random *random)
{
	table->n_columns = 1 + cml_random_below(random, MAX_COLUMNS);
	table->n_rows = 1 + cml_random_below(random, MAX_ROWS);
	table->delimiter = draw_delimiter(random);
	for (size_t row = 0; row < table->n_rows; row++)
		for (size_t i = 0; i < table->n_columns; i++)
			table->cells[row][i] =
			    draw_cell(random, table->delimiter, table->bytes[row][i]);
	repair_names(table);
	/* Files of other kinds are refused by their first bytes. */
	if (cml_foreign_file(table->cells[0][0]))
		table->bytes[0][0][0] = 'x';
	/* A delimiter may complete what a short first name began. */
	if (table->delimiter == '\x8b' || table->delimiter == '\xbf') {
		const char *name = table->delimiter == '\x8b' ? "\x1f" : "\xef\xbb";
		table->cells[0][0].size = strlen(name);
		memcpy(table->bytes[0][0], name, strlen(name));
	}
}

/* A pipe is written as it comes, without a disk to wait for. The whole table
 * fits into it. */
static void open_pipe(int ends[2], char path[64])
{
	cr_assert_eq(pipe(ends), 0);
	cr_assert_geq(fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE), PIPE_SIZE);
	snprintf(path, 64, "/dev/fd/%d", ends[1]);
}

static void write_table(const struct table *table, const char *path)
{
	AUTOPTR(cml_output) output = NULL;
	struct cml_table_writer writer;
	assert_ok(cml_output_open(&output, path, &err));
	cml_table_writer_init(&writer, output, table->delimiter);
	for (size_t row = 0; row < table->n_rows; row++)
		assert_ok(cml_write_row(&writer, table->cells[row], table->n_columns, &err));
	assert_ok(cml_output_commit(output, &err));
}

static void check_row(const struct table *table, size_t number, const struct cml_slice *cells)
{
	char expected[CML_QUOTE_SIZE], found[CML_QUOTE_SIZE];
	for (size_t i = 0; i < table->n_columns; i++)
		if (!cml_slice_equal(cells[i], table->cells[number][i]))
			cr_assert_fail(
			    "delimiter %d, row %zu, column %zu: %s, not %s", table->delimiter,
			    number, i, cml_text_quote(cells[i], found, sizeof found),
			    cml_text_quote(table->cells[number][i], expected, sizeof expected));
}

/* Reads all of a table and frees the reader. */
static void check_table(const struct table *table, struct cml_table_reader *reader)
{
	struct cml_row row;
	const struct cml_header *header = cml_table_header(reader);
	cr_assert_eq(header->n_columns, table->n_columns);
	check_row(table, 0, header->names);
	for (size_t i = 0; i < table->n_columns; i++)
		cr_assert_eq(cml_header_find(header, table->cells[0][i]), i);
	for (size_t number = 1; number < table->n_rows; number++) {
		assert_ok(cml_table_next(reader, &row, &err));
		cr_assert_eq(row.n_cells, table->n_columns);
		check_row(table, number, row.cells);
	}
	cr_assert_eq(cml_table_next(reader, &row, &err), CML_END);
	cml_table_free(reader);
}

Test(laws_table, what_is_written_reads_back)
{
	static struct table table;
	for (size_t i = 0; i < N_TABLES; i++) {
		struct cml_table_reader *reader;
		int ends[2];
		char path[64];
		struct cml_random random = random_of(2, i);
		draw_table(&table, &random);
		open_pipe(ends, path);
		write_table(&table, path);
		close(ends[1]);
		snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
		cr_assert_eq(cml_table_open(&reader, path, table.delimiter, &err), CML_OK,
			     "table %zu: %s", i, err.message);
		close(ends[0]);
		check_table(&table, reader);
	}
}

Test(laws_table, what_is_written_reads_back_from_memory)
{
	static struct table table;
	static char bytes[PIPE_SIZE];
	for (size_t i = 0; i < N_TABLES; i++) {
		struct cml_table_reader *reader;
		int ends[2];
		char path[64];
		struct cml_random random = random_of(3, i);
		draw_table(&table, &random);
		open_pipe(ends, path);
		write_table(&table, path);
		ssize_t n = read(ends[0], bytes, sizeof bytes);
		cr_assert_gt(n, 0);
		close(ends[0]);
		close(ends[1]);
		struct cml_slice text = {bytes, (size_t)n};
		cr_assert_eq(cml_table_open_bytes(&reader, text, "table", table.delimiter, &err),
			     CML_OK, "table %zu: %s", i, err.message);
		check_table(&table, reader);
	}
}
