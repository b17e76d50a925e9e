#include "base/memory.h"
#include "base/number.h"
#include "search/exhaustive/exhaustive_coverage.h"
#include "search/exhaustive/exhaustive_explore.h"
#include "search/exhaustive/exhaustive_worker.h"
#include "space/feasible/fixes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parts of fewer configurations than this are not worth a bound. */
#define MIN_COMPLETIONS 16
/* Spaces of so few configurations are predicted whole. */
#define SMALL_SPACE 4096

static void release(struct cml_exhaustive_run *run)
{
	for (unsigned i = 0; run->workers && i < run->n_workers; i++)
		cml_exhaustive_worker_release(&run->workers[i]);
	free(run->workers);
	cml_worth_bounds_release(&run->bounds);
	cml_incumbents_release(&run->incumbents);
	cml_branching_release(&run->branching);
	cml_constraints_release(&run->constraints);
	free(run->fixed);
}

static enum cml_result prepare_bounds(struct cml_exhaustive_run *run, struct cml_error *err)
{
	const struct cml_branching *branching = &run->branching;
	struct cml_bound_problem problem = {.n_features = run->model->n_features,
					    .blocks = branching->blocks,
					    .n_blocks = branching->n - branching->n_front,
					    .acquisition = run->worth.acquisition,
					    .log_target =
						run->model->log_target && !run->model->is_score};
	double n_completions = 1;
	for (size_t b = 0; b < problem.n_blocks; b++)
		n_completions *= (double)problem.blocks[b].n_states;
	if (n_completions < MIN_COMPLETIONS)
		return CML_OK;
	if (cml_worth_bounds_init(&run->bounds, run->model, &run->worth, &problem, err) != CML_OK)
		return err->status;
	run->has_bounds = run->bounds.reward.kind;
	return CML_OK;
}

/* From the first position that changed on: the first whose part of the space holds
 * no incumbent, or CML_NO_POSITION. */
static size_t find_hopeless(const struct cml_exhaustive_run *run,
			    struct cml_exhaustive_worker *worker, size_t changed)
{
	const struct cml_branching *branching = &run->branching;
	const struct cml_incumbents *incumbents = &run->incumbents;
	for (size_t p = changed > branching->n_front ? changed : branching->n_front;
	     p < branching->n; p++) {
		size_t level = p - branching->n_front;
		cml_worth_walk_fix(&worker->walk, level, worker->enumerator.states[p]);
		worker->n_bounded++;
		if (cml_worth_walk_is_hopeless(&worker->walk, level + 1,
					       cml_incumbents_worst(incumbents),
					       cml_incumbents_best_log_chance(incumbents)))
			return p;
	}
	return CML_NO_POSITION;
}

static enum cml_result go_through(struct cml_exhaustive_run *run,
				  struct cml_exhaustive_worker *worker, struct cml_error *err)
{
	struct cml_enumerator *enumerator = &worker->enumerator;
	enum cml_result status = CML_OK;
	bool first = true;
	for (size_t changed; status == CML_OK && !atomic_load(&run->stopped) &&
			     (changed = cml_enumerator_next(enumerator)) != CML_NO_POSITION;) {
		if (++worker->n_rounds % CML_EXHAUSTIVE_BATCH == 0 &&
		    !cml_exhaustive_go_on(worker, cml_enumerator_done(enumerator)))
			break;
		size_t uncovered;
		changed = changed < worker->stale ? changed : worker->stale;
		worker->stale = CML_NO_POSITION;
		status = cml_exhaustive_find_uncovered(run, worker, changed, &uncovered, err);
		if (status == CML_OK && uncovered != CML_NO_POSITION) {
			worker->stale = changed;
			cml_enumerator_skip(enumerator, uncovered);
			continue;
		}
		if (status == CML_OK && run->has_bounds &&
		    (first || changed < run->branching.n_front)) {
			status =
			    cml_exhaustive_encode(run, worker, enumerator->values, worker->x, err);
			if (status == CML_OK)
				cml_worth_walk_enter(&worker->walk, worker->x);
			changed = 0;
			first = false;
		}
		size_t hopeless = status == CML_OK && run->has_bounds
				      ? find_hopeless(run, worker, changed)
				      : CML_NO_POSITION;
		if (hopeless != CML_NO_POSITION)
			cml_enumerator_skip(enumerator, hopeless);
		else if (status == CML_OK)
			status = cml_exhaustive_add(run, worker, enumerator->values, err);
		/* What is left is worth knowing at once: it raises what must be beaten. */
		if (status == CML_OK && run->has_bounds && worker->n_waiting > 0)
			status = cml_exhaustive_flush(run, worker, err);
	}
	return status == CML_OK ? cml_exhaustive_flush(run, worker, err) : status;
}

static enum cml_result go_through_part(struct cml_exhaustive_run *run,
				       struct cml_exhaustive_worker *worker, size_t task,
				       struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	if (cml_enumerator_shard(&worker->enumerator,
				 cml_exhaustive_part(task, exhaustive->shard, exhaustive->n_shards),
				 exhaustive->n_shards * CML_EXHAUSTIVE_TASKS, err) != CML_OK)
		return err->status;
	return go_through(run, worker, err);
}

/* Every CML_EXHAUSTIVE_TASKS-th candidate. */
static enum cml_result go_through_candidates(struct cml_exhaustive_run *run,
					     struct cml_exhaustive_worker *worker, size_t task,
					     struct cml_error *err)
{
	const struct cml_configs *candidates = run->exhaustive->search->candidates;
	enum cml_result status = CML_OK;
	for (size_t i = task; status == CML_OK && i < candidates->n; i += CML_EXHAUSTIVE_TASKS)
		status = cml_exhaustive_add(
		    run, worker, candidates->values + i * run->model->space->n_columns, err);
	return status == CML_OK ? cml_exhaustive_flush(run, worker, err) : status;
}

static void do_task(void *context, size_t task, unsigned thread)
{
	struct cml_exhaustive_run *run = context;
	struct cml_exhaustive_worker *worker = &run->workers[thread];
	const struct cml_search *search = run->exhaustive->search;
	if (atomic_load(&run->stopped))
		return;
	enum cml_result status = search->candidates
				     ? go_through_candidates(run, worker, task, &worker->error)
				     : go_through_part(run, worker, task, &worker->error);
	if (status != CML_OK)
		atomic_store(&run->stopped, true);
	if (atomic_load(&run->stopped))
		return;
	atomic_store(&worker->done, 0);
	atomic_fetch_add(&run->n_done, 1);
	cml_exhaustive_go_on(worker, 0);
}

static enum cml_result work(struct cml_exhaustive_run *run, struct cml_error *err)
{
	struct cml_pool *pool = run->exhaustive->search->pool;
	run->n_workers = cml_pool_n_threads(pool);
	run->workers = cml_array_new(run->n_workers, sizeof *run->workers);
	if (!run->workers)
		return cml_fail_memory(err);
	for (unsigned i = 0; i < run->n_workers; i++) {
		struct cml_exhaustive_worker *worker = &run->workers[i];
		if (cml_exhaustive_worker_init(run, worker, run->branching.order, err) != CML_OK)
			return err->status;
		if (run->has_bounds &&
		    cml_worth_walk_init(&worker->walk, &run->bounds, err) != CML_OK)
			return err->status;
	}
	cml_pool_run(pool, CML_EXHAUSTIVE_TASKS, do_task, run);
	for (unsigned i = 0; i < run->n_workers; i++) {
		const struct cml_exhaustive_worker *worker = &run->workers[i];
		if (worker->error.status != CML_OK) {
			*err = worker->error;
			return err->status;
		}
		run->exhaustive->n_predicted += worker->n_predicted;
		run->exhaustive->n_bounded += worker->n_bounded;
	}
	return CML_OK;
}

/* Whether parts may be left out, so that knowing where to begin is worth a sample. */
static bool may_bound(const struct cml_exhaustive_run *run)
{
	return !run->exhaustive->search->candidates && !run->exhaustive->plain &&
	       run->exhaustive->n_configurations > SMALL_SPACE &&
	       cml_worth_may_bound(run->model, &run->worth.acquisition);
}

/* What would take years is refused, unless a limit is given. */
static enum cml_result check_size(const struct cml_exhaustive_run *run, struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	cml_count count = exhaustive->n_configurations / exhaustive->n_shards;
	if (exhaustive->is_limited || exhaustive->search->candidates || run->has_bounds ||
	    !run->is_exact || count <= CML_MAX_ENDING)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_USAGE,
	    "%.3g configurations%s cannot all be predicted, and %s gives no bounds here to "
	    "leave some out: --time-limit ends with the best found, --fix NAME=VALUE "
	    "keeps to some, --shard I/N predicts a part; other methods sample",
	    (double)count, exhaustive->n_shards > 1 ? " in this shard" : "",
	    run->model->kind->name);
}

static enum cml_result start(struct cml_exhaustive_run *run, struct cml_error *err)
{
	const struct cml_search *search = run->exhaustive->search;
	const struct cml_space *space = search->model->space;
	run->model = search->model;
	if (run->exhaustive->n_shards > UINT64_MAX / CML_EXHAUSTIVE_TASKS)
		return cml_fail(err, CML_BAD_USAGE, "shards are at most 2^64 / %d",
				CML_EXHAUSTIVE_TASKS);
	if (search->cost || search->front)
		return cml_fail(err, CML_BAD_USAGE,
				"%s does not go with --method exhaustive: pass its list "
				"(-s SPACE --method exhaustive) to --candidates of another method",
				search->cost ? "--cost"
					     : "--by front, the default for two metrics,");
	if (cml_model_worth(run->model, &search->acquisition, &search->failures, &run->worth,
			    err) != CML_OK)
		return err->status;
	run->fixed = cml_array_new(space->n_columns, sizeof *run->fixed);
	if (!run->fixed)
		return cml_fail_memory(err);
	if (cml_fixes_take(space, search->fixes, search->n_fixes, run->fixed, err) != CML_OK)
		return err->status;
	if (!search->candidates && cml_exhaustive_check_coverage(run, err) != CML_OK)
		return err->status;
	/* The enumerator has the best message for a space that cannot be enumerated. */
	struct cml_enumerator enumerator;
	if (cml_enumerator_init(&enumerator, space, run->fixed, NULL, err) != CML_OK)
		return err->status;
	run->exhaustive->n_configurations = cml_enumerator_bound(&enumerator, &run->is_exact);
	cml_enumerator_release(&enumerator);
	if (cml_constraints_init(&run->constraints, space, run->fixed, CML_MAX_ENUMERATED, err) !=
	    CML_OK)
		return err->status;
	return cml_incumbents_init(&run->incumbents, &run->constraints, search->n, &run->worth,
				   search->exclude, err);
}

static void explain(const struct cml_exhaustive_run *run, struct cml_proposals *proposals)
{
	const struct cml_search *search = run->exhaustive->search;
	double floor = search->failures.min_chance;
	int size = snprintf(proposals->shortfall, sizeof proposals->shortfall,
			    "%zu of %zu wanted: these are %s%s", proposals->n, search->n,
			    run->exhaustive->is_stopped ? "those found in time" : "all there are",
			    run->incumbents.refused.n > 0 ? " that are not excluded" : "");
	if (search->within_log)
		size += snprintf(proposals->shortfall + size,
				 sizeof proposals->shortfall - (size_t)size, " inside the log");
	if (floor > 0)
		snprintf(proposals->shortfall + size, sizeof proposals->shortfall - (size_t)size,
			 " with a chance of %g to run", floor);
}

/* Why there is nothing to propose. */
static enum cml_result fail_empty(const struct cml_exhaustive_run *run,
				  const struct cml_proposals *proposals, struct cml_error *err)
{
	const struct cml_exhaustive *exhaustive = run->exhaustive;
	double best = cml_incumbents_best_log_chance(&run->incumbents);
	bool is_whole =
	    exhaustive->n_shards == 1 && !exhaustive->is_stopped && !exhaustive->search->candidates;
	double floor = exhaustive->search->failures.min_chance;
	char min_ok[CML_NUMBER_SIZE], highest[CML_NUMBER_SIZE];
	cml_print_double(floor, min_ok);
	cml_print_below(exp(best), floor, highest);
	if (isfinite(best))
		return cml_fail(err, CML_NOTHING,
				"no configuration%s has a chance of %s to run: the highest chance "
				"%sis %s",
				run->incumbents.refused.n > 0 ? " that is not excluded" : "",
				min_ok, exhaustive->is_stopped ? "found in time " : "", highest);
	if (exhaustive->search->within_log)
		return cml_fail(err, CML_NOTHING,
				"the log covers no configuration%s%s: search without --within-log, "
				"or run jobs nearer to these first",
				run->incumbents.refused.n > 0 ? " that is not excluded" : "",
				exhaustive->is_stopped ? " met in time" : "");
	return run->incumbents.refused.n == 0 && is_whole
		   ? cml_exhaustive_fail_infeasible(err)
		   : cml_fail(err, CML_NOTHING, "%s", proposals->shortfall);
}

enum cml_result cml_exhaustive_run(struct cml_exhaustive *exhaustive,
				   struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_exhaustive_run run = {.exhaustive = exhaustive,
					 .asking = PTHREAD_MUTEX_INITIALIZER};
	*proposals = (struct cml_proposals){0};
	enum cml_result status = start(&run, err);
	/* What ends in time should have begun well. */
	if (status == CML_OK &&
	    (may_bound(&run) || (exhaustive->is_limited && !exhaustive->search->candidates)))
		status = cml_exhaustive_explore(&run, err);
	if (status == CML_OK && may_bound(&run) && !exhaustive->is_stopped)
		status = prepare_bounds(&run, err);
	if (status == CML_OK)
		status = check_size(&run, err);
	if (status == CML_OK && !exhaustive->is_stopped)
		status = work(&run, err);
	if (status == CML_OK)
		status = cml_incumbents_take(&run.incumbents, proposals, err);
	if (status == CML_OK && proposals->n < exhaustive->search->n)
		explain(&run, proposals);
	if (status == CML_OK && proposals->n == 0)
		status = fail_empty(&run, proposals, err);
	release(&run);
	return status;
}
