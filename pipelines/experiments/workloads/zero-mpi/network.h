/* A network of fully connected layers: y = relu(W x + b), the last one without relu, and the
 * cross entropy of its softmax. Nothing here knows of other ranks.
 *
 * A layer's parameters are one flat array: W, n_out rows of n_in, then b, n_out. Matrices of
 * examples are row-major, an example per row. All products are OpenBLAS's. */
#ifndef ZERO_NETWORK_H
#define ZERO_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZERO_MAX_LAYERS = 64 };

struct zero_network {
	size_t n_layers;
	size_t widths[ZERO_MAX_LAYERS + 1]; /* of the input, then of each layer's output */
};

/* Number of parameters of a layer: (n_in + 1) * n_out. */
size_t zero_layer_size(const struct zero_network *network, size_t layer);

/* Largest width of all, and the sum of the widths of all layers' outputs. */
size_t zero_network_max_width(const struct zero_network *network);
size_t zero_network_sum_width(const struct zero_network *network);

/* Weights uniform in +-sqrt(6 / n_in), biases 0; a function of seed and layer.
 * Source: He et al., "Delving deep into rectifiers", ICCV 2015. */
void zero_layer_init(const struct zero_network *network, size_t layer, uint64_t seed,
		     float *params);

/* inputs: n x n_in; outputs: n x n_out, written. */
void zero_layer_forward(const struct zero_network *network, size_t layer, size_t n,
			const float *params, const float *inputs, float *outputs);

/* deltas: n x n_out, derivatives of the loss by the layer's sums W x + b. gradient (as params)
 * gets the derivatives by the parameters: added when accumulate, else written. input_deltas:
 * n x n_in, written, by the sums of the layer before; NULL for the first layer. */
struct zero_backward {
	const float *params, *inputs, *deltas;
	float *gradient, *input_deltas;
	bool accumulate;
};
void zero_layer_backward(const struct zero_network *network, size_t layer, size_t n,
			 const struct zero_backward *pass);

/* Sum of the cross entropies of n examples. logits: n x n_classes; labels: n, below n_classes;
 * deltas: n x n_classes, derivatives of scale * the sum by the logits, written. */
double zero_loss(size_t n, size_t n_classes, const float *logits, const int32_t *labels,
		 float scale, float *deltas);

#endif
