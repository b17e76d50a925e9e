#include "model/interval/excess.h"

#include "base/key.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Characters before '='; 0: it is no level. */
static size_t column_length(const char *name)
{
	const char *end = strchr(name, '=');
	return end ? (size_t)(end - name) : 0;
}

size_t cml_levels_find(const char *const *feature_names, size_t n_features,
		       struct cml_level_column *columns)
{
	size_t n = 0;
	for (size_t f = 0, end; f < n_features; f = end) {
		size_t length = column_length(feature_names[f]);
		for (end = f + 1; length > 0 && end < n_features; end++)
			if (column_length(feature_names[end]) != length ||
			    strncmp(feature_names[end], feature_names[f], length) != 0)
				break;
		if (end - f > 1)
			columns[n++] = (struct cml_level_column){.first = f, .n = end - f};
	}
	return n;
}

size_t cml_level_of(const struct cml_level_column *column, const float *x)
{
	for (size_t l = 0; l < column->n; l++)
		if (x[column->first + l] > 0)
			return l;
	return column->n;
}

static bool is_missing(const struct cml_level_column *column, const float *x)
{
	return isnan(x[column->first]);
}

/* A level is one of many jobs if it is that of more than one job of so many. */
#define MANY_PART 20

/* Configurations that have a feature, up to CML_MANY. */
static uint8_t count_having(const struct cml_dataset *data, size_t feature)
{
	uint64_t keys[CML_MANY];
	size_t n = 0, n_jobs = 0;
	for (size_t i = 0, k; i < data->n_rows && n < CML_MANY; i++) {
		if (!(data->x[i * data->n_features + feature] > 0))
			continue;
		n_jobs++;
		for (k = 0; k < n && keys[k] != data->keys[i]; k++)
			continue;
		if (k == n)
			keys[n++] = data->keys[i];
	}
	return n_jobs > data->n_rows / MANY_PART ? CML_MANY : (uint8_t)n;
}

/* Which levels jobs had: n_of[column->n]; sets the rest of column. O(rows * levels). */
static void cover_levels(struct cml_level_column *column, const struct cml_dataset *data,
			 uint8_t *n_of)
{
	column->n_met = 0;
	column->may_be_none = false;
	for (size_t l = 0; l < column->n; l++) {
		n_of[l] = count_having(data, column->first + l);
		column->n_met += n_of[l] > 0;
	}
	for (size_t i = 0; i < data->n_rows && !column->may_be_none; i++) {
		const float *x = data->x + i * data->n_features;
		column->may_be_none =
		    cml_level_of(column, x) == column->n && !is_missing(column, x);
	}
}

#define LOG_PREFIX "log2("

/* A constant feature has no spread but rounding. */
#define CONSTANT 1e-9

/* Whether a feature of this name is a logarithm already. */
static bool is_named_log(const char *name)
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
	if (is_named_log(data->feature_names[feature]))
		return false;
	for (size_t i = 0; i < data->n_rows; i++)
		if (data->x[i * data->n_features + feature] <= 0)
			return false;
	return true;
}

/* Of one feature. O(rows). */
static struct cml_covered find_covered(const struct cml_dataset *data, size_t feature)
{
	struct cml_covered covered = {
	    .low = INFINITY, .high = -INFINITY, .unit = 1, .is_log = can_be_log(data, feature)};
	bool is_amount = covered.is_log || is_named_log(data->feature_names[feature]);
	bool is_pair = false; /* two distinct values */
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
		is_pair = (is_pair || is_another) && !is_third && !covered.is_number;
		covered.is_number = covered.is_number || is_third;
		covered.low = fmin(covered.low, value);
		covered.high = fmax(covered.high, value);
		double away = value - mean;
		mean += away / (double)++n;
		squares += away * (value - mean);
	}
	covered.is_number = covered.is_number || (is_pair && is_amount);
	double sd = n > 1 ? sqrt(squares / (double)n) : 0;
	if (covered.is_number && sd > CONSTANT * fmax(1, fabs(covered.high)))
		covered.unit = sd;
	return covered;
}

/* The distance of a value, not NaN, from what is covered, in units; 0 inside, 1 where there never
 * was a value. */
static double covered_excess(const struct cml_covered *covered, double value)
{
	if (covered->low > covered->high)
		return 1;
	value = cml_covered_place(covered, value);
	return fmax(fmax(value - covered->high, covered->low - value), 0) / covered->unit;
}

enum cml_result cml_extent_init(struct cml_extent *extent, const char *const *feature_names,
				size_t n_features, struct cml_error *err)
{
	*extent = (struct cml_extent){.n_features = n_features};
	if (!CML_NEW(&extent->features, n_features) || !CML_NEW(&extent->columns, n_features) ||
	    !CML_NEW(&extent->n_of, n_features)) {
		cml_extent_release(extent);
		return cml_fail_memory(err);
	}
	if (feature_names)
		extent->n_columns = cml_levels_find(feature_names, n_features, extent->columns);
	return CML_OK;
}

void cml_extent_release(struct cml_extent *extent)
{
	free(extent->features);
	free(extent->columns);
	free(extent->n_of);
	*extent = (struct cml_extent){0};
}

void cml_extent_find(struct cml_extent *extent, const struct cml_dataset *data)
{
	for (size_t f = 0; f < data->n_features; f++)
		extent->features[f] = find_covered(data, f);
	for (size_t c = 0; c < extent->n_columns; c++)
		cover_levels(&extent->columns[c], data, extent->n_of + extent->columns[c].first);
}

bool cml_excess_is_new(const struct cml_extent *extent, size_t column, const float *x)
{
	const struct cml_level_column *own = &extent->columns[column];
	size_t level = cml_level_of(own, x);
	if (level < own->n)
		return extent->n_of[own->first + level] == 0;
	return !own->may_be_none && !is_missing(own, x);
}

size_t cml_excess_n_of(const struct cml_extent *extent, size_t column, const float *x)
{
	const struct cml_level_column *own = &extent->columns[column];
	size_t level = cml_level_of(own, x);
	return level < own->n ? extent->n_of[own->first + level] : CML_MANY;
}

struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x)
{
	struct cml_excess excess = {0};
	size_t c = 0;
	for (size_t f = 0; f < extent->n_features; f++) {
		const struct cml_level_column *column = &extent->columns[c];
		if (c < extent->n_columns && f == column->first) {
			excess.singles += column->n_met == 1 && cml_excess_is_new(extent, c, x);
			f += column->n - 1;
			c++;
			continue;
		}
		if (isnan(x[f]))
			continue;
		const struct cml_covered *covered = &extent->features[f];
		double own = covered_excess(covered, (double)x[f]);
		*(covered->is_number ? &excess.numbers : &excess.flags) += own;
		excess.singles += covered->low == covered->high ? fmin(2 * own, 1) : 0;
	}
	return excess;
}
