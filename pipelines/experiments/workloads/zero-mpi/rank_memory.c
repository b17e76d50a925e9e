#include "rank_memory.h"

#include <stdlib.h>

#include "base/memory.h"

/* Hands out a block from its start; without a block it only counts. */
struct cutter {
	char *block;
	size_t n_bytes; /* handed out; SIZE_MAX: too many to count */
};

static void *cut(struct cutter *cutter, size_t n, size_t m)
{
	size_t size, end, start = cutter->n_bytes;
	if (__builtin_mul_overflow(n, m, &size) ||
	    __builtin_mul_overflow(size, sizeof(float), &size) ||
	    __builtin_add_overflow(size, CML_ALIGNMENT - 1, &size) ||
	    __builtin_add_overflow(start, size / CML_ALIGNMENT * CML_ALIGNMENT, &end)) {
		cutter->n_bytes = SIZE_MAX;
		return NULL;
	}
	cutter->n_bytes = end;
	return cutter->block ? cutter->block + start : NULL;
}

static void cut_all(struct zero_memory *memory, const struct zero_plan *plan, size_t batch,
		    struct cutter *cutter)
{
	const struct zero_network *network = plan->network;
	for (size_t u = 0; u < plan->n_units; u++) {
		const struct zero_unit *unit = &plan->units[u];
		bool is_full = unit->strategy == ZERO_FULL_SHARD;
		memory->units[u] = (struct zero_unit_memory){
		    .params = cut(cutter, is_full ? unit->n_owned : unit->n_floats, 1),
		    .gradient = cut(cutter, unit->n_owned, 1),
		    .first = cut(cutter, unit->n_owned, 1),
		    .second = cut(cutter, unit->n_owned, 1)};
	}
	for (size_t s = 0; s < plan->n_weight_slots; s++)
		memory->weight_slots[s] = cut(cutter, plan->weight_slot_floats, 1);
	for (size_t s = 0; s < plan->n_gradient_slots; s++)
		memory->gradient_slots[s] = cut(cutter, plan->gradient_slot_floats, 1);
	memory->centres = cut(cutter, network->widths[network->n_layers], network->widths[0]);
	for (size_t l = 0; l <= network->n_layers; l++)
		memory->activations[l] = cut(cutter, batch, network->widths[l]);
	for (size_t i = 0; i < 2; i++)
		memory->deltas[i] = cut(cutter, batch, zero_network_max_width(network));
	memory->labels = cut(cutter, batch, 1);
}

size_t zero_memory_bytes(const struct zero_plan *plan, size_t batch)
{
	struct zero_memory memory = {0};
	struct cutter cutter = {0};
	cut_all(&memory, plan, batch, &cutter);
	return cutter.n_bytes;
}

enum cml_result zero_memory_init(struct zero_memory *memory, const struct zero_plan *plan,
				 size_t batch, struct cml_error *err)
{
	struct cutter cutter = {0};
	*memory = (struct zero_memory){.n_bytes = zero_memory_bytes(plan, batch)};
	memory->block = cml_aligned_new(1, memory->n_bytes);
	if (memory->block == NULL)
		return cml_fail(err, CML_NO_MEMORY,
				"Cannot allocate memory: a rank needs %zu bytes", memory->n_bytes);
	cutter.block = memory->block;
	cut_all(memory, plan, batch, &cutter);
	return CML_OK;
}

void zero_memory_release(struct zero_memory *memory)
{
	free(memory->block);
	*memory = (struct zero_memory){0};
}
