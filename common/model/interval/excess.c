#include "model/interval/excess.h"

#include <math.h>
#include <string.h>

#define LOG_PREFIX "log2("

/* A constant feature has no spread but rounding. */
#define CONSTANT 1e-9

/* A value on the scale of its feature. */
static double place(const struct cml_covered *covered, double value)
{
	if (!covered->is_log)
		return value;
	/* What is not above 0 is a doubling below the smallest, and more. */
	return value > 0 ? log2(value) : covered->low - 1 + value;
}

static bool can_be_log(const struct cml_dataset *data, size_t f)
{
	if (strncmp(data->feature_names[f], LOG_PREFIX, sizeof LOG_PREFIX - 1) == 0)
		return false;
	for (size_t i = 0; i < data->n_rows; i++)
		if (data->x[i * data->n_features + f] <= 0)
			return false;
	return true;
}

static struct cml_covered find_covered(const struct cml_dataset *data, size_t f)
{
	struct cml_covered covered = {INFINITY, -INFINITY, 1, can_be_log(data, f), false};
	double mean = 0, squares = 0;
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		double value = (double)data->x[i * data->n_features + f];
		if (isnan(value))
			continue;
		value = place(&covered, value);
		/* A third value is between the two, or pushes one of them there. */
		covered.is_number =
		    covered.is_number || (n > 0 && value != covered.low && value != covered.high &&
					  covered.low != covered.high);
		covered.low = fmin(covered.low, value);
		covered.high = fmax(covered.high, value);
		double away = value - mean;
		mean += away / (double)++n;
		squares += away * (value - mean);
	}
	double sd = n > 1 ? sqrt(squares / (double)n) : 0;
	if (covered.is_number && sd > CONSTANT * fmax(1, fabs(covered.high)))
		covered.unit = sd;
	return covered;
}

void cml_covered_find(const struct cml_dataset *data, struct cml_covered *covered)
{
	for (size_t f = 0; f < data->n_features; f++)
		covered[f] = find_covered(data, f);
}

/* Of one feature with a value. */
static double find_excess(const struct cml_covered *covered, double value)
{
	if (covered->low > covered->high)
		return 1;
	value = place(covered, value);
	return fmax(fmax(value - covered->high, covered->low - value), 0) / covered->unit;
}

struct cml_excess cml_excess_of(const struct cml_covered *covered, size_t n_features,
				const float *x)
{
	struct cml_excess excess = {0};
	for (size_t f = 0; f < n_features; f++) {
		if (isnan(x[f]))
			continue;
		double own = find_excess(&covered[f], (double)x[f]);
		*(covered[f].is_number ? &excess.numbers : &excess.levels) += own;
	}
	return excess;
}
