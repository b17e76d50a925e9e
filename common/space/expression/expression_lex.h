/* The tokens of an expression, and messages that point into it. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_LEX_H
#define CML_SPACE_EXPRESSION_EXPRESSION_LEX_H

#include "base/error.h"
#include "base/text.h"

enum cml_token_kind {
	CML_TOKEN_END,
	CML_TOKEN_NUMBER,
	CML_TOKEN_TEXT,
	CML_TOKEN_NAME,
	CML_TOKEN_OR,
	CML_TOKEN_AND,
	CML_TOKEN_NOT,
	CML_TOKEN_IN,
	CML_TOKEN_TRUE,
	CML_TOKEN_FALSE,
	CML_TOKEN_EQUAL,
	CML_TOKEN_NOT_EQUAL,
	CML_TOKEN_LESS,
	CML_TOKEN_LESS_EQUAL,
	CML_TOKEN_GREATER,
	CML_TOKEN_GREATER_EQUAL,
	CML_TOKEN_PLUS,
	CML_TOKEN_MINUS,
	CML_TOKEN_TIMES,
	CML_TOKEN_DIVIDE,
	CML_TOKEN_FLOOR_DIVIDE,
	CML_TOKEN_MODULO,
	CML_TOKEN_POWER,
	CML_TOKEN_OPEN,
	CML_TOKEN_CLOSE,
	CML_TOKEN_COMMA,
};

struct cml_token {
	enum cml_token_kind kind;
	struct cml_slice text; /* as written; of texts and `names` without their quotes */
	double number;
	size_t start; /* offsets in the expression, quotes included */
	size_t end;
};

/* Reads text from offset 0; token is the one to be looked at next. Start with
 * text set, the rest zeroed, and one call of cml_lexer_next. */
struct cml_lexer {
	struct cml_slice text;
	struct cml_token token;
	size_t previous_end; /* where the token before ended */
};

enum cml_result cml_lexer_next(struct cml_lexer *lexer, struct cml_error *err);

/* CML_BAD_DATA: `at 7, near "% tp": ` and the message; positions count
 * characters from 1. At the end of the text: `at the end: `. */
enum cml_result cml_lexer_fail(const struct cml_lexer *lexer, size_t offset, struct cml_error *err,
			       const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
