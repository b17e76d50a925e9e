#include "model/data/dataset.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_dataset_init(struct cml_dataset *data, size_t n_features,
				 const char *const *feature_names, struct cml_error *err)
{
	*data = (struct cml_dataset){.n_features = n_features, .arena = data->arena};
	data->feature_names = cml_array_new(n_features, sizeof *data->feature_names);
	if (!data->feature_names)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n_features; i++) {
		data->feature_names[i] =
		    cml_arena_copy(&data->arena, cml_slice_of(feature_names[i]));
		if (!data->feature_names[i])
			return cml_fail_memory(err);
	}
	return CML_OK;
}

void cml_dataset_release(struct cml_dataset *data)
{
	free(data->feature_names);
	free(data->x);
	free(data->y);
	free(data->weight);
	free(data->keys);
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
	data->y[data->n_rows] = target;
	data->weight[data->n_rows] = weight;
	data->keys[data->n_rows] = key;
	data->n_rows++;
	return CML_OK;
}

enum cml_result cml_dataset_select(const struct cml_dataset *data, const size_t *rows, size_t n,
				   struct cml_dataset *selected, struct cml_error *err)
{
	enum cml_result status =
	    cml_dataset_init(selected, data->n_features, data->feature_names, err);
	if (status != CML_OK)
		return status;
	if (!reserve(selected, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		assert(rows[i] < data->n_rows);
		memcpy(selected->x + i * data->n_features, data->x + rows[i] * data->n_features,
		       data->n_features * sizeof *data->x);
		selected->y[i] = data->y[rows[i]];
		selected->weight[i] = data->weight[rows[i]];
		selected->keys[i] = data->keys[rows[i]];
	}
	selected->n_rows = n;
	return CML_OK;
}

enum cml_result cml_dataset_left_out(const struct cml_dataset *data, struct cml_buffer *text,
				     struct cml_error *err)
{
	const char *separator = "";
	bool ok = true;
	for (size_t i = 0; ok && i < CML_N_JOB_STATUSES; i++) {
		if (data->n_left_out[i] == 0)
			continue;
		ok = cml_buffer_printf(text, "%s%zu %s", separator, data->n_left_out[i],
				       cml_job_status_name((enum cml_job_status)i));
		separator = ", ";
	}
	if (ok && data->n_weightless > 0)
		ok = cml_buffer_printf(text, "%s%zu of weight 0", separator, data->n_weightless);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_dataset_require_rows(const struct cml_dataset *data, struct cml_error *err)
{
	struct cml_buffer left_out = {0};
	if (data->n_rows > 0)
		return CML_OK;
	enum cml_result status = cml_dataset_left_out(data, &left_out, err);
	if (status == CML_OK && left_out.size > 0)
		status = cml_fail(err, CML_BAD_DATA, "no job has a target (left out: %.*s)",
				  (int)left_out.size, left_out.data);
	else if (status == CML_OK)
		status = cml_fail(err, CML_BAD_DATA, "no job has a target");
	cml_buffer_release(&left_out);
	return status;
}
