#include "learn/linear/linear_model.h"

#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row that makes its own line says nothing of others; its error is not taken for more than ten
 * times what it is. */
#define MAX_LEVERAGE 0.9

void cml_linear_free(void *state)
{
	struct cml_linear *linear = state;
	if (!linear)
		return;
	free(linear->input.coordinates);
	free(linear->coefficients);
	free(linear->root);
	free(linear);
}

/* From the intercept. */
static double offset(const struct cml_linear *linear, const float *x)
{
	double sum = 0;
	for (size_t k = 0; k < linear->input.n; k++) {
		const struct cml_linear_coordinate *coordinate = &linear->input.coordinates[k];
		sum += linear->coefficients[k] *
		       cml_linear_coordinate(coordinate, x[coordinate->feature]);
	}
	return sum;
}

void cml_linear_find_reach(struct cml_linear *linear, const struct cml_dataset *data)
{
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		linear->farthest = fmax(linear->farthest, cml_linear_leverage(linear, x));
		linear->widest = fmax(linear->widest, fabs(offset(linear, x)));
	}
}

/* The part of its offset that a job keeps. */
static double share_within(const struct cml_linear *linear, double leverage)
{
	double reach = 2 * CML_LINEAR_REACH + 1, most = reach * reach * linear->farthest;
	return leverage > most ? sqrt(most / leverage) : 1;
}

double cml_linear_mean(const struct cml_linear *linear, const float *x)
{
	double away = offset(linear, x);
	/* The leverage takes time, and is not large of jobs that are predicted like others. */
	if (fabs(away) > 2 * linear->widest)
		away *= share_within(linear, cml_linear_leverage(linear, x));
	return linear->intercept + away;
}

void cml_linear_leave_one_out(const struct cml_linear *linear, const struct cml_dataset *data,
			      double *line)
{
	double weight = 0;
	for (size_t i = 0; i < data->n_rows; i++)
		weight += data->weight[i] / (double)data->n_rows;
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		double pull = data->weight[i] / weight * cml_linear_leverage(linear, x);
		double residual = data->y[i] - cml_linear_mean(linear, x);
		line[i] = data->y[i] - residual / (1 - fmin(pull, MAX_LEVERAGE));
	}
}

/* With turned = root' z. */
double cml_linear_leverage(const struct cml_linear *linear, const float *x)
{
	double z[CML_LINEAR_MAX_COORDINATES], turned[CML_LINEAR_MAX_COORDINATES];
	double leverage = linear->of_mean;
	const double *row = linear->root;
	cml_linear_input_row(&linear->input, x, z);
	memset(turned, 0, linear->input.n * sizeof *turned);
	for (size_t j = 0; j < linear->input.n; j++) {
		for (size_t k = 0; k <= j; k++)
			turned[k] += row[k] * z[j];
		row += j + 1;
	}
	for (size_t k = 0; k < linear->input.n; k++)
		leverage += turned[k] * turned[k];
	return leverage;
}

void cml_linear_predict(const void *state, size_t n, const float *x, double *mean, double *sd)
{
	const struct cml_linear *linear = state;
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * linear->input.n_features;
		double leverage = cml_linear_leverage(linear, row);
		mean[i] = cml_linear_mean(linear, row);
		sd[i] = linear->noise > 0 ? sqrt(linear->noise * (1 + leverage)) : NAN;
	}
}

bool cml_linear_has_sd(const void *state)
{
	const struct cml_linear *linear = state;
	return linear->noise > 0;
}

void cml_linear_fields(struct cml_fields *fields, void *state)
{
	struct cml_linear *linear = state;
	cml_linear_input_fields(fields, &linear->input);
	size_t n = linear->input.n;
	cml_field_double(fields, "the intercept", &linear->intercept, CML_FINITE);
	cml_field_double(fields, "the noise", &linear->noise, CML_FROM_0);
	cml_field_double(fields, "the variance of the mean", &linear->of_mean, CML_FROM_0);
	cml_field_double(fields, "the largest leverage", &linear->farthest, CML_FROM_0);
	cml_field_double(fields, "the largest offset", &linear->widest, CML_FROM_0);
	cml_field_new_doubles(fields, "a coefficient", &linear->coefficients, n, CML_FINITE);
	cml_field_new_doubles(fields, "the root of the variance", &linear->root, n * (n + 1) / 2,
			      CML_FINITE);
}

enum cml_result cml_linear_describe(const void *state, const char *const *feature_names,
				    struct cml_buffer *text, struct cml_error *err)
{
	const struct cml_linear *linear = state;
	size_t n_logs = 0;
	(void)feature_names;
	for (size_t k = 0; k < linear->input.n; k++)
		n_logs += linear->input.coordinates[k].as == CML_LINEAR_LOG;
	bool ok =
	    cml_buffer_printf(text, "coordinates %zu, of which logarithms %zu; noise sd %.3g\n",
			      linear->input.n, n_logs, sqrt(linear->noise));
	return ok ? CML_OK : cml_fail_memory(err);
}
