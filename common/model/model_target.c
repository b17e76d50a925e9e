#include "model/model.h"

#include "base/memory.h"
#include "base/placeholder.h"
#include "learn/predictor/model_bytes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The squares of larger metrics, and their sums, overflow. */
#define MAX_TARGET 1e150
/* Of the smallest metric, where a predictor of the metric itself falls below. */
#define LEAST_FRACTION 0.5

enum cml_result cml_target_rows_init(struct cml_target_rows *rows, enum cml_log_target log_target,
				     const struct cml_dataset *data, struct cml_error *err)
{
	struct cml_placeholders found;
	size_t n = 0, *chosen = NULL;
	*rows = (struct cml_target_rows){.data = data};
	if (log_target == CML_LOG_NO)
		return CML_OK;
	if (cml_placeholders_find(data->n_rows, data->y, &found, err) != CML_OK)
		return err->status;
	if (found.n == 0)
		return CML_OK;
	if (!CML_NEW(&chosen, data->n_rows))
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		if (!cml_placeholders_have(&found, data->y[i]))
			chosen[n++] = i;
	rows->n_left_out = data->n_rows - n;
	rows->data = &rows->kept;
	enum cml_result status = cml_dataset_select(data, chosen, n, &rows->kept, err);
	free(chosen);
	return status;
}

/* Of row i of those that ran and then those that failed. */
static double *limit_of(struct cml_dataset *data, size_t i, size_t limit)
{
	struct cml_dataset *rows = i < data->n_rows ? data : data->failed;
	size_t row = i < data->n_rows ? i : i - data->n_rows;
	return &rows->limits[row * data->n_limits + limit];
}

void cml_target_rows_release(struct cml_target_rows *rows)
{
	cml_dataset_release(&rows->kept);
}

enum cml_result cml_target_clear_limits(struct cml_dataset *data, struct cml_error *err)
{
	struct cml_placeholders found;
	size_t n = data->n_rows, n_failed = data->failed ? data->failed->n_rows : 0;
	enum cml_result status = CML_OK;
	double *column = cml_array_new(n + n_failed, sizeof *column);
	if (!column)
		return cml_fail_memory(err);
	for (size_t l = 0; l + data->has_second < data->n_limits; l++) {
		for (size_t i = 0; i < n + n_failed; i++)
			column[i] = *limit_of(data, i, l);
		if ((status = cml_placeholders_find(n + n_failed, column, &found, err)) != CML_OK)
			break;
		for (size_t i = 0; i < n + n_failed; i++)
			if (cml_placeholders_have_code(&found, column[i]))
				*limit_of(data, i, l) = NAN;
	}
	free(column);
	return status;
}

static double smallest(const struct cml_dataset *data)
{
	double least = data->y[0];
	for (size_t i = 1; i < data->n_rows; i++)
		least = fmin(least, data->y[i]);
	return least;
}

enum cml_result cml_target_choose(enum cml_log_target log_target, const struct cml_dataset *data,
				  bool *is_log, double *least, struct cml_error *err)
{
	double min = smallest(data);
	*is_log = log_target == CML_LOG_YES || (log_target == CML_LOG_DEFAULT && min > 0);
	*least = min >= 0 ? LEAST_FRACTION * min : -DBL_MAX;
	for (size_t i = 0; !*is_log && i < data->n_rows; i++)
		if (fabs(data->y[i]) > MAX_TARGET)
			return cml_fail(err, CML_BAD_DATA,
					"a metric of %g is too large to be learned as it is: learn "
					"its logarithm "
					"(--log-target), or divide the metric",
					data->y[i]);
	return CML_OK;
}

static bool put_left_out(struct cml_buffer *summary, const size_t counts[CML_N_JOB_STATUSES])
{
	bool ok = true;
	for (size_t i = 0; i < CML_N_JOB_STATUSES; i++)
		if (counts[i] > 0)
			ok = ok && cml_buffer_printf(summary, "left_out_%s=%zu\n",
						     cml_job_status_name((enum cml_job_status)i),
						     counts[i]);
	return ok;
}

enum cml_result cml_target_summarize(const struct cml_target_rows *rows,
				     const struct cml_dataset *data, struct cml_buffer *summary,
				     struct cml_error *err)
{
	const struct cml_dataset *learned = rows->data;
	double lo = learned->y[0], hi = learned->y[0];
	size_t left_out[CML_N_JOB_STATUSES] = {0};
	cml_dataset_count_failed(data, left_out);
	for (size_t i = 1; i < learned->n_rows; i++) {
		lo = fmin(lo, learned->y[i]);
		hi = fmax(hi, learned->y[i]);
	}
	bool ok = cml_buffer_printf(summary, "rows=%zu\n", learned->n_rows);
	ok = ok && put_left_out(summary, left_out);
	if (data->n_weightless > 0)
		ok = ok &&
		     cml_buffer_printf(summary, "left_out_weightless=%zu\n", data->n_weightless);
	if (rows->n_left_out > 0)
		ok = ok &&
		     cml_buffer_printf(summary, "left_out_placeholder=%zu\n", rows->n_left_out);
	if (lo < hi)
		ok = ok && cml_summary_put(summary, "target_min", lo) &&
		     cml_summary_put(summary, "target_max", hi);
	else
		ok = ok && cml_summary_put(summary, "target_constant", lo);
	return ok ? CML_OK : cml_fail_memory(err);
}
