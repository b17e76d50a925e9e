#include "space/expression_emit.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Far more than a person or a sensible program writes; keeps indices small. */
#define MAX_CODE ((size_t)1 << 20)

enum cml_status cml_emit_constants(struct cml_emitter *emitter, const double *constants, size_t n,
                                   size_t *set, struct cml_error *err)
{
	struct cml_expression *expression = emitter->expression;

	if (n > MAX_CODE || expression->n_constants + n > MAX_CODE)
		return cml_fail(err, CML_BAD_DATA, "the expression has too many constants");
	if (!cml_array_reserve((void **)&expression->constants, &emitter->constants_capacity,
	                       expression->n_constants + n, sizeof *constants))
		return cml_fail_memory(err);
	memcpy(expression->constants + expression->n_constants, constants, n * sizeof *constants);
	*set = expression->n_constants;
	expression->n_constants += n;
	return CML_OK;
}

static enum cml_status append(struct cml_emitter *emitter,
                              const struct cml_instruction *instruction, struct cml_error *err)
{
	struct cml_expression *expression = emitter->expression;

	if (expression->n_code >= MAX_CODE)
		return cml_fail(err, CML_BAD_DATA, "the expression is too long");
	if (instruction->target >= CML_MAX_REGISTERS)
		return cml_fail(err, CML_BAD_DATA,
		                "the expression has more than %d results waiting for others",
		                CML_MAX_REGISTERS);
	if (!cml_array_reserve((void **)&expression->code, &emitter->code_capacity,
	                       expression->n_code + 1, sizeof *instruction))
		return cml_fail_memory(err);
	expression->code[expression->n_code++] = *instruction;
	return CML_OK;
}

/* Where the machine finds operand. */
static enum cml_status place(struct cml_emitter *emitter, const struct cml_operand *operand,
                             uint8_t *bank, uint32_t *index, struct cml_error *err)
{
	size_t set = 0;

	if (operand->kind == CML_OPERAND_CONSTANT) {
		enum cml_status status = cml_emit_constants(emitter, &operand->value, 1, &set, err);

		*bank = CML_BANK_CONSTANTS;
		*index = (uint32_t)set;
		return status;
	}
	*bank = operand->kind == CML_OPERAND_COLUMN ? CML_BANK_VALUES : CML_BANK_REGISTERS;
	*index = operand->index;
	return CML_OK;
}

/* Runs the last instruction, whose operands are all constant. What is undefined
 * stays code: it only matters when it is reached. */
static enum cml_status fold(struct cml_emitter *emitter, struct cml_operand *result, bool *folded,
                            struct cml_error *err)
{
	struct cml_expression *expression = emitter->expression;
	const struct cml_instruction *last = &expression->code[expression->n_code - 1];
	struct cml_instruction alone[2] = {*last,
	                                   {.op = CML_OP_RETURN, .a_bank = CML_BANK_REGISTERS}};

	(void)err;
	alone[0].target = 0;
	*folded = cml_expression_run(alone, expression->constants, NULL, &result->value) ==
	          CML_DEFINED;
	return CML_OK;
}

enum cml_status cml_emit(struct cml_emitter *emitter, const struct cml_operation *operation,
                         struct cml_operand *result, struct cml_error *err)
{
	const struct cml_operand *a = operation->a;
	const struct cml_operand *b = operation->b;
	struct cml_expression *expression = emitter->expression;
	size_t n_constants = expression->n_constants;
	struct cml_instruction instruction = {.op = (uint8_t)operation->op,
	                                      .b_bank = CML_BANK_CONSTANTS,
	                                      .b = (uint32_t)operation->set,
	                                      .n = (uint32_t)operation->n};
	struct cml_operand made = {.kind = CML_OPERAND_REGISTER,
	                           .type = operation->type,
	                           .index = operation->target,
	                           .start = a->start,
	                           .end = b != NULL ? b->end : a->end};
	enum cml_status status;

	if (operation->target >= CML_MAX_REGISTERS)
		return cml_fail(err, CML_BAD_DATA, "x");
	instruction.target = (uint16_t)operation->target;
	status = place(emitter, a, &instruction.a_bank, &instruction.a, err);
	if (status == CML_OK && b != NULL)
		status = place(emitter, b, &instruction.b_bank, &instruction.b, err);
	if (status == CML_OK)
		status = append(emitter, &instruction, err);
	(void)n_constants;
	*result = made;
	return status;
}
