#include "learn/mlp/mlp_net.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_mlp_net_init(struct cml_mlp_net *net, const struct cml_mlp_shape *shape,
				 struct cml_error *err)
{
	size_t n_strips = (shape->width + CML_MLP_LANES - 1) / CML_MLP_LANES, size;
	*net = (struct cml_mlp_net){.shape = *shape, .n_strips = n_strips};
	/* Of each strip the weights, the biases and those of the output; and the bias of that. */
	if (__builtin_mul_overflow(shape->n_inputs + 2, n_strips * CML_MLP_LANES, &size) ||
	    __builtin_add_overflow(size, CML_MLP_LANES, &net->n_parameters) ||
	    !CML_NEW_ALIGNED(&net->parameters, net->n_parameters))
		return cml_fail_memory(err);
	net->out_weight = cml_mlp_strip(net, n_strips);
	net->out_bias = net->out_weight + n_strips * CML_MLP_LANES;
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
	size_t width = net->shape.width, n_inputs = net->shape.n_inputs;
	for (size_t i = 0; i <= n_inputs; i++)
		for (size_t u = 0; u < width; u++)
			*cml_mlp_weight(net, i, u) = draw(random, n_inputs);
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
	size_t n_inputs = net->shape.n_inputs, n_strips = net->n_strips, n_entries;
	*pass = (struct cml_mlp_pass){.max_rows = max_rows,
				      .kernels = cml_mlp_kernels_up_to(CML_MLP_WIDEST)};
	if (__builtin_mul_overflow(n_features, max_rows, &n_entries) || n_entries > UINT32_MAX)
		return cml_fail_memory(err);
	pass->out = cml_aligned_new(max_rows * n_strips, CML_MLP_LANES * sizeof *pass->out);
	/* Bits are drawn two words at a time. */
	pass->keep = cml_array_new(max_rows * n_strips + 1, sizeof *pass->keep);
	pass->sums = cml_aligned_new(max_rows, CML_MLP_SUMS * sizeof *pass->sums);
	pass->score = cml_array_new(max_rows, sizeof *pass->score);
	pass->gradient = cml_aligned_new(CML_MLP_STRIP_SIZE(n_inputs), sizeof *pass->gradient);
	pass->by_weight = cml_aligned_new(n_strips, CML_MLP_LANES * sizeof *pass->by_weight);
	return allocate_sparse(&pass->inputs, max_rows, n_entries) &&
		       allocate_sparse(&pass->turned, n_inputs, n_entries) && pass->out &&
		       pass->keep && pass->sums && pass->score && pass->gradient && pass->by_weight
		   ? CML_OK
		   : cml_fail_memory(err);
}

static void release_sparse(struct cml_mlp_sparse *sparse)
{
	free(sparse->start);
	free(sparse->others);
	free(sparse->entries);
}

void cml_mlp_pass_release(struct cml_mlp_pass *pass)
{
	release_sparse(&pass->inputs);
	release_sparse(&pass->turned);
	free(pass->out);
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

/* Leaves partial sums of the scores. */
static void forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, const uint32_t *keep)
{
	size_t n_rows = pass->inputs.n_rows, n_inputs = net->shape.n_inputs;
	memset(pass->sums, 0, n_rows * CML_MLP_SUMS * sizeof *pass->sums);
	if (pass->score_only) {
		pass->kernels->score_inputs(&pass->inputs, n_inputs, net->n_strips, net->parameters,
					    net->out_weight, pass->sums);
		return;
	}
	for (size_t s = 0; s < net->n_strips; s++) {
		float *out = pass->out + s * n_rows * CML_MLP_LANES;
		pass->kernels->forward(&pass->inputs, n_inputs, cml_mlp_strip(net, s),
				       keep ? keep + s * n_rows : NULL, pass->scale, out);
		pass->kernels->score(n_rows, out, net->out_weight + s * CML_MLP_LANES, pass->sums);
	}
}

void cml_mlp_net_forward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass, double dropout,
			 struct cml_random *random)
{
	size_t n_rows = pass->inputs.n_rows;
	unsigned kept = (unsigned)lround(65536 * (1 - dropout));
	kept = kept > 0 ? kept : 1;
	pass->scale = 65536.0f / (float)kept;
	if (kept < 65536)
		draw_bits(random, kept, n_rows * net->n_strips, pass->keep);
	forward(net, pass, kept < 65536 ? pass->keep : NULL);
	for (size_t r = 0; r < n_rows; r++)
		pass->score[r] = *net->out_bias + cml_mlp_sum(pass->sums + r * CML_MLP_SUMS);
}

void cml_mlp_net_backward(const struct cml_mlp_net *net, struct cml_mlp_pass *pass,
			  const float *by_score, const struct cml_mlp_gradient_taker *taker)
{
	size_t n_rows = pass->inputs.n_rows, n_inputs = net->shape.n_inputs;
	_Alignas(CML_ALIGNMENT) float by_bias[CML_MLP_LANES] = {0};
	cml_mlp_transpose(&pass->inputs, n_inputs, &pass->turned);
	for (size_t s = 0; s < net->n_strips; s++) {
		size_t at = s * CML_MLP_LANES;
		float *out = pass->out + at * n_rows;
		pass->kernels->turn_back(n_rows, by_score, net->out_weight + at, pass->scale, out,
					 pass->by_weight + at);
		pass->kernels->gradient(&pass->turned, n_rows, out, pass->gradient);
		taker->take(taker->context, s * CML_MLP_STRIP_SIZE(n_inputs),
			    CML_MLP_STRIP_SIZE(n_inputs), pass->gradient);
	}
	for (size_t r = 0; r < n_rows; r++)
		by_bias[0] += by_score[r];
	taker->take(taker->context, (size_t)(net->out_weight - net->parameters),
		    net->n_strips * CML_MLP_LANES, pass->by_weight);
	taker->take(taker->context, (size_t)(net->out_bias - net->parameters), CML_MLP_LANES,
		    by_bias);
}
