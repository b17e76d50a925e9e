#include "learn/mlp/mlp_net.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_mlp_net_init(struct cml_mlp_net *net, const struct cml_mlp_shape *shape,
				 struct cml_error *err)
{
	*net = (struct cml_mlp_net){.shape = *shape};
	size_t n = CML_MLP_LANES, n_in = shape->n_inputs, size, n_strips = 0;
	for (size_t l = 0; l < shape->n_layers; l++) {
		n_strips = (shape->widths[l] + CML_MLP_LANES - 1) / CML_MLP_LANES;
		net->layers[l] = (struct cml_mlp_layer){.n_in = n_in, .n_strips = n_strips};
		if (__builtin_mul_overflow(n_in + 1, n_strips * CML_MLP_LANES, &size) ||
		    __builtin_add_overflow(n, size, &n))
			return cml_fail_memory(err);
		n_in = shape->widths[l];
	}
	n += n_strips * CML_MLP_LANES;
	if (!CML_NEW_ALIGNED(&net->parameters, n))
		return cml_fail_memory(err);
	net->n_parameters = n;
	float *next = net->parameters;
	for (size_t l = 0; l < shape->n_layers; l++) {
		struct cml_mlp_layer *layer = &net->layers[l];
		layer->strips = next;
		next += layer->n_strips * CML_MLP_STRIP_SIZE(layer->n_in);
	}
	net->out_weight = next;
	net->out_bias = next + n_strips * CML_MLP_LANES;
	return CML_OK;
}

void cml_mlp_net_release(struct cml_mlp_net *net)
{
	free(net->parameters);
	*net = (struct cml_mlp_net){0};
}

static float draw(struct cml_random *random, size_t n_in)
{
	double bound = 1 / sqrt((double)(n_in > 0 ? n_in : 1));
	return (float)(bound * (2 * cml_random_uniform(random) - 1));
}

void cml_mlp_net_randomise(struct cml_mlp_net *net, struct cml_random *random)
{
	size_t width = 0;
	for (size_t l = 0; l < net->shape.n_layers; l++) {
		const struct cml_mlp_layer *layer = &net->layers[l];
		width = net->shape.widths[l];
		for (size_t i = 0; i <= layer->n_in; i++)
			for (size_t u = 0; u < width; u++)
				*cml_mlp_weight(layer, i, u) = draw(random, layer->n_in);
	}
	for (size_t u = 0; u < width; u++)
		net->out_weight[u] = draw(random, width);
	*net->out_bias = draw(random, width);
}

static bool allocate_sparse(struct cml_mlp_sparse *sparse, size_t n_rows, size_t n_entries)
{
	return CML_NEW(&sparse->start, n_rows + 1) && CML_NEW(&sparse->others, n_rows) &&
	       CML_NEW(&sparse->entries, n_entries);
}

enum cml_result cml_mlp_pass_init(struct cml_mlp_pass *pass, const struct cml_mlp_net *net,
				  size_t max_rows, size_t n_features, struct cml_error *err)
{
	const struct cml_mlp_shape *shape = &net->shape;
	size_t widest = n_features, max_inputs = shape->n_inputs, max_strips = 0, n_entries;
	*pass = (struct cml_mlp_pass){.max_rows = max_rows,
				      .kernels = cml_mlp_kernels_up_to(CML_MLP_WIDEST)};
	for (size_t l = 0; l < shape->n_layers; l++) {
		size_t n_strips = net->layers[l].n_strips;
		max_strips = max_strips > n_strips ? max_strips : n_strips;
	}
	widest = widest > max_strips * CML_MLP_LANES ? widest : max_strips * CML_MLP_LANES;
	max_inputs = max_inputs > widest ? max_inputs : widest;
	if (__builtin_mul_overflow(widest, max_rows, &n_entries) || n_entries > UINT32_MAX)
		return cml_fail_memory(err);
	bool ok = allocate_sparse(&pass->turned, max_inputs, n_entries);
	for (size_t l = 0; ok && l < shape->n_layers; l++) {
		size_t width = l > 0 ? shape->widths[l - 1] : n_features;
		pass->out[l] = cml_aligned_new(max_rows * net->layers[l].n_strips,
					       CML_MLP_LANES * sizeof *pass->out[l]);
		ok = pass->out[l] && allocate_sparse(&pass->inputs[l], max_rows, max_rows * width);
	}
	/* Bits are drawn two words at a time. */
	pass->keep = cml_array_new(max_rows * max_strips + 1, sizeof *pass->keep);
	pass->sums = cml_aligned_new(max_rows, CML_MLP_SUMS * sizeof *pass->sums);
	pass->score = cml_array_new(max_rows, sizeof *pass->score);
	pass->gradient = cml_aligned_new(CML_MLP_STRIP_SIZE(max_inputs), sizeof *pass->gradient);
	pass->by_weight = cml_aligned_new(max_strips, CML_MLP_LANES * sizeof *pass->by_weight);
	if (ok && pass->keep && pass->sums && pass->score && pass->gradient && pass->by_weight)
		return CML_OK;
	cml_mlp_pass_release(pass);
	return cml_fail_memory(err);
}

void cml_mlp_pass_release(struct cml_mlp_pass *pass)
{
	for (size_t l = 0; l < CML_MLP_MAX_LAYERS; l++) {
		free(pass->inputs[l].start);
		free(pass->inputs[l].others);
		free(pass->inputs[l].entries);
		free(pass->out[l]);
	}
	free(pass->turned.start);
	free(pass->turned.others);
	free(pass->turned.entries);
	free(pass->keep);
	free(pass->sums);
	free(pass->score);
	free(pass->gradient);
	free(pass->by_weight);
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
static void compact(const float *out, size_t n_rows, size_t n_strips, struct cml_mlp_sparse *sparse)
{
	uint32_t n = 0;
	for (size_t r = 0; r < n_rows; r++) {
		sparse->start[r] = sparse->others[r] = n;
		for (size_t u = 0; u < n_strips * CML_MLP_LANES; u++) {
			float value = out[(u / CML_MLP_LANES * n_rows + r) * CML_MLP_LANES +
					  u % CML_MLP_LANES];
			if (value > 0)
				sparse->entries[n++] = (struct cml_mlp_entry){(uint32_t)u, value};
		}
	}
	sparse->start[n_rows] = n;
	sparse->n_rows = n_rows;
}

static const float *strip_of(const struct cml_mlp_layer *layer, size_t s)
{
	return layer->strips + s * CML_MLP_STRIP_SIZE(layer->n_in);
}

/* The last layer leaves partial sums of the scores. */
static void forward_layer(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, size_t l,
			  const uint32_t *keep)
{
	const struct cml_mlp_layer *layer = &net->layers[l];
	size_t n_rows = pass->inputs[l].n_rows;
	bool last = l + 1 == net->shape.n_layers;
	if (last)
		memset(pass->sums, 0, n_rows * CML_MLP_SUMS * sizeof *pass->sums);
	if (last && pass->score_only) {
		pass->kernels->score_inputs(&pass->inputs[l], layer->n_in, layer->n_strips,
					    layer->strips, net->out_weight, pass->sums);
		return;
	}
	for (size_t s = 0; s < layer->n_strips; s++) {
		float *out = pass->out[l] + s * n_rows * CML_MLP_LANES;
		pass->kernels->forward(&pass->inputs[l], layer->n_in, strip_of(layer, s),
				       keep ? keep + s * n_rows : NULL, pass->scale, out);
		if (last)
			pass->kernels->score(n_rows, out, net->out_weight + s * CML_MLP_LANES,
					     pass->sums);
	}
}

void cml_mlp_net_forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
			 struct cml_random *random)
{
	size_t n_rows = pass->inputs[0].n_rows;
	unsigned kept = (unsigned)lround(65536 * (1 - dropout));
	kept = kept > 0 ? kept : 1;
	pass->scale = 65536.0f / (float)kept;
	for (size_t l = 0; l < net->shape.n_layers; l++) {
		if (kept < 65536)
			draw_bits(random, kept, n_rows * net->layers[l].n_strips, pass->keep);
		forward_layer(net, pass, l, kept < 65536 ? pass->keep : NULL);
		if (l + 1 < net->shape.n_layers)
			compact(pass->out[l], n_rows, net->layers[l].n_strips,
				&pass->inputs[l + 1]);
	}
	for (size_t r = 0; r < n_rows; r++)
		pass->score[r] = *net->out_bias + cml_mlp_sum(pass->sums + r * CML_MLP_SUMS);
}

static void turn_back(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
		      const float *by_score, size_t s)
{
	size_t n_rows = pass->inputs[0].n_rows, at = s * CML_MLP_LANES;
	pass->kernels->turn_back(n_rows, by_score, net->out_weight + at, pass->scale,
				 pass->out[net->shape.n_layers - 1] + at * n_rows,
				 pass->by_weight + at);
}

/* From the gradients of a layer those of the units that fed it. */
static void feed_back(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, size_t l)
{
	const struct cml_mlp_layer *layer = &net->layers[l];
	const struct cml_mlp_sparse *inputs = &pass->inputs[l];
	for (size_t r = 0; r < inputs->n_rows; r++)
		for (uint32_t i = inputs->start[r]; i < inputs->start[r + 1]; i++) {
			size_t unit = inputs->entries[i].column, at = unit % CML_MLP_LANES;
			float by_unit = pass->kernels->dot(
			    layer->n_strips, cml_mlp_weight(layer, unit, 0),
			    CML_MLP_STRIP_SIZE(layer->n_in), pass->out[l] + r * CML_MLP_LANES,
			    inputs->n_rows * CML_MLP_LANES);
			at += (unit / CML_MLP_LANES * inputs->n_rows + r) * CML_MLP_LANES;
			pass->out[l - 1][at] = pass->scale * by_unit;
		}
}

void cml_mlp_net_backward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
			  const float *by_score, const struct cml_mlp_gradient_taker *taker)
{
	size_t n_rows = pass->inputs[0].n_rows, last = net->shape.n_layers - 1;
	_Alignas(CML_ALIGNMENT) float by_bias[CML_MLP_LANES] = {0};
	for (size_t s = 0; last > 0 && s < net->layers[last].n_strips; s++)
		turn_back(net, pass, by_score, s);
	for (size_t l = last + 1; l-- > 0;) {
		const struct cml_mlp_layer *layer = &net->layers[l];
		if (l > 0)
			feed_back(net, pass, l);
		cml_mlp_transpose(&pass->inputs[l], layer->n_in, &pass->turned);
		for (size_t s = 0; s < layer->n_strips; s++) {
			/* Of a single layer, while the strip is near. */
			if (last == 0)
				turn_back(net, pass, by_score, s);
			pass->kernels->gradient(&pass->turned, n_rows,
						pass->out[l] + s * n_rows * CML_MLP_LANES,
						pass->gradient);
			taker->take(taker->context, (size_t)(strip_of(layer, s) - net->parameters),
				    CML_MLP_STRIP_SIZE(layer->n_in), pass->gradient);
		}
	}
	for (size_t r = 0; r < n_rows; r++)
		by_bias[0] += by_score[r];
	taker->take(taker->context, (size_t)(net->out_weight - net->parameters),
		    net->layers[last].n_strips * CML_MLP_LANES, pass->by_weight);
	taker->take(taker->context, (size_t)(net->out_bias - net->parameters), CML_MLP_LANES,
		    by_bias);
}
