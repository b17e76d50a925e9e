#include "table/table_reader.h"

#include "base/memory.h"
#include "table/csv_batch.h"
#include "table/input.h"

#include <stdlib.h>
#include <string.h>

/* Bytes at the start that say of what kind a file is, a byte order mark among them. */
#define START_SIZE ((size_t)512)

/* Bytes parsed at a time: what they become stays in the second-level cache. */
#define CHUNK_SIZE ((size_t)1 << 17)

static const char byte_order_mark[] = "\xef\xbb\xbf";

struct cml_table_reader {
	char *name;
	char delimiter;
	struct cml_input *input;  /* NULL: the rows come from bytes */
	struct cml_slice bytes;   /* what is left of them */
	bool started;             /* past a byte order mark */
	bool ended;               /* past the end of the input */
	struct cml_error failure; /* why no rows follow the batch; CML_OK: none */
	size_t failure_column;    /* CML_NO_COLUMN: none */
	bool broken;              /* the caller has had the error */

	struct cml_header header;
	struct cml_csv_batch batch;
	size_t next_row; /* of the batch */
};

char cml_delimiter_for(const char *path, char fallback)
{
	struct cml_slice name = cml_slice_of(path);

	cml_slice_cut(&name, ".gz");
	return cml_slice_cut(&name, ".tsv") || cml_slice_cut(&name, ".tab") ? '\t'
	       : cml_slice_cut(&name, ".psv")                               ? '|'
	       : cml_slice_cut(&name, ".csv")                               ? ','
									    : fallback;
}

static enum cml_result read_some(struct cml_table_reader *reader, char *to, size_t size, size_t *n,
				 struct cml_error *err)
{
	if (reader->input)
		return cml_input_read(reader->input, to, size, n, err);
	*n = reader->bytes.size < size ? reader->bytes.size : size;
	if (*n > 0)
		memcpy(to, reader->bytes.data, *n);
	reader->bytes = cml_slice_from(reader->bytes, *n);
	return CML_OK;
}

/* Puts more of the input behind what is left of the piece. The start has to come in whole, or as
 * much as there is; of a long row as much again as there was, so that it is not looked at time and
 * again. */
static enum cml_result read_piece(struct cml_table_reader *reader, struct cml_error *err)
{
	struct cml_row_block *out = &reader->batch.out;
	size_t left = out->piece_size - reader->batch.used, n_read = 1;
	size_t wanted = !reader->started ? START_SIZE : left < CHUNK_SIZE ? 1 : left;
	size_t room = wanted < CHUNK_SIZE ? CHUNK_SIZE : wanted;
	room = room < CML_ROW_MAX_SIZE + 1 - left ? room : CML_ROW_MAX_SIZE + 1 - left;
	wanted = wanted < room ? wanted : room;
	if (cml_csv_batch_clear(&reader->batch, room, err) != CML_OK)
		return err->status;
	while (out->piece_size < left + wanted && n_read > 0) {
		if (read_some(reader, out->piece + out->piece_size, left + room - out->piece_size,
			      &n_read, err) != CML_OK)
			return err->status;
		out->piece_size += n_read;
	}
	reader->ended = n_read == 0;
	return CML_OK;
}

/* Passes a byte order mark; what is no table is refused. */
static enum cml_result look_at_start(struct cml_table_reader *reader, struct cml_error *err)
{
	const struct cml_row_block *out = &reader->batch.out;
	struct cml_slice start = {out->piece,
				  out->piece_size < START_SIZE ? out->piece_size : START_SIZE};
	reader->started = true;
	if (start.size > 0 && cml_slice_skip(&start, byte_order_mark))
		reader->batch.used = strlen(byte_order_mark);
	const char *foreign = cml_foreign_file(start);
	if (!foreign)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "not a table, but %s", foreign);
	return cml_error_locate(err, reader->name, 0, NULL);
}

/* A header has no NUL. A device of zeros, or a file of another kind, is refused at the first, not
 * after a whole row of it. */
static enum cml_result check_binary(struct cml_table_reader *reader, struct cml_error *err)
{
	const struct cml_row_block *out = &reader->batch.out;
	bool has_nul = reader->header.n_columns == 0 && out->n_rows == 0 && out->piece_size > 0 &&
		       memchr(out->piece, '\0', out->piece_size);
	return has_nul ? cml_fail(err, CML_BAD_DATA, "binary data: not a table") : CML_OK;
}

/* Fills the batch with the next rows, or sets ended or failure. */
static void refill(struct cml_table_reader *reader)
{
	struct cml_error err;
	reader->next_row = 0;
	if (read_piece(reader, &err) != CML_OK ||
	    (!reader->started && look_at_start(reader, &err) != CML_OK)) {
		reader->batch.out.n_rows = 0;
		reader->failure = err;
	} else if (cml_csv_batch_split(&reader->batch, reader->ended, &err) != CML_OK ||
		   check_binary(reader, &err) != CML_OK) {
		reader->failure = err;
		if (err.status != CML_BAD_DATA)
			return;
		reader->failure_column = reader->batch.n_open;
		cml_error_locate(&reader->failure, reader->name, reader->batch.line, NULL);
	}
}

/* Hands the failure out. Only now is its column named: it may have been found
 * in the piece of input that held the header. */
static enum cml_result give_failure(struct cml_table_reader *reader, struct cml_error *err)
{
	if (reader->failure_column < reader->header.n_columns)
		cml_error_locate(&reader->failure, NULL, 0,
				 reader->header.names[reader->failure_column].data);
	reader->broken = true;
	*err = reader->failure;
	return err->status;
}

/* Goes on to the next whole rows. */
static enum cml_result find_rows(struct cml_table_reader *reader, struct cml_error *err)
{
	while (reader->next_row == reader->batch.out.n_rows) {
		if (reader->failure.status != CML_OK)
			return give_failure(reader, err);
		if (reader->ended)
			return CML_END;
		refill(reader);
	}
	return CML_OK;
}

/* A row as read, whatever its number of cells. */
static enum cml_result next_row(struct cml_table_reader *reader, struct cml_row *row,
				struct cml_error *err)
{
	enum cml_result status = find_rows(reader, err);

	if (status != CML_OK)
		return status;
	*row = cml_row_block_get(&reader->batch.out, reader->next_row++);
	return CML_OK;
}

static enum cml_result read_header(struct cml_table_reader *reader, struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status = next_row(reader, &row, err);

	if (status == CML_END) {
		bool is_standard = reader->input && cml_input_is_standard(reader->input);
		cml_fail(err, CML_BAD_DATA,
			 is_standard ? CML_EMPTY_STANDARD_INPUT
				     : "empty input: a header line is missing");
		return cml_error_locate(err, reader->name, 0, NULL);
	}
	if (status != CML_OK)
		return status;
	if (cml_header_init(&reader->header, row.cells, row.n_cells, err) != CML_OK)
		return cml_error_locate(err, reader->name, row.line, NULL);
	return CML_OK;
}

/* Takes over input, which goes on failure too. */
static enum cml_result open_reader(struct cml_table_reader **reader, struct cml_input *input,
				   struct cml_slice bytes, const char *name, char delimiter,
				   struct cml_error *err)
{
	AUTOPTR(cml_table_reader) opened = cml_array_new(1, sizeof *opened);

	if (!opened) {
		cml_input_free(input);
		return cml_fail_memory(err);
	}
	opened->input = input;
	opened->bytes = bytes;
	opened->delimiter = delimiter;
	opened->failure_column = CML_NO_COLUMN;
	opened->name = strdup(name);
	cml_csv_batch_init(&opened->batch, delimiter);
	if (!opened->name)
		return cml_fail_memory(err);
	if (read_header(opened, err) != CML_OK)
		return err->status;
	*reader = opened;
	opened = NULL;
	return CML_OK;
}

/* NUL becomes what the name says. */
static enum cml_result choose_delimiter(const char *name, char *delimiter, struct cml_error *err)
{
	if (*delimiter == '\0')
		*delimiter = cml_delimiter_for(name, ',');
	if (*delimiter != '"' && *delimiter != '\n' && *delimiter != '\r')
		return CML_OK;
	return cml_fail(err, CML_BAD_USAGE, "a quote or a line end cannot be the delimiter");
}

enum cml_result cml_table_open(struct cml_table_reader **reader, const char *path, char delimiter,
			       struct cml_error *err)
{
	struct cml_input *input;

	if (choose_delimiter(path, &delimiter, err) != CML_OK ||
	    cml_input_open(&input, path, err) != CML_OK)
		return err->status;
	return open_reader(reader, input, (struct cml_slice){0}, cml_input_name(input), delimiter,
			   err);
}

enum cml_result cml_table_open_bytes(struct cml_table_reader **reader, struct cml_slice bytes,
				     const char *name, char delimiter, struct cml_error *err)
{
	if (choose_delimiter(name, &delimiter, err) != CML_OK)
		return err->status;
	return open_reader(reader, NULL, bytes, name, delimiter, err);
}

void cml_table_free(struct cml_table_reader *reader)
{
	if (!reader)
		return;
	cml_csv_batch_release(&reader->batch);
	cml_header_release(&reader->header);
	cml_input_free(reader->input);
	free(reader->name);
	free(reader);
}

const struct cml_header *cml_table_header(const struct cml_table_reader *reader)
{
	return &reader->header;
}

const char *cml_table_name(const struct cml_table_reader *reader)
{
	return reader->name;
}

char cml_table_delimiter(const struct cml_table_reader *reader)
{
	return reader->delimiter;
}

bool cml_marks_merge(struct cml_slice cell)
{
	return cml_slice_skip(&cell, "<<<<<<<") || cml_slice_skip(&cell, "|||||||") ||
	       cml_slice_skip(&cell, "=======") || cml_slice_skip(&cell, ">>>>>>>");
}

/* What a row is that is none of the table, and what to do. */
static const char *foreign_row(struct cml_slice first)
{
	return cml_marks_merge(first) ? "; " CML_MERGE
	       : cml_slice_skip(&first, "#")
		   ? "; it begins with '#': leave comments out, as with grep -v '^#'"
		   : "";
}

static bool came_before(const struct cml_row *row, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (cml_slice_equal(row->cells[j], row->cells[i]))
			return true;
	return false;
}

/* Tables that were put together by cat have it more than once, perhaps in another order or case. */
static bool is_header(const struct cml_header *header, const struct cml_row *row)
{
	size_t i = 0;
	for (; i < row->n_cells && !came_before(row, i); i++) {
		struct cml_slice cell = cml_slice_trim(row->cells[i]);
		cml_slice_skip(&cell, "\xef\xbb\xbf");
		if (!cml_slice_is_nocase(cell, header->names[i].data) &&
		    (i == 0 || cml_header_find(header, cell) == CML_NO_COLUMN))
			break;
	}
	return i == row->n_cells && i > 1;
}

enum cml_result cml_table_check_cells(const struct cml_table_reader *reader,
				      const struct cml_row *row, struct cml_error *err)
{
	const struct cml_header *header = &reader->header;
	bool is_title = row->n_cells == 1 && header->n_columns > 2 &&
			cml_slice_contains(cml_slice_trim(row->cells[0]), " ");

	if (is_title && !*foreign_row(row->cells[0]))
		cml_fail(err, CML_BAD_DATA,
			 "1 cell where the header has %zu; if another table begins here, "
			 "head -n %zu takes the one before it",
			 header->n_columns, row->line - 1);
	else if (row->n_cells != header->n_columns)
		cml_fail(err, CML_BAD_DATA, "%zu cell%s where the header has %zu%s", row->n_cells,
			 row->n_cells == 1 ? "" : "s", header->n_columns,
			 foreign_row(row->cells[0]));
	else if (is_header(header, row))
		cml_fail(
		    err, CML_BAD_DATA,
		    "the header again, as cat leaves it between tables: give the files one by one, "
		    "or leave the line out");
	else
		return CML_OK;
	return cml_error_locate(err, reader->name, row->line, NULL);
}

enum cml_result cml_table_next(struct cml_table_reader *reader, struct cml_row *row,
			       struct cml_error *err)
{
	enum cml_result status = next_row(reader, row, err);

	return status != CML_OK ? status : cml_table_check_cells(reader, row, err);
}

enum cml_result cml_table_next_block(struct cml_table_reader *reader, struct cml_row_block *block,
				     struct cml_error *err)
{
	enum cml_result status = find_rows(reader, err);

	if (status != CML_OK)
		return status;
	if (cml_csv_batch_take(&reader->batch, block, err) != CML_OK)
		return err->status;
	block->first_row = reader->next_row;
	reader->next_row = 0;
	return CML_OK;
}

bool cml_table_broken(const struct cml_table_reader *reader)
{
	return reader->broken;
}
