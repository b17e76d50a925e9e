#include "space/expression/expression_tree.h"

#include "base/memory.h"
#include "space/expression/expression_parser.h"

#include <stdlib.h>

/* Far more than a person or a sensible program writes; keeps numbers of nodes small. */
#define MAX_NODES ((size_t)1 << 20)

enum cml_result cml_node_add(struct cml_parser *parser, struct cml_node node, uint32_t *at,
			     struct cml_error *err)
{
	struct cml_expression *expression = parser->expression;
	size_t n = expression->n_nodes > 0 ? expression->n_nodes : 1;
	if (n >= MAX_NODES)
		return cml_fail(err, CML_BAD_DATA, "the expression is too long");
	if (!CML_RESERVE(&expression->nodes, &parser->nodes_capacity, n + 1))
		return cml_fail_memory(err);
	expression->nodes[n] = node;
	expression->n_nodes = n + 1;
	*at = (uint32_t)n;
	return CML_OK;
}

enum cml_result cml_node_operation(struct cml_parser *parser, enum cml_opcode op,
				   const struct cml_operand *a, const struct cml_operand *b,
				   uint32_t *last, struct cml_operand *made, struct cml_error *err)
{
	struct cml_node node = {.op = op, .a = a->node, .b = b ? b->node : 0};
	bool is_truth = op >= CML_OP_EQUAL && op <= CML_OP_NOT, is_first = !last || *last == 0;
	uint32_t at;
	if (cml_node_add(parser, node, &at, err) != CML_OK)
		return err->status;
	*made = (struct cml_operand){.node = is_first ? at : a->node,
				     .type = is_truth ? CML_OPERAND_TRUTH : CML_OPERAND_NUMBER,
				     .start = a->start,
				     .end = b ? b->end : a->end};
	if (!is_first)
		parser->expression->nodes[*last].next = at;
	if (last)
		*last = at;
	return CML_OK;
}

static int compare_slots(const void *a, const void *b)
{
	size_t left = *(const size_t *)a, right = *(const size_t *)b;
	return (left > right) - (left < right);
}

enum cml_result cml_node_list_slots(struct cml_expression *expression, struct cml_error *err)
{
	size_t *slots = cml_array_new(expression->n_nodes, sizeof *slots);
	size_t n = 0;
	if (!slots)
		return cml_fail_memory(err);
	for (size_t i = 1; i < expression->n_nodes; i++)
		if (expression->nodes[i].op == CML_OP_COLUMN)
			slots[n++] = expression->nodes[i].a;
	qsort(slots, n, sizeof *slots, compare_slots);
	for (size_t i = 0; i < n; i++)
		if (expression->n_slots == 0 || slots[expression->n_slots - 1] != slots[i])
			slots[expression->n_slots++] = slots[i];
	expression->slots = slots;
	return CML_OK;
}
