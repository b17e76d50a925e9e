#include "launch/job/template.h"

#include "table/header.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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

bool cml_shell_quote(struct cml_buffer *buffer, struct cml_slice text)
{
	if (is_plain_word(text))
		return cml_buffer_append(buffer, text.data, text.size);
	cml_buffer_append(buffer, "'", 1);
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] == '\'')
			cml_buffer_append_string(buffer, "'\\''");
		else
			cml_buffer_append(buffer, text.data + i, 1);
	return cml_buffer_append(buffer, "'", 1);
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

#define PREFIX "CML_"

/* What the parser holds. */
struct parser {
	struct cml_template *template;
	const struct cml_header *names;
	size_t capacity;
	size_t argument;  /* position from 1 */
	const char *text; /* of the argument */
};

static enum cml_result push(struct parser *parser, struct cml_slice text, size_t column,
			    struct cml_error *err)
{
	struct cml_template *template = parser->template;

	if (!CML_RESERVE(&template->pieces, &parser->capacity, template->n_pieces + 1))
		return cml_fail_memory(err);
	template->pieces[template->n_pieces++] =
	    (struct cml_template_piece){.text = text, .column = column};
	return CML_OK;
}

/* A sentence about the argument that is being parsed. */
static enum cml_result refuse(const struct parser *parser, const char *sentence,
			      struct cml_error *err)
{
	return cml_fail(err, CML_BAD_USAGE, "word %zu of the command, %s: %s", parser->argument,
			CML_QUOTED(cml_slice_of(parser->text)), sentence);
}

/* at: behind the opening brace. *end: behind the closing one. */
static enum cml_result parse_name(struct parser *parser, const char *at, const char **end,
				  struct cml_error *err)
{
	const char *close = strchr(at, '}');
	struct cml_slice name = {at, close ? (size_t)(close - at) : 0};
	struct cml_error unknown = {0};
	char sentence[CML_ERROR_MESSAGE_SIZE + 32];
	size_t column;

	if (!close)
		return refuse(parser, "a '{' that is not closed; '{{' is a brace", err);
	if (name.size == 0)
		return refuse(parser, "'{}' names no column; '{{}}' is a pair of braces", err);
	*end = close + 1;
	if (cml_find_column(parser->names, name, &column, &unknown) == CML_OK)
		return push(parser, (struct cml_slice){0}, column, err);
	if (unknown.status == CML_NO_MEMORY)
		return cml_fail_memory(err);
	snprintf(sentence, sizeof sentence, "%s; '{{' is a brace", unknown.message);
	return refuse(parser, sentence, err);
}

/* A `$` before the name that was just parsed: in a shell's script it would have been the
 * variable's value, here it is a dollar sign before ours. */
static enum cml_result refuse_dollar(const struct parser *parser, struct cml_error *err)
{
	const struct cml_template *template = parser->template;
	const char *name = template->names[template->pieces[template->n_pieces - 1].column].data;
	char sentence[CML_ERROR_MESSAGE_SIZE];

	snprintf(sentence, sizeof sentence,
		 "'${%.200s}' would become a '$' and the value; '${{%.200s}}' is a shell's own",
		 name, name);
	return refuse(parser, sentence, err);
}

static enum cml_result parse_argument(struct parser *parser, struct cml_error *err)
{
	for (const char *at = parser->text; *at != '\0';) {
		size_t n = strcspn(at, "{}");
		bool doubled = at[n] != '\0' && at[n] == at[n + 1];
		bool dollar = n > 0 && at[n - 1] == '$';

		if (n + doubled > 0 &&
		    push(parser, (struct cml_slice){at, n + doubled}, CML_NO_COLUMN, err) != CML_OK)
			return err->status;
		at += n + (doubled ? 2 : 0);
		if (doubled || *at == '\0')
			continue;
		if (*at == '}')
			return refuse(parser, "a '}' without its '{'; '}}' is a brace", err);
		if (parse_name(parser, at + 1, &at, err) != CML_OK)
			return err->status;
		if (dollar)
			return refuse_dollar(parser, err);
	}
	if (*parser->text == '\0' &&
	    push(parser, (struct cml_slice){0}, CML_NO_COLUMN, err) != CML_OK)
		return err->status;
	parser->template->pieces[parser->template->n_pieces - 1].ends_argument = true;
	return CML_OK;
}

/* `CML_name=` for a column. */
static char *variable_of(struct cml_arena *arena, struct cml_slice name)
{
	size_t start = strlen(PREFIX);
	char *variable = cml_arena_new(arena, start + name.size + 2);

	if (!variable)
		return NULL;
	memcpy(variable, PREFIX, start);
	for (size_t i = 0; i < name.size; i++)
		variable[start + i] = isalnum((unsigned char)name.data[i]) ? name.data[i] : '_';
	variable[start + name.size] = '=';
	return variable;
}

static enum cml_result name_variables(struct cml_template *template, const struct cml_header *names,
				      struct cml_error *err)
{
	if (!CML_ARENA_NEW(&template->arena, &template->variables, names->n_columns))
		return cml_fail_memory(err);
	for (size_t i = 0; i < names->n_columns; i++)
		if (!(template->variables[i] = variable_of(&template->arena, names->names[i])))
			return cml_fail_memory(err);
	return CML_OK;
}

bool cml_template_is_own_name(struct cml_slice name)
{
	return cml_slice_is(name, "cml_key") || cml_slice_is(name, "cml_attempt") ||
	       cml_slice_is(name, "cml_dir");
}

enum cml_result cml_template_init(struct cml_template *template, const char *const *arguments,
				  size_t n_arguments, const struct cml_header *names,
				  struct cml_error *err)
{
	struct parser parser = {.template = template, .names = names};

	*template = (struct cml_template){.names = names->names, .n_names = names->n_columns};
	if (n_arguments == 0 || *arguments[0] == '\0')
		return cml_fail(err, CML_BAD_USAGE, "the command has no program");
	if (name_variables(template, names, err) != CML_OK)
		goto out;
	while (parser.argument < n_arguments) {
		parser.text = arguments[parser.argument++];
		if (parse_argument(&parser, err) != CML_OK)
			goto out;
	}
	return CML_OK;
out:
	cml_template_release(template);
	return err->status;
}

void cml_template_release(struct cml_template *template)
{
	free(template->pieces);
	cml_arena_release(&template->arena);
	*template = (struct cml_template){0};
}

static enum cml_result check_value(const struct cml_template *template, size_t column,
				   struct cml_slice value, struct cml_error *err)
{
	if (value.size == 0 || memchr(value.data, '\0', value.size) == NULL)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "a value with a NUL byte, which no command can be given");
	return cml_error_locate(err, NULL, 0, template->names[column].data);
}

static enum cml_result append_pieces(const struct cml_template *template,
				     const struct cml_slice *values, struct cml_buffer *argv,
				     struct cml_error *err)
{
	for (size_t i = 0; i < template->n_pieces; i++) {
		const struct cml_template_piece *piece = &template->pieces[i];
		struct cml_slice text = piece->text;

		if (piece->column != CML_NO_COLUMN) {
			text = values[piece->column];
			if (check_value(template, piece->column, text, err) != CML_OK)
				return err->status;
		}
		cml_buffer_append(argv, text.data, text.size);
		if (piece->ends_argument)
			cml_buffer_append(argv, "", 1);
	}
	return argv->has_failed ? cml_fail_memory(err) : CML_OK;
}

enum cml_result cml_template_expand(const struct cml_template *template,
				    const struct cml_slice *values, struct cml_buffer *argv,
				    struct cml_error *err)
{
	size_t before = argv->size;

	if (append_pieces(template, values, argv, err) != CML_OK)
		goto out;
	if (argv->data[before] != '\0')
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "no value, where it names the program to run");
	cml_error_locate(err, NULL, 0, template->names[template->pieces[0].column].data);
out:
	argv->size = before;
	return err->status;
}

enum cml_result cml_template_environment(const struct cml_template *template,
					 const struct cml_slice *values,
					 struct cml_buffer *environment, struct cml_error *err)
{
	for (size_t i = 0; i < template->n_names; i++) {
		if (check_value(template, i, values[i], err) != CML_OK)
			return err->status;
		cml_buffer_append_string(environment, template->variables[i]);
		cml_buffer_append(environment, values[i].data, values[i].size);
		cml_buffer_append(environment, "", 1);
	}
	return environment->has_failed ? cml_fail_memory(err) : CML_OK;
}
