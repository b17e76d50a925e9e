#include "ads_model.h"

#include <assert.h>
#include <math.h>

#define TOTAL_PARAMS 73e9 /* the paper, section 3.1: "excluding embeddings" */
#define N_INPUT_UNITS 40
#define N_TOWER_UNITS 20
/* Assumption, see README.md: a funnel, each layer with half the parameters of
 * the one before. */
#define FIRST_LAYER 5e9
#define LAYERS_PARAMS (FIRST_LAYER * (2 - 1 / 1024.0))

/* A unit is four linear layers with a ReLU each and one normalisation. What is
 * kept for the backward pass is the input of each, in BF16. */
#define LINEARS_PER_UNIT 4.0
#define TENSORS_PER_UNIT 5.0
#define BF16_BYTES 2.0

const struct sim_model sim_ads_model = {
    /* Assumption: the user-history encoders and feature projections before the
     * layers, and a tower each for the two tasks (CTR, CVR) behind them. */
    .n_input_units = N_INPUT_UNITS,
    .n_tower_units = N_TOWER_UNITS,
    /* 1.05e9: linear layers about 16,384 wide, as in Llama 3 405B; units of one
     * to two billion parameters as for the largest models of Zhao et al.,
     * "PyTorch FSDP", VLDB 2023 (one transformer block each). */
    .unit_params = (TOTAL_PARAMS - LAYERS_PARAMS) / (N_INPUT_UNITS + N_TOWER_UNITS),
    .layer_params = {FIRST_LAYER, FIRST_LAYER / 2, FIRST_LAYER / 4, FIRST_LAYER / 8,
		     FIRST_LAYER / 16, FIRST_LAYER / 32, FIRST_LAYER / 64, FIRST_LAYER / 128,
		     FIRST_LAYER / 256, FIRST_LAYER / 512, FIRST_LAYER / 1024},

    /* Zhang et al., "Wukong", ICML 2024, the internal data set: 720 features,
     * embedding dimension 160. Half the parameters is a width, and so a number
     * of embeddings, of 0.71. */
    .n_embeddings = 720,
    .embedding_dim = 160,
    .embedding_shrink = 0.7071,
    /* Mudigere et al., "Software-Hardware Co-design for Fast and Scalable
     * Training of Deep Learning Recommendation Models", ISCA 2022: 15 to 27
     * rows per lookup in their models; the largest has 12e12 parameters.
     * Half-precision rows, and one 4-byte state (row-wise Adagrad) for each. */
    .pooling = 20,
    .row_bytes = 160 * BF16_BYTES + 4,
    .table_bytes = 12e12 * (160 * BF16_BYTES + 4) / 160,
    /* Adnan et al., "Accelerating Recommendation System Training by Leveraging
     * Popular Choices", VLDB 2022: 6.8 % of the rows get 76 % of the accesses
     * (Criteo Kaggle). Between and beyond, a power law through it. */
    .cached_share = 0.068,
    .cached_hits = 0.76,
    /* TorchRec, planner/storage_reservations.py: two batches in the pipeline
     * with ten copies each, ids of eight bytes. */
    .id_copies = 20,
};

const char *sim_strategy_name(enum sim_strategy strategy)
{
	static const char *const names[SIM_N_STRATEGIES] = {"FULL_SHARD", "SHARD_GRAD_OP",
							    "NO_SHARD"};
	return names[strategy];
}

double sim_model_params(const struct sim_model *model)
{
	double params = (double)(model->n_input_units + model->n_tower_units) * model->unit_params;
	for (size_t i = 0; i < SIM_N_LAYERS; i++)
		params += model->layer_params[i];
	return params;
}

static struct sim_unit make_unit(double params, enum sim_strategy strategy)
{
	double width = sqrt(params / LINEARS_PER_UNIT);
	return (struct sim_unit){params, TENSORS_PER_UNIT * width * BF16_BYTES, strategy};
}

size_t sim_model_units(const struct sim_model *model, const enum sim_strategy *strategies,
		       struct sim_unit *units)
{
	size_t n = 0;
	double n_embeddings = model->n_embeddings;
	for (size_t i = 0; i < model->n_input_units; i++)
		units[n++] = make_unit(model->unit_params, SIM_FULL_SHARD);
	for (size_t i = 0; i < SIM_N_LAYERS; i++) {
		double params = model->layer_params[i];
		size_t parts = (size_t)ceil(params / model->unit_params);
		/* A Wukong layer keeps what enters it twice over: the factorization
		 * machine and the linear compression both read it. */
		double embeddings = 2 * n_embeddings * model->embedding_dim * BF16_BYTES;
		assert(n + parts + model->n_tower_units <= SIM_MAX_UNITS);
		for (size_t part = 0; part < parts; part++)
			units[n++] = make_unit(params / (double)parts, strategies[i]);
		units[n - parts].activation_bytes += embeddings;
		n_embeddings *= model->embedding_shrink;
	}
	for (size_t i = 0; i < model->n_tower_units; i++)
		units[n++] = make_unit(model->unit_params, SIM_FULL_SHARD);
	return n;
}
