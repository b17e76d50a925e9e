#include "learn/gp/gp_model.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1e6

/* Bytes of a coordinate in a file. */
#define COORDINATE_SIZE 24

static void release_input(struct cml_gp_input *input)
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

/* Of one value. A missing value is put at the mean; values past 1e6 standard deviations count as
 * that. */
static double place_value(const struct cml_gp_coordinate *coordinate, float x)
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
		row[k] = place_value(&input->coordinates[k], x[input->coordinates[k].feature]);
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

static enum cml_result save_input(const struct cml_gp_input *input, struct cml_buffer *out,
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

/* Takes them off the front of *bytes. CML_BAD_DATA when truncated, name no
 * feature below n_features, or are not finite. */
static enum cml_result load_input(struct cml_gp_input *input, struct cml_slice *bytes,
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
			release_input(input);
			return cml_fail(err, CML_BAD_DATA,
					"coordinate %zu of the gp model has an invalid scale", k);
		}
	}
	return CML_OK;
}

void cml_gp_free(void *state)
{
	struct cml_gp *gp = state;
	if (!gp)
		return;
	release_input(&gp->input);
	free(gp->lengths);
	free(gp->x);
	free(gp->alpha);
	free(gp->factor);
	free(gp);
}

enum cml_result cml_gp_new(struct cml_gp **made, struct cml_gp_input *input, size_t n,
			   struct cml_error *err)
{
	struct cml_gp *gp = cml_array_new(1, sizeof *gp);
	if (!gp) {
		release_input(input);
		return cml_fail_memory(err);
	}
	gp->input = *input;
	*input = (struct cml_gp_input){0};
	gp->n = n;
	if (!CML_NEW(&gp->lengths, gp->input.n) || !CML_NEW(&gp->x, gp->input.n * n) ||
	    !CML_NEW(&gp->alpha, n) || !CML_NEW(&gp->factor, n * (n + 1) / 2)) {
		cml_gp_free(gp);
		return cml_fail_memory(err);
	}
	*made = gp;
	return CML_OK;
}

bool cml_gp_has_sd(const void *state)
{
	const struct cml_gp *gp = state;
	return gp->y_sd > 0;
}

/* Numbers of a model after its sizes, in the order of the file. */
static size_t n_numbers(size_t n_coordinates, size_t n)
{
	return 4 + n_coordinates + n_coordinates * n + n + n * (n + 1) / 2;
}

enum cml_result cml_gp_save(const void *state, struct cml_buffer *out, struct cml_error *err)
{
	const struct cml_gp *gp = state;
	const double scalars[] = {gp->y_mean, gp->y_sd, gp->amplitude, gp->noise};
	if (!cml_bytes_put_u32(out, (uint32_t)gp->input.n_features) ||
	    !cml_bytes_put_u32(out, (uint32_t)gp->n))
		return cml_fail_memory(err);
	if (save_input(&gp->input, out, err) != CML_OK)
		return err->status;
	return cml_bytes_put_doubles(out, scalars, 4) &&
		       cml_bytes_put_doubles(out, gp->lengths, gp->input.n) &&
		       cml_bytes_put_doubles(out, gp->x, gp->input.n * gp->n) &&
		       cml_bytes_put_doubles(out, gp->alpha, gp->n) &&
		       cml_bytes_put_doubles(out, gp->factor, gp->n * (gp->n + 1) / 2)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result load_numbers(struct cml_gp *gp, struct cml_slice *bytes,
				    struct cml_error *err)
{
	double scalars[4];
	bool finite = cml_bytes_take_finite(bytes, scalars, 4) &&
		      cml_bytes_take_finite(bytes, gp->lengths, gp->input.n) &&
		      cml_bytes_take_finite(bytes, gp->x, gp->input.n * gp->n) &&
		      cml_bytes_take_finite(bytes, gp->alpha, gp->n) &&
		      cml_bytes_take_finite(bytes, gp->factor, gp->n * (gp->n + 1) / 2);
	if (!finite)
		return cml_fail_load(err, "gp", "a number is not finite");
	gp->y_mean = scalars[0];
	gp->y_sd = scalars[1];
	gp->amplitude = scalars[2];
	gp->noise = scalars[3];
	if (gp->y_sd < 0 || gp->amplitude < 0 || gp->noise < 0)
		return cml_fail_load(err, "gp", "a variance is below 0");
	for (size_t k = 0; k < gp->input.n; k++)
		if (gp->lengths[k] <= 0)
			return cml_fail_load(err, "gp", "a length scale is not above 0");
	for (size_t i = 0; i < gp->n; i++)
		if (gp->factor[i * (i + 1) / 2 + i] <= 0)
			return cml_fail_load(err, "gp", "invalid covariance factor");
	return bytes->size == 0 ? CML_OK : cml_fail_load(err, "gp", "extra bytes at the end");
}

enum cml_result cml_gp_load(void **state, struct cml_slice bytes, size_t n_features,
			    struct cml_error *err)
{
	uint32_t n;
	struct cml_gp_input input;
	struct cml_gp *gp;
	if (cml_bytes_take_features(&bytes, n_features, "gp", err) != CML_OK)
		return err->status;
	if (!cml_bytes_take_u32(&bytes, &n))
		return cml_fail_load(err, "gp", "truncated");
	if (n == 0 || n > CML_GP_MAX_ROWS)
		return cml_fail_load(err, "gp", "invalid number of rows");
	if (load_input(&input, &bytes, n_features, err) != CML_OK)
		return err->status;
	if (bytes.size / sizeof(double) < n_numbers(input.n, n)) {
		release_input(&input);
		return cml_fail_load(err, "gp", "truncated");
	}
	if (cml_gp_new(&gp, &input, n, err) != CML_OK)
		return err->status;
	if (load_numbers(gp, &bytes, err) != CML_OK) {
		cml_gp_free(gp);
		return err->status;
	}
	*state = gp;
	return CML_OK;
}

enum cml_result cml_gp_describe(const void *state, const char *const *feature_names,
				struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_gp *gp = state;
	double total = gp->amplitude + gp->noise;
	double *amounts = cml_array_new(gp->input.n_features, sizeof *amounts);
	if (!amounts)
		return cml_fail_memory(err);
	for (size_t k = 0; k < gp->input.n; k++)
		amounts[gp->input.coordinates[k].feature] += 1 / (gp->lengths[k] * gp->lengths[k]);
	bool ok =
	    cml_buffer_printf(text,
			      "rows %zu, coordinates %zu, noise %.3g of "
			      "the variance\n",
			      gp->n, gp->input.n, total > 0 ? gp->noise / total : 0) &&
	    cml_feature_fractions_put(text, "fraction of squared inverse length scales by feature:",
				      gp->input.n_features, amounts, feature_names);
	free(amounts);
	return ok ? CML_OK : cml_fail_memory(err);
}
