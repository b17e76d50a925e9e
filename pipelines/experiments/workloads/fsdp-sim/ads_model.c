#include "ads_model.h"

#include <assert.h>
#include <math.h>

/* Linear layers about 16,000 wide, as the 16,384 of Llama 3 405B; units of one
 * to two billion parameters, as the largest models of Zhao et al., "PyTorch
 * FSDP", VLDB 2023, have (a transformer block each). */
#define UNIT_PARAMS 1e9

/* Assumption, see README.md: all layers but the first have the same shape, as
 * in Wukong; the first takes in all raw features. */
#define FIRST_LAYER_PARAMS 10e9
#define LATER_LAYER_PARAMS 0.2e9

/* A unit is four linear layers with a ReLU each and one normalisation. What is
 * kept for the backward pass is the input of each, in BF16. */
#define LINEARS_PER_UNIT 4.0
#define TENSORS_PER_UNIT 5.0
#define BF16_BYTES 2.0

const struct sim_model sim_ads_model = {
    /* The paper, section 3.1: 73 billion dense parameters. What the layers do
     * not hold is an assumption: user-history encoders and feature projections
     * before them, a tower for each of the two tasks (CTR, CVR) behind. */
    .n_input_units = 41,
    .n_tower_units = 20,
    .unit_params = UNIT_PARAMS,
    .layer_params = {FIRST_LAYER_PARAMS, LATER_LAYER_PARAMS, LATER_LAYER_PARAMS, LATER_LAYER_PARAMS,
		     LATER_LAYER_PARAMS, LATER_LAYER_PARAMS, LATER_LAYER_PARAMS, LATER_LAYER_PARAMS,
		     LATER_LAYER_PARAMS, LATER_LAYER_PARAMS, LATER_LAYER_PARAMS},

    /* Zhang et al., "Wukong", ICML 2024, the internal data set: 720 features,
     * embedding dimension 160. Assumption: the first layer leaves a quarter. */
    .n_embeddings = 720,
    .n_compressed_embeddings = 180,
    .embedding_dim = 160,
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
	for (size_t i = 0; i < model->n_input_units; i++)
		units[n++] = make_unit(model->unit_params, SIM_FULL_SHARD);
	for (size_t i = 0; i < SIM_N_LAYERS; i++) {
		double params = model->layer_params[i];
		size_t parts = (size_t)ceil(params / model->unit_params);
		/* A Wukong layer keeps what enters it twice over: the factorization
		 * machine and the linear compression both read it. */
		double n_embeddings = i == 0 ? model->n_embeddings : model->n_compressed_embeddings;
		double embeddings = 2 * n_embeddings * model->embedding_dim * BF16_BYTES;
		assert(n + parts + model->n_tower_units <= SIM_MAX_UNITS);
		for (size_t part = 0; part < parts; part++)
			units[n++] = make_unit(params / (double)parts, strategies[i]);
		units[n - parts].activation_bytes += embeddings;
	}
	for (size_t i = 0; i < model->n_tower_units; i++)
		units[n++] = make_unit(model->unit_params, SIM_FULL_SHARD);
	return n;
}
