#include "eval/checks/counted_slip.h"

#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOG_PREFIX "log2("
#define MIN_COUNT 4
#define MIN_JOBS 4
#define MAX_PERCENT 20 /* of the jobs */
#define MAX_ERROR 0.1  /* of the median fraction */
#define MIN_DEVIATIONS 4
#define MIN_FIT 1.5
/* The peak is so wide to either side of 1, and so wide is the valley before it. */
#define PEAK_WIDTH 0.25
#define MIN_PEAK 3            /* jobs on it for each one in the valley, and for each beyond */
#define MIN_FRACTION (2. / 3) /* of those that are meant */

static bool is_logarithm(const struct cml_dataset *data, size_t feature)
{
	return strncmp(data->feature_names[feature], LOG_PREFIX, strlen(LOG_PREFIX)) == 0;
}

struct cml_slice cml_count_name(const struct cml_dataset *data, size_t feature)
{
	struct cml_slice name = cml_slice_of(data->feature_names[feature]);
	if (!is_logarithm(data, feature))
		return name;
	name = cml_slice_from(name, strlen(LOG_PREFIX));
	name.size--;
	return name;
}

/* Logarithms of what a feature counts; false where it counts nothing in some job. */
static bool take_counts(const struct cml_dataset *data, size_t feature, double *logs)
{
	bool is_log = is_logarithm(data, feature);
	for (size_t i = 0; i < data->n_rows; i++) {
		double x = data->x[i * data->n_features + feature];
		double count = is_log ? exp2(x) : x;
		if (!(count > 0.999) || fabs(count - nearbyint(count)) > 1e-5 * count)
			return false;
		logs[i] = log(count);
	}
	return true;
}

static int compare_descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x < y) - (x > y);
}

/* How many jobs are meant: those on a peak of fractions around 1, and all beyond; 0: there is no
 * peak. fraction[n]: descending. */
static size_t find_peak(const double *fraction, size_t n)
{
	size_t n_peak = 0, n_valley = 0, n_beyond = 0, n_meant = 0;
	for (size_t i = 0; i < n && fraction[i] >= 1 - 2 * PEAK_WIDTH; i++) {
		n_beyond += fraction[i] > 1 + PEAK_WIDTH;
		n_valley += fraction[i] < 1 - PEAK_WIDTH;
		n_meant += fraction[i] >= MIN_FRACTION;
		n_peak = i + 1 - n_beyond - n_valley;
	}
	bool is_peak = n_peak >= MIN_JOBS && n_peak >= MIN_PEAK * n_valley &&
		       n_peak >= MIN_PEAK * n_beyond && 100 * n_meant <= MAX_PERCENT * n &&
		       fabs(fraction[n_meant / 2] - 1) <= MAX_ERROR;
	return is_peak ? n_meant : 0;
}

/* The median distance of over from the expected numbers, or, of none, from its own median; scratch:
 * n. */
static double find_misfit(const double *over, const double *expected, size_t n, double *scratch)
{
	memcpy(scratch, over, n * sizeof *scratch);
	double middle = expected ? 0 : cml_median(n, scratch);
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(over[i] - (expected ? expected[i] : middle));
	return cml_median(n, scratch);
}

/* As of one feature; *misfit: how badly it fits them. */
static struct cml_counted_slip judge(const struct cml_dataset *data, size_t feature,
				     const double *over, double sd, double *scratch, double *misfit)
{
	struct cml_counted_slip slip = {.feature = feature}, none = {0};
	size_t n = data->n_rows, n_members = 0;
	double *expected = scratch, *fraction = scratch + n, *members = scratch + 2 * n;
	if (!take_counts(data, feature, expected))
		return none;
	for (size_t i = 0; i < n; i++)
		fraction[i] = expected[i] > log(MIN_COUNT - 0.5) ? over[i] / expected[i] : 0;
	qsort(fraction, n, sizeof *fraction, compare_descending);
	slip.n = find_peak(fraction, n);
	if (slip.n == 0)
		return none;
	double least = fraction[slip.n - 1];
	for (size_t i = 0; i < n; i++) {
		if (expected[i] <= log(MIN_COUNT - 0.5) || over[i] / expected[i] < least)
			continue;
		if (n_members < CML_SLIP_NAMED)
			slip.rows[n_members] = i;
		members[n_members] = over[i];
		expected[n_members++] = expected[i];
	}
	*misfit = find_misfit(members, expected, n_members, fraction);
	bool fits = MIN_FIT * *misfit <= find_misfit(members, NULL, n_members, fraction);
	slip.middle = cml_median(n_members, members);
	return fits && slip.middle >= MIN_DEVIATIONS * sd ? slip : none;
}

struct cml_counted_slip cml_counted_slip_find(const struct cml_dataset *data, const double *over,
					      double sd, double *scratch)
{
	struct cml_counted_slip best = {0};
	double least = HUGE_VAL;
	for (size_t feature = 0; feature < data->n_features; feature++) {
		double misfit;
		struct cml_counted_slip slip = judge(data, feature, over, sd, scratch, &misfit);
		if (slip.n == 0 || misfit >= least)
			continue;
		least = misfit;
		best = slip;
	}
	return best;
}
