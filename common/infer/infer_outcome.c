/* Which columns of a job table were known only when the job had run. */
#include "infer/infer_state.h"

#include "infer/names/names.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_ROWS 20   /* fewer do not establish a relation */
#define MIN_MISSING 5 /* fewer rows without cells were cut, or not read */
#define MIN_ALIKE 10  /* rows for each that differs */
#define MIN_COUNTS 5  /* different numbers, where all jobs that ran have one */
#define MIN_FAILED 5  /* jobs that failed, and no others, have another value */
#define MIN_CORRELATION 0.98
#define MEASURED_FRACTION 0.8 /* distinct values for each row of a measurement */

/* The metric of row i, where the job is ok. */
static double metric_of(const struct cml_infer_rows *rows, size_t i)
{
	return rows->job_ok[i] ? rows->columns[rows->metric].sample[i] : NAN;
}

/* "exactly" or "nearly exactly": how a column is missing where the metric is, or there where that
 * is missing (present); NULL: otherwise. The metric of a job that is not ok is there or missing,
 * whichever most of these jobs agree with. What is named like a setting, unless a trainer logs it
 * (`train/learning_rate`, `lr-AdamW`), is missing where a log was not read at all. */
static const char *missing_with_metric(const struct cml_infer_rows *rows,
				       const struct cml_infer_column *column, bool present)
{
	size_t n_missing = 0, n_there = 0, n_other = 0, n_not_ok[2] = {0};
	const char *name = column->plain;
	bool is_logged = (strncmp(name, "train", 5) == 0 && strchr(name, '/')) ||
			 strncmp(name, "epoch/", 6) == 0 || strncmp(name, "lr-", 3) == 0;
	if (!is_logged && (cml_name_is_setting(name) || cml_name_is_tuned(name)))
		return NULL;
	for (size_t i = 0; i < rows->n_rows; i++) {
		bool missing = isnan(rows->columns[rows->metric].sample[i]);
		bool lacks = present != (bool)isnan(column->sample[i]);
		if (!missing && !rows->job_ok[i]) {
			n_not_ok[lacks]++;
			continue;
		}
		n_missing += missing;
		n_there += !missing;
		n_other += missing != lacks;
	}
	bool most_lack = n_not_ok[1] > n_not_ok[0];
	n_missing += most_lack ? n_not_ok[1] : 0;
	n_other += n_not_ok[!most_lack];
	size_t n = n_missing < n_there ? n_missing : n_there;
	if (n_missing < MIN_MISSING || n_there == 0 || MIN_ALIKE * n_other > n)
		return NULL;
	return n_other == 0 ? "exactly" : "nearly exactly";
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

enum cml_result cml_infer_correlate(const struct cml_infer_rows *rows,
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

/* The metric, or a column of the tracker's own, whose numbers a column has, where there are many;
 * NULL: there is none. */
static const struct cml_infer_column *find_original(const struct cml_infer_rows *rows,
						    const struct cml_infer_column *column)
{
	if (!cml_infer_is_number(column) || column->n_sample_distinct < MIN_COUNTS)
		return NULL;
	for (size_t k = 0; k < rows->n_columns; k++) {
		const struct cml_infer_column *other = &rows->columns[k];
		size_t n_same = 0, n = 0;
		if (k != rows->metric && other->origin != CML_ORIGIN_TRACKER)
			continue;
		for (size_t i = 0; i < rows->n_rows; i++) {
			double value = k == rows->metric ? metric_of(rows, i) : other->sample[i];
			n += isnan(value) ? 0 : 1;
			n_same += column->sample[i] == value;
		}
		if (n_same == n && n >= MIN_ROWS)
			return other;
	}
	return NULL;
}

static bool is_named_outcome(const struct cml_infer_column *column)
{
	/* 00:10:30 and 12.5 GB are measurements, too. */
	bool starts_with_digit = column->odd && *column->odd >= '0' && *column->odd <= '9';
	return cml_name_is_measured(column->plain) &&
	       (cml_infer_is_number(column) || starts_with_digit);
}

/* Whether a flag is one way in each job that lacks a metric, and the other in nearly all others. */
static bool follows_failures(const struct cml_infer_rows *rows,
			     const struct cml_infer_column *column)
{
	size_t n[2][2] = {{0}}; /* jobs by metric, by flag as in the first that failed */
	double first = NAN;
	for (size_t i = 0; i < rows->n_rows; i++)
		if (isnan(metric_of(rows, i)) && isnan(first))
			first = column->sample[i];
	for (size_t i = 0; i < rows->n_rows; i++)
		n[!isnan(metric_of(rows, i))][column->sample[i] == first]++;
	return n[0][1] > 0 && n[0][0] == 0 && MIN_ALIKE * n[1][1] <= n[1][0];
}

/* How a job went, whether failed ones kept a metric or not. */
static bool is_end(const struct cml_infer_rows *rows, const struct cml_infer_column *column)
{
	enum cml_job_status end;
	if (cml_name_is_failure(column->plain))
		return true;
	return (cml_infer_is_bool(column) || column->texts.n == 2) &&
	       (cml_job_status_parse(cml_slice_of(column->plain), &end) ||
		cml_name_has(column->plain, "slo sla") || cml_name_is_sure_verdict(column->plain) ||
		(cml_name_is_verdict(column->plain) && follows_failures(rows, column)));
}

static enum cml_result look_at(struct cml_inference *infer, struct cml_infer_column *column,
			       double *scratch, struct cml_error *err)
{
	const struct cml_infer_rows *rows = &infer->rows;
	const char *metric = rows->columns[rows->metric].name;
	double correlation = 0;
	const struct cml_infer_column *original;
	const char *how;
	bool is_computed;
	if (column->origin == CML_ORIGIN_SETTING || cml_name_is_known_setting(column->plain))
		return CML_OK;
	if (cml_infer_is_computed(rows, column, &is_computed, err) != CML_OK)
		return err->status;
	if (may_be_measured(column) &&
	    cml_infer_correlate(rows, column, scratch, &correlation, err) != CML_OK)
		return err->status;
	if (column->origin == CML_ORIGIN_RESULT)
		column->outcome = "sure: outcome, a result by the prefix of its name";
	else if ((original = find_original(rows, column)))
		column->outcome =
		    cml_infer_keep(infer, "sure: outcome, the numbers of '%.100s'", original->name);
	else if ((how = missing_with_metric(rows, column, false)))
		column->outcome = cml_infer_keep(
		    infer, "likely: outcome, missing %s where '%.100s' is missing", how, metric);
	else if ((how = missing_with_metric(rows, column, true)))
		column->outcome = cml_infer_keep(
		    infer, "likely: outcome, present %s where '%.100s' is missing", how, metric);
	else if (differs_in_failures(rows, column))
		column->outcome = cml_infer_keep(
		    infer,
		    "likely: outcome, the same in all jobs with '%.100s', other in those without; "
		    "if it is how jobs ended, give it the role status, and define its words in "
		    "the domain",
		    metric);
	else if (is_computed)
		column->outcome = cml_infer_keep(
		    infer,
		    "likely: outcome, computed: each of its %zu values is a range of '%.100s'",
		    column->n_sample_distinct, metric);
	else if (is_end(rows, column))
		column->outcome =
		    "likely: outcome, named like the end of a job; if it says which jobs ran, "
		    "give it the role status, and define its words in the domain";
	else if (fabs(correlation) >= MIN_CORRELATION)
		column->outcome =
		    cml_infer_keep(infer, "likely: outcome, rank correlation %.3f with '%.100s'",
				   correlation, metric);
	else if (is_named_outcome(column))
		column->outcome = "likely: outcome, named like a measurement";
	else if (cml_infer_is_used_memory(column))
		column->outcome = "likely: outcome, memory that jobs used";
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
		    !cml_name_is_setting(rows->columns[i].plain) &&
		    !cml_name_is_tuned(rows->columns[i].plain) &&
		    !cml_name_is_known_setting(rows->columns[i].plain))
			rows->columns[i].outcome =
			    "unsure: outcome, looks measured: fractional, of many values";
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
