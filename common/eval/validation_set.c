#include "eval/validation_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result init_dataset(struct cml_validation_set *history,
				    const struct cml_encoder *encoder, struct cml_error *err)
{
	const char **names = cml_array_new(encoder->n_features, sizeof *names);
	if (!names)
		return cml_fail_memory(err);
	for (size_t i = 0; i < encoder->n_features; i++)
		names[i] = encoder->features[i].name;
	enum cml_result status = cml_dataset_init(&history->data, encoder->n_features, names, err);
	free(names);
	return status;
}

enum cml_result cml_validation_set_init(struct cml_validation_set *history,
					const struct cml_encoder *encoder, struct cml_error *err)
{
	*history = (struct cml_validation_set){.encoder = encoder};
	if (encoder->space->metric == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA,
				"no column of the space has the role metric: there is "
				"nothing to predict");
	history->values = cml_array_new(encoder->space->n_columns, sizeof *history->values);
	history->features = cml_array_new(encoder->n_features, sizeof *history->features);
	if (!history->values || !history->features)
		return cml_fail_memory(err);
	return init_dataset(history, encoder, err);
}

void cml_validation_set_release(struct cml_validation_set *history)
{
	for (size_t i = 0; i < history->n_aspects; i++) {
		cml_expression_free(history->aspects[i].scale);
		free(history->aspects[i].times);
		free(history->aspects[i].small);
	}
	free(history->aspects);
	free(history->files);
	free(history->lines);
	free(history->kept);
	free(history->values);
	free(history->features);
	cml_dataset_release(&history->data);
	cml_arena_release(&history->arena);
	*history = (struct cml_validation_set){0};
}

enum cml_result cml_history_set_file(struct cml_validation_set *history, const char *file,
				     struct cml_error *err)
{
	if (history->file && strcmp(history->file, file) == 0)
		return CML_OK;
	history->file = cml_arena_copy(&history->arena, cml_slice_of(file));
	return history->file ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_validation_set_require_positive(const struct cml_validation_set *history,
						    struct cml_error *err)
{
	for (size_t i = 0; i < history->data.n_rows; i++)
		if (history->data.y[i] <= 0) {
			cml_fail(err, CML_BAD_DATA, "a target of %g has no logarithm to learn",
				 history->data.y[i]);
			cml_error_locate(err, history->files[i], history->lines[i], NULL);
			return CML_BAD_DATA;
		}
	return CML_OK;
}

static enum cml_result add_aspect(struct cml_validation_set *history,
				  struct cml_validation_set_aspect added, size_t *aspect,
				  struct cml_error *err)
{
	assert(history->data.n_rows == 0);
	if (!cml_array_reserve((void **)&history->aspects, &history->aspect_capacity,
			       history->n_aspects + 1, sizeof *history->aspects)) {
		cml_expression_free(added.scale);
		return cml_fail_memory(err);
	}
	*aspect = history->n_aspects;
	history->aspects[history->n_aspects++] = added;
	return CML_OK;
}

enum cml_result cml_validation_set_add_time(struct cml_validation_set *history, size_t time_column,
					    size_t *aspect, struct cml_error *err)
{
	assert(time_column != CML_NO_COLUMN);
	return add_aspect(history, (struct cml_validation_set_aspect){.time_column = time_column},
			  aspect, err);
}

enum cml_result cml_validation_set_add_scale(struct cml_validation_set *history,
					     struct cml_expression *scale, size_t *aspect,
					     struct cml_error *err)
{
	struct cml_validation_set_aspect added = {.time_column = CML_NO_COLUMN, .scale = scale};
	return add_aspect(history, added, aspect, err);
}

static enum cml_result note_time(struct cml_validation_set *history,
				 struct cml_validation_set_aspect *aspect, size_t at,
				 const struct cml_binding *binding, const struct cml_row *row,
				 struct cml_error *err)
{
	if (!cml_array_reserve((void **)&aspect->times, &aspect->capacity, at + 1,
			       sizeof *aspect->times))
		return cml_fail_memory(err);
	bool missing;
	struct cml_slice cell = cml_binding_cell(binding, row, aspect->time_column, &missing);
	aspect->times[at] = (struct cml_slice){NULL, 0};
	if (cell.size == 0)
		return CML_OK;
	const char *copy = cml_arena_copy(&history->arena, cell);
	if (!copy)
		return cml_fail_memory(err);
	aspect->times[at] = (struct cml_slice){copy, cell.size};
	return CML_OK;
}

static enum cml_result note_scale(const struct cml_validation_set *history,
				  struct cml_validation_set_aspect *aspect, size_t at,
				  struct cml_error *err)
{
	double holds;
	if (!cml_array_reserve((void **)&aspect->small, &aspect->capacity, at + 1,
			       sizeof *aspect->small))
		return cml_fail_memory(err);
	switch (cml_expression_evaluate(aspect->scale, history->values, &holds)) {
	case CML_OUTCOME_VALUE:
		aspect->small[at] = holds != 0;
		return CML_OK;
	case CML_OUTCOME_MISSING:
		aspect->small[at] = false;
		aspect->n_missing++;
		return CML_OK;
	default:
		return cml_fail(err, CML_BAD_DATA, "split by %s: %s",
				cml_expression_text(aspect->scale),
				cml_expression_reason(aspect->scale, history->values));
	}
}

/* Counts of missing expressions are of rows that stay. */
static void forget_missing(struct cml_validation_set *history, size_t n_noted)
{
	double holds;
	for (size_t i = 0; i < n_noted; i++) {
		struct cml_validation_set_aspect *aspect = &history->aspects[i];
		if (aspect->scale && cml_expression_evaluate(aspect->scale, history->values,
							     &holds) == CML_OUTCOME_MISSING)
			aspect->n_missing--;
	}
}

/* Where the row stands, and what it said. */
static enum cml_result note_row(struct cml_validation_set *history, size_t at, size_t line,
				struct cml_error *err)
{
	size_t n_columns = history->encoder->space->n_columns;
	if (!cml_array_reserve((void **)&history->lines, &history->capacity, at + 1,
			       sizeof *history->lines) ||
	    !cml_array_reserve((void **)&history->files, &history->file_capacity, at + 1,
			       sizeof *history->files))
		return cml_fail_memory(err);
	history->lines[at] = line;
	history->files[at] = history->file;
	if (!history->keep_values)
		return CML_OK;
	if (!cml_array_reserve((void **)&history->kept, &history->kept_capacity, at + 1,
			       n_columns * sizeof *history->kept))
		return cml_fail_memory(err);
	memcpy(history->kept + at * n_columns, history->values, n_columns * sizeof *history->kept);
	return CML_OK;
}

static enum cml_result keep_row(struct cml_validation_set *history,
				const struct cml_binding *binding, const struct cml_row *row,
				const struct cml_job *job, struct cml_error *err)
{
	size_t at = history->data.n_rows;
	size_t n_noted = 0;
	enum cml_result status = note_row(history, at, row->line, err);
	for (; status == CML_OK && n_noted < history->n_aspects; n_noted += status == CML_OK) {
		struct cml_validation_set_aspect *aspect = &history->aspects[n_noted];
		status = aspect->scale ? note_scale(history, aspect, at, err)
				       : note_time(history, aspect, at, binding, row, err);
	}
	if (status == CML_OK)
		status = cml_dataset_append(
		    &history->data, history->features, job->target, job->weight,
		    cml_config_key(history->encoder->space, history->values), err);
	if (status != CML_OK)
		forget_missing(history, n_noted);
	return status;
}

enum cml_result cml_validation_set_append(struct cml_validation_set *history,
					  const struct cml_binding *binding,
					  const struct cml_row *row, struct cml_error *err)
{
	struct cml_job job;
	enum cml_result status = cml_config_read(binding, row, history->values, err);
	if (status == CML_OK)
		status = cml_job_read(binding, row, &job, err);
	if (status == CML_OK)
		status =
		    cml_encoder_encode(history->encoder, history->values, history->features, err);
	if (status != CML_OK)
		return status;
	if (job.status != CML_JOB_OK) {
		history->data.n_left_out[job.status]++;
		return CML_OK;
	}
	if (job.weight == 0) {
		history->data.n_weightless++;
		return CML_OK;
	}
	return keep_row(history, binding, row, &job, err);
}
