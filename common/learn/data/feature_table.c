/* Reading feature tables. Part of dataset.h. */
#include "base/key.h"
#include "base/number.h"
#include "learn/data/dataset.h"
#include "table/header.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHT "cml_weight"
#define RESERVED "cml_"

static bool starts_with(struct cml_slice name, const char *prefix)
{
	size_t size = strlen(prefix);
	return name.size >= size && memcmp(name.data, prefix, size) == 0;
}

enum cml_result cml_feature_table_init(struct cml_feature_table *table,
				       const struct cml_header *header, struct cml_error *err)
{
	*table = (struct cml_feature_table){
	    .header = header,
	    .key = cml_header_find(header, cml_slice_of("cml_key")),
	    .status = cml_header_find(header, cml_slice_of("cml_status")),
	    .target = cml_header_find(header, cml_slice_of("cml_target")),
	    .weight = cml_header_find(header, cml_slice_of(WEIGHT)),
	};
	if (table->target == CML_NO_COLUMN)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "this is not a feature table: it has no column cml_target (cml-encode "
		    "makes one from a job table)");
	/* An index of rows is no feature. */
	if (header->n_unnamed > 0)
		return cml_fail(err, CML_BAD_DATA,
				"column %zu of the header has no name: a feature table names all",
				header->first_unnamed + 1);
	if (!CML_NEW(&table->features, header->n_columns) ||
	    !CML_NEW(&table->limits, header->n_columns))
		return cml_fail_memory(err);
	size_t second = CML_NO_COLUMN;
	for (size_t i = 0; i < header->n_columns; i++) {
		if (starts_with(header->names[i], CML_LIMIT_PREFIX))
			table->limits[table->n_limits++] = i;
		else if (starts_with(header->names[i], CML_METRIC_PREFIX))
			second = second == CML_NO_COLUMN ? i : header->n_columns;
		else if (!starts_with(header->names[i], RESERVED))
			table->features[table->n_features++] = i;
	}
	if (second == header->n_columns)
		return cml_fail(err, CML_BAD_DATA,
				"more than one column " CML_METRIC_PREFIX
				"NAME: at most one second metric is allowed");
	table->has_second = second != CML_NO_COLUMN;
	if (table->has_second)
		table->limits[table->n_limits++] = second;
	if (table->n_features == 0)
		return cml_fail(err, CML_BAD_DATA,
				"the table has no feature: a column beside those "
				"that start with " RESERVED "");
	return CML_OK;
}

void cml_feature_table_release(struct cml_feature_table *table)
{
	free(table->features);
	free(table->limits);
	*table = (struct cml_feature_table){0};
}

/* What the name of a column that holds an outcome begins with, before that of the outcome. */
static const char *prefix_of(struct cml_slice name)
{
	return starts_with(name, CML_LIMIT_PREFIX)    ? CML_LIMIT_PREFIX
	       : starts_with(name, CML_METRIC_PREFIX) ? CML_METRIC_PREFIX
						      : "";
}

/* The names of n columns, without prefixes. */
static const char **list_names(const struct cml_header *header, const size_t *columns, size_t n)
{
	const char **names = cml_array_new(n, sizeof *names);
	for (size_t i = 0; names && i < n; i++) {
		struct cml_slice name = header->names[columns[i]];
		names[i] = name.data + strlen(prefix_of(name));
	}
	return names;
}

enum cml_result cml_feature_table_dataset(const struct cml_feature_table *table,
					  struct cml_dataset *data, struct cml_error *err)
{
	AUTOFREE const char **features =
	    list_names(table->header, table->features, table->n_features);
	AUTOFREE const char **limits = list_names(table->header, table->limits, table->n_limits);
	if (!features || !limits)
		return cml_fail_memory(err);
	if (cml_dataset_init(data, table->n_features, features, err) != CML_OK)
		return err->status;
	data->has_second = table->has_second;
	return cml_dataset_set_limits(data, table->n_limits, limits, err);
}

static enum cml_result bad_cell(struct cml_error *err, const char *what, struct cml_slice cell,
				const char *column)
{
	char text[CML_QUOTE_SIZE];
	cml_fail(err, CML_BAD_DATA, "%s: %s", what, cml_text_quote(cell, text, sizeof text));
	cml_error_locate(err, NULL, 0, column);
	return CML_BAD_DATA;
}

static bool has_value(const struct cml_feature_table *table, struct cml_slice cell)
{
	return cell.size > 0 && !(table->na && cml_na_has(table->na, cell));
}

/* The target, NaN without one, and the status that goes with it. */
static enum cml_result read_outcome(const struct cml_feature_table *table,
				    const struct cml_row *row, struct cml_dataset_job *job,
				    struct cml_error *err)
{
	struct cml_slice cell = row->cells[table->target];
	job->target = NAN;
	if (has_value(table, cell) && !cml_parse_double(cell, &job->target))
		return bad_cell(err, "not a number", cell, "cml_target");
	job->status = isnan(job->target) ? CML_JOB_FAILED : CML_JOB_OK;
	if (table->status == CML_NO_COLUMN || !has_value(table, row->cells[table->status]))
		return CML_OK;
	if (!cml_job_status_parse(row->cells[table->status], &job->status))
		return bad_cell(err, "not a status of a finished job", row->cells[table->status],
				"cml_status");
	if (job->status != CML_JOB_OK && !isnan(job->target))
		return bad_cell(err, "a target on a job that is not ok", cell, "cml_target");
	return CML_OK;
}

static enum cml_result read_weight(const struct cml_feature_table *table, const struct cml_row *row,
				   double *weight, struct cml_error *err)
{
	*weight = 1;
	if (table->weight == CML_NO_COLUMN)
		return CML_OK;
	struct cml_slice cell = row->cells[table->weight];
	if (cml_parse_double(cell, weight) && *weight >= 0)
		return CML_OK;
	return bad_cell(err, "not a weight (a number >= 0)", cell, WEIGHT);
}

/* Equal features give equal keys, as one configuration does. */
static uint64_t key_of(const double *features, size_t n)
{
	uint64_t hash = CML_HASH_SEED;
	for (size_t i = 0; i < n; i++) {
		float feature = (float)features[i];
		if (isnan(feature))
			feature = NAN;
		else if (feature == 0)
			feature = 0; /* of either sign */
		hash = cml_hash(hash, &feature, sizeof feature);
	}
	return hash;
}

/* The cells at columns as numbers, NaN where there is no value. */
static enum cml_result read_numbers(const struct cml_feature_table *table,
				    const struct cml_row *row, const size_t *columns, size_t n,
				    double *numbers, struct cml_error *err)
{
	for (size_t i = 0; i < n; i++) {
		struct cml_slice cell = row->cells[columns[i]];
		numbers[i] = NAN;
		if (has_value(table, cell) && !cml_parse_double(cell, &numbers[i]))
			return bad_cell(err, "not a number", cell,
					table->header->names[columns[i]].data);
	}
	return CML_OK;
}

enum cml_result cml_dataset_append_row(struct cml_dataset *data,
				       const struct cml_feature_table *table,
				       const struct cml_row *row, double *numbers,
				       struct cml_error *err)
{
	double *limits = numbers + table->n_features;
	struct cml_dataset_job job = {.features = numbers, .limits = limits};
	if (table->key != CML_NO_COLUMN && !cml_key_parse(row->cells[table->key], &job.key)) {
		cml_key_refuse(row->cells[table->key], err);
		return cml_error_locate(err, NULL, 0, "cml_key");
	}
	if (read_outcome(table, row, &job, err) != CML_OK ||
	    read_weight(table, row, &job.weight, err) != CML_OK ||
	    read_numbers(table, row, table->features, table->n_features, numbers, err) != CML_OK ||
	    read_numbers(table, row, table->limits, table->n_limits, limits, err) != CML_OK)
		return err->status;
	if (table->key == CML_NO_COLUMN)
		job.key = key_of(numbers, data->n_features);
	return cml_dataset_append_job(data, &job, err);
}
