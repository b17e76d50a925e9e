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

/* Which levels jobs had: is_met[column->n]; sets the rest of column. O(rows * levels). */
static void cover_levels(struct cml_level_column *column, const struct cml_dataset *data,
			 bool *is_met)
{
	column->n_met = 0;
	column->may_be_none = false;
	memset(is_met, 0, column->n * sizeof *is_met);
	for (size_t i = 0; i < data->n_rows; i++) {
		const float *x = data->x + i * data->n_features;
		size_t level = cml_level_of(column, x);
		if (level == column->n) {
			column->may_be_none = column->may_be_none || !is_missing(column, x);
		} else if (!is_met[level]) {
			is_met[level] = true;
			column->n_met++;
		}
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

/* The distance of a value, not NaN, from what is covered, in units; 0 inside, 1 where there never
 * was a value. */
static double covered_excess(const struct cml_covered *covered, double value)
{
	if (covered->low > covered->high)
		return 1;
	value = cml_covered_place(covered, value);
	return fmax(fmax(value - covered->high, covered->low - value), 0) / covered->unit;
}

/* More than one configuration of so many is no end: the errors of random folds show it. */
#define END_PART 20

static void insert(float *items, size_t *n, float value, float sign)
{
	size_t at = *n;
	while (at > 0 && sign * value > sign * items[at - 1])
		at--;
	if (at >= CML_ENDS)
		return;
	*n += *n < CML_ENDS;
	memmove(items + at + 1, items + at, (*n - 1 - at) * sizeof *items);
	items[at] = value;
}

/* Configurations of each level; 0 of one that many have. */
static void count_levels(const struct cml_level_column *column, const struct cml_dataset *data,
			 const struct cml_key_groups *groups, struct cml_covered_ends *ends)
{
	for (size_t l = 0; l < column->n; l++)
		ends[column->first + l].n = 0;
	for (size_t g = 0; g < groups->n; g++) {
		size_t row = groups->rows[groups->first[g]];
		size_t level = cml_level_of(column, data->x + row * data->n_features);
		if (level < column->n)
			ends[column->first + level].n++;
	}
	for (size_t l = 0; l < column->n; l++)
		if (ends[column->first + l].n >= CML_ENDS ||
		    ends[column->first + l].n > groups->n / END_PART)
			ends[column->first + l].n = 0;
}

enum cml_result cml_extent_find_ends(struct cml_extent *extent, const struct cml_dataset *data,
				     struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	if (!CML_NEW(&extent->ends, extent->n_features))
		return cml_fail_memory(err);
	if (cml_key_groups_init(&groups, data->n_rows, data->keys, err) != CML_OK)
		return err->status;
	for (size_t g = 0; g < groups.n; g++) {
		const float *x = data->x + groups.rows[groups.first[g]] * data->n_features;
		for (size_t f = 0; f < extent->n_features; f++) {
			struct cml_covered_ends *ends = &extent->ends[f];
			size_t n = ends->n;
			if (isnan(x[f]))
				continue;
			float place = (float)cml_covered_place(&extent->features[f], (double)x[f]);
			insert(ends->high, &n, place, 1);
			insert(ends->low, &ends->n, place, -1);
		}
	}
	for (size_t f = 0; f < extent->n_features; f++)
		if (extent->ends[f].n > groups.n / END_PART + 1)
			extent->ends[f].n = groups.n / END_PART + 1;
	for (size_t c = 0; c < extent->n_columns; c++)
		count_levels(&extent->columns[c], data, &groups, extent->ends);
	cml_key_groups_release(&groups);
	return CML_OK;
}

/* As covered_excess, where few configurations reach it. */
static double thin_excess(const struct cml_covered *covered, const struct cml_covered_ends *ends,
			  double value)
{
	double excess = 0;
	value = cml_covered_place(covered, value);
	for (size_t m = 1; m < ends->n; m++) {
		double away = fmax(value - (double)ends->high[m], (double)ends->low[m] - value);
		excess = fmax(excess, away / covered->unit / sqrt(1 + (double)m));
	}
	return excess;
}

/* Sums of logarithms of floats differ by rounding alone. */
#define ROUNDING 1e-5

bool cml_products_take(const struct cml_dataset *data, const struct cml_covered *covered,
		       size_t feature)
{
	return covered[feature].is_number &&
	       (covered[feature].is_log || is_named_log(data->feature_names[feature]));
}

size_t cml_products_n(const struct cml_products *products)
{
	return products->n_features < 2 ? 0 : products->n_features * (products->n_features - 1);
}

struct cml_product cml_products_at(const struct cml_products *products, size_t i)
{
	size_t a = 0, pair = i / 2;
	for (size_t left = products->n_features - 1; pair >= left; pair -= left--)
		a++;
	return (struct cml_product){products->features[a], products->features[a + 1 + pair],
				    i % 2 == 0 ? 1 : -1};
}

double cml_product_value(const struct cml_product *product, const struct cml_covered *covered,
			 const float *x)
{
	return cml_covered_place(&covered[product->a], (double)x[product->a]) +
	       product->sign * cml_covered_place(&covered[product->b], (double)x[product->b]);
}

/* What data covers of the products of products->features, which are set.
 * O(rows * CML_MAX_PRODUCTS). */
static void find_products(struct cml_products *products, const struct cml_dataset *data,
			  const struct cml_covered *covered)
{
	for (size_t p = 0; p < cml_products_n(products); p++) {
		const struct cml_product product = cml_products_at(products, p);
		struct cml_product_range range = {INFINITY, -INFINITY};
		for (size_t i = 0; i < data->n_rows; i++) {
			double value =
			    cml_product_value(&product, covered, data->x + i * data->n_features);
			/* Not of NaN. */
			range.low = fmin(range.low, value);
			range.high = fmax(range.high, value);
		}
		products->ranges[p] = range;
	}
}

/* The largest distance of a product or ratio from what is covered, in what would be its
 * standard deviation if its numbers were independent; 0 inside, and where a number is missing or no
 * job has both. It never falls on the way from a covered job straight away, in logarithms. covered:
 * as it was given to find_products. */
static double products_excess(const struct cml_products *products,
			      const struct cml_covered *covered, const float *x)
{
	double places[CML_PRODUCT_NUMBERS], units[CML_PRODUCT_NUMBERS], excess = 0;
	const struct cml_product_range *range = products->ranges;
	for (size_t a = 0; a < products->n_features; a++) {
		size_t f = products->features[a];
		places[a] = cml_covered_place(&covered[f], (double)x[f]);
		units[a] = covered[f].unit;
	}
	for (size_t a = 0; a < products->n_features; a++)
		for (size_t b = a + 1; b < products->n_features; b++)
			for (int sign = 1; sign >= -1; sign -= 2, range++) {
				double value = places[a] + sign * places[b];
				double away = fmax(value - range->high, range->low - value);
				/* Of a missing number this is false, and where nothing is covered
				 * infinite. */
				if (away > ROUNDING && isfinite(away))
					excess = fmax(excess, away / hypot(units[a], units[b]));
			}
	return excess;
}

enum cml_result cml_extent_init(struct cml_extent *extent, const char *const *feature_names,
				size_t n_features, struct cml_error *err)
{
	*extent = (struct cml_extent){.n_features = n_features};
	if (!CML_NEW(&extent->features, n_features) || !CML_NEW(&extent->columns, n_features) ||
	    !CML_NEW(&extent->is_met, n_features)) {
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
	free(extent->is_met);
	free(extent->ends);
	*extent = (struct cml_extent){0};
}

void cml_extent_find(struct cml_extent *extent, const struct cml_dataset *data)
{
	for (size_t f = 0; f < data->n_features; f++)
		extent->features[f] = find_covered(data, f);
	find_products(&extent->products, data, extent->features);
	for (size_t c = 0; c < extent->n_columns; c++)
		cover_levels(&extent->columns[c], data, extent->is_met + extent->columns[c].first);
}

/* Whether a job has a level that no job had, or none where each had one. A missing level is met. */
static bool is_unmet(const struct cml_extent *extent, const struct cml_level_column *column,
		     const float *x)
{
	size_t level = cml_level_of(column, x);
	if (level < column->n)
		return !extent->is_met[column->first + level];
	return !column->may_be_none && !is_missing(column, x);
}

bool cml_excess_is_new(const struct cml_extent *extent, size_t column, const float *x)
{
	return is_unmet(extent, &extent->columns[column], x);
}

bool cml_excess_is_unmet(const struct cml_extent *extent, size_t column, const float *x)
{
	const struct cml_level_column *own = &extent->columns[column];
	return own->n_met >= CML_MIN_LEVELS && is_unmet(extent, own, x);
}

struct cml_excess cml_excess_of(const struct cml_extent *extent, const float *x)
{
	struct cml_excess excess = {0};
	size_t c = 0;
	for (size_t f = 0; f < extent->n_features; f++) {
		const struct cml_level_column *column = &extent->columns[c];
		if (c < extent->n_columns && f == column->first) {
			bool is_away =
			    column->n_met < CML_MIN_LEVELS && is_unmet(extent, column, x);
			excess.levels += is_away;
			excess.singles += is_away && column->n_met == 1;
			f += column->n - 1;
			c++;
			continue;
		}
		if (isnan(x[f]))
			continue;
		const struct cml_covered *covered = &extent->features[f];
		double own = covered_excess(covered, (double)x[f]);
		*(covered->is_number ? &excess.numbers : &excess.levels) += own;
		if (covered->is_number)
			excess.thin_numbers +=
			    extent->ends
				? fmax(own, thin_excess(covered, &extent->ends[f], (double)x[f]))
				: own;
		excess.two_valued += covered->is_number && covered->is_pair ? own : 0;
		excess.singles += covered->low == covered->high ? fmin(2 * own, 1) : 0;
	}
	excess.products = products_excess(&extent->products, extent->features, x);
	return excess;
}
