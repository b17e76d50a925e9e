/* The model that is trained: 73 billion dense parameters, of which 11 layers
 * have a strategy to choose, and embedding tables. Why the sizes are what they
 * are is told in README.md. Sources stand in ads_model.c. */
#ifndef SIM_ADS_MODEL_H
#define SIM_ADS_MODEL_H

#include <stddef.h>

enum { SIM_N_LAYERS = 11, SIM_MAX_UNITS = 128 };

/* How PyTorch FSDP keeps a module's parameters, gradients and optimizer state.
 * In the order of memory: least first. */
enum sim_strategy {
	SIM_FULL_SHARD,    /* ZeRO stage 3: gathered for each use */
	SIM_SHARD_GRAD_OP, /* ZeRO stage 2: gathered once a step, kept until its backward */
	SIM_NO_SHARD,      /* plain data parallelism: everything everywhere */
	SIM_N_STRATEGIES
};
const char *sim_strategy_name(enum sim_strategy strategy); /* "FULL_SHARD", ... */

/* A module that is wrapped, gathered and reduced as one. */
struct sim_unit {
	double params;
	double activation_bytes; /* kept for the backward pass, for one example */
	enum sim_strategy strategy;
};

struct sim_model {
	/* Modules before and after the layers, always FULL_SHARD. */
	size_t n_input_units;
	size_t n_tower_units;
	double unit_params;                /* parameters of each */
	double layer_params[SIM_N_LAYERS]; /* first layer first */

	double n_embeddings;            /* that enter the first layer */
	double n_compressed_embeddings; /* that enter each later one */
	double embedding_dim;
	double pooling; /* rows looked up for one embedding of one example */
	double row_bytes;
	double table_bytes;  /* all tables */
	double cached_share; /* one measured point of how skewed lookups are: */
	double cached_hits;  /* this share of the rows gets this share of lookups */
	double id_copies;    /* of the looked-up ids, in memory at once */
};

extern const struct sim_model sim_ads_model;

double sim_model_params(const struct sim_model *model); /* dense ones, in all */

/* The modules in order of their forward pass, each layer cut into equal units
 * of at most unit_params. units holds SIM_MAX_UNITS; returns their number. */
size_t sim_model_units(const struct sim_model *model, const enum sim_strategy *strategies,
		       struct sim_unit *units);

#endif
