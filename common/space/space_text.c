#include "space/space_text.h"

#include "base/number.h"
#include "table/input.h"
#include "table/table_writer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* More are not compared. */
#define MAX_TWINS 30

static bool is_escape(struct cml_slice text, size_t at)
{
	return text.data[at] == '\\' && at + 1 < text.size && strchr("|:\\", text.data[at + 1]) &&
	       text.data[at + 1];
}

bool cml_level_split(struct cml_slice *rest, struct cml_slice *part)
{
	size_t size = 0;
	if (!rest->data)
		return false;
	while (size < rest->size && rest->data[size] != '|')
		size += is_escape(*rest, size) ? 2 : 1;
	*part = (struct cml_slice){rest->data, size};
	*rest = size < rest->size ? cml_slice_from(*rest, size + 1) : (struct cml_slice){0};
	return true;
}

bool cml_level_read(struct cml_slice part, struct cml_buffer *level)
{
	part = cml_slice_trim(part);
	cml_buffer_clear(level);
	for (size_t i = 0; i < part.size; i++) {
		i += is_escape(part, i);
		cml_buffer_append(level, part.data + i, 1);
	}
	return !level->has_failed;
}

bool cml_level_append(struct cml_buffer *list, struct cml_slice level)
{
	for (size_t i = 0; i < level.size; i++) {
		if (level.data[i] == '|' || is_escape(level, i) ||
		    (level.data[i] == '\\' && i + 1 == level.size))
			cml_buffer_append(list, "\\", 1);
		cml_buffer_append(list, level.data + i, 1);
	}
	return !list->has_failed;
}

bool cml_level_append_all(struct cml_buffer *list, const struct cml_slice *levels, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct cml_slice level = levels[i];
		const char *colon = n == 1 ? memchr(level.data, ':', level.size) : NULL;
		if (colon && strchr("0123456789.+-:", level.data[0])) {
			size_t before = (size_t)(colon - level.data);
			cml_buffer_append(list, level.data, before);
			cml_buffer_append(list, "\\", 1);
			level = cml_slice_from(level, before);
		}
		cml_buffer_append_string(list, i > 0 ? "|" : "");
		cml_level_append(list, level);
	}
	return !list->has_failed;
}

/* Without blanks, dashes and quotes, in small letters, and without the apostrophe by which a sheet
 * marks a text. */
static size_t fold(struct cml_slice text, char folded[CML_ALIKE_SIZE])
{
	char plain[CML_ALIKE_SIZE];
	size_t n = cml_text_plain(text, plain), size = 0;
	for (size_t i = n > 1 && plain[0] == '\''; i < n; i++)
		if (!memchr(" -_\"", plain[i], 4))
			folded[size++] = (char)tolower((unsigned char)plain[i]);
	return size;
}

static bool are_alike(struct cml_slice a, struct cml_slice b)
{
	char folded[2][CML_ALIKE_SIZE];
	double x, y;
	if (cml_parse_double(a, &x) && cml_parse_double(b, &y))
		return x == y && x < 0x1p53; /* else ids, of which many are one double */
	size_t n = fold(a, folded[0]);
	return a.size < CML_ALIKE_SIZE && b.size < CML_ALIKE_SIZE && n == fold(b, folded[1]) &&
	       memcmp(folded[0], folded[1], n) == 0;
}

bool cml_level_twins(const struct cml_slice *levels, size_t n, size_t twins[2])
{
	for (twins[1] = 0; n <= MAX_TWINS && twins[1] < n; twins[1]++)
		for (twins[0] = 0; twins[0] < twins[1]; twins[0]++)
			if (are_alike(levels[twins[0]], levels[twins[1]]))
				return true;
	return false;
}

/* In single quotes; with the bytes of what is not ASCII, as it looks like what is. */
static void show_level(struct cml_slice level, char shown[CML_QUOTE_SIZE])
{
	size_t n = 0;
	shown[n++] = '\'';
	for (size_t i = 0; i < level.size && n + sizeof "\\xff'" < CML_QUOTE_SIZE; i++) {
		unsigned char byte = (unsigned char)level.data[i];
		n += (size_t)snprintf(shown + n, CML_QUOTE_SIZE - n,
				      byte >= ' ' && byte <= '~' ? "%c" : "\\x%02x", byte);
	}
	memcpy(shown + n, "'", 2);
}

const char *cml_level_twins_print(const struct cml_slice *levels, const size_t twins[2],
				  char text[CML_TWINS_SIZE])
{
	char shown[2][CML_QUOTE_SIZE];
	show_level(levels[twins[0]], shown[0]);
	show_level(levels[twins[1]], shown[1]);
	snprintf(text, CML_TWINS_SIZE, "%s and %s are two levels: if they mean the same, write one",
		 shown[0], shown[1]);
	return text;
}

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
	for (size_t i = 0; i < n_fields; i++) {
		struct cml_slice cell = cml_slice_of(cells[i]);
		size_t start = text->size;
		/* A name that would make its row a comment; no quote is in it. */
		if (cml_append_cell(text, cell, ',') && i == 0 && cell.size > 0 &&
		    text->data[start] == '#') {
			text->size = start;
			cml_buffer_printf(text, "\"%s\"", cells[i]);
		}
		cml_buffer_append(text, i + 1 < n_fields ? "," : "\n", 1);
	}
	return !text->has_failed;
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
	AUTOPTR(cml_input) input = NULL;
	if (cml_input_open(&input, path, err) != CML_OK)
		return err->status;
	if (slurp(input, text, err) != CML_OK)
		return cml_error_locate(err, cml_input_name(input), 0, NULL);
	return CML_OK;
}
