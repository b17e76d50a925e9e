#include "math/unit_outlier.h"

#include "base/memory.h"
#include "base/number.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_BINS 16 /* of a feature, and one of missing values */
#define N_SWEEPS 8
#define MIN_SD 0.02 /* a log without noise has none */
#define MIN_DEVIATIONS 5
#define MIN_FACTOR 3.5
#define MIN_GAP 1.5
#define MAX_PERCENT 20
#define UNIT_ERROR 0.25 /* of the logarithm */
#define MAX_DEVIATIONS 3
#define MAX_UNIT_ERROR 0.5

struct polish {
	const struct cml_unit_table *table;
	size_t *rows; /* the n that have a metric above 0 */
	size_t n;
	unsigned char *bins; /* n_features x n */
	double *residual;    /* n */
	double *scratch;     /* 2 n */
};

static double feature_of(const struct polish *polish, size_t i, size_t feature)
{
	return (double)polish->table->x[polish->rows[i] * polish->table->stride + feature];
}

/* Bins of equally many different values. */
static void find_bins(struct polish *polish, size_t feature)
{
	double *values = polish->scratch, bounds[N_BINS];
	size_t n = 0, n_distinct = 0;
	for (size_t i = 0; i < polish->n; i++)
		if (!isnan(values[n] = feature_of(polish, i, feature)))
			n++;
	qsort(values, n, sizeof *values, cml_compare_doubles);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || values[i] != values[n_distinct - 1])
			values[n_distinct++] = values[i];
	for (size_t bin = 0; bin < N_BINS; bin++)
		bounds[bin] = n_distinct > N_BINS ? values[(bin + 1) * n_distinct / N_BINS - 1]
			      : bin < n_distinct  ? values[bin]
						  : INFINITY;
	for (size_t i = 0; i < polish->n; i++) {
		double value = feature_of(polish, i, feature);
		unsigned char bin = isnan(value) ? N_BINS : 0;
		while (bin < N_BINS && value > bounds[bin])
			bin++;
		polish->bins[feature * polish->n + i] = bin;
	}
}

/* Takes the median of each bin from its residuals. */
static void sweep(struct polish *polish, size_t feature)
{
	const unsigned char *bins = polish->bins + feature * polish->n;
	size_t end[N_BINS + 2] = {0};
	double medians[N_BINS + 1];
	for (size_t i = 0; i < polish->n; i++)
		end[bins[i] + 1]++;
	for (size_t bin = 1; bin <= N_BINS; bin++)
		end[bin + 1] += end[bin];
	for (size_t i = 0; i < polish->n; i++)
		polish->scratch[end[bins[i]]++] = polish->residual[i];
	for (size_t bin = 0, start = 0; bin <= N_BINS; start = end[bin++])
		medians[bin] = cml_median(end[bin] - start, polish->scratch + start);
	for (size_t i = 0; i < polish->n; i++)
		polish->residual[i] -= medians[bins[i]];
}

static void polish_release(struct polish *polish)
{
	free(polish->rows);
	free(polish->residual);
	free(polish->bins);
}

static bool init_polish(struct polish *polish, const struct cml_unit_table *table)
{
	*polish = (struct polish){.table = table};
	polish->rows = cml_array_new(table->n_rows, sizeof *polish->rows);
	polish->residual = cml_array_new(table->n_rows, 3 * sizeof *polish->residual);
	polish->bins = cml_array_new(table->n_rows, table->n_features);
	if (!polish->rows || !polish->residual || !polish->bins)
		return false;
	polish->scratch = polish->residual + table->n_rows;
	for (size_t i = 0; i < table->n_rows; i++)
		if (table->y[i] > 0) {
			polish->residual[polish->n] = log(table->y[i]);
			polish->rows[polish->n++] = i;
		}
	return true;
}

/* How far the rows are off at least that are off by the most, and apart from all others by the
 * widest gap; 0: none are. over[n]: ascending. */
static double find_gap(const double *over, size_t n, double from)
{
	double widest = 0, least = 0;
	for (size_t k = 1; k < n && 100 * k <= MAX_PERCENT * n && over[n - k] >= from; k++) {
		double next = fmax(over[n - 1 - k], 0);
		if (over[n - k] < MIN_GAP * next || over[n - k] - next < widest)
			continue;
		widest = over[n - k] - next;
		least = over[n - k];
	}
	return least;
}

/* The factor between units that a logarithm is near to; 0: none. */
static double find_unit(double log_factor, double error)
{
	static const double units[] = {10, 60, 100, 1000, 3600, 1e6, 1e9};
	double unit = 0;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (fabs(log_factor - log(units[i])) <= error) {
			error = fabs(log_factor - log(units[i]));
			unit = units[i];
		}
	return unit;
}

/* Residuals around 0; returns their robust standard deviation. */
static double centre(struct polish *polish)
{
	memcpy(polish->scratch, polish->residual, polish->n * sizeof *polish->scratch);
	double middle = cml_median(polish->n, polish->scratch);
	for (size_t i = 0; i < polish->n; i++) {
		polish->residual[i] -= middle;
		polish->scratch[i] = fabs(polish->residual[i]);
	}
	return fmax(MIN_SD, 1.4826 * cml_median(polish->n, polish->scratch));
}

/* Rows that are off in one direction, by its sign. */
struct group {
	struct cml_unit_outliers found;
	double sign;
	double least; /* by how much at least */
};

/* The rows that are apart from all others. */
static struct group find_apart(struct polish *polish, double sd, double sign)
{
	struct group group = {{0}, sign, 0}, none = group;
	size_t n = polish->n;
	double *over = polish->scratch;
	for (size_t i = 0; i < n; i++)
		over[i] = sign * polish->residual[i];
	qsort(over, n, sizeof *over, cml_compare_doubles);
	group.least = find_gap(over, n, fmax(log(MIN_FACTOR), MIN_DEVIATIONS * sd));
	if (group.least == 0)
		return none;
	while (group.found.n < n && over[n - 1 - group.found.n] >= group.least)
		group.found.n++;
	double spread = over[n - 1 - group.found.n] - over[0];
	if (group.least < MIN_GAP * -over[0] ||
	    over[n - 1] - group.least > fmax(2 * UNIT_ERROR, spread))
		return none; /* a tail */
	double log_factor = over[n - 1 - group.found.n / 2];
	double error = MAX_DEVIATIONS * sd / sqrt((double)group.found.n);
	double unit = find_unit(log_factor, fmax(UNIT_ERROR, fmin(error, MAX_UNIT_ERROR)));
	group.found.factor = sign > 0 ? unit : 1 / unit;
	return unit > 0 ? group : none;
}

static void find(struct polish *polish, struct cml_unit_outliers *found, bool *is_outlier)
{
	double sd = centre(polish);
	struct group group = find_apart(polish, sd, 1), other = find_apart(polish, sd, -1);
	if (other.found.n > group.found.n)
		group = other;
	*found = group.found;
	for (size_t i = 0; i < polish->n && group.found.n > 0; i++)
		is_outlier[polish->rows[i]] = group.sign * polish->residual[i] >= group.least;
}

enum cml_result cml_unit_outliers_find(const struct cml_unit_table *table,
				       struct cml_unit_outliers *found, bool *is_outlier,
				       struct cml_error *err)
{
	AUTO(polish) polish = {0};
	*found = (struct cml_unit_outliers){0};
	memset(is_outlier, 0, table->n_rows * sizeof *is_outlier);
	if (!init_polish(&polish, table))
		return cml_fail_memory(err);
	if (polish.n < CML_UNIT_MIN_ROWS)
		return CML_OK;
	for (size_t f = 0; f < table->n_features; f++)
		find_bins(&polish, f);
	for (size_t i = 0; i < N_SWEEPS * table->n_features; i++)
		sweep(&polish, i % table->n_features);
	find(&polish, found, is_outlier);
	return CML_OK;
}
