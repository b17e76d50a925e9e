/* What a job may be told: a plain struct, which rank 0 reads from the command line and hands to
 * the others as it is. */
#ifndef ZERO_SETTINGS_H
#define ZERO_SETTINGS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network.h"
#include "shard_plan.h"

struct zero_settings {
	struct zero_network network;
	enum zero_strategy strategies[ZERO_MAX_LAYERS];
	size_t local_batch;           /* examples of a rank at a time */
	size_t accumulate;            /* local batches of a step */
	size_t bucket_bytes;          /* see shard_plan.h */
	bool overlap;                 /* communication goes on behind the computation */
	size_t blas_threads;          /* of each rank */
	size_t n_steps;               /* that are printed */
	size_t n_warmup;              /* steps before those */
	size_t memory_limit;          /* bytes of a rank; 0: none */
	float learning_rate, epsilon; /* of AdamW */
	uint64_t seed;
	const char *strategy_list; /* as given, until it is read; of no use to other ranks */
};

/* Fills *settings, the parser's input, with defaults and what the command line says; wrong options
 * end in argp_error. */
extern const struct argp zero_settings_argp;

#endif
