#include "model/chance/chance_rows.h"

#include "base/memory.h"
#include "model/chance/chance.h"

#include <math.h>
#include <stdlib.h>

/* Whether a row of data->failed failed by itself; others only report limits. */
static bool has_failed(const struct cml_dataset *failed, size_t row)
{
	return cml_job_status_is_failure((enum cml_job_status)failed->y[row]);
}

/* Appends the rows that have a target: NaN is none. */
static enum cml_result append_rows(struct cml_dataset *rows, const struct cml_dataset *from,
				   double (*target)(const struct cml_dataset *from, size_t row,
						    size_t about),
				   size_t about, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	if (!from)
		return CML_OK;
	double *features = cml_array_new(from->n_features, sizeof *features);
	if (!features)
		return cml_fail_memory(err);
	for (size_t row = 0; row < from->n_rows; row++) {
		double y = target(from, row, about);
		if (isnan(y))
			continue;
		for (size_t f = 0; f < from->n_features; f++)
			features[f] = (double)from->x[row * from->n_features + f];
		status =
		    cml_dataset_append(rows, features, y, from->weight[row], from->keys[row], err);
		if (status)
			break;
	}
	free(features);
	return status;
}

static double one(const struct cml_dataset *from, size_t row, size_t about)
{
	(void)from, (void)row, (void)about;
	return 1;
}

static double zero_if_failed(const struct cml_dataset *from, size_t row, size_t about)
{
	(void)about;
	return has_failed(from, row) ? 0 : NAN;
}

static double reported(const struct cml_dataset *from, size_t row, size_t about)
{
	double value = from->limits ? from->limits[row * from->n_limits + about] : NAN;
	return isfinite(value) ? value : NAN;
}

static bool any_reports(const struct cml_dataset *from, size_t limit)
{
	for (size_t row = 0; from && row < from->n_rows; row++)
		if (!isnan(reported(from, row, limit)))
			return true;
	return false;
}

bool cml_chance_reports_limit(const struct cml_dataset *data, size_t limit)
{
	return any_reports(data, limit) || any_reports(data->failed, limit);
}

enum cml_result cml_chance_rows_run(const struct cml_dataset *data, struct cml_dataset *rows,
				    struct cml_error *err)
{
	if (cml_dataset_init(rows, data->n_features, data->feature_names, err) != CML_OK ||
	    append_rows(rows, data, one, 0, err) != CML_OK)
		return err->status;
	return append_rows(rows, data->failed, zero_if_failed, 0, err);
}

enum cml_result cml_chance_rows_limit(const struct cml_dataset *data, size_t limit,
				      struct cml_dataset *rows, struct cml_error *err)
{
	if (cml_dataset_init(rows, data->n_features, data->feature_names, err) != CML_OK ||
	    append_rows(rows, data, reported, limit, err) != CML_OK)
		return err->status;
	return append_rows(rows, data->failed, reported, limit, err);
}

size_t cml_chance_count(const struct cml_dataset *data, enum cml_job_status status)
{
	size_t n = 0;
	for (size_t row = 0; data->failed && row < data->failed->n_rows; row++)
		n += data->failed->y[row] == (double)status;
	return n;
}
