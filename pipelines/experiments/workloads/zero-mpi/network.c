#include "network.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "base/random.h"

size_t zero_layer_size(const struct zero_network *network, size_t layer)
{
	return (network->widths[layer] + 1) * network->widths[layer + 1];
}

size_t zero_network_max_width(const struct zero_network *network)
{
	size_t widest = 0;
	for (size_t l = 0; l <= network->n_layers; l++)
		widest = network->widths[l] > widest ? network->widths[l] : widest;
	return widest;
}

size_t zero_network_sum_width(const struct zero_network *network)
{
	size_t sum = 0;
	for (size_t l = 1; l <= network->n_layers; l++)
		sum += network->widths[l];
	return sum;
}

void zero_layer_init(const struct zero_network *network, size_t layer, uint64_t seed, float *params)
{
	size_t n_in = network->widths[layer], n_out = network->widths[layer + 1];
	double bound = sqrt(6 / (double)n_in);
	struct cml_random random;
	cml_random_init(&random, seed, layer);
	for (size_t i = 0; i < n_in * n_out; i++)
		params[i] = (float)(bound * (2 * cml_random_uniform(&random) - 1));
	memset(params + n_in * n_out, 0, n_out * sizeof *params);
}

void zero_layer_forward(const struct zero_network *network, size_t layer, size_t n,
			const float *params, const float *inputs, float *outputs)
{
	size_t n_in = network->widths[layer], n_out = network->widths[layer + 1];
	const float *bias = params + n_in * n_out;
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n_out, (int)n_in, 1,
		    inputs, (int)n_in, params, (int)n_in, 0, outputs, (int)n_out);
	float floor = layer + 1 < network->n_layers ? 0 : -INFINITY;
	for (size_t i = 0; i < n; i++) {
		float *row = outputs + i * n_out;
		for (size_t j = 0; j < n_out; j++) {
			float sum = row[j] + bias[j];
			row[j] = sum > floor ? sum : floor;
		}
	}
}

void zero_layer_backward(const struct zero_network *network, size_t layer, size_t n,
			 const struct zero_backward *pass)
{
	size_t n_in = network->widths[layer], n_out = network->widths[layer + 1];
	float *bias_gradient = pass->gradient + n_in * n_out;
	cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)n_out, (int)n_in, (int)n, 1,
		    pass->deltas, (int)n_out, pass->inputs, (int)n_in, pass->accumulate ? 1 : 0,
		    pass->gradient, (int)n_in);
	if (!pass->accumulate)
		memset(bias_gradient, 0, n_out * sizeof *bias_gradient);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n_out; j++)
			bias_gradient[j] += pass->deltas[i * n_out + j];
	if (pass->input_deltas == NULL)
		return;
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n_in, (int)n_out, 1,
		    pass->deltas, (int)n_out, pass->params, (int)n_in, 0, pass->input_deltas,
		    (int)n_in);
	for (size_t i = 0; i < n * n_in; i++)
		pass->input_deltas[i] = pass->inputs[i] > 0 ? pass->input_deltas[i] : 0;
}

double zero_loss(size_t n, size_t n_classes, const float *logits, const int32_t *labels,
		 float scale, float *deltas)
{
	double loss = 0;
	for (size_t i = 0; i < n; i++) {
		const float *row = logits + i * n_classes;
		float *delta = deltas + i * n_classes;
		float largest = row[0];
		for (size_t j = 1; j < n_classes; j++)
			largest = row[j] > largest ? row[j] : largest;
		delta[0] = expf(row[0] - largest);
		double sum = (double)delta[0];
		for (size_t j = 1; j < n_classes; j++) {
			delta[j] = expf(row[j] - largest);
			sum += (double)delta[j];
		}
		for (size_t j = 0; j < n_classes; j++)
			delta[j] *= (float)((double)scale / sum);
		delta[labels[i]] -= scale;
		loss += log(sum) - (double)(row[labels[i]] - largest);
	}
	return loss;
}
