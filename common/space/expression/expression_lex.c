#include "space/expression/expression_lex.h"

#include "base/number.h"
#include "space/expression/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How much of the text a message shows. */
#define NEAR_SIZE 32

struct spelling {
	const char *word;
	enum cml_token_kind kind;
};

static const struct spelling keywords[] = {
    {"or", CML_TOKEN_OR}, {"and", CML_TOKEN_AND},   {"not", CML_TOKEN_NOT},
    {"in", CML_TOKEN_IN}, {"true", CML_TOKEN_TRUE}, {"false", CML_TOKEN_FALSE},
};

/* Longer ones before those they start with; with advice: what people write who come from other
 * languages. */
static const struct {
	const char *word;
	enum cml_token_kind kind;
	const char *advice;
} operators[] = {
    {"==", CML_TOKEN_EQUAL, NULL},       {"!=", CML_TOKEN_NOT_EQUAL, NULL},
    {"<=", CML_TOKEN_LESS_EQUAL, NULL},  {"<>", CML_TOKEN_END, "write '!='"},
    {"<", CML_TOKEN_LESS, NULL},         {">=", CML_TOKEN_GREATER_EQUAL, NULL},
    {">", CML_TOKEN_GREATER, NULL},      {"+", CML_TOKEN_PLUS, NULL},
    {"-", CML_TOKEN_MINUS, NULL},        {"**", CML_TOKEN_POWER, NULL},
    {"*", CML_TOKEN_TIMES, NULL},        {"//", CML_TOKEN_FLOOR_DIVIDE, NULL},
    {"/", CML_TOKEN_DIVIDE, NULL},       {"%", CML_TOKEN_MODULO, NULL},
    {"(", CML_TOKEN_OPEN, NULL},         {")", CML_TOKEN_CLOSE, NULL},
    {",", CML_TOKEN_COMMA, NULL},        {"=>", CML_TOKEN_END, "write '>='"},
    {"=<", CML_TOKEN_END, "write '<='"}, {"=", CML_TOKEN_END, "'==' compares"},
    {"&", CML_TOKEN_END, "write 'and'"}, {"|", CML_TOKEN_END, "write 'or'"},
    {"!", CML_TOKEN_END, "write 'not'"}, {"^", CML_TOKEN_END, "'**' raises to a power"},
};

#define N_OF(table) (sizeof(table) / sizeof(table)[0])

enum cml_result cml_lexer_fail(const struct cml_lexer *lexer, size_t offset, struct cml_error *err,
			       const char *format, ...)
{
	struct cml_slice rest = {lexer->text.data + offset, lexer->text.size - offset};
	char message[CML_ERROR_MESSAGE_SIZE], quoted[NEAR_SIZE];
	size_t position = 1;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	if (rest.size == 0)
		return cml_fail(err, CML_BAD_DATA, "at the end: %s", message);
	for (size_t i = 0; i < offset; i++)
		position += ((unsigned char)lexer->text.data[i] & 0xc0) != 0x80;
	return cml_fail(err, CML_BAD_DATA, "at %zu, near %s: %s", position,
			cml_text_quote(rest, quoted, sizeof quoted), message);
}

static bool starts_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool continues_name(char c)
{
	return starts_name(c) || cml_is_digit(c) || c == '.';
}

/* A number ends where a name would, or after the sign of its exponent: what
 * runs into it belongs to it, and makes it wrong. */
static enum cml_result lex_number(struct cml_lexer *lexer, struct cml_error *err)
{
	struct cml_token *token = &lexer->token;
	const char *data = lexer->text.data;
	while (token->end < lexer->text.size) {
		char c = data[token->end], before = data[token->end - 1];
		bool exponent_sign = (c == '+' || c == '-') && (before == 'e' || before == 'E');
		if (!continues_name(c) && !exponent_sign)
			break;
		token->end++;
	}
	token->kind = CML_TOKEN_NUMBER;
	token->text = (struct cml_slice){data + token->start, token->end - token->start};
	if (!cml_parse_double(token->text, &token->number))
		return cml_lexer_fail(lexer, token->start, err, "not a number, or too large a one");
	return CML_OK;
}

static void lex_name(struct cml_lexer *lexer)
{
	struct cml_token *token = &lexer->token;
	while (token->end < lexer->text.size && continues_name(lexer->text.data[token->end]))
		token->end++;
	token->kind = CML_TOKEN_NAME;
	token->text =
	    (struct cml_slice){lexer->text.data + token->start, token->end - token->start};
	for (size_t i = 0; i < N_OF(keywords); i++)
		if (cml_slice_is_nocase(token->text, keywords[i].word))
			token->kind = keywords[i].kind;
}

bool cml_expression_has_name(struct cml_slice text)
{
	struct cml_lexer lexer = {.text = text};
	struct cml_error ignored;
	return text.size > 0 && starts_name(text.data[0]) &&
	       cml_lexer_next(&lexer, &ignored) == CML_OK && lexer.token.kind == CML_TOKEN_NAME &&
	       lexer.token.end == text.size;
}

static enum cml_result lex_quoted(struct cml_lexer *lexer, char quote, struct cml_error *err)
{
	struct cml_token *token = &lexer->token;
	const char *inside = lexer->text.data + token->start + 1;
	const char *close = memchr(inside, quote, lexer->text.size - token->start - 1);
	const char *what = quote == '`' ? "name" : "text";
	if (!close)
		return cml_lexer_fail(lexer, token->start, err, "this %s has no closing %c", what,
				      quote);
	token->kind = quote == '`' ? CML_TOKEN_NAME : CML_TOKEN_TEXT;
	token->text = (struct cml_slice){inside, (size_t)(close - inside)};
	token->end = token->start + token->text.size + 2;
	return CML_OK;
}

static enum cml_result lex_operator(struct cml_lexer *lexer, struct cml_error *err)
{
	struct cml_token *token = &lexer->token;
	struct cml_slice rest = {lexer->text.data + token->start, lexer->text.size - token->start};
	for (size_t i = 0; i < N_OF(operators); i++) {
		struct cml_slice after = rest;
		if (!cml_slice_skip(&after, operators[i].word))
			continue;
		if (operators[i].advice)
			return cml_lexer_fail(lexer, token->start, err,
					      "'%s' is no operator here; %s", operators[i].word,
					      operators[i].advice);
		token->kind = operators[i].kind;
		token->text = (struct cml_slice){rest.data, rest.size - after.size};
		token->end = token->start + token->text.size;
		return CML_OK;
	}
	return cml_lexer_fail(lexer, token->start, err, "unexpected character");
}

enum cml_result cml_lexer_next(struct cml_lexer *lexer, struct cml_error *err)
{
	const char *data = lexer->text.data;
	size_t size = lexer->text.size, at = lexer->token.end;
	lexer->previous_end = at;
	while (at < size &&
	       (data[at] == ' ' || data[at] == '\t' || data[at] == '\n' || data[at] == '\r'))
		at++;
	lexer->token = (struct cml_token){.kind = CML_TOKEN_END, .start = at, .end = at};
	if (at == size)
		return CML_OK;
	char c = data[at];
	if (cml_is_digit(c) || (c == '.' && at + 1 < size && cml_is_digit(data[at + 1]))) {
		lexer->token.end++;
		return lex_number(lexer, err);
	}
	if (starts_name(c)) {
		lex_name(lexer);
		return CML_OK;
	}
	if (c == '\'' || c == '"' || c == '`')
		return lex_quoted(lexer, c, err);
	return lex_operator(lexer, err);
}
