#include "math/top_n.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Whether a ranks below b. */
static bool is_worse(const struct cml_top_item *a, const struct cml_top_item *b)
{
	if (a->score != b->score)
		return a->score < b->score;
	return a->sequence > b->sequence;
}

enum cml_status cml_top_n_init(struct cml_top_n *top, size_t capacity, struct cml_error *err)
{
	*top = (struct cml_top_n){0};
	top->items = cml_array_new(capacity, sizeof *top->items);
	if (!top->items)
		return cml_fail_memory(err);
	top->capacity = capacity;
	return CML_OK;
}

void cml_top_n_release(struct cml_top_n *top)
{
	free(top->items);
	*top = (struct cml_top_n){0};
}

static void sift_down(struct cml_top_item *items, size_t n, size_t at)
{
	struct cml_top_item item = items[at];
	for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
		if (child + 1 < n && is_worse(&items[child + 1], &items[child]))
			child++;
		if (!is_worse(&items[child], &item))
			break;
		items[at] = items[child];
		at = child;
	}
	items[at] = item;
}

static void sift_up(struct cml_top_item *items, size_t at)
{
	struct cml_top_item item = items[at];
	while (at > 0 && is_worse(&item, &items[(at - 1) / 2])) {
		items[at] = items[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	items[at] = item;
}

bool cml_top_n_offer(struct cml_top_n *top, double score, uint64_t sequence, size_t *slot)
{
	if (isnan(score) || top->capacity == 0)
		return false;
	struct cml_top_item item = {score, sequence, top->n};
	if (top->n < top->capacity) {
		*slot = item.slot;
		top->items[top->n] = item;
		sift_up(top->items, top->n++);
		return true;
	}
	if (!is_worse(&top->items[0], &item))
		return false;
	*slot = item.slot = top->items[0].slot;
	top->items[0] = item;
	sift_down(top->items, top->n, 0);
	return true;
}

void cml_top_n_sort(struct cml_top_n *top)
{
	for (size_t n = top->n; n > 1; n--) {
		struct cml_top_item worst = top->items[0];
		top->items[0] = top->items[n - 1];
		top->items[n - 1] = worst;
		sift_down(top->items, n - 1, 0);
	}
}
