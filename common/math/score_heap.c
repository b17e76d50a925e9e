#include "math/score_heap.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

enum cml_result cml_score_heap_init(struct cml_score_heap *heap, size_t n, struct cml_error *err)
{
	*heap = (struct cml_score_heap){.scores = cml_array_new(n, sizeof *heap->scores),
					.items = cml_array_new(n, sizeof *heap->items)};
	return heap->scores && heap->items ? CML_OK : cml_fail_memory(err);
}

void cml_score_heap_release(struct cml_score_heap *heap)
{
	free(heap->scores);
	free(heap->items);
	*heap = (struct cml_score_heap){0};
}

static bool comes_before(const struct cml_score_heap *heap, size_t a, size_t b)
{
	double of_a = heap->scores[a], of_b = heap->scores[b];
	return of_a > of_b || (of_a == of_b && a < b);
}

/* Puts the one at a place where it belongs, below. */
static void sink(struct cml_score_heap *heap, size_t place)
{
	size_t *items = heap->items, moved = items[place], below;
	for (; (below = 2 * place + 1) < heap->n; place = below) {
		if (below + 1 < heap->n && comes_before(heap, items[below + 1], items[below]))
			below++;
		if (!comes_before(heap, items[below], moved))
			break;
		items[place] = items[below];
	}
	items[place] = moved;
}

void cml_score_heap_order(struct cml_score_heap *heap, size_t n)
{
	heap->n = n;
	for (size_t i = 0; i < n; i++)
		heap->items[i] = i;
	for (size_t place = n / 2; place-- > 0;)
		sink(heap, place);
}

void cml_score_heap_sink(struct cml_score_heap *heap)
{
	sink(heap, 0);
}

void cml_score_heap_drop(struct cml_score_heap *heap)
{
	heap->items[0] = heap->items[--heap->n];
	if (heap->n > 0)
		sink(heap, 0);
}
