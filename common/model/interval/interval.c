#include "model/interval/interval.h"

#include "model/interval/interval_model.h"

#include "base/number.h"
#include "learn/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

/* Flags in a file. */
#define USES_SD UINT32_C(1)

/* A number in a file that is not known. */
#define UNKNOWN (-1.0)

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

/* An unknown slope does not matter inside. */
static double rise(double slope, double excess)
{
	return excess > 0 ? slope * sqrt(excess) : 0;
}

double cml_interval_rise(const struct cml_interval *interval, const struct cml_excess *excess)
{
	return rise(interval->numbers_slope, excess->numbers) +
	       rise(interval->levels_slope, excess->levels);
}

double cml_interval_level_rise(const struct cml_interval *interval, size_t column)
{
	double cost = interval->level_costs[column];
	return isnan(cost) ? interval->levels_slope : cost;
}

/* What a level of a column adds that was never met: that of a column of few is in excess->levels,
 * as if it cost what others do. */
static double new_level_cost(const struct cml_interval *interval, size_t column, const float *x)
{
	double cost = cml_interval_level_rise(interval, column);
	if (!cml_excess_is_new(&interval->extent, column, x))
		return 0;
	return interval->extent.columns[column].n_met < CML_MIN_LEVELS
		   ? fmax(0, cost - interval->levels_slope)
		   : cost;
}

static double find_outside(const struct cml_interval *interval, const float *x,
			   const struct cml_excess *excess)
{
	double outside = cml_interval_rise(interval, excess);
	for (size_t c = 0; c < interval->extent.n_columns; c++)
		outside += new_level_cost(interval, c, x);
	return outside;
}

double cml_interval_outside(const struct cml_interval *interval, const float *x)
{
	struct cml_excess excess = cml_excess_of(&interval->extent, x);
	double outside = find_outside(interval, x, &excess);
	return outside > interval->spread ? interval->spread : outside;
}

/* A part of what a level adds that was never met, where few configurations have it. */
static double few_rise(const struct cml_interval *interval, const float *x)
{
	double sum = 0;
	for (size_t c = 0; c < interval->extent.n_columns; c++) {
		size_t n = cml_excess_n_of(&interval->extent, c, x);
		double cost = cml_interval_level_rise(interval, c);
		sum += n > 0 && n < CML_MANY && cost > 0 ? cost / sqrt(1 + (double)n) : 0;
	}
	return sum;
}

double cml_interval_half(const struct cml_interval *interval, const float *x, double sd)
{
	struct cml_excess excess = cml_excess_of(&interval->extent, x);
	double outside = find_outside(interval, x, &excess), cap = interval->spread;
	double inside = interval->quantile * cml_interval_scale(interval, sd);
	/* The predictor does not know how much less it knows outside. */
	inside = cml_within(outside > 0 ? fmax(inside, interval->typical) : inside, 0, cap);
	outside += fmin(few_rise(interval, x), inside);
	return cml_within(cml_within(inside + outside, 0, cap),
			  inside + interval->single_cost * excess.singles, INFINITY);
}

static bool put_known(struct cml_buffer *out, double number)
{
	return cml_bytes_put_double(out, isnan(number) ? UNKNOWN : number);
}

static bool put_range(struct cml_buffer *out, double low, double high)
{
	bool is_empty = low > high;
	return cml_bytes_put_double(out, is_empty ? 1 : low) &&
	       cml_bytes_put_double(out, is_empty ? 0 : high);
}

static bool put_columns(struct cml_buffer *out, const struct cml_interval *interval)
{
	const struct cml_extent *extent = &interval->extent;
	bool ok = cml_bytes_put_u32(out, (uint32_t)extent->n_columns);
	for (size_t c = 0; ok && c < extent->n_columns; c++) {
		const struct cml_level_column *column = &extent->columns[c];
		ok = cml_bytes_put_u32(out, (uint32_t)column->first) &&
		     cml_bytes_put_u32(out, (uint32_t)column->n) &&
		     cml_bytes_put_u32(out, column->may_be_none) &&
		     put_known(out, interval->level_costs[c]);
		for (size_t l = 0; ok && l < column->n; l++)
			ok = cml_bytes_put_u32(out, extent->n_of[column->first + l]);
	}
	return ok;
}

bool cml_interval_save(const struct cml_interval *interval, struct cml_buffer *out)
{
	const struct cml_extent *extent = &interval->extent;
	uint32_t flags = interval->uses_sd ? USES_SD : 0;
	bool ok = cml_bytes_put_u32(out, (uint32_t)extent->n_features) &&
		  cml_bytes_put_u32(out, flags) && cml_bytes_put_double(out, interval->noise) &&
		  cml_bytes_put_double(out, interval->quantile) &&
		  cml_bytes_put_double(out, interval->typical) &&
		  cml_bytes_put_double(out, interval->spread) &&
		  cml_bytes_put_double(out, interval->single_cost) &&
		  put_known(out, interval->numbers_slope) && put_known(out, interval->levels_slope);
	for (size_t f = 0; ok && f < extent->n_features; f++) {
		const struct cml_covered *covered = &extent->features[f];
		ok = cml_bytes_put_u32(out, covered->is_log) &&
		     cml_bytes_put_u32(out, covered->is_number) &&
		     put_range(out, covered->low, covered->high) &&
		     cml_bytes_put_double(out, covered->unit);
	}
	return ok && put_columns(out, interval);
}

static bool take_flag(struct cml_slice *bytes, bool *flag)
{
	uint32_t value;
	if (!cml_bytes_take_u32(bytes, &value) || value > 1)
		return false;
	*flag = value == 1;
	return true;
}

static bool take_number(struct cml_slice *bytes, double min, double *number)
{
	return cml_bytes_take_double(bytes, number) && isfinite(*number) && *number >= min;
}

static bool take_known(struct cml_slice *bytes, double *known)
{
	bool ok = take_number(bytes, UNKNOWN, known);
	if (ok && *known < 0)
		*known = NAN;
	return ok;
}

static bool take_covered(struct cml_slice *bytes, struct cml_covered *covered)
{
	return take_flag(bytes, &covered->is_log) && take_flag(bytes, &covered->is_number) &&
	       take_number(bytes, -INFINITY, &covered->low) &&
	       take_number(bytes, -INFINITY, &covered->high) &&
	       take_number(bytes, 0, &covered->unit) && covered->unit > 0;
}

/* Columns lie one after the other. */
static bool take_columns(struct cml_slice *bytes, struct cml_interval *interval)
{
	struct cml_extent *extent = &interval->extent;
	size_t n_columns, end = 0;
	if (!cml_bytes_take_count(bytes, extent->n_features, &n_columns))
		return false;
	for (size_t c = 0; c < n_columns; c++) {
		struct cml_level_column *column = &extent->columns[c];
		if (!cml_bytes_take_count(bytes, extent->n_features, &column->first) ||
		    column->first < end ||
		    !cml_bytes_take_count(bytes, extent->n_features - column->first, &column->n) ||
		    column->n == 0 || !take_flag(bytes, &column->may_be_none) ||
		    !take_known(bytes, &interval->level_costs[c]))
			return false;
		end = column->first + column->n;
		for (size_t f = column->first; f < end; f++) {
			size_t n_of;
			if (!cml_bytes_take_count(bytes, CML_MANY, &n_of))
				return false;
			extent->n_of[f] = (uint8_t)n_of;
			column->n_met += n_of > 0;
		}
		extent->n_columns++;
	}
	return true;
}

static bool take_all(struct cml_slice *bytes, struct cml_interval *interval)
{
	struct cml_extent *extent = &interval->extent;
	uint32_t flags = 0;
	bool ok =
	    cml_bytes_take_u32(bytes, &flags) && flags <= USES_SD &&
	    take_number(bytes, 0, &interval->noise) && take_number(bytes, 0, &interval->quantile) &&
	    take_number(bytes, 0, &interval->typical) && take_number(bytes, 0, &interval->spread) &&
	    take_number(bytes, 0, &interval->single_cost) &&
	    take_known(bytes, &interval->numbers_slope) &&
	    take_known(bytes, &interval->levels_slope);
	interval->uses_sd = flags & USES_SD;
	for (size_t f = 0; ok && f < extent->n_features; f++)
		ok = take_covered(bytes, &extent->features[f]);
	return ok && take_columns(bytes, interval) && bytes->size == 0;
}

enum cml_result cml_interval_load(struct cml_interval **interval, struct cml_slice bytes,
				  size_t n_features, struct cml_error *err)
{
	uint32_t n;
	struct cml_interval *made = NULL;
	if (!cml_bytes_take_u32(&bytes, &n) || n != n_features)
		return cml_fail(err, CML_BAD_DATA, "inconsistent interval: its features");
	if (cml_interval_new(&made, NULL, n_features, err) != CML_OK)
		return err->status;
	if (!take_all(&bytes, made)) {
		cml_interval_free(made);
		return cml_fail(err, CML_BAD_DATA, "inconsistent interval");
	}
	*interval = made;
	return CML_OK;
}
