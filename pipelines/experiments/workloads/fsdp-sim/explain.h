/* What memory and time of a configuration go to. */
#ifndef SIM_EXPLAIN_H
#define SIM_EXPLAIN_H

#include "base/error.h"
#include "simulate.h"
#include "table/table_writer.h"

/* A table with the columns quantity, value and unit, of a job without noise.
 * GB is 1e9 bytes. The parts of memory add up to `memory needed`; lookups are
 * part of the time of the compute stream. */
enum cml_result sim_explain_write(const struct sim_hardware *hardware,
				  const struct sim_model *model, const struct sim_config *config,
				  struct cml_table_writer *writer, struct cml_error *err);

#endif
