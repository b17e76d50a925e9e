#include "space/encode/feature_writer.h"
#include "table/feature_columns.h"

#include <math.h>

static bool has_weight(const struct cml_feature_writer *writer)
{
	return writer->encoder->space->weight != CML_NO_COLUMN;
}

static enum cml_result write_limit_names(struct cml_feature_writer *writer, struct cml_error *err)
{
	const struct cml_space *space = writer->encoder->space;
	struct cml_buffer name = {0};
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < space->n_measured; i++) {
		cml_buffer_clear(&name);
		status =
		    cml_buffer_printf(&name, "%s%s",
				      i < space->n_limits ? CML_LIMIT_PREFIX : CML_METRIC_PREFIX,
				      space->columns[space->limits[i]].name)
			? cml_write_cell(&writer->table, cml_buffer_slice(&name), err)
			: cml_fail_memory(err);
	}
	cml_buffer_release(&name);
	return status;
}

static enum cml_result write_header(struct cml_feature_writer *writer, struct cml_error *err)
{
	static const char *const first[] = {"cml_key", "cml_status", "cml_target"};
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (cml_write_string(&writer->table, first[i], err) != CML_OK)
			return err->status;
	if (has_weight(writer) && cml_write_string(&writer->table, "cml_weight", err) != CML_OK)
		return err->status;
	if (write_limit_names(writer, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < writer->encoder->n_features; i++)
		if (cml_write_string(&writer->table, writer->encoder->features[i].name, err) !=
		    CML_OK)
			return err->status;
	return cml_write_end_row(&writer->table, err);
}

enum cml_result cml_feature_writer_init(struct cml_feature_writer *writer,
					const struct cml_encoder *encoder,
					enum cml_feature_format format, struct cml_output *output,
					char delimiter, struct cml_error *err)
{
	*writer =
	    (struct cml_feature_writer){.encoder = encoder, .format = format, .output = output};
	cml_table_writer_init(&writer->table, output, delimiter);
	return format == CML_FEATURES_TABLE ? write_header(writer, err) : CML_OK;
}

static enum cml_result write_table_row(struct cml_feature_writer *writer, uint64_t key,
				       const struct cml_job *job, const double *limits,
				       const double *features, struct cml_error *err)
{
	char key_text[CML_KEY_SIZE];
	cml_key_print(key, key_text);
	struct cml_table_writer *table = &writer->table;
	if (cml_write_string(table, key_text, err) != CML_OK ||
	    cml_write_string(table, cml_job_status_name(job->status), err) != CML_OK ||
	    cml_write_number(table, job->target, err) != CML_OK)
		return err->status;
	if (has_weight(writer) && cml_write_number(table, job->weight, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < writer->encoder->space->n_measured; i++)
		if (cml_write_number(table, limits[i], err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < writer->encoder->n_features; i++)
		if (cml_write_number(table, features[i], err) != CML_OK)
			return err->status;
	return cml_write_end_row(table, err);
}

/* Room for " index:value". */
#define LIBSVM_ITEM_SIZE (2 * CML_NUMBER_SIZE + 2)

static enum cml_result write_libsvm_row(struct cml_feature_writer *writer, double target,
					const double *features, struct cml_error *err)
{
	char item[LIBSVM_ITEM_SIZE];
	size_t size = cml_print_double(target, item);
	enum cml_result status = cml_output_write(writer->output, item, size, err);
	for (size_t i = 0; status == CML_OK && i < writer->encoder->n_features; i++) {
		if (isnan(features[i]))
			continue;
		size = 0;
		item[size++] = ' ';
		size += cml_print_double((double)(i + 1), item + size);
		item[size++] = ':';
		size += cml_print_double(features[i], item + size);
		status = cml_output_write(writer->output, item, size, err);
	}
	return status == CML_OK ? cml_output_write(writer->output, "\n", 1, err) : status;
}

enum cml_result cml_feature_writer_row(struct cml_feature_writer *writer, uint64_t key,
				       const struct cml_job *job, const double *limits,
				       const double *features, struct cml_error *err)
{
	if (writer->format == CML_FEATURES_TABLE)
		return write_table_row(writer, key, job, limits, features, err);
	if (isnan(job->target)) {
		writer->n_left_out++;
		return CML_OK;
	}
	return write_libsvm_row(writer, job->target, features, err);
}
