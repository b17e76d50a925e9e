#include "infer/infer_progress.h"

#include "base/memory.h"
#include "infer/names/column_name.h"
#include "infer/names/context_name.h"
#include "infer/names/metric_name.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>

/* By chance 5 of 25 jobs have the smallest values once in 53130 times. */
#define MIN_RAN 20
#define MIN_FAILED 5
/* Of rank correlations, in standard errors: one that is there, whichever of many columns shows it;
 * one that may be. */
#define CLEAR_Z 4
#define POSSIBLE_Z 2

struct pairs {
	double *x, *y; /* room for the rows */
};

/* The values of a column by how jobs ended. */
struct separation {
	size_t n_ran, n_failed;
	double lowest_ran, highest_ran, lowest_failed, highest_failed;
};

static bool has_run(const struct cml_infer_rows *rows, size_t row)
{
	return rows->job_ok[row] && !isnan(rows->columns[rows->metric].sample[row]);
}

static struct separation separate(const struct cml_infer_rows *rows, const double *values)
{
	struct separation found = {0, 0, INFINITY, -INFINITY, INFINITY, -INFINITY};
	for (size_t row = 0; row < rows->n_rows; row++) {
		double value = values[row];
		if (isnan(value))
			continue;
		bool ran = has_run(rows, row);
		double *lowest = ran ? &found.lowest_ran : &found.lowest_failed;
		double *highest = ran ? &found.highest_ran : &found.highest_failed;
		*lowest = fmin(*lowest, value);
		*highest = fmax(*highest, value);
		found.n_ran += ran;
		found.n_failed += !ran;
	}
	return found;
}

/* Whether failures are below all else, which varies; a column of two values alone is judged by
 * what the others are. */
static bool is_below(const struct separation *found)
{
	return found->n_ran >= MIN_RAN && found->n_failed >= MIN_FAILED &&
	       found->highest_failed < found->lowest_ran && found->lowest_ran < found->highest_ran;
}

static bool is_open(const struct cml_infer_rows *rows, size_t i)
{
	return rows->candidate[i] && rows->columns[i].suspicion == CML_SUSPECT_NOTHING &&
	       rows->columns[i].n_sample_distinct > 1;
}

/* Into z the rank correlation of a column with another, or with whether jobs ran (NULL), in
 * standard errors; among those that ran, or all. */
static enum cml_result correlate(const struct cml_infer_rows *rows, const double *column,
				 const double *other, struct pairs *pairs, double *z,
				 struct cml_error *err)
{
	double rho;
	size_t n = 0;
	for (size_t row = 0; row < rows->n_rows; row++) {
		bool ran = has_run(rows, row);
		if (isnan(column[row]) || (other && (!ran || isnan(other[row]))))
			continue;
		pairs->x[n] = column[row];
		pairs->y[n++] = other ? other[row] : ran;
	}
	*z = 0;
	if (n < MIN_RAN)
		return CML_OK;
	enum cml_result status = cml_spearman(n, pairs->x, pairs->y, &rho, err);
	if (status == CML_OK && !isnan(rho))
		*z = fabs(rho) * sqrt((double)n - 1);
	return status;
}

/* Sets the partner of a column, another that tells failures though jobs that ran have the one
 * whatever the other. */
static enum cml_result find_teller(const struct cml_infer_rows *rows,
				   struct cml_infer_column *column, struct pairs *pairs,
				   struct cml_error *err)
{
	double clearest = CLEAR_Z;
	for (size_t i = 0; i < rows->n_columns; i++) {
		const struct cml_infer_column *other = &rows->columns[i];
		double z, z_design;
		if (other == column || !is_open(rows, i))
			continue;
		struct separation own = separate(rows, other->sample);
		if (correlate(rows, other->sample, NULL, pairs, &z, err) != CML_OK ||
		    correlate(rows, other->sample, column->sample, pairs, &z_design, err) != CML_OK)
			return err->status;
		if (z < clearest || z_design > POSSIBLE_Z || is_below(&own))
			continue;
		clearest = z;
		column->partner = other->name;
	}
	return CML_OK;
}

static enum cml_result suspect(const struct cml_infer_rows *rows, struct cml_infer_column *column,
			       struct pairs *pairs, struct cml_error *err)
{
	struct separation found = separate(rows, column->sample);
	bool is_one_value = found.lowest_failed == found.highest_failed;
	if (!is_below(&found))
		return CML_OK;
	if (cml_name_is_progress(column->plain)) {
		column->suspicion = CML_SUSPECT_PROGRESS;
		return CML_OK;
	}
	if (!is_one_value || cml_name_is_tuned(column->plain) || cml_name_is_context(column->plain))
		return CML_OK;
	column->is_low_in_failed = true;
	column->low_value = found.lowest_failed;
	if (find_teller(rows, column, pairs, err) != CML_OK)
		return err->status;
	if (column->partner)
		column->suspicion = CML_SUSPECT_ONE_VALUE;
	return CML_OK;
}

enum cml_result cml_infer_suspect_progress(struct cml_infer_rows *rows, struct cml_error *err)
{
	struct pairs pairs = {cml_array_new(rows->n_rows, sizeof *pairs.x),
			      cml_array_new(rows->n_rows, sizeof *pairs.y)};
	enum cml_result status = pairs.x && pairs.y ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < rows->n_columns; i++)
		if (is_open(rows, i) && cml_infer_is_number(&rows->columns[i]) &&
		    rows->columns[i].origin != CML_ORIGIN_SETTING)
			status = suspect(rows, &rows->columns[i], &pairs, err);
	free(pairs.x);
	free(pairs.y);
	return status;
}
