#include "search/search.h"

#include "base/memory.h"
#include "math/top_n.h"
#include "search/caution.h"
#include "search/coverage.h"
#include "search/front_worth.h"
#include "search/proposals.h"
#include "space/config.h"
#include "space/feasible/fixes.h"
#include "space/feasible/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Proposals asked for at a time: by what lists all, and by what learns from each batch; refused
 * draws in a row before a space counts as empty. */
#define BATCH 4096
#define LEARNING_BATCH 512
#define MAX_TRIES 10000000
#define MAX_STALE_FACTOR 20
/* A search chooses among fewer where drawing all takes longer than this. */
#define MAX_ALL_TRIES 1000000

/* What one run works with. */
struct run {
	struct cml_search settled; /* the caller's, with the number of samples */
	const struct cml_search *search;
	const struct cml_searcher_kind *kind; /* search's, or the list of candidates */
	struct cml_worth worth;
	struct cml_selection selection;
	struct cml_sampler sampler; /* empty with candidates */
	void *searcher;
	struct cml_key_set seen; /* unless each is asked once: all of a space, candidates */
	struct cml_top_n top;
	struct cml_proposals *proposals;
	double *asked;                     /* BATCH x n_columns */
	double *features;                  /* n_encoded */
	float *x;                          /* BATCH x n_features */
	struct cml_proposal scored[BATCH]; /* those asked, without their keys */
	double mean[BATCH], sd[BATCH], log_chance[BATCH];
	double second[BATCH], second_sd[BATCH]; /* metric, in a search for the front */
	double rewards[BATCH];                  /* amounts of worths, for the searcher */
	struct cml_shortfall found;             /* so far */
	size_t budget;                          /* of the searcher; 0: it has none */
	bool has_ended;                         /* the searcher has no more */
	uint64_t drawn_at_new;                  /* the sampler's tries when the last new one came */
	struct cml_coverage coverage;
	struct cml_caution caution;
	struct cml_space *narrowed; /* to the log; NULL: all of it is searched */
	bool allowed[BATCH];
	double worst_reward; /* of all so far: what is not covered earns it */
};

static enum cml_result allocate(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	const struct cml_model *model = search->model;
	size_t n_values, n_columns = search->space->n_columns;
	size_t n_kept = search->n; /* the best so many, for the selection */
	size_t max = run->budget > search->n_samples ? run->budget : search->n_samples;
	if (max > CML_SEARCH_MAX_KEPT && search->n < CML_SEARCH_MAX_KEPT)
		max = CML_SEARCH_MAX_KEPT;
	if (cml_selection_needs_all(&run->selection) && max > search->n)
		n_kept = max;
	if (__builtin_mul_overflow(n_kept, n_columns, &n_values) ||
	    !CML_NEW(&run->asked, BATCH * n_columns) ||
	    !CML_NEW(&run->features, model ? model->n_encoded : 1) ||
	    !CML_NEW_ALIGNED(&run->x, BATCH * (model ? model->n_features : 1)) ||
	    !CML_NEW(&run->proposals->items, n_kept) ||
	    !CML_NEW(&run->proposals->values, n_values) ||
	    !CML_NEW(&run->found.likeliest.values, n_columns))
		return cml_fail_memory(err);
	return cml_top_n_init(&run->top, n_kept, err);
}

/* What is ranked by, and chosen by. */
static enum cml_result plan(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	run->kind = search->candidates ? &cml_candidate_list : search->kind;
	struct cml_acquisition acquisition = search->acquisition;
	struct cml_failures *failures = &run->settled.failures;
	if (search->kind->ranks && search->model && search->model->chance && !failures->has_floor &&
	    !failures->are_ignored)
		failures->min_chance = CML_HOPELESS;
	acquisition.per_cost = search->cost != NULL;
	if (search->kind->needs_model && !search->model)
		return cml_fail(err, CML_BAD_USAGE, "--method %s %s predictions: it needs -m MODEL",
				search->kind->name,
				search->kind->plan ? "ranks by" : "learns from");
	if (search->kind->plan)
		search->kind->plan(search, &acquisition, &run->selection);
	if (search->cost && !search->front && acquisition.by != CML_RANK_BY_EI &&
	    cml_cost_check_once(search->cost, err) != CML_OK)
		return err->status;
	bool chooses = search->model || cml_selection_needs_all(&run->selection);
	if (search->n_samples == 0)
		run->settled.n_samples =
		    chooses && search->n < CML_SEARCH_SAMPLES ? CML_SEARCH_SAMPLES : search->n;
	run->selection.keeps_apart =
	    search->model && search->kind->ranks && search->n < CML_SEARCH_SAMPLES;
	if (search->front && (run->selection.by != CML_SELECT_TURNS || !search->front->has_best))
		run->selection.by = CML_SELECT_SHRINK;
	enum cml_result status =
	    search->front ? cml_front_worth(search->front, search->model, &search->failures,
					    search->cost != NULL, &run->worth, err)
	    : search->model
		? cml_model_worth(search->model, &acquisition, &search->failures, &run->worth, err)
		: CML_OK;
	if (status != CML_OK)
		return status;
	if (!search->failures.has_floor && !search->kind->lists_all)
		run->worth.floor = CML_WORTH_FLOOR;
	return CML_OK;
}

/* The space is narrowed to what the log covers, where that is asked for; one that rules leave empty
 * only then is one that the log does not cover. */
static enum cml_result start_sampler(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	if (search->within_log &&
	    cml_coverage_narrow(&run->coverage, search->fixes, search->n_fixes, &run->narrowed,
				err) != CML_OK)
		return err->status;
	enum cml_result status =
	    cml_sampler_init(&run->sampler, run->narrowed ? run->narrowed : search->space,
			     search->fixes, search->n_fixes, err);
	if (status != CML_NOTHING || !search->within_log)
		return status;
	struct cml_sampler whole;
	status = cml_sampler_init(&whole, search->space, search->fixes, search->n_fixes, err);
	cml_sampler_release(&whole);
	return status != CML_OK ? status : cml_coverage_fail(&run->coverage, NULL, err);
}

static enum cml_result start(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	if (plan(run, err) != CML_OK)
		return err->status;
	if (search->within_log &&
	    cml_coverage_init(&run->coverage, search->model, search->fixes, search->n_fixes,
			      search->contexts_are_given, err) != CML_OK)
		return err->status;
	if (!search->candidates && start_sampler(run, err) != CML_OK)
		return err->status;
	struct cml_searcher_start from = {
	    .search = search, .sampler = &run->sampler, .max_tries = MAX_TRIES, .seen = &run->seen};
	run->searcher = cml_array_new(1, run->kind->state_size);
	if (!run->searcher)
		return cml_fail_memory(err);
	if (run->kind->start(run->searcher, &from, err) != CML_OK)
		return err->status;
	if (run->kind->budget)
		run->budget = run->kind->budget(run->searcher);
	return allocate(run, err);
}

static void release(struct run *run)
{
	if (run->searcher && run->kind->release)
		run->kind->release(run->searcher);
	free(run->searcher);
	cml_key_set_release(&run->seen);
	if (run->sampler.space)
		cml_sampler_release(&run->sampler);
	cml_coverage_release(&run->coverage);
	cml_caution_release(&run->caution);
	cml_space_free(run->narrowed);
	cml_top_n_release(&run->top);
	free(run->asked);
	free(run->found.likeliest.values);
	free(run->features);
	free(run->x);
}

/* What is predicted of number i of those asked, its cost and its worth. */
static enum cml_result find_worth(struct run *run, size_t i, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	struct cml_proposal *scored = &run->scored[i];
	scored->pred = run->mean[i];
	scored->sd = run->sd[i];
	scored->second = run->second[i];
	scored->second_sd = run->second_sd[i];
	scored->log_chance = run->log_chance[i];
	if (search->cost &&
	    cml_cost_of(search->cost, scored->values, (double[]){scored->pred, scored->second},
			&scored->cost, err) != CML_OK)
		return err->status;
	scored->reward = cml_proposal_worth(scored, &run->worth, search->front, 1);
	return CML_OK;
}

/* What the asked configurations are worth. Without a model the first come are the best. */
static enum cml_result score(struct run *run, size_t n, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	const struct cml_model *model = search->model;
	size_t n_columns = search->space->n_columns;
	for (size_t i = 0; i < n; i++) {
		run->scored[i] = (struct cml_proposal){
		    .values = run->asked + i * n_columns, .pred = NAN, .sd = NAN};
		run->rewards[i] = 0;
		run->allowed[i] = true;
	}
	if (!model)
		return CML_OK;
	for (size_t i = 0; i < n; i++)
		if (cml_model_encode(model, run->asked + i * n_columns, run->features,
				     run->x + i * model->n_features, err) != CML_OK)
			return err->status;
	cml_batch_predict(model, search->pool, n, run->x, run->mean, run->sd, run->log_chance);
	if (search->front || (search->cost && search->cost->reads_second))
		cml_batch_predict(model->second, search->pool, n, run->x, run->second,
				  run->second_sd, NULL);
	for (size_t i = 0; i < n; i++) {
		if (find_worth(run, i, err) != CML_OK)
			return err->status;
		if (run->kind->lists_all)
			continue;
		run->rewards[i] = cml_worth_amount(&run->worth, run->scored[i].reward);
		run->worst_reward = fmin(run->worst_reward, run->rewards[i]);
	}
	for (size_t i = 0; i < n; i++) {
		run->allowed[i] =
		    cml_coverage_allows(&run->coverage, run->x + i * model->n_features);
		if (!run->allowed[i])
			run->rewards[i] = run->worst_reward;
	}
	return CML_OK;
}

/* Number i of those asked, if it is good enough. */
static void keep(struct run *run, size_t i, uint64_t key)
{
	const struct cml_proposal *scored = &run->scored[i];
	size_t slot, n_columns = run->search->space->n_columns;
	if (!cml_worth_allows(&run->worth, scored->log_chance)) {
		cml_shortfall_offer(&run->found, scored);
		return;
	}
	if (!cml_top_n_offer(&run->top, scored->reward, run->found.n_scored, &slot))
		return;
	struct cml_proposal *kept = &run->proposals->items[slot];
	double *values = run->proposals->values + slot * n_columns;
	memcpy(values, scored->values, n_columns * sizeof *values);
	*kept = *scored;
	kept->values = values;
	kept->key = key;
}

/* Adds number i of those asked to what is known of all that were scored. */
static void tell_scored(struct run *run, size_t i)
{
	const struct cml_model *model = run->search->model;
	double lo, hi;
	cml_spread_add(&run->proposals->scored, run->mean[i]);
	if (!run->search->kind->ranks)
		return;
	cml_model_interval(model, 1, run->x + i * model->n_features, &run->mean[i], &run->sd[i],
			   &lo, &hi);
	double hope = model->maximize ? hi : -lo;
	cml_spread_add(&run->proposals->hopes, isnan(hope) ? INFINITY : hope);
}

static enum cml_result keep_new(struct run *run, size_t n, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	for (size_t i = 0; i < n && (run->budget || run->found.n_scored < search->n_samples); i++) {
		uint64_t key = cml_config_key(search->space, run->scored[i].values);
		bool added = true;
		if (!run->kind->lists_all &&
		    cml_key_set_add(&run->seen, key, &added, err) != CML_OK)
			return err->status;
		bool excluded = search->exclude && cml_key_set_has(search->exclude, key);
		run->found.n_met += added;
		run->found.n_excluded += added && excluded;
		run->found.n_outside += added && !excluded && !run->allowed[i];
		if (!added || excluded || !run->allowed[i]) {
			run->found.n_stale++;
			continue;
		}
		run->found.n_stale = 0;
		run->drawn_at_new = run->sampler.n_drawn;
		run->found.n_scored++;
		if (search->model)
			tell_scored(run, i);
		keep(run, i, key);
	}
	return CML_OK;
}

/* Whether every configuration of the space was met: no use in looking on. */
static bool has_met_all(const struct run *run)
{
	return run->kind->lists_all ? run->has_ended
				    : cml_sampler_is_spent(&run->sampler, run->found.n_met);
}

static bool is_patient(const struct run *run)
{
	size_t limit = MAX_STALE_FACTOR * run->found.n_scored;
	/* Searchers that look near good ones may meet the last new ones very rarely. */
	size_t n_known =
	    run->search->n_samples + (run->search->exclude ? run->search->exclude->n : 0);
	if (run->search->model &&
	    run->found.n_proposed > MAX_STALE_FACTOR * n_known + CML_SEARCH_MAX_STALE)
		return false;
	return run->sampler.n_drawn - run->drawn_at_new <= MAX_TRIES &&
	       run->found.n_stale < (limit > CML_SEARCH_MAX_STALE ? limit : CML_SEARCH_MAX_STALE);
}

static bool is_done(const struct run *run)
{
	size_t n_wanted = run->search->n_samples;
	if (run->kind->lists_all)
		return run->has_ended;
	if (run->budget)
		return run->found.n_proposed >= run->budget;
	if (run->sampler.n_drawn > MAX_ALL_TRIES)
		n_wanted = run->search->n;
	return run->found.n_scored >= n_wanted || !is_patient(run) || has_met_all(run);
}

/* The next configurations: fewer than the most, where most draws are refused, as in a sparse space
 * a few now are better than all of them much later. */
static enum cml_result ask(struct run *run, size_t *n, struct cml_error *err)
{
	size_t most = run->kind->lists_all ? BATCH : LEARNING_BATCH;
	uint64_t enough = run->sampler.n_drawn + MAX_TRIES / 10;
	for (*n = 0; *n < most && (*n == 0 || run->sampler.n_drawn < enough); ++*n) {
		double *values = run->asked + *n * run->search->space->n_columns;
		enum cml_result status = run->kind->ask(run->searcher, values, err);
		if (*n > 0 && (status == CML_END || status == CML_NOTHING))
			return CML_OK;
		if (status != CML_OK)
			return status;
	}
	return CML_OK;
}

static enum cml_result loop(struct run *run, struct cml_error *err)
{
	const struct cml_search *search = run->search;
	while (!is_done(run)) {
		size_t n;
		enum cml_result status = ask(run, &n, err);
		run->has_ended = status == CML_NOTHING;
		if (run->has_ended &&
		    (run->kind->lists_all ? run->found.n_met : run->found.n_scored) > 0)
			return CML_OK;
		if (status != CML_OK || score(run, n, err) != CML_OK ||
		    (run->kind->tell &&
		     run->kind->tell(run->searcher, n, run->asked, run->rewards, err) != CML_OK) ||
		    keep_new(run, n, err) != CML_OK)
			return err->status;
		run->found.n_proposed += n;
		if (search->progress)
			search->progress(search->progress_context,
					 run->budget ? run->found.n_proposed : run->found.n_scored,
					 run->budget ? run->budget : search->n_samples);
	}
	return CML_OK;
}

/* Why there are fewer proposals than wanted. */
static void explain(struct run *run, struct cml_proposals *proposals)
{
	const struct cml_search *search = run->search;
	struct cml_shortfall *found = &run->found;
	found->n = proposals->n;
	found->n_wanted = search->n;
	found->min_chance = search->failures.min_chance;
	found->is_hopeless = !search->failures.has_floor;
	found->is_all = has_met_all(run);
	found->is_within_log = search->within_log && run->narrowed;
	found->where = search->candidates     ? "candidates"
		       : found->is_within_log ? "inside the log"
		       : search->n_shards > 1 ? "in the shard"
					      : "in the space";
	found->is_cautious = proposals->are_cautious;
	found->has_budget = run->budget > 0;
	if (found->n_stale < CML_SEARCH_MAX_STALE)
		cml_shortfall_blame(found, &run->sampler);
	cml_shortfall_blame_limit(found, search->model, run->features, run->x);
	cml_shortfall_print(found, proposals->shortfall, sizeof proposals->shortfall);
}

/* Chooses among the kept proposals. */
static enum cml_result finish(struct run *run, struct cml_error *err)
{
	struct cml_proposals *proposals = run->proposals;
	const struct cml_search *search = run->search;
	bool chooses = cml_selection_needs_all(&run->selection);
	bool is_cautious = chooses && search->model && search->kind->ranks;
	if (is_cautious &&
	    cml_caution_init(&run->caution, search->model, search->fixes, search->n_fixes,
			     &search->failures, search->n, err) != CML_OK)
		return err->status;
	struct cml_selection_problem problem = {
	    .selection = &run->selection,
	    .space = search->space,
	    .worth = run->worth,
	    .model = search->model,
	    .front = search->front,
	    .first = search->first,
	    .tried = search->tried,
	    .caution = is_cautious ? &run->caution : NULL,
	    .n_pending = chooses && search->model ? cml_count_pending(search->tried) : 0,
	    .n = search->n};
	if (cml_proposals_order(proposals, &run->top, problem.n_pending, err) != CML_OK ||
	    (problem.n_pending > 0 &&
	     cml_predict_pending(search->model, search->tried, proposals->items, err) != CML_OK) ||
	    (chooses && cml_select(&problem, proposals, err) != CML_OK) ||
	    (search->front && cml_front_mark(search->front, proposals, err) != CML_OK))
		return err->status;
	bool is_asked = search->failures.has_floor || search->failures.are_ignored;
	for (size_t i = 0; i < proposals->n && !is_asked; i++)
		proposals->n_risky += exp(proposals->items[i].log_chance) < CML_WORTH_FLOOR;
	proposals->has_aim = search->kind->ranks && search->model && !search->front;
	if (proposals->n < search->n)
		explain(run, proposals);
	if (proposals->n == 0 && run->coverage.tally.n_rows > 0 && run->found.n_scored == 0)
		return cml_coverage_fail(&run->coverage, NULL, err);
	return proposals->n > 0 ? CML_OK : cml_fail(err, CML_NOTHING, "%s", proposals->shortfall);
}

enum cml_result cml_search_run(const struct cml_search *search, struct cml_proposals *proposals,
			       struct cml_error *err)
{
	struct run *run = cml_array_new(1, sizeof *run);
	if (!run)
		return cml_fail_memory(err);
	*run = (struct run){.settled = *search,
			    .worst_reward = INFINITY,
			    .proposals = proposals,
			    .found.space = search->space};
	run->search = &run->settled;
	*proposals = (struct cml_proposals){0};
	bool ok =
	    start(run, err) == CML_OK && loop(run, err) == CML_OK && finish(run, err) == CML_OK;
	release(run);
	free(run);
	if (!ok)
		cml_proposals_release(proposals);
	return ok ? CML_OK : err->status;
}
