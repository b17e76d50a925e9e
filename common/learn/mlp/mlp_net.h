/* One net: a hidden layer of rectified linear units with dropout, one output.
 * All parameters are one aligned block of floats: the strips of the layer (see
 * mlp_kernels.h), then the weights of the output, then its bias. So the
 * state of an optimiser is a net too, and a step of it one loop over any part. */
#ifndef CML_LEARN_MLP_MLP_NET_H
#define CML_LEARN_MLP_MLP_NET_H

#include "base/error.h"
#include "base/random.h"
#include "learn/mlp/mlp_kernels.h"

#define CML_MLP_MAX_WIDTH 4096

struct cml_mlp_shape {
	size_t n_inputs;
	size_t width; /* of the hidden layer, 1 to CML_MLP_MAX_WIDTH */
};

struct cml_mlp_net {
	struct cml_mlp_shape shape;
	size_t n_parameters; /* with padding, which is 0 */
	float *parameters;   /* owned: n_strips x CML_MLP_STRIP_SIZE(n_inputs), and the next two */
	size_t n_strips;     /* the width, rounded up to whole strips */
	float *out_weight;   /* n_strips x CML_MLP_LANES */
	float *out_bias;     /* one number, then padding */
};

/* Strip s of the layer. */
static inline float *cml_mlp_strip(const struct cml_mlp_net *net, size_t s)
{
	return net->parameters + s * CML_MLP_STRIP_SIZE(net->shape.n_inputs);
}

/* The weight that takes input to unit; input n_inputs: the unit's bias. */
static inline float *cml_mlp_weight(const struct cml_mlp_net *net, size_t input, size_t unit)
{
	return cml_mlp_strip(net, unit / CML_MLP_LANES) + input * CML_MLP_LANES +
	       unit % CML_MLP_LANES;
}

/* All parameters 0. */
enum cml_result cml_mlp_net_init(struct cml_mlp_net *net, const struct cml_mlp_shape *shape,
				 struct cml_error *err);
void cml_mlp_net_release(struct cml_mlp_net *net);

/* Weights and biases uniform in +-1 / sqrt(number of inputs of the layer), as
 * torch.nn.Linear. */
void cml_mlp_net_randomise(struct cml_mlp_net *net, struct cml_random *random);

/* Scratch of a thread: the rows of a batch on their way through. */
struct cml_mlp_pass {
	size_t max_rows;
	const struct cml_mlp_kernels *kernels;
	bool score_only;              /* forward only: out is not used, and nothing is dropped */
	struct cml_mlp_sparse inputs; /* set by the caller */
	struct cml_mlp_sparse turned;
	/* Activations, then gradients: strip after strip, rows x CML_MLP_LANES. */
	float *out;
	uint32_t *keep;   /* strips x rows: a bit for each unit; NULL: without dropout */
	float *sums;      /* rows x CML_MLP_SUMS */
	float *score;     /* rows */
	float *gradient;  /* of a strip */
	float *by_weight; /* gradient of the weights of the output */
	float scale;      /* of the units that are not dropped */
};
/* For batches of at most max_rows rows of at most n_features entries. */
enum cml_result cml_mlp_pass_init(struct cml_mlp_pass *pass, const struct cml_mlp_net *net,
				  size_t max_rows, size_t n_features, struct cml_error *err);
void cml_mlp_pass_release(struct cml_mlp_pass *pass);

/* Scores of the rows in pass->inputs into pass->score. Each hidden unit of
 * each row is dropped with probability dropout (in steps of 2^-16), the others
 * scaled up; dropout 0: none, and random may be NULL. */
void cml_mlp_net_forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
			 struct cml_random *random);

/* After forward: from the gradient of the loss by each score that by each
 * parameter. take is called once for every part [at, at + n) of the parameters,
 * n a multiple of CML_MLP_LANES, with its gradient; it may change that part of the net at
 * once, while it is in the nearest cache: nothing reads it afterwards. */
struct cml_mlp_gradient_taker {
	void (*take)(void *context, size_t at, size_t n, const float *gradient);
	void *context;
};
void cml_mlp_net_backward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
			  const float *by_score, const struct cml_mlp_gradient_taker *taker);

#endif
