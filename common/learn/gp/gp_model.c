#include "learn/gp/gp_model.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 1e6 /* standard deviations: more count as that */

/* Bytes of a coordinate in a file. */
#define COORDINATE_SIZE 24

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

void cml_gp_free(void *state)
{
	struct cml_gp *gp = state;
	if (!gp)
		return;
	free(gp->input.coordinates);
	free(gp->lengths);
	free(gp->x);
	free(gp->alpha);
	free(gp->factor);
	free(gp);
}

bool cml_gp_has_sd(const void *state)
{
	const struct cml_gp *gp = state;
	return gp->y_sd > 0;
}

static void coordinate_fields(struct cml_fields *fields, struct cml_gp_coordinate *coordinate)
{
	cml_field_feature(fields, &coordinate->feature);
	cml_field_flag(fields, "what a coordinate tells", &coordinate->tells_missing);
	cml_field_double(fields, "the offset of a coordinate", &coordinate->offset, CML_FINITE);
	cml_field_double(fields, "the scale of a coordinate", &coordinate->scale, CML_FINITE);
}

static void input_fields(struct cml_fields *fields, struct cml_gp_input *input)
{
	cml_field_count(fields, "the number of coordinates", &input->n, 0, CML_GP_MAX_COORDINATES);
	size_t n = CML_FIELD_ARRAY(fields, &input->coordinates, input->n, COORDINATE_SIZE);
	for (size_t k = 0; k < n; k++)
		coordinate_fields(fields, &input->coordinates[k]);
}

void cml_gp_fields(struct cml_fields *fields, void *state)
{
	struct cml_gp *gp = state;
	struct cml_gp_input *input = &gp->input;
	cml_field_features(fields, &input->n_features);
	cml_field_count(fields, "the number of rows", &gp->n, 1, CML_GP_MAX_ROWS);
	input_fields(fields, input);
	cml_field_double(fields, "the mean", &gp->y_mean, CML_FINITE);
	cml_field_double(fields, "the deviation", &gp->y_sd, CML_FROM_0);
	cml_field_double(fields, "the amplitude", &gp->amplitude, CML_FROM_0);
	cml_field_double(fields, "the noise", &gp->noise, CML_FROM_0);
	cml_field_new_doubles(fields, "a length scale", &gp->lengths, input->n, CML_ABOVE_0);
	cml_field_new_doubles(fields, "a row", &gp->x, input->n * gp->n, CML_FINITE);
	cml_field_new_doubles(fields, "a weight", &gp->alpha, gp->n, CML_FINITE);
	cml_field_new_doubles(fields, "the covariance factor", &gp->factor, gp->n * (gp->n + 1) / 2,
			      CML_FINITE);
	for (size_t i = 0; cml_fields_are_read(fields) && i < gp->n; i++)
		cml_field_check(fields, gp->factor[i * (i + 1) / 2 + i] > 0,
				"invalid covariance factor");
}

enum cml_result cml_gp_describe(const void *state, const char *const *feature_names,
				struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_gp *gp = state;
	double total = gp->amplitude + gp->noise;
	(void)feature_names;
	bool ok = cml_buffer_printf(text, "rows %zu, coordinates %zu, noise %.3g of the variance\n",
				    gp->n, gp->input.n, total > 0 ? gp->noise / total : 0);
	return ok ? CML_OK : cml_fail_memory(err);
}
