#include "eval/validation_set.h"

#include "base/date.h"
#include "base/placeholder.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum cml_result init_dataset(struct cml_validation_set *set,
				    const struct cml_encoder *encoder, struct cml_error *err)
{
	const struct cml_space *space = encoder->space;
	size_t n = encoder->n_features;
	AUTOFREE const char **names = cml_array_new(n + space->n_limits, sizeof *names);
	if (!names)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		names[i] = encoder->features[i].name;
	for (size_t i = 0; i < space->n_limits; i++)
		names[n + i] = space->columns[space->limits[i]].name;
	if (cml_dataset_init(&set->data, n, names, err) != CML_OK)
		return err->status;
	return cml_dataset_set_limits(&set->data, space->n_limits, names + n, err);
}

enum cml_result cml_validation_set_init(struct cml_validation_set *set,
					const struct cml_encoder *encoder, struct cml_error *err)
{
	*set = (struct cml_validation_set){.encoder = encoder};
	if (encoder->space->metric == CML_NO_COLUMN)
		return cml_fail(err, CML_BAD_DATA,
				"no column of the space has the role metric: there is "
				"nothing to predict");
	if (!CML_NEW(&set->values, encoder->space->n_columns) ||
	    !CML_NEW(&set->features, encoder->n_features) ||
	    !CML_NEW(&set->limits, encoder->space->n_measured))
		return cml_fail_memory(err);
	return init_dataset(set, encoder, err);
}

static void release_rows(struct cml_validation_rows *rows, size_t n_aspects)
{
	for (size_t i = 0; rows->answers && i < n_aspects; i++) {
		free(rows->answers[i].times);
		free(rows->answers[i].numbers);
	}
	free(rows->answers);
	free(rows->places);
	free(rows->kept);
}

void cml_validation_set_release(struct cml_validation_set *set)
{
	for (size_t i = 0; i < set->n_aspects; i++)
		cml_expression_free(set->aspects[i].scale);
	release_rows(&set->rows, set->n_aspects);
	release_rows(&set->failed, set->n_aspects);
	free(set->aspects);
	free(set->values);
	free(set->features);
	free(set->limits);
	free(set->unmeasured);
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

bool cml_validation_set_failed(const struct cml_validation_set *set, const struct cml_dataset *data,
			       size_t row)
{
	const struct cml_space *space = set->encoder->space;
	if (data == set->data.failed &&
	    cml_job_status_is_failure((enum cml_job_status)data->y[row]))
		return true;
	return space->n_limits > 0 &&
	       !cml_limits_are_kept(space, data->limits + row * space->n_limits);
}

static size_t count_failed(const struct cml_validation_set *set, const struct cml_dataset *data)
{
	size_t n = 0;
	for (size_t row = 0; data && row < data->n_rows; row++)
		n += cml_validation_set_failed(set, data, row);
	return n;
}

size_t cml_validation_set_n_failed(const struct cml_validation_set *set)
{
	return count_failed(set, &set->data) + count_failed(set, set->data.failed);
}

enum cml_result cml_validation_set_ask(struct cml_validation_set *set,
				       struct cml_validation_set_aspect asked, size_t *aspect,
				       struct cml_error *err)
{
	assert(!set->rows.answers && !set->failed.answers);
	if (!CML_RESERVE(&set->aspects, &set->aspect_capacity, set->n_aspects + 1)) {
		cml_expression_free(asked.scale);
		return cml_fail_memory(err);
	}
	*aspect = set->n_aspects;
	set->aspects[set->n_aspects++] = asked;
	return CML_OK;
}

enum cml_result cml_validation_set_settle(struct cml_validation_set *set, struct cml_error *err)
{
	struct cml_placeholders found;
	const struct cml_dataset *data = &set->data;
	if (cml_placeholders_find(data->n_rows, data->y, &found, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&set->unmeasured, data->n_rows))
		return cml_fail_memory(err);
	for (size_t i = 0; i < data->n_rows; i++)
		set->unmeasured[i] = cml_placeholders_have(&found, data->y[i]);
	return CML_OK;
}

/* A job on its way into the set. */
struct arrival {
	struct cml_validation_set *set;
	struct cml_validation_rows *rows; /* where it goes */
	size_t at;                        /* its place there */
	bool has_target;
	const struct cml_binding *binding;
	const struct cml_row *row;
};

static enum cml_result note_time(const struct arrival *arrival, size_t aspect,
				 struct cml_error *err)
{
	struct cml_validation_set *set = arrival->set;
	struct cml_validation_answers *answers = &arrival->rows->answers[aspect];
	if (!CML_RESERVE(&answers->times, &answers->capacity, arrival->at + 1))
		return cml_fail_memory(err);
	bool missing;
	struct cml_slice cell =
	    cml_binding_cell(arrival->binding, arrival->row, set->aspects[aspect].column, &missing);
	answers->times[arrival->at] = (struct cml_slice){NULL, 0};
	if (missing || cml_time_is_missing(cell))
		return CML_OK;
	const char *copy = cml_arena_copy(&set->arena, cell);
	if (!copy)
		return cml_fail_memory(err);
	answers->times[arrival->at] = (struct cml_slice){copy, cell.size};
	return CML_OK;
}

static enum cml_result note_scale(const struct arrival *arrival, size_t aspect,
				  struct cml_error *err)
{
	const struct cml_validation_set_aspect *asked = &arrival->set->aspects[aspect];
	const double *values = arrival->set->values;
	struct cml_validation_answers *answers = &arrival->rows->answers[aspect];
	double holds;
	if (!CML_RESERVE(&answers->numbers, &answers->capacity, arrival->at + 1))
		return cml_fail_memory(err);
	double *number = &answers->numbers[arrival->at];
	if (!asked->scale) {
		*number = values[asked->column];
		return CML_OK;
	}
	enum cml_outcome outcome = cml_expression_evaluate(asked->scale, values, &holds);
	*number = outcome == CML_OUTCOME_VALUE ? holds == 0 : (double)NAN;
	if (outcome != CML_OUTCOME_UNDEFINED || !arrival->has_target)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "split by %s: %s", cml_expression_text(asked->scale),
			cml_expression_reason(asked->scale, values));
}

/* The place of the row in the tables, and its configuration. */
static enum cml_result note_row(const struct arrival *arrival, struct cml_error *err)
{
	struct cml_validation_set *set = arrival->set;
	struct cml_validation_rows *rows = arrival->rows;
	size_t at = arrival->at, n_columns = set->encoder->space->n_columns;
	if (!rows->answers)
		rows->answers = cml_array_new(set->n_aspects, sizeof *rows->answers);
	if (!rows->answers || !CML_RESERVE(&rows->places, &rows->capacity, at + 1))
		return cml_fail_memory(err);
	rows->places[at] = (struct cml_row_place){set->file, arrival->row->line, 0};
	if (set->contexts && cml_contexts_find(set->contexts, set->values, arrival->row,
					       &rows->places[at].context, err) != CML_OK)
		return err->status;
	if (!set->keep_values)
		return CML_OK;
	if (!cml_array_reserve((void **)&rows->kept, &rows->kept_capacity, at + 1,
			       n_columns * sizeof *rows->kept))
		return cml_fail_memory(err);
	memcpy(rows->kept + at * n_columns, set->values, n_columns * sizeof *rows->kept);
	return CML_OK;
}

static enum cml_result keep_row(const struct arrival *arrival, const struct cml_dataset_job *job,
				struct cml_error *err)
{
	struct cml_validation_set *set = arrival->set;
	if (note_row(arrival, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < set->n_aspects; i++)
		if ((set->aspects[i].kind == CML_ASPECT_TIME
			 ? note_time(arrival, i, err)
			 : note_scale(arrival, i, err)) != CML_OK)
			return err->status;
	return cml_dataset_append_job(&set->data, job, err);
}

enum cml_result cml_validation_set_append(struct cml_validation_set *set,
					  const struct cml_binding *binding,
					  const struct cml_row *row, struct cml_error *err)
{
	struct cml_job job;
	if (cml_config_read(binding, row, set->values, err) != CML_OK ||
	    cml_job_read(binding, row, &job, err) != CML_OK ||
	    cml_job_read_limits(binding, row, set->values, &job, set->limits, err) != CML_OK ||
	    cml_encoder_encode(set->encoder, set->values, set->features, err) != CML_OK)
		return err->status;
	struct cml_dataset_job added = {.status = job.status,
					.target = job.target,
					.weight = job.weight,
					.key = cml_config_key(set->encoder->space, set->values),
					.features = set->features,
					.limits = set->limits};
	struct arrival arrival = {.set = set, .binding = binding, .row = row};
	switch (cml_dataset_place(&set->data, &added)) {
	case CML_DATASET_ROWS:
		arrival.rows = &set->rows;
		arrival.at = set->data.n_rows;
		arrival.has_target = true;
		return keep_row(&arrival, &added, err);
	case CML_DATASET_FAILED:
		arrival.rows = &set->failed;
		arrival.at = set->data.failed ? set->data.failed->n_rows : 0;
		return keep_row(&arrival, &added, err);
	default:
		return cml_dataset_append_job(&set->data, &added, err);
	}
}
