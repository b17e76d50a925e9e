/* Training one net: epochs of shuffled batches. */
#ifndef CML_LEARN_MLP_MLP_TRAIN_H
#define CML_LEARN_MLP_MLP_TRAIN_H

#include "learn/data/dataset.h"
#include "learn/mlp/mlp_input.h"
#include "learn/mlp/mlp_loss.h"
#include "learn/mlp/mlp_net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cml_mlp_options {
	size_t n_members;
	size_t n_layers;
	size_t widths[CML_MLP_MAX_LAYERS];
	double dropout;
	double learning_rate;
	double weight_decay;
	size_t batch_size;
	size_t n_epochs;
	enum cml_mlp_loss loss;
	double margin;
	size_t patience; /* epochs; 0: no row is held out */
	double validation_fraction;
};

struct cml_mlp_trained;
struct cml_mlp_training {
	const struct cml_mlp_options *options;
	const struct cml_dataset *data;
	const struct cml_mlp_input *input;
	const double *target; /* n_rows: large is good, or standardised, as the loss asks */
	uint64_t seed;
	size_t member; /* number of the net: its stream of random numbers */
	/* After each epoch, with what it gave so far; NULL: none. held_out_loss is that of
	 * the epoch, NaN without held-out rows. */
	void (*epoch_done)(void *context, const struct cml_mlp_trained *trained,
			   double held_out_loss);
	void *context;
};

struct cml_mlp_trained {
	struct cml_mlp_net net;
	size_t n_epochs;      /* run */
	double training_loss; /* mean over the batches of the last epoch; NaN: none had one */
	bool diverged;        /* a parameter is not finite */
	double held_out_loss; /* of the net kept; NaN: nothing held out */
};

/* trained is zeroed. With patience the net of the best epoch is kept. At least
 * one row always trains. */
enum cml_result cml_mlp_train(const struct cml_mlp_training *training,
			      struct cml_mlp_trained *trained, struct cml_error *err);

#endif
