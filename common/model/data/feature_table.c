/* Reading feature tables. Part of dataset.h. */
#include "base/number.h"
#include "base/text.h"
#include "model/data/dataset.h"
#include "space/config.h"
#include "table/find_column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESERVED "cml_"

static bool is_reserved(struct cml_slice name)
{
	return name.size >= sizeof RESERVED - 1 &&
	       memcmp(name.data, RESERVED, sizeof RESERVED - 1) == 0;
}

static enum cml_result find_weight(struct cml_feature_table *table, const struct cml_header *header,
				   const char *weight, struct cml_error *err)
{
	table->weight_name = weight ? weight : "cml_weight";
	if (weight)
		return cml_find_column(header, cml_slice_of(weight), &table->weight, err);
	table->weight = cml_header_find(header, cml_slice_of(table->weight_name));
	return CML_OK;
}

enum cml_result cml_feature_table_init(struct cml_feature_table *table,
				       const struct cml_header *header, const char *weight,
				       struct cml_error *err)
{
	*table = (struct cml_feature_table){
	    .key = cml_header_find(header, cml_slice_of("cml_key")),
	    .status = cml_header_find(header, cml_slice_of("cml_status")),
	    .target = cml_header_find(header, cml_slice_of("cml_target")),
	};
	if (table->target == CML_NO_COLUMN)
		return cml_fail(
		    err, CML_BAD_DATA,
		    "this is not a feature table: it has no column cml_target (cml-encode "
		    "makes one from a job table)");
	enum cml_result status = find_weight(table, header, weight, err);
	if (status != CML_OK)
		return status;
	table->features = cml_array_new(header->n_columns, sizeof *table->features);
	if (!table->features)
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++)
		if (i != table->weight && !is_reserved(header->names[i]))
			table->features[table->n_features++] = i;
	if (table->n_features == 0)
		return cml_fail(err, CML_BAD_DATA,
				"the table has no feature: a column beside those "
				"that start with " RESERVED " and the weight");
	return CML_OK;
}

void cml_feature_table_release(struct cml_feature_table *table)
{
	free(table->features);
	*table = (struct cml_feature_table){0};
}

enum cml_result cml_feature_table_names(const struct cml_feature_table *table,
					const struct cml_header *header, struct cml_arena *arena,
					const char ***names, struct cml_error *err)
{
	const char **made = cml_array_new(table->n_features, sizeof *made);
	if (!made)
		return cml_fail_memory(err);
	for (size_t i = 0; i < table->n_features; i++) {
		made[i] = cml_arena_copy(arena, header->names[table->features[i]]);
		if (!made[i]) {
			free(made);
			return cml_fail_memory(err);
		}
	}
	*names = made;
	return CML_OK;
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
				    const struct cml_row *row, double *target,
				    enum cml_job_status *job, struct cml_error *err)
{
	struct cml_slice cell = row->cells[table->target];
	*target = NAN;
	if (has_value(table, cell) && !cml_parse_double(cell, target))
		return bad_cell(err, "not a number", cell, "cml_target");
	*job = isnan(*target) ? CML_JOB_FAILED : CML_JOB_OK;
	if (table->status == CML_NO_COLUMN || !has_value(table, row->cells[table->status]))
		return CML_OK;
	enum cml_job_status said;
	if (!cml_job_status_parse(row->cells[table->status], &said))
		return bad_cell(err, "not a status of a finished job", row->cells[table->status],
				"cml_status");
	if (said == CML_JOB_OK)
		return CML_OK;
	if (!isnan(*target))
		return bad_cell(err, "a target on a job that is not ok", cell, "cml_target");
	*job = said;
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
	return bad_cell(err, "not a weight (a number >= 0)", cell, table->weight_name);
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

static enum cml_result read_features(const struct cml_dataset *data,
				     const struct cml_feature_table *table,
				     const struct cml_row *row, double *features,
				     struct cml_error *err)
{
	for (size_t i = 0; i < table->n_features; i++) {
		struct cml_slice cell = row->cells[table->features[i]];
		features[i] = NAN;
		if (has_value(table, cell) && !cml_parse_double(cell, &features[i]))
			return bad_cell(err, "not a number", cell, data->feature_names[i]);
	}
	return CML_OK;
}

enum cml_result cml_dataset_append_row(struct cml_dataset *data,
				       const struct cml_feature_table *table,
				       const struct cml_row *row, double *features,
				       struct cml_error *err)
{
	double target, weight;
	enum cml_job_status job = CML_JOB_OK;
	uint64_t key = 0;
	if (table->key != CML_NO_COLUMN && !cml_key_parse(row->cells[table->key], &key))
		return bad_cell(err, "not a key (16 hexadecimal digits)", row->cells[table->key],
				"cml_key");
	enum cml_result status = read_outcome(table, row, &target, &job, err);
	if (status == CML_OK)
		status = read_weight(table, row, &weight, err);
	if (status == CML_OK)
		status = read_features(data, table, row, features, err);
	if (status != CML_OK)
		return status;
	if (isnan(target)) {
		data->n_left_out[job]++;
		return CML_OK;
	}
	if (weight == 0) {
		data->n_weightless++;
		return CML_OK;
	}
	if (table->key == CML_NO_COLUMN)
		key = key_of(features, data->n_features);
	return cml_dataset_append(data, features, target, weight, key, err);
}
