/* The jobs that failed. Part of support_model.h. */
#include "base/number.h"
#include "model/support/support_model.h"

#include <stdlib.h>

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
	return CML_NEW(&support->failed_runs, n) &&
	       CML_NEW(&support->failed, support->n_columns * n);
}

enum cml_result cml_support_learn_failed(struct cml_support *support,
					 const struct cml_dataset *data, struct cml_error *err)
{
	const struct cml_dataset *failed = data->failed;
	if (!failed)
		return CML_OK;
	struct job *jobs = cml_array_new(failed->n_rows, sizeof *jobs);
	if (!jobs)
		return cml_fail_memory(err);
	size_t n = list_jobs(failed, jobs), n_configs = 0;
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
		cml_support_encode(support, failed->x + jobs[i].row * failed->n_features,
				   support->failed + config * support->n_columns);
	}
	free(jobs);
	return CML_OK;
}

size_t cml_support_count_failed(const struct cml_support *support, size_t n, const size_t *columns,
				const float *codes, bool *is_all)
{
	size_t n_found = 0, n_kept = 0;
	for (size_t i = 0; i < support->n_failed; i++) {
		const float *row = support->failed + i * support->n_columns;
		bool has_all = true;
		for (size_t k = 0; k < n; k++)
			has_all = has_all && cml_same_number(row[columns[k]], codes[k]);
		n_found += has_all ? support->failed_runs[i] : 0;
		n_kept += support->failed_runs[i];
	}
	*is_all = n_kept == support->n_failed_jobs;
	return n_found;
}
