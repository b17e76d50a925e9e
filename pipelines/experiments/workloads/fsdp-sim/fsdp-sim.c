/* fsdp-sim: a simulated training job on 128 H100, or a table of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "explain.h"
#include "job_table.h"
#include "math/summary.h"
#include "simulate.h"
#include "tool.h"

enum {
	OPTION_FSDP = 0x100,
	OPTION_LOCAL_BATCH,
	OPTION_RESERVE,
	OPTION_STEPS,
	OPTION_SEED,
	OPTION_TABLE,
	OPTION_NOMINAL,
	OPTION_EXPLAIN
};

enum {
	DEFAULT_STEPS = 2000, /* as in the paper */
	MAX_STEPS = 100000000,
	EXIT_INFRA = 75, /* EX_TEMPFAIL of sysexits.h: trying again may help */
};

#define PERCENTILE 0.9 /* as in the paper */
#define GIB 1073741824.0

enum mode { MODE_JOB, MODE_TABLE, MODE_EXPLAIN };

struct fsdp_sim {
	struct tool tool;
	enum mode mode;
	struct sim_config config;
	bool has_fsdp;
	bool has_local_batch;
	bool has_reserve;
	bool nominal;
	size_t n_steps;
	int exit_code; /* of a job that failed as jobs do */
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "One job:", 1},
    {"fsdp", OPTION_FSDP, "LIST", 0,
     "FULL_SHARD, SHARD_GRAD_OP or NO_SHARD for each of the 11 layers, separated by commas; or one "
     "for all layers",
     1},
    {"local-batch", OPTION_LOCAL_BATCH, "N", 0, "examples on each device", 1},
    {"reserve", OPTION_RESERVE, "FRACTION", 0, "fraction of device memory not used for embeddings",
     1},
    {"explain", OPTION_EXPLAIN, NULL, 0,
     "print the breakdown of memory and time instead, without noise", 1},
    {NULL, 0, NULL, 0, "Many jobs:", 2},
    {"table", OPTION_TABLE, NULL, 0,
     "read a table of configurations (columns fsdp_1 to fsdp_11, local_batch, reserve), write it "
     "with the "
     "columns qps, cml_status, mem_gb and started",
     2},
    {"nominal", OPTION_NOMINAL, NULL, 0, "with --table: no noise and no infrastructure failures",
     2},
    {NULL, 0, NULL, 0, "Both:", 3},
    {"steps", OPTION_STEPS, "N", 0,
     "number of readings to print, or to take the 90th percentile of (default 2000)", 3},
    {"seed", OPTION_SEED, "N", 0, "seed of the noise (default 1)", 3},
    {NULL, 0, NULL, 0, NULL, 0},
};

static void check(struct argp_state *state, const char *option, enum cml_result status,
		  const struct cml_error *err)
{
	if (status != CML_OK)
		argp_error(state, "%s: %s", option, err->message);
}

static void parse_strategies(struct argp_state *state, struct fsdp_sim *sim, const char *argument)
{
	struct cml_slice rest = cml_slice_of(argument), word;
	struct cml_error err = {0};
	size_t n = 0;
	while (cml_slice_split(&rest, ',', &word)) {
		if (n == SIM_N_LAYERS)
			argp_error(state, "--fsdp: more than %d strategies", SIM_N_LAYERS);
		check(state, "--fsdp", sim_parse_strategy(word, &sim->config.strategies[n++], &err),
		      &err);
	}
	if (n != 1 && n != SIM_N_LAYERS)
		argp_error(state, "--fsdp: %zu strategies; 1 or %d are needed", n, SIM_N_LAYERS);
	for (size_t i = n; i < SIM_N_LAYERS; i++)
		sim->config.strategies[i] = sim->config.strategies[0];
}

static void check_options(struct argp_state *state, const struct fsdp_sim *sim)
{
	bool has_any = sim->has_fsdp || sim->has_local_batch || sim->has_reserve;
	bool has_all = sim->has_fsdp && sim->has_local_batch && sim->has_reserve;
	if (sim->mode == MODE_TABLE && has_any)
		argp_error(state,
			   "--table reads configurations, it does not take one from options");
	if (sim->mode != MODE_TABLE && sim->nominal)
		argp_error(state, "--nominal goes with --table; --explain is always without noise");
	if (sim->mode != MODE_TABLE && !has_all)
		argp_error(state, "--fsdp, --local-batch and --reserve are required (or --table)");
	if (sim->mode != MODE_TABLE && sim->tool.files.n > 0)
		argp_error(state, "files go with --table: \"%s\"", sim->tool.files.texts[0]);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct fsdp_sim *sim = state->input;
	struct cml_error err = {0};
	int64_t n = 0;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &sim->tool;
		return 0;
	case OPTION_FSDP:
		parse_strategies(state, sim, argument);
		sim->has_fsdp = true;
		return 0;
	case OPTION_LOCAL_BATCH:
		check(state, "--local-batch",
		      sim_parse_local_batch(cml_slice_of(argument), &sim->config.local_batch, &err),
		      &err);
		sim->has_local_batch = true;
		return 0;
	case OPTION_RESERVE:
		check(state, "--reserve",
		      sim_parse_reserve(cml_slice_of(argument), &sim->config.reserve, &err), &err);
		sim->has_reserve = true;
		return 0;
	case OPTION_STEPS:
		if (!cml_parse_int(cml_slice_of(argument), 1, MAX_STEPS, &n))
			argp_error(state, "--steps: not a whole number from 1 to %d: \"%s\"",
				   MAX_STEPS, argument);
		sim->n_steps = (size_t)n;
		return 0;
	case OPTION_SEED:
		if (!cml_parse_uint64(cml_slice_of(argument), &sim->tool.seed))
			argp_error(state, "--seed: not a whole number from 0 to 2^64 - 1: \"%s\"",
				   argument);
		return 0;
	case OPTION_TABLE:
		sim->mode = MODE_TABLE;
		return 0;
	case OPTION_NOMINAL:
		sim->nominal = true;
		return 0;
	case OPTION_EXPLAIN:
		sim->mode = MODE_EXPLAIN;
		return 0;
	case ARGP_KEY_END:
		check_options(state, sim);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Readings until the job ends or its infrastructure does. */
static enum cml_result print_readings(struct sim_job *job, size_t n_readings,
				      struct cml_output *output, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	char line[128];
	for (size_t i = 0; status == CML_OK && i < n_readings; i++) {
		int size = snprintf(line, sizeof line, "step=%zu qps=%.1f mem_gb=%.2f\n", i + 1,
				    sim_job_reading(job), job->footprint.total_bytes / 1e9);
		status = cml_output_write(output, line, (size_t)size, err);
	}
	return status == CML_OK ? cml_output_commit(output, err) : status;
}

/* Another run of a configuration has another noise: cml-rounds numbers those that it repeats. */
static uint64_t seed_of_run(uint64_t seed)
{
	const char *repeat = getenv("CML_confirm_repeat");
	uint64_t number = 0;
	if (repeat && !cml_parse_uint64(cml_slice_of(repeat), &number))
		number = 0;
	return seed + number * 0x9e3779b97f4a7c15U;
}

static enum cml_result run_job(struct fsdp_sim *sim, struct cml_output *output,
			       struct cml_error *err)
{
	struct sim_job job;
	sim_job_start(&job, &sim_grand_teton, &sim_ads_model, &sim->config,
		      seed_of_run(sim->tool.seed));
	enum sim_status end = sim_job_status(&job, sim->n_steps);
	if (end == SIM_OOM) {
		fprintf(stderr,
			"%s: CUDA out of memory: training needs %.2f GiB of device memory, and "
			"%.2f GiB of "
			"%.2f GiB are reserved for it\n",
			sim->tool.name, job.footprint.total_bytes / GIB, job.limit_bytes / GIB,
			sim_grand_teton.memory_bytes / GIB);
		sim->exit_code = TOOL_EXIT_FAILED;
		return CML_OK;
	}
	size_t n_readings = end == SIM_INFRA ? (size_t)job.steps_to_failure : sim->n_steps;
	enum cml_result status = print_readings(&job, n_readings, output, err);
	if (status == CML_OK && end == SIM_INFRA) {
		fprintf(
		    stderr,
		    "%s: lost a device after step %zu: the infrastructure failed, not the job\n",
		    sim->tool.name, n_readings);
		sim->exit_code = EXIT_INFRA;
	}
	return status;
}

static void finish_job(const struct sim_config *config, const struct fsdp_sim *sim,
		       double *readings, struct sim_result *result)
{
	struct sim_job job;
	if (sim->nominal)
		sim_job_start_nominal(&job, &sim_grand_teton, &sim_ads_model, config);
	else
		sim_job_start(&job, &sim_grand_teton, &sim_ads_model, config, sim->tool.seed);
	result->status = sim_job_status(&job, sim->n_steps);
	result->qps = result->mem_bytes = NAN;
	if (result->status == SIM_OOM)
		return;
	result->mem_bytes = job.footprint.total_bytes;
	if (result->status == SIM_INFRA)
		return;
	if (sim->nominal) {
		result->qps = sim_qps(job.hardware, config->local_batch, job.step.total_s);
		return;
	}
	for (size_t i = 0; i < sim->n_steps; i++)
		readings[i] = sim_job_reading(&job);
	result->qps = cml_quantile(sim->n_steps, readings, PERCENTILE);
}

static enum cml_result run_rows(struct fsdp_sim *sim, struct tool_rows *rows,
				const struct sim_job_table *table, struct cml_table_writer *writer,
				struct cml_error *err)
{
	struct sim_config config;
	struct sim_result result = {0};
	struct cml_row row;
	AUTOFREE double *readings = cml_array_new(sim->n_steps, sizeof *readings);
	if (!readings)
		return cml_fail_memory(err);
	enum cml_result status =
	    sim_job_table_write_header(table, tool_rows_header(rows), writer, err);
	while (tool_rows_each(rows, &row, &status, err)) {
		if ((status = sim_job_table_read(table, &row, &config, err)) != CML_OK)
			continue;
		finish_job(&config, sim, readings, &result);
		status = sim_job_table_write(table, &row, &result, writer, err);
		result.number++;
	}
	return status;
}

static enum cml_result run_table(struct fsdp_sim *sim, struct cml_error *err)
{
	AUTO(tool_rows) rows = {0};
	AUTO(sim_job_table) table = {0};
	AUTO(tool_sheet) sheet = {0};
	if (tool_rows_open(&rows, &sim->tool, false, err) != CML_OK ||
	    tool_rows_blame_header(&rows, sim_job_table_init(&table, tool_rows_header(&rows), err),
				   err) != CML_OK ||
	    tool_sheet_open(&sheet, &sim->tool, NULL, tool_rows_delimiter(&rows), err) != CML_OK ||
	    run_rows(sim, &rows, &table, &sheet.writer, err) != CML_OK)
		return err->status;
	return tool_sheet_commit(&sheet, err);
}

static enum cml_result run_explain(const struct fsdp_sim *sim, struct cml_error *err)
{
	AUTO(tool_sheet) sheet = {0};
	if (tool_sheet_open(&sheet, &sim->tool, NULL, ',', err) != CML_OK ||
	    sim_explain_write(&sim_grand_teton, &sim_ads_model, &sim->config, &sheet.writer, err) !=
		CML_OK)
		return err->status;
	return tool_sheet_commit(&sheet, err);
}

static enum cml_result run(struct fsdp_sim *sim, struct cml_error *err)
{
	AUTOPTR(cml_output) output = NULL;
	if (sim->mode == MODE_TABLE)
		return run_table(sim, err);
	if (sim->mode == MODE_EXPLAIN)
		return run_explain(sim, err);
	return tool_output_open(sim->tool.output_path, &output, err) != CML_OK
		   ? err->status
		   : run_job(sim, output, err);
}

int main(int argc, char **argv)
{
	struct fsdp_sim sim = {.n_steps = DEFAULT_STEPS};
	struct cml_error err = {0};
	tool_init(&sim.tool, "fsdp-sim");
	static const struct argp_child children[] = {{&tool_table_argp, 0, NULL, 30}, {0}};
	static const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "--fsdp=LIST --local-batch=N --reserve=FRACTION\n--table [FILE...]",
	    .doc = "Simulates training a recommendation model of 73 billion dense parameters with "
		   "PyTorch FSDP on "
		   "128 NVIDIA H100.\v"
		   "Prints a line `step=1 qps=... mem_gb=...` for each step. Exit: 0 done; 1 out "
		   "of memory, or bad "
		   "data; 2 usage; 75 the infrastructure failed. With --table, jobs that fail are "
		   "rows like others.",
	    .children = children};
	enum cml_result status = tool_parse(&argp, argc, argv, &sim, &err);
	if (status == CML_OK)
		status = run(&sim, &err);
	int code = tool_exit(&sim.tool, status, &err);
	return code == TOOL_EXIT_DONE ? sim.exit_code : code;
}
