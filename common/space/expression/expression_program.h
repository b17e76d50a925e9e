/* What an expression is compiled to: code for a register machine.
 *
 * An instruction takes two doubles from three banks (constants, the row's
 * values, registers) and writes one register. Columns and constants need no
 * instruction of their own, and `and`, `or` and chained comparisons jump over
 * what does not matter any more. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_PROGRAM_H
#define CML_SPACE_EXPRESSION_EXPRESSION_PROGRAM_H

#include "space/expression/expression.h"

/* Registers live on the stack of the evaluating function. */
#define CML_MAX_REGISTERS 512

enum cml_opcode {
	CML_OP_RETURN, /* a is the result */
	CML_OP_ADD,
	CML_OP_SUBTRACT,
	CML_OP_MULTIPLY,
	CML_OP_DIVIDE,
	CML_OP_FLOOR_DIVIDE,
	CML_OP_MODULO,
	CML_OP_EQUAL,
	CML_OP_NOT_EQUAL,
	CML_OP_LESS,
	CML_OP_LESS_EQUAL,
	CML_OP_AND,
	CML_OP_OR,
	CML_OP_NOT,
	CML_OP_JUMP_IF_FALSE, /* the register becomes a; where that is false, go to n */
	CML_OP_JUMP_IF_TRUE,
	CML_OP_NEGATE,
	CML_OP_POWER,
	CML_OP_MIN,
	CML_OP_MAX,
	CML_OP_ABS,
	CML_OP_FLOOR,
	CML_OP_CEIL,
	CML_OP_LOG2,
	CML_OP_SIZE, /* of the text a */
	CML_OP_IN,   /* is a one of the n constants from b on? */
	CML_OP_RANK, /* where among them, from 0; missing when nowhere */
};

enum cml_bank { CML_BANK_CONSTANTS, CML_BANK_VALUES, CML_BANK_REGISTERS };

/* b is a valid constant where the operation has no use for it, so that both
 * can be loaded before the operation is looked at. */
struct cml_instruction {
	uint8_t op;
	uint8_t a_bank;
	uint8_t b_bank;
	uint16_t target; /* register */
	uint32_t a;
	uint32_t b;
	uint32_t n;
};

struct cml_expression {
	char *text;
	const struct cml_symbols *symbols; /* of the scope */
	struct cml_instruction *code;      /* ends with CML_OP_RETURN */
	size_t n_code;
	double *constants; /* at least one */
	size_t n_constants;
	size_t *slots; /* ascending */
	size_t n_slots;
};

enum cml_undefined {
	CML_DEFINED,
	CML_DIVISION_BY_ZERO,
	CML_OVERFLOW,
	CML_LOG_OF_NONPOSITIVE,
	CML_BROKEN_POWER,
	CML_POWER_OF_ZERO,
};

/* Runs code with the constants of an expression from its first instruction to a RETURN. *result is
 * set when CML_DEFINED is returned; NaN is missing. */
enum cml_undefined cml_expression_run(const struct cml_expression *expression,
				      const struct cml_instruction *code, const double *values,
				      double *result);

#endif
