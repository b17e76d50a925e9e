#include "infer/infer_outcome.h"

#include "base/job_status.h"
#include "infer/infer_progress.h"
#include "infer/infer_unit.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"
#include "infer/names/metric_name.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_ROWS 20   /* fewer do not establish a relation */
#define MIN_MISSING 2 /* one missing cell is a coincidence */
#define MIN_OTHERS 4  /* different values of jobs that failed, where all that ran have one */
#define MIN_TOLD 5    /* jobs that failed, and no others, have another value */
#define MIN_CORRELATION 0.98
#define RATIO_ERROR 0.01   /* of a product that is the metric */
#define RATIO_FRACTION 0.9 /* of the rows in which it is */
#define MAX_RATIO_ROWS 2000
#define MEASURED_FRACTION 0.8 /* distinct values for each row of a measurement */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The metric of row i, where the job is ok. */
static double metric_of(const struct cml_infer_rows *rows, size_t i)
{
	return rows->job_ok[i] ? rows->columns[rows->metric].sample[i] : NAN;
}

static enum cml_suspicion suspect_missing(const struct cml_infer_rows *rows,
					  const struct cml_infer_column *column)
{
	size_t n_alike = 0, n_missing = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool missing = isnan(metric_of(rows, i));
		n_missing += missing;
		n_alike += missing == (bool)isnan(column->sample[i]);
	}
	if (n_missing < MIN_MISSING || n_missing == rows->n_rows)
		return CML_SUSPECT_NOTHING;
	if (n_alike == rows->n_rows)
		return CML_SUSPECT_MISSING;
	return n_alike == 0 ? CML_SUSPECT_PRESENT : CML_SUSPECT_NOTHING;
}

/* Steps that were done: all of them by jobs that ran, any number by others. Or a flag of a log's
 * own: one value in each job that ran, others in each that did not. */
static bool differs_in_failures(const struct cml_infer_rows *rows,
				const struct cml_infer_column *column)
{
	double same = NAN, others[MIN_OTHERS];
	size_t n_ok = 0, n_others = 0, n_failed = 0, n_other = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		if (isnan(metric_of(rows, i)))
			continue;
		if (isnan(column->sample[i]) || (n_ok > 0 && column->sample[i] != same))
			return false;
		same = column->sample[i];
		n_ok++;
	}
	for (size_t i = 0; i < rows->n_rows; i++) {
		size_t known = 0;
		n_failed += isnan(metric_of(rows, i)) != 0;
		if (isnan(column->sample[i]) || column->sample[i] == same)
			continue;
		n_other++;
		while (known < n_others && others[known] != column->sample[i])
			known++;
		if (known == n_others && n_others < MIN_OTHERS)
			others[n_others++] = column->sample[i];
	}
	bool tells = n_other == n_failed && n_failed >= MIN_TOLD;
	return n_ok >= MIN_ROWS &&
	       (tells || (n_others == MIN_OTHERS && cml_infer_is_number(column)));
}

/* Whole numbers of few values are set by people: a table of one job for each
 * number of devices orders its speeds by them, and no suspicion follows. */
static bool may_be_measured(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) &&
	       !(cml_infer_is_whole(column) && column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS);
}

static enum cml_result suspect_correlation(const struct cml_infer_rows *rows,
					   struct cml_infer_column *column, double *x, double *y,
					   struct cml_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		double metric = metric_of(rows, i);
		if (isnan(metric) || isnan(column->sample[i]))
			continue;
		x[n] = column->sample[i];
		y[n++] = metric;
	}
	if (n < MIN_ROWS)
		return CML_OK;
	enum cml_result status = cml_spearman(n, x, y, &column->correlation, err);
	if (status == CML_OK && fabs(column->correlation) >= MIN_CORRELATION)
		column->suspicion = CML_SUSPECT_CORRELATION;
	return status;
}

/* Whether n ratios (which are reordered) are one constant, nearly everywhere. */
static bool is_constant_ratio(double *ratios, size_t n)
{
	qsort(ratios, n, sizeof *ratios, compare_numbers);
	double middle = ratios[n / 2];
	size_t n_near = 0;
	for (size_t i = 0; i < n; i++)
		n_near += fabs(ratios[i] - middle) <= RATIO_ERROR * fabs(middle);
	return (double)n_near >= RATIO_FRACTION * (double)n;
}

static bool relate(const struct cml_infer_rows *rows, struct cml_infer_column *column,
		   const struct cml_infer_column *partner, double *products, double *quotients)
{
	double *inverses = quotients + MAX_RATIO_ROWS;
	size_t n = 0, n_both = 0, step = (rows->n_rows + MAX_RATIO_ROWS - 1) / MAX_RATIO_ROWS;
	for (size_t i = 0; i < rows->n_rows; i += step) {
		double metric = metric_of(rows, i), x = column->sample[i], y = partner->sample[i];
		if (isnan(metric) || isnan(x) || isnan(y))
			continue;
		n_both++;
		if (metric == 0 || x == 0 || y == 0)
			continue;
		products[n] = metric / (x * y);
		quotients[n] = metric / (x / y);
		inverses[n++] = metric / (y / x);
	}
	if (n < MIN_ROWS || (double)n < RATIO_FRACTION * (double)n_both)
		return false;
	if (is_constant_ratio(products, n))
		column->suspicion = CML_SUSPECT_PRODUCT;
	else if (is_constant_ratio(quotients, n) || is_constant_ratio(inverses, n))
		column->suspicion = CML_SUSPECT_QUOTIENT;
	if (column->suspicion != CML_SUSPECT_NOTHING)
		column->partner = partner->name;
	return column->suspicion != CML_SUSPECT_NOTHING;
}

/* Of two columns whose product is the metric, the one with more values is the
 * measurement. scratch holds 3 MAX_RATIO_ROWS numbers. */
static void suspect_product(const struct cml_infer_rows *rows, struct cml_infer_column *column,
			    double *scratch)
{
	for (size_t i = 0; i < rows->n_columns; i++) {
		const struct cml_infer_column *partner = &rows->columns[i];
		if (i == rows->metric || partner == column || !cml_infer_is_number(partner) ||
		    partner->n_sample_distinct < 2 ||
		    partner->n_sample_distinct >= column->n_sample_distinct)
			continue;
		if (relate(rows, column, partner, scratch, scratch + MAX_RATIO_ROWS))
			return;
	}
}

static bool looks_measured(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) && !cml_infer_is_whole(column) &&
	       column->n_sample_present >= MIN_ROWS &&
	       (double)column->n_sample_distinct >=
		   MEASURED_FRACTION * (double)column->n_sample_present;
}

static bool is_open_question(const struct cml_infer_rows *rows, size_t i)
{
	return rows->candidate[i] && rows->columns[i].suspicion == CML_SUSPECT_NOTHING &&
	       rows->columns[i].origin != CML_ORIGIN_SETTING;
}

/* Only where most settings are of another kind: in a random search over
 * continuous ones, they all look measured. */
static void suspect_measured(struct cml_infer_rows *rows)
{
	size_t n_open = 0, n_measured = 0;
	for (size_t i = 0; i < rows->n_columns; i++) {
		if (!is_open_question(rows, i))
			continue;
		n_open++;
		n_measured += looks_measured(&rows->columns[i]);
	}
	if (2 * n_measured >= n_open)
		return;
	for (size_t i = 0; i < rows->n_columns; i++)
		if (is_open_question(rows, i) && looks_measured(&rows->columns[i]) &&
		    !cml_name_is_setting(rows->columns[i].plain))
			rows->columns[i].suspicion = CML_SUSPECT_MEASURED;
}

/* 00:10:30 and 12.5 GB are measurements, too. */
static bool starts_with_digit(const char *cell)
{
	return cell && *cell >= '0' && *cell <= '9';
}

/* x, y: scratch for n_rows and 3 MAX_RATIO_ROWS numbers at least. */
static enum cml_result suspect_column(const struct cml_infer_rows *rows,
				      struct cml_infer_column *column, double *x, double *y,
				      struct cml_error *err)
{
	enum cml_result status = CML_OK;
	if (column->origin == CML_ORIGIN_SETTING)
		return CML_OK;
	if (column->origin == CML_ORIGIN_RESULT) {
		column->suspicion = CML_SUSPECT_RESULT;
		return CML_OK;
	}
	column->suspicion = suspect_missing(rows, column);
	if (column->suspicion == CML_SUSPECT_NOTHING && differs_in_failures(rows, column))
		column->suspicion = CML_SUSPECT_FAILURES;
	enum cml_job_status end;
	if (column->suspicion == CML_SUSPECT_NOTHING && cml_infer_is_bool(column) &&
	    cml_job_status_parse(cml_slice_of(column->plain), &end))
		column->suspicion = CML_SUSPECT_END;
	if (column->suspicion == CML_SUSPECT_NOTHING && may_be_measured(column))
		status = suspect_correlation(rows, column, x, y, err);
	if (status == CML_OK && column->suspicion == CML_SUSPECT_NOTHING && may_be_measured(column))
		suspect_product(rows, column, x);
	bool is_named = cml_name_is_measured(column->plain) ||
			(cml_name_may_be_duration(column->plain) && may_be_measured(column));
	if (column->suspicion == CML_SUSPECT_NOTHING && is_named &&
	    (cml_infer_is_number(column) || starts_with_digit(column->odd)))
		column->suspicion = CML_SUSPECT_NAME;
	if (column->suspicion == CML_SUSPECT_NOTHING && cml_infer_is_used_memory(column))
		column->suspicion = CML_SUSPECT_MEMORY;
	/* 7b and 13b are names of models. */
	if (column->suspicion == CML_SUSPECT_NOTHING && !cml_name_is_context(column->plain) &&
	    cml_infer_is_measured_quantity(column))
		column->suspicion = CML_SUSPECT_UNITS;
	return status;
}

enum cml_result cml_infer_suspect(struct cml_infer_rows *rows, struct cml_error *err)
{
	size_t n = rows->n_rows + 3 * MAX_RATIO_ROWS;
	double *x = cml_array_new(n, sizeof *x), *y = cml_array_new(n, sizeof *y);
	enum cml_result status = x && y ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < rows->n_columns; i++)
		if (rows->candidate[i])
			status = suspect_column(rows, &rows->columns[i], x, y, err);
	if (status == CML_OK)
		suspect_measured(rows);
	if (status == CML_OK)
		status = cml_infer_suspect_progress(rows, err);
	free(x);
	free(y);
	return status;
}
