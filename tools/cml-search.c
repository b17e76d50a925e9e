/* cml-search: a space or a model in, configurations to run next out. */
#include <math.h>
#include <stdlib.h>

#include "model/model_file.h"
#include "search/configs.h"
#include "search/front_worth.h"
#include "search/proposal_writer.h"
#include "search/search.h"
#include "space/feasible/fixes.h"
#include "tool.h"
#include "tool_asked.h"
#include "tool_fixes.h"
#include "tool_hyper.h"
#include "tool_outliers.h"
#include "tool_search.h"

/* So many proposals may be what memory runs out for. */
#define MANY 1000000

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "configurations", done, total);
}

/* What is read for a search, beside space and model. */
struct inputs {
	struct cml_configs starts;
	struct cml_configs candidates;
	struct cml_proposal baseline; /* values NULL: none to propose */
	struct cml_cost cost;
	struct cml_front front;
};

static void inputs_release(struct inputs *inputs)
{
	cml_configs_release(&inputs->starts);
	cml_configs_release(&inputs->candidates);
	free(inputs->baseline.values);
	cml_cost_release(&inputs->cost);
	cml_front_release(&inputs->front);
}

static enum cml_result read_excluded(struct tool_search_options *search, struct cml_error *err)
{
	for (size_t i = 0; i < search->excludes.n; i++)
		if (tool_read_history(&search->tool, search->excludes.texts[i], search->space,
				      search->model != NULL, &search->jobs, err) != CML_OK)
			return err->status;
	return CML_OK;
}

/* The baseline is proposed by one shard alone, once. */
static enum cml_result take_baseline(struct tool_search_options *search, struct inputs *inputs,
				     struct cml_error *err)
{
	bool is_new;
	struct cml_proposal *baseline = &inputs->baseline;
	if (cml_baseline_propose(search->space, search->model, search->fixed, baseline, err) !=
		CML_OK ||
	    cml_key_set_add(&search->jobs.keys, baseline->key, &is_new, err) != CML_OK)
		return err->status;
	if (!is_new)
		tool_note(&search->tool, "the baseline is excluded, and not proposed");
	if (is_new && search->shard <= 1)
		return CML_OK;
	free(baseline->values);
	baseline->values = NULL;
	return CML_OK;
}

/* What launches cost, that of the baseline too. */
static enum cml_result take_cost(const struct tool_search_options *search, struct inputs *inputs,
				 struct cml_error *err)
{
	struct cml_proposal *baseline = &inputs->baseline;
	if (cml_cost_init(&inputs->cost, search->space, search->cost, err) != CML_OK)
		return err->status;
	if (inputs->cost.reads_second && !search->model->second)
		return cml_fail(err, CML_BAD_USAGE,
				"--cost: the model does not know the second metric: train it on a "
				"table that has it");
	if (!baseline->values)
		return CML_OK;
	return cml_cost_of(&inputs->cost, baseline->values,
			   (double[]){baseline->pred, baseline->second}, &baseline->cost, err);
}

/* Whether the front is searched: as asked, or of a model of two metrics by default. */
static bool wants_front(const struct tool_search_options *search)
{
	return search->by_front || (search->model && search->model->second && !search->by);
}

/* No error of a prediction, but another unit. */
#define OTHER_UNIT 30

static enum cml_result read_candidates(struct tool_search_options *search, struct inputs *inputs,
				       struct cml_error *err)
{
	const struct cml_model *model = search->model;
	if (tool_read_candidates(search, &inputs->candidates, err) != CML_OK)
		return err->status;
	/* Rows of other contexts were let in, too. */
	if (model &&
	    cml_fixes_admit(model->space, search->fixes.texts, search->fixes.n, err) != CML_OK)
		return err->status;
	if (!model || !model->bare)
		return CML_OK;
	if (cml_configs_hear(&inputs->candidates, model, err) != CML_OK)
		return err->status;
	double times = cml_model_heard(model);
	if (fabs(log(times)) > log(OTHER_UNIT))
		tool_note(
		    &search->tool,
		    "predictions with '%s' are %.2g times those without it: is it in the unit "
		    "that the log has?",
		    model->space->columns[cml_space_lacks(model->space, NULL)].name, times);
	return CML_OK;
}

/* Jobs that ran, of which the model does not know: it is older than they are. */
static void note_unlearned(const struct tool *tool, const struct cml_model *model,
			   const struct cml_known_jobs *jobs)
{
	double n_learned = cml_model_fact(model, "rows");
	if ((double)jobs->n_ran > n_learned)
		tool_note(tool,
			  "%zu jobs of --exclude ran, and the model learned from %.0f: train it "
			  "again on all of them",
			  jobs->n_ran, n_learned);
}

static enum cml_result read_inputs(struct tool_search_options *search, struct inputs *inputs,
				   struct cml_error *err)
{
	const struct cml_space *space = search->space;
	const struct cml_model *model = search->model;
	size_t given =
	    model && !search->candidates_path ? cml_space_lacks(space, NULL) : CML_NO_COLUMN;
	if (given != CML_NO_COLUMN)
		tool_note(&search->tool,
			  "'%s' is computed by another program, and no draw has it: proposals are "
			  "predicted without it; --candidates FILE are predicted with it",
			  space->columns[given].name);
	search->jobs.fixed = search->fixed;
	search->jobs.ignore_limits = search->asked.failures.are_ignored;
	bool maximize = space->metric != CML_NO_COLUMN && space->columns[space->metric].maximize;
	if (cml_known_jobs_settle(&search->jobs, space, maximize, err) != CML_OK)
		return err->status;
	/* Of a job with what is fixed. */
	search->output.lines.best_job =
	    search->jobs.n_ran > 0 && search->jobs.best_rank >= 2 ? search->jobs.best : NAN;
	if (model)
		note_unlearned(&search->tool, model, &search->jobs);
	if ((model && cml_known_jobs_starts(&search->jobs, space, search->fixed, &inputs->starts,
					    err) != CML_OK) ||
	    (search->candidates_path && read_candidates(search, inputs, err) != CML_OK) ||
	    (search->include_default && take_baseline(search, inputs, err) != CML_OK) ||
	    (search->cost && take_cost(search, inputs, err) != CML_OK))
		return err->status;
	return CML_OK;
}

static enum cml_result list_space(struct tool_search_options *search, struct cml_error *err)
{
	struct cml_listing listing = {.space = search->space,
				      .fixed = search->fixed,
				      .exclude = &search->jobs.keys,
				      .shard = search->n_shards > 0 ? search->shard : 1,
				      .n_shards = search->n_shards > 0 ? search->n_shards : 1,
				      .n = search->n};
	return tool_write_listing(&search->tool, &search->output, &listing, err);
}

static enum cml_result write_proposals(struct tool_search_options *search, struct cml_pool *pool,
				       struct cml_proposals *proposals, struct cml_error *err)
{
	AUTO(cml_explainer) explainer = {0};
	const struct tool_explain *explain = &search->asked.explain;
	proposals->all_digits = search->asked.all_digits;
	proposals->as_text = explain->as_text;
	if (tool_explain_start(explain, search->model, pool, &explainer, &proposals->explainer,
			       err) != CML_OK ||
	    tool_write_proposals(&search->tool, &search->output, search->space, search->model,
				 proposals, err) != CML_OK)
		return err->status;
	tool_explain_note(&search->tool, &explainer);
	return CML_OK;
}

/* Runs the search that is described, and writes what it proposes. */
static enum cml_result search_and_write(struct tool_search_options *search, struct cml_search *run,
					struct inputs *inputs, struct cml_error *err)
{
	AUTOPTR(cml_pool) pool = NULL;
	AUTO(cml_proposals) proposals = {0};
	run->kind = search->hyper.searcher;
	enum cml_result status = tool_learning_pool_new(&search->tool, &pool, err);
	run->pool = pool;
	if (!status)
		status = cml_search_run(run, &proposals, err);
	tool_progress_end(&search->tool);
	if (status == CML_NO_MEMORY && search->n > MANY)
		cml_fail(err, CML_NO_MEMORY,
			 "out of memory: %zu proposals are held at once; ask for fewer with -n, or "
			 "list the space with -s SPACE --method exhaustive, which holds none",
			 search->n);
	proposals.baseline = inputs->baseline.values ? &inputs->baseline : NULL;
	return status ? status : write_proposals(search, pool, &proposals, err);
}

static enum cml_result propose(struct tool_search_options *search, struct cml_error *err)
{
	const struct cml_model *model = search->model;
	AUTO(inputs) inputs = {0};
	if (read_inputs(search, &inputs, err) != CML_OK)
		return err->status;
	struct cml_search run = {.space = search->space,
				 .model = model,
				 .hyper = &search->hyper.values,
				 .n = search->n,
				 .n_samples = search->candidates_path ? inputs.candidates.n
								      : search->n_samples,
				 .fixes = search->fixes.texts,
				 .n_fixes = search->fixes.n,
				 .shard = search->shard,
				 .n_shards = search->n_shards,
				 .exclude = &search->jobs.keys,
				 .acquisition = search->acquisition,
				 .failures = search->asked.failures,
				 .cost = search->cost ? &inputs.cost : NULL,
				 .within_log = search->asked.within_log,
				 .first = inputs.baseline.values,
				 .candidates = search->candidates_path ? &inputs.candidates : NULL,
				 .starts = &inputs.starts,
				 .tried = &search->jobs.tried,
				 .seed = search->tool.seed,
				 .progress = show_progress,
				 .progress_context = &search->tool};
	run.acquisition.maximize = model && model->maximize;
	run.acquisition.is_log = model && model->log_target;
	if (isnan(run.acquisition.best) && search->jobs.n_ran > 0)
		run.acquisition.best = search->jobs.best;
	if (wants_front(search)) {
		if (cml_front_init(&inputs.front, model, err) != CML_OK ||
		    cml_known_jobs_front(&search->jobs, &inputs.front, err) != CML_OK)
			return err->status;
		run.front = &inputs.front;
	}
	return search_and_write(search, &run, &inputs, err);
}

/* No output is an input. */
static enum cml_result check_outputs(struct tool_search_options *search, struct cml_error *err)
{
	const char *inputs[] = {search->model_path, search->space_path, search->candidates_path};
	if (tool_check_outputs(&search->tool, inputs, 3, err) != CML_OK)
		return err->status;
	return tool_check_outputs(&search->tool, search->excludes.texts, search->excludes.n, err);
}

static enum cml_result read_model(struct tool_search_options *search, struct cml_error *err)
{
	if (cml_model_read(&search->model, search->model_path, err) != CML_OK)
		return err->status;
	search->space = search->model->space;
	if (!search->space) {
		cml_fail(err, CML_BAD_DATA,
			 "the model carries no space to search: train it with -s SPACE");
		return cml_error_locate(err, search->model_path, 0, NULL);
	}
	if (tool_explain_check(&search->asked.explain, search->model, search->model_path, err) !=
	    CML_OK)
		return err->status;
	if (!search->check && !search->asked.failures.are_ignored)
		tool_failures_note(&search->tool, search->model);
	return CML_OK;
}

/* The contexts that nobody fixes are those of the newest jobs. */
static enum cml_result take_newest(struct tool_search_options *search, struct cml_error *err)
{
	AUTO(cml_newest) newest = {0};
	return cml_newest_init(&newest, &search->jobs, err) != CML_OK
		   ? err->status
		   : tool_fixes_renew(&search->tool, search->space, &newest, &search->fixes,
				      &search->followed, err);
}

/* What is fixed, what follows from it, and what is new. */
static enum cml_result take_fixes(struct tool_search_options *search, struct cml_error *err)
{
	const struct tool *tool = &search->tool;
	const struct cml_model *model = search->model;
	const char *path = model ? search->model_path : search->space_path;
	search->jobs.keys_alone = search->lists;
	if ((model &&
	     cml_fixes_admit(model->space, search->fixes.texts, search->fixes.n, err) != CML_OK) ||
	    tool_fixes_follow(tool, search->space, model, &search->fixes, &search->followed, err) !=
		CML_OK ||
	    (!search->check && read_excluded(search, err) != CML_OK) ||
	    (search->jobs.n > 0 && take_newest(search, err) != CML_OK) ||
	    tool_fixes_judge(tool, search->space, model, &search->fixes, &search->followed, err) !=
		CML_OK)
		return err->status;
	return tool_fixes_take(tool, search->space, &search->fixes, search->check ? NULL : path,
			       &search->fixed, err);
}

static enum cml_result search_fixed(struct tool_search_options *search, struct cml_error *err)
{
	if (take_fixes(search, err) != CML_OK)
		return err->status;
	return search->check ? tool_check_feasible(&search->tool, search->space, search->fixed, err)
	       : search->lists ? list_space(search, err)
			       : propose(search, err);
}

/* One search. What it finds nothing for has a line all the same, beside others. */
static enum cml_result run_once(struct tool_search_options *search, struct cml_error *err)
{
	enum cml_result status = search_fixed(search, err);
	if (status == CML_NOTHING && search->output.has_lines &&
	    cml_proposals_tabulate(&(struct cml_proposals){0}, search->model, search->fixed, NULL,
				   &search->output.lines, err) != CML_OK)
		status = err->status;
	cml_known_jobs_release(&search->jobs);
	free(search->fixed);
	search->fixed = NULL;
	return status;
}

/* What a search of a space alone does not do. */
static void note_space(const struct tool *tool, const struct cml_space *space)
{
	struct cml_name_list names = {0};
	for (size_t i = 0; i < space->n_limits; i++)
		cml_name_list_add(&names, space->columns[space->limits[i]].name);
	tool_ranges_note(tool, space);
	if (space->n_limits > 0)
		tool_note(tool,
			  "limits are predicted by a model (-m): without one %s is not "
			  "looked at, whatever the terms of the space say",
			  cml_name_list_end(&names));
}

static enum cml_result run(struct tool_search_options *search, struct cml_error *err)
{
	search->output.has_lines =
	    search->asked.explain.as_text && !search->asked.explain.is_wanted;
	search->output.lines.has_cost = search->cost != NULL;
	if (check_outputs(search, err) != CML_OK ||
	    (search->model_path
		 ? read_model(search, err)
		 : cml_space_open(&search->space, search->space_path, err)) != CML_OK ||
	    tool_search_each(search, run_once, err) != CML_OK)
		return err->status;
	if (!search->model && !search->check)
		note_space(&search->tool, search->space);
	return CML_OK;
}

static void release(struct tool_search_options *search)
{
	tool_search_output_release(&search->output);
	if (!search->model)
		cml_space_free(search->space);
	cml_model_free(search->model);
	tool_hyper_release(&search->hyper);
	free(search->fixes.texts);
	free(search->excludes.texts);
	cml_arena_release(&search->followed);
}

int main(int argc, char **argv)
{
	struct tool_search_options search = {.hyper.kinds = &tool_searchers,
					     .acquisition = {.kappa = NAN, .best = NAN},
					     .asked.explain.has_lines = true};
	struct cml_error err = {0};
	tool_init(&search.tool, "cml-search");
	search.tool.kinds = &tool_searchers;
	const struct argp_child children[] = {{&tool_searchers.argp, 0, NULL, 1},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_log_argp, 0, NULL, 30},
					      {&tool_asked_argp, 0, NULL, 2},
					      {0}};
	const struct argp argp = {.options = tool_search_option_table,
				  .parser = tool_search_parse_option,
				  .args_doc = "-s SPACE\n-m MODEL",
				  .doc = "Proposes configurations that obey every rule.",
				  .children = children};
	bool failed =
	    tool_parse(&argp, argc, argv, &search, &err) != CML_OK || run(&search, &err) != CML_OK;
	release(&search);
	return tool_exit(&search.tool, failed ? err.status : CML_OK, &err);
}
