#include "learn/linear/linear_input.h"

#include "learn/predictor/model_bytes.h"
#include "math/summary.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What has been multiplied by this varies enough to ask whether its effect is one of factors. */
#define DECADE 10

/* Bytes of a coordinate in a file. */
#define COORDINATE_SIZE 56

/* Statistics of a feature. */
struct column {
	const struct cml_dataset *data;
	size_t feature;
	double *values; /* scratch for n_rows */
	size_t n_values;
	double min, max;
	bool are_whole; /* of all */
};

static float value_at(const struct column *column, size_t row)
{
	return column->data->x[row * column->data->n_features + column->feature];
}

static void read_column(struct column *column)
{
	column->n_values = 0;
	column->min = INFINITY;
	column->max = -INFINITY;
	column->are_whole = true;
	for (size_t i = 0; i < column->data->n_rows; i++) {
		double x = (double)value_at(column, i);
		if (isnan(x))
			continue;
		column->values[column->n_values++] = x;
		column->min = fmin(column->min, x);
		column->max = fmax(column->max, x);
		column->are_whole = column->are_whole && x == floor(x);
	}
}

static bool is_logarithm(const struct cml_dataset *data, size_t feature)
{
	return data->feature_names && data->feature_names[feature] &&
	       strncmp(data->feature_names[feature], "log2(", 5) == 0;
}

static double transformed(const struct cml_linear_coordinate *coordinate, float x)
{
	if (coordinate->as == CML_LINEAR_MISSING)
		return isnan(x) != 0;
	double t = isnan(x) ? coordinate->fill : (double)x;
	/* What has no logarithm is below all that have one. */
	if (coordinate->as == CML_LINEAR_LOG && !isnan(x))
		t = x > 0 ? log2(t) : -INFINITY;
	if (coordinate->edge > 0 && t > coordinate->edge)
		t = coordinate->edge * (1 + log(t / coordinate->edge));
	return t < coordinate->min ? coordinate->min : t > coordinate->max ? coordinate->max : t;
}

double cml_linear_coordinate(const struct cml_linear_coordinate *coordinate, float x)
{
	return (transformed(coordinate, x) - coordinate->offset) * coordinate->scale;
}

void cml_linear_input_row(const struct cml_linear_input *input, const float *x, double *row)
{
	for (size_t k = 0; k < input->n; k++)
		row[k] =
		    cml_linear_coordinate(&input->coordinates[k], x[input->coordinates[k].feature]);
}

/* Offset and scale: the weighted mean and deviation over the rows. */
static void standardise(struct cml_linear_coordinate *coordinate, const struct column *column)
{
	const struct cml_dataset *data = column->data;
	double weight = 0, sum = 0, squares = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		weight += data->weight[i];
		sum += data->weight[i] * transformed(coordinate, value_at(column, i));
	}
	coordinate->offset = sum / weight;
	for (size_t i = 0; i < data->n_rows; i++) {
		double away = transformed(coordinate, value_at(column, i)) - coordinate->offset;
		squares += data->weight[i] * away * away;
	}
	coordinate->scale = 1 / sqrt(squares / weight);
}

/* The coordinates of a column, at most two, after those there are. */
static void add_column(struct cml_linear_input *input, struct column *column)
{
	struct cml_linear_coordinate value = {.feature = (uint32_t)column->feature};
	read_column(column);
	if (column->n_values == 0)
		return;
	double min = column->min, max = column->max;
	double median = cml_median(column->n_values, column->values);
	bool may_be_log = min > 0 && !is_logarithm(column->data, column->feature);
	if (may_be_log && max >= DECADE * min &&
	    (column->are_whole || !cml_is_even(min, median, max))) {
		value.as = CML_LINEAR_LOG;
		min = log2(min);
		max = log2(max);
		median = log2(median);
	} else if (may_be_log) {
		value.edge = max;
	}
	value.fill = median;
	value.min = min - CML_LINEAR_REACH * (max - min);
	value.max = max + CML_LINEAR_REACH * (max - min);
	/* Features are float: closer values than these are equal but for rounding. */
	if (max - min > 1e-7 * fmax(fabs(min), fabs(max)) && max - min > 1e-30) {
		standardise(&value, column);
		input->coordinates[input->n++] = value;
	}
	if (column->n_values == column->data->n_rows)
		return;
	struct cml_linear_coordinate *missing = &input->coordinates[input->n++];
	*missing = (struct cml_linear_coordinate){
	    .feature = value.feature, .as = CML_LINEAR_MISSING, .max = 1};
	standardise(missing, column);
}

static double correlation(const struct cml_linear_coordinate *coordinate,
			  const struct cml_dataset *data)
{
	double sum = 0, weight = 0, mean = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		weight += data->weight[i];
		mean += data->weight[i] / weight * (data->y[i] - mean);
	}
	for (size_t i = 0; i < data->n_rows; i++)
		sum += data->weight[i] * (data->y[i] - mean) *
		       cml_linear_coordinate(coordinate,
					     data->x[i * data->n_features + coordinate->feature]);
	return fabs(sum);
}

/* Leaves those whose correlation with the target is largest. */
static enum cml_result screen(struct cml_linear_input *input, const struct cml_dataset *data,
			      struct cml_error *err)
{
	AUTO(cml_top_n) top = {0};
	AUTOFREE bool *is_kept = cml_array_new(input->n, sizeof *is_kept);
	size_t slot, n = 0;
	if (!is_kept)
		return cml_fail_memory(err);
	if (cml_top_n_init(&top, CML_LINEAR_MAX_COORDINATES, err) != CML_OK)
		return err->status;
	for (size_t k = 0; k < input->n; k++)
		cml_top_n_offer(&top, correlation(&input->coordinates[k], data), k, &slot);
	for (size_t i = 0; i < top.n; i++)
		is_kept[top.items[i].sequence] = true;
	for (size_t k = 0; k < input->n; k++)
		if (is_kept[k])
			input->coordinates[n++] = input->coordinates[k];
	input->n = n;
	return CML_OK;
}

enum cml_result cml_linear_input_fit(struct cml_linear_input *input, const struct cml_dataset *data,
				     struct cml_error *err)
{
	AUTOFREE double *values = cml_array_new(data->n_rows, sizeof *values);
	struct column column = {.data = data, .values = values};
	*input = (struct cml_linear_input){.n_features = data->n_features};
	if (!values || !CML_NEW(&input->coordinates, 2 * data->n_features))
		return cml_fail_memory(err);
	for (column.feature = 0; column.feature < data->n_features; column.feature++)
		add_column(input, &column);
	return input->n > CML_LINEAR_MAX_COORDINATES ? screen(input, data, err) : CML_OK;
}

static void coordinate_fields(struct cml_fields *fields, struct cml_linear_coordinate *coordinate)
{
	uint32_t as = coordinate->as;
	cml_field_feature(fields, &coordinate->feature);
	cml_field_u32(fields, "the scale of a coordinate", &as, CML_LINEAR_MISSING);
	if (!fields->out)
		coordinate->as = (enum cml_linear_scale)as;
	cml_field_double(fields, "the offset of a coordinate", &coordinate->offset, CML_FINITE);
	cml_field_double(fields, "the scale of a coordinate", &coordinate->scale, CML_FINITE);
	cml_field_double(fields, "the median of a coordinate", &coordinate->fill, CML_FINITE);
	cml_field_double(fields, "the edge of a coordinate", &coordinate->edge, CML_FINITE);
	cml_field_double(fields, "the least of a coordinate", &coordinate->min, CML_FINITE);
	cml_field_double(fields, "the most of a coordinate", &coordinate->max, CML_FINITE);
	cml_field_check(fields, coordinate->min <= coordinate->max, "an empty coordinate");
}

static bool is_before(const struct cml_linear_coordinate *a, const struct cml_linear_coordinate *b)
{
	return a->feature < b->feature || (a->feature == b->feature && a->as < b->as);
}

void cml_linear_input_fields(struct cml_fields *fields, void *state)
{
	struct cml_linear_input *input = state;
	cml_field_features(fields, &input->n_features);
	cml_field_count(fields, "the number of coordinates", &input->n, 0,
			CML_LINEAR_MAX_COORDINATES);
	size_t n = CML_FIELD_ARRAY(fields, &input->coordinates, input->n, COORDINATE_SIZE);
	for (size_t k = 0; k < n; k++) {
		struct cml_linear_coordinate *coordinate = &input->coordinates[k];
		coordinate_fields(fields, coordinate);
		cml_field_check(fields, k == 0 || is_before(coordinate - 1, coordinate),
				"coordinates out of order");
	}
}
