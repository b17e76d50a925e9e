/* The parser of expressions, in three parts: expression_term.c has the operands of operators,
 * expression_comparison.c what compares sums, expression_compile.c the other operators, and the
 * whole.
 *
 * There is a function for each level of precedence, which makes the nodes of its part. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_PARSER_H
#define CML_SPACE_EXPRESSION_EXPRESSION_PARSER_H

#include "base/error.h"
#include "space/expression/expression.h"
#include "space/expression/expression_lex.h"
#include "space/expression/expression_tree.h"

enum cml_operand_kind { CML_OPERAND_COMPUTED, CML_OPERAND_CONSTANT, CML_OPERAND_COLUMN };

/* What an operand may be used as. A bool column is a number and a truth. */
enum cml_operand_type {
	CML_OPERAND_NUMBER = 1,
	CML_OPERAND_TRUTH = 2,
	CML_OPERAND_BOOL = 3,
	CML_OPERAND_TEXT = 4,
};

/* A parsed part of the expression. */
struct cml_operand {
	uint32_t node;
	enum cml_operand_kind kind;
	enum cml_operand_type type;
	double value;                   /* constant text: its symbol */
	struct cml_slice name;          /* COLUMN: its name; constant text: the text */
	struct cml_scope_column column; /* COLUMN */
	size_t start;                   /* offsets in the text */
	size_t end;
};

#define CML_MAX_EXPRESSION_DEPTH 256

struct cml_parser {
	struct cml_lexer lexer;
	struct cml_expression *expression;
	size_t nodes_capacity;
	const struct cml_scope *scope;
	unsigned depth;
};

/* Which operands go with which operator, and the messages where they do not: expression_types.c. */

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

/* Nodes: expression_tree.c. */

/* Appends a node; *at: its number. */
enum cml_result cml_node_add(struct cml_parser *parser, struct cml_node node, uint32_t *at,
			     struct cml_error *err);

/* The node of an operation; what it makes spans its operands, and may be one of them. b NULL: it
 * takes one. last: of operators in a row the node before (0: this is the first), then this one;
 * NULL: there are none. */
enum cml_result cml_node_operation(struct cml_parser *parser, enum cml_opcode op,
				   const struct cml_operand *a, const struct cml_operand *b,
				   uint32_t *last, struct cml_operand *made, struct cml_error *err);

/* Lists the slots that the expression reads. */
enum cml_result cml_node_list_slots(struct cml_expression *expression, struct cml_error *err);

/* Reads a part of the expression, and leaves the token after it to be looked
 * at next. *out is only good on success. */
typedef enum cml_result cml_parse_function(struct cml_parser *parser, struct cml_operand *out,
					   struct cml_error *err);

/* Each reads what binds as tightly as its name says, or tighter. */
cml_parse_function cml_parse_any;
cml_parse_function cml_parse_comparison;
cml_parse_function cml_parse_sum;
cml_parse_function cml_parse_unary;

/* Calls parse one level deeper. Every recursion of the grammar passes here. */
enum cml_result cml_parse_deeper(struct cml_parser *parser, cml_parse_function *parse,
				 struct cml_operand *out, struct cml_error *err);

/* Takes a token of this kind, or fails with message. */
enum cml_result cml_parse_expect(struct cml_parser *parser, enum cml_token_kind kind,
				 const char *message, struct cml_error *err);

#endif
