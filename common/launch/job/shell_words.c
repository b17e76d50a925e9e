#include "launch/job/shell_words.h"

#include "launch/job/strings.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Bytes that mean nothing to a shell wherever they stand in a word. */
static bool is_plain(unsigned char c)
{
	return isalnum(c) || (c != '\0' && strchr("@%+=:,./-_", c) != NULL);
}

static bool is_plain_word(struct cml_slice text)
{
	for (size_t i = 0; i < text.size; i++)
		if (!is_plain((unsigned char)text.data[i]))
			return false;
	return text.size > 0;
}

static bool append_in_quotes(struct cml_buffer *buffer, struct cml_slice text)
{
	cml_buffer_append(buffer, "'", 1);
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] == '\'')
			cml_buffer_append_string(buffer, "'\\''");
		else
			cml_buffer_append(buffer, text.data + i, 1);
	return cml_buffer_append(buffer, "'", 1);
}

bool cml_shell_quote(struct cml_buffer *buffer, struct cml_slice text)
{
	if (is_plain_word(text))
		return cml_buffer_append(buffer, text.data, text.size);
	return append_in_quotes(buffer, text);
}

/* Bytes at the front of text that a terminal may be shown, line ends among them, or those that it
 * may not. */
static size_t run_size(struct cml_slice text, bool printable)
{
	size_t size = 0;

	while (size < text.size) {
		const char *at = text.data + size;
		size_t step = *at == '\n' ? 1
					  : cml_text_printable_size((const unsigned char *)at,
								    text.size - size);

		if ((step > 0) != printable)
			break;
		size += step > 0 ? step : 1;
	}
	return size;
}

/* No line ends are among them: a substitution would lose those at its end. */
static void append_as_octal(struct cml_buffer *buffer, struct cml_slice bytes)
{
	cml_buffer_append_string(buffer, "\"$(printf '");
	for (size_t i = 0; i < bytes.size; i++)
		cml_buffer_printf(buffer, "\\%03o", (unsigned)(unsigned char)bytes.data[i]);
	cml_buffer_append_string(buffer, "')\"");
}

bool cml_shell_quote_printable(struct cml_buffer *buffer, struct cml_slice text)
{
	if (text.size == 0 || is_plain_word(text))
		return cml_shell_quote(buffer, text);
	for (bool printable = true; text.size > 0; printable = !printable) {
		struct cml_slice run = {text.data, run_size(text, printable)};

		if (run.size > 0 && printable)
			append_in_quotes(buffer, run);
		else if (run.size > 0)
			append_as_octal(buffer, run);
		text = cml_slice_from(text, run.size);
	}
	return !buffer->has_failed;
}

/* Takes what stands in quotes at the front of *rest, or a quote behind a backslash, or plain bytes.
 */
static bool take_part(struct cml_slice *rest, struct cml_buffer *word)
{
	const char *part = rest->data, *end = part + rest->size, *next = part;
	size_t around = 0; /* bytes before the part, and as many behind it */

	if (*part == '\'') {
		around = 1;
		next = memchr(++part, '\'', rest->size - 1);
	} else if (rest->size > 1 && memcmp(part, "\\'", 2) == 0) {
		next = ++part + 1;
	} else {
		while (next < end && is_plain((unsigned char)*next))
			next++;
	}
	if (!next || next == rest->data || !cml_buffer_append(word, part, (size_t)(next - part)))
		return false;
	next += around;
	*rest = (struct cml_slice){next, (size_t)(end - next)};
	return true;
}

bool cml_shell_unquote(struct cml_slice *rest, struct cml_buffer *word)
{
	bool found = false;

	while (rest->size > 0 && (*rest->data == ' ' || *rest->data == '\t'))
		*rest = (struct cml_slice){rest->data + 1, rest->size - 1};
	for (; rest->size > 0 && !memchr(" \t\n", *rest->data, 3); found = true)
		if (!take_part(rest, word))
			return false;
	return found;
}

bool cml_shell_quote_all(struct cml_buffer *buffer, struct cml_slice strings,
			 bool (*quote)(struct cml_buffer *buffer, struct cml_slice text))
{
	while (strings.size > 0 && cml_buffer_append(buffer, " ", 1))
		quote(buffer, cml_strings_next(&strings));
	return !buffer->has_failed;
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

	if (environment.size > 0 || !is_path || hidden) {
		cml_buffer_append_string(buffer, " env");
		cml_shell_quote_all(buffer, environment, cml_shell_quote_printable);
	}
	if (hidden)
		cml_buffer_append_string(buffer, " sh -c '\"$0\" \"$@\"'");
	if (!cml_shell_quote_all(buffer, argv, cml_shell_quote_printable))
		return false;
	/* Without the first blank. */
	memmove(buffer->data + before, buffer->data + before + 1, --buffer->size - before);
	return true;
}
