/* Tables that cml-search reads and writes. Part of tool_search.h. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/caution.h"
#include "search/shrinking/shrinking.h"
#include "space/config.h"
#include "space/feasible/fixes.h"
#include "space/feasible/space_report.h"
#include "tool_fixes.h"
#include "tool_search.h"

/* A job table being read through a space. */
struct reading {
	struct tool tool; /* with the table as its only file */
	const char *path;
	struct tool_rows rows;
	struct cml_binding binding;
	const struct cml_space *space;
	bool outcomes;
	size_t time; /* where jobs say when they ran; CML_NO_COLUMN: they do not */
	double *values;
	double *limits;
};

static enum cml_result open_table(struct reading *reading, const struct tool *tool,
				  const char *path, struct cml_error *err)
{
	const struct cml_space *space = reading->space;
	reading->tool = *tool;
	reading->path = path;
	reading->tool.files = (struct tool_list){&reading->path, 1};
	if (!CML_NEW(&reading->values, space->n_columns) ||
	    !CML_NEW(&reading->limits, space->n_measured))
		return cml_fail_memory(err);
	struct tool_rows *rows = &reading->rows;
	if (tool_rows_open(rows, &reading->tool, false, err) != CML_OK)
		return err->status;
	const struct cml_header *header = tool_rows_header(rows);
	const char *time =
	    space->time == CML_NO_COLUMN ? "cml_started" : space->columns[space->time].name;
	reading->time = cml_header_find(header, cml_slice_of(time));
	/* Jobs that are still to run have no column for what comes out. */
	reading->outcomes =
	    reading->outcomes && space->metric != CML_NO_COLUMN &&
	    cml_header_find(header, cml_slice_of(space->columns[space->metric].name)) !=
		CML_NO_COLUMN;
	return tool_rows_bind(rows, &reading->binding, space, reading->outcomes, !reading->outcomes,
			      err);
}

static void reading_release(struct reading *reading)
{
	cml_binding_release(&reading->binding);
	tool_rows_release(&reading->rows);
	free(reading->values);
	free(reading->limits);
}

static enum cml_result add_job(struct reading *reading, const struct cml_row *row,
			       struct cml_known_jobs *jobs, struct cml_error *err)
{
	const struct cml_space *space = reading->space;
	struct cml_job job = {.target = NAN, .status = CML_JOB_CANCELLED};
	bool is_kept = true, missing;
	if (reading->outcomes) {
		if (cml_job_read(&reading->binding, row, &job, err) != CML_OK ||
		    cml_job_read_limits(&reading->binding, row, reading->values, &job,
					reading->limits, err) != CML_OK)
			return err->status;
		is_kept = cml_limits_are_kept(space, reading->limits);
	}
	bool has_second = job.status == CML_JOB_OK && space->second != CML_NO_COLUMN;
	struct cml_known_job known = {.values = reading->values,
				      .target = job.target,
				      .second = has_second && reading->outcomes
						    ? reading->limits[space->n_limits]
						    : (double)NAN,
				      .has_failed = cml_job_status_is_failure(job.status),
				      .is_kept = is_kept};
	if (reading->time != CML_NO_COLUMN)
		known.time = cml_binding_cell(&reading->binding, row, reading->time, &missing);
	return cml_known_jobs_add(jobs, space, &known, err);
}

enum cml_result tool_read_history(const struct tool *tool, const char *path,
				  const struct cml_space *space, bool outcomes,
				  struct cml_known_jobs *jobs, struct cml_error *err)
{
	AUTO(reading) reading = {.space = space, .outcomes = outcomes};
	struct cml_row row;
	size_t n_foreign = 0;
	enum cml_result status = open_table(&reading, tool, path, err);
	if (status != CML_OK)
		return status;
	while (tool_rows_each(&reading.rows, &row, &status, err)) {
		status = cml_config_read(&reading.binding, &row, reading.values, err);
		n_foreign += status == CML_BAD_DATA;
		if (!status)
			status = add_job(&reading, &row, jobs, err);
		else if (status == CML_BAD_DATA)
			status = CML_OK;
	}
	if (!status && n_foreign > 0)
		tool_note(tool, "%s: %zu row%s not in the space, and ignored", path, n_foreign,
			  n_foreign == 1 ? " is" : "s are");
	return status;
}

enum cml_result tool_read_candidates(const struct tool_search_options *search,
				     struct cml_configs *candidates, struct cml_error *err)
{
	const struct tool *tool = &search->tool;
	const char *path = search->candidates_path;
	const struct cml_space *space = search->space;
	AUTO(reading) reading = {.space = space};
	struct cml_row row;
	size_t n_different = 0, n_silent = 0;
	enum cml_result status = open_table(&reading, tool, path, err);
	if (status != CML_OK)
		return status;
	reading.binding.unknown_zero = false;
	while (tool_rows_each(&reading.rows, &row, &status, err)) {
		bool differs = false;
		status = search->model
			     ? cml_config_read_new(&reading.binding, search->space, &row,
						   reading.values, err)
			     : cml_config_read(&reading.binding, &row, reading.values, err);
		if (status != CML_OK)
			continue;
		status = cml_configs_add_candidate(candidates, space, search->fixed, reading.values,
						   &differs, err);
		n_different += differs;
		n_silent += !differs && cml_space_lacks(space, reading.values) != CML_NO_COLUMN;
	}
	cml_key_set_release(&candidates->keys); /* memory for a list of millions */
	if (status != CML_OK)
		return status;
	tool_fixes_note(tool, path, n_different);
	tool_fixes_note_silent(tool, space, n_silent, candidates->n);
	return search->model ? tool_fixes_note_admitted(tool, search->model, true, err) : CML_OK;
}

enum cml_result tool_check_feasible(struct tool *tool, const struct cml_space *space,
				    const double *fixed, struct cml_error *err)
{
	AUTO(cml_space_report) report = {0};
	AUTO(tool_sheet) sheet = {0};
	if (cml_space_report_init(&report, space, fixed, tool->seed, err) != CML_OK ||
	    tool_sheet_open(&sheet, tool, NULL, ',', err) != CML_OK ||
	    cml_space_report_write(&report, &sheet.writer, err) != CML_OK ||
	    tool_sheet_commit(&sheet, err) != CML_OK)
		return err->status;
	if (report.feasible.is_infinite)
		tool_note(tool, "the space is infinite: a continuous param counts once");
	return cml_space_report_verdict(&report, err);
}

/* A third of the proposals and more, unless each was chosen with the others in mind. */
static enum cml_result note_similar(const struct tool *tool, const struct cml_space *space,
				    const struct cml_proposals *proposals, struct cml_error *err)
{
	AUTO(cml_buffer) names = {0};
	size_t n;
	bool ok = cml_similar_print(space, proposals, &n, &names);
	if (ok && n > 1 && 3 * n >= proposals->n)
		tool_note(
		    tool,
		    "%zu of %zu proposals differ from one above them in one setting alone (%.*s), "
		    "and by at most %d %% in cml_pred",
		    n, proposals->n, (int)names.size, names.data, CML_SIMILAR_PERCENT);
	return ok ? CML_OK : cml_fail_memory(err);
}

/* Why all proposals are to learn from. */
static void note_learning(const struct tool *tool, const struct cml_model *model,
			  const struct cml_proposals *proposals)
{
	const struct cml_spread *scored = &proposals->scored;
	if (isnan(proposals->best_job)) {
		tool_note(tool, "no job that ran in this context is known (--exclude gives them), "
				"so all proposals are to learn from");
		return;
	}
	const char *best = CML_PRINTED(proposals->best_job);
	bool is_worse =
	    model->maximize ? scored->hi < proposals->best_job : scored->lo > proposals->best_job;
	bool is_over =
	    proposals->hopes.hi < (model->maximize ? proposals->best_job : -proposals->best_job);
	if (is_worse)
		tool_note(tool,
			  "none of %zu configurations scored is predicted to be as good as the "
			  "best job (%s)%s: these proposals are to learn from",
			  scored->n, best,
			  is_over ? ", nor does an interval reach it, and the search can end" : "");
	else
		tool_note(tool,
			  "these proposals are to learn from (cml_aim), beside the best job (%s)",
			  best);
}

/* How many are expected to fail; where no job failed by itself, what that means. */
static void note_failing(const struct tool *tool, const struct cml_model *model, double n_failing,
			 size_t n)
{
	const struct cml_chance *chance = model ? model->chance : NULL;
	bool by_limit = chance && model->n_limits > 0 && cml_chance_jobs(chance).n_failed == 0;
	if (n_failing > 1 && by_limit)
		tool_note(tool,
			  "%.1f of %zu proposals are expected to leave the limit of '%s'%s, which "
			  "counts as failing (cml_ok); no job of the log failed otherwise: is the "
			  "bound right?",
			  n_failing, n, cml_model_limit(model, 0)->name,
			  model->n_limits > 1 ? " or another" : "");
	else if (n_failing > 1)
		tool_note(tool, "%.1f of %zu proposals are expected to fail (cml_ok)", n_failing,
			  n);
}

/* What the model does not know of the proposals, and that they are fewer than wanted. */
static enum cml_result note_proposals(const struct tool *tool, const struct cml_space *space,
				      const struct cml_model *model,
				      const struct cml_proposals *proposals,
				      const struct cml_outside_tally *tally, struct cml_error *err)
{
	struct cml_spread predictions = {0}, rewards = {0};
	double n_failing = 0, surest = 0;
	size_t n_learning = 0;
	for (size_t i = 0; i < proposals->n; i++) {
		n_learning += proposals->items[i].learns;
		if (proposals->items[i].is_anchor)
			surest = fmax(surest, exp(proposals->items[i].log_chance));
		n_failing += 1 - exp(proposals->items[i].log_chance);
		cml_spread_add(&predictions, proposals->items[i].pred);
		cml_spread_add(&rewards, proposals->items[i].reward);
	}
	if (proposals->has_aim && n_learning > 0 && n_learning == proposals->n)
		note_learning(tool, model, proposals);
	note_failing(tool, model, n_failing, proposals->n);
	if (proposals->n_risky > 0 && !proposals->beside)
		tool_note(tool,
			  "%zu of %zu proposals %s likelier to fail than to run (cml_ok); --min-ok "
			  "0.5 leaves %s out",
			  proposals->n_risky, proposals->n, proposals->n_risky == 1 ? "is" : "are",
			  proposals->n_risky == 1 ? "it" : "them");
	if (proposals->n_near > 0)
		tool_note(tool,
			  "%zu of %zu proposals differ from another by less than a twentieth of "
			  "each range, as nothing else is worth a launch",
			  proposals->n_near, proposals->n);
	if (proposals->shortfall[0])
		tool_note(tool, "%s", proposals->shortfall);
	tool_outside_note_ties(tool, &proposals->scored, &predictions, &rewards);
	if ((model && !proposals->are_a_batch && !cml_spread_is_tied(&predictions) &&
	     note_similar(tool, space, proposals, err) != CML_OK) ||
	    tool_outside_note(tool, tally, "proposals", err) != CML_OK)
		return err->status;
	if (surest > 0)
		tool_note(
		    tool,
		    "the log has fewer than %d configurations in this context, so predictions "
		    "may all be off in one direction: run the anchors (cml_aim) first, the "
		    "surest to run%s, and train again",
		    CML_ANCHORS, surest < 0.5 ? ", though each is likely to fail" : "");
	return CML_OK;
}

void tool_search_output_release(struct tool_search_output *output)
{
	tool_sheet_release(&output->sheet);
	cml_text_table_release(&output->lines.table);
}

/* Lines are printed in the end, when their widths are known. */
static enum cml_result print_lines(struct tool_search_output *output, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	return cml_text_table_print(&output->lines.table, &text)
		   ? cml_output_write(output->sheet.output, text.data, text.size, err)
		   : cml_fail_memory(err);
}

enum cml_result tool_search_output_commit(const struct tool *tool,
					  struct tool_search_output *output, struct cml_error *err)
{
	if (output->lines.table.n_cells > 0 &&
	    (tool_sheet_open(&output->sheet, tool, NULL, ',', err) != CML_OK ||
	     print_lines(output, err) != CML_OK))
		return err->status;
	return tool_sheet_commit(&output->sheet, err);
}

/* Opens the sheet, unless it is open: continues. */
static enum cml_result open_sheet(const struct tool *tool, struct tool_search_output *output,
				  bool *continues, struct cml_error *err)
{
	*continues = output->sheet.output != NULL;
	return *continues ? CML_OK : tool_sheet_open(&output->sheet, tool, NULL, ',', err);
}

enum cml_result tool_write_proposals(const struct tool *tool, struct tool_search_output *output,
				     const struct cml_space *space, const struct cml_model *model,
				     struct cml_proposals *proposals, struct cml_error *err)
{
	AUTO(cml_outside_tally) tally = {0};
	struct cml_outside_tally *counted = model && model->support ? &tally : NULL;
	if (counted && cml_outside_tally_init(counted, model, err) != CML_OK)
		return err->status;
	enum cml_result status =
	    output->has_lines
		? cml_proposals_tabulate(proposals, model, NULL, counted, &output->lines, err)
		: open_sheet(tool, output, &proposals->continues, err);
	if (!status && !output->has_lines)
		status = cml_proposals_write(proposals, space, model, counted,
					     &output->sheet.writer, err);
	if (status != CML_OK ||
	    (!tool->notes && tool_search_output_commit(tool, output, err) != CML_OK))
		return err->status;
	return note_proposals(tool, space, model, proposals, &tally, err);
}

enum cml_result tool_write_listing(const struct tool *tool, struct tool_search_output *output,
				   struct cml_listing *listing, struct cml_error *err)
{
	if (open_sheet(tool, output, &listing->continues, err) != CML_OK ||
	    cml_listing_write(listing, &output->sheet.writer, err) != CML_OK)
		return err->status;
	return tool->notes ? CML_OK : tool_search_output_commit(tool, output, err);
}
