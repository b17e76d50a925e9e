/* Training one net: epochs of shuffled batches. */
#ifndef CML_LEARN_MLP_MLP_TRAIN_H
#define CML_LEARN_MLP_MLP_TRAIN_H

#include "learn/data/dataset.h"
#include "learn/mlp/mlp_input.h"
#include "learn/mlp/mlp_net.h"

struct cml_mlp_options {
	size_t n_members;
	size_t width;
	double dropout;
	double learning_rate;
	double weight_decay;
	size_t batch_size;
	size_t n_epochs;
	double margin;
};

struct cml_mlp_training {
	const struct cml_mlp_options *options;
	const struct cml_dataset *data;
	const struct cml_mlp_input *input;
	const double *target; /* n_rows: large is good */
	uint64_t seed;
	size_t member; /* number of the net: its stream of random numbers */
	void (*epoch_done)(const void *context); /* after each epoch; NULL: none */
	const void *context;
};

struct cml_mlp_trained {
	struct cml_mlp_net net;
	double training_loss; /* mean over the batches of the last epoch; NaN: none had one */
	bool diverged;        /* a parameter is not finite */
};

/* trained is zeroed. */
enum cml_result cml_mlp_train(const struct cml_mlp_training *training,
			      struct cml_mlp_trained *trained, struct cml_error *err);

/* The mean over all pairs i < j of the batch with different targets of
 * max(0, margin - (score of the larger target - score of the smaller one)), as
 * torch.nn.MarginRankingLoss; a pair counts as the product of its weights.
 * gradient[n] is out; *loss is in the unit of the scores. False, and no loss
 * written, when no two targets differ. O(n^2). */
bool cml_mlp_margin_rank(size_t n, const float *score, const double *target, const double *weight,
			 double margin, float *gradient, double *loss);

#endif
