#include "space/expression/expression_emit.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Far more than a person or a sensible program writes; keeps indices small. */
#define MAX_CODE ((size_t)1 << 20)

enum cml_result cml_emit_constants(struct cml_emitter *emitter, const double *constants, size_t n,
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

enum cml_result cml_emitter_init(struct cml_emitter *emitter, struct cml_error *err)
{
	size_t set;
	*emitter =
	    (struct cml_emitter){.expression = cml_array_new(1, sizeof *emitter->expression)};
	if (!emitter->expression)
		return cml_fail_memory(err);
	/* The constant that operations with one operand load as their second. */
	return cml_emit_constants(emitter, &(double){0}, 1, &set, err);
}

static enum cml_result append(struct cml_emitter *emitter, struct cml_instruction instruction,
			      uint32_t target, struct cml_error *err)
{
	struct cml_expression *expression = emitter->expression;
	if (expression->n_code >= MAX_CODE)
		return cml_fail(err, CML_BAD_DATA, "the expression is too long");
	if (target >= CML_MAX_REGISTERS)
		return cml_fail(err, CML_BAD_DATA,
				"the expression needs more than %d intermediate results at once",
				CML_MAX_REGISTERS);
	if (!CML_RESERVE(&expression->code, &emitter->code_capacity, expression->n_code + 1))
		return cml_fail_memory(err);
	instruction.target = (uint16_t)target;
	expression->code[expression->n_code++] = instruction;
	return CML_OK;
}

/* Where the machine finds operand. */
static enum cml_result place(struct cml_emitter *emitter, const struct cml_operand *operand,
			     uint8_t *bank, uint32_t *index, struct cml_error *err)
{
	static const uint8_t banks[] = {[CML_OPERAND_CONSTANT] = CML_BANK_CONSTANTS,
					[CML_OPERAND_COLUMN] = CML_BANK_VALUES,
					[CML_OPERAND_REGISTER] = CML_BANK_REGISTERS};
	size_t set = operand->index;
	if (operand->kind == CML_OPERAND_CONSTANT &&
	    cml_emit_constants(emitter, &operand->value, 1, &set, err) != CML_OK)
		return err->status;
	*bank = banks[operand->kind];
	*index = (uint32_t)set;
	return CML_OK;
}

/* Runs the last instruction, whose operands are constants. What is undefined
 * stays code: it only matters where it is reached. */
static bool fold(const struct cml_expression *expression, double *value)
{
	struct cml_instruction alone[2] = {expression->code[expression->n_code - 1],
					   {.op = CML_OP_RETURN, .a_bank = CML_BANK_REGISTERS}};
	alone[0].target = 0;
	return cml_expression_run(expression, alone, NULL, value) == CML_DEFINED;
}

enum cml_result cml_emit(struct cml_emitter *emitter, const struct cml_operation *operation,
			 struct cml_operand *result, struct cml_error *err)
{
	const struct cml_operand *a = operation->a, *b = operation->b;
	struct cml_expression *expression = emitter->expression;
	size_t n_constants = expression->n_constants;
	bool is_constant =
	    a->kind == CML_OPERAND_CONSTANT && (!b || b->kind == CML_OPERAND_CONSTANT);
	bool is_truth = (operation->op >= CML_OP_EQUAL && operation->op <= CML_OP_NOT) ||
			operation->op == CML_OP_IN;
	struct cml_instruction instruction = {.op = (uint8_t)operation->op,
					      .b_bank = CML_BANK_CONSTANTS,
					      .b = (uint32_t)operation->set,
					      .n = (uint32_t)operation->n};
	struct cml_operand made = {.kind = CML_OPERAND_REGISTER,
				   .type = is_truth ? CML_OPERAND_TRUTH : CML_OPERAND_NUMBER,
				   .index = operation->target,
				   .start = a->start,
				   .end = a->end};
	/* The operands of a > b come swapped. */
	if (b) {
		made.start = b->start < a->start ? b->start : a->start;
		made.end = b->end > a->end ? b->end : a->end;
	}
	if (place(emitter, a, &instruction.a_bank, &instruction.a, err) != CML_OK ||
	    (b && place(emitter, b, &instruction.b_bank, &instruction.b, err) != CML_OK) ||
	    append(emitter, instruction, operation->target, err) != CML_OK)
		return err->status;
	if (is_constant && fold(expression, &made.value)) {
		made.kind = CML_OPERAND_CONSTANT;
		expression->n_code--;
		expression->n_constants = n_constants;
	} else {
		emitter->next_register = operation->target + 1;
	}
	*result = made;
	return CML_OK;
}

enum cml_result cml_emit_jump(struct cml_emitter *emitter, enum cml_opcode op,
			      const struct cml_operand *operand, uint32_t target, uint32_t *chain,
			      struct cml_error *err)
{
	struct cml_instruction instruction = {
	    .op = (uint8_t)op, .b_bank = CML_BANK_CONSTANTS, .n = *chain};
	if (place(emitter, operand, &instruction.a_bank, &instruction.a, err) != CML_OK ||
	    append(emitter, instruction, target, err) != CML_OK)
		return err->status;
	*chain = (uint32_t)(emitter->expression->n_code - 1);
	emitter->next_register = target + 1;
	return CML_OK;
}

/* Until they land, the jumps of a chain hold each other's places. */
void cml_emit_land(struct cml_emitter *emitter, uint32_t chain)
{
	struct cml_expression *expression = emitter->expression;
	while (chain != CML_NO_JUMP) {
		uint32_t next = expression->code[chain].n;
		expression->code[chain].n = (uint32_t)expression->n_code;
		chain = next;
	}
}

static int compare_slots(const void *a, const void *b)
{
	size_t left = *(const size_t *)a, right = *(const size_t *)b;
	return (left > right) - (left < right);
}

static enum cml_result list_slots(struct cml_expression *expression, struct cml_error *err)
{
	size_t *slots = cml_array_new(expression->n_code, 2 * sizeof *slots);
	size_t n = 0, n_kept = 0;
	if (!slots)
		return cml_fail_memory(err);
	for (size_t i = 0; i < expression->n_code; i++) {
		if (expression->code[i].a_bank == CML_BANK_VALUES)
			slots[n++] = expression->code[i].a;
		if (expression->code[i].b_bank == CML_BANK_VALUES)
			slots[n++] = expression->code[i].b;
	}
	qsort(slots, n, sizeof *slots, compare_slots);
	for (size_t i = 0; i < n; i++)
		if (n_kept == 0 || slots[n_kept - 1] != slots[i])
			slots[n_kept++] = slots[i];
	expression->slots = slots;
	expression->n_slots = n_kept;
	return CML_OK;
}

enum cml_result cml_emit_finish(struct cml_emitter *emitter, const struct cml_operand *result,
				struct cml_error *err)
{
	struct cml_instruction instruction = {.op = CML_OP_RETURN, .b_bank = CML_BANK_CONSTANTS};
	if (place(emitter, result, &instruction.a_bank, &instruction.a, err) != CML_OK ||
	    append(emitter, instruction, 0, err) != CML_OK)
		return err->status;
	return list_slots(emitter->expression, err);
}
