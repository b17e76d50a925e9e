/* One net: hidden layers of rectified linear units with dropout, one output.
 * All parameters are one aligned block of floats cut into views, so that a
 * gradient is a net too and an optimiser is one loop. */
#ifndef CML_MODEL_MLP_NET_H
#define CML_MODEL_MLP_NET_H

#include "base/error.h"
#include "base/random.h"
#include "model/mlp_kernels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CML_MLP_MAX_LAYERS 8
#define CML_MLP_MAX_WIDTH 4096

struct cml_mlp_shape {
	size_t n_inputs;
	size_t n_layers;                   /* hidden ones, 1 to CML_MLP_MAX_LAYERS */
	size_t widths[CML_MLP_MAX_LAYERS]; /* 1 to CML_MLP_MAX_WIDTH */
};

struct cml_mlp_net {
	struct cml_mlp_shape shape;
	size_t n_parameters; /* with padding, which is 0 */
	float *parameters;   /* owned; everything below points into it */
	struct cml_mlp_layer {
		size_t n_in;
		size_t stride; /* the width, rounded up to CML_MLP_LANES */
		float *weight; /* n_in x stride: a row for each input */
		float *bias;   /* stride */
	} layers[CML_MLP_MAX_LAYERS];
	float *out_weight; /* stride of the last layer */
	float *out_bias;   /* one number, then padding */
};

/* All parameters 0. */
enum cml_status cml_mlp_net_init(struct cml_mlp_net *net, const struct cml_mlp_shape *shape,
				 struct cml_error *err);
void cml_mlp_net_release(struct cml_mlp_net *net);

/* Weights and biases uniform in +-1 / sqrt(number of inputs of the layer), as
 * torch.nn.Linear. */
void cml_mlp_net_randomise(struct cml_mlp_net *net, struct cml_random *random);

/* Scratch of a training thread: the rows of a batch on their way through. */
struct cml_mlp_pass {
	size_t max_rows;
	struct cml_mlp_sparse inputs[CML_MLP_MAX_LAYERS]; /* of each layer; [0] is set by the
							   * caller */
	struct cml_mlp_sparse turned;
	float *out[CML_MLP_MAX_LAYERS]; /* rows x stride: activations, then gradients */
	uint32_t *keep;
	float *score; /* rows */
	float scale;  /* of the units that are not dropped */
};
/* For batches of at most max_rows rows of at most n_features entries. */
enum cml_status cml_mlp_pass_init(struct cml_mlp_pass *pass, const struct cml_mlp_net *net,
				  size_t max_rows, size_t n_features, struct cml_error *err);
void cml_mlp_pass_release(struct cml_mlp_pass *pass);

/* Scores of the rows in pass->inputs[0] into pass->score. Each hidden unit of
 * each row is dropped with probability dropout (in steps of 2^-16), the others
 * scaled up; dropout 0: none, and random may be NULL. */
void cml_mlp_net_forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
			 struct cml_random *random);

/* After forward: from the gradient of the loss by each score that by each
 * parameter. Every parameter of gradient is written. */
void cml_mlp_net_backward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
			  const float *by_score, struct cml_mlp_net *gradient);

#endif
