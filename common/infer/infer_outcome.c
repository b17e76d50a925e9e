/* Which columns of a job table were known only when the job had run. */
#include "infer/infer_state.h"

#include "infer/names/names.h"
#include "math/correlation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN_ROWS 20   /* fewer do not establish a relation */
#define MIN_MISSING 5 /* fewer rows without cells were cut, or not read */
#define MIN_COUNTS 5  /* different numbers, where all jobs that ran have one */
#define MIN_FAILED 5  /* jobs that failed, and no others, have another value */
#define MIN_CORRELATION 0.98
#define MEASURED_FRACTION 0.8 /* distinct values for each row of a measurement */

/* The metric of row i, where the job is ok. */
static double metric_of(const struct cml_infer_rows *rows, size_t i)
{
	return rows->job_ok[i] ? rows->columns[rows->metric].sample[i] : NAN;
}

/* Whether a column is missing exactly where the metric is, or there exactly there (present). What
 * is named like a setting is missing where a log was not read at all. */
static bool is_missing_with_metric(const struct cml_infer_rows *rows,
				   const struct cml_infer_column *column, bool present)
{
	size_t n_alike = 0, n_missing = 0;
	if (cml_name_is_setting(column->plain) || cml_name_is_tuned(column->plain))
		return false;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool missing = isnan(metric_of(rows, i));
		n_missing += missing;
		n_alike += missing == (present != (bool)isnan(column->sample[i]));
	}
	return n_missing >= MIN_MISSING && n_missing < rows->n_rows && n_alike == rows->n_rows;
}

/* Steps that were done: all of them by jobs that ran, any number by others. Or a flag of a log's
 * own: one value in each job that ran, others in each that did not. */
static bool differs_in_failures(const struct cml_infer_rows *rows,
				const struct cml_infer_column *column)
{
	double same = NAN;
	size_t n_ok = 0, n_failed = 0, n_other = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		if (isnan(metric_of(rows, i)))
			continue;
		if (isnan(column->sample[i]) || (n_ok > 0 && column->sample[i] != same))
			return false;
		same = column->sample[i];
		n_ok++;
	}
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool failed = isnan(metric_of(rows, i));
		n_failed += failed;
		n_other += failed && !isnan(column->sample[i]) && column->sample[i] != same;
	}
	bool are_others = n_other == n_failed && n_failed >= MIN_FAILED;
	bool are_counts = column->n_sample_distinct >= MIN_COUNTS && cml_infer_is_number(column);
	return n_ok >= MIN_ROWS && (are_others || are_counts);
}

/* Whole numbers of few values are set by people: a table of one job for each number of devices
 * orders its speeds by them, and is no outcome. */
static bool may_be_measured(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) &&
	       !(cml_infer_is_whole(column) && column->n_distinct_numbers <= CML_INFER_MAX_NUMBERS);
}

/* Rank correlation with the metric; scratch: 2 n_rows numbers. */
static enum cml_result correlate(const struct cml_infer_rows *rows,
				 const struct cml_infer_column *column, double *scratch,
				 double *correlation, struct cml_error *err)
{
	double *x = scratch, *y = scratch + rows->n_rows;
	size_t n = 0;
	*correlation = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		double metric = metric_of(rows, i);
		if (isnan(metric) || isnan(column->sample[i]))
			continue;
		x[n] = column->sample[i];
		y[n++] = metric;
	}
	return n < MIN_ROWS ? CML_OK : cml_spearman(n, x, y, correlation, err);
}

/* Whether a column has the numbers of the metric, of which there are many. */
static bool is_metric_again(const struct cml_infer_rows *rows,
			    const struct cml_infer_column *column)
{
	size_t n_same = 0;
	for (size_t i = 0; i < rows->n_rows; i++) {
		double metric = metric_of(rows, i);
		if (!isnan(metric) && column->sample[i] != metric)
			return false;
		n_same += isnan(metric) ? 0 : 1;
	}
	return n_same >= MIN_ROWS && cml_infer_is_number(column) &&
	       column->n_sample_distinct >= MIN_COUNTS;
}

static bool is_named_outcome(const struct cml_infer_column *column)
{
	/* 00:10:30 and 12.5 GB are measurements, too. */
	bool starts_with_digit = column->odd && *column->odd >= '0' && *column->odd <= '9';
	return cml_name_is_measured(column->plain) &&
	       (cml_infer_is_number(column) || starts_with_digit);
}

static bool is_end_flag(const struct cml_infer_column *column)
{
	enum cml_job_status end;
	return cml_infer_is_bool(column) && cml_job_status_parse(cml_slice_of(column->plain), &end);
}

static void take(struct cml_inference *infer, struct cml_infer_column *column, const char *format,
		 ...)
{
	char text[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	column->outcome = cml_arena_copy(&column->arena, cml_slice_of(text));
	infer->no_memory = infer->no_memory || !column->outcome;
}

static enum cml_result look_at(struct cml_inference *infer, struct cml_infer_column *column,
			       double *scratch, struct cml_error *err)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const char *metric = rows->columns[rows->metric].name;
	double correlation = 0;
	if (column->origin == CML_ORIGIN_SETTING)
		return CML_OK;
	if (may_be_measured(column) &&
	    correlate(rows, column, scratch, &correlation, err) != CML_OK)
		return err->status;
	if (column->origin == CML_ORIGIN_RESULT)
		take(infer, column, "sure: outcome, a result by the prefix of its name");
	else if (is_metric_again(rows, column))
		take(infer, column, "sure: outcome, the numbers of '%.100s'", metric);
	else if (is_missing_with_metric(rows, column, false))
		take(infer, column, "likely: outcome, missing exactly where '%.100s' is missing",
		     metric);
	else if (is_missing_with_metric(rows, column, true))
		take(infer, column, "likely: outcome, present exactly where '%.100s' is missing",
		     metric);
	else if (differs_in_failures(rows, column))
		take(infer, column,
		     "likely: outcome, the same in all jobs with '%.100s', other in those without; "
		     "if it is how jobs ended, give it the role status, and define its words in "
		     "the domain",
		     metric);
	else if (is_end_flag(column))
		take(infer, column,
		     "likely: outcome, named like the end of a job; if it says which jobs ran, "
		     "give it the role status, and define its words in the domain");
	else if (fabs(correlation) >= MIN_CORRELATION)
		take(infer, column, "likely: outcome, rank correlation %.3f with '%.100s'",
		     correlation, metric);
	else if (is_named_outcome(column))
		take(infer, column, "likely: outcome, named like a measurement");
	else if (cml_infer_is_used_memory(column))
		take(infer, column, "likely: outcome, memory that jobs used");
	return CML_OK;
}

static bool looks_measured(const struct cml_infer_column *column)
{
	return cml_infer_is_number(column) && !cml_infer_is_whole(column) &&
	       column->n_sample_present >= MIN_ROWS &&
	       (column->n_distinct_numbers > CML_INFER_MAX_NUMBERS ||
		(double)column->n_sample_distinct >=
		    MEASURED_FRACTION * (double)column->n_sample_present);
}

static bool is_open(const struct cml_infer_rows *rows, size_t i)
{
	return rows->candidate[i] && !rows->columns[i].outcome &&
	       rows->columns[i].origin != CML_ORIGIN_SETTING;
}

/* Only where most settings are of another kind: in a random search over continuous ones, they all
 * look measured. */
static void find_measured(struct cml_inference *infer)
{
	struct cml_infer_rows *rows = &infer->rows;
	size_t n_open = 0, n_measured = 0;
	for (size_t i = 0; i < rows->n_columns; i++) {
		if (!is_open(rows, i))
			continue;
		n_open++;
		n_measured += looks_measured(&rows->columns[i]);
	}
	for (size_t i = 0; i < rows->n_columns && 2 * n_measured < n_open; i++)
		if (is_open(rows, i) && looks_measured(&rows->columns[i]) &&
		    !cml_name_is_setting(rows->columns[i].plain))
			take(infer, &rows->columns[i],
			     "unsure: outcome, looks measured: fractional, of many values");
}

enum cml_result cml_infer_find_outcomes(struct cml_inference *infer, struct cml_error *err)
{
	struct cml_infer_rows *rows = &infer->rows;
	double *scratch = cml_array_new(rows->n_rows, 2 * sizeof *scratch);
	size_t n = 0;
	if (!scratch)
		return cml_fail_memory(err);
	while (n < rows->n_columns &&
	       (!rows->candidate[n] || look_at(infer, &rows->columns[n], scratch, err) == CML_OK))
		n++;
	free(scratch);
	if (n < rows->n_columns)
		return err->status;
	find_measured(infer);
	return infer->no_memory ? cml_fail_memory(err) : CML_OK;
}
