#include "model/interval/interval.h"

#include "model/interval/interval_model.h"

#include "model/predictor/model_bytes.h"

#include <math.h>
#include <stdlib.h>

/* A slope in a file that is not known. */
#define UNKNOWN (-1.0)

enum cml_result cml_interval_new(struct cml_interval **interval, size_t n_features,
				 struct cml_error *err)
{
	struct cml_interval *made = cml_array_new(1, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	made->n_features = n_features;
	made->covered = cml_array_new(n_features, sizeof *made->covered);
	if (!made->covered) {
		cml_interval_free(made);
		return cml_fail_memory(err);
	}
	*interval = made;
	return CML_OK;
}

void cml_interval_free(struct cml_interval *interval)
{
	if (!interval)
		return;
	free(interval->covered);
	free(interval);
}

double cml_interval_spread(const struct cml_interval *interval, double sd)
{
	return interval->uses_sd ? sqrt(interval->noise + sd * sd) : 1;
}

/* An unknown slope does not matter inside. */
static double rise(double slope, double excess)
{
	return excess > 0 ? slope * excess : 0;
}

double cml_interval_rise(const struct cml_interval *interval, const struct cml_excess *excess)
{
	return rise(interval->numbers_slope, excess->numbers) +
	       rise(interval->levels_slope, excess->levels);
}

double cml_interval_half(const struct cml_interval *interval, const float *x, double sd)
{
	struct cml_excess excess = cml_excess_of(interval->covered, interval->n_features, x);
	return interval->quantile * cml_interval_spread(interval, sd) +
	       cml_interval_rise(interval, &excess);
}

bool cml_interval_is_positive(const struct cml_interval *interval)
{
	return interval->is_positive;
}

bool cml_interval_save(const struct cml_interval *interval, struct cml_buffer *out)
{
	const double slopes[] = {interval->numbers_slope, interval->levels_slope};
	bool ok = cml_bytes_put_u32(out, (uint32_t)interval->n_features) &&
		  cml_bytes_put_u32(out, interval->uses_sd) &&
		  cml_bytes_put_u32(out, interval->is_positive) &&
		  cml_bytes_put_double(out, interval->noise) &&
		  cml_bytes_put_double(out, interval->quantile);
	for (size_t i = 0; ok && i < 2; i++)
		ok = cml_bytes_put_double(out, isnan(slopes[i]) ? UNKNOWN : slopes[i]);
	for (size_t f = 0; ok && f < interval->n_features; f++) {
		const struct cml_covered *covered = &interval->covered[f];
		bool is_empty = covered->low > covered->high;
		ok = cml_bytes_put_u32(out, covered->is_log) &&
		     cml_bytes_put_u32(out, covered->is_number) &&
		     cml_bytes_put_double(out, is_empty ? 1 : covered->low) &&
		     cml_bytes_put_double(out, is_empty ? 0 : covered->high) &&
		     cml_bytes_put_double(out, covered->unit);
	}
	return ok;
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

static bool take_slope(struct cml_slice *bytes, double *slope)
{
	bool ok = take_number(bytes, UNKNOWN, slope);
	if (ok && *slope < 0)
		*slope = NAN;
	return ok;
}

static bool take_covered(struct cml_slice *bytes, struct cml_covered *covered)
{
	return take_flag(bytes, &covered->is_log) && take_flag(bytes, &covered->is_number) &&
	       take_number(bytes, -INFINITY, &covered->low) &&
	       take_number(bytes, -INFINITY, &covered->high) &&
	       take_number(bytes, 0, &covered->unit) && covered->unit > 0;
}

static bool take_all(struct cml_slice *bytes, struct cml_interval *interval)
{
	bool ok =
	    take_flag(bytes, &interval->uses_sd) && take_flag(bytes, &interval->is_positive) &&
	    take_number(bytes, 0, &interval->noise) && take_number(bytes, 0, &interval->quantile) &&
	    take_slope(bytes, &interval->numbers_slope) &&
	    take_slope(bytes, &interval->levels_slope);
	for (size_t f = 0; ok && f < interval->n_features; f++)
		ok = take_covered(bytes, &interval->covered[f]);
	return ok && bytes->size == 0;
}

enum cml_result cml_interval_load(struct cml_interval **interval, struct cml_slice bytes,
				  size_t n_features, struct cml_error *err)
{
	uint32_t n;
	struct cml_interval *made = NULL;
	if (!cml_bytes_take_u32(&bytes, &n) || n != n_features)
		return cml_fail(err, CML_BAD_DATA, "inconsistent interval: its features");
	if (cml_interval_new(&made, n_features, err) != CML_OK)
		return err->status;
	if (!take_all(&bytes, made)) {
		cml_interval_free(made);
		return cml_fail(err, CML_BAD_DATA, "inconsistent interval");
	}
	*interval = made;
	return CML_OK;
}
