/* The table reader. Input: the delimiter, a byte that chooses how the table
 * comes in, a list of words that mean `no value` up to a line end, the table.
 *
 * Promises: any chunking and gzip give the same rows and the same errors; rows
 * that are written read back as the same rows; errors name a line. */
#include "fuzz.h"

#include "base/random.h"
#include "table/csv_batch.h"
#include "table/input.h"
#include "table/table_reader.h"
#include "table/table_writer.h"

#include <stdlib.h>
#include <string.h>

#define NAME "table"
#define MARK "\xef\xbb\xbf"

/* What the second byte of an input may ask for. */
enum { AS_FILE = 1, AS_GZIP = 2, SMALL_PIECES = 4 };

/* What was read, as bytes that can be compared. */
static void note(struct cml_buffer *seen, size_t line, const struct cml_slice *cells, size_t n)
{
	bool ok = cml_buffer_printf(seen, "%zu:%zu", line, n);
	for (size_t i = 0; i < n; i++)
		ok = ok && cml_buffer_printf(seen, " %zu ", cells[i].size) &&
		     cml_buffer_append(seen, cells[i].data, cells[i].size);
	FUZZ_CHECK(ok && cml_buffer_append(seen, "\n", 1), "no memory");
}

static void note_failure(struct cml_buffer *seen, size_t line, const char *message)
{
	FUZZ_CHECK(cml_buffer_printf(seen, "line %zu: %s\n", line, message), "no memory");
}

static void check_same(const struct cml_buffer *a, const struct cml_buffer *b, const char *what)
{
	FUZZ_CHECK(cml_slice_equal(cml_buffer_slice(a), cml_buffer_slice(b)),
		   "%s:\n%.*s-- differs from\n%.*s", what, (int)b->size, b->data ? b->data : "",
		   (int)a->size, a->data ? a->data : "");
}

static void check_header(const struct cml_header *header)
{
	for (size_t i = 0; i < header->n_columns; i++)
		FUZZ_CHECK(header->names[i].size > 0 &&
			       cml_header_find(header, header->names[i]) == i,
			   "column %zu is not found by its name", i);
}

/* Whether a cell is in a list, asked without the library. */
static bool is_listed(const char *list, struct cml_slice cell)
{
	for (;;) {
		size_t size = strcspn(list, ",");
		if (size == cell.size && (size == 0 || memcmp(list, cell.data, size) == 0))
			return true;
		if (list[size] == '\0')
			return false;
		list += size + 1;
	}
}

static void check_na(const char *list, const struct cml_row *row)
{
	AUTO(cml_na) na;
	struct cml_error err = {0};
	FUZZ_CHECK(cml_na_init(&na, list, &err) == CML_OK, "%s", err.message);
	for (size_t i = 0; i < row->n_cells; i++)
		FUZZ_CHECK(cml_na_has(&na, row->cells[i]) == is_listed(list, row->cells[i]),
			   "cell %zu and the list '%s'", i, list);
}

/* What came of a table. */
struct reading {
	struct cml_buffer seen;  /* all rows, with their lines, and the error that ended them */
	struct cml_buffer whole; /* the names and the rows of the right number of cells */
	struct cml_buffer text;  /* those, written */
};

static void release(struct reading *reading)
{
	cml_buffer_release(&reading->seen);
	cml_buffer_release(&reading->whole);
	cml_buffer_release(&reading->text);
}

static void write_row(struct reading *reading, struct cml_table_writer *writer,
		      const struct cml_slice *cells, size_t n)
{
	struct cml_error err = {0};
	note(&reading->whole, 0, cells, n);
	FUZZ_CHECK(cml_write_row(writer, cells, n, &err) == CML_OK, "%s", err.message);
}

static bool is_name(const struct cml_header *header, struct cml_slice cell)
{
	cell = cml_slice_trim(cell);
	cml_slice_skip(&cell, "\xef\xbb\xbf");
	for (size_t i = 0; i < header->n_columns; i++)
		if (cml_slice_is_nocase(cell, header->names[i].data))
			return true;
	return false;
}

/* Whether a row may be the names again, as where tables were put one behind the other: then it is
 * refused if it has all of them. */
static bool may_be_header(const struct cml_header *header, const struct cml_row *row)
{
	bool may_be = row->n_cells > 1;
	for (size_t i = 0; may_be && i < row->n_cells; i++)
		may_be = is_name(header, row->cells[i]);
	return may_be;
}

/* Reads and writes all rows behind the header. */
static void read_rows(struct cml_table_reader *reader, const char *list, struct reading *reading,
		      struct cml_table_writer *writer)
{
	size_t n_columns = cml_table_header(reader)->n_columns, line = 0;
	struct cml_row row;
	struct cml_error err = {0}, again = {0};
	enum cml_result status;
	while ((status = cml_table_next(reader, &row, &err)) != CML_END) {
		if (status != CML_OK) {
			fuzz_check_error(&err, status, cml_table_name(reader));
			FUZZ_CHECK(status == CML_BAD_DATA, "%s", err.message);
		}
		if (cml_table_broken(reader)) {
			note_failure(&reading->seen, err.line, err.message);
			FUZZ_CHECK(cml_table_next(reader, &row, &again) == status &&
				       strcmp(err.message, again.message) == 0,
				   "another error after '%s'", err.message);
			return;
		}
		FUZZ_CHECK(row.line > line, "line %zu after line %zu", row.line, line);
		bool is_right = row.n_cells == n_columns;
		bool is_open = is_right && may_be_header(cml_table_header(reader), &row);
		FUZZ_CHECK((is_open || (status == CML_OK) == is_right) &&
			       (status == CML_OK || err.line == row.line),
			   "%zu cells of %zu", row.n_cells, n_columns);
		line = row.line;
		note(&reading->seen, line, row.cells, row.n_cells);
		check_na(list, &row);
		if (status == CML_OK)
			write_row(reading, writer, row.cells, row.n_cells);
	}
	FUZZ_CHECK(cml_table_next(reader, &row, &again) == CML_END, "rows after the end");
}

/* A header, whose columns without a name are called by their position. */
static void note_names(struct cml_buffer *seen, const struct cml_slice *cells, size_t n)
{
	AUTOFREE struct cml_slice *names = cml_array_new(n, sizeof *names);
	char(*made)[32] = cml_array_new(n, sizeof *made);
	for (size_t i = 0; i < n; i++) {
		snprintf(made[i], sizeof made[i], "column_%zu", i + 1);
		names[i] = cells[i].size > 0 ? cells[i] : cml_slice_of(made[i]);
	}
	note(seen, 0, names, n);
	free(made);
}

/* The same by the batch, in pieces. */
static void read_pieces(struct cml_slice bytes, char delimiter, unsigned char mode,
			struct cml_buffer *seen)
{
	AUTO(cml_csv_batch) batch;
	struct cml_random random;
	struct cml_error err = {0};
	enum cml_result status = CML_OK;
	size_t most = mode & SMALL_PIECES ? 1 + (size_t)(mode >> 4) : 3 * (size_t)mode + 1;
	bool ended = false, after_header = false;
	cml_random_init(&random, mode, 0);
	cml_csv_batch_init(&batch, delimiter);
	if (bytes.size >= strlen(MARK) && memcmp(bytes.data, MARK, strlen(MARK)) == 0)
		bytes = (struct cml_slice){bytes.data + strlen(MARK), bytes.size - strlen(MARK)};
	while (status == CML_OK && !ended) {
		size_t size = 1 + cml_random_below(&random, most);
		size = size < bytes.size ? size : bytes.size;
		ended = size == 0;
		status = cml_csv_batch_clear(&batch, size, &err);
		if (status != CML_OK)
			break;
		if (size > 0)
			memcpy(batch.out.piece + batch.out.piece_size, bytes.data, size);
		batch.out.piece_size += size;
		status = cml_csv_batch_split(&batch, ended, &err);
		bytes = (struct cml_slice){bytes.data + size, bytes.size - size};
		for (size_t i = 0; i < batch.out.n_rows; i++) {
			const struct cml_slice *cells =
			    batch.out.cells + batch.out.rows[i].first_cell;
			if (after_header)
				note(seen, batch.out.rows[i].line, cells,
				     batch.out.rows[i].n_cells);
			else
				note_names(seen, cells, batch.out.rows[i].n_cells);
			after_header = true;
		}
	}
	if (status != CML_OK)
		note_failure(seen, batch.line, err.message);
}

/* Reads and frees an opened table, or notes why it could not be opened. */
static void read_table(struct cml_table_reader *reader, enum cml_result status,
		       const struct cml_error *err, const char *list, struct reading *reading)
{
	if (status != CML_OK) {
		fuzz_check_error(err, status, NULL);
		note_failure(&reading->seen, err->line, err->message);
		return;
	}
	struct cml_output *output = fuzz_output_open();
	struct cml_table_writer writer;
	const struct cml_header *header = cml_table_header(reader);
	check_header(header);
	cml_table_writer_init(&writer, output, cml_table_delimiter(reader));
	note(&reading->seen, 0, header->names, header->n_columns);
	write_row(reading, &writer, header->names, header->n_columns);
	read_rows(reader, list, reading, &writer);
	fuzz_output_close(output, &reading->text);
	cml_table_free(reader);
}

static void read_bytes(struct cml_slice bytes, char delimiter, const char *list,
		       struct reading *reading)
{
	struct cml_table_reader *reader = NULL;
	struct cml_error err = {0};
	AUTOFREE char *copy = fuzz_copy(bytes);
	enum cml_result status = cml_table_open_bytes(&reader, (struct cml_slice){copy, bytes.size},
						      NAME, delimiter, &err);
	read_table(reader, status, &err, list, reading);
}

static void read_file(struct cml_slice bytes, char delimiter, const char *list,
		      struct reading *reading)
{
	struct cml_table_reader *reader = NULL;
	struct cml_error err = {0};
	enum cml_result status = cml_table_open(&reader, fuzz_file(bytes), delimiter, &err);
	read_table(reader, status, &err, list, reading);
}

static void check_written(const struct reading *first, char delimiter, const char *list)
{
	struct reading again = {0};
	/* Names that stood behind blank lines may be what a file of another kind begins with. */
	if (cml_foreign_file(cml_buffer_slice(&first->text)))
		return;
	read_bytes(cml_buffer_slice(&first->text), delimiter, list, &again);
	check_same(&first->whole, &again.whole, "what was written reads back as");
	check_same(&first->text, &again.text, "written again");
	release(&again);
}

static void check_ways_in(struct cml_slice bytes, char delimiter, const char *list,
			  unsigned char mode, const struct reading *first)
{
	struct reading other = {0};
	bool is_gzip = bytes.size > 1 && memcmp(bytes.data, "\x1f\x8b", 2) == 0;
	if (mode & AS_GZIP) {
		AUTO(cml_buffer) packed = {0};
		fuzz_gzip(bytes, &packed);
		read_file(cml_buffer_slice(&packed), delimiter, list, &other);
	} else if (mode & AS_FILE) {
		read_file(bytes, delimiter, list, &other);
	} else if (first->text.size > 0) {
		read_pieces(bytes, delimiter, mode, &other.seen);
	}
	if (other.seen.size > 0 && (mode & AS_GZIP || !(mode & AS_FILE && is_gzip)))
		check_same(&first->seen, &other.seen, "read in another way");
	if (other.text.size > 0)
		check_written(&other, delimiter, list);
	release(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cml_slice rest = {(const char *)data, size};
	char delimiter = (char)fuzz_take_byte(&rest);
	unsigned char mode = fuzz_take_byte(&rest);
	struct cml_slice words = fuzz_take_until(&rest, '\n');
	AUTOFREE char *list = strndup(words.size > 0 ? words.data : CML_NA_DEFAULT,
				      words.size > 0 ? words.size : strlen(CML_NA_DEFAULT));
	struct reading reading = {0};
	read_bytes(rest, delimiter, list, &reading);
	if (delimiter == '\0')
		delimiter = cml_delimiter_for(NAME, ',');
	if (reading.text.size > 0)
		check_written(&reading, delimiter, list);
	check_ways_in(rest, delimiter, list, mode, &reading);
	release(&reading);
	return 0;
}
