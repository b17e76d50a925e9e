/* The parser of expressions, in three parts: expression_term.c has sums and what
 * is in them, expression_comparison.c what compares sums, expression_compile.c
 * what joins comparisons, and the whole.
 *
 * There is a function for each level of precedence. Code is emitted on the way;
 * the value of a part is in its operand. Each function leaves the registers
 * above its operand free. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_PARSER_H
#define CML_SPACE_EXPRESSION_EXPRESSION_PARSER_H

#include "base/error.h"
#include "space/expression/expression.h"
#include "space/expression/expression_emit.h"
#include "space/expression/expression_lex.h"
#include "space/expression/expression_types.h"

#define CML_MAX_EXPRESSION_DEPTH 256

struct cml_parser {
	struct cml_lexer lexer;
	struct cml_emitter emitter;
	struct cml_type_checker checker;
	const struct cml_scope *scope;
	double *members; /* constants of the `in` lists that are open */
	size_t n_members;
	size_t members_capacity;
	unsigned depth;
};

/* Reads a part of the expression, and leaves the token after it to be looked
 * at next. *out is only good on success. */
typedef enum cml_result cml_parse_function(struct cml_parser *parser, struct cml_operand *out,
					   struct cml_error *err);

/* Each reads what binds as tightly as its name says, or tighter. */
cml_parse_function cml_parse_any;
cml_parse_function cml_parse_comparison;
cml_parse_function cml_parse_sum;

/* Calls parse one level deeper. Every recursion of the grammar passes here. */
enum cml_result cml_parse_deeper(struct cml_parser *parser, cml_parse_function *parse,
				 struct cml_operand *out, struct cml_error *err);

/* Takes a token of this kind, or fails with message. */
enum cml_result cml_parse_expect(struct cml_parser *parser, enum cml_token_kind kind,
				 const char *message, struct cml_error *err);

#endif
