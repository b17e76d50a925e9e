#include "model/mlp_net.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t round_up(size_t width)
{
	return (width + CML_MLP_LANES - 1) / CML_MLP_LANES * CML_MLP_LANES;
}

enum cml_status cml_mlp_net_init(struct cml_mlp_net *net, const struct cml_mlp_shape *shape,
				 struct cml_error *err)
{
	*net = (struct cml_mlp_net){.shape = *shape};
	size_t n = CML_MLP_LANES, n_in = shape->n_inputs, size;
	for (size_t l = 0; l < shape->n_layers; l++) {
		size_t stride = round_up(shape->widths[l]);
		net->layers[l] = (struct cml_mlp_layer){.n_in = n_in, .stride = stride};
		if (__builtin_mul_overflow(n_in + 2, stride, &size) ||
		    __builtin_add_overflow(n, size, &n))
			return cml_fail_memory(err);
		n_in = shape->widths[l];
	}
	net->parameters = cml_aligned_new(n, sizeof *net->parameters);
	if (!net->parameters)
		return cml_fail_memory(err);
	net->n_parameters = n;
	float *next = net->parameters;
	for (size_t l = 0; l < shape->n_layers; l++) {
		struct cml_mlp_layer *layer = &net->layers[l];
		layer->weight = next;
		layer->bias = next + layer->n_in * layer->stride;
		next = layer->bias + layer->stride;
	}
	net->out_weight = next;
	net->out_bias = next + net->layers[shape->n_layers - 1].stride;
	return CML_OK;
}

void cml_mlp_net_release(struct cml_mlp_net *net)
{
	free(net->parameters);
	*net = (struct cml_mlp_net){0};
}

static void draw(struct cml_random *random, size_t n, size_t n_in, float *values)
{
	double bound = 1 / sqrt((double)(n_in > 0 ? n_in : 1));
	for (size_t i = 0; i < n; i++)
		values[i] = (float)(bound * (2 * cml_random_uniform(random) - 1));
}

void cml_mlp_net_randomise(struct cml_mlp_net *net, struct cml_random *random)
{
	size_t width = 0;
	for (size_t l = 0; l < net->shape.n_layers; l++) {
		struct cml_mlp_layer *layer = &net->layers[l];
		width = net->shape.widths[l];
		for (size_t i = 0; i < layer->n_in; i++)
			draw(random, width, layer->n_in, layer->weight + i * layer->stride);
		draw(random, width, layer->n_in, layer->bias);
	}
	draw(random, width, width, net->out_weight);
	draw(random, 1, width, net->out_bias);
}

static bool allocate_sparse(struct cml_mlp_sparse *sparse, size_t n_rows, size_t n_entries)
{
	sparse->start = cml_array_new(n_rows + 1, sizeof *sparse->start);
	sparse->entries = cml_array_new(n_entries, sizeof *sparse->entries);
	return sparse->start && sparse->entries;
}

enum cml_status cml_mlp_pass_init(struct cml_mlp_pass *pass, const struct cml_mlp_net *net,
				  size_t max_rows, size_t n_features, struct cml_error *err)
{
	const struct cml_mlp_shape *shape = &net->shape;
	size_t widest = n_features, n_entries, most_inputs = shape->n_inputs;
	*pass = (struct cml_mlp_pass){.max_rows = max_rows};
	for (size_t l = 0; l < shape->n_layers; l++)
		widest = widest > net->layers[l].stride ? widest : net->layers[l].stride;
	most_inputs = most_inputs > widest ? most_inputs : widest;
	if (__builtin_mul_overflow(widest, max_rows, &n_entries) || n_entries > UINT32_MAX)
		return cml_fail_memory(err);
	bool ok = allocate_sparse(&pass->turned, most_inputs, n_entries);
	for (size_t l = 0; ok && l < shape->n_layers; l++) {
		size_t n_out = max_rows * net->layers[l].stride;
		pass->out[l] = cml_aligned_new(n_out, sizeof *pass->out[l]);
		ok = pass->out[l] && allocate_sparse(&pass->inputs[l], max_rows,
						     l == 0 ? max_rows * n_features
							    : max_rows * net->layers[l - 1].stride);
	}
	pass->keep = cml_array_new(n_entries / CML_MLP_LANES + 2, sizeof *pass->keep);
	pass->score = cml_array_new(max_rows, sizeof *pass->score);
	if (ok && pass->keep && pass->score)
		return CML_OK;
	cml_mlp_pass_release(pass);
	return cml_fail_memory(err);
}

void cml_mlp_pass_release(struct cml_mlp_pass *pass)
{
	for (size_t l = 0; l < CML_MLP_MAX_LAYERS; l++) {
		free(pass->inputs[l].start);
		free(pass->inputs[l].entries);
		free(pass->out[l]);
	}
	free(pass->turned.start);
	free(pass->turned.entries);
	free(pass->keep);
	free(pass->score);
	*pass = (struct cml_mlp_pass){0};
}

/* Words of bits that are 1 with probability kept / 65536: the binary digits of
 * that number from the last one on, each halving what is there (and) or what is
 * not (or). One random word for one half, 16 at most. */
static void draw_bits(struct cml_random *random, unsigned kept, size_t n_words, uint32_t *words)
{
	unsigned lowest = (unsigned)__builtin_ctz(kept);
	for (size_t i = 0; i < n_words; i += 2) {
		uint64_t bits = lowest < 16 ? 0 : UINT64_MAX;
		for (unsigned digit = lowest; digit < 16; digit++) {
			uint64_t word = cml_random_next(random);
			bits = kept >> digit & 1 ? bits | word : bits & word;
		}
		words[i] = (uint32_t)bits;
		words[i + 1] = (uint32_t)(bits >> 32);
	}
}

/* Units that are not 0 as the sparse inputs of the next layer. */
static void compact(const float *out, size_t n_rows, size_t stride, struct cml_mlp_sparse *sparse)
{
	uint32_t n = 0;
	for (size_t r = 0; r < n_rows; r++) {
		sparse->start[r] = n;
		for (size_t u = 0; u < stride; u++) {
			float value = out[r * stride + u];
			if (value > 0)
				sparse->entries[n++] = (struct cml_mlp_entry){(uint32_t)u, value};
		}
	}
	sparse->start[n_rows] = n;
	sparse->n_rows = n_rows;
}

void cml_mlp_net_forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
			 struct cml_random *random)
{
	size_t n_rows = pass->inputs[0].n_rows;
	unsigned kept = (unsigned)lround(65536 * (1 - dropout));
	kept = kept > 0 ? kept : 1;
	pass->scale = 65536.0f / (float)kept;
	size_t last = net->shape.n_layers - 1;
	for (size_t l = 0; l <= last; l++) {
		const struct cml_mlp_layer *layer = &net->layers[l];
		size_t n = n_rows * layer->stride;
		cml_mlp_product(&pass->inputs[l], layer->weight, layer->stride, layer->bias,
				pass->out[l]);
		if (kept < 65536)
			draw_bits(random, kept, n / CML_MLP_LANES, pass->keep);
		cml_mlp_activate(n, pass->out[l], kept < 65536 ? pass->keep : NULL, pass->scale);
		if (l < last)
			compact(pass->out[l], n_rows, layer->stride, &pass->inputs[l + 1]);
	}
	size_t stride = net->layers[last].stride;
	for (size_t r = 0; r < n_rows; r++)
		pass->score[r] = *net->out_bias +
				 cml_mlp_dot(stride, pass->out[last] + r * stride, net->out_weight);
}

/* From the gradients of a layer those of the units that fed it. */
static void feed_back(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, size_t l)
{
	const struct cml_mlp_layer *layer = &net->layers[l];
	const struct cml_mlp_sparse *inputs = &pass->inputs[l];
	size_t below = net->layers[l - 1].stride;
	for (size_t r = 0; r < inputs->n_rows; r++)
		for (uint32_t i = inputs->start[r]; i < inputs->start[r + 1]; i++) {
			size_t unit = inputs->entries[i].column;
			pass->out[l - 1][r * below + unit] =
			    pass->scale * cml_mlp_dot(layer->stride,
						      layer->weight + unit * layer->stride,
						      pass->out[l] + r * layer->stride);
		}
}

void cml_mlp_net_backward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
			  const float *by_score, struct cml_mlp_net *gradient)
{
	size_t n_rows = pass->inputs[0].n_rows;
	size_t last = net->shape.n_layers - 1;
	size_t stride = net->layers[last].stride;
	memset(gradient->out_weight, 0, stride * sizeof *gradient->out_weight);
	*gradient->out_bias = 0;
	for (size_t r = 0; r < n_rows; r++) {
		*gradient->out_bias += by_score[r];
		cml_mlp_turn_back(stride, pass->out[last] + r * stride, net->out_weight,
				  by_score[r], pass->scale, gradient->out_weight);
	}
	for (size_t l = last + 1; l-- > 0;) {
		const struct cml_mlp_layer *layer = &gradient->layers[l];
		memset(layer->bias, 0, layer->stride * sizeof *layer->bias);
		for (size_t r = 0; r < n_rows; r++)
			cml_mlp_add(layer->stride, pass->out[l] + r * layer->stride, layer->bias);
		cml_mlp_transpose(&pass->inputs[l], layer->n_in, &pass->turned);
		cml_mlp_product(&pass->turned, pass->out[l], layer->stride, NULL, layer->weight);
		if (l > 0)
			feed_back(net, pass, l);
	}
}
