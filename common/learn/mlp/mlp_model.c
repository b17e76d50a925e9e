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
	_Alignas(CML_ALIGNMENT) float sums[MAX_ROWS * CML_MLP_SUMS];
	struct cml_mlp_entry entries[MAX_ENTRIES];
	uint32_t start[MAX_ROWS + 1];
	uint32_t others[MAX_ROWS];
	uint32_t shared[MAX_ROWS];
	float score[MAX_ROWS];
};

static struct cml_mlp_pass pass_in(struct room *room, const struct cml_mlp_input *input)
{
	size_t max = MAX_ENTRIES / (input->n_features > 0 ? input->n_features : 1);
	return (struct cml_mlp_pass){.kernels = cml_mlp_kernels_up_to(CML_MLP_WIDEST),
				     .score_only = true,
				     .max_rows = max < MAX_ROWS ? max : MAX_ROWS,
				     /* cppcheck-suppress ctuuninitvar */
				     .sums = room->sums,
				     .score = room->score,
				     .inputs = {.start = room->start,
						.others = room->others,
						.shared = room->shared,
						.entries = room->entries}};
}

/* Loads up to n rows, returns how many. */
static size_t load_rows(const struct cml_mlp_input *input, size_t n, const float *x,
			struct cml_mlp_pass *pass)
{
	struct cml_mlp_sparse *rows = &pass->inputs;
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
	struct cml_mlp_pass pass = pass_in(&room, &mlp->input);
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
	struct cml_mlp_pass pass = pass_in(&room, &mlp->input);
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

/* Every parameter that is no padding; the biases come after the weights. */
static void net_fields(struct cml_fields *fields, struct cml_mlp_net *net)
{
	size_t width = net->shape.width;
	for (size_t i = 0; i <= net->shape.n_inputs; i++)
		for (size_t u = 0; u < width; u += CML_MLP_LANES)
			cml_field_floats(fields, "a weight", cml_mlp_weight(net, i, u),
					 width - u < CML_MLP_LANES ? width - u : CML_MLP_LANES,
					 CML_FINITE);
	cml_field_floats(fields, "a weight", net->out_weight, width, CML_FINITE);
	cml_field_floats(fields, "a bias", net->out_bias, 1, CML_FINITE);
}

/* Room for the parameters of a net that is read. */
static void reserve_net(struct cml_fields *fields, struct cml_mlp_net *net,
			const struct cml_mlp_shape *shape)
{
	size_t n = (shape->n_inputs + 2) * shape->width + 1;
	cml_field_check(fields, n <= fields->bytes.size / sizeof(float), "truncated");
	if (cml_fields_are_read(fields))
		fields->status = cml_mlp_net_init(net, shape, fields->err);
}

static void members_fields(struct cml_fields *fields, struct cml_mlp_model *mlp,
			   const struct cml_mlp_shape *shape)
{
	size_t n = CML_FIELD_ARRAY(fields, &mlp->members, mlp->n_members, sizeof(double));
	for (size_t m = 0; cml_fields_are_good(fields) && m < n; m++) {
		struct cml_mlp_member *member = &mlp->members[m];
		if (!fields->out)
			reserve_net(fields, &member->net, shape);
		cml_field_double(fields, "the offset of a net", &member->offset, CML_FINITE);
		cml_field_double(fields, "the factor of a net", &member->factor, CML_FINITE);
		net_fields(fields, &member->net);
	}
}

void cml_mlp_model_fields(struct cml_fields *fields, void *state)
{
	struct cml_mlp_model *mlp = state;
	struct cml_mlp_shape shape = {0};
	size_t n_layers = 1;
	if (fields->out)
		shape = mlp->members[0].net.shape;
	cml_field_features(fields, &mlp->input.n_features);
	cml_field_check(fields, mlp->input.n_features <= CML_MLP_MAX_FEATURES,
			"there are too many features");
	cml_field_flag(fields, "the direction of scores", &mlp->minimize);
	cml_field_count(fields, "the number of nets", &mlp->n_members, 1, UINT32_MAX);
	cml_field_count(fields, "the number of layers", &n_layers, 1, 1);
	cml_field_count(fields, "the width of a layer", &shape.width, 1, CML_MLP_MAX_WIDTH);
	cml_mlp_input_fields(fields, &mlp->input);
	shape.n_inputs = mlp->input.n_inputs;
	members_fields(fields, mlp, &shape);
	cml_mlp_curve_fields(fields, &mlp->curve);
}

enum cml_result cml_mlp_model_describe(const void *state, const char *const *feature_names,
				       struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_mlp_model *mlp = state;
	const struct cml_mlp_shape *shape = &mlp->members[0].net.shape;
	(void)feature_names;
	return cml_buffer_printf(text, "nets %zu, inputs %zu, hidden units %zu\n", mlp->n_members,
				 shape->n_inputs, shape->width)
		   ? CML_OK
		   : cml_fail_memory(err);
}
