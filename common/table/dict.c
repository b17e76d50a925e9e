#include "table/dict.h"

#include "base/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 32
#define ADVICE " (--bad-rows skip leaves the row out)"

struct parser {
	struct cml_dict *dict;
	struct cml_slice text;
	size_t at;
	size_t first; /* leaf of this text */
	struct cml_error *err;
};

void cml_dict_release(struct cml_dict *dict)
{
	free(dict->leaves);
	cml_arena_release(&dict->arena);
	cml_buffer_release(&dict->path);
	cml_buffer_release(&dict->value);
	*dict = (struct cml_dict){0};
}

size_t cml_dict_set(struct cml_dict *dict, size_t first, struct cml_slice path,
		    struct cml_slice value, bool is_flag)
{
	size_t i = first;
	while (i < dict->n && !cml_slice_equal(dict->leaves[i].path, path))
		i++;
	bool is_new = i == dict->n;
	const char *name = is_new ? cml_arena_copy(&dict->arena, path) : dict->leaves[i].path.data;
	const char *copy = cml_arena_copy(&dict->arena, value);
	if (!name || !copy || !CML_RESERVE(&dict->leaves, &dict->capacity, i + 1))
		return SIZE_MAX;
	dict->leaves[i] = (struct cml_dict_leaf){{name, path.size}, {copy, value.size}, is_flag};
	dict->n += is_new;
	return i;
}

static enum cml_result refuse(const struct parser *parser, const char *expected)
{
	char quoted[CML_QUOTE_SIZE / 2];
	struct cml_slice rest = cml_slice_from(parser->text, parser->at);
	if (rest.size == 0)
		return cml_fail(parser->err, CML_BAD_DATA,
				"not a dict: %s expected at the end" ADVICE, expected);
	return cml_fail(parser->err, CML_BAD_DATA, "not a dict: %s expected at %zu, near %s" ADVICE,
			expected, parser->at + 1, cml_text_quote(rest, quoted, sizeof quoted));
}

static void skip_blanks(struct parser *parser)
{
	while (parser->at < parser->text.size &&
	       memchr(" \t\r\n", parser->text.data[parser->at], 4))
		parser->at++;
}

/* The next byte that is no blank, or NUL at the end. */
static char peek(struct parser *parser)
{
	skip_blanks(parser);
	return parser->at < parser->text.size ? parser->text.data[parser->at] : '\0';
}

static bool take(struct parser *parser, char c)
{
	if (peek(parser) != c || parser->at == parser->text.size)
		return false;
	parser->at++;
	return true;
}

static bool append_utf8(struct cml_buffer *text, uint32_t code)
{
	char bytes[4];
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (size_t i = n; i-- > 1; code >>= 6)
		bytes[i] = (char)(0x80 | (code & 0x3f));
	bytes[0] = (char)(marks[n] | code);
	return cml_buffer_append(text, bytes, n);
}

/* n hexadecimal digits. */
static bool take_hex(struct parser *parser, size_t n, uint32_t *code)
{
	*code = 0;
	if (parser->text.size - parser->at < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		char c = (char)tolower((unsigned char)parser->text.data[parser->at + i]);
		if (!isxdigit((unsigned char)c))
			return false;
		*code = 16 * *code + (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	parser->at += n;
	return true;
}

static bool is_surrogate(uint32_t code, uint32_t from)
{
	return code >= from && code < from + 0x400;
}

/* A code point, of which UTF-16 may have written the second half as another escape. */
static enum cml_result take_code(struct parser *parser, size_t n_digits, struct cml_buffer *text)
{
	uint32_t code, low;
	if (!take_hex(parser, n_digits, &code))
		return refuse(parser, "hexadecimal digits");
	size_t after = parser->at;
	struct cml_slice rest = cml_slice_from(parser->text, parser->at);
	if (is_surrogate(code, 0xd800) && cml_slice_skip(&rest, "\\u")) {
		parser->at += 2;
		if (take_hex(parser, 4, &low) && is_surrogate(low, 0xdc00))
			code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
		else
			parser->at = after;
	}
	if (is_surrogate(code, 0xd800) || is_surrogate(code, 0xdc00) || code > 0x10ffff ||
	    code == 0)
		code = 0xfffd;
	return append_utf8(text, code) ? CML_OK : cml_fail_memory(parser->err);
}

/* What stands after a backslash. One that means nothing is kept, as Python does. */
static enum cml_result take_escape(struct parser *parser, struct cml_buffer *text)
{
	static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
	if (parser->at == parser->text.size)
		return refuse(parser, "a character after the backslash");
	char c = parser->text.data[parser->at++];
	const char *known = c ? strchr(from, c) : NULL;
	if (c == 'u' || c == 'U' || c == 'x')
		return take_code(parser, c == 'u' ? 4 : c == 'U' ? 8 : 2, text);
	bool ok;
	if (known)
		ok = cml_buffer_append(text, &to[known - from], 1);
	else
		ok = (strchr("\"'\\/", c) && c ? true : cml_buffer_append(text, "\\", 1)) &&
		     cml_buffer_append(text, &c, 1);
	return ok ? CML_OK : cml_fail_memory(parser->err);
}

/* A text in quotes, which peek has seen, appended without them. */
static enum cml_result take_text(struct parser *parser, struct cml_buffer *text)
{
	char quote = parser->text.data[parser->at++];
	while (parser->at < parser->text.size) {
		char c = parser->text.data[parser->at++];
		if (c == quote)
			return CML_OK;
		if (c == '\\') {
			if (take_escape(parser, text) != CML_OK)
				return parser->err->status;
		} else if (!cml_buffer_append(text, &c, 1)) {
			return cml_fail_memory(parser->err);
		}
	}
	return refuse(parser, "a closing quote");
}

/* Letters, digits, signs and points: numbers and the names of constants. */
static struct cml_slice take_word(struct parser *parser)
{
	size_t start = parser->at;
	while (parser->at < parser->text.size) {
		char c = parser->text.data[parser->at];
		if (!isalnum((unsigned char)c) && (c == '\0' || !strchr("+-._", c)))
			break;
		parser->at++;
	}
	return (struct cml_slice){parser->text.data + start, parser->at - start};
}

/* What Python prints of an object: `<function main at 0x7f01>`, `<Mode.A: 4>`. */
static bool take_object(struct parser *parser, struct cml_slice *value)
{
	const char *text = parser->text.data;
	size_t at = parser->at, depth = 0;
	while (at < parser->text.size && (depth > 0 || text[at] == '<')) {
		depth = depth + (text[at] == '<') - (text[at] == '>');
		at++;
		if (depth == 0) {
			*value = (struct cml_slice){text + parser->at, at - parser->at};
			parser->at = at;
			return true;
		}
	}
	return false;
}

static enum cml_result take_constant(struct parser *parser, struct cml_slice *value)
{
	static const char *const words[] = {"True",      "False",    "null", "None",
					    "true",      "false",    "NaN",  "nan",
					    "-Infinity", "Infinity", "inf",  "-inf"};
	static const char *const values[] = {"true", "false", "", ""}; /* else itself */
	size_t start = parser->at;
	if (take_object(parser, value))
		return CML_OK;
	*value = take_word(parser);
	if (cml_parse_double(*value, &(double){0}))
		return CML_OK;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (cml_slice_is(*value, words[i])) {
			*value = i < 4 ? cml_slice_of(values[i]) : *value;
			return CML_OK;
		}
	/* torch.bfloat16 */
	if (value->size > 1 && isalpha((unsigned char)*value->data) &&
	    memchr(value->data, '.', value->size))
		return CML_OK;
	parser->at = start;
	return refuse(parser, "a value");
}

/* A list or tuple as it stands there, up to the bracket that closes it. */
static enum cml_result take_list(struct parser *parser, struct cml_slice *value)
{
	static const char opening[] = "[({", closing[] = "])}";
	char stack[MAX_DEPTH];
	size_t start = parser->at, depth = 0;
	while (parser->at < parser->text.size) {
		char c = parser->text.data[parser->at];
		const char *opens = c ? strchr(opening, c) : NULL;
		if (c == '"' || c == '\'') {
			cml_buffer_clear(&parser->dict->value);
			if (take_text(parser, &parser->dict->value) != CML_OK)
				return parser->err->status;
			continue;
		}
		if (opens && depth == MAX_DEPTH)
			return cml_fail(parser->err, CML_BAD_DATA, "a list more than %d deep",
					MAX_DEPTH);
		if (opens)
			stack[depth++] = closing[opens - opening];
		else if (c && strchr(closing, c) && c != stack[--depth])
			break;
		parser->at++;
		if (depth == 0) {
			*value = (struct cml_slice){parser->text.data + start, parser->at - start};
			return CML_OK;
		}
	}
	return refuse(parser, "the end of a list");
}

static bool has_leaf(const struct parser *parser)
{
	const struct cml_dict *dict = parser->dict;
	size_t i = parser->first;
	while (i < dict->n && !cml_slice_equal(dict->leaves[i].path, cml_buffer_slice(&dict->path)))
		i++;
	return i < dict->n;
}

static enum cml_result add_leaf(struct parser *parser, struct cml_slice value)
{
	struct cml_slice path = cml_buffer_slice(&parser->dict->path);
	size_t n = parser->dict->n;
	size_t leaf = cml_dict_set(parser->dict, parser->first, path, value, false);
	if (leaf == SIZE_MAX)
		return cml_fail_memory(parser->err);
	return leaf == n ? CML_OK
			 : cml_fail(parser->err, CML_BAD_DATA, "the key %s occurs twice",
				    CML_QUOTED(path));
}

static enum cml_result take_text_leaf(struct parser *parser)
{
	struct cml_buffer *value = &parser->dict->value;
	cml_buffer_clear(value);
	if (take_text(parser, value) != CML_OK)
		return parser->err->status;
	return add_leaf(parser, cml_buffer_slice(value));
}

/* Anything but a dict. */
static enum cml_result take_leaf(struct parser *parser)
{
	struct cml_slice value;
	char c = peek(parser);
	if (c == '"' || c == '\'')
		return take_text_leaf(parser);
	enum cml_result status =
	    c == '[' || c == '(' ? take_list(parser, &value) : take_constant(parser, &value);
	return status != CML_OK ? status : add_leaf(parser, value);
}

static enum cml_result take_key(struct parser *parser)
{
	struct cml_buffer *path = &parser->dict->path;
	size_t start = path->size;
	char c = peek(parser);
	if (start > 0 && !cml_buffer_append(path, ".", 1))
		return cml_fail_memory(parser->err);
	size_t key = path->size;
	if (c == '"' || c == '\'') {
		if (take_text(parser, path) != CML_OK)
			return parser->err->status;
	} else {
		size_t at = parser->at;
		struct cml_slice word = take_word(parser);
		if (!cml_parse_double(word, &(double){0})) {
			parser->at = at;
			return refuse(parser, "a key in quotes");
		}
		if (!cml_buffer_append(path, word.data, word.size))
			return cml_fail_memory(parser->err);
	}
	if (path->size == key)
		return cml_fail(parser->err, CML_BAD_DATA, "a key of the dict is empty");
	return take(parser, ':') ? CML_OK : refuse(parser, "':' after a key");
}

static enum cml_result take_value(struct parser *parser, size_t depth);

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* `Namespace(` and the like: takes it, false where none stands here. */
static bool take_call(struct parser *parser)
{
	size_t start = parser->at, at = start;
	while (at < parser->text.size && is_of_name(parser->text.data[at]))
		at++;
	if (at == start || at == parser->text.size || parser->text.data[at] != '(')
		return false;
	parser->at = at + 1;
	return true;
}

/* The name of an argument of what Python prints of a namespace; none as of np.int64(4). */
static enum cml_result take_name(struct parser *parser)
{
	struct cml_buffer *path = &parser->dict->path;
	size_t start = path->size;
	skip_blanks(parser);
	size_t name = parser->at;
	while (parser->at < parser->text.size && is_of_name(parser->text.data[parser->at]))
		parser->at++;
	size_t end = parser->at;
	bool is_named = end > name && take(parser, '=');
	if (!is_named && (start > 0 || peek(parser) == '{'))
		parser->at = name;
	else if (!is_named)
		return refuse(parser, "NAME=VALUE");
	if (is_named && ((start > 0 && !cml_buffer_append(path, ".", 1)) ||
			 !cml_buffer_append(path, parser->text.data + name, end - name)))
		return cml_fail_memory(parser->err);
	return CML_OK;
}

/* The pairs of a dict, or the arguments of a namespace, after the opening bracket, and the closing
 * one. The depth is bounded: so is the stack. */
static enum cml_result take_members(struct parser *parser, char close, size_t depth)
{
	struct cml_buffer *path = &parser->dict->path;
	size_t start = path->size;
	if (depth == MAX_DEPTH)
		return cml_fail(parser->err, CML_BAD_DATA, "a dict more than %d deep", MAX_DEPTH);
	while (!take(parser, close)) {
		if ((close == '}' ? take_key(parser) : take_name(parser)) != CML_OK ||
		    take_value(parser, depth + 1) != CML_OK)
			return parser->err->status;
		path->size = start;
		/* Python allows a comma before the end. */
		if (!take(parser, ',') && peek(parser) != close)
			return refuse(parser, close == '}' ? "',' or '}'" : "',' or ')'");
	}
	return CML_OK;
}

static enum cml_result take_value(struct parser *parser, size_t depth)
{
	skip_blanks(parser);
	return take(parser, '{')   ? take_members(parser, '}', depth)
	       : take_call(parser) ? take_members(parser, ')', depth)
				   : take_leaf(parser);
}

static bool is_separator(char c)
{
	return c == ' ' || c == '\t' || c == ',' || c == ';';
}

/* The value of a word: a text in double quotes, or all up to a separator. */
static enum cml_result take_word_value(struct parser *parser)
{
	struct cml_slice text = parser->text;
	size_t start = parser->at;
	if (start < text.size && text.data[start] == '"')
		return take_text_leaf(parser);
	while (parser->at < text.size && !is_separator(text.data[parser->at]))
		parser->at++;
	return add_leaf(parser, (struct cml_slice){text.data + start, parser->at - start});
}

static bool set_path(struct parser *parser, struct cml_slice name, const char *end)
{
	struct cml_buffer *path = &parser->dict->path;
	cml_buffer_clear(path);
	return cml_buffer_printf(path, "%.*s%s", (int)name.size, name.data, end);
}

/* Slurm's `gres/gpu:h100=8`, with or without `gres/gpu=8` beside it, is how many and of what type;
 * of a second type in one job it stands for itself. */
static enum cml_result take_typed(struct parser *parser, struct cml_slice name,
				  struct cml_slice count, struct cml_slice type)
{
	bool is_new = set_path(parser, count, "_type") && !has_leaf(parser);
	if (is_new && add_leaf(parser, type) != CML_OK)
		return parser->err->status;
	bool has_count = set_path(parser, count, "=") &&
			 cml_slice_contains(parser->text, parser->dict->path.data);
	if (!set_path(parser, is_new ? count : name, ""))
		return cml_fail_memory(parser->err);
	while (is_new && has_count && parser->at < parser->text.size &&
	       !is_separator(parser->text.data[parser->at]))
		parser->at++;
	return is_new && has_count ? CML_OK : take_word_value(parser);
}

/* A word NAME=VALUE, of which the name has been read. */
static enum cml_result take_word_leaf(struct parser *parser, struct cml_slice name)
{
	struct cml_slice count = name, rest = name;
	if (cml_slice_skip(&rest, "gres/") && memchr(name.data, ':', name.size)) {
		count.size = (size_t)((char *)memchr(name.data, ':', name.size) - name.data);
		return take_typed(parser, name, count, cml_slice_from(name, count.size + 1));
	}
	if (!set_path(parser, name, ""))
		return cml_fail_memory(parser->err);
	return take_word_value(parser);
}

/* `tp=8 pp=2`, `tp=8,pp=2`, `--tp=8 --pp=2` */
static enum cml_result take_words(struct parser *parser)
{
	struct cml_slice text = parser->text;
	for (;;) {
		while (parser->at < text.size && is_separator(text.data[parser->at]))
			parser->at++;
		if (parser->at == text.size)
			return CML_OK;
		size_t word = parser->at, start = word;
		while (start < text.size && (text.data[start] == '-' || text.data[start] == '+'))
			start++;
		size_t end = start;
		while (end < text.size && text.data[end] != '=' && !is_separator(text.data[end]))
			end++;
		if (end == start || end == text.size || text.data[end] != '=')
			return refuse(parser, "NAME=VALUE");
		parser->at = end + 1;
		if (take_word_leaf(parser, (struct cml_slice){text.data + start, end - start}) !=
		    CML_OK)
			return parser->err->status;
	}
}

enum cml_result cml_dict_parse(struct cml_dict *dict, struct cml_slice text, struct cml_error *err)
{
	struct parser parser = {.dict = dict, .text = text, .first = dict->n, .err = err};
	cml_buffer_clear(&dict->path);
	skip_blanks(&parser);
	bool is_call = take_call(&parser);
	if (!is_call && peek(&parser) != '{' && cml_slice_contains(text, "="))
		return take_words(&parser);
	if (!is_call && !take(&parser, '{'))
		return refuse(&parser, "'{'");
	if (take_members(&parser, is_call ? ')' : '}', 0) != CML_OK)
		return err->status;
	skip_blanks(&parser);
	return parser.at < text.size ? refuse(&parser, "nothing more") : CML_OK;
}
