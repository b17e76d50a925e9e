#include "model/interval/covered.h"

#include <math.h>
#include <string.h>

#define LOG_PREFIX "log2("

/* A constant feature has no spread but rounding. */
#define CONSTANT 1e-9

bool cml_covered_is_named_log(const char *name)
{
	return strncmp(name, LOG_PREFIX, sizeof LOG_PREFIX - 1) == 0;
}

double cml_covered_place(const struct cml_covered *covered, double value)
{
	if (!covered->is_log || isnan(value))
		return value;
	/* What is not above 0 is a doubling below the smallest, and more. */
	return value > 0 ? log2(value) : covered->low - 1 + value;
}

static bool can_be_log(const struct cml_dataset *data, size_t feature)
{
	if (cml_covered_is_named_log(data->feature_names[feature]))
		return false;
	for (size_t i = 0; i < data->n_rows; i++)
		if (data->x[i * data->n_features + feature] <= 0)
			return false;
	return true;
}

struct cml_covered cml_covered_find(const struct cml_dataset *data, size_t feature)
{
	struct cml_covered covered = {
	    .low = INFINITY, .high = -INFINITY, .unit = 1, .is_log = can_be_log(data, feature)};
	bool is_amount = covered.is_log || cml_covered_is_named_log(data->feature_names[feature]);
	double mean = 0, squares = 0;
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		double value = (double)data->x[i * data->n_features + feature];
		if (isnan(value))
			continue;
		value = cml_covered_place(&covered, value);
		/* A third value is between the two, or pushes one of them there. */
		bool is_another = n > 0 && value != covered.low && value != covered.high;
		bool is_third = is_another && covered.low != covered.high;
		covered.is_pair =
		    (covered.is_pair || is_another) && !is_third && !covered.is_number;
		covered.is_number = covered.is_number || is_third;
		covered.low = fmin(covered.low, value);
		covered.high = fmax(covered.high, value);
		double away = value - mean;
		mean += away / (double)++n;
		squares += away * (value - mean);
	}
	covered.is_number = covered.is_number || (covered.is_pair && is_amount);
	double sd = n > 1 ? sqrt(squares / (double)n) : 0;
	if (covered.is_number && sd > CONSTANT * fmax(1, fabs(covered.high)))
		covered.unit = sd;
	return covered;
}

double cml_covered_excess(const struct cml_covered *covered, double value)
{
	if (covered->low > covered->high)
		return 1;
	value = cml_covered_place(covered, value);
	return fmax(fmax(value - covered->high, covered->low - value), 0) / covered->unit;
}
