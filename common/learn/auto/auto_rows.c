#include "learn/auto/auto_rows.h"

#include "base/memory.h"
#include "learn/predictor/ensemble.h"

#include <stdlib.h>
#include <string.h>

void cml_auto_coordinates(const struct cml_linear *linear, size_t n, const float *x,
			  float *coordinates)
{
	size_t n_coordinates = linear->input.n;
	double row[CML_LINEAR_MAX_COORDINATES];
	for (size_t i = 0; i < n; i++) {
		cml_linear_input_row(&linear->input, x + i * linear->input.n_features, row);
		for (size_t k = 0; k < n_coordinates; k++)
			coordinates[i * n_coordinates + k] = (float)row[k];
	}
}

/* x, y and weight alone. */
static enum cml_result new_dataset(struct cml_dataset *data, size_t n, size_t n_features,
				   struct cml_error *err)
{
	*data = (struct cml_dataset){.n_rows = n, .n_features = n_features};
	data->x = cml_aligned_new(n * n_features, sizeof *data->x);
	data->y = cml_aligned_new(n, sizeof *data->y);
	data->weight = cml_aligned_new(n, sizeof *data->weight);
	return data->x && data->y && data->weight ? CML_OK : cml_fail_memory(err);
}

void cml_auto_rows_release_drawn(struct cml_dataset *drawn)
{
	free(drawn->x);
	free(drawn->y);
	free(drawn->weight);
}

enum cml_result cml_auto_rows_init(struct cml_auto_rows *rows, const struct cml_training *training,
				   const struct cml_linear *linear, size_t n_folds,
				   struct cml_error *err)
{
	const struct cml_dataset *data = training->data;
	struct cml_bagging bagging;
	size_t n = data->n_rows < CML_AUTO_MAX_ROWS ? data->n_rows : CML_AUTO_MAX_ROWS;
	*rows = (struct cml_auto_rows){0};
	enum cml_result status = new_dataset(&rows->rest, n, linear->input.n, err);
	rows->row = cml_array_new(n, sizeof *rows->row);
	rows->fold = cml_array_new(n, sizeof *rows->fold);
	rows->group = cml_array_new(n, sizeof *rows->group);
	if (status != CML_OK || !rows->row || !rows->fold || !rows->group)
		return cml_fail_memory(err);
	if (cml_bagging_init_folds(&bagging, data, n_folds, n_folds, training->seed, err) != CML_OK)
		return err->status;
	rows->n_groups = bagging.n_groups;
	for (size_t i = 0; i < n; i++) {
		size_t row = i * data->n_rows / n;
		const float *x = data->x + row * data->n_features;
		rows->row[i] = row;
		rows->group[i] = bagging.group[row];
		rows->fold[i] = bagging.fold[bagging.group[row]];
		rows->rest.y[i] = data->y[row] - cml_linear_mean(linear, x);
		rows->rest.weight[i] = data->weight[row];
		cml_auto_coordinates(linear, 1, x, rows->rest.x + i * linear->input.n);
	}
	cml_bagging_release(&bagging);
	return CML_OK;
}

void cml_auto_rows_release(struct cml_auto_rows *rows)
{
	cml_auto_rows_release_drawn(&rows->rest);
	free(rows->row);
	free(rows->fold);
	free(rows->group);
	*rows = (struct cml_auto_rows){0};
}

/* Numbers of all rows: the first ones of configurations, and from *n_firsts on the repeats. */
static enum cml_result list(const struct cml_auto_rows *rows, size_t *order, size_t *n_firsts,
			    struct cml_error *err)
{
	size_t n = rows->rest.n_rows, end = 0;
	bool *is_met = cml_array_new(rows->n_groups, sizeof *is_met);
	bool *is_first = cml_array_new(n, sizeof *is_first);
	if (is_met && is_first) {
		for (size_t i = 0; i < n; i++) {
			is_first[i] = !is_met[rows->group[i]];
			is_met[rows->group[i]] = true;
			if (is_first[i])
				order[end++] = i;
		}
		*n_firsts = end;
		for (size_t i = 0; i < n; i++)
			if (!is_first[i])
				order[end++] = i;
	}
	bool ok = is_met && is_first;
	free(is_met);
	free(is_first);
	return ok ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_auto_rows_draw(const struct cml_auto_rows *rows, size_t n,
				   struct cml_dataset *drawn, struct cml_error *err)
{
	const struct cml_dataset *rest = &rows->rest;
	size_t d = rest->n_features, n_firsts = 0;
	size_t *order = cml_array_new(rest->n_rows, sizeof *order);
	enum cml_result status = new_dataset(drawn, n, d, err);
	if (status != CML_OK)
		goto out;
	status = order ? list(rows, order, &n_firsts, err) : cml_fail_memory(err);
	if (status != CML_OK)
		goto out;
	size_t n_own = n < n_firsts ? n : n_firsts, n_repeats = rest->n_rows - n_firsts;
	for (size_t i = 0; i < n; i++) {
		size_t row = i < n_own ? order[i * n_firsts / n_own]
				       : order[n_firsts + (i - n_own) * n_repeats / (n - n_own)];
		memcpy(drawn->x + i * d, rest->x + row * d, d * sizeof *drawn->x);
		drawn->y[i] = rest->y[row];
		drawn->weight[i] = rest->weight[row];
	}
out:
	free(order);
	return status;
}
