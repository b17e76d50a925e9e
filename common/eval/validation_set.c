#include "eval/validation_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result init_dataset(struct cml_validation_set *set,
				    const struct cml_encoder *encoder, struct cml_error *err)
{
	const char **names = cml_array_new(encoder->n_features, sizeof *names);
	if (!names)
		return cml_fail_memory(err);
	for (size_t i = 0; i < encoder->n_features; i++)
		names[i] = encoder->features[i].name;
	enum cml_result status = cml_dataset_init(&set->data, encoder->n_features, names, err);
	free(names);
	return status;
}

enum cml_result cml_validation_set_init(struct cml_validation_set *set,
					const struct cml_encoder *encoder, struct cml_error *err)
{
	*set = (struct cml_validation_set){.encoder = encoder};
	if (encoder->space->metric == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA,
				"no column of the space has the role metric: there is "
				"nothing to predict");
	set->values = cml_array_new(encoder->space->n_columns, sizeof *set->values);
	set->features = cml_array_new(encoder->n_features, sizeof *set->features);
	if (!set->values || !set->features)
		return cml_fail_memory(err);
	return init_dataset(set, encoder, err);
}

void cml_validation_set_release(struct cml_validation_set *set)
{
	for (size_t i = 0; i < set->n_aspects; i++) {
		cml_expression_free(set->aspects[i].scale);
		free(set->aspects[i].times);
		free(set->aspects[i].small);
	}
	free(set->aspects);
	free(set->files);
	free(set->lines);
	free(set->kept);
	free(set->values);
	free(set->features);
	cml_dataset_release(&set->data);
	cml_arena_release(&set->arena);
	*set = (struct cml_validation_set){0};
}

enum cml_result cml_validation_set_file(struct cml_validation_set *set, const char *file,
					struct cml_error *err)
{
	if (set->file && strcmp(set->file, file) == 0)
		return CML_OK;
	set->file = cml_arena_copy(&set->arena, cml_slice_of(file));
	return set->file ? CML_OK : cml_fail_memory(err);
}

enum cml_result cml_validation_set_require_positive(const struct cml_validation_set *set,
						    struct cml_error *err)
{
	for (size_t i = 0; i < set->data.n_rows; i++)
		if (set->data.y[i] <= 0) {
			cml_fail(err, CML_BAD_DATA, "a target of %g has no logarithm to learn",
				 set->data.y[i]);
			cml_error_locate(err, set->files[i], set->lines[i], NULL);
			return CML_BAD_DATA;
		}
	return CML_OK;
}

static enum cml_result add_aspect(struct cml_validation_set *set,
				  struct cml_validation_set_aspect added, size_t *aspect,
				  struct cml_error *err)
{
	assert(set->data.n_rows == 0);
	if (!cml_array_reserve((void **)&set->aspects, &set->aspect_capacity, set->n_aspects + 1,
			       sizeof *set->aspects)) {
		cml_expression_free(added.scale);
		return cml_fail_memory(err);
	}
	*aspect = set->n_aspects;
	set->aspects[set->n_aspects++] = added;
	return CML_OK;
}

enum cml_result cml_validation_set_add_time(struct cml_validation_set *set, size_t time_column,
					    size_t *aspect, struct cml_error *err)
{
	assert(time_column != CML_NO_COLUMN);
	return add_aspect(set, (struct cml_validation_set_aspect){.time_column = time_column},
			  aspect, err);
}

enum cml_result cml_validation_set_add_scale(struct cml_validation_set *set,
					     struct cml_expression *scale, size_t *aspect,
					     struct cml_error *err)
{
	struct cml_validation_set_aspect added = {.time_column = CML_NO_COLUMN, .scale = scale};
	return add_aspect(set, added, aspect, err);
}

static enum cml_result note_time(struct cml_validation_set *set,
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
	const char *copy = cml_arena_copy(&set->arena, cell);
	if (!copy)
		return cml_fail_memory(err);
	aspect->times[at] = (struct cml_slice){copy, cell.size};
	return CML_OK;
}

static enum cml_result note_scale(const struct cml_validation_set *set,
				  struct cml_validation_set_aspect *aspect, size_t at,
				  struct cml_error *err)
{
	double holds;
	if (!cml_array_reserve((void **)&aspect->small, &aspect->capacity, at + 1,
			       sizeof *aspect->small))
		return cml_fail_memory(err);
	switch (cml_expression_evaluate(aspect->scale, set->values, &holds)) {
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
				cml_expression_reason(aspect->scale, set->values));
	}
}

/* Counts of missing expressions are of rows that stay. */
static void forget_missing(struct cml_validation_set *set, size_t n_noted)
{
	double holds;
	for (size_t i = 0; i < n_noted; i++) {
		struct cml_validation_set_aspect *aspect = &set->aspects[i];
		if (aspect->scale && cml_expression_evaluate(aspect->scale, set->values, &holds) ==
					 CML_OUTCOME_MISSING)
			aspect->n_missing--;
	}
}

/* The place of the row, and its metric. */
static enum cml_result note_row(struct cml_validation_set *set, size_t at, size_t line,
				struct cml_error *err)
{
	size_t n_columns = set->encoder->space->n_columns;
	if (!cml_array_reserve((void **)&set->lines, &set->capacity, at + 1, sizeof *set->lines) ||
	    !cml_array_reserve((void **)&set->files, &set->file_capacity, at + 1,
			       sizeof *set->files))
		return cml_fail_memory(err);
	set->lines[at] = line;
	set->files[at] = set->file;
	if (!set->keep_values)
		return CML_OK;
	if (!cml_array_reserve((void **)&set->kept, &set->kept_capacity, at + 1,
			       n_columns * sizeof *set->kept))
		return cml_fail_memory(err);
	memcpy(set->kept + at * n_columns, set->values, n_columns * sizeof *set->kept);
	return CML_OK;
}

static enum cml_result keep_row(struct cml_validation_set *set, const struct cml_binding *binding,
				const struct cml_row *row, const struct cml_job *job,
				struct cml_error *err)
{
	size_t at = set->data.n_rows;
	size_t n_noted = 0;
	enum cml_result status = note_row(set, at, row->line, err);
	for (; status == CML_OK && n_noted < set->n_aspects; n_noted += status == CML_OK) {
		struct cml_validation_set_aspect *aspect = &set->aspects[n_noted];
		status = aspect->scale ? note_scale(set, aspect, at, err)
				       : note_time(set, aspect, at, binding, row, err);
	}
	if (status == CML_OK)
		status = cml_dataset_append(&set->data, set->features, job->target, job->weight,
					    cml_config_key(set->encoder->space, set->values), err);
	if (status != CML_OK)
		forget_missing(set, n_noted);
	return status;
}

enum cml_result cml_validation_set_append(struct cml_validation_set *set,
					  const struct cml_binding *binding,
					  const struct cml_row *row, struct cml_error *err)
{
	struct cml_job job;
	enum cml_result status = cml_config_read(binding, row, set->values, err);
	if (status == CML_OK)
		status = cml_job_read(binding, row, &job, err);
	if (status == CML_OK)
		status = cml_encoder_encode(set->encoder, set->values, set->features, err);
	if (status != CML_OK)
		return status;
	if (job.status != CML_JOB_OK) {
		set->data.n_left_out[job.status]++;
		return CML_OK;
	}
	if (job.weight == 0) {
		set->data.n_weightless++;
		return CML_OK;
	}
	return keep_row(set, binding, row, &job, err);
}
