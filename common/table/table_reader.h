/* Reading tables: one header line, then rows, as views into a buffer.
 *
 * CSV as RFC 4180 and its kin: any one-byte delimiter, quoted cells that may
 * hold delimiters, quotes and newlines, LF, CRLF or CR line ends, an optional
 * UTF-8 byte order mark, an optional final newline; blank lines, and rows of
 * delimiters alone, are ignored. Blanks belong to their cell. A quote inside an unquoted cell, or
 * text after a closing quote, is an error, not a guess; but between bars a quote inside a cell is
 * text, as sacct quotes nothing. What is not plain is parsed by libcsv, which only csv_batch.c
 * uses. */
#ifndef CML_TABLE_TABLE_READER_H
#define CML_TABLE_TABLE_READER_H

#include "base/error.h"
#include "base/text.h"
#include "table/header.h"

/* Which texts mean "no value". */
struct cml_na {
	char *words; /* owned; comma-separated, as given */
	size_t n;
	struct cml_slice *items; /* views into words; the empty text may be one */
};
#define CML_NA_DEFAULT ",NA,NaN,nan,-nan,null,NULL,None,N/A,n/a,<NA>,\\N,#N/A"
/* list: comma-separated words; an empty one means the empty cell. */
enum cml_result cml_na_init(struct cml_na *na, const char *list, struct cml_error *err);
void cml_na_release(struct cml_na *na);
bool cml_na_has(const struct cml_na *na, struct cml_slice cell);

struct cml_table_reader; /* opaque */

/* Delimiter by file name when none is asked for: `.tsv` and `.tab` (also with .gz after it) give a
 * tab, `.psv` a bar, `.csv` a comma, all else and no name (NULL) fallback. */
char cml_delimiter_for(const char *path, char fallback);

/* Of standard input that has no header: a command that failed printed its own error before. */
#define CML_EMPTY_STANDARD_INPUT "empty input: in a pipe, the command before it gave nothing"

/* Opens path (NULL or "-": standard input) and reads the header. delimiter 0
 * means cml_delimiter_for(path, ','). CML_BAD_DATA for an empty input (no header),
 * a duplicate column name (named with its position). */
enum cml_result cml_table_open(struct cml_table_reader **reader, const char *path, char delimiter,
			       struct cml_error *err);

/* As cml_table_open over bytes in memory that outlive the reader; name is for
 * messages. */
enum cml_result cml_table_open_bytes(struct cml_table_reader **reader, struct cml_slice bytes,
				     const char *name, char delimiter, struct cml_error *err);

const struct cml_header *cml_table_header(const struct cml_table_reader *reader);
const char *cml_table_name(const struct cml_table_reader *reader);
char cml_table_delimiter(const struct cml_table_reader *reader);

/* The next row, whose cells stay valid until the next call on the reader; n_cells
 * is always the header's n_columns. CML_END after the last. A row with too many or too few cells
 * is CML_BAD_DATA with file and line ("7 cells where the header has 9"), as is the header again;
 * row holds the cells it had (n_cells as found), and the reader can go on; after a quoting error,
 * an unterminated quote, or an input error it cannot, and returns the same error again:
 * cml_table_broken() says so. Cells past the addressable size, or rows past 64 MiB, are errors,
 * not crashes. */
enum cml_result cml_table_next(struct cml_table_reader *reader, struct cml_row *row,
			       struct cml_error *err);
/* The next rows, as many as came in at once, at least one: they stay where they are
 * until the block is filled again or released, whatever the reader does. Rows of
 * the wrong width, and headers that stand there again, are among them: cml_table_check_cells
 * has the error that cml_table_next gives for one. CML_END after the last row; errors come after
 * the rows before them, and the reader cannot go on then. */
enum cml_result cml_table_next_block(struct cml_table_reader *reader, struct cml_row_block *block,
				     struct cml_error *err);
enum cml_result cml_table_check_cells(const struct cml_table_reader *reader,
				      const struct cml_row *row, struct cml_error *err);
bool cml_table_broken(const struct cml_table_reader *reader);

void cml_table_free(struct cml_table_reader *reader); /* NULL is allowed */
AUTOPTR_BY(cml_table_reader, cml_table_free)

/* Whether a row that begins with this cell is a line that git left. */
#define CML_MERGE "it marks a merge that git has not finished: resolve it"
bool cml_marks_merge(struct cml_slice cell);

#endif
