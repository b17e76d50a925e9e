/* The text of space files: what their columns are called, and rows as CSV. */
#ifndef CML_SPACE_SPACE_TEXT_H
#define CML_SPACE_SPACE_TEXT_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* Lists of levels as a domain cell has them: `a100|h100`. */

/* The next level of a list, as it is written; the end as of cml_slice_split. A bar behind a
 * backslash is part of a level. */
bool cml_level_split(struct cml_slice *rest, struct cml_slice *part);

/* The level that a part of a list stands for, into level: `\|`, `\:` and `\\` are a bar, a colon
 * and a backslash; any other backslash is itself. Trimmed. False when memory is out. */
bool cml_level_read(struct cml_slice part, struct cml_buffer *level);

/* Appends a level as a list has it. False when memory is out. */
bool cml_level_append(struct cml_buffer *list, struct cml_slice level);

/* Appends a list of n levels. One level alone that may read as a range of numbers gets a backslash:
 * `1\:2`. False when memory is out. */
bool cml_level_append_all(struct cml_buffer *list, const struct cml_slice *levels, size_t n);

/* The first two of n levels that may mean the same: the same number, as 1 and 1.0, or texts that
 * look alike (cml_text_plain) or differ in the case of letters, in blanks, in - and _, or in an
 * apostrophe before them only. False: there are none, or more than
 * thirty levels. */
bool cml_level_twins(const struct cml_slice *levels, size_t n, size_t twins[2]);

/* `'on' and 'On' are two levels: if they mean the same, write one`, with the bytes of what is not
 * ASCII: 'fp8\xc2\xa0'. Returns text. */
#define CML_TWINS_SIZE (2 * CML_QUOTE_SIZE + 64)
const char *cml_level_twins_print(const struct cml_slice *levels, const size_t twins[2],
				  char text[CML_TWINS_SIZE]);

/* Columns of a space file, in the order we write them. */
enum cml_space_field {
	CML_FIELD_NAME,
	CML_FIELD_ROLE,
	CML_FIELD_TYPE,
	CML_FIELD_DOMAIN,
	CML_FIELD_ENCODING,
	CML_FIELD_DEFAULT,
	CML_FIELD_WHEN,
	CML_FIELD_UNIT,
	CML_FIELD_DOC,
	CML_FIELD_MONOTONE,
	CML_N_SPACE_FIELDS
};

extern const char *const cml_space_fields[CML_N_SPACE_FIELDS]; /* "name", "role", ... */

/* Few files have a direction in any row: the column is written where there is one. */
#define CML_N_USUAL_SPACE_FIELDS CML_FIELD_MONOTONE

/* Appends a row of n_fields cells, quoted where CSV asks for it and where a name begins with '#',
 * which would make it a comment; NULL is an empty cell.
 * cml_space_fields itself makes the header. False when memory is out. */
bool cml_space_text_row(struct cml_buffer *text, const char *const *cells, size_t n_fields);

/* Empties the lines of a space file that begin with '#', outside quotes: they are comments. Line
 * ends stay, so that rows keep their line numbers. Returns the size that is left. */
size_t cml_space_strip_comments(char *text, size_t size);

/* Appends to text all of a file's bytes, unpacked. CML_BAD_DATA, with the name of the file: more
 * than 64 MiB, or one byte is NUL. */
enum cml_result cml_space_read_text(struct cml_buffer *text, const char *path,
				    struct cml_error *err);

#endif
