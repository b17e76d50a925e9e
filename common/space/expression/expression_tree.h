/* What an expression is compiled to: a tree of operations, evaluated from its root. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_TREE_H
#define CML_SPACE_EXPRESSION_EXPRESSION_TREE_H

#include "base/text.h"
#include "space/expression/expression.h"

enum cml_opcode {
	CML_OP_CONSTANT,
	CML_OP_COLUMN,
	CML_OP_ADD, /* from here on: what stands in a row of operators */
	CML_OP_SUBTRACT,
	CML_OP_MULTIPLY,
	CML_OP_DIVIDE,
	CML_OP_FLOOR_DIVIDE,
	CML_OP_MODULO,
	CML_OP_POWER,
	CML_OP_MIN,
	CML_OP_MAX,
	CML_OP_FIRST, /* a, or b where it is missing */
	CML_OP_EQUAL, /* from here on: truths */
	CML_OP_NOT_EQUAL,
	CML_OP_LESS,
	CML_OP_LESS_EQUAL,
	CML_OP_GREATER,
	CML_OP_GREATER_EQUAL,
	CML_OP_AND,
	CML_OP_OR,
	CML_OP_IN, /* is a one of the b? */
	CML_OP_NOT,
	CML_OP_NEGATE, /* from here on: numbers of one operand */
	CML_OP_ABS,
	CML_OP_FLOOR,
	CML_OP_CEIL,
	CML_OP_LOG2,
	CML_OP_TEXT, /* of_text of the text a */
	CML_OP_RANK, /* where a is among the values, from 0; missing when nowhere */
};

/* Node 0 of an expression is none. Operators in a row, such as a + b - c, are a list, so that a
 * tree is as deep as its parentheses: each further node applies its op to the value so far and its
 * b. In a < b < c each has both operands, of which one that two share is evaluated once. */
struct cml_node {
	enum cml_opcode op;
	uint32_t a, b; /* nodes; COLUMN: a is the slot */
	uint32_t next; /* of the list; 0: the last */
	union {
		double value; /* CONSTANT; of a text, its symbol; RANK: a level */
		double (*of_text)(struct cml_slice text);
	};
};

struct cml_expression {
	char *text;
	const struct cml_symbols *symbols; /* of the scope */
	struct cml_node *nodes;
	size_t n_nodes;
	uint32_t root;
	size_t *slots; /* ascending */
	size_t n_slots;
};

#endif
