/* cml-search: a space or a model in, configurations to run next out. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/duration.h"
#include "base/number.h"
#include "model/model_file.h"
#include "search/configs.h"
#include "search/listing.h"
#include "search/search.h"
#include "space/feasible/enumerate.h"
#include "tool.h"
#include "tool_digits.h"
#include "tool_failures.h"
#include "tool_fixes.h"
#include "tool_hyper.h"
#include "tool_outside.h"
#include "tool_search.h"
#include "tool_search_all.h"

/* So many proposals may be what memory runs out for. */
#define MANY 1000000

enum {
	OPTION_SAMPLES = 0x100,
	OPTION_EXCLUDE,
	OPTION_FIX,
	OPTION_CHECK,
	OPTION_SHARD,
	OPTION_BY,
	OPTION_KAPPA,
	OPTION_BEST,
	OPTION_DIVERSITY,
	OPTION_CANDIDATES,
	OPTION_INCLUDE_DEFAULT,
	OPTION_LOG,
	OPTION_TIME_LIMIT
};

struct search {
	struct tool tool;
	struct tool_hyper hyper;
	const char *model_path;
	const char *space_path;
	const char *log;
	struct tool_list excludes;
	struct tool_list fixes;
	size_t n;
	size_t n_samples;
	uint64_t shard;
	uint64_t n_shards;                  /* 0: not given */
	const char *candidates_path;        /* NULL: all of the space */
	struct cml_acquisition acquisition; /* kappa and best NaN: not given */
	const char *by;                     /* NULL: not given */
	struct cml_failures failures;
	struct cml_selection selection;
	bool include_default;
	bool within_log;
	bool all_digits;
	bool check;
	bool exhaustive;
	bool lists;          /* exhaustive without a model */
	double time_limit_s; /* 0: none */
	struct tool_search_all all;
};

static const struct argp_option options[] = {
    {"space", 's', "SPACE", 0, "space to search; proposals are written in the order drawn", 1},
    {"model", 'm', "MODEL", 0,
     "model to search with, in its own space; proposals are written best first", 1},
    {"number", 'n', "N", 0, "number of proposals (default 50; exhaustive without a model: all)", 1},
    {"samples", OPTION_SAMPLES, "N", 0,
     "with a model: number of distinct configurations to score (default 2000); reinforce: "
     "configurations that each trial draws",
     1},
    {"exclude", OPTION_EXCLUDE, "HISTORY", 0,
     "propose nothing that has a row in this job table; may be repeated", 1},
    {"fix", OPTION_FIX, "NAME=VALUE", 0, "keep a param or context at this value; may be repeated",
     1},
    {"shard", OPTION_SHARD, "I/N", 0, "exhaustive: search only part I of N of the space", 1},
    {"time-limit", OPTION_TIME_LIMIT, "TIME", 0,
     "exhaustive: end after TIME (90s, 2h) with the best found, or what is listed, so far", 1},
    {"by", OPTION_BY, "mean|ucb|lcb|ei", 0,
     "with a model: rank by the prediction, by it plus or minus kappa times its uncertainty, or by "
     "expected improvement (default mean)",
     1},
    {"kappa", OPTION_KAPPA, "X", 0, "number of standard deviations for ucb and lcb (default 1)", 1},
    {"best", OPTION_BEST, "X", 0, "ei: value to improve on (default: the best metric in --exclude)",
     1},
    {"diversity", OPTION_DIVERSITY, "N", 0, "any two proposals differ in at least N params", 1},
    {"candidates", OPTION_CANDIDATES, "FILE", 0,
     "propose only configurations of this table; all of them are scored", 1},
    {"include-default", OPTION_INCLUDE_DEFAULT, NULL, 0,
     "add the default configuration of the space, as the first row", 1},
    {"log", OPTION_LOG, "FILE", 0,
     "methods that learn: write the predictions and the entropy of each step to FILE", 1},
    {"check", OPTION_CHECK, NULL, 0,
     "count instead: how many configurations there are, and how many each rule excludes", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static void check_ranking(struct search *search, struct argp_state *state)
{
	struct cml_acquisition *acquisition = &search->acquisition;
	bool bounds = acquisition->by == CML_RANK_BY_UCB || acquisition->by == CML_RANK_BY_LCB;
	const struct cml_searcher_kind *kind = NULL;
	struct cml_error unknown; /* an unknown one is reported later */
	bool plans = cml_searcher_find(search->hyper.kind, &kind, &unknown) == CML_OK && kind->plan;
	if (search->by && !search->model_path)
		argp_error(state, "--by needs a model: without one nothing is scored");
	if (search->by && plans)
		argp_error(state, "--by: %s ranks as its own options say", kind->name);
	if (!search->model_path &&
	    (search->failures.min_chance > 0 || search->failures.are_ignored))
		argp_error(state, "--min-ok and --ignore-failures need a model: without one "
				  "nothing is scored");
	if (search->within_log && !search->model_path)
		argp_error(state, "--within-log needs a model: it holds what the log covers");
	if (!isnan(acquisition->kappa) && !bounds && !plans)
		argp_error(state, "--kappa is for --by ucb and lcb, and for --method bayes");
	if (!isnan(acquisition->best) && acquisition->by != CML_RANK_BY_EI && !plans)
		argp_error(state, "--best is for --by ei, and for --method bayes");
	if (isnan(acquisition->kappa))
		acquisition->kappa = 1;
}

static error_t check_options(struct search *search, struct argp_state *state)
{
	if (!search->model_path && !search->space_path)
		argp_error(state, "one of -s SPACE and -m MODEL is required");
	if (search->model_path && search->space_path)
		argp_error(state, "-s and -m exclude each other: a model carries its space");
	if (search->n_samples > 0 && !search->model_path)
		argp_error(state, "--samples needs a model: without one nothing is scored");
	search->exhaustive = strcmp(search->hyper.kind, "exhaustive") == 0;
	search->lists = search->exhaustive && !search->model_path;
	if (search->exhaustive && search->n_samples > 0)
		argp_error(state, "--samples is for methods that draw: exhaustive scores all");
	if (search->n_shards > 0 && !search->exhaustive)
		argp_error(state, "--shard needs --method exhaustive");
	if (search->time_limit_s > 0 && !search->exhaustive)
		argp_error(state, "--time-limit is for --method exhaustive: other methods end by "
				  "themselves");
	if (search->log && search->exhaustive)
		argp_error(state, "--log is for methods that learn: exhaustive scores all");
	if (search->log && strcmp(search->log, tool_output_name(&search->tool)) == 0)
		argp_error(state, "--log: the proposals are written there: \"%s\"", search->log);
	check_ranking(search, state);
	if (search->lists && (search->include_default || search->selection.diversity > 0))
		argp_error(state, "--include-default and --diversity choose among proposals: "
				  "exhaustive without a model lists all there are");
	if (search->candidates_path && (search->lists || search->n_shards > 0))
		argp_error(state, "--candidates with --method exhaustive needs a model, and is not "
				  "for shards: it finds the best of them");
	if (search->candidates_path && search->n_samples > 0)
		argp_error(state, "--candidates and --samples exclude each other: all candidates "
				  "are scored");
	if (search->n == 0 && !search->lists)
		search->n = 50;
	if (search->n_samples > 0 && search->n_samples < search->n)
		argp_error(state, "--samples must be at least -n");
	return 0;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct search *search = state->input;
	struct cml_error err;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &search->hyper;
		state->child_inputs[1] = &search->tool;
		state->child_inputs[2] = &search->tool;
		state->child_inputs[3] = &search->failures;
		state->child_inputs[4] = &search->within_log;
		state->child_inputs[5] = &search->all_digits;
		return 0;
	case 's':
		search->space_path = argument;
		return 0;
	case 'm':
		search->model_path = argument;
		return 0;
	case 'n':
		search->n = tool_parse_count(state, "--number", argument);
		return 0;
	case OPTION_SAMPLES:
		search->n_samples = tool_parse_count(state, "--samples", argument);
		return 0;
	case OPTION_EXCLUDE:
		return tool_list_add(&search->excludes, argument);
	case OPTION_FIX:
		return tool_list_add(&search->fixes, argument);
	case OPTION_SHARD:
		if (cml_shard_parse(cml_slice_of(argument), &search->shard, &search->n_shards,
				    &err) != CML_OK)
			argp_error(state, "--shard: %s", err.message);
		return 0;
	case OPTION_TIME_LIMIT:
		if (!cml_parse_duration(cml_slice_of(argument), &search->time_limit_s) ||
		    search->time_limit_s == 0)
			argp_error(state, "--time-limit: not a time, such as 90s or 2h: \"%s\"",
				   argument);
		return 0;
	case OPTION_BY:
		search->by = argument;
		search->acquisition.by =
		    (enum cml_rank_by)tool_parse_choice(state, "--by", argument, "mean|ucb|lcb|ei");
		return 0;
	case OPTION_KAPPA:
		search->acquisition.kappa = tool_parse_number(state, "--kappa", argument, 0);
		return 0;
	case OPTION_BEST:
		search->acquisition.best = tool_parse_number(state, "--best", argument, -INFINITY);
		return 0;
	case OPTION_DIVERSITY:
		search->selection.diversity = tool_parse_count(state, "--diversity", argument);
		return 0;
	case OPTION_CANDIDATES:
		search->candidates_path = argument;
		return 0;
	case OPTION_INCLUDE_DEFAULT:
		search->include_default = true;
		return 0;
	case OPTION_CHECK:
		search->check = true;
		return 0;
	case OPTION_LOG:
		search->log = argument;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(
		    state,
		    "no input file is read: \"%s\" (a history to leave out goes to --exclude)",
		    argument);
		return 0;
	case ARGP_KEY_END:
		return check_options(search, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "configurations", done, total);
}

static enum cml_result search_all(struct search *search, const struct cml_search *run,
				  struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_exhaustive exhaustive = {.search = run,
					    .shard = search->n_shards > 0 ? search->shard : 1,
					    .n_shards =
						search->n_shards > 0 ? search->n_shards : 1};
	tool_search_all_start(&search->all, &search->tool, search->time_limit_s);
	return tool_search_all_run(&search->all, &exhaustive, proposals, err);
}

/* What is read for a search, beside space and model. */
struct inputs {
	struct cml_known_jobs jobs;
	struct cml_configs starts;
	struct cml_configs candidates;
	struct cml_proposal baseline; /* values NULL: none to propose */
};

static void release_inputs(struct inputs *inputs)
{
	cml_known_jobs_release(&inputs->jobs);
	cml_configs_release(&inputs->starts);
	cml_configs_release(&inputs->candidates);
	free(inputs->baseline.values);
}

static enum cml_result read_excluded(struct search *search, const struct cml_space *space,
				     bool outcomes, struct cml_known_jobs *jobs,
				     struct cml_error *err)
{
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < search->excludes.n; i++)
		status = tool_read_history(&search->tool, search->excludes.texts[i], space,
					   outcomes, jobs, err);
	return status;
}

/* The baseline is proposed by one shard alone, and once. */
static enum cml_result take_baseline(struct search *search, const struct cml_space *space,
				     const struct cml_model *model, const double *fixed,
				     struct inputs *inputs, struct cml_error *err)
{
	bool is_new;
	struct cml_proposal *baseline = &inputs->baseline;
	if (cml_baseline_propose(space, model, fixed, baseline, err) != CML_OK ||
	    cml_key_set_add(&inputs->jobs.keys, baseline->key, &is_new, err) != CML_OK)
		return err->status;
	if (!is_new)
		tool_note(&search->tool, "the baseline is excluded, and not proposed");
	if (is_new && search->shard <= 1)
		return CML_OK;
	free(baseline->values);
	baseline->values = NULL;
	return CML_OK;
}

static enum cml_result read_inputs(struct search *search, const struct cml_space *space,
				   const struct cml_model *model, const double *fixed,
				   struct inputs *inputs, struct cml_error *err)
{
	inputs->jobs.fixed = fixed;
	inputs->jobs.ignore_limits = search->failures.are_ignored;
	enum cml_result status = read_excluded(search, space, model != NULL, &inputs->jobs, err);
	if (status != CML_OK ||
	    (model && (status = cml_known_jobs_starts(&inputs->jobs, space, fixed, &inputs->starts,
						      err)) != CML_OK) ||
	    (search->include_default &&
	     (status = take_baseline(search, space, model, fixed, inputs, err)) != CML_OK))
		return status;
	return search->candidates_path
		   ? tool_read_candidates(&search->tool, search->candidates_path, space, fixed,
					  &inputs->candidates, err)
		   : CML_OK;
}

static enum cml_result search_space(struct search *search, struct cml_search *run,
				    struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_pool *pool = NULL;
	enum cml_result status = CML_OK;
	if (!search->exhaustive)
		status = cml_searcher_find(search->hyper.kind, &run->kind, err);
	if (status == CML_OK)
		status =
		    cml_hyper_resolve(&search->hyper.values, run->kind ? run->kind->hyper : NULL,
				      run->kind ? run->kind->n_hyper : 0, search->hyper.kind, err);
	if (status == CML_OK)
		status = tool_pool_new(&search->tool, &pool, err);
	run->pool = pool;
	if (status == CML_OK)
		status = search->exhaustive ? search_all(search, run, proposals, err)
					    : cml_search_run(run, proposals, err);
	tool_progress_end(&search->tool);
	cml_pool_free(pool);
	return status;
}

static enum cml_result list_space(struct search *search, const struct cml_space *space,
				  const double *fixed, struct cml_error *err)
{
	struct cml_known_jobs jobs = {0};
	struct cml_listing listing = {.space = space,
				      .fixed = fixed,
				      .exclude = &jobs.keys,
				      .shard = search->n_shards > 0 ? search->shard : 1,
				      .n_shards = search->n_shards > 0 ? search->n_shards : 1,
				      .n = search->n,
				      .go_on = tool_search_all_go_on,
				      .context = &search->all,
				      .is_limited = search->time_limit_s > 0};
	enum cml_result status = read_excluded(search, space, false, &jobs, err);
	if (status == CML_OK)
		status = cml_hyper_resolve(&search->hyper.values, NULL, 0, search->hyper.kind, err);
	tool_search_all_start(&search->all, &search->tool, search->time_limit_s);
	if (status == CML_OK)
		status = tool_write_listing(&search->tool, &listing, err);
	tool_progress_end(&search->tool);
	if (status == CML_OK && listing.is_stopped)
		tool_note(&search->tool,
			  "stopped at the time limit: %zu configurations listed, more are left",
			  listing.n_written);
	cml_known_jobs_release(&jobs);
	return status;
}

static enum cml_result propose(struct search *search, const struct cml_space *space,
			       const struct cml_model *model, const double *fixed,
			       struct cml_error *err)
{
	struct cml_proposals proposals = {0};
	struct cml_search_log log = {0};
	struct inputs inputs = {0};
	enum cml_result status = read_inputs(search, space, model, fixed, &inputs, err);
	struct cml_search run = {.space = space,
				 .model = model,
				 .hyper = &search->hyper.values,
				 .n = search->n,
				 .n_samples = search->candidates_path ? inputs.candidates.n
								      : search->n_samples,
				 .fixes = search->fixes.texts,
				 .n_fixes = search->fixes.n,
				 .exclude = &inputs.jobs.keys,
				 .acquisition = search->acquisition,
				 .failures = search->failures,
				 .within_log = search->within_log,
				 .selection = search->selection,
				 .first = inputs.baseline.values,
				 .candidates = search->candidates_path ? &inputs.candidates : NULL,
				 .starts = &inputs.starts,
				 .seed = search->tool.seed,
				 .log = search->log ? &log : NULL,
				 .progress = show_progress,
				 .progress_context = &search->tool};
	run.acquisition.maximize = model && model->maximize;
	run.acquisition.is_log = model && model->log_target;
	if (isnan(run.acquisition.best) && inputs.jobs.has_best)
		run.acquisition.best = inputs.jobs.best;
	if (status == CML_OK)
		status = search_space(search, &run, &proposals, err);
	if (status == CML_NO_MEMORY && search->n > MANY)
		cml_fail(err, CML_NO_MEMORY,
			 "out of memory: %zu proposals are held at once; ask for fewer with -n, or "
			 "list the space with -s SPACE --method exhaustive, which holds none",
			 search->n);
	proposals.all_digits = search->all_digits;
	proposals.baseline = inputs.baseline.values ? &inputs.baseline : NULL;
	if (status == CML_OK)
		status = tool_write_proposals(&search->tool, space, model, &proposals, err);
	if (status == CML_OK && search->log)
		status = tool_write_search_log(&search->tool, search->log, &log, err);
	cml_search_log_release(&log);
	cml_proposals_release(&proposals);
	release_inputs(&inputs);
	return status;
}

static enum cml_result run(struct search *search, struct cml_error *err)
{
	struct cml_model *model = NULL;
	struct cml_space *space = NULL;
	double *fixed = NULL;
	const char *inputs[] = {search->model_path, search->space_path, search->candidates_path};
	enum cml_result status =
	    tool_check_outputs(&search->tool, (struct tool_paths){&search->log, 1},
			       (struct tool_paths){inputs, 3}, err);
	if (status == CML_OK)
		status = tool_check_outputs(
		    &search->tool, (struct tool_paths){&search->log, 1},
		    (struct tool_paths){search->excludes.texts, search->excludes.n}, err);
	if (status == CML_OK)
		status = search->model_path ? cml_model_read(&model, search->model_path, err)
					    : cml_space_open(&space, search->space_path, err);
	if (status == CML_OK && model && !model->space) {
		status = cml_fail(err, CML_BAD_DATA,
				  "the model carries no space to search: train it with -s SPACE");
		cml_error_locate(err, search->model_path, 0, NULL);
	}
	if (status == CML_OK && model && !search->check && !search->failures.are_ignored)
		tool_failures_note(&search->tool, model);
	const struct cml_space *searched = model ? model->space : space;
	const char *searched_path = model ? search->model_path : search->space_path;
	if (status == CML_OK)
		status = tool_fixes_take(&search->tool, searched, &search->fixes,
					 search->check ? NULL : searched_path, &fixed, err);
	if (status == CML_OK)
		status = search->check   ? tool_check_feasible(&search->tool, searched, fixed, err)
			 : search->lists ? list_space(search, searched, fixed, err)
					 : propose(search, searched, model, fixed, err);
	free(fixed);
	cml_model_free(model);
	cml_space_free(space);
	return status;
}

int main(int argc, char **argv)
{
	struct search search = {.acquisition = {.kappa = NAN, .best = NAN}};
	struct cml_error err = {0};
	tool_init(&search.tool, "cml-search");
	bool ready = tool_hyper_init_searchers(&search.hyper);
	const struct argp_child children[] = {{&search.hyper.argp, 0, NULL, 6},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_table_argp, 0, NULL, 30},
					      {&tool_failures_argp, 0, NULL, 2},
					      {&tool_within_log_argp, 0, NULL, 2},
					      {&tool_digits_argp, 0, NULL, 2},
					      {0}};
	const struct argp argp = {.options = options,
				  .parser = parse_option,
				  .args_doc = "-s SPACE\n-m MODEL",
				  .doc = "Proposes configurations that obey every rule.",
				  .children = children};
	enum cml_result status =
	    ready ? tool_parse(&argp, argc, argv, &search, &err) : cml_fail_memory(&err);
	if (search.n_samples == 0) {
		bool chooses = search.model_path || search.selection.diversity > 0;
		search.n_samples = search.n > 2000 || !chooses ? search.n : 2000;
	}
	if (status == CML_OK)
		status = run(&search, &err);
	tool_hyper_release(&search.hyper);
	free(search.fixes.texts);
	free(search.excludes.texts);
	return tool_exit(&search.tool, status, &err);
}
