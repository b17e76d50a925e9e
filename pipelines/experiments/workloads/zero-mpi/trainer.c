#include "trainer.h"

#include <string.h>

#include "unit_exchange.h"

/* Every rank draws the whole unit, in the room of its gradients, and keeps what it owns. */
static void init_unit(struct zero_trainer *trainer, size_t u)
{
	const struct zero_unit *unit = &trainer->plan->units[u];
	struct zero_unit_memory *memory = &trainer->memory.units[u];
	size_t rank = zero_exchange_rank(trainer->exchange);
	bool is_full = unit->strategy == ZERO_FULL_SHARD;
	float *whole = is_full ? trainer->memory.gradient_slots[0] : memory->params, *layer = whole;
	for (size_t l = unit->first_layer; l < unit->first_layer + unit->n_layers; l++) {
		zero_layer_init(trainer->plan->network, l, trainer->settings->seed, layer);
		layer += zero_layer_size(trainer->plan->network, l);
	}
	memset(layer, 0, (unit->n_floats - unit->n_params) * sizeof *layer);
	trainer->units[u].weights = is_full ? NULL : whole;
	for (size_t p = 0; is_full && p < unit->n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		memcpy(memory->params + piece.shard_offset,
		       whole + piece.offset + rank * piece.shard_floats,
		       piece.shard_floats * sizeof *whole);
	}
}

enum cml_result zero_trainer_init(struct zero_trainer *trainer,
				  const struct zero_settings *settings,
				  const struct zero_plan *plan, struct zero_exchange *exchange,
				  struct cml_error *err)
{
	const struct zero_network *network = plan->network;
	*trainer = (struct zero_trainer){
	    .settings = settings,
	    .plan = plan,
	    .exchange = exchange,
	    .examples = {.width = network->widths[0],
			 .n_classes = network->widths[network->n_layers],
			 .seed = settings->seed},
	    /* The published AdamW's, where they are not set. */
	    .adam = {.learning_rate = settings->learning_rate,
		     .weight_decay = 0.01f,
		     .beta1 = 0.9f,
		     .beta2 = 0.999f,
		     .epsilon = settings->epsilon},
	    .weight_slot_unit = {ZERO_NO_UNIT, ZERO_NO_UNIT},
	    .gradient_slot_unit = {ZERO_NO_UNIT, ZERO_NO_UNIT},
	};
	enum cml_result status =
	    zero_memory_init(&trainer->memory, plan, settings->local_batch, err);
	if (status != CML_OK)
		return status;
	zero_examples_init(&trainer->examples, trainer->memory.centres);
	for (size_t u = 0; u < plan->n_units; u++)
		init_unit(trainer, u);
	return CML_OK;
}

void zero_trainer_release(struct zero_trainer *trainer)
{
	for (size_t u = 0; trainer->plan != NULL && u < trainer->plan->n_units; u++)
		if (trainer->units[u].weights != NULL)
			zero_unit_need_weights(trainer, u);
	zero_memory_release(&trainer->memory);
	*trainer = (struct zero_trainer){0};
}

static size_t examples_per_round(const struct zero_trainer *trainer)
{
	return trainer->settings->local_batch * zero_exchange_n_ranks(trainer->exchange);
}

size_t zero_trainer_global_batch(const struct zero_trainer *trainer)
{
	return trainer->settings->accumulate * examples_per_round(trainer);
}

static void forward(struct zero_trainer *trainer)
{
	const struct zero_plan *plan = trainer->plan;
	for (size_t u = 0; u < plan->n_units; u++) {
		const struct zero_unit *unit = &plan->units[u];
		zero_unit_need_weights(trainer, u);
		zero_unit_prefetch(trainer, u, +1);
		const float *params = trainer->units[u].weights;
		for (size_t l = unit->first_layer; l < unit->first_layer + unit->n_layers; l++) {
			zero_layer_forward(plan->network, l, trainer->settings->local_batch, params,
					   trainer->memory.activations[l],
					   trainer->memory.activations[l + 1]);
			params += zero_layer_size(plan->network, l);
			zero_exchange_progress(trainer->exchange);
		}
		if (u + 1 < plan->n_units)
			zero_unit_drop_weights(trainer, u);
	}
}

/* From the derivatives by the unit's output, in *deltas, to those by its input, which take their
 * place there. */
static void backward_unit(struct zero_trainer *trainer, size_t u, bool accumulate, float *deltas[2])
{
	const struct zero_plan *plan = trainer->plan;
	const struct zero_unit *unit = &plan->units[u];
	size_t offset = unit->n_params;
	for (size_t l = unit->first_layer + unit->n_layers; l-- > unit->first_layer;) {
		offset -= zero_layer_size(plan->network, l);
		struct zero_backward pass = {.params = trainer->units[u].weights + offset,
					     .inputs = trainer->memory.activations[l],
					     .deltas = deltas[0],
					     .gradient = trainer->units[u].gradient + offset,
					     .input_deltas = l > 0 ? deltas[1] : NULL,
					     .accumulate = accumulate};
		zero_layer_backward(plan->network, l, trainer->settings->local_batch, &pass);
		float *done = deltas[0];
		deltas[0] = deltas[1];
		deltas[1] = done;
		zero_exchange_progress(trainer->exchange);
	}
	memset(trainer->units[u].gradient + unit->n_params, 0,
	       (unit->n_floats - unit->n_params) * sizeof(float));
}

/* deltas[0] holds the derivatives by the logits. */
static void backward(struct zero_trainer *trainer, size_t round, float *deltas[2])
{
	bool is_last = round + 1 == trainer->settings->accumulate;
	for (size_t u = trainer->plan->n_units; u-- > 0;) {
		bool is_whole = trainer->plan->units[u].strategy == ZERO_NO_SHARD;
		zero_unit_need_weights(trainer, u);
		zero_unit_prefetch(trainer, u, -1);
		zero_unit_need_gradient(trainer, u);
		backward_unit(trainer, u, is_whole && round > 0, deltas);
		zero_unit_drop_weights(trainer, u);
		if (!is_whole || is_last)
			zero_unit_begin_reduce(trainer, u);
	}
}

/* The optimizer's part of a unit, piece by piece: those of whole parameters lie apart. */
static void update_unit(struct zero_trainer *trainer, size_t u)
{
	const struct zero_unit *unit = &trainer->plan->units[u];
	const struct zero_unit_memory *memory = &trainer->memory.units[u];
	size_t rank = zero_exchange_rank(trainer->exchange);
	for (size_t p = 0; p < unit->n_pieces; p++) {
		struct zero_piece piece = zero_plan_piece(trainer->plan, u, p);
		size_t own = piece.shard_offset;
		if (unit->strategy == ZERO_SHARD_GRAD_OP)
			own = piece.offset + rank * piece.shard_floats;
		struct zero_adam_state state = {.params = memory->params + own,
						.first = memory->first + piece.shard_offset,
						.second = memory->second + piece.shard_offset,
						.gradient = memory->gradient + piece.shard_offset};
		zero_adam_step(&trainer->adam, trainer->step, piece.shard_floats, &state);
		zero_exchange_progress(trainer->exchange);
	}
}

static double local_batch(struct zero_trainer *trainer, size_t round)
{
	const struct zero_network *network = trainer->plan->network;
	struct zero_memory *memory = &trainer->memory;
	size_t n = trainer->settings->local_batch, rank = zero_exchange_rank(trainer->exchange);
	float *deltas[2] = {memory->deltas[0], memory->deltas[1]};
	uint64_t first = (trainer->step - 1) * zero_trainer_global_batch(trainer) +
			 round * examples_per_round(trainer) + rank * n;
	zero_examples_fill(&trainer->examples, first, n, memory->activations[0], memory->labels);
	forward(trainer);
	double loss =
	    zero_loss(n, network->widths[network->n_layers], memory->activations[network->n_layers],
		      memory->labels, 1 / (float)zero_trainer_global_batch(trainer), deltas[0]);
	backward(trainer, round, deltas);
	return loss;
}

double zero_trainer_step(struct zero_trainer *trainer)
{
	double loss = 0;
	trainer->step++;
	for (size_t u = 0; u < trainer->plan->n_units; u++)
		trainer->units[u].n_reduced = 0;
	for (size_t round = 0; round < trainer->settings->accumulate; round++)
		loss += local_batch(trainer, round);
	/* In the order in which the reductions were begun. */
	for (size_t u = trainer->plan->n_units; u-- > 0;) {
		zero_unit_finish_reduce(trainer, u);
		update_unit(trainer, u);
		zero_unit_begin_refresh(trainer, u);
	}
	return zero_exchange_sum(trainer->exchange, loss) /
	       (double)zero_trainer_global_batch(trainer);
}
