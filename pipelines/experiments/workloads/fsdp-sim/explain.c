#include "explain.h"

#include <math.h>

struct quantity {
	const char *name;
	double value;
	const char *unit;
};

static enum cml_result write_row(const struct quantity *quantity, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	cml_write_string(writer, quantity->name);
	cml_write_number(writer, round(quantity->value * 1e4) / 1e4);
	cml_write_string(writer, quantity->unit);
	return cml_write_end_row(writer, err);
}

static enum cml_result write_header(struct cml_table_writer *writer, struct cml_error *err)
{
	cml_write_strings(writer, (const char *const[]){"quantity", "value", "unit"}, 3);
	return cml_write_end_row(writer, err);
}

enum cml_result sim_explain_write(const struct sim_hardware *hardware,
				  const struct sim_model *model, const struct sim_config *config,
				  struct cml_table_writer *writer, struct cml_error *err)
{
	struct sim_conditions conditions = sim_nominal(hardware);
	struct sim_unit units[SIM_MAX_UNITS];
	size_t n_units = sim_model_units(model, config->strategies, units);
	struct sim_footprint memory = sim_footprint_of(
	    hardware, model, units, n_units, config->local_batch, conditions.fragmentation);
	struct sim_step step = sim_step_of(hardware, model, config, &conditions);
	double model_flops = 6 * sim_model_params(model) * config->local_batch;
	double fragments = memory.total_bytes - memory.state_bytes - memory.runtime_bytes -
			   memory.input_bytes - memory.peak_unit_bytes;
	const struct quantity quantities[] = {
	    {"shards and whole copies", memory.state_bytes / 1e9, "GB"},
	    {"activations", memory.activation_bytes / 1e9, "GB"},
	    {"whole units and gradients at the peak",
	     (memory.peak_unit_bytes - memory.activation_bytes) / 1e9, "GB"},
	    {"ids and pooled embeddings", memory.input_bytes / 1e9, "GB"},
	    {"CUDA and NCCL", memory.runtime_bytes / 1e9, "GB"},
	    {"fragmentation", fragments / 1e9, "GB"},
	    {"memory needed", memory.total_bytes / 1e9, "GB"},
	    {"memory reserved", config->reserve * hardware->memory_bytes / 1e9, "GB"},
	    {"embedding cache hits", 100 * step.hits, "%"},
	    {"embedding lookup", step.lookup_s, "s"},
	    {"embedding rows from host", step.host_rows_s, "s"},
	    {"compute stream busy", step.timeline.compute_s, "s"},
	    {"communication stream busy", step.timeline.communication_s, "s"},
	    {"both busy", step.timeline.overlap_s, "s"},
	    {"optimizer", step.optimizer_s, "s"},
	    {"step", step.total_s, "s"},
	    {"model FLOPS utilization", 100 * model_flops / step.total_s / hardware->peak_flops,
	     "%"},
	    {"throughput", sim_qps(hardware, config->local_batch, step.total_s), "examples/s"},
	};
	enum cml_result status = write_header(writer, err);
	for (size_t i = 0; status == CML_OK && i < sizeof quantities / sizeof *quantities; i++)
		status = write_row(&quantities[i], writer, err);
	return status;
}
