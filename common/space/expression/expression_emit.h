/* Emits the code of an expression while it is parsed: operands, registers,
 * folding of constants. */
#ifndef CML_SPACE_EXPRESSION_EXPRESSION_EMIT_H
#define CML_SPACE_EXPRESSION_EXPRESSION_EMIT_H

#include "base/error.h"
#include "base/text.h"
#include "space/expression/expression.h"
#include "space/expression/expression_program.h"

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
	uint32_t target;            /* register for the result; those after it become free */
	enum cml_operand_type type; /* of the result */
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
