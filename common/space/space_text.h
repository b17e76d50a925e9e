/* The text of space files: what their columns are called, and rows as CSV. */
#ifndef CML_SPACE_SPACE_TEXT_H
#define CML_SPACE_SPACE_TEXT_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

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
