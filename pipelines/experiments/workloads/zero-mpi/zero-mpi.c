/* zero-mpi: a data-parallel training job whose layers are each fully sharded, gradient-sharded or
 * replicated. Source: see trainer.h. */
#include <cblas.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool.h"
#include "trainer.h"
#include "unit_exchange.h"
#include "zero_settings.h"

/* Of OpenBLAS alone: <cblas.h> may be another library's. */
void openblas_set_num_threads(int n_threads);

/* What rank 0 tells the others when it has read the command line. */
enum { GO_ON = -1 };

static void tell(int *code)
{
	MPI_Bcast(code, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

/* argp ends rank 0 after --help or a wrong option; the others end as it does. */
static void end_others(int code, void *has_parsed)
{
	if (*(const bool *)has_parsed)
		return;
	tell(&code);
	MPI_Finalize();
}

/* Only rank 0 reads the command line, so that a mistake is told once. */
static void read_settings(struct tool *tool, int argc, char **argv, struct zero_settings *settings)
{
	static bool has_parsed;
	int rank, code = GO_ON;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		on_exit(end_others, &has_parsed);
		struct cml_error err;
		if (tool_parse(&zero_settings_argp, argc, argv, settings, &err) != CML_OK)
			exit(tool_exit(tool, err.status, &err));
		has_parsed = true;
	}
	tell(&code);
	if (code != GO_ON) {
		MPI_Finalize();
		exit(code);
	}
	MPI_Bcast(settings, sizeof *settings, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static enum cml_result check_memory(const struct zero_settings *settings,
				    const struct zero_plan *plan, struct cml_error *err)
{
	size_t needed = zero_memory_bytes(plan, settings->local_batch);
	if (settings->memory_limit == 0 || needed <= settings->memory_limit)
		return CML_OK;
	return cml_fail(err, CML_NO_MEMORY,
			"Cannot allocate memory: a rank needs %zu bytes, and "
			"--memory-limit allows %zu: out of memory",
			needed, settings->memory_limit);
}

static enum cml_result train(const struct zero_settings *settings, const struct zero_plan *plan,
			     struct zero_exchange *exchange, struct cml_error *err)
{
	struct zero_trainer trainer = {0};
	enum cml_result status = zero_trainer_init(&trainer, settings, plan, exchange, err);
	/* The others would wait for a rank that has no memory. */
	if (zero_exchange_sum(exchange, status != CML_OK) > 0 && status == CML_OK)
		status =
		    cml_fail(err, CML_NO_MEMORY, "Cannot allocate memory: another rank has none");
	size_t n_steps = settings->n_warmup + settings->n_steps;
	double last_s = MPI_Wtime();
	for (size_t step = 1; status == CML_OK && step <= n_steps; step++) {
		double loss = zero_trainer_step(&trainer), now_s = MPI_Wtime();
		if (step > settings->n_warmup && zero_exchange_rank(exchange) == 0)
			printf("step=%zu loss=%.7g examples_per_second=%.1f resident_bytes=%zu\n",
			       step, loss,
			       (double)zero_trainer_global_batch(&trainer) / (now_s - last_s),
			       trainer.memory.n_bytes);
		last_s = now_s;
	}
	zero_trainer_release(&trainer);
	if (status == CML_OK && ferror(stdout))
		status = cml_fail(err, CML_IO_ERROR, "standard output: cannot be written");
	return status;
}

static enum cml_result run(const struct zero_settings *settings, struct cml_error *err)
{
	struct zero_exchange *exchange = NULL;
	struct zero_plan plan;
	int n_ranks;
	MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
	struct zero_plan_options options = {.strategies = settings->strategies,
					    .bucket_bytes = settings->bucket_bytes,
					    .n_ranks = (size_t)n_ranks,
					    .overlap = settings->overlap};
	openblas_set_num_threads((int)settings->blas_threads);
	enum cml_result status = zero_plan_init(&plan, &settings->network, &options, err);
	if (status == CML_OK)
		status = check_memory(settings, &plan, err);
	if (status == CML_OK)
		status = zero_exchange_new(&exchange, zero_unit_n_tickets(&plan), settings->overlap,
					   err);
	if (status == CML_OK)
		status = train(settings, &plan, exchange, err);
	zero_exchange_free(exchange);
	return status;
}

int main(int argc, char **argv)
{
	struct zero_settings settings;
	struct cml_error err = {0};
	struct tool tool;
	int rank;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	setvbuf(stdout, NULL, _IOLBF, 0); /* what is printed is kept when a job is killed */
	tool_init(&tool, "zero-mpi");
	read_settings(&tool, argc, argv, &settings);
	enum cml_result status = run(&settings, &err);
	int code = rank == 0 ? tool_exit(&tool, status, &err) : TOOL_EXIT_DONE;
	MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return code;
}
