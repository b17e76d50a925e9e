#include "search/exhaustive/exhaustive_explore.h"

#include "base/memory.h"
#include "search/exhaustive/exhaustive_worker.h"
#include "space/feasible/neighbours.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE 1024
#define N_CLIMBS 8

enum cml_result cml_exhaustive_fail_infeasible(struct cml_error *err)
{
	return cml_fail(err, CML_NOTHING, "no configuration of the space is feasible");
}

/* Takes the first configuration of each of SAMPLE equal parts of the space, or of each
 * task of the shard. */
static enum cml_result draw_sample(const struct cml_exhaustive_run *run,
				   struct cml_exhaustive_worker *worker, bool of_shard,
				   double *sample, size_t *n_sample, struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	uint64_t shard = of_shard ? exhaustive->shard : 1;
	uint64_t n_shards = of_shard ? exhaustive->n_shards : 1;
	uint64_t n_parts = of_shard ? CML_EXHAUSTIVE_TASKS : SAMPLE;
	size_t n_columns = run->model->space->n_columns;
	*n_sample = 0;
	for (uint64_t i = 0; i < n_parts; i++) {
		if (cml_enumerator_shard(&worker->enumerator,
					 cml_exhaustive_part(i, shard, n_shards),
					 n_parts * n_shards, err) != CML_OK)
			return err->status;
		if (cml_enumerator_next(&worker->enumerator) != CML_NO_POSITION)
			memcpy(sample + (*n_sample)++ * n_columns, worker->enumerator.values,
			       n_columns * sizeof *sample);
	}
	return CML_OK;
}

/* The state of a climb. */
struct climb {
	double *values;    /* n_columns */
	double *neighbour; /* n_columns, as the next */
	double *best;      /* neighbour so far */
	double reward;     /* worth of best, or of values */
	bool moved;        /* best is better than values */
};

/* Predicts the neighbours that wait. */
static enum cml_result judge(struct cml_exhaustive_run *run, struct cml_exhaustive_worker *worker,
			     struct climb *climb, struct cml_error *err)
{
	size_t n = worker->n_waiting, n_columns = run->model->space->n_columns;
	enum cml_result status = cml_exhaustive_flush(run, worker, err);
	for (size_t i = 0; i < n; i++) {
		double reward = cml_worth_predicted(&run->worth, worker->mean[i], worker->sd[i],
						    worker->log_chance[i]);
		if (!(reward > climb->reward))
			continue;
		climb->reward = reward;
		climb->moved = true;
		memcpy(climb->best, worker->values + i * n_columns, n_columns * sizeof(double));
	}
	return status;
}

/* To the best neighbour, if it is better. */
static enum cml_result climb_step(struct cml_exhaustive_run *run,
				  struct cml_exhaustive_worker *worker, struct climb *climb,
				  struct cml_error *err)
{
	struct cml_neighbours neighbours;
	enum cml_result status = CML_OK;
	climb->moved = false;
	cml_neighbours_start(&neighbours, &run->constraints, climb->values);
	while (status == CML_OK && cml_neighbours_next(&neighbours, climb->neighbour)) {
		status = cml_exhaustive_hold(run, worker, climb->neighbour, err);
		if (status == CML_OK && worker->n_waiting == CML_EXHAUSTIVE_BATCH)
			status = judge(run, worker, climb, err);
	}
	if (status == CML_OK)
		status = judge(run, worker, climb, err);
	if (climb->moved)
		memcpy(climb->values, climb->best,
		       run->model->space->n_columns * sizeof *climb->values);
	return status;
}

/* Goes from neighbour to better neighbour; all that it meets is offered. */
static enum cml_result climb(struct cml_exhaustive_run *run, struct cml_exhaustive_worker *worker,
			     double *values, double reward, struct cml_error *err)
{
	size_t n_columns = run->model->space->n_columns;
	double *scratch = cml_array_new(n_columns, 2 * sizeof *scratch);
	struct climb climb = {
	    .values = values, .neighbour = scratch, .best = scratch, .reward = reward};
	enum cml_result status = CML_OK;
	if (!scratch)
		return cml_fail_memory(err);
	climb.best += n_columns;
	do
		status = climb_step(run, worker, &climb, err);
	while (status == CML_OK && climb.moved);
	free(scratch);
	return status;
}

static enum cml_result climb_from_best(struct cml_exhaustive_run *run,
				       struct cml_exhaustive_worker *worker, double *sample,
				       const double *rewards, size_t n_sample,
				       struct cml_error *err)
{
	struct cml_top_n best = {0};
	size_t slot;
	enum cml_result status = cml_top_n_init(&best, N_CLIMBS, err);
	for (size_t i = 0; status == CML_OK && i < n_sample; i++)
		cml_top_n_offer(&best, rewards[i], i, &slot);
	for (size_t i = 0; status == CML_OK && i < best.n; i++) {
		size_t row = best.items[i].sequence;
		status = climb(run, worker, sample + row * run->model->space->n_columns,
			       rewards[row], err);
	}
	cml_top_n_release(&best);
	return status;
}

/* How to go through the space, from a sample of all of it, so that it is the same
 * for all shards; and good incumbents to begin with. */
static enum cml_result explore_with(struct cml_exhaustive_run *run,
				    struct cml_exhaustive_worker *worker, double *sample,
				    double *rewards, struct cml_error *err)
{
	const struct cml_model *model = run->model;
	size_t n_columns = model->space->n_columns, n_sample;
	if (draw_sample(run, worker, false, sample, &n_sample, err) != CML_OK)
		return err->status;
	if (n_sample == 0)
		return run->exhaustive->is_stopped ? CML_OK : cml_exhaustive_fail_infeasible(err);
	bool whole = run->exhaustive->n_shards == 1;
	for (size_t i = 0; i < n_sample; i++) {
		double mean, sd, log_chance;
		if (cml_exhaustive_encode(run, worker, sample + i * n_columns, worker->x, err) !=
		    CML_OK)
			return err->status;
		cml_model_forecast(model, 1, worker->x, &mean, &sd, &log_chance);
		rewards[i] = cml_worth_predicted(&run->worth, mean, sd, log_chance);
		if (whole && cml_coverage_allows(&worker->coverage, worker->x) &&
		    cml_incumbents_offer(&run->incumbents, sample + i * n_columns, mean, sd,
					 log_chance, err) != CML_OK)
			return err->status;
	}
	worker->n_predicted += n_sample;
	if (cml_branching_init(&run->branching, model, &run->constraints, n_sample, sample, rewards,
			       err) != CML_OK)
		return err->status;
	return whole ? climb_from_best(run, worker, sample, rewards, n_sample, err) : CML_OK;
}

/* Incumbents to begin with of a shard, which keeps to itself. */
static enum cml_result explore_shard(struct cml_exhaustive_run *run,
				     struct cml_exhaustive_worker *worker, double *sample,
				     struct cml_error *err)
{
	size_t n_sample = 0;
	enum cml_result status = draw_sample(run, worker, true, sample, &n_sample, err);
	for (size_t i = 0; status == CML_OK && i < n_sample; i++)
		status =
		    cml_exhaustive_add(run, worker, sample + i * run->model->space->n_columns, err);
	return status == CML_OK ? cml_exhaustive_flush(run, worker, err) : status;
}

enum cml_result cml_exhaustive_explore(struct cml_exhaustive_run *run, struct cml_error *err)
{
	struct cml_exhaustive_worker worker = {0}, own = {0};
	double *sample = cml_array_new(run->model->space->n_columns, SAMPLE * sizeof *sample);
	double *rewards = cml_array_new(SAMPLE, sizeof *rewards);
	enum cml_result status = sample && rewards
				     ? cml_exhaustive_worker_init(run, &worker, NULL, err)
				     : cml_fail_memory(err);
	if (status == CML_OK)
		status = explore_with(run, &worker, sample, rewards, err);
	if (status == CML_OK && run->exhaustive->n_shards > 1) {
		status = cml_exhaustive_worker_init(run, &own, run->branching.order, err);
		if (status == CML_OK)
			status = explore_shard(run, &own, sample, err);
	}
	run->exhaustive->n_predicted += worker.n_predicted + own.n_predicted;
	cml_exhaustive_worker_release(&worker);
	cml_exhaustive_worker_release(&own);
	free(sample);
	free(rewards);
	return status;
}
