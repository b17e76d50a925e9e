#include "advise/given_unit.h"

#include "advise/model_outside.h"
#include "base/memory.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COMPARED 1000
#define MIN_TIMES 30

/* What was computed, its range in the log, and scratch. */
struct given {
	const struct cml_model *model;
	size_t slot;
	double lo, hi;
	double *values, *features;
	float *x;
};

static bool find_range(struct given *given)
{
	const struct cml_support *support = given->model->support;
	for (size_t c = 0; support && c < cml_support_n_columns(support); c++) {
		struct cml_support_cover cover;
		if (cml_support_slot(given->model, c) != given->slot)
			continue;
		cml_support_cover(support, 0, c, &cover);
		bool is_log =
		    given->model->space->columns[given->slot].encoding == CML_ENCODING_LOG;
		given->lo = is_log ? exp2((double)cover.lo) : (double)cover.lo;
		given->hi = is_log ? exp2((double)cover.hi) : (double)cover.hi;
		return given->lo > 0 && given->hi >= given->lo;
	}
	return false;
}

/* The logarithm of the metric of given->values with this value. */
static enum cml_result predict(struct given *given, double value, double *log_mean,
			       struct cml_error *err)
{
	double mean, sd;
	given->values[given->slot] = value;
	if (cml_model_encode(given->model, given->values, given->features, given->x, err) != CML_OK)
		return err->status;
	cml_model_predict(given->model, 1, given->x, &mean, &sd);
	*log_mean = log(mean);
	return CML_OK;
}

/* Logarithms: of a value by the range, and of the prediction by that without it. */
static enum cml_result compare(struct given *given, const double *values, double *by_range,
			       double *by_prediction, struct cml_error *err)
{
	double value = values[given->slot], with, without;
	memcpy(given->values, values, given->model->space->n_columns * sizeof *values);
	if (predict(given, value, &with, err) != CML_OK ||
	    predict(given, NAN, &without, err) != CML_OK)
		return err->status;
	*by_range = fmin(log(value / given->lo), 0) + fmax(log(value / given->hi), 0);
	*by_prediction = with - without;
	return CML_OK;
}

/* The logarithm of the largest proportion in which a context exceeds its domain. */
static double log_growth(const struct cml_space *space)
{
	double growth = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++) {
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role == CML_ROLE_CONTEXT && column->admits &&
		    column->type <= CML_TYPE_FLOAT)
			growth = fmax(growth,
				      log(column->admitted / cml_domain_largest(&column->domain)));
	}
	return growth;
}

enum cml_result cml_given_check_unit(const struct cml_model *model, size_t n, const double *values,
				     double *times, struct cml_error *err)
{
	const struct cml_space *space = model->space;
	struct given given = {.model = model, .slot = cml_space_lacks(space, NULL)};
	size_t most = n < MAX_COMPARED ? n : MAX_COMPARED, n_found = 0;
	*times = NAN;
	if (given.slot == CML_NO_COLUMN || !model->log_target || !find_range(&given))
		return CML_OK;
	given.values = cml_array_new(space->n_columns, sizeof *given.values);
	given.features = cml_array_new(model->n_encoded, sizeof *given.features);
	given.x = cml_aligned_new(model->n_features, sizeof *given.x);
	double *by_range = cml_array_new(most, 2 * sizeof *by_range), *by_prediction = NULL;
	bool ok = given.values && given.features && given.x && by_range;
	enum cml_result status = ok ? CML_OK : cml_fail_memory(err);
	by_prediction = by_range + (ok ? most : 0);
	for (size_t i = 0; !status && i < most; i++)
		if (!isnan(values[i * space->n_columns + given.slot])) {
			status = compare(&given, values + i * space->n_columns, &by_range[n_found],
					 &by_prediction[n_found], err);
			n_found++;
		}
	double range = !status && n_found > 0 ? cml_median(n_found, by_range) : 0;
	if (range != 0 && (fabs(range) - log_growth(space) > log(MIN_TIMES) ||
			   fabs(cml_median(n_found, by_prediction)) > log(MIN_TIMES)))
		*times = exp(range);
	free(given.values);
	free(given.features);
	free(given.x);
	free(by_range);
	return status;
}
