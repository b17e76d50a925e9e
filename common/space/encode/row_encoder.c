#include "space/encode/row_encoder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Key, status, target and weight, each with the text around it. */
#define OUTCOME_SIZE (CML_KEY_SIZE + 16 + 2 * (CML_NUMBER_SIZE + 1) + 1)

static size_t print_prefix(const struct cml_row_encoder *rows, size_t feature, char *text)
{
	if (rows->format == CML_FEATURES_LIBSVM)
		return (size_t)sprintf(text, " %zu:", feature + 1);
	text[0] = rows->delimiter;
	return 1;
}

/* The zeros of the features from first on, and their positions. */
static enum cml_result make_zeros(struct cml_row_encoder *rows, struct cml_slot_text *slot,
				  size_t first, size_t n, struct cml_error *err)
{
	struct cml_buffer text = {0};
	char prefix[CML_NUMBER_SIZE];
	size_t *ones = cml_arena_new(&rows->arena, n * sizeof *ones);
	bool ok = ones != NULL;
	for (size_t i = 0; ok && i < n; i++) {
		ok = cml_buffer_append(&text, prefix, print_prefix(rows, first + i, prefix));
		ones[i] = text.size;
		ok = ok && cml_buffer_append(&text, "0", 1);
	}
	slot->ones = ones;
	slot->zeros = (struct cml_slice){
	    ok ? cml_arena_copy(&rows->arena, cml_buffer_slice(&text)) : NULL, text.size};
	cml_buffer_release(&text);
	return slot->zeros.data ? CML_OK : cml_fail_memory(err);
}

static enum cml_result make_slots(struct cml_row_encoder *rows, struct cml_error *err)
{
	const struct cml_encoder *encoder = rows->encoder;
	char prefix[CML_NUMBER_SIZE];
	rows->line_size = OUTCOME_SIZE + encoder->space->n_measured * (CML_NUMBER_SIZE + 1);
	for (size_t slot = 0; slot < encoder->space->n_columns; slot++) {
		size_t first = encoder->first[slot], n = encoder->first[slot + 1] - first;
		if (n == 0)
			continue;
		struct cml_slot_text *text = &rows->slots[rows->n_slots++];
		text->slot = slot;
		text->before.size = print_prefix(rows, first, prefix);
		text->before.data =
		    cml_arena_copy(&rows->arena, (struct cml_slice){prefix, text->before.size});
		if (!text->before.data)
			return cml_fail_memory(err);
		rows->line_size += text->before.size + CML_NUMBER_SIZE;
		if (encoder->space->columns[slot].encoding != CML_ENCODING_ONEHOT)
			continue;
		if (make_zeros(rows, text, first, n, err) != CML_OK)
			return err->status;
		rows->line_size += text->zeros.size;
	}
	return CML_OK;
}

enum cml_result cml_row_encoder_init(struct cml_row_encoder *rows,
				     const struct cml_binding *binding,
				     const struct cml_encoder *encoder,
				     enum cml_feature_format format, char delimiter,
				     struct cml_error *err)
{
	size_t n_columns = encoder->space->n_columns;
	*rows = (struct cml_row_encoder){.binding = binding,
					 .encoder = encoder,
					 .format = format,
					 .delimiter = delimiter,
					 .has_weight = format == CML_FEATURES_TABLE &&
						       encoder->space->weight != CML_NO_COLUMN,
					 .values = cml_aligned_new(n_columns, sizeof(double)),
					 .limits = cml_aligned_new(n_columns, sizeof(double)),
					 .slots = cml_array_new(n_columns, sizeof *rows->slots)};
	enum cml_result status =
	    rows->values && rows->limits && rows->slots ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_cell_cache_init(&rows->cache, n_columns, err);
	if (status == CML_OK)
		status = make_slots(rows, err);
	if (status != CML_OK)
		cml_row_encoder_release(rows);
	return status;
}

void cml_row_encoder_release(struct cml_row_encoder *rows)
{
	cml_cell_cache_release(&rows->cache);
	cml_arena_release(&rows->arena);
	free(rows->values);
	free(rows->limits);
	free(rows->slots);
	*rows = (struct cml_row_encoder){0};
}

static char *put(char *at, struct cml_slice text)
{
	memcpy(at, text.data, text.size);
	return at + text.size;
}

/* NaN is written as nothing. */
static char *put_number(char *at, double value)
{
	return isnan(value) ? at : at + cml_print_double(value, at);
}

/* The entry of a value that is in no cell, or is in one that is not kept: NULL
 * where it is not worth one. */
static struct cml_cell_entry *find_entry(struct cml_row_encoder *rows, size_t slot, double value)
{
	struct cml_cell_cache *cache = &rows->cache;
	if (!cml_is_computed_role(rows->encoder->space->columns[slot].role))
		return cache->last[slot];
	struct cml_slice bytes = {(const char *)&value, sizeof value};
	bool known;
	struct cml_cell_entry *entry = cml_cell_cache_find(cache, slot, bytes, &known);
	if (entry && !known)
		cml_cell_entry_set(entry, bytes, value);
	return entry;
}

static char *put_onehot(char *at, const struct cml_slot_text *text,
			const struct cml_space_column *column, struct cml_cell_entry *entry,
			double value)
{
	size_t level;
	if (entry && entry->encoded) {
		level = entry->level == CML_NO_LEVEL ? CML_NO_INDEX : entry->level;
	} else {
		level = cml_encode_level(column, value);
		if (entry && (level == CML_NO_INDEX || level < CML_NO_LEVEL)) {
			entry->level = level == CML_NO_INDEX ? CML_NO_LEVEL : (uint32_t)level;
			entry->encoded = true;
		}
	}
	char *end = put(at, text->zeros);
	if (level != CML_NO_INDEX)
		at[text->ones[level]] = '1';
	return end;
}

static enum cml_result put_value(struct cml_row_encoder *rows, const struct cml_slot_text *text,
				 struct cml_cell_entry *entry, double value, char **at,
				 struct cml_error *err)
{
	struct cml_cell_entry uncached;
	if (!entry) {
		entry = &uncached;
		entry->encoded = false;
	}
	if (!entry->encoded) {
		double feature;
		const struct cml_space_column *column = &rows->encoder->space->columns[text->slot];
		if (cml_encode_number(column, value, &feature, err) != CML_OK)
			return err->status;
		if (isinf(feature))
			return cml_fail(err, CML_BAD_DATA,
					"an infinite number cannot be written to a table");
		entry->text_size = (uint8_t)(put_number(entry->text, feature) - entry->text);
		entry->encoded = true;
	}
	if (entry->text_size > 0 || rows->format == CML_FEATURES_TABLE)
		*at = put(*at, text->before);
	/* A copy of fixed size, which there is room for, costs less. */
	memcpy(*at, entry->text, CML_NUMBER_SIZE);
	*at += entry->text_size;
	return CML_OK;
}

static enum cml_result put_features(struct cml_row_encoder *rows, char **at, struct cml_error *err)
{
	for (size_t i = 0; i < rows->n_slots; i++) {
		const struct cml_slot_text *text = &rows->slots[i];
		const struct cml_space_column *column = &rows->encoder->space->columns[text->slot];
		double value = rows->values[text->slot];
		if (isnan(value) && column->role != CML_ROLE_BASE) {
			if (text->zeros.size > 0)
				*at = put(*at, text->zeros);
			else if (rows->format == CML_FEATURES_TABLE)
				*at = put(*at, text->before);
			continue;
		}
		struct cml_cell_entry *entry = find_entry(rows, text->slot, value);
		if (text->zeros.size > 0)
			*at = put_onehot(*at, text, column, entry, value);
		else if (put_value(rows, text, entry, value, at, err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}

static char *put_outcome(struct cml_row_encoder *rows, const struct cml_job *job, char *at)
{
	if (rows->format == CML_FEATURES_LIBSVM)
		return put_number(at, job->target);
	cml_key_print(cml_config_key(rows->encoder->space, rows->values), at);
	at += CML_KEY_SIZE - 1;
	*at++ = rows->delimiter;
	at = put(at, cml_slice_of(cml_job_status_name(job->status)));
	*at++ = rows->delimiter;
	at = put_number(at, job->target);
	if (rows->has_weight) {
		*at++ = rows->delimiter;
		at = put_number(at, job->weight);
	}
	for (size_t i = 0; i < rows->encoder->space->n_measured; i++) {
		*at++ = rows->delimiter;
		at = put_number(at, rows->limits[i]);
	}
	return at;
}

enum cml_result cml_row_encoder_append(struct cml_row_encoder *rows, const struct cml_row *row,
				       struct cml_buffer *lines, struct cml_error *err)
{
	struct cml_job job;
	if (!cml_array_reserve((void **)&lines->data, &lines->capacity,
			       lines->size + rows->line_size, 1))
		return cml_fail_memory(err);
	enum cml_result status =
	    cml_config_read_cached(rows->binding, row, &rows->cache, rows->values, err);
	if (status == CML_OK)
		status = cml_job_read_cached(rows->binding, row, &rows->cache, &job, err);
	if (status == CML_OK)
		status =
		    cml_job_read_limits(rows->binding, row, rows->values, &job, rows->limits, err);
	if (status != CML_OK)
		return status;
	char *at = lines->data + lines->size;
	bool is_left_out = rows->format == CML_FEATURES_LIBSVM && isnan(job.target);
	at = put_outcome(rows, &job, at);
	status = put_features(rows, &at, err);
	if (status != CML_OK) {
		cml_error_locate(err, NULL, row->line, NULL);
		return status;
	}
	*at++ = '\n';
	/* Written seldom: the encoders of other threads may be adjacent. */
	if (job.is_unread)
		rows->n_unread++;
	if (is_left_out)
		rows->n_left_out++;
	else
		lines->size = (size_t)(at - lines->data);
	return CML_OK;
}
