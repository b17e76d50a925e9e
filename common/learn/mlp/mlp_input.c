#include "learn/mlp/mlp_input.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

#define LARGEST 1e6f /* standard deviations: more count as that */

/* Bytes of a feature in a file. */
#define FEATURE_SIZE 12

void cml_mlp_input_release(struct cml_mlp_input *input)
{
	free(input->features);
	*input = (struct cml_mlp_input){0};
}

enum cml_result cml_mlp_input_fit(struct cml_mlp_input *input, const struct cml_dataset *data,
				  struct cml_error *err)
{
	if (data->n_features > CML_MLP_MAX_FEATURES)
		return cml_fail(err, CML_BAD_DATA, "mlp takes at most %d features; there are %zu",
				CML_MLP_MAX_FEATURES, data->n_features);
	*input =
	    (struct cml_mlp_input){.n_features = data->n_features, .n_inputs = data->n_features};
	if (!CML_NEW(&input->features, data->n_features))
		return cml_fail_memory(err);
	for (size_t f = 0; f < data->n_features; f++) {
		struct cml_mlp_feature *feature = &input->features[f];
		struct cml_feature_moments column = cml_feature_moments(data, f);
		*feature = (struct cml_mlp_feature){.scale = 1, .missing = CML_MLP_NO_INPUT};
		if (!column.all_flags) {
			feature->offset = (float)column.mean;
			feature->scale = column.is_constant ? 0 : (float)(1 / column.sd);
		}
		if (column.n_missing > 0)
			feature->missing = (uint32_t)input->n_inputs++;
	}
	return CML_OK;
}

size_t cml_mlp_input_row(const struct cml_mlp_input *input, const float *x,
			 struct cml_mlp_entry *entries)
{
	size_t n_entries = 0;
	for (size_t f = 0; f < input->n_features; f++) {
		const struct cml_mlp_feature *feature = &input->features[f];
		if (x[f] == feature->offset)
			continue;
		if (isnan(x[f])) {
			if (feature->missing != CML_MLP_NO_INPUT)
				entries[n_entries++] = (struct cml_mlp_entry){feature->missing, 1};
			continue;
		}
		float value = (x[f] - feature->offset) * feature->scale;
		value = value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
		if (feature->scale > 0 && value != 0)
			entries[n_entries++] = (struct cml_mlp_entry){(uint32_t)f, value};
	}
	return n_entries;
}

static void feature_fields(struct cml_fields *fields, struct cml_mlp_input *input,
			   struct cml_mlp_feature *feature)
{
	bool is_missing = fields->out && feature->missing != CML_MLP_NO_INPUT;
	cml_field_floats(fields, "the offset of a feature", &feature->offset, 1, CML_FINITE);
	cml_field_floats(fields, "the scale of a feature", &feature->scale, 1, CML_FROM_0);
	cml_field_flag(fields, "whether a feature can be missing", &is_missing);
	if (!fields->out)
		feature->missing = is_missing ? (uint32_t)input->n_inputs++ : CML_MLP_NO_INPUT;
}

void cml_mlp_input_fields(struct cml_fields *fields, void *state)
{
	struct cml_mlp_input *input = state;
	size_t n = CML_FIELD_ARRAY(fields, &input->features, input->n_features, FEATURE_SIZE);
	if (!fields->out)
		input->n_inputs = n;
	for (size_t f = 0; f < n; f++)
		feature_fields(fields, input, &input->features[f]);
}
