/* Learning a support: ranges and levels, in the log and within contexts; jobs that failed. Part of
 * support_model.h. */
#include "model/support/support_model.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ascending, NaN last. */
static int compare_codes(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return isnan(x) || isnan(y) ? (isnan(x) != 0) - (isnan(y) != 0) : (x > y) - (x < y);
}

/* Leaves the different codes of a context that jobs have, ascending; their number, 0 where they are
 * too many. row is scratch. */
static size_t list_values(const struct cml_support *support, const struct cml_dataset *data,
			  size_t context, float *codes, float *row)
{
	size_t n = 0;
	for (size_t i = 0; i < data->n_rows; i++) {
		cml_support_encode(support, data->x + i * data->n_features, row);
		codes[i] = row[context];
	}
	qsort(codes, data->n_rows, sizeof *codes, compare_codes);
	for (size_t i = 0; i < data->n_rows; i++)
		if (i == 0 || compare_codes(&codes[n - 1], &codes[i]) != 0)
			codes[n++] = codes[i];
	return n <= CML_SUPPORT_CONTEXT_VALUES ? n : 0;
}

struct work {
	float *row;   /* n_columns */
	float *codes; /* n_rows */
	struct cml_support_condition *conditions;
	size_t n, capacity;
};

static enum cml_result list_conditions(struct cml_support *support, const struct cml_dataset *data,
				       struct work *work, struct cml_error *err)
{
	size_t n_contexts = 0, n_columns = support->n_columns;
	for (size_t c = 0; c < n_columns; c++)
		n_contexts += support->columns[c].role == CML_SUPPORT_CONTEXT;
	size_t n_codes = n_contexts > 0 ? data->n_rows : 0;
	work->capacity = n_contexts * CML_SUPPORT_CONTEXT_VALUES + 1;
	if (!CML_NEW(&work->row, n_columns) || !CML_NEW(&work->codes, n_codes) ||
	    !CML_NEW(&work->conditions, work->capacity))
		return cml_fail_memory(err);
	work->n = 1;
	for (size_t c = 0; c < n_columns; c++) {
		support->first_condition[c] = work->n;
		size_t n = support->columns[c].role == CML_SUPPORT_CONTEXT
			       ? list_values(support, data, c, work->codes, work->row)
			       : 0;
		for (size_t i = 0; i < n; i++)
			work->conditions[work->n++] =
			    (struct cml_support_condition){c, work->codes[i]};
	}
	support->first_condition[n_columns] = work->n;
	if (!cml_support_reserve_conditions(support, work->n))
		return cml_fail_memory(err);
	memcpy(support->conditions + 1, work->conditions + 1,
	       (work->n - 1) * sizeof *work->conditions);
	return CML_OK;
}

static void include(struct cml_support *support, size_t condition, const float *codes)
{
	float *lo = support->lo + condition * support->n_columns;
	float *hi = support->hi + condition * support->n_columns;
	for (size_t c = 0; c < support->n_columns; c++) {
		size_t n_levels = support->columns[c].n_levels;
		if (n_levels == 0 && !isnan(codes[c])) {
			lo[c] = codes[c] < lo[c] ? codes[c] : lo[c];
			hi[c] = codes[c] > hi[c] ? codes[c] : hi[c];
			continue;
		}
		size_t bit = n_levels == 0 ? 0 : (size_t)codes[c];
		cml_support_levels(support, condition, c)[bit / 64] |= (uint64_t)1 << bit % 64;
	}
}

static enum cml_result learn_cover(struct cml_support *support, const struct cml_dataset *data,
				   struct cml_error *err)
{
	struct work work = {0};
	enum cml_result status = list_conditions(support, data, &work, err);
	if (status)
		goto out;
	for (size_t i = 0; i < data->n_rows; i++) {
		cml_support_encode(support, data->x + i * data->n_features, work.row);
		include(support, 0, work.row);
		for (size_t c = 0; c < support->n_columns; c++) {
			size_t condition = cml_support_find(support, c, work.row[c]);
			if (condition > 0)
				include(support, condition, work.row);
		}
	}
out:
	free(work.row);
	free(work.codes);
	free(work.conditions);
	return status;
}

/* A job that failed by its settings. */
struct job {
	uint64_t key;
	size_t row;
};

static int compare_jobs(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
				: (x->row > y->row) - (x->row < y->row);
}

/* Jobs in the order of their keys; how many. */
static size_t list_jobs(const struct cml_dataset *failed, struct job *jobs)
{
	size_t n = 0;
	for (size_t i = 0; i < failed->n_rows; i++)
		if (cml_job_status_is_failure((enum cml_job_status)failed->y[i]))
			jobs[n++] = (struct job){failed->keys[i], i};
	qsort(jobs, n, sizeof *jobs, compare_jobs);
	return n;
}

bool cml_support_reserve_failed(struct cml_support *support, size_t n)
{
	support->n_failed = n;
	return CML_NEW(&support->failed_runs, n) && CML_NEW(&support->crashes, n) &&
	       CML_NEW(&support->failed, support->n_columns * n);
}

static enum cml_result learn_failed(struct cml_support *support, const struct cml_dataset *data,
				    struct cml_error *err)
{
	const struct cml_dataset *failed = data->failed;
	if (!failed)
		return CML_OK;
	struct job *jobs = cml_array_new(failed->n_rows, sizeof *jobs);
	if (!jobs)
		return cml_fail_memory(err);
	size_t n = list_jobs(failed, jobs), n_configs = 0;
	bool may_lack_memory = data->n_limits > 0; /* where no job says so */
	for (size_t i = 0; i < failed->n_rows; i++)
		may_lack_memory = may_lack_memory && failed->y[i] != CML_JOB_OOM;
	for (size_t i = 0; i < n; i++)
		n_configs += i == 0 || jobs[i].key != jobs[i - 1].key;
	support->n_failed_jobs = n;
	if (!cml_support_reserve_failed(support, n_configs < CML_SUPPORT_NEAR ? n_configs
									      : CML_SUPPORT_NEAR)) {
		free(jobs);
		return cml_fail_memory(err);
	}
	size_t config = 0;
	for (size_t i = 0; i < n; i++) {
		config += i > 0 && jobs[i].key != jobs[i - 1].key;
		if (config == support->n_failed)
			break;
		support->failed_runs[config]++;
		support->crashes[config] +=
		    failed->y[jobs[i].row] != CML_JOB_OOM && !may_lack_memory;
		cml_support_encode(support, failed->x + jobs[i].row * failed->n_features,
				   support->failed + config * support->n_columns);
	}
	free(jobs);
	return CML_OK;
}

size_t cml_support_count_failed(const struct cml_support *support, size_t n, const size_t *columns,
				const float *codes, size_t *n_crashed, bool *is_all)
{
	size_t n_found = 0, n_kept = 0;
	*n_crashed = 0;
	for (size_t i = 0; i < support->n_failed; i++) {
		const float *row = support->failed + i * support->n_columns;
		bool has_all = true;
		for (size_t k = 0; k < n; k++)
			has_all = has_all && cml_same_number(row[columns[k]], codes[k]);
		n_found += has_all ? support->failed_runs[i] : 0;
		*n_crashed += has_all ? support->crashes[i] : 0;
		n_kept += support->failed_runs[i];
	}
	*is_all = n_kept == support->n_failed_jobs;
	return n_found;
}

enum cml_result cml_support_train(struct cml_support **support, const struct cml_dataset *data,
				  const struct cml_support_column *columns, size_t n_columns,
				  struct cml_error *err)
{
	struct cml_support *made = cml_support_new(columns, n_columns);
	if (!made)
		return cml_fail_memory(err);
	made->n_jobs = data->n_rows;
	if (learn_cover(made, data, err) != CML_OK ||
	    cml_support_learn_pairs(made, data, err) != CML_OK ||
	    cml_support_learn_near(made, data, err) != CML_OK ||
	    learn_failed(made, data, err) != CML_OK) {
		cml_support_free(made);
		return err->status;
	}
	*support = made;
	return CML_OK;
}
