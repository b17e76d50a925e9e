#include "launch/job/words.h"

#include <ctype.h>
#include <string.h>

struct cml_slice cml_strings_next(struct cml_slice *strings)
{
	struct cml_slice string = {strings->data, strnlen(strings->data, strings->size)};
	size_t size = string.size < strings->size ? string.size + 1 : string.size;

	*strings = (struct cml_slice){strings->data + size, strings->size - size};
	return string;
}

size_t cml_strings_count(struct cml_slice strings)
{
	size_t n = 0;

	for (; strings.size > 0; n++)
		cml_strings_next(&strings);
	return n;
}

void cml_strings_vector(struct cml_slice strings, char **vector)
{
	while (strings.size > 0)
		*vector++ = (char *)cml_strings_next(&strings).data;
	*vector = NULL;
}

/* Whether one of vector[n] sets the same variable as `NAME=VALUE`. */
static bool has_name(char *const *vector, size_t n, const char *variable)
{
	size_t size = strcspn(variable, "=");

	for (size_t i = 0; i < n; i++)
		if (strncmp(vector[i], variable, size) == 0 &&
		    (vector[i][size] == '=' || vector[i][size] == '\0'))
			return true;
	return false;
}

enum cml_result cml_environment_merge(struct cml_slice strings, char *const *inherited,
				      char ***vector, struct cml_error *err)
{
	size_t n_strings = cml_strings_count(strings), n_inherited = 0, n_own = 0;

	while (inherited && inherited[n_inherited])
		n_inherited++;
	char **merged = cml_array_new(n_strings + n_inherited + 1, sizeof *merged);
	if (!merged)
		return cml_fail_memory(err);
	cml_strings_vector(strings, merged);
	for (size_t i = 0; i < n_strings; i++)
		if (!has_name(merged + i + 1, n_strings - i - 1, merged[i]))
			merged[n_own++] = merged[i];
	size_t n = n_own;
	for (size_t i = 0; i < n_inherited; i++)
		if (!has_name(merged, n_own, inherited[i]))
			merged[n++] = inherited[i];
	merged[n] = NULL;
	*vector = merged;
	return CML_OK;
}

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

bool cml_shell_quote_all(struct cml_buffer *buffer, struct cml_slice strings)
{
	while (strings.size > 0 && cml_buffer_append(buffer, " ", 1))
		cml_shell_quote(buffer, cml_strings_next(&strings));
	return !buffer->has_failed;
}
