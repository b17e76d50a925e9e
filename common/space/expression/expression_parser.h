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
#include "space/symbols.h"

/* Which operands go with which operator, and the messages where they do not: expression_types.c. */

struct cml_parser;

enum cml_operand_type cml_type_of_column(enum cml_type type);

/* What needer, an operator or function, calculates with: TEXT, TRUTH, or NUMBER, as which truths
 * count as 0 or 1. */
enum cml_result cml_require(const struct cml_parser *parser, const struct cml_operand *operand,
			    enum cml_operand_type type, struct cml_slice needer,
			    struct cml_error *err);

/* For == and in: both numbers, both truths, or both texts; a literal text must
 * be a level of a column that lists its levels. */
enum cml_result cml_require_comparable(const struct cml_parser *parser,
				       const struct cml_operand *left,
				       const struct cml_operand *right, struct cml_slice needer,
				       struct cml_error *err);

/* For < and its like: both numbers (*ordinal NULL), or an ordinal column
 * (*ordinal) and one of its levels. */
enum cml_result cml_require_ordered(const struct cml_parser *parser, const struct cml_operand *left,
				    const struct cml_operand *right, struct cml_slice needer,
				    const struct cml_operand **ordinal, struct cml_error *err);

/* The whole expression. */
enum cml_result cml_require_result(const struct cml_parser *parser,
				   const struct cml_operand *operand, enum cml_value_type want,
				   struct cml_error *err);

#define CML_MAX_EXPRESSION_DEPTH 256

struct cml_parser {
	struct cml_lexer lexer;
	struct cml_emitter emitter;
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
