#include "unit_exchange.h"

#include <assert.h>

/* A piece has two tickets: its parameters may be gathered while its gradients are reduced. */
size_t zero_unit_n_tickets(const struct zero_plan *plan)
{
	return 2 * plan->n_pieces;
}

static size_t gather_ticket(const struct zero_trainer *trainer, size_t u, size_t piece)
{
	return trainer->plan->units[u].first_piece + piece;
}

static size_t reduce_ticket(const struct zero_trainer *trainer, size_t u, size_t piece)
{
	return trainer->plan->n_pieces + gather_ticket(trainer, u, piece);
}

static size_t free_weight_slot(const struct zero_trainer *trainer)
{
	size_t slot = 0;
	while (slot < trainer->plan->n_weight_slots &&
	       trainer->weight_slot_unit[slot] != ZERO_NO_UNIT)
		slot++;
	return slot;
}

static void begin_gather(struct zero_trainer *trainer, size_t u, size_t slot)
{
	const struct zero_unit *unit = &trainer->plan->units[u];
	float *whole = trainer->memory.weight_slots[slot];
	trainer->weight_slot_unit[slot] = u;
	trainer->units[u].weights = whole;
	for (size_t p = 0; p < unit->n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		zero_exchange_all_gather(trainer->exchange, gather_ticket(trainer, u, p),
					 trainer->memory.units[u].params + piece.shard_offset,
					 whole + piece.offset, piece.shard_floats);
	}
}

void zero_unit_need_weights(struct zero_trainer *trainer, size_t u)
{
	if (trainer->plan->units[u].strategy == ZERO_NO_SHARD)
		return;
	if (trainer->units[u].weights == NULL) {
		size_t slot = free_weight_slot(trainer);
		assert(slot < trainer->plan->n_weight_slots);
		begin_gather(trainer, u, slot);
	}
	for (size_t p = 0; p < trainer->plan->units[u].n_pieces; p++)
		zero_exchange_wait(trainer->exchange, gather_ticket(trainer, u, p));
}

void zero_unit_prefetch(struct zero_trainer *trainer, size_t u, int direction)
{
	const struct zero_plan *plan = trainer->plan;
	size_t slot = free_weight_slot(trainer), next = u;
	if (!trainer->settings->overlap || slot == plan->n_weight_slots)
		return;
	do {
		if (direction > 0 ? next + 1 == plan->n_units : next == 0)
			return;
		next = direction > 0 ? next + 1 : next - 1;
	} while (plan->units[next].strategy != ZERO_FULL_SHARD);
	if (trainer->units[next].weights != NULL)
		return;
	begin_gather(trainer, next, slot);
}

void zero_unit_drop_weights(struct zero_trainer *trainer, size_t u)
{
	if (trainer->plan->units[u].strategy != ZERO_FULL_SHARD)
		return;
	for (size_t slot = 0; slot < trainer->plan->n_weight_slots; slot++)
		if (trainer->weight_slot_unit[slot] == u)
			trainer->weight_slot_unit[slot] = ZERO_NO_UNIT;
	trainer->units[u].weights = NULL;
}

void zero_unit_need_gradient(struct zero_trainer *trainer, size_t u)
{
	if (trainer->plan->units[u].strategy == ZERO_NO_SHARD) {
		trainer->units[u].gradient = trainer->memory.units[u].gradient;
		return;
	}
	size_t slot = trainer->next_gradient_slot;
	if (trainer->gradient_slot_unit[slot] != ZERO_NO_UNIT)
		zero_unit_finish_reduce(trainer, trainer->gradient_slot_unit[slot]);
	trainer->next_gradient_slot = (slot + 1) % trainer->plan->n_gradient_slots;
	trainer->gradient_slot_unit[slot] = u;
	trainer->units[u].gradient = trainer->memory.gradient_slots[slot];
}

void zero_unit_begin_reduce(struct zero_trainer *trainer, size_t u)
{
	const struct zero_unit *unit = &trainer->plan->units[u];
	const struct zero_unit_state *state = &trainer->units[u];
	for (size_t p = 0; p < unit->n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		float *whole = state->gradient + piece.offset;
		/* The first of a step goes where the others are added. */
		float *part = trainer->memory.units[u].gradient + piece.shard_offset;
		if (unit->strategy == ZERO_NO_SHARD)
			zero_exchange_all_reduce(trainer->exchange, reduce_ticket(trainer, u, p),
						 whole, piece.n_floats);
		else
			zero_exchange_reduce_scatter(
			    trainer->exchange, reduce_ticket(trainer, u, p), whole,
			    state->n_reduced == 0 ? part : NULL, piece.shard_floats);
	}
}

static void add_shard(struct zero_trainer *trainer, size_t u)
{
	for (size_t p = 0; p < trainer->plan->units[u].n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		const float *part = trainer->units[u].gradient + piece.offset;
		float *sum = trainer->memory.units[u].gradient + piece.shard_offset;
		for (size_t i = 0; i < piece.shard_floats; i++)
			sum[i] += part[i];
	}
}

void zero_unit_finish_reduce(struct zero_trainer *trainer, size_t u)
{
	struct zero_unit_state *state = &trainer->units[u];
	if (state->gradient == NULL)
		return;
	for (size_t p = 0; p < trainer->plan->units[u].n_pieces; p++)
		zero_exchange_wait(trainer->exchange, reduce_ticket(trainer, u, p));
	if (trainer->plan->units[u].strategy != ZERO_NO_SHARD && state->n_reduced > 0)
		add_shard(trainer, u);
	state->n_reduced++;
	state->gradient = NULL;
	for (size_t slot = 0; slot < trainer->plan->n_gradient_slots; slot++)
		if (trainer->gradient_slot_unit[slot] == u)
			trainer->gradient_slot_unit[slot] = ZERO_NO_UNIT;
}

void zero_unit_begin_refresh(struct zero_trainer *trainer, size_t u)
{
	const struct zero_unit *unit = &trainer->plan->units[u];
	if (unit->strategy != ZERO_SHARD_GRAD_OP)
		return;
	for (size_t p = 0; p < unit->n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		zero_exchange_all_gather(trainer->exchange, gather_ticket(trainer, u, p), NULL,
					 trainer->memory.units[u].params + piece.offset,
					 piece.shard_floats);
	}
}
