#include "job_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/number.h"

#define MAX_LOCAL_BATCH 65536
/* The first job starts on 2024-01-01 at 00:00 UTC, the others an hour apart:
 * 2,000 steps take three quarters of one. */
#define FIRST_START 1704067200
#define START_INTERVAL_S 3600
#define TIME_SIZE 32
#define LAYER_COLUMN "fsdp_%zu"
#define NAME_SIZE 32

static const char *const written[] = {"qps", "cml_status", "mem_gb", "started"};
enum { N_WRITTEN = sizeof written / sizeof *written };

enum cml_result sim_parse_strategy(struct cml_slice text, enum sim_strategy *strategy,
				   struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];
	for (int i = 0; i < SIM_N_STRATEGIES; i++) {
		if (!cml_slice_is(text, sim_strategy_name((enum sim_strategy)i)))
			continue;
		*strategy = (enum sim_strategy)i;
		return CML_OK;
	}
	return cml_fail(err, CML_BAD_DATA, "not FULL_SHARD, SHARD_GRAD_OP or NO_SHARD: %s",
			cml_text_quote(text, quoted, sizeof quoted));
}

enum cml_result sim_parse_local_batch(struct cml_slice text, double *local_batch,
				      struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];
	double value = 0;
	if (!cml_parse_double(text, &value) || value < 1 || value > MAX_LOCAL_BATCH ||
	    value != floor(value))
		return cml_fail(err, CML_BAD_DATA, "not a whole number from 1 to %d: %s",
				MAX_LOCAL_BATCH, cml_text_quote(text, quoted, sizeof quoted));
	*local_batch = value;
	return CML_OK;
}

enum cml_result sim_parse_reserve(struct cml_slice text, double *reserve, struct cml_error *err)
{
	char quoted[CML_QUOTE_SIZE];
	double value = 0;
	if (!cml_parse_double(text, &value) || value <= 0 || value >= 1)
		return cml_fail(err, CML_BAD_DATA, "not a number between 0 and 1: %s",
				cml_text_quote(text, quoted, sizeof quoted));
	*reserve = value;
	return CML_OK;
}

static enum cml_result find_column(const struct cml_header *header, const char *name,
				   size_t *column, struct cml_error *err)
{
	*column = cml_header_find(header, cml_slice_of(name));
	if (*column != CML_NO_COLUMN)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA,
			"no column '%s' (fsdp_1 to fsdp_%d, local_batch and reserve are needed)",
			name, SIM_N_LAYERS);
}

enum cml_result sim_job_table_init(struct sim_job_table *table, const struct cml_header *header,
				   struct cml_error *err)
{
	enum cml_result status = CML_OK;
	char name[NAME_SIZE];
	table->n_columns = header->n_columns;
	table->passes = NULL;
	for (size_t i = 0; status == CML_OK && i < SIM_N_LAYERS; i++) {
		snprintf(name, sizeof name, LAYER_COLUMN, i + 1);
		status = find_column(header, name, &table->strategies[i], err);
	}
	if (status == CML_OK)
		status = find_column(header, "local_batch", &table->local_batch, err);
	if (status == CML_OK)
		status = find_column(header, "reserve", &table->reserve, err);
	if (status != CML_OK)
		return status;
	table->passes = cml_array_new(header->n_columns, sizeof *table->passes);
	if (!table->passes)
		return cml_fail_memory(err);
	for (size_t i = 0; i < header->n_columns; i++) {
		table->passes[i] = true;
		for (size_t j = 0; j < N_WRITTEN; j++)
			if (cml_slice_is(header->names[i], written[j]))
				table->passes[i] = false;
	}
	return CML_OK;
}

void sim_job_table_release(struct sim_job_table *table)
{
	free(table->passes);
	*table = (struct sim_job_table){0};
}

static enum cml_result locate(const char *column, enum cml_result status, struct cml_error *err)
{
	if (status != CML_OK)
		cml_error_locate(err, NULL, 0, column);
	return status;
}

enum cml_result sim_job_table_read(const struct sim_job_table *table, const struct cml_row *row,
				   struct sim_config *config, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	char name[NAME_SIZE];
	for (size_t i = 0; status == CML_OK && i < SIM_N_LAYERS; i++) {
		snprintf(name, sizeof name, LAYER_COLUMN, i + 1);
		status = sim_parse_strategy(row->cells[table->strategies[i]],
					    &config->strategies[i], err);
		locate(name, status, err);
	}
	if (status == CML_OK)
		status = locate("local_batch",
				sim_parse_local_batch(row->cells[table->local_batch],
						      &config->local_batch, err),
				err);
	if (status == CML_OK)
		status = locate(
		    "reserve", sim_parse_reserve(row->cells[table->reserve], &config->reserve, err),
		    err);
	return status;
}

static void write_passing(const struct sim_job_table *table, const struct cml_slice *cells,
			  struct cml_table_writer *writer)
{
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->passes[i])
			cml_write_cell(writer, cells[i]);
}

enum cml_result sim_job_table_write_header(const struct sim_job_table *table,
					   const struct cml_header *header,
					   struct cml_table_writer *writer, struct cml_error *err)
{
	write_passing(table, header->names, writer);
	cml_write_strings(writer, written, N_WRITTEN);
	return cml_write_end_row(writer, err);
}

static enum cml_result write_started(size_t number, struct cml_table_writer *writer,
				     struct cml_error *err)
{
	time_t start = FIRST_START + (time_t)number * START_INTERVAL_S;
	struct tm parts;
	char text[TIME_SIZE];
	if (!gmtime_r(&start, &parts) ||
	    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
		return cml_fail(err, CML_BAD_DATA, "too many rows for the calendar");
	cml_write_string(writer, text);
	return CML_OK;
}

enum cml_result sim_job_table_write(const struct sim_job_table *table, const struct cml_row *row,
				    const struct sim_result *result,
				    struct cml_table_writer *writer, struct cml_error *err)
{
	static const char *const names[] = {
	    [SIM_OK] = "ok", [SIM_OOM] = "oom", [SIM_INFRA] = "infra"};
	write_passing(table, row->cells, writer);
	cml_write_number(writer, round(result->qps * 10) / 10); /* NaN: an empty cell */
	cml_write_string(writer, names[result->status]);
	cml_write_number(writer, round(result->mem_bytes / 1e7) / 100);
	return write_started(result->number, writer, err) == CML_OK ? cml_write_end_row(writer, err)
								    : err->status;
}
