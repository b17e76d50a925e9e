/* Configurations as text: one row of a job table in, the same row with what
 * became of its job out. */
#ifndef SIM_JOB_TABLE_H
#define SIM_JOB_TABLE_H

#include "base/error.h"
#include "base/text.h"
#include "simulate.h"
#include "table/table_reader.h"
#include "table/table_writer.h"

#include <stdbool.h>
#include <stddef.h>

/* CML_BAD_DATA for text that is not the name of a strategy. */
enum cml_result sim_parse_strategy(struct cml_slice text, enum sim_strategy *strategy,
				   struct cml_error *err);
/* A whole number of examples from 1 to 65,536; a share between 0 and 1. */
enum cml_result sim_parse_local_batch(struct cml_slice text, double *local_batch,
				      struct cml_error *err);
enum cml_result sim_parse_reserve(struct cml_slice text, double *reserve, struct cml_error *err);

/* Where the columns of a table are. */
struct sim_job_table {
	size_t n_columns;
	size_t strategies[SIM_N_LAYERS]; /* fsdp_1 ... */
	size_t local_batch;
	size_t reserve;
	bool *passes; /* columns that are handed through: all but those written */
};

/* CML_BAD_DATA when a column of the configuration is missing. */
enum cml_result sim_job_table_init(struct sim_job_table *table, const struct cml_header *header,
				   struct cml_error *err);
void sim_job_table_release(struct sim_job_table *table); /* safe on a zeroed one */

/* CML_BAD_DATA, with the column, for a cell that cannot be used. */
enum cml_result sim_job_table_read(const struct sim_job_table *table, const struct cml_row *row,
				   struct sim_config *config, struct cml_error *err);

/* What a row says of its job. */
struct sim_result {
	enum sim_status status;
	double qps;       /* of a job that finished, else NaN */
	double mem_bytes; /* of a job that started, else NaN */
	size_t number;    /* of the row, from 0: says when it started */
};

/* The columns handed through, then qps, cml_status, mem_gb (1e9 bytes) and
 * started (UTC, RFC 3339; an hour for each row). */
enum cml_result sim_job_table_write_header(const struct sim_job_table *table,
					   const struct cml_header *header,
					   struct cml_table_writer *writer, struct cml_error *err);
enum cml_result sim_job_table_write(const struct sim_job_table *table, const struct cml_row *row,
				    const struct sim_result *result,
				    struct cml_table_writer *writer, struct cml_error *err);

#endif
