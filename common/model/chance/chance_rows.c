#include "model/chance/chance_train.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* NaN: the row teaches nothing of it. Jobs of data->failed that did not fail by themselves only
 * report limits. */
static double target_of(const struct cml_dataset *part, bool has_failed, size_t row, size_t limit)
{
	if (limit == CML_CHANCE_TO_RUN)
		return !has_failed                                                    ? 1
		       : cml_job_status_is_failure((enum cml_job_status)part->y[row]) ? 0
										      : (double)NAN;
	double value = part->limits ? part->limits[row * part->n_limits + limit] : (double)NAN;
	return isfinite(value) ? value : (double)NAN;
}

bool cml_chance_reports_limit(const struct cml_dataset *data, size_t limit)
{
	for (const struct cml_dataset *part = data; part; part = part->failed)
		for (size_t row = 0; row < part->n_rows; row++)
			if (!isnan(target_of(part, part != data, row, limit)))
				return true;
	return false;
}

/* Appends the rows of a part that teach something; features[n_features] is scratch. */
static enum cml_result append_rows(struct cml_dataset *rows, const struct cml_dataset *part,
				   bool has_failed, size_t limit, double *features,
				   struct cml_error *err)
{
	for (size_t row = 0; row < part->n_rows; row++) {
		double y = target_of(part, has_failed, row, limit);
		for (size_t f = 0; f < part->n_features; f++)
			features[f] = (double)part->x[row * part->n_features + f];
		if (!isnan(y) && cml_dataset_append(rows, features, y, part->weight[row],
						    part->keys[row], err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

enum cml_result cml_chance_rows(const struct cml_dataset *data, size_t limit,
				struct cml_dataset *rows, struct cml_error *err)
{
	double *features = cml_array_new(data->n_features, sizeof *features);
	enum cml_result status =
	    features ? cml_dataset_init(rows, data->n_features, data->feature_names, err)
		     : cml_fail_memory(err);
	for (const struct cml_dataset *part = data; !status && part; part = part->failed)
		status = append_rows(rows, part, part != data, limit, features, err);
	free(features);
	return status;
}

size_t cml_chance_count(const struct cml_dataset *data, enum cml_job_status status)
{
	size_t n = 0;
	for (size_t row = 0; data->failed && row < data->failed->n_rows; row++)
		n += data->failed->y[row] == (double)status;
	return n;
}
