#include "space/encode/row_encoder.h"
#include "table/header.h"
#include "table/table_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum cml_result cml_encoder_write_header(const struct cml_encoder *encoder,
					 struct cml_output *output, char delimiter,
					 struct cml_error *err)
{
	static const char *const first[] = {"cml_key", "cml_status", "cml_target", "cml_weight"};
	size_t n_first = encoder->space->weight != CML_NO_COLUMN ? 4 : 3;
	struct cml_table_writer table;
	cml_table_writer_init(&table, output, delimiter);
	cml_write_strings(&table, first, n_first);
	for (size_t i = 0; i < encoder->space->n_measured; i++)
		cml_write_format(&table, "%s%s",
				 i < encoder->space->n_limits ? CML_LIMIT_PREFIX
							      : CML_METRIC_PREFIX,
				 encoder->space->columns[encoder->space->limits[i]].name);
	for (size_t i = 0; i < encoder->n_features; i++)
		cml_write_string(&table, encoder->features[i].name);
	return cml_write_end_row(&table, err);
}

/* Key, status, target and weight, each with the text around it. */
#define OUTCOME_SIZE (CML_KEY_SIZE + 16 + 2 * (CML_NUMBER_SIZE + 1) + 1)

/* The zeros of n one-hot features, each after a delimiter. */
static enum cml_result make_zeros(struct cml_row_encoder *rows, struct cml_slot_text *slot,
				  size_t n, struct cml_error *err)
{
	char *zeros = cml_arena_new(&rows->arena, 2 * n);
	if (!zeros)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		zeros[2 * i] = rows->delimiter;
		zeros[2 * i + 1] = '0';
	}
	slot->zeros = (struct cml_slice){zeros, 2 * n};
	return CML_OK;
}

static enum cml_result make_slots(struct cml_row_encoder *rows, struct cml_error *err)
{
	const struct cml_encoder *encoder = rows->encoder;
	rows->line_size = OUTCOME_SIZE + encoder->space->n_measured * (CML_NUMBER_SIZE + 1);
	for (size_t i = 0; i < encoder->space->n_columns; i++) {
		size_t slot = encoder->order[i], n = encoder->n_of[slot];
		if (n == 0)
			continue;
		struct cml_slot_text *text = &rows->slots[rows->n_slots++];
		text->slot = slot;
		rows->line_size += 1 + CML_NUMBER_SIZE;
		if (encoder->space->columns[slot].encoding != CML_ENCODING_ONEHOT)
			continue;
		if (make_zeros(rows, text, n, err) != CML_OK)
			return err->status;
		rows->line_size += text->zeros.size;
	}
	return CML_OK;
}

enum cml_result cml_row_encoder_init(struct cml_row_encoder *rows,
				     const struct cml_binding *binding,
				     const struct cml_encoder *encoder, char delimiter,
				     struct cml_error *err)
{
	size_t n_columns = encoder->space->n_columns;
	*rows = (struct cml_row_encoder){.binding = *binding,
					 .encoder = encoder,
					 .delimiter = delimiter,
					 .has_weight = encoder->space->weight != CML_NO_COLUMN,
					 .values = cml_aligned_new(n_columns, sizeof(double)),
					 .limits = cml_aligned_new(n_columns, sizeof(double)),
					 .slots = cml_array_new(n_columns, sizeof *rows->slots)};
	rows->binding.cache = &rows->cache;
	enum cml_result status =
	    !rows->values || !rows->limits || !rows->slots                ? cml_fail_memory(err)
	    : cml_cell_cache_init(&rows->cache, n_columns, err) != CML_OK ? err->status
									  : make_slots(rows, err);
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
		at[2 * level + 1] = '1';
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
	*(*at)++ = rows->delimiter;
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
		if (isnan(value)) {
			if (text->zeros.size > 0)
				*at = put(*at, text->zeros);
			else
				*(*at)++ = rows->delimiter;
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
	if (cml_config_read(&rows->binding, row, rows->values, err) != CML_OK ||
	    cml_job_read(&rows->binding, row, &job, err) != CML_OK ||
	    cml_job_read_limits(&rows->binding, row, rows->values, &job, rows->limits, err) !=
		CML_OK)
		return err->status;
	char *at = lines->data + lines->size;
	at = put_outcome(rows, &job, at);
	if (put_features(rows, &at, err) != CML_OK)
		return cml_error_locate(err, NULL, row->line, NULL);
	*at++ = '\n';
	lines->size = (size_t)(at - lines->data);
	return CML_OK;
}
