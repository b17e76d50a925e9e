#include "shard_plan.h"

#include <limits.h>

/* Parts are whole cache lines. */
#define LINE_FLOATS ((size_t)16)

const char *zero_strategy_name(enum zero_strategy strategy)
{
	static const char *const names[] = {"FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD"};
	return names[strategy];
}

static size_t round_up(size_t n, size_t multiple)
{
	return (n + multiple - 1) / multiple * multiple;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void cut_unit(struct zero_plan *plan, struct zero_unit *unit, size_t bucket_floats)
{
	size_t n_parts = unit->strategy == ZERO_NO_SHARD ? 1 : plan->n_ranks;
	size_t grain = LINE_FLOATS * n_parts;
	size_t most = larger(bucket_floats / grain * grain, grain);
	unit->n_floats = round_up(unit->n_params, grain);
	unit->n_owned = unit->n_floats / n_parts;
	/* Equal pieces: no short one whose latency buys nothing. */
	size_t n_pieces = (unit->n_floats + most - 1) / most;
	unit->piece_floats = round_up((unit->n_floats + n_pieces - 1) / n_pieces, grain);
	unit->n_pieces = (unit->n_floats + unit->piece_floats - 1) / unit->piece_floats;
	unit->first_piece = plan->n_pieces;
	plan->n_pieces += unit->n_pieces;
}

static void add_slots(struct zero_plan *plan, bool overlap)
{
	size_t n_full = 0, n_sharded = 0;
	for (size_t u = 0; u < plan->n_units; u++) {
		const struct zero_unit *unit = &plan->units[u];
		if (unit->strategy == ZERO_NO_SHARD)
			continue;
		n_sharded++;
		plan->gradient_slot_floats = larger(plan->gradient_slot_floats, unit->n_floats);
		if (unit->strategy != ZERO_FULL_SHARD)
			continue;
		n_full++;
		plan->weight_slot_floats = larger(plan->weight_slot_floats, unit->n_floats);
	}
	size_t most = overlap ? 2 : 1;
	plan->n_weight_slots = n_full < most ? n_full : most;
	plan->n_gradient_slots = n_sharded < most ? n_sharded : most;
}

enum cml_result zero_plan_init(struct zero_plan *plan, const struct zero_network *network,
			       const struct zero_plan_options *options, struct cml_error *err)
{
	size_t bucket_floats = options->bucket_bytes / sizeof(float);
	*plan = (struct zero_plan){.network = network, .n_ranks = options->n_ranks};
	for (size_t l = 0; l < network->n_layers; l++) {
		size_t size = zero_layer_size(network, l);
		struct zero_unit *last = plan->n_units > 0 ? &plan->units[plan->n_units - 1] : NULL;
		if (last != NULL && last->strategy == options->strategies[l] &&
		    last->n_params + size <= bucket_floats) {
			last->n_layers++;
			last->n_params += size;
			continue;
		}
		plan->units[plan->n_units++] =
		    (struct zero_unit){.strategy = options->strategies[l],
				       .first_layer = l,
				       .n_layers = 1,
				       .n_params = size};
	}
	for (size_t u = 0; u < plan->n_units; u++) {
		cut_unit(plan, &plan->units[u], bucket_floats);
		if (plan->units[u].piece_floats > INT_MAX)
			return cml_fail(
			    err, CML_BAD_USAGE,
			    "--bucket: pieces of %zu parameters are more than MPI can count",
			    plan->units[u].piece_floats);
	}
	add_slots(plan, options->overlap);
	return CML_OK;
}

struct zero_piece zero_plan_piece(const struct zero_plan *plan, size_t unit, size_t piece)
{
	const struct zero_unit *u = &plan->units[unit];
	size_t n_parts = u->n_floats / u->n_owned;
	size_t offset = piece * u->piece_floats, rest = u->n_floats - offset;
	size_t n_floats = rest < u->piece_floats ? rest : u->piece_floats;
	return (struct zero_piece){.offset = offset,
				   .n_floats = n_floats,
				   .shard_offset = offset / n_parts,
				   .shard_floats = n_floats / n_parts};
}
