#include "launch/job/shell_words.h"

#include "launch/job/strings.h"

#include <stddef.h>
#include <string.h>

/* Bytes that mean nothing to a shell wherever they stand in a word. */
static bool is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr("@%+=:,./-_", c) != NULL);
}

static bool is_plain_word(struct cml_slice text)
{
	for (size_t i = 0; i < text.size; i++) {
		if (!is_plain((unsigned char)text.data[i]))
			return false;
	}
	return text.size > 0;
}

static bool append_in_quotes(struct cml_buffer *buffer, struct cml_slice text)
{
	const char *end = text.data + text.size;
	bool ok = cml_buffer_append(buffer, "'", 1);

	for (const char *at = text.data; ok && at < end;) {
		const char *quote = memchr(at, '\'', (size_t)(end - at));
		const char *stop = quote != NULL ? quote : end;

		ok = cml_buffer_append(buffer, at, (size_t)(stop - at)) &&
		     (quote == NULL || cml_buffer_append_string(buffer, "'\\''"));
		at = quote != NULL ? quote + 1 : end;
	}
	return ok && cml_buffer_append(buffer, "'", 1);
}

bool cml_shell_quote(struct cml_buffer *buffer, struct cml_slice text)
{
	if (is_plain_word(text))
		return cml_buffer_append(buffer, text.data, text.size);
	return append_in_quotes(buffer, text);
}

/* Bytes of the UTF-8 character at text, or 0 when it is none or drives a terminal.
 * Source: the table of well-formed sequences, The Unicode Standard, section 3.9. */
static size_t printable_size(struct cml_slice text)
{
	const unsigned char *c = (const unsigned char *)text.data;
	size_t size = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
	unsigned char low = 0x80;
	unsigned char high = 0xbf;

	if (c[0] < 0x80)
		return (c[0] >= 0x20 && c[0] != 0x7f) || c[0] == '\n';
	if (c[0] < 0xc2 || c[0] > 0xf4 || size > text.size)
		return 0;
	if (c[0] == 0xc2) /* U+0080 to U+009F are control characters */
		low = 0xa0;
	if (c[0] == 0xe0)
		low = 0xa0;
	if (c[0] == 0xed)
		high = 0x9f;
	if (c[0] == 0xf0)
		low = 0x90;
	if (c[0] == 0xf4)
		high = 0x8f;
	if (c[1] < low || c[1] > high)
		return 0;
	for (size_t i = 2; i < size; i++) {
		if (c[i] < 0x80 || c[i] > 0xbf)
			return 0;
	}
	return size;
}

/* Bytes at the front of text that are printable, or that are not. */
static size_t run_size(struct cml_slice text, bool printable)
{
	size_t size = 0;

	while (size < text.size) {
		size_t step =
		    printable_size((struct cml_slice){text.data + size, text.size - size});

		if ((step > 0) != printable)
			break;
		size += step > 0 ? step : 1;
	}
	return size;
}

/* No line ends are among them: a substitution would lose those at its end. */
static bool append_as_octal(struct cml_buffer *buffer, struct cml_slice bytes)
{
	bool ok = cml_buffer_append_string(buffer, "\"$(printf '");

	for (size_t i = 0; ok && i < bytes.size; i++)
		ok = cml_buffer_printf(buffer, "\\%03o", (unsigned)(unsigned char)bytes.data[i]);
	return ok && cml_buffer_append_string(buffer, "')\"");
}

bool cml_shell_quote_printable(struct cml_buffer *buffer, struct cml_slice text)
{
	if (text.size == 0 || is_plain_word(text))
		return cml_shell_quote(buffer, text);
	while (text.size > 0) {
		size_t n_printable = run_size(text, true);
		struct cml_slice run = {text.data, n_printable};

		if (n_printable > 0 && !append_in_quotes(buffer, run))
			return false;
		text = (struct cml_slice){text.data + n_printable, text.size - n_printable};
		run = (struct cml_slice){text.data, run_size(text, false)};
		if (run.size > 0 && !append_as_octal(buffer, run))
			return false;
		text = (struct cml_slice){text.data + run.size, text.size - run.size};
	}
	return true;
}

/* The stretch of bytes that stand for themselves at the front of text, or after the
 * opening quote; *size: of text that it takes, quotes included. False for what
 * cml_shell_quote does not write. */
static bool take_part(struct cml_slice text, struct cml_slice *part, size_t *size)
{
	size_t n = 0;

	if (text.data[0] == '\'') {
		const char *close = memchr(text.data + 1, '\'', text.size - 1);

		if (close == NULL)
			return false;
		*part = (struct cml_slice){text.data + 1, (size_t)(close - text.data - 1)};
		*size = part->size + 2;
		return true;
	}
	if (text.size >= 2 && memcmp(text.data, "\\'", 2) == 0) {
		*part = (struct cml_slice){text.data + 1, 1};
		*size = 2;
		return true;
	}
	while (n < text.size && is_plain((unsigned char)text.data[n]))
		n++;
	*part = (struct cml_slice){text.data, n};
	*size = n;
	return n > 0;
}

bool cml_shell_unquote(struct cml_slice *rest, struct cml_buffer *word, bool *out_of_memory)
{
	size_t n_parts = 0;

	*out_of_memory = false;
	while (rest->size > 0 && (rest->data[0] == ' ' || rest->data[0] == '\t'))
		*rest = (struct cml_slice){rest->data + 1, rest->size - 1};
	while (rest->size > 0 && memchr(" \t\n", rest->data[0], 3) == NULL) {
		struct cml_slice part;
		size_t size;

		if (!take_part(*rest, &part, &size))
			return false;
		if (!cml_buffer_append(word, part.data, part.size)) {
			*out_of_memory = true;
			return false;
		}
		*rest = (struct cml_slice){rest->data + size, rest->size - size};
		n_parts++;
	}
	return n_parts > 0;
}

/* Appends every string as a word with a blank before it. */
static bool append_words(struct cml_buffer *buffer, struct cml_slice strings)
{
	while (strings.size > 0) {
		if (!cml_buffer_append(buffer, " ", 1) ||
		    !cml_shell_quote_printable(buffer, cml_strings_next(&strings)))
			return false;
	}
	return true;
}

bool cml_shell_command(struct cml_buffer *buffer, struct cml_slice environment,
		       struct cml_slice argv)
{
	struct cml_slice program = cml_slice_of(argv.data);
	/* Both would be taken for something else by env, and by the shell. */
	bool hidden = program.size > 0 &&
		      (program.data[0] == '-' || memchr(program.data, '=', program.size) != NULL);
	bool is_path = program.size > 0 && memchr(program.data, '/', program.size) != NULL;
	size_t before = buffer->size;
	bool ok = true;

	if (environment.size > 0 || !is_path || hidden)
		ok = cml_buffer_append_string(buffer, " env") && append_words(buffer, environment);
	if (ok && hidden)
		ok = cml_buffer_append_string(buffer, " sh -c '\"$0\" \"$@\"'");
	ok = ok && append_words(buffer, argv);
	if (ok) /* without the first blank */
		memmove(buffer->data + before, buffer->data + before + 1,
			buffer->size - before - 1);
	buffer->size -= ok;
	return ok;
}
