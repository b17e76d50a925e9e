/* Emits the code of an expression while it is parsed: operands, registers,
 * folding of constants. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_EMIT_H
#define CML_SPACE_EXPRESSION_EXPRESSION_EMIT_H

#include "base/error.h"
#include "base/text.h"
#include "space/expression/expression.h"

/* What an expression is compiled to: code for a register machine.
 *
 * An instruction takes two doubles from three banks (constants, the row's
 * values, registers) and writes one register. Columns and constants need no
 * instruction of their own, and `and`, `or` and chained comparisons jump over
 * what does not matter any more. */

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
	CML_OP_EQUAL, /* to NOT: of truths */
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
	CML_OP_FIRST, /* a, or b where it is missing */
	CML_OP_SIZE,  /* of the text a, as the next */
	CML_OP_ACTIVE,
	CML_OP_EXPERTS,
	CML_OP_LAYERS,
	CML_OP_WIDTH,
	CML_OP_VOCABULARY,
	CML_OP_PEAK,
	CML_OP_BANDWIDTH,
	CML_OP_MEMORY,
	CML_OP_CHIPS,
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

enum cml_operand_kind { CML_OPERAND_CONSTANT, CML_OPERAND_COLUMN, CML_OPERAND_REGISTER };

/* What an operand may be used as. A bool column is a number and a truth. */
enum cml_operand_type {
	CML_OPERAND_NUMBER = 1,
	CML_OPERAND_TRUTH = 2,
	CML_OPERAND_BOOL = 3,
	CML_OPERAND_TEXT = 4,
};

/* A parsed part of the expression: where its value will be. Registers are used
 * as a stack: those from the emitter's next_register on are free, and an operand
 * in a register is always below it. */
struct cml_operand {
	enum cml_operand_kind kind;
	enum cml_operand_type type;
	double value;                   /* CONSTANT; of a text, its symbol */
	uint32_t index;                 /* COLUMN: slot; REGISTER: which */
	struct cml_slice name;          /* COLUMN: its name; constant text: the text */
	struct cml_scope_column column; /* COLUMN */
	size_t start;                   /* offsets in the text */
	size_t end;
};

struct cml_emitter {
	struct cml_expression *expression; /* belongs to the caller of init */
	size_t code_capacity;
	size_t constants_capacity;
	uint32_t next_register;
};

/* Makes the expression, without text and code. On failure, too, it is to be
 * freed (it may be NULL). */
enum cml_result cml_emitter_init(struct cml_emitter *emitter, struct cml_error *err);

/* One operation to emit. */
struct cml_operation {
	enum cml_opcode op;
	const struct cml_operand *a;
	const struct cml_operand *b; /* NULL: takes one operand */
	size_t set;                  /* IN and RANK: index of their n constants */
	size_t n;
	uint32_t target; /* register for the result; those after it become free */
};

/* Emits operation; *result says where its value is: a constant when all it takes
 * is constant and the result is defined (nothing is emitted then), else the
 * target. Spans are joined. result may be one of the operands. */
enum cml_result cml_emit(struct cml_emitter *emitter, const struct cml_operation *operation,
			 struct cml_operand *result, struct cml_error *err);

/* Emits a jump that also puts operand into register target, and enters it in
 * the chain of those that cml_emit_land sends to the instruction that comes next.
 * Start with *chain = CML_NO_JUMP. */
#define CML_NO_JUMP UINT32_MAX
enum cml_result cml_emit_jump(struct cml_emitter *emitter, enum cml_opcode op,
			      const struct cml_operand *operand, uint32_t target, uint32_t *chain,
			      struct cml_error *err);
void cml_emit_land(struct cml_emitter *emitter, uint32_t chain);

/* Appends constants in one piece; *set is the index of the first. */
enum cml_result cml_emit_constants(struct cml_emitter *emitter, const double *constants, size_t n,
				   size_t *set, struct cml_error *err);

/* Ends the code with result and lists the slots. */
enum cml_result cml_emit_finish(struct cml_emitter *emitter, const struct cml_operand *result,
				struct cml_error *err);

#endif
