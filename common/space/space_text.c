#include "space/space_text.h"

#include "table/input.h"
#include "table/table_writer.h"

#include <string.h>

#define MAX_SIZE ((size_t)64 << 20)

const char *const cml_space_fields[CML_N_SPACE_FIELDS] = {
    [CML_FIELD_NAME] = "name",         [CML_FIELD_ROLE] = "role",
    [CML_FIELD_TYPE] = "type",         [CML_FIELD_DOMAIN] = "domain",
    [CML_FIELD_ENCODING] = "encoding", [CML_FIELD_DEFAULT] = "default",
    [CML_FIELD_WHEN] = "when",         [CML_FIELD_UNIT] = "unit",
    [CML_FIELD_DOC] = "doc",           [CML_FIELD_MONOTONE] = "monotone",
};

bool cml_space_text_row(struct cml_buffer *text, const char *const *cells, size_t n_fields)
{
	bool ok = true;
	for (size_t i = 0; ok && i < n_fields; i++) {
		struct cml_slice cell = cml_slice_of(cells[i]);
		size_t start = text->size;
		ok = cml_append_cell(text, cell, ',');
		/* A name that would make its row a comment; no quote is in it. */
		if (ok && i == 0 && cell.size > 0 && text->data[start] == '#') {
			text->size = start;
			ok = cml_buffer_printf(text, "\"%s\"", cells[i]);
		}
		ok = ok && cml_buffer_append(text, i + 1 < n_fields ? "," : "\n", 1);
	}
	return ok;
}

size_t cml_space_strip_comments(char *text, size_t size)
{
	bool quoted = false, starts = true, comment = false;
	size_t n = 0;
	for (size_t i = 0; i < size; i++) {
		bool ends = !quoted && (text[i] == '\n' || text[i] == '\r');
		if (starts)
			comment = text[i] == '#';
		starts = ends;
		comment = comment && !ends;
		if (comment)
			continue;
		quoted ^= text[i] == '"';
		text[n++] = text[i];
	}
	return n;
}

/* Reads all of the input. */
static enum cml_result slurp(struct cml_input *input, struct cml_buffer *text,
			     struct cml_error *err)
{
	char piece[8192];
	for (;;) {
		size_t n;
		enum cml_result status = cml_input_read(input, piece, sizeof piece, &n, err);
		if (status != CML_OK || n == 0)
			return status;
		if (!cml_buffer_append(text, piece, n))
			return cml_fail_memory(err);
		if (memchr(piece, '\0', n))
			return cml_fail(err, CML_BAD_DATA, "binary data: not a space file");
		if (text->size > MAX_SIZE)
			return cml_fail(err, CML_BAD_DATA, "too large for a space file");
	}
}

enum cml_result cml_space_read_text(struct cml_buffer *text, const char *path,
				    struct cml_error *err)
{
	struct cml_input *input;
	enum cml_result status = cml_input_open(&input, path, err);
	if (status != CML_OK)
		return status;
	if ((status = slurp(input, text, err)) != CML_OK)
		cml_error_locate(err, cml_input_name(input), 0, NULL);
	cml_input_free(input);
	return status;
}
