#include "simulate.h"

#include "ads_model.h"
#include "collective.h"
#include "footprint.h"
#include "hardware.h"
#include "job_table.h"
#include "test.h"
#include "timeline.h"

static struct sim_config all(enum sim_strategy strategy, double local_batch, double reserve)
{
	struct sim_config config = {.local_batch = local_batch, .reserve = reserve};
	for (size_t i = 0; i < SIM_N_LAYERS; i++)
		config.strategies[i] = strategy;
	return config;
}

static struct sim_config random_config(struct cml_random *random)
{
	struct sim_config config;
	for (size_t i = 0; i < SIM_N_LAYERS; i++)
		config.strategies[i] =
		    (enum sim_strategy)cml_random_below(random, SIM_N_STRATEGIES);
	config.local_batch = 1024 + 128 * (double)cml_random_below(random, 5);
	config.reserve = 0.77 + 0.01 * (double)cml_random_below(random, 10);
	return config;
}

static struct sim_footprint footprint(const struct sim_model *model,
				      const struct sim_config *config)
{
	struct sim_unit units[SIM_MAX_UNITS];
	size_t n_units = sim_model_units(model, config->strategies, units);
	return sim_footprint_of(&sim_grand_teton, model, units, n_units, config->local_batch, 0);
}

static double step_s(const struct sim_hardware *hardware, const struct sim_config *config)
{
	struct sim_conditions nominal = sim_nominal(hardware);
	return sim_step_of(hardware, &sim_ads_model, config, &nominal).total_s;
}

Test(fsdp_sim, model_has_the_size_of_the_paper)
{
	enum sim_strategy strategies[SIM_N_LAYERS] = {0};
	struct sim_unit units[SIM_MAX_UNITS];
	size_t n_units = sim_model_units(&sim_ads_model, strategies, units);
	double params = 0;
	for (size_t i = 0; i < n_units; i++)
		params += units[i].params;
	cr_assert_float_eq(params, 73e9, 1);
	cr_assert_float_eq(sim_model_params(&sim_ads_model), 73e9, 1);
	cr_assert_eq(sim_n_gpus(&sim_grand_teton), 128);
}

/* 16 bytes for each of 73e9 parameters, over 128 devices; at the peak two units
 * of 1e9 are gathered, two have whole gradients: 8e9 bytes. */
Test(fsdp_sim, memory_of_full_shard)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1024, 0.8);
	struct sim_footprint memory = footprint(&sim_ads_model, &config);
	cr_assert_float_eq(memory.state_bytes, 16 * 73e9 / 128, 1);
	double newest =
	    1024 * 5 * sqrt(1e9 / 4) * 2; /* the activations of the unit that computes */
	/* The last unit has none behind it, the one before it has. */
	cr_assert_float_eq(memory.peak_unit_bytes - memory.activation_bytes, 8e9 + newest, 1);
	/* 720 embeddings of 20 ids of 8 bytes, 20 copies; of 160 halves, twice. */
	cr_assert_float_eq(memory.input_bytes, 1024 * (720.0 * 20 * 8 * 20 + 2 * 720 * 160 * 2), 1);
}

/* The first layer whole: 14 bytes for each of 10e9 parameters instead of 16/128,
 * and 2 more for gradients by the end of its backward pass. */
Test(fsdp_sim, memory_of_no_shard)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1024, 0.8);
	double sharded = footprint(&sim_ads_model, &config).state_bytes;
	config.strategies[0] = SIM_NO_SHARD;
	struct sim_footprint memory = footprint(&sim_ads_model, &config);
	cr_assert_float_eq(memory.state_bytes - sharded, 10e9 * (14 - 16 / 128.0), 1);
	/* Without activations the peak is where all those gradients are there: two
	 * gathered units before it, one whole gradient, or none of a whole unit. */
	config.local_batch = 0;
	cr_assert_float_eq(footprint(&sim_ads_model, &config).peak_unit_bytes, 2 * 10e9 + 8e9, 1);
}

/* Gathered weights stay: 2 bytes for each parameter, and no gathering twice. */
Test(fsdp_sim, memory_of_shard_grad_op)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1024, 0.8);
	struct sim_footprint full = footprint(&sim_ads_model, &config);
	config.strategies[0] = SIM_SHARD_GRAD_OP;
	struct sim_footprint kept = footprint(&sim_ads_model, &config);
	cr_assert_float_eq(kept.state_bytes, full.state_bytes, 1);
	cr_assert_float_eq(kept.total_bytes - full.total_bytes, 2 * 10e9, 1);
	/* The layers alone, without activations: at the start of the backward pass
	 * all weights, and the gradients of the last layer. */
	struct sim_model layers = sim_ads_model;
	layers.n_input_units = layers.n_tower_units = 0;
	config = all(SIM_SHARD_GRAD_OP, 0, 0.8);
	cr_assert_float_eq(footprint(&layers, &config).peak_unit_bytes, 2 * 12e9 + 2 * 0.2e9, 1);
}

/* A ring of 128: 112 hops inside nodes, 15 between; NCCL's constants. */
Test(fsdp_sim, all_gather_by_hand)
{
	double seconds = sim_collective_s(&sim_grand_teton, SIM_ALL_GATHER, 2e9, 1);
	double bus = 8 * 0.8 * 400e9 / 8;
	double latency = 8.4e-6 + 112 * 3.4e-6 + 15 * 9.6e-6;
	cr_assert_float_eq(sim_bus_bandwidth(&sim_grand_teton), bus, 1);
	cr_assert_float_eq(seconds, latency + 2e9 * 127 / 128 / bus, 1e-9);
}

/* Small gradients go by a tree, large ones cost two passes around the ring. */
Test(fsdp_sim, all_reduce_chooses)
{
	double tree_latency = 4.4e-6 + 2 * (7 * 1.2e-6 + 4 * 8.5e-6);
	cr_assert_float_eq(sim_collective_s(&sim_grand_teton, SIM_ALL_REDUCE, 0, 1), tree_latency,
			   1e-9);
	double gathered = sim_collective_s(&sim_grand_teton, SIM_ALL_GATHER, 2e10, 1);
	double reduced = sim_collective_s(&sim_grand_teton, SIM_ALL_REDUCE, 2e10, 1);
	cr_assert_float_eq(reduced / gathered, 2, 0.05);
}

Test(fsdp_sim, collectives_are_limited_by_nvlink_too)
{
	struct sim_hardware hardware = sim_grand_teton;
	hardware.n_nodes = 1;
	cr_assert_float_eq(sim_bus_bandwidth(&hardware), hardware.nvlink_bytes_s, 1);
	double seconds = sim_collective_s(&hardware, SIM_REDUCE_SCATTER, 8e9, 0.5);
	cr_assert_float_eq(seconds, 8.4e-6 + 7 * 3.4e-6 + 7e9 / 370e9, 1e-9);
	/* Between nodes NVLink is the limit once the network is faster. */
	hardware.n_nodes = 2;
	hardware.nic_bytes_s = 100e9;
	cr_assert_float_eq(sim_bus_bandwidth(&hardware), hardware.nvlink_bytes_s, 1);
}

/* Two computations of 1 s, the second needs a transfer of 2 s that may start at
 * once: 1.5 s for the first at 50 % slowdown, then idle until 2 s, then 1 s. */
Test(fsdp_sim, timeline_waits_and_slows_down)
{
	struct sim_queue compute = {0}, communication = {0};
	sim_queue_add(&communication, 2, 0);
	sim_queue_add(&compute, 1, 0);
	sim_queue_add(&compute, 1, 1);
	struct sim_timeline timeline = sim_timeline_run(&compute, &communication, 0.5);
	cr_assert_float_eq(timeline.total_s, 3, 1e-12);
	cr_assert_float_eq(timeline.compute_s, 2.5, 1e-12);
	cr_assert_float_eq(timeline.communication_s, 2, 1e-12);
	cr_assert_float_eq(timeline.overlap_s, 1.5, 1e-12);
}

static void check_never_slower(const struct sim_hardware *better, const char *what)
{
	struct cml_random random = random_of(12, 0);
	for (int i = 0; i < 300; i++) {
		struct sim_config config = random_config(&random);
		double before = step_s(&sim_grand_teton, &config);
		double after = step_s(better, &config);
		cr_assert_leq(after, before * (1 + 1e-12), "%s: %.9g s became %.9g s", what, before,
			      after);
	}
}

Test(fsdp_sim, better_hardware_is_never_slower)
{
	struct sim_hardware better = sim_grand_teton;
	better.nic_bytes_s *= 1.137;
	check_never_slower(&better, "network bandwidth");
	better = sim_grand_teton;
	better.nvlink_bytes_s *= 1.5;
	check_never_slower(&better, "NVLink");
	better = sim_grand_teton;
	better.peak_flops *= 1.043;
	check_never_slower(&better, "matrix products");
	better = sim_grand_teton;
	better.hbm_bytes_s *= 1.1;
	check_never_slower(&better, "memory bandwidth");
	better = sim_grand_teton;
	better.host_rows_bytes_s *= 3;
	check_never_slower(&better, "host memory");
	better = sim_grand_teton;
	better.ring_simple.network_step_s /= 2;
	check_never_slower(&better, "latency");
	better = sim_grand_teton;
	better.overlap_slowdown = 0;
	check_never_slower(&better, "overlap");
}

/* Collectives without latency and memory without cost: what is left is time
 * that can be worked out by hand. */
static struct sim_hardware bare_hardware(void)
{
	struct sim_hardware hardware = sim_grand_teton;
	struct sim_protocol no_latency = {0, 0, 0, 1};
	hardware.ring_simple = hardware.ring_ll128 = hardware.tree_ll128 = no_latency;
	hardware.network_latency_s = hardware.overlap_slowdown = 0;
	hardware.nic_bytes_s = hardware.nvlink_bytes_s = 1e30;
	hardware.hbm_bytes_s = hardware.host_rows_bytes_s = 1e30;
	hardware.gemm_efficiency = 1;
	return hardware;
}

/* Three units of layer 1 and next to nothing behind; a forward pass or a
 * collective takes 1 s, a backward pass 2 s. Of FULL_SHARD:
 *
 *   gathers 0 1 2   0-1 1-2 2-3 (the third waits for the first's computation)
 *   forward 0 1 2   1-2 2-3 3-4
 *   gathers 2 1 0   4-5 5-6 8-9 (the last one behind the gradients of 2)
 *   backward 2 1 0  5-7 7-9 9-11
 *   scatters 2 1 0  7-8 9-10 11-12 */
Test(fsdp_sim, step_of_three_units_by_hand)
{
	static const double communication_s[SIM_N_STRATEGIES] = {9, 6, 6};
	struct sim_model model = sim_ads_model;
	model.n_input_units = model.n_tower_units = 0;
	model.layer_params[0] = 3 * model.unit_params;
	for (size_t i = 1; i < SIM_N_LAYERS; i++)
		model.layer_params[i] = 1e-6;
	struct sim_hardware hardware = bare_hardware();
	hardware.peak_flops = 2 * model.unit_params;
	hardware.nvlink_bytes_s = 2 * model.unit_params * 127 / 128;
	struct sim_conditions nominal = sim_nominal(&hardware);
	for (int i = 0; i < SIM_N_STRATEGIES; i++) {
		struct sim_config config = all((enum sim_strategy)i, 1, 0.8);
		struct sim_step step = sim_step_of(&hardware, &model, &config, &nominal);
		/* Ids and embeddings of one example take a little. */
		cr_assert_float_eq(step.timeline.communication_s, communication_s[i], 0.01);
		cr_assert_float_eq(step.timeline.compute_s, 9, 0.01);
	}
	struct sim_config full = all(SIM_FULL_SHARD, 1, 0.8);
	cr_assert_float_eq(sim_step_of(&hardware, &model, &full, &nominal).total_s, 12, 0.01);
	/* Gathered once, nothing delays computation after the first second: 1 + 9,
	 * and the last scatter. */
	struct sim_config kept = all(SIM_SHARD_GRAD_OP, 1, 0.8);
	cr_assert_float_eq(sim_step_of(&hardware, &model, &kept, &nominal).total_s, 11, 0.01);
	/* Nothing to wait for: 9, and the last reduction, two passes. */
	struct sim_config whole = all(SIM_NO_SHARD, 1, 0.8);
	cr_assert_float_eq(sim_step_of(&hardware, &model, &whole, &nominal).total_s, 11, 0.01);
}

/* 28 bytes moved for each parameter a device holds: 12e9 whole, 61e9 / 128. */
Test(fsdp_sim, optimizer_updates_what_a_device_holds)
{
	struct sim_config config = all(SIM_NO_SHARD, 1024, 0.8);
	struct sim_conditions nominal = sim_nominal(&sim_grand_teton);
	struct sim_step step = sim_step_of(&sim_grand_teton, &sim_ads_model, &config, &nominal);
	double seconds = 28 * (12e9 + 61e9 / 128) / (0.92 * 3.35e12);
	cr_assert_float_eq(step.optimizer_s, seconds, 1e-12);
	cr_assert_float_eq(step.total_s - step.timeline.total_s, seconds, 1e-12);
}

/* Less reserve is more cache and a faster step, but less room. */
Test(fsdp_sim, reserve_trades_cache_for_room)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1280, 0.77);
	double before = 0;
	for (int i = 0; i < 10; i++, config.reserve += 0.01) {
		double seconds = step_s(&sim_grand_teton, &config);
		cr_assert_gt(seconds, before);
		before = seconds;
	}
	/* The point the power law goes through: 6.8 % of the rows, 76 % of lookups. */
	double share = 0.068 * sim_ads_model.table_bytes / 128 / sim_grand_teton.memory_bytes;
	cr_assert_float_eq(sim_cache_hits(&sim_grand_teton, &sim_ads_model, 1 - share), 0.76,
			   1e-12);
}

/* Readings scatter about the job's own step time, some far below. */
Test(fsdp_sim, readings_follow_the_step_time)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1536, 0.8);
	struct sim_job job;
	sim_job_start(&job, &sim_grand_teton, &sim_ads_model, &config, 3);
	double qps = sim_qps(&sim_grand_teton, 1536, job.step.total_s);
	int n_slow = 0;
	double sum = 0;
	for (int i = 0; i < 20000; i++) {
		double reading = sim_job_reading(&job);
		cr_assert_gt(reading, 0);
		cr_assert_lt(reading, qps * 1.06);
		n_slow += reading < qps * 0.95;
		sum += reading;
	}
	/* 2 % stragglers, of which exp(-0.0526 / 0.25) = 81 % lose 5 % or more. */
	cr_assert_float_eq(n_slow / 20000.0, 0.02 * 0.81, 0.004);
	cr_assert_float_eq(sum / 20000 / qps, 0.997, 0.002);
}

/* 419 interruptions in 54 days of 16,384 devices: 0.0606 a day for 128. */
Test(fsdp_sim, infrastructure_fails_at_the_published_rate)
{
	struct sim_config config = all(SIM_FULL_SHARD, 1536, 0.8);
	struct sim_job job;
	double steps_a_day = 0;
	int n_failed = 0, n_jobs = 20000;
	for (int seed = 0; seed < n_jobs; seed++) {
		sim_job_start(&job, &sim_grand_teton, &sim_ads_model, &config, (uint64_t)seed);
		steps_a_day = 86400 / job.step.total_s;
		n_failed += sim_job_status(&job, (size_t)steps_a_day) == SIM_INFRA;
	}
	cr_assert_float_eq((double)n_failed / n_jobs, 1 - exp(-0.0606), 0.006);
}

#define LAYER_COLUMNS                                                                              \
	"fsdp_1,fsdp_2,fsdp_3,fsdp_4,fsdp_5,fsdp_6,fsdp_7,fsdp_8,fsdp_9,fsdp_10,fsdp_11"
#define SHARDED "FULL_SHARD,FULL_SHARD,FULL_SHARD,FULL_SHARD,FULL_SHARD,"

/* Reads the only row of a table; the status is that of the header or the row. */
static enum cml_result read_table(const char *text, struct sim_config *config)
{
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTO(sim_job_table) table = {0};
	struct cml_row row;
	assert_ok(cml_table_open_bytes(&reader, cml_slice_of(text), "jobs.csv", ',', &err));
	enum cml_result status = sim_job_table_init(&table, cml_table_header(reader), &err);
	if (status == CML_OK) {
		assert_ok(cml_table_next(reader, &row, &err));
		status = sim_job_table_read(&table, &row, config, &err);
	}
	return status;
}

Test(fsdp_sim, table_columns_stand_in_any_order)
{
	struct sim_config config;
	assert_ok(read_table("reserve,id," LAYER_COLUMNS ",local_batch\n0.81,7," SHARDED SHARDED
			     "NO_SHARD,1152\n",
			     &config));
	cr_assert_float_eq(config.reserve, 0.81, 1e-15);
	cr_assert_float_eq(config.local_batch, 1152, 1e-15);
	cr_assert_eq(config.strategies[9], SIM_FULL_SHARD);
	cr_assert_eq(config.strategies[10], SIM_NO_SHARD);
}

Test(fsdp_sim, table_errors_say_where)
{
	struct sim_config config;
	cr_assert_eq(read_table(LAYER_COLUMNS ",reserve\n", &config), CML_BAD_DATA);
	cr_assert(strstr(err.message, "no column 'local_batch'"));
	cr_assert_eq(read_table(LAYER_COLUMNS ",local_batch,reserve\n" SHARDED SHARDED
					      "full_shard,1024,0.8\n",
				&config),
		     CML_BAD_DATA);
	cr_assert_str_eq(err.column, "fsdp_11");
	cr_assert_eq(read_table(LAYER_COLUMNS ",local_batch,reserve\n" SHARDED SHARDED
					      "NO_SHARD,1024.5,0.8\n",
				&config),
		     CML_BAD_DATA);
	cr_assert_str_eq(err.column, "local_batch");
	cr_assert_eq(read_table(LAYER_COLUMNS ",local_batch,reserve\n" SHARDED SHARDED
					      "NO_SHARD,1024,1\n",
				&config),
		     CML_BAD_DATA);
	cr_assert_str_eq(err.column, "reserve");
}
