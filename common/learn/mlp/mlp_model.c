#include "learn/mlp/mlp_model.h"

#include "base/memory.h"
#include "learn/predictor/ensemble.h"
#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Rows that pass through a net together, at most; fewer when they are wide. */
#define MAX_ROWS 128
#define MAX_ENTRIES CML_MLP_MAX_FEATURES

void cml_mlp_model_free(void *state)
{
	struct cml_mlp_model *mlp = state;
	if (!mlp)
		return;
	for (size_t m = 0; mlp->members && m < mlp->n_members; m++)
		cml_mlp_net_release(&mlp->members[m].net);
	free(mlp->members);
	cml_mlp_input_release(&mlp->input);
	cml_mlp_curve_release(&mlp->curve);
	free(mlp);
}

/* Room for a pass of rows that fit, on the stack of the caller. */
struct room {
	_Alignas(CML_ALIGNMENT) float out[2][MAX_ENTRIES];
	_Alignas(CML_ALIGNMENT) float sums[MAX_ROWS * CML_MLP_SUMS];
	struct cml_mlp_entry entries[2][MAX_ENTRIES];
	uint32_t start[2][MAX_ROWS + 1];
	uint32_t others[2][MAX_ROWS];
	uint32_t shared[MAX_ROWS];
	float score[MAX_ROWS];
};

static struct cml_mlp_pass pass_in(struct room *room, const struct cml_mlp_input *input,
				   const struct cml_mlp_net *net)
{
	const struct cml_mlp_shape *shape = &net->shape;
	struct cml_mlp_pass pass = {.kernels = cml_mlp_kernels_up_to(CML_MLP_WIDEST),
				    .score_only = true,
				    /* cppcheck-suppress ctuuninitvar */
				    .sums = room->sums,
				    .score = room->score};
	size_t widest = input->n_features > CML_MLP_LANES ? input->n_features : CML_MLP_LANES;
	for (size_t l = 0; l < shape->n_layers; l++) {
		size_t width = net->layers[l].n_strips * CML_MLP_LANES;
		widest = l + 1 < shape->n_layers && width > widest ? width : widest;
		pass.out[l] = room->out[l % 2];
		/* The rows themselves stay for the next member. */
		/* cppcheck-suppress uninitvar */
		pass.inputs[l].entries = room->entries[l > 0];
		pass.inputs[l].start = room->start[l > 0];
		pass.inputs[l].others = room->others[l > 0];
	}
	pass.inputs[0].shared = room->shared;
	pass.max_rows = MAX_ENTRIES / widest < MAX_ROWS ? MAX_ENTRIES / widest : MAX_ROWS;
	return pass;
}

/* Loads up to n rows, returns how many. */
static size_t load_rows(const struct cml_mlp_input *input, size_t n, const float *x,
			struct cml_mlp_pass *pass)
{
	struct cml_mlp_sparse *rows = &pass->inputs[0];
	rows->n_rows = n < pass->max_rows ? n : pass->max_rows;
	rows->start[0] = 0;
	for (size_t r = 0; r < rows->n_rows; r++)
		cml_mlp_sparse_close_row(rows, r,
					 cml_mlp_input_row(input, x + r * input->n_features,
							   rows->entries + rows->start[r]));
	return rows->n_rows;
}

void cml_mlp_model_output(const struct cml_mlp_model *mlp, size_t member, size_t n, const float *x,
			  double *output)
{
	struct room room;
	struct cml_mlp_pass pass = pass_in(&room, &mlp->input, &mlp->members[member].net);
	for (size_t at = 0, n_loaded; at < n; at += n_loaded) {
		n_loaded = load_rows(&mlp->input, n - at, x + at * mlp->input.n_features, &pass);
		cml_mlp_net_forward(&mlp->members[member].net, &pass, 0, NULL);
		for (size_t r = 0; r < n_loaded; r++)
			output[at + r] = (double)pass.score[r];
	}
}

/* Mean and sample standard deviation of the scores of the members, before the curve;
 * NaN for the deviation of one. */
static void score_rows(const struct cml_mlp_model *mlp, size_t n, const float *x, double *mean,
		       double *sd)
{
	struct room room;
	struct cml_mlp_pass pass = pass_in(&room, &mlp->input, &mlp->members[0].net);
	for (size_t i = 0; i < n; i++)
		mean[i] = sd[i] = 0;
	for (size_t at = 0, n_loaded; at < n; at += n_loaded) {
		n_loaded = load_rows(&mlp->input, n - at, x + at * mlp->input.n_features, &pass);
		for (size_t m = 0; m < mlp->n_members; m++) {
			cml_mlp_net_forward(&mlp->members[m].net, &pass, 0, NULL);
			for (size_t r = 0; r < n_loaded; r++) {
				const struct cml_mlp_member *member = &mlp->members[m];
				double score =
				    ((double)pass.score[r] - member->offset) * member->factor;
				cml_ensemble_add(score, m, &mean[at + r], &sd[at + r]);
			}
		}
	}
	for (size_t i = 0; i < n; i++)
		sd[i] = sqrt(cml_ensemble_variance(mlp->n_members, sd[i]));
}

void cml_mlp_model_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_mlp_model *mlp = state;
	double slope;
	score_rows(mlp, n, x, mean, sd);
	for (size_t i = 0; i < n; i++) {
		double value = cml_mlp_curve_at(&mlp->curve, mean[i], &slope);
		mean[i] = mlp->minimize ? -value : value;
		sd[i] *= slope;
	}
}

bool cml_mlp_model_has_sd(const void *state)
{
	const struct cml_mlp_model *mlp = state;
	return mlp->n_members > 1;
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
				if (!visit(context, cml_mlp_weight(layer, i, u)))
					return false;
	}
	for (size_t u = 0; u < width; u++)
		if (!visit(context, net->out_weight + u))
			return false;
	return visit(context, net->out_bias);
}

static bool put_parameter(void *context, float *parameter)
{
	return cml_bytes_put_float(context, *parameter);
}

static bool take_parameter(void *context, float *parameter)
{
	return cml_bytes_take_float(context, parameter) && isfinite(*parameter);
}

enum cml_result cml_mlp_model_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	bool ok = cml_bytes_put_u32(out, (uint32_t)mlp->input.n_features) &&
		  cml_bytes_put_u32(out, mlp->minimize) &&
		  cml_bytes_put_u32(out, (uint32_t)mlp->n_members) &&
		  cml_bytes_put_u32(out, (uint32_t)shape->n_layers);
	for (size_t l = 0; ok && l < shape->n_layers; l++)
		ok = cml_bytes_put_u32(out, (uint32_t)shape->widths[l]);
	if (!ok)
		return cml_fail_memory(err);
	if (cml_mlp_input_save(&mlp->input, out, err) != CML_OK)
		return err->status;
	for (size_t m = 0; m < mlp->n_members; m++) {
		const struct cml_mlp_member *member = &mlp->members[m];
		if (!cml_bytes_put_double(out, member->offset) ||
		    !cml_bytes_put_double(out, member->factor) ||
		    !each_parameter(&member->net, put_parameter, out))
			return cml_fail_memory(err);
	}
	return cml_mlp_curve_save(&mlp->curve, out, err);
}

static enum cml_result load_member(struct cml_mlp_member *member, const struct cml_mlp_shape *shape,
				   struct cml_slice *bytes, struct cml_error *err)
{
	size_t n_in = shape->n_inputs, n = 1;
	for (size_t l = 0; l < shape->n_layers; n_in = shape->widths[l++])
		n += (n_in + 1) * shape->widths[l];
	if (n + n_in > bytes->size / sizeof(float))
		return cml_fail_load(err, "mlp", "truncated");
	if (cml_mlp_net_init(&member->net, shape, err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_double(bytes, &member->offset) ||
	    !cml_bytes_take_double(bytes, &member->factor) || !isfinite(member->offset) ||
	    !isfinite(member->factor) || !each_parameter(&member->net, take_parameter, bytes))
		return cml_fail_load(err, "mlp", "a weight is missing or not a number");
	return CML_OK;
}

static enum cml_result load_shape(struct cml_mlp_shape *shape, struct cml_slice *bytes,
				  struct cml_error *err)
{
	uint32_t n_layers, width;
	if (!cml_bytes_take_u32(bytes, &n_layers) || n_layers == 0 || n_layers > CML_MLP_MAX_LAYERS)
		return cml_fail_load(err, "mlp", "invalid number of layers");
	shape->n_layers = n_layers;
	for (size_t l = 0; l < n_layers; l++) {
		if (!cml_bytes_take_u32(bytes, &width) || width == 0 || width > CML_MLP_MAX_WIDTH)
			return cml_fail_load(err, "mlp", "invalid layer width");
		shape->widths[l] = width;
	}
	return CML_OK;
}

static enum cml_result load_parts(struct cml_mlp_model *mlp, struct cml_slice *bytes,
				  size_t n_features, struct cml_error *err)
{
	struct cml_mlp_shape shape = {0};
	uint32_t minimize, n_members;
	if (cml_bytes_take_features(bytes, n_features, "mlp", err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(bytes, &minimize) || !cml_bytes_take_u32(bytes, &n_members))
		return cml_fail_load(err, "mlp", "truncated");
	if (n_features > CML_MLP_MAX_FEATURES)
		return cml_fail_load(err, "mlp", "there are too many features");
	if (n_members == 0 || n_members > bytes->size / sizeof(double) || minimize > 1)
		return cml_fail_load(err, "mlp", "truncated");
	if (load_shape(&shape, bytes, err) != CML_OK ||
	    cml_mlp_input_load(&mlp->input, bytes, n_features, err) != CML_OK)
		return err->status;
	shape.n_inputs = mlp->input.n_inputs;
	mlp->minimize = minimize == 1;
	if (!CML_NEW(&mlp->members, n_members))
		return cml_fail_memory(err);
	mlp->n_members = n_members;
	for (size_t m = 0; m < n_members; m++)
		if (load_member(&mlp->members[m], &shape, bytes, err) != CML_OK)
			return err->status;
	if (cml_mlp_curve_load(&mlp->curve, bytes, err) != CML_OK)
		return err->status;
	return bytes->size == 0 ? CML_OK : cml_fail_load(err, "mlp", "extra bytes at the end");
}

enum cml_result cml_mlp_model_load(void **state, struct cml_slice bytes, size_t n_features,
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

/* amounts[n_features]: what a change of each by its spread does to the units of
 * the first layer, mean over the nets. */
static void weigh_features(const struct cml_mlp_model *mlp, double *amounts)
{
	for (size_t m = 0; m < mlp->n_members; m++) {
		const struct cml_mlp_layer *layer = &mlp->members[m].net.layers[0];
		for (size_t f = 0; f < mlp->input.n_features; f++) {
			double squares = 0;
			for (size_t u = 0; u < mlp->members[m].net.shape.widths[0]; u++) {
				double weight = (double)*cml_mlp_weight(layer, f, u);
				squares += weight * weight;
			}
			amounts[f] += sqrt(squares) * (double)mlp->input.features[f].spread /
				      (double)mlp->n_members;
		}
	}
}

enum cml_result cml_mlp_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	double *amounts = cml_array_new(mlp->input.n_features, sizeof *amounts);
	if (!amounts)
		return cml_fail_memory(err);
	weigh_features(mlp, amounts);
	bool ok = cml_buffer_printf(text, "nets %zu, inputs %zu, hidden units", mlp->n_members,
				    shape->n_inputs);
	for (size_t l = 0; ok && l < shape->n_layers; l++)
		ok = cml_buffer_printf(text, "%s%zu", l > 0 ? "," : " ", shape->widths[l]);
	ok = ok && cml_buffer_append_string(text, "\n") &&
	     cml_feature_fractions_put(text, "fraction of the first layer's weights by feature:",
				       mlp->input.n_features, amounts, feature_names);
	free(amounts);
	return ok ? CML_OK : cml_fail_memory(err);
}
