#include "learn/data/dataset.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_names_copy(struct cml_arena *arena, size_t n, const char *const *names,
			       const char ***copies, struct cml_error *err)
{
	if (!CML_NEW(copies, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		(*copies)[i] = cml_arena_copy(arena, cml_slice_of(names[i]));
		if (!(*copies)[i])
			return cml_fail_memory(err);
	}
	return CML_OK;
}

enum cml_result cml_dataset_init(struct cml_dataset *data, size_t n_features,
				 const char *const *feature_names, struct cml_error *err)
{
	*data = (struct cml_dataset){.n_features = n_features, .arena = data->arena};
	return cml_names_copy(&data->arena, n_features, feature_names, &data->feature_names, err);
}

enum cml_result cml_dataset_set_limits(struct cml_dataset *data, size_t n, const char *const *names,
				       struct cml_error *err)
{
	assert(data->capacity == 0 && !data->limit_names);
	data->n_limits = n;
	return cml_names_copy(&data->arena, n, names, &data->limit_names, err);
}

size_t cml_dataset_limit(const struct cml_dataset *data, const char *name)
{
	size_t l = 0;
	while (l < data->n_limits && strcmp(data->limit_names[l], name) != 0)
		l++;
	return l;
}

/* An empty dataset of the same features and limits. */
static enum cml_result init_like(struct cml_dataset *made, const struct cml_dataset *data,
				 struct cml_error *err)
{
	enum cml_result status = cml_dataset_init(made, data->n_features, data->feature_names, err);
	made->has_second = data->has_second;
	return status ? status
		      : cml_dataset_set_limits(made, data->n_limits, data->limit_names, err);
}

void cml_dataset_release(struct cml_dataset *data)
{
	free(data->feature_names);
	free(data->x);
	free(data->y);
	free(data->weight);
	free(data->keys);
	free(data->limit_names);
	free(data->limits);
	if (data->failed)
		cml_dataset_release(data->failed);
	free(data->failed);
	cml_arena_release(&data->arena);
	*data = (struct cml_dataset){0};
}

/* Grows all arrays together; where one fails the others may be larger than
 * their capacity, which does no harm. */
static bool reserve(struct cml_dataset *data, size_t needed)
{
	size_t capacity = 0;
	struct {
		void **array;
		size_t size;
	} arrays[] = {
	    {(void **)&data->x, data->n_features * sizeof *data->x},
	    {(void **)&data->y, sizeof *data->y},
	    {(void **)&data->weight, sizeof *data->weight},
	    {(void **)&data->keys, sizeof *data->keys},
	    {(void **)&data->limits, data->n_limits * sizeof *data->limits},
	};
	if (needed <= data->capacity)
		return true;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		size_t grown = data->capacity;
		if (!cml_array_reserve(arrays[i].array, &grown, needed, arrays[i].size))
			return false;
		if (i == 0 || grown < capacity)
			capacity = grown;
	}
	data->capacity = capacity;
	return true;
}

enum cml_result cml_dataset_append(struct cml_dataset *data, const double *features, double target,
				   double weight, uint64_t key, struct cml_error *err)
{
	assert(isfinite(target) && isfinite(weight) && weight > 0);
	if (!reserve(data, data->n_rows + 1))
		return cml_fail_memory(err);
	float *x = data->x + data->n_rows * data->n_features;
	for (size_t i = 0; i < data->n_features; i++) {
		x[i] = (float)features[i];
		if (isinf(x[i])) {
			cml_fail(err, CML_BAD_DATA, "too large for a feature: %g", features[i]);
			cml_error_locate(err, NULL, 0, data->feature_names[i]);
			return CML_BAD_DATA;
		}
	}
	for (size_t i = 0; i < data->n_limits; i++)
		data->limits[data->n_rows * data->n_limits + i] = NAN;
	data->y[data->n_rows] = target;
	data->weight[data->n_rows] = weight;
	data->keys[data->n_rows] = key;
	data->n_rows++;
	return CML_OK;
}

/* Row `from` of data behind those that rows has, with the limits that it has; there is room. */
static void copy_row(struct cml_dataset *rows, const struct cml_dataset *data, size_t from)
{
	size_t at = rows->n_rows++, n_limits = rows->n_limits;
	memcpy(rows->x + at * data->n_features, data->x + from * data->n_features,
	       data->n_features * sizeof *data->x);
	rows->y[at] = data->y[from];
	rows->weight[at] = data->weight[from];
	rows->keys[at] = data->keys[from];
	for (size_t i = 0; i < n_limits; i++)
		rows->limits[at * n_limits + i] = data->limits[from * n_limits + i];
}

enum cml_result cml_dataset_select(const struct cml_dataset *data, const size_t *rows, size_t n,
				   struct cml_dataset *selected, struct cml_error *err)
{
	if (init_like(selected, data, err) != CML_OK)
		return err->status;
	if (!reserve(selected, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		assert(rows[i] < data->n_rows);
		copy_row(selected, data, rows[i]);
	}
	return CML_OK;
}

enum cml_result cml_dataset_select_failed(const struct cml_dataset *data, const size_t *rows,
					  size_t n, struct cml_dataset *selected,
					  struct cml_error *err)
{
	assert(!selected->failed && (n == 0 || data->failed));
	if (n == 0)
		return CML_OK;
	if (!CML_NEW(&selected->failed, 1))
		return cml_fail_memory(err);
	return cml_dataset_select(data->failed, rows, n, selected->failed, err);
}

enum cml_dataset_place cml_dataset_place(const struct cml_dataset *data,
					 const struct cml_dataset_job *job)
{
	bool reports_limit = false;
	for (size_t i = 0; i < data->n_limits; i++)
		reports_limit = reports_limit || !isnan(job->limits[i]);
	if (job->weight == 0)
		return CML_DATASET_LEFT_OUT;
	switch (job->status) {
	case CML_JOB_OK:
		return isnan(job->target) ? CML_DATASET_LEFT_OUT : CML_DATASET_ROWS;
	case CML_JOB_OOM:
	case CML_JOB_TIMEOUT:
	case CML_JOB_FAILED:
		return CML_DATASET_FAILED;
	default:
		return reports_limit ? CML_DATASET_FAILED : CML_DATASET_LEFT_OUT;
	}
}

static enum cml_result make_failed(struct cml_dataset *data, struct cml_error *err)
{
	if (data->failed)
		return CML_OK;
	return CML_NEW(&data->failed, 1) ? init_like(data->failed, data, err)
					 : cml_fail_memory(err);
}

static void leave_out(struct cml_dataset *data, const struct cml_dataset_job *job)
{
	if (job->status != CML_JOB_OK)
		data->n_left_out[job->status]++;
	else if (isnan(job->target))
		data->n_left_out[CML_JOB_FAILED]++;
	else
		data->n_weightless++;
}

enum cml_result cml_dataset_append_job(struct cml_dataset *data, const struct cml_dataset_job *job,
				       struct cml_error *err)
{
	enum cml_dataset_place place = cml_dataset_place(data, job);
	if (place == CML_DATASET_LEFT_OUT) {
		leave_out(data, job);
		return CML_OK;
	}
	bool has_failed = place == CML_DATASET_FAILED;
	if (has_failed && make_failed(data, err) != CML_OK)
		return err->status;
	struct cml_dataset *rows = has_failed ? data->failed : data;
	if (cml_dataset_append(rows, job->features, has_failed ? (double)job->status : job->target,
			       job->weight, job->key, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < data->n_limits; i++)
		rows->limits[(rows->n_rows - 1) * data->n_limits + i] = job->limits[i];
	return CML_OK;
}

void cml_dataset_count_failed(const struct cml_dataset *data, size_t counts[CML_N_JOB_STATUSES])
{
	for (size_t i = 0; i < CML_N_JOB_STATUSES; i++)
		counts[i] += data->n_left_out[i];
	for (size_t i = 0; data->failed && i < data->failed->n_rows; i++)
		counts[(size_t)data->failed->y[i]]++;
}

static bool print_counts(struct cml_buffer *text, const size_t counts[CML_N_JOB_STATUSES],
			 size_t n_weightless)
{
	const char *separator = "";
	bool ok = true;
	for (size_t i = 0; ok && i < CML_N_JOB_STATUSES; i++) {
		if (counts[i] == 0)
			continue;
		ok = cml_buffer_printf(text, "%s%zu %s", separator, counts[i],
				       cml_job_status_name((enum cml_job_status)i));
		separator = ", ";
	}
	return ok && (n_weightless == 0 ||
		      cml_buffer_printf(text, "%s%zu of weight 0", separator, n_weightless));
}

enum cml_result cml_dataset_failed_text(const struct cml_dataset *data, struct cml_buffer *text,
					struct cml_error *err)
{
	size_t counts[CML_N_JOB_STATUSES] = {0};
	for (size_t i = 0; data->failed && i < data->failed->n_rows; i++)
		counts[(size_t)data->failed->y[i]] +=
		    cml_job_status_is_failure((enum cml_job_status)data->failed->y[i]);
	return print_counts(text, counts, 0) ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_dataset_left_out(const struct cml_dataset *data, struct cml_buffer *text,
				     struct cml_error *err)
{
	size_t counts[CML_N_JOB_STATUSES];
	memcpy(counts, data->n_left_out, sizeof counts);
	for (size_t i = 0; data->failed && i < data->failed->n_rows; i++)
		counts[(size_t)data->failed->y[i]] +=
		    !cml_job_status_is_failure((enum cml_job_status)data->failed->y[i]);
	return print_counts(text, counts, data->n_weightless) ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_dataset_require_rows(const struct cml_dataset *data, struct cml_error *err)
{
	size_t counts[CML_N_JOB_STATUSES] = {0};
	bool has_failed = data->failed && data->failed->n_rows > 0;
	AUTO(cml_buffer) text = {0};
	if (data->n_rows > 0)
		return CML_OK;
	cml_dataset_count_failed(data, counts);
	if (!print_counts(&text, counts, data->n_weightless))
		cml_fail_memory(err);
	else if (text.size == 0)
		cml_fail(err, CML_BAD_DATA, "no job has a target: the table has no rows");
	else
		cml_fail(err, CML_BAD_DATA, "no job has a target (%.*s)%s", (int)text.size,
			 text.data,
			 has_failed ? ": add one that ran, such as a known configuration, or one "
				      "that needs less memory and time"
				    : "");
	return err->status;
}

void cml_weighted_moments(size_t n, const double *x, const double *weight, double *mean, double *sd)
{
	double total = 0, sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++) {
		total += weight[i];
		sum += weight[i] * (x[i] - x[0]);
	}
	*mean = x[0] + sum / total;
	for (size_t i = 0; i < n; i++)
		squares += weight[i] * (x[i] - *mean) * (x[i] - *mean);
	*sd = sqrt(squares / total);
}

struct cml_feature_moments cml_feature_moments(const struct cml_dataset *data, size_t f)
{
	struct cml_feature_moments moments = {.all_flags = true};
	double weight = 0, sum = 0, squares = 0;
	for (size_t r = 0; r < data->n_rows; r++) {
		float x = data->x[r * data->n_features + f];
		if (isnan(x)) {
			moments.n_missing++;
			continue;
		}
		moments.all_flags = moments.all_flags && (x == 0 || x == 1);
		weight += data->weight[r];
		sum += data->weight[r] * (double)x;
	}
	moments.mean = weight > 0 ? sum / weight : 0;
	for (size_t r = 0; r < data->n_rows; r++) {
		float x = data->x[r * data->n_features + f];
		if (!isnan(x))
			squares += data->weight[r] * ((double)x - moments.mean) *
				   ((double)x - moments.mean);
	}
	moments.sd = weight > 0 ? sqrt(squares / weight) : 0;
	/* The mean of equal numbers may be off by rounding. */
	moments.is_constant = moments.sd <= 1e-7 * fabs(moments.mean) || moments.sd < 1e-30;
	return moments;
}

enum cml_result cml_dataset_append_copy(struct cml_dataset *rows, const struct cml_dataset *part,
					size_t row, double target, struct cml_error *err)
{
	if (!reserve(rows, rows->n_rows + 1))
		return cml_fail_memory(err);
	copy_row(rows, part, row);
	rows->y[rows->n_rows - 1] = target;
	return CML_OK;
}

/* The part of data after another whose jobs report a limit; NULL: none does. */
static const struct cml_dataset *next_part(const struct cml_dataset *data,
					   const struct cml_dataset *part, size_t limit)
{
	bool is_second = data->has_second && limit + 1 == data->n_limits;
	return is_second ? NULL : part->failed;
}

size_t cml_dataset_n_reports(const struct cml_dataset *data, size_t limit)
{
	size_t n = 0;
	for (const struct cml_dataset *part = data; part; part = next_part(data, part, limit))
		for (size_t row = 0; part->limits && row < part->n_rows; row++)
			n += isfinite(part->limits[row * part->n_limits + limit]) ? 1 : 0;
	return n;
}

enum cml_result cml_dataset_select_reports(const struct cml_dataset *data, size_t limit,
					   struct cml_dataset *rows, struct cml_error *err)
{
	if (cml_dataset_init(rows, data->n_features, data->feature_names, err) != CML_OK)
		return err->status;
	for (const struct cml_dataset *part = data; part; part = next_part(data, part, limit))
		for (size_t row = 0; part->limits && row < part->n_rows; row++) {
			double value = part->limits[row * part->n_limits + limit];
			if (isfinite(value) &&
			    cml_dataset_append_copy(rows, part, row, value, err) != CML_OK)
				return err->status;
		}
	return CML_OK;
}
