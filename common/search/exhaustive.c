#include "search/exhaustive.h"

#include "base/memory.h"
#include "search/branching.h"
#include "search/incumbents.h"
#include "space/feasible/enumerate.h"
#include "space/feasible/fixes.h"
#include "space/feasible/neighbours.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_TASKS 256
#define SAMPLE 1024
#define N_CLIMBS 8
#define BATCH 256
/* Parts of fewer configurations than this are not worth a bound. */
#define MIN_COMPLETIONS 16
/* Spaces of so few configurations are predicted whole. */
#define SMALL_SPACE 4096

/* What a thread works with. */
struct worker {
	struct cml_enumerator enumerator;
	void *walk;
	double *features;
	float *x;       /* BATCH x n_features */
	double *values; /* BATCH x n_columns */
	double mean[BATCH], sd[BATCH];
	size_t n_waiting;
	uint64_t n_predicted, n_bounded;
	struct cml_error error;
};

struct run {
	struct cml_exhaustive *exhaustive;
	const struct cml_model *model;
	double *fixed;
	struct cml_constraints constraints;
	struct cml_branching branching;
	struct cml_incumbents incumbents;
	const struct cml_bounds_kind *kind; /* NULL: without bounds */
	void *bounds;
	struct worker *workers;
	unsigned n_workers;
	atomic_size_t n_done;
	atomic_bool failed;
};

static void release_worker(struct run *run, struct worker *worker)
{
	cml_enumerator_release(&worker->enumerator);
	if (run->kind)
		run->kind->walk_free(worker->walk);
	free(worker->features);
	free(worker->x);
	free(worker->values);
}

static void release(struct run *run)
{
	for (unsigned i = 0; run->workers && i < run->n_workers; i++)
		release_worker(run, &run->workers[i]);
	free(run->workers);
	if (run->kind)
		run->kind->free(run->bounds);
	cml_incumbents_release(&run->incumbents);
	cml_branching_release(&run->branching);
	cml_constraints_release(&run->constraints);
	free(run->fixed);
}

static enum cml_result init_worker(struct run *run, struct worker *worker, const size_t *order,
				   struct cml_error *err)
{
	const struct cml_model *model = run->model;
	worker->features = cml_array_new(model->n_features, sizeof *worker->features);
	worker->x = cml_aligned_new(model->n_features, BATCH * sizeof *worker->x);
	worker->values = cml_array_new(model->space->n_columns, BATCH * sizeof *worker->values);
	if (!worker->features || !worker->x || !worker->values)
		return cml_fail_memory(err);
	return cml_enumerator_init(&worker->enumerator, model->space, run->fixed, order, err);
}

static enum cml_result encode(const struct run *run, struct worker *worker, const double *values,
			      float *x, struct cml_error *err)
{
	return cml_model_encode(run->model, values, worker->features, x, err);
}

/* Predicts what waits and offers it. */
static enum cml_result flush(struct run *run, struct worker *worker, struct cml_error *err)
{
	size_t n = worker->n_waiting, n_columns = run->model->space->n_columns;
	enum cml_result status = CML_OK;
	cml_model_predict(run->model, n, worker->x, worker->mean, worker->sd);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		status = cml_incumbents_offer(&run->incumbents, worker->values + i * n_columns,
					      worker->mean[i], worker->sd[i], err);
	worker->n_predicted += n;
	worker->n_waiting = 0;
	return status;
}

/* Makes a configuration wait; there is room for BATCH. */
static enum cml_result hold(struct run *run, struct worker *worker, const double *values,
			    struct cml_error *err)
{
	size_t i = worker->n_waiting++, n_columns = run->model->space->n_columns;
	memcpy(worker->values + i * n_columns, values, n_columns * sizeof *values);
	return encode(run, worker, values, worker->x + i * run->model->n_features, err);
}

static enum cml_result add(struct run *run, struct worker *worker, const double *values,
			   struct cml_error *err)
{
	enum cml_result status = hold(run, worker, values, err);
	return status == CML_OK && worker->n_waiting == BATCH ? flush(run, worker, err) : status;
}

/* A shard is every n_shards-th of N_TASKS x n_shards equal parts of the space, so that
 * shards share small spaces too. */
static uint64_t part_of(uint64_t task, uint64_t shard, uint64_t n_shards)
{
	return task * n_shards + shard;
}

/* Takes the first configuration of each of SAMPLE equal parts of the space, or of each
 * task of the shard. */
static enum cml_result draw_sample(const struct run *run, struct worker *worker, bool of_shard,
				   double *sample, size_t *n_sample, struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	uint64_t shard = of_shard ? exhaustive->shard : 1;
	uint64_t n_shards = of_shard ? exhaustive->n_shards : 1;
	uint64_t n_parts = of_shard ? N_TASKS : SAMPLE;
	size_t n_columns = run->model->space->n_columns;
	*n_sample = 0;
	for (uint64_t i = 0; i < n_parts; i++) {
		if (cml_enumerator_shard(&worker->enumerator, part_of(i, shard, n_shards),
					 n_parts * n_shards, err) != CML_OK)
			return err->status;
		if (cml_enumerator_next(&worker->enumerator) != CML_NO_POSITION)
			memcpy(sample + (*n_sample)++ * n_columns, worker->enumerator.values,
			       n_columns * sizeof *sample);
	}
	return CML_OK;
}

static double reward_of(const struct run *run, double mean, double sd)
{
	return cml_acquisition_reward(&run->exhaustive->search->acquisition, mean, sd);
}

/* The state of a climb. */
struct climb {
	double *values;    /* n_columns */
	double *neighbour; /* n_columns, as the next */
	double *best;      /* neighbour so far */
	double reward;     /* of best, or of values */
	bool moved;        /* best is better than values */
};

/* Predicts the neighbours that wait. */
static enum cml_result judge(struct run *run, struct worker *worker, struct climb *climb,
			     struct cml_error *err)
{
	size_t n = worker->n_waiting, n_columns = run->model->space->n_columns;
	enum cml_result status = flush(run, worker, err);
	for (size_t i = 0; i < n; i++) {
		double reward = reward_of(run, worker->mean[i], worker->sd[i]);
		if (!(reward > climb->reward))
			continue;
		climb->reward = reward;
		climb->moved = true;
		memcpy(climb->best, worker->values + i * n_columns, n_columns * sizeof(double));
	}
	return status;
}

/* To the best neighbour, if it is better. */
static enum cml_result climb_step(struct run *run, struct worker *worker, struct climb *climb,
				  struct cml_error *err)
{
	struct cml_neighbours neighbours;
	enum cml_result status = CML_OK;
	climb->moved = false;
	cml_neighbours_start(&neighbours, &run->constraints, climb->values);
	while (status == CML_OK && cml_neighbours_next(&neighbours, climb->neighbour)) {
		status = hold(run, worker, climb->neighbour, err);
		if (status == CML_OK && worker->n_waiting == BATCH)
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
static enum cml_result climb(struct run *run, struct worker *worker, double *values, double reward,
			     struct cml_error *err)
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

static enum cml_result climb_from_best(struct run *run, struct worker *worker, double *sample,
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
static enum cml_result explore_with(struct run *run, struct worker *worker, double *sample,
				    double *rewards, struct cml_error *err)
{
	const struct cml_model *model = run->model;
	size_t n_columns = model->space->n_columns, n_sample;
	if (draw_sample(run, worker, false, sample, &n_sample, err) != CML_OK)
		return err->status;
	if (n_sample == 0)
		return cml_fail(err, CML_NOTHING, "no configuration of the space is feasible");
	bool whole = run->exhaustive->n_shards == 1;
	for (size_t i = 0; i < n_sample; i++) {
		double mean, sd;
		if (encode(run, worker, sample + i * n_columns, worker->x, err) != CML_OK)
			return err->status;
		cml_model_predict(model, 1, worker->x, &mean, &sd);
		rewards[i] = reward_of(run, mean, sd);
		if (whole && cml_incumbents_offer(&run->incumbents, sample + i * n_columns, mean,
						  sd, err) != CML_OK)
			return err->status;
	}
	worker->n_predicted += n_sample;
	if (cml_branching_init(&run->branching, model, &run->constraints, n_sample, sample, rewards,
			       err) != CML_OK)
		return err->status;
	return whole && run->exhaustive->n_configurations > SMALL_SPACE
		   ? climb_from_best(run, worker, sample, rewards, n_sample, err)
		   : CML_OK;
}

/* Leaders to begin with of a shard, which keeps to itself. */
static enum cml_result explore_shard(struct run *run, struct worker *worker, double *sample,
				     struct cml_error *err)
{
	size_t n_sample = 0;
	enum cml_result status = draw_sample(run, worker, true, sample, &n_sample, err);
	for (size_t i = 0; status == CML_OK && i < n_sample; i++)
		status = add(run, worker, sample + i * run->model->space->n_columns, err);
	return status == CML_OK ? flush(run, worker, err) : status;
}

static enum cml_result explore(struct run *run, struct cml_error *err)
{
	struct worker worker = {0}, own = {0};
	double *sample = cml_array_new(run->model->space->n_columns, SAMPLE * sizeof *sample);
	double *rewards = cml_array_new(SAMPLE, sizeof *rewards);
	enum cml_result status =
	    sample && rewards ? init_worker(run, &worker, NULL, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = explore_with(run, &worker, sample, rewards, err);
	if (status == CML_OK && run->exhaustive->n_shards > 1) {
		status = init_worker(run, &own, run->branching.order, err);
		if (status == CML_OK)
			status = explore_shard(run, &own, sample, err);
	}
	run->exhaustive->n_predicted += worker.n_predicted + own.n_predicted;
	release_worker(run, &worker);
	release_worker(run, &own);
	free(sample);
	free(rewards);
	return status;
}

static enum cml_result prepare_bounds(struct run *run, struct cml_error *err)
{
	const struct cml_branching *branching = &run->branching;
	struct cml_bound_problem problem = {.n_features = run->model->n_features,
					    .blocks = branching->blocks,
					    .n_blocks = branching->n - branching->n_front,
					    .acquisition = run->exhaustive->search->acquisition,
					    .log_target =
						run->model->log_target && !run->model->is_score};
	double n_completions = 1;
	for (size_t b = 0; b < problem.n_blocks; b++)
		n_completions *= (double)problem.blocks[b].n_states;
	if (run->exhaustive->plain || run->exhaustive->n_configurations <= SMALL_SPACE ||
	    !run->model->kind->bounds || n_completions < MIN_COMPLETIONS)
		return CML_OK;
	enum cml_result status =
	    run->model->kind->bounds->prepare(&run->bounds, run->model->state, &problem, err);
	if (status == CML_OK)
		run->kind = run->model->kind->bounds;
	return status == CML_NOTHING ? CML_OK : status;
}

/* From the first position that changed on: the first whose part of the space holds
 * no incumbent, or CML_NO_POSITION. */
static size_t find_hopeless(const struct run *run, struct worker *worker, size_t changed)
{
	const struct cml_branching *branching = &run->branching;
	for (size_t p = changed > branching->n_front ? changed : branching->n_front;
	     p < branching->n; p++) {
		run->kind->fix(worker->walk, p - branching->n_front, worker->enumerator.states[p]);
		worker->n_bounded++;
		if (run->kind->upper(worker->walk, p - branching->n_front + 1) <
		    cml_incumbents_worst(&run->incumbents))
			return p;
	}
	return CML_NO_POSITION;
}

static enum cml_result go_through(struct run *run, struct worker *worker, struct cml_error *err)
{
	struct cml_enumerator *enumerator = &worker->enumerator;
	enum cml_result status = CML_OK;
	bool first = true;
	for (size_t changed; status == CML_OK && !atomic_load(&run->failed) &&
			     (changed = cml_enumerator_next(enumerator)) != CML_NO_POSITION;) {
		if (run->kind && (first || changed < run->branching.n_front)) {
			status = encode(run, worker, enumerator->values, worker->x, err);
			if (status == CML_OK)
				run->kind->enter(worker->walk, worker->x);
			changed = 0;
			first = false;
		}
		size_t hopeless = status == CML_OK && run->kind
				      ? find_hopeless(run, worker, changed)
				      : CML_NO_POSITION;
		if (hopeless != CML_NO_POSITION)
			cml_enumerator_skip(enumerator, hopeless);
		else if (status == CML_OK)
			status = add(run, worker, enumerator->values, err);
		/* What is left is worth knowing at once: it raises what must be beaten. */
		if (status == CML_OK && run->kind && worker->n_waiting > 0)
			status = flush(run, worker, err);
	}
	return status == CML_OK ? flush(run, worker, err) : status;
}

static enum cml_result go_through_part(struct run *run, struct worker *worker, size_t task,
				       struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	if (cml_enumerator_shard(&worker->enumerator,
				 part_of(task, exhaustive->shard, exhaustive->n_shards),
				 exhaustive->n_shards * N_TASKS, err) != CML_OK)
		return err->status;
	return go_through(run, worker, err);
}

/* Every N_TASKS-th candidate. */
static enum cml_result go_through_candidates(struct run *run, struct worker *worker, size_t task,
					     struct cml_error *err)
{
	const struct cml_configs *candidates = run->exhaustive->search->candidates;
	enum cml_result status = CML_OK;
	for (size_t i = task; status == CML_OK && i < candidates->n; i += N_TASKS)
		status =
		    add(run, worker, candidates->values + i * run->model->space->n_columns, err);
	return status == CML_OK ? flush(run, worker, err) : status;
}

static void do_task(void *context, size_t task, unsigned thread)
{
	struct run *run = context;
	struct worker *worker = &run->workers[thread];
	const struct cml_search *search = run->exhaustive->search;
	if (atomic_load(&run->failed))
		return;
	enum cml_result status = search->candidates
				     ? go_through_candidates(run, worker, task, &worker->error)
				     : go_through_part(run, worker, task, &worker->error);
	if (status != CML_OK)
		atomic_store(&run->failed, true);
	size_t n_done = atomic_fetch_add(&run->n_done, 1) + 1;
	if (search->progress && thread == 0)
		search->progress(search->progress_context, n_done, N_TASKS);
}

static enum cml_result work(struct run *run, struct cml_error *err)
{
	struct cml_pool *pool = run->exhaustive->search->pool;
	run->n_workers = cml_pool_n_threads(pool);
	run->workers = cml_array_new(run->n_workers, sizeof *run->workers);
	if (!run->workers)
		return cml_fail_memory(err);
	for (unsigned i = 0; i < run->n_workers; i++) {
		struct worker *worker = &run->workers[i];
		if (init_worker(run, worker, run->branching.order, err) != CML_OK)
			return err->status;
		if (run->kind && run->kind->walk_new(&worker->walk, run->bounds, err) != CML_OK)
			return err->status;
	}
	cml_pool_run(pool, N_TASKS, do_task, run);
	for (unsigned i = 0; i < run->n_workers; i++) {
		const struct worker *worker = &run->workers[i];
		if (worker->error.status != CML_OK) {
			*err = worker->error;
			return err->status;
		}
		run->exhaustive->n_predicted += worker->n_predicted;
		run->exhaustive->n_bounded += worker->n_bounded;
	}
	return CML_OK;
}

static enum cml_result start(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->exhaustive->search;
	const struct cml_space *space = search->model->space;
	run->model = search->model;
	if (run->exhaustive->n_shards > UINT64_MAX / N_TASKS)
		return cml_fail(err, CML_BAD_USAGE, "shards are at most 2^64 / %d", N_TASKS);
	if (cml_acquisition_check(&search->acquisition,
				  search->model->kind->has_sd(search->model->state),
				  search->model->is_score, err) != CML_OK)
		return err->status;
	run->fixed = cml_array_new(space->n_columns, sizeof *run->fixed);
	if (!run->fixed)
		return cml_fail_memory(err);
	if (cml_fixes_take(space, search->fixes, search->n_fixes, run->fixed, err) != CML_OK)
		return err->status;
	/* The enumerator has the best message for a space that cannot be enumerated. */
	struct cml_enumerator enumerator;
	bool is_exact;
	if (cml_enumerator_init(&enumerator, space, run->fixed, NULL, err) != CML_OK)
		return err->status;
	run->exhaustive->n_configurations = cml_enumerator_bound(&enumerator, &is_exact);
	cml_enumerator_release(&enumerator);
	if (cml_constraints_init(&run->constraints, space, run->fixed, CML_MAX_ENUMERATED, err) !=
	    CML_OK)
		return err->status;
	return cml_incumbents_init(&run->incumbents, &run->constraints, search->n,
				   &search->acquisition, search->exclude, err);
}

enum cml_result cml_exhaustive_run(struct cml_exhaustive *exhaustive,
				   struct cml_proposals *proposals, struct cml_error *err)
{
	struct run run = {.exhaustive = exhaustive};
	*proposals = (struct cml_proposals){0};
	enum cml_result status = start(&run, err);
	bool all = !exhaustive->search->candidates;
	if (status == CML_OK && all)
		status = explore(&run, err);
	if (status == CML_OK && all)
		status = prepare_bounds(&run, err);
	if (status == CML_OK)
		status = work(&run, err);
	if (status == CML_OK)
		status = cml_incumbents_take(&run.incumbents, proposals, err);
	if (status == CML_OK && proposals->n < exhaustive->search->n)
		snprintf(proposals->shortfall, sizeof proposals->shortfall,
			 "%zu of %zu wanted: these are all there are%s", proposals->n,
			 exhaustive->search->n,
			 run.incumbents.refused.n > 0 ? " that are not excluded" : "");
	if (status == CML_OK && proposals->n == 0)
		status = cml_fail(err, CML_NOTHING, "%s", proposals->shortfall);
	release(&run);
	return status;
}
