#include "model/mlp_model.h"

#include "base/memory.h"
#include "model/gbt_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Features turned into inputs at a time. */
#define BLOCK 256

void cml_mlp_model_free(void *state)
{
	struct cml_mlp_model *mlp = state;
	if (!mlp)
		return;
	for (size_t m = 0; mlp->members && m < mlp->n_members; m++)
		cml_mlp_net_release(&mlp->members[m].net);
	free(mlp->members);
	cml_mlp_input_release(&mlp->input);
	cml_mlp_scale_release(&mlp->scale);
	free(mlp);
}

/* The first layer from features, the others from the units of the one before;
 * activations live on the stack. */
static double output_of(const struct cml_mlp_model *mlp, const struct cml_mlp_net *net,
			const float *x)
{
	_Alignas(CML_ALIGNMENT) float rooms[2][CML_MLP_MAX_WIDTH];
	struct cml_mlp_entry entries[BLOCK];
	uint32_t start[2] = {0};
	struct cml_mlp_sparse row = {.n_rows = 1, .start = start, .entries = entries};
	const float *below = x;
	for (size_t l = 0; l < net->shape.n_layers; l++) {
		const struct cml_mlp_layer *layer = &net->layers[l];
		float *out = rooms[l % 2];
		const float *first = layer->bias;
		size_t n_in = l == 0 ? mlp->input.n_features : layer->n_in;
		for (size_t at = 0; at < n_in || first != out; at += BLOCK) {
			size_t n = n_in - at < BLOCK ? n_in - at : BLOCK;
			start[1] = 0;
			if (l == 0)
				start[1] =
				    (uint32_t)cml_mlp_input_row(&mlp->input, x, at, n, entries);
			for (size_t u = at; l > 0 && u < at + n; u++)
				if (below[u] > 0)
					entries[start[1]++] =
					    (struct cml_mlp_entry){(uint32_t)u, below[u]};
			cml_mlp_product(&row, layer->weight, layer->stride, first, out);
			first = out;
		}
		cml_mlp_activate(layer->stride, out, NULL, 1);
		below = out;
	}
	size_t stride = net->layers[net->shape.n_layers - 1].stride;
	return (double)(*net->out_bias + cml_mlp_dot(stride, below, net->out_weight));
}

void cml_mlp_model_output(const struct cml_mlp_model *mlp, size_t member, size_t n, const float *x,
			  double *output)
{
	for (size_t i = 0; i < n; i++)
		output[i] =
		    output_of(mlp, &mlp->members[member].net, x + i * mlp->input.n_features);
}

/* Source of the running variance: B. P. Welford, 1962. */
void cml_mlp_model_score(const struct cml_mlp_model *mlp, size_t n, const float *x, double *mean,
			 double *sd)
{
	for (size_t i = 0; i < n; i++)
		mean[i] = sd[i] = 0;
	for (size_t m = 0; m < mlp->n_members; m++) {
		const struct cml_mlp_member *member = &mlp->members[m];
		for (size_t i = 0; i < n; i++) {
			double output = output_of(mlp, &member->net, x + i * mlp->input.n_features);
			double score = (output - member->offset) * member->factor;
			double away = score - mean[i];
			mean[i] += away / (double)(m + 1);
			sd[i] += away * (score - mean[i]);
		}
	}
	for (size_t i = 0; i < n; i++)
		sd[i] = mlp->n_members > 1 ? sqrt(sd[i] / (double)(mlp->n_members - 1)) : NAN;
}

void cml_mlp_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_mlp_model *mlp = state;
	double slope;
	cml_mlp_model_score(mlp, n, x, mean, sd);
	for (size_t i = 0; i < n; i++) {
		double value = cml_mlp_scale_at(&mlp->scale, mean[i], &slope);
		mean[i] = mlp->minimize ? -value : value;
		sd[i] *= slope;
	}
}

/* Calls visit for every parameter that is no padding, in a fixed order. */
static bool each_parameter(const struct cml_mlp_net *net, bool (*visit)(void *, float *),
			   void *context)
{
	size_t width = 0;
	for (size_t l = 0; l < net->shape.n_layers; l++) {
		const struct cml_mlp_layer *layer = &net->layers[l];
		width = net->shape.widths[l];
		for (size_t i = 0; i <= layer->n_in; i++) /* the bias comes after the weights */
			for (size_t u = 0; u < width; u++)
				if (!visit(context, layer->weight + i * layer->stride + u))
					return false;
	}
	for (size_t u = 0; u < width; u++)
		if (!visit(context, net->out_weight + u))
			return false;
	return visit(context, net->out_bias);
}

static bool put_parameter(void *context, float *parameter)
{
	return cml_gbt_put_float(context, *parameter);
}

static bool take_parameter(void *context, float *parameter)
{
	return cml_gbt_take_float(context, parameter) && isfinite(*parameter);
}

enum cml_status cml_mlp_model_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	bool ok = cml_gbt_put_u32(out, (uint32_t)mlp->input.n_features) &&
		  cml_gbt_put_u32(out, mlp->minimize) &&
		  cml_gbt_put_u32(out, (uint32_t)mlp->n_members) &&
		  cml_gbt_put_u32(out, (uint32_t)shape->n_layers);
	for (size_t l = 0; ok && l < shape->n_layers; l++)
		ok = cml_gbt_put_u32(out, (uint32_t)shape->widths[l]);
	if (!ok)
		return cml_fail_memory(err);
	if (cml_mlp_input_save(&mlp->input, out, err) != CML_OK)
		return err->status;
	for (size_t m = 0; m < mlp->n_members; m++) {
		const struct cml_mlp_member *member = &mlp->members[m];
		if (!cml_gbt_put_double(out, member->offset) ||
		    !cml_gbt_put_double(out, member->factor) ||
		    !each_parameter(&member->net, put_parameter, out))
			return cml_fail_memory(err);
	}
	return cml_mlp_scale_save(&mlp->scale, out, err);
}

static enum cml_status fail_load(struct cml_error *err, const char *what)
{
	return cml_fail(err, CML_BAD_DATA,
			"the parameters of the mlp model do not hold together: %s", what);
}

static enum cml_status load_member(struct cml_mlp_member *member, const struct cml_mlp_shape *shape,
				   struct cml_slice *bytes, struct cml_error *err)
{
	size_t n_in = shape->n_inputs, n = 1;
	for (size_t l = 0; l < shape->n_layers; n_in = shape->widths[l++])
		n += (n_in + 1) * shape->widths[l];
	if (n + n_in > bytes->size / sizeof(float))
		return fail_load(err, "they are cut short");
	if (cml_mlp_net_init(&member->net, shape, err) != CML_OK)
		return err->status;
	if (!cml_gbt_take_double(bytes, &member->offset) ||
	    !cml_gbt_take_double(bytes, &member->factor) || !isfinite(member->offset) ||
	    !isfinite(member->factor) || !each_parameter(&member->net, take_parameter, bytes))
		return fail_load(err, "a weight is missing or not a number");
	return CML_OK;
}

static enum cml_status load_shape(struct cml_mlp_shape *shape, struct cml_slice *bytes,
				  struct cml_error *err)
{
	uint32_t n_layers, width;
	if (!cml_gbt_take_u32(bytes, &n_layers) || n_layers == 0 || n_layers > CML_MLP_MAX_LAYERS)
		return fail_load(err, "no such number of layers is possible");
	shape->n_layers = n_layers;
	for (size_t l = 0; l < n_layers; l++) {
		if (!cml_gbt_take_u32(bytes, &width) || width == 0 || width > CML_MLP_MAX_WIDTH)
			return fail_load(err, "no such width of a layer is possible");
		shape->widths[l] = width;
	}
	return CML_OK;
}

static enum cml_status load_parts(struct cml_mlp_model *mlp, struct cml_slice *bytes,
				  size_t n_features, struct cml_error *err)
{
	struct cml_mlp_shape shape = {0};
	uint32_t n_own_features, minimize, n_members;
	if (!cml_gbt_take_u32(bytes, &n_own_features) || !cml_gbt_take_u32(bytes, &minimize) ||
	    !cml_gbt_take_u32(bytes, &n_members))
		return fail_load(err, "they are cut short");
	if (n_own_features != n_features)
		return fail_load(err, "they are for another number of features");
	if (n_members == 0 || n_members > bytes->size / sizeof(double) || minimize > 1)
		return fail_load(err, "they are cut short");
	if (load_shape(&shape, bytes, err) != CML_OK ||
	    cml_mlp_input_load(&mlp->input, bytes, n_features, err) != CML_OK)
		return err->status;
	shape.n_inputs = mlp->input.n_inputs;
	mlp->minimize = minimize == 1;
	mlp->members = cml_array_new(n_members, sizeof *mlp->members);
	if (!mlp->members)
		return cml_fail_memory(err);
	mlp->n_members = n_members;
	for (size_t m = 0; m < n_members; m++)
		if (load_member(&mlp->members[m], &shape, bytes, err) != CML_OK)
			return err->status;
	if (cml_mlp_scale_load(&mlp->scale, bytes, err) != CML_OK)
		return err->status;
	return bytes->size == 0 ? CML_OK : fail_load(err, "bytes are left over");
}

enum cml_status cml_mlp_model_load(void **state, struct cml_slice bytes, size_t n_features,
				   struct cml_error *err)
{
	struct cml_mlp_model *mlp = cml_array_new(1, sizeof *mlp);
	if (!mlp)
		return cml_fail_memory(err);
	if (load_parts(mlp, &bytes, n_features, err) != CML_OK) {
		cml_mlp_model_free(mlp);
		return err->status;
	}
	*state = mlp;
	return CML_OK;
}

enum cml_status cml_mlp_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err)
{
	(void)feature_names;
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	bool ok = cml_buffer_printf(text, "nets %zu, inputs %zu, hidden units", mlp->n_members,
				    shape->n_inputs);
	for (size_t l = 0; ok && l < shape->n_layers; l++)
		ok = cml_buffer_printf(text, "%s%zu", l > 0 ? "," : " ", shape->widths[l]);
	ok = ok && cml_buffer_append_string(text, "\n");
	return ok ? CML_OK : cml_fail_memory(err);
}
