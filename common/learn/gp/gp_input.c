#include "learn/gp/gp_input.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1e6

/* Bytes of a coordinate in a file. */
#define COORDINATE_SIZE 24

void cml_gp_input_release(struct cml_gp_input *input)
{
	free(input->coordinates);
	*input = (struct cml_gp_input){0};
}

enum cml_result cml_gp_input_copy(struct cml_gp_input *copy, const struct cml_gp_input *input,
				  struct cml_error *err)
{
	*copy = (struct cml_gp_input){.n_features = input->n_features};
	if (!CML_NEW(&copy->coordinates, input->n))
		return cml_fail_memory(err);
	copy->n = input->n;
	memcpy(copy->coordinates, input->coordinates, input->n * sizeof *copy->coordinates);
	return CML_OK;
}

/* The coordinates of a feature, at most two, after those there are. */
static void add_feature(struct cml_gp_input *input, const struct cml_dataset *data, size_t f)
{
	struct cml_feature_moments moments = cml_feature_moments(data, f);
	size_t missing = moments.n_missing;
	if (!moments.is_constant)
		input->coordinates[input->n++] = (struct cml_gp_coordinate){
		    .feature = (uint32_t)f, .offset = moments.mean, .scale = 1 / moments.sd};
	if (missing == 0 || missing == data->n_rows)
		return;
	double fraction = (double)missing / (double)data->n_rows;
	input->coordinates[input->n++] =
	    (struct cml_gp_coordinate){.feature = (uint32_t)f,
				       .tells_missing = true,
				       .offset = fraction,
				       .scale = 1 / sqrt(fraction * (1 - fraction))};
}

enum cml_result cml_gp_input_fit(struct cml_gp_input *input, const struct cml_dataset *data,
				 struct cml_error *err)
{
	*input = (struct cml_gp_input){.n_features = data->n_features};
	if (data->n_features > CML_GP_MAX_COORDINATES / 2)
		return cml_fail(err, CML_BAD_DATA, "gp takes at most %d features; there are %zu",
				CML_GP_MAX_COORDINATES / 2, data->n_features);
	if (!CML_NEW(&input->coordinates, 2 * data->n_features))
		return cml_fail_memory(err);
	for (size_t f = 0; f < data->n_features; f++)
		add_feature(input, data, f);
	return CML_OK;
}

double cml_gp_coordinate(const struct cml_gp_coordinate *coordinate, float x)
{
	double value = (double)x;
	if (coordinate->tells_missing)
		value = isnan(value) != 0;
	value = isnan(value) ? 0 : (value - coordinate->offset) * coordinate->scale;
	return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
}

void cml_gp_input_row(const struct cml_gp_input *input, const float *x, double *row)
{
	for (size_t k = 0; k < input->n; k++)
		row[k] =
		    cml_gp_coordinate(&input->coordinates[k], x[input->coordinates[k].feature]);
}

enum cml_result cml_gp_input_columns(const struct cml_gp_input *input,
				     const struct cml_dataset *data, double *columns,
				     struct cml_error *err)
{
	double *row = cml_array_new(input->n, sizeof *row);
	if (!row)
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++) {
		cml_gp_input_row(input, data->x + i * data->n_features, row);
		for (size_t k = 0; k < input->n; k++)
			columns[k * data->n_rows + i] = row[k];
	}
	free(row);
	return CML_OK;
}

enum cml_result cml_gp_input_save(const struct cml_gp_input *input, struct cml_buffer *out,
				  struct cml_error *err)
{
	bool ok = cml_bytes_put_u32(out, (uint32_t)input->n);
	for (size_t k = 0; ok && k < input->n; k++) {
		const struct cml_gp_coordinate *coordinate = &input->coordinates[k];
		ok = cml_bytes_put_u32(out, coordinate->feature) &&
		     cml_bytes_put_u32(out, coordinate->tells_missing) &&
		     cml_bytes_put_double(out, coordinate->offset) &&
		     cml_bytes_put_double(out, coordinate->scale);
	}
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_gp_input_load(struct cml_gp_input *input, struct cml_slice *bytes,
				  size_t n_features, struct cml_error *err)
{
	uint32_t n;
	*input = (struct cml_gp_input){.n_features = n_features};
	if (!cml_bytes_take_u32(bytes, &n) || n > bytes->size / COORDINATE_SIZE ||
	    n > CML_GP_MAX_COORDINATES)
		return cml_fail(err, CML_BAD_DATA, "truncated coordinates of the gp model");
	if (!CML_NEW(&input->coordinates, n))
		return cml_fail_memory(err);
	input->n = n;
	for (size_t k = 0; k < n; k++) {
		struct cml_gp_coordinate *coordinate = &input->coordinates[k];
		uint32_t tells_missing = 0;
		cml_bytes_take_u32(bytes, &coordinate->feature);
		cml_bytes_take_u32(bytes, &tells_missing);
		cml_bytes_take_double(bytes, &coordinate->offset);
		cml_bytes_take_double(bytes, &coordinate->scale);
		coordinate->tells_missing = tells_missing == 1;
		if (coordinate->feature >= n_features || tells_missing > 1 ||
		    !isfinite(coordinate->offset) || !isfinite(coordinate->scale)) {
			cml_gp_input_release(input);
			return cml_fail(err, CML_BAD_DATA,
					"coordinate %zu of the gp model has an invalid scale", k);
		}
	}
	return CML_OK;
}
