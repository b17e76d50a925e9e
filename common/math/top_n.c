#include "math/top_n.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static bool is_worse(const struct cml_top_item *a, const struct cml_top_item *b)
{
	if (a->score != b->score)
		return a->score < b->score;
	return a->sequence > b->sequence;
}

/* Puts item where it belongs in the heap of n items whose place `hole` is
 * free; below the hole, the order of the heap holds. */
static void sift_down(struct cml_top_item *items, size_t n, size_t hole, struct cml_top_item item)
{
	for (size_t child = 2 * hole + 1; child < n; child = 2 * hole + 1) {
		if (child + 1 < n && is_worse(&items[child + 1], &items[child]))
			child++;
		if (!is_worse(&items[child], &item))
			break;
		items[hole] = items[child];
		hole = child;
	}
	items[hole] = item;
}

static void sift_up(struct cml_top_item *items, size_t hole, struct cml_top_item item)
{
	while (hole > 0) {
		size_t parent = (hole - 1) / 2;

		if (!is_worse(&item, &items[parent]))
			break;
		items[hole] = items[parent];
		hole = parent;
	}
	items[hole] = item;
}

enum cml_result cml_top_n_init(struct cml_top_n *top, size_t capacity, struct cml_error *err)
{
	*top = (struct cml_top_n){.capacity = capacity};
	return CML_NEW(&top->items, capacity) ? CML_OK : cml_fail_memory(err);
}

void cml_top_n_release(struct cml_top_n *top)
{
	free(top->items);
	*top = (struct cml_top_n){0};
}

bool cml_top_n_offer(struct cml_top_n *top, double score, uint64_t sequence, size_t *slot)
{
	struct cml_top_item item = {.score = score, .sequence = sequence, .slot = top->n};

	if (isnan(score) || top->capacity == 0)
		return false;
	if (top->n < top->capacity) {
		sift_up(top->items, top->n++, item);
	} else {
		if (!is_worse(&top->items[0], &item))
			return false;
		item.slot = top->items[0].slot;
		sift_down(top->items, top->n, 0, item);
	}
	*slot = item.slot;
	return true;
}

void cml_top_n_sort(struct cml_top_n *top)
{
	/* The worst goes to the end of what is left, which leaves the best first. */
	for (size_t n = top->n; n > 1; n--) {
		struct cml_top_item worst = top->items[0];

		sift_down(top->items, n - 1, 0, top->items[n - 1]);
		top->items[n - 1] = worst;
	}
}

void cml_score_heap_add(struct cml_top_n *heap, double score, size_t number)
{
	size_t slot;
	cml_top_n_offer(heap, -score, SIZE_MAX - number, &slot);
}

bool cml_score_heap_first(struct cml_top_n *heap, const bool *is_out, size_t *first, double *score)
{
	while (heap->n > 0) {
		*first = SIZE_MAX - heap->items[0].sequence;
		*score = -heap->items[0].score;
		if (!is_out[*first])
			return true;
		heap->n--;
		sift_down(heap->items, heap->n, 0, heap->items[heap->n]);
	}
	return false;
}

void cml_score_heap_lower(struct cml_top_n *heap, double score)
{
	struct cml_top_item item = heap->items[0];
	item.score = -score;
	sift_down(heap->items, heap->n, 0, item);
}
