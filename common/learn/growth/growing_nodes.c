#include "learn/growth/growing_nodes.h"

#include "base/memory.h"

#include <stdlib.h>

void cml_growing_nodes_release(struct cml_growing_nodes *nodes)
{
	free(nodes->items);
	*nodes = (struct cml_growing_nodes){0};
}

void cml_growing_nodes_clear(struct cml_growing_nodes *nodes, bool by_gain)
{
	nodes->by_gain = by_gain;
	nodes->n = 0;
	nodes->n_pushed = 0;
}

static bool comes_before(const struct cml_growing_nodes *nodes, const struct cml_growing_node *a,
			 const struct cml_growing_node *b)
{
	if (nodes->by_gain && a->split.gain != b->split.gain)
		return a->split.gain > b->split.gain;
	return nodes->by_gain ? a->node < b->node : a->order > b->order;
}

enum cml_result cml_growing_nodes_push(struct cml_growing_nodes *nodes,
				       const struct cml_growing_node *pushed, struct cml_error *err)
{
	if (!cml_array_reserve((void **)&nodes->items, &nodes->capacity, nodes->n + 1,
			       sizeof *nodes->items))
		return cml_fail_memory(err);
	struct cml_growing_node item = *pushed;
	size_t at = nodes->n++;
	item.order = nodes->n_pushed++;
	while (at > 0 && comes_before(nodes, &item, &nodes->items[(at - 1) / 2])) {
		nodes->items[at] = nodes->items[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	nodes->items[at] = item;
	return CML_OK;
}

struct cml_growing_node cml_growing_nodes_pop(struct cml_growing_nodes *nodes)
{
	struct cml_growing_node *heap = nodes->items;
	struct cml_growing_node popped = heap[0];
	struct cml_growing_node moved = heap[--nodes->n];
	size_t at = 0;
	for (size_t child = 1; child < nodes->n; child = 2 * at + 1) {
		if (child + 1 < nodes->n && comes_before(nodes, &heap[child + 1], &heap[child]))
			child++;
		if (!comes_before(nodes, &heap[child], &moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
	return popped;
}
