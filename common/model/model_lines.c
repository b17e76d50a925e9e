#include "model/model_lines.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static struct cml_slice front(struct cml_slice text, size_t size)
{
	return (struct cml_slice){text.data, size < text.size ? size : text.size};
}

static bool starts_with(struct cml_slice text, const char *word)
{
	return cml_slice_is(front(text, strlen(word)), word);
}

bool cml_line_is_next(const struct cml_lines *lines, const char *word)
{
	return cml_lines_are_read(lines) && starts_with(lines->rest, word);
}

void cml_line_check(struct cml_lines *lines, bool holds, const char *what)
{
	if (cml_lines_are_read(lines) && !holds)
		lines->status = cml_fail(lines->err, CML_BAD_DATA, "damaged: %s", what);
}

static void read_line(struct cml_lines *lines, const char *word, struct cml_slice *value)
{
	struct cml_slice *rest = &lines->rest;
	const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
	struct cml_slice line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
	if (!end || !starts_with(line, word) || memchr(line.data, '\0', line.size)) {
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA, "damaged: expected a line '%s', found %s",
			     word, CML_QUOTED(front(line, CML_QUOTE_SIZE)));
		return;
	}
	*rest = cml_slice_from(*rest, line.size + 1);
	*value = cml_slice_from(line, strlen(word));
}

void cml_line(struct cml_lines *lines, const char *word, struct cml_slice *value)
{
	if (lines->status != CML_OK)
		return;
	if (lines->out)
		cml_buffer_printf(lines->out, "%s%.*s\n", word, (int)value->size, value->data);
	else
		read_line(lines, word, value);
}

/* What was read is not what was expected. */
static void refuse(struct cml_lines *lines, const char *word, const char *const *words, size_t n,
		   struct cml_slice found)
{
	lines->status =
	    cml_fail(lines->err, CML_BAD_DATA, "damaged: expected %s or %s after '%s', found %s",
		     words[0], words[n - 1], word, CML_QUOTED(found));
}

void cml_line_choice(struct cml_lines *lines, const char *word, const char *const *words, size_t n,
		     size_t *choice)
{
	struct cml_slice value = cml_slice_of(lines->out ? words[*choice] : NULL);
	cml_line(lines, word, &value);
	if (!cml_lines_are_read(lines))
		return;
	*choice = 0;
	while (*choice < n && !cml_slice_is(value, words[*choice]))
		++*choice;
	if (*choice == n)
		refuse(lines, word, words, n, value);
}

void cml_line_flag(struct cml_lines *lines, const char *word, const char *const words[2],
		   bool *is_second)
{
	size_t choice = *is_second;
	cml_line_choice(lines, word, words, 2, &choice);
	*is_second = choice == 1;
}

void cml_line_uint64(struct cml_lines *lines, const char *word, uint64_t *value, const char *what)
{
	char digits[24];
	struct cml_slice text = {digits, 0};
	if (lines->out)
		text.size =
		    (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)*value);
	cml_line(lines, word, &text);
	if (cml_lines_are_read(lines))
		cml_line_check(lines, cml_parse_uint64(text, value), what);
}

void cml_line_double(struct cml_lines *lines, const char *word, double *value, const char *what)
{
	char digits[32];
	struct cml_slice text = {digits, 0};
	if (lines->out)
		text.size = (size_t)snprintf(digits, sizeof digits, "%.17g", *value);
	cml_line(lines, word, &text);
	if (cml_lines_are_read(lines))
		cml_line_check(lines, cml_parse_double(text, value), what);
}

void cml_line_size(struct cml_lines *lines, const char *word, size_t size, size_t *n)
{
	uint64_t number = *n;
	struct cml_slice text;
	if (lines->out) {
		cml_line_uint64(lines, word, &number, NULL);
		return;
	}
	cml_line(lines, word, &text);
	if (!cml_lines_are_read(lines))
		return;
	if (cml_parse_uint64(text, &number) && number <= lines->rest.size / size)
		*n = (size_t)number;
	else
		lines->status =
		    cml_fail(lines->err, CML_BAD_DATA,
			     "damaged: the number after '%s' is more than the file holds", word);
}

void cml_line_block(struct cml_lines *lines, const char *word, struct cml_slice *bytes)
{
	cml_line_size(lines, word, 1, &bytes->size);
	if (lines->status != CML_OK || bytes->size == 0)
		return;
	if (lines->out) {
		cml_buffer_append(lines->out, bytes->data, bytes->size);
		cml_buffer_append(lines->out, "\n", 1);
		return;
	}
	*bytes = front(lines->rest, bytes->size);
	lines->rest = cml_slice_from(lines->rest, bytes->size);
	if (!cml_slice_skip(&lines->rest, "\n"))
		lines->status = cml_fail(lines->err, CML_BAD_DATA,
					 "damaged: no line ends after the bytes of '%s'", word);
}

bool cml_line_fields(struct cml_lines *lines, const char *word, const char *of,
		     cml_fields_walk *walk, void *state, size_t n_features)
{
	struct cml_buffer made = {0};
	if (lines->out && cml_lines_are_good(lines))
		lines->status = cml_fields_save(walk, state, &made, lines->err);
	struct cml_slice bytes = cml_buffer_slice(&made);
	cml_line_block(lines, word, &bytes);
	if (cml_lines_are_read(lines) && bytes.size > 0)
		lines->status = cml_fields_load(walk, of, state, bytes, n_features, lines->err);
	cml_buffer_release(&made);
	return bytes.size > 0;
}
