/* How the layers of a network are kept and sent by n ranks: units, pieces and shards.
 *
 * A unit is what is gathered and reduced together (FSDP's flat parameter): one layer, or several
 * neighbours of the same strategy whose parameters fit into one bucket. A unit larger than a
 * bucket is cut into pieces of at most a bucket, a collective each. Of each piece, rank r owns
 * part r of n equal ones; its parts of all pieces, one behind the other, are its shard of the unit.
 *
 *     unit    | piece 0: rank 0, rank 1 | piece 1: rank 0, rank 1 | ...      n_floats
 *     shard   | part of piece 0 | part of piece 1 | ...                      n_floats / n_ranks
 *
 * Source: Rajbhandari et al., "ZeRO: Memory optimizations toward training trillion parameter
 * models", SC 2020, sections 5 and 7; Zhao et al., "PyTorch FSDP", VLDB 2023, section 3.2. */
#ifndef ZERO_SHARD_PLAN_H
#define ZERO_SHARD_PLAN_H

#include "base/error.h"
#include "network.h"

/* In the order of memory, least first. */
enum zero_strategy {
	ZERO_FULL_SHARD,    /* ZeRO stage 3: parameters are gathered for each pass */
	ZERO_SHARD_GRAD_OP, /* ZeRO stage 2: whole parameters; gradients and optimizer sharded */
	ZERO_NO_SHARD,      /* plain data parallelism: everything everywhere, gradients reduced */
	ZERO_N_STRATEGIES
};
const char *zero_strategy_name(enum zero_strategy strategy); /* "FULL_SHARD", ... */

struct zero_unit {
	enum zero_strategy strategy;
	size_t first_layer, n_layers;
	size_t n_params; /* of its layers */
	size_t n_floats; /* n_params and up to 16 floats for each rank, so that parts are equal */
	size_t n_owned;  /* floats that a rank's optimizer updates: all of NO_SHARD, else a shard */
	size_t piece_floats;          /* of each piece but the last, which may be shorter */
	size_t first_piece, n_pieces; /* numbered through all units */
};

/* Of a piece: where it lies in the unit, and where this rank's part lies in the shard. */
struct zero_piece {
	size_t offset, n_floats;
	size_t shard_offset, shard_floats;
};

struct zero_plan {
	const struct zero_network *network;
	size_t n_ranks;
	size_t n_units;
	struct zero_unit units[ZERO_MAX_LAYERS];
	size_t n_pieces; /* of all units */
	/* Room for whole units that are not kept whole. There are two of each when communication
	 * goes on behind the computation (the unit in use, and the next to be gathered or the
	 * last to be reduced), else one; none when no unit needs it. */
	size_t n_weight_slots, weight_slot_floats;     /* parameters of FULL_SHARD units */
	size_t n_gradient_slots, gradient_slot_floats; /* gradients of all but NO_SHARD units */
};

struct zero_plan_options {
	const enum zero_strategy *strategies; /* one for each layer */
	size_t bucket_bytes;                  /* at least 64 for each rank, or it counts as that */
	size_t n_ranks;
	bool overlap;
};

/* Keeps network. CML_BAD_USAGE when a piece has more floats than MPI can count. */
enum cml_result zero_plan_init(struct zero_plan *plan, const struct zero_network *network,
			       const struct zero_plan_options *options, struct cml_error *err);

struct zero_piece zero_plan_piece(const struct zero_plan *plan, size_t unit, size_t piece);

#endif
