#include "model/interval/interval.h"

#include "model/interval/interval_model.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_interval_new(struct cml_interval **interval, const char *const *feature_names,
				 size_t n_features, struct cml_error *err)
{
	struct cml_interval *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	if (!CML_NEW(&made->level_costs, n_features)) {
		cml_interval_free(made);
		return cml_fail_memory(err);
	}
	if (cml_extent_init(&made->extent, feature_names, n_features, err) != CML_OK) {
		cml_interval_free(made);
		return err->status;
	}
	*interval = made;
	return CML_OK;
}

void cml_interval_free(struct cml_interval *interval)
{
	if (!interval)
		return;
	cml_extent_release(&interval->extent);
	free(interval->level_costs);
	free(interval);
}

double cml_interval_scale(const struct cml_interval *interval, double sd)
{
	return interval->uses_sd ? sqrt(interval->noise + sd * sd) : 1;
}

double cml_interval_rise(double slope, double excess)
{
	return excess > 0 ? slope * sqrt(excess) : 0;
}

/* NaN where no fold shows what such jobs need. */
static double find_outside(const struct cml_interval *interval, const float *x,
			   const struct cml_excess *excess)
{
	double outside = cml_interval_rise(interval->numbers_slope, excess->numbers) +
			 cml_interval_rise(interval->level_cost, excess->flags);
	for (size_t c = 0; c < interval->extent.n_columns; c++)
		outside +=
		    cml_excess_is_new(&interval->extent, c, x) ? interval->level_costs[c] : 0;
	return outside;
}

/* A part of what a level adds that was never met, where few configurations have it. */
static double few_rise(const struct cml_interval *interval, const float *x)
{
	double sum = 0;
	for (size_t c = 0; c < interval->extent.n_columns; c++) {
		size_t n = cml_excess_n_of(&interval->extent, c, x);
		double cost = interval->level_costs[c];
		sum += n > 0 && n < CML_MANY && cost > 0 ? cost / sqrt(1 + (double)n) : 0;
	}
	return sum;
}

double cml_interval_half(const struct cml_interval *interval, const float *x, double sd)
{
	struct cml_excess excess = cml_excess_of(&interval->extent, x);
	double outside = find_outside(interval, x, &excess), cap = interval->spread;
	double inside = interval->quantile * cml_interval_scale(interval, sd);
	if (excess.singles > 0 && isnan(interval->numbers_slope) && isnan(interval->level_cost))
		return NAN;
	/* The predictor does not know how much less it knows outside. */
	inside = fmin(outside > 0 ? fmax(inside, interval->typical) : inside, cap);
	outside += fmin(few_rise(interval, x), inside);
	/* Not known, NaN, is the cap. */
	return fmax(fmin(inside + outside, cap), inside + interval->single_cost * excess.singles);
}

static void covered_fields(struct cml_fields *fields, struct cml_covered *covered)
{
	bool is_empty = covered->low > covered->high;
	double low = is_empty ? 1 : covered->low, high = is_empty ? 0 : covered->high;
	cml_field_flag(fields, "the scale of a feature", &covered->is_log);
	cml_field_flag(fields, "whether a feature is a number", &covered->is_number);
	cml_field_double(fields, "the least of a feature", &low, CML_FINITE);
	cml_field_double(fields, "the most of a feature", &high, CML_FINITE);
	cml_field_double(fields, "the unit of a feature", &covered->unit, CML_ABOVE_0);
	if (fields->out)
		return;
	covered->low = low;
	covered->high = high;
}

/* Columns lie one after the other, from feature number first on. */
static void column_fields(struct cml_fields *fields, struct cml_extent *extent,
			  struct cml_level_column *column, size_t first, double *cost)
{
	cml_field_count(fields, "the first level", &column->first, first, extent->n_features);
	cml_field_count(fields, "the number of levels", &column->n, 1,
			extent->n_features - column->first);
	cml_field_flag(fields, "whether there is no level", &column->may_be_none);
	cml_field_known(fields, "what a level adds", cost);
	for (size_t f = column->first; f < column->first + column->n; f++) {
		size_t n_of = extent->n_of[f];
		cml_field_count(fields, "the configurations of a level", &n_of, 0, CML_MANY);
		if (fields->out)
			continue;
		extent->n_of[f] = (uint8_t)n_of;
		column->n_met += n_of > 0;
	}
}

static void extent_fields(struct cml_fields *fields, struct cml_extent *extent, double *level_costs)
{
	size_t end = 0;
	for (size_t f = 0; f < extent->n_features; f++)
		covered_fields(fields, &extent->features[f]);
	cml_field_count(fields, "the number of columns", &extent->n_columns, 0, extent->n_features);
	for (size_t c = 0; c < extent->n_columns; c++) {
		struct cml_level_column *column = &extent->columns[c];
		column_fields(fields, extent, column, end, &level_costs[c]);
		end = column->first + column->n;
	}
}

void cml_interval_fields(struct cml_fields *fields, void *state)
{
	struct cml_interval **made = state;
	size_t n_features = *made ? (*made)->extent.n_features : 0;
	if (fields->out && !*made)
		return;
	cml_field_features(fields, &n_features);
	if (cml_fields_are_read(fields))
		fields->status = cml_interval_new(made, NULL, n_features, fields->err);
	if (fields->status != CML_OK)
		return;
	struct cml_interval *interval = *made;
	cml_field_flag(fields, "whether deviations are used", &interval->uses_sd);
	cml_field_double(fields, "the noise", &interval->noise, CML_FROM_0);
	cml_field_double(fields, "the quantile", &interval->quantile, CML_FROM_0);
	cml_field_double(fields, "what is typical", &interval->typical, CML_FROM_0);
	cml_field_double(fields, "the spread", &interval->spread, CML_FROM_0);
	cml_field_double(fields, "the cost of a setting", &interval->single_cost, CML_FROM_0);
	cml_field_known(fields, "the slope of numbers", &interval->numbers_slope);
	cml_field_known(fields, "the cost of a level", &interval->level_cost);
	extent_fields(fields, &interval->extent, interval->level_costs);
}
