#include "learn/predictor/model_bytes.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Doubles are whole numbers up to here. */
#define MAX_JOBS 0x1p53

static void refuse(struct cml_fields *fields, const char *name, const char *what)
{
	if (cml_fields_are_read(fields))
		fields->status = cml_fail(fields->err, CML_BAD_DATA, "inconsistent %s: %s%s",
					  fields->of, name, what);
}

void cml_field_check(struct cml_fields *fields, bool holds, const char *what)
{
	if (!holds)
		refuse(fields, what, "");
}

void cml_field_fail_memory(struct cml_fields *fields)
{
	if (cml_fields_are_read(fields))
		fields->status = cml_fail_memory(fields->err);
}

enum cml_result cml_fields_save(cml_fields_walk *walk, const void *state, struct cml_buffer *out,
				struct cml_error *err)
{
	struct cml_fields fields = {.out = out, .err = err};
	/* A walk that writes only reads what it walks over. */
	walk(&fields, (void *)(uintptr_t)state);
	if (out->has_failed)
		return cml_fail_memory(err);
	return fields.status;
}

enum cml_result cml_fields_load(cml_fields_walk *walk, const char *of, void *state,
				struct cml_slice bytes, size_t n_features, struct cml_error *err)
{
	struct cml_fields fields = {.of = of, .bytes = bytes, .n_features = n_features, .err = err};
	walk(&fields, state);
	cml_field_check(&fields, fields.bytes.size == 0, "extra bytes at the end");
	return fields.status;
}

static void put(struct cml_buffer *out, uint64_t value, size_t size)
{
	unsigned char bytes[sizeof value];
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)(value >> (8 * i));
	cml_buffer_append(out, bytes, size);
}

/* A number of size bytes; 0 where it cannot be read. */
static uint64_t pass(struct cml_fields *fields, uint64_t value, size_t size)
{
	if (fields->out) {
		put(fields->out, value, size);
		return value;
	}
	if (fields->bytes.size < size)
		refuse(fields, "truncated", "");
	if (fields->status != CML_OK)
		return 0;
	value = 0;
	for (size_t i = 0; i < size; i++)
		value |= (uint64_t)(unsigned char)fields->bytes.data[i] << (8 * i);
	fields->bytes.data += size;
	fields->bytes.size -= size;
	return value;
}

static uint64_t pass_u32(struct cml_fields *fields, const char *name, uint64_t value, uint64_t min,
			 uint64_t max)
{
	value = pass(fields, value, sizeof(uint32_t));
	if (value >= min && value <= max)
		return value;
	refuse(fields, name, " is out of range");
	return fields->out ? value : 0;
}

void cml_field_u32(struct cml_fields *fields, const char *name, uint32_t *value, uint32_t max)
{
	uint64_t passed = pass_u32(fields, name, *value, 0, max);
	if (!fields->out)
		*value = (uint32_t)passed;
}

void cml_field_count(struct cml_fields *fields, const char *name, size_t *count, size_t min,
		     size_t max)
{
	uint64_t passed = pass_u32(fields, name, *count, min, max);
	if (!fields->out)
		*count = passed;
}

void cml_field_flag(struct cml_fields *fields, const char *name, bool *flag)
{
	uint64_t passed = pass_u32(fields, name, *flag, 0, 1);
	if (!fields->out)
		*flag = passed;
}

void cml_field_features(struct cml_fields *fields, size_t *n_features)
{
	cml_field_count(fields, "its number of features", n_features, 0, UINT32_MAX);
	cml_field_check(fields, *n_features == fields->n_features,
			"made for another number of features");
}

void cml_field_feature(struct cml_fields *fields, uint32_t *feature)
{
	cml_field_u32(fields, "a feature", feature, UINT32_MAX);
	cml_field_check(fields, *feature < fields->n_features, "a feature that does not exist");
}

void cml_field_u64s(struct cml_fields *fields, uint64_t *values, size_t n)
{
	for (size_t i = 0; cml_fields_are_good(fields) && i < n; i++) {
		uint64_t passed = pass(fields, values[i], sizeof *values);
		if (!fields->out)
			values[i] = passed;
	}
}

static bool is_within(double value, const struct cml_bounds *bounds)
{
	return isnan(value) ? bounds->may_be_nan : value >= bounds->min && value <= bounds->max;
}

void cml_field_floats(struct cml_fields *fields, const char *name, float *values, size_t n,
		      struct cml_bounds bounds)
{
	for (size_t i = 0; cml_fields_are_good(fields) && i < n; i++) {
		uint32_t bits;
		memcpy(&bits, &values[i], sizeof bits);
		bits = (uint32_t)pass(fields, bits, sizeof bits);
		if (fields->out)
			continue;
		memcpy(&values[i], &bits, sizeof bits);
		if (is_within((double)values[i], &bounds))
			continue;
		refuse(fields, name, " is out of range");
		values[i] = 0;
	}
}

void cml_field_doubles(struct cml_fields *fields, const char *name, double *values, size_t n,
		       struct cml_bounds bounds)
{
	for (size_t i = 0; cml_fields_are_good(fields) && i < n; i++) {
		uint64_t bits;
		memcpy(&bits, &values[i], sizeof bits);
		bits = pass(fields, bits, sizeof bits);
		if (fields->out)
			continue;
		memcpy(&values[i], &bits, sizeof bits);
		if (is_within(values[i], &bounds))
			continue;
		refuse(fields, name, " is out of range");
		values[i] = 0;
	}
}

void cml_field_double(struct cml_fields *fields, const char *name, double *value,
		      struct cml_bounds bounds)
{
	cml_field_doubles(fields, name, value, 1, bounds);
}

void cml_field_jobs(struct cml_fields *fields, const char *name, double *value, double min)
{
	cml_field_double(fields, name, value, (struct cml_bounds){min, MAX_JOBS, false});
	if (*value != floor(*value))
		refuse(fields, name, " is not whole");
}

void cml_field_known(struct cml_fields *fields, const char *name, double *value)
{
	double known = isnan(*value) ? -1 : *value;
	cml_field_double(fields, name, &known, CML_FINITE);
	if (!fields->out)
		*value = known < 0 ? (double)NAN : known;
}

size_t cml_field_array(struct cml_fields *fields, void **array, size_t n, size_t size,
		       size_t n_bytes)
{
	if (fields->out)
		return n;
	if (n > fields->bytes.size / n_bytes)
		refuse(fields, "truncated", "");
	if (cml_fields_are_good(fields) && !(*array = cml_array_new(n, size)))
		cml_field_fail_memory(fields);
	return cml_fields_are_good(fields) ? n : 0;
}

void cml_field_new_doubles(struct cml_fields *fields, const char *name, double **values, size_t n,
			   struct cml_bounds bounds)
{
	n = CML_FIELD_ARRAY(fields, values, n, sizeof **values);
	cml_field_doubles(fields, name, *values, n, bounds);
}

void cml_field_part_begin(struct cml_fields *fields, size_t n_between, struct cml_field_part *part)
{
	part->at = fields->out ? fields->out->size : 0;
	part->n_between = n_between;
	size_t size = pass(fields, 0, sizeof(uint32_t)) + n_between;
	if (fields->out)
		return;
	if (size > fields->bytes.size)
		refuse(fields, "truncated", "");
	size = cml_fields_are_good(fields) ? size : 0;
	part->rest = (struct cml_slice){fields->bytes.data + size, fields->bytes.size - size};
	fields->bytes.size = size;
}

void cml_field_part_end(struct cml_fields *fields, struct cml_field_part *part)
{
	struct cml_buffer *out = fields->out;
	if (!out) {
		cml_field_check(fields, fields->bytes.size == 0,
				"extra bytes at the end of a part");
		fields->bytes = part->rest;
		return;
	}
	if (out->has_failed)
		return;
	size_t size = out->size - part->at - sizeof(uint32_t) - part->n_between;
	for (size_t i = 0; i < sizeof(uint32_t); i++)
		out->data[part->at + i] = (char)(size >> (8 * i));
	if (size > UINT32_MAX)
		fields->status =
		    cml_fail(fields->err, CML_NO_MEMORY, "a part of the model takes over 4 GB");
}

bool cml_summary_put(struct cml_buffer *summary, const char *name, double value)
{
	if (!summary || !isfinite(value))
		return true;
	/* Counts stay whole. */
	value = value == floor(value) ? value : cml_round_known(value, NAN);
	return cml_buffer_printf(summary, "%s=%s\n", name, CML_PRINTED(value));
}
