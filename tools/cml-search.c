/* cml-search: a space or a model in, configurations to run next out. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model_file.h"
#include "search/exhaustive.h"
#include "search/listing.h"
#include "search/proposal_writer.h"
#include "search/search.h"
#include "space/config.h"
#include "space/enumerate.h"
#include "space/fixes.h"
#include "space/space_report.h"
#include "tool.h"
#include "tool_hyper.h"

enum {
	OPTION_METHOD = 0x100,
	OPTION_SAMPLES,
	OPTION_EXCLUDE,
	OPTION_FIX,
	OPTION_CHECK,
	OPTION_SHARD,
	OPTION_LOG
};

struct search {
	struct tool tool;
	struct tool_hyper hyper;
	const char *model_path;
	const char *space_path;
	const char *method;
	const char *log;
	const char **excludes;
	size_t n_excludes;
	const char **fixes;
	size_t n_fixes;
	size_t n;
	size_t n_samples;
	uint64_t shard;
	uint64_t n_shards; /* 0: not given */
	bool check;
	bool exhaustive;
	bool lists; /* exhaustive without a model */
};

static const struct argp_option options[] = {
    {"space", 's', "SPACE", 0, "search this space; proposals come in the order drawn", 1},
    {"model", 'm', "MODEL", 0, "search the model's space; proposals come best prediction first", 1},
    {"method", OPTION_METHOD, "NAME", 0, "how to search (default random)", 1},
    {"number", 'n', "N", 0,
     "how many configurations to propose (default 50; exhaustive without a model: all)", 1},
    {"samples", OPTION_SAMPLES, "N", 0,
     "with a model: distinct configurations to score (default 2000); reinforce: configurations "
     "that each trial draws",
     1},
    {"exclude", OPTION_EXCLUDE, "HISTORY", 0,
     "propose nothing that has a row in this job table; may be repeated", 1},
    {"fix", OPTION_FIX, "NAME=VALUE", 0, "keep a parameter or context at a value; may be repeated",
     1},
    {"shard", OPTION_SHARD, "I/N", 0,
     "exhaustive: only part I of N, which together are the whole space", 1},
    {"log", OPTION_LOG, "FILE", 0,
     "methods that learn: write a table to FILE, the predictions and the entropy of each step", 1},
    {"check", OPTION_CHECK, NULL, 0,
     "instead of proposing: how many configurations there are, and what each rule refuses", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t append(const char ***texts, size_t *n, const char *text)
{
	const char **grown = realloc(*texts, (*n + 1) * sizeof *grown);
	if (!grown)
		return ENOMEM;
	*texts = grown;
	grown[(*n)++] = text;
	return 0;
}

static error_t check_options(struct search *search, struct argp_state *state)
{
	if (!search->model_path && !search->space_path)
		argp_error(state, "one of -s SPACE and -m MODEL is required");
	if (search->model_path && search->space_path)
		argp_error(state, "-s and -m exclude each other: a model carries its space");
	if (search->n_samples > 0 && !search->model_path)
		argp_error(state, "--samples needs a model: without one nothing is scored");
	search->exhaustive = strcmp(search->method, "exhaustive") == 0;
	search->lists = search->exhaustive && !search->model_path;
	if (search->exhaustive && search->n_samples > 0)
		argp_error(state, "--samples is for methods that draw: exhaustive scores all");
	if (search->n_shards > 0 && !search->exhaustive)
		argp_error(state, "--shard needs --method exhaustive");
	if (search->log && search->exhaustive)
		argp_error(state, "--log is for methods that learn: exhaustive scores all");
	if (search->log && strcmp(search->log, tool_output_name(&search->tool)) == 0)
		argp_error(state, "--log: the proposals are written there: \"%s\"", search->log);
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
	case OPTION_METHOD:
		search->method = argument;
		return 0;
	case OPTION_SAMPLES:
		search->n_samples = tool_parse_count(state, "--samples", argument);
		return 0;
	case OPTION_EXCLUDE:
		return append(&search->excludes, &search->n_excludes, argument);
	case OPTION_FIX:
		return append(&search->fixes, &search->n_fixes, argument);
	case OPTION_SHARD:
		if (cml_shard_parse(cml_slice_of(argument), &search->shard, &search->n_shards,
				    &err) != CML_OK)
			argp_error(state, "--shard: %s", err.message);
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

/* The keys of a history. Rows that are not in the space cannot be proposed
 * anyway. */
static enum cml_status read_excluded(struct search *search, const char *history,
				     const struct cml_space *space, struct cml_key_set *keys,
				     struct cml_error *err)
{
	struct tool reading = search->tool;
	char *files[] = {(char *)history};
	reading.files = files;
	reading.n_files = 1;
	struct tool_rows rows = {0};
	struct cml_binding binding = {0};
	struct cml_row row;
	size_t n_foreign = 0;
	double *values = cml_array_new(space->n_columns, sizeof *values);
	enum cml_status status =
	    values ? tool_rows_open(&rows, &reading, false, err) : cml_fail_memory(err);
	if (status == CML_OK)
		status = tool_rows_blame_header(&rows,
						cml_binding_init(&binding, space,
								 tool_rows_header(&rows), &rows.na,
								 false, true, err),
						err);
	while (status == CML_OK && (status = tool_rows_next(&rows, &row, err)) == CML_OK) {
		bool added;
		status = cml_config_read(&binding, &row, values, err);
		if (status == CML_OK)
			status = cml_key_set_add(keys, cml_config_key(space, values), &added, err);
		else if (status == CML_BAD_DATA) {
			n_foreign++;
			status = CML_OK;
		}
	}
	if (status == CML_END)
		status = tool_rows_close(&rows, err);
	if (status == CML_OK && n_foreign > 0)
		tool_note(&search->tool, "%s: %zu row%s not in the space, and can exclude nothing",
			  history, n_foreign, n_foreign == 1 ? " is" : "s are");
	cml_binding_release(&binding);
	tool_rows_release(&rows);
	free(values);
	return status;
}

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "configurations", done, total);
}

static enum cml_status search_all(const struct search *search, const struct cml_search *run,
				  struct cml_proposals *proposals, struct cml_error *err)
{
	struct cml_exhaustive exhaustive = {.search = run,
					    .shard = search->n_shards > 0 ? search->shard : 1,
					    .n_shards =
						search->n_shards > 0 ? search->n_shards : 1};
	char count[CML_COUNT_SIZE];
	enum cml_status status = cml_exhaustive_run(&exhaustive, proposals, err);
	if (status == CML_OK && search->tool.verbose)
		tool_note(&search->tool,
			  "%s configurations, %" PRIu64 " predicted, %" PRIu64 " bounds",
			  cml_count_print(exhaustive.n_configurations, count),
			  exhaustive.n_predicted, exhaustive.n_bounded);
	return status;
}

static enum cml_status write_log(const struct search *search, struct cml_search_log *log,
				 bool maximize, struct cml_error *err)
{
	struct tool_sheet sheet = {0};
	enum cml_status status = tool_sheet_open(&sheet, &search->tool, search->log, ',', err);
	if (status == CML_OK)
		status = cml_search_log_write(log, maximize, &sheet.writer, err);
	if (status == CML_OK)
		status = tool_sheet_commit(&sheet, err);
	tool_sheet_release(&sheet);
	return status;
}

static enum cml_status search_space(struct search *search, const struct cml_space *space,
				    const struct cml_model *model, struct cml_proposals *proposals,
				    struct cml_error *err)
{
	struct cml_key_set excluded = {0};
	struct cml_pool *pool = NULL;
	struct cml_search_log log = {0};
	struct cml_search run = {.space = space,
				 .model = model,
				 .hyper = &search->hyper.values,
				 .n = search->n,
				 .n_samples = model ? search->n_samples : search->n,
				 .fixes = search->fixes,
				 .n_fixes = search->n_fixes,
				 .exclude = &excluded,
				 .seed = search->tool.seed,
				 .log = search->log ? &log : NULL,
				 .progress = show_progress,
				 .progress_context = &search->tool};
	enum cml_status status = CML_OK;
	if (!search->exhaustive)
		status = cml_searcher_find(search->method, &run.kind, err);
	if (status == CML_OK)
		status = cml_hyper_resolve(&search->hyper.values, run.kind ? run.kind->hyper : NULL,
					   run.kind ? run.kind->n_hyper : 0, search->method, err);
	for (size_t i = 0; status == CML_OK && i < search->n_excludes; i++)
		status = read_excluded(search, search->excludes[i], space, &excluded, err);
	if (status == CML_OK)
		status = tool_pool_new(&search->tool, &pool, err);
	run.pool = pool;
	if (status == CML_OK)
		status = search->exhaustive ? search_all(search, &run, proposals, err)
					    : cml_search_run(&run, proposals, err);
	tool_progress_end(&search->tool);
	if (status == CML_OK && search->log)
		status = write_log(search, &log, model->maximize, err);
	cml_search_log_release(&log);
	cml_pool_free(pool);
	cml_key_set_release(&excluded);
	return status;
}

static enum cml_status write_proposals(struct search *search, const struct cml_space *space,
				       bool scored, const struct cml_proposals *proposals,
				       struct cml_error *err)
{
	struct cml_output *output = NULL;
	struct cml_table_writer writer;
	enum cml_status status = tool_output_open(&search->tool, &output, err);
	cml_table_writer_init(&writer, output, tool_output_delimiter(&search->tool, ','));
	if (status == CML_OK)
		status = cml_proposals_write(proposals, space, scored, &writer, err);
	if (status == CML_OK)
		status = cml_output_commit(output, err);
	if (status == CML_OK && proposals->shortfall[0])
		tool_note(&search->tool, "%s", proposals->shortfall);
	cml_output_free(output);
	return status;
}

static enum cml_status list_space(struct search *search, const struct cml_space *space,
				  const double *fixed, struct cml_error *err)
{
	struct cml_key_set excluded = {0};
	struct cml_output *output = NULL;
	struct cml_table_writer writer;
	struct cml_listing listing = {.space = space,
				      .fixed = fixed,
				      .exclude = &excluded,
				      .shard = search->n_shards > 0 ? search->shard : 1,
				      .n_shards = search->n_shards > 0 ? search->n_shards : 1,
				      .n = search->n};
	enum cml_status status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < search->n_excludes; i++)
		status = read_excluded(search, search->excludes[i], space, &excluded, err);
	if (status == CML_OK)
		status = cml_hyper_resolve(&search->hyper.values, NULL, 0, search->method, err);
	if (status == CML_OK)
		status = tool_output_open(&search->tool, &output, err);
	cml_table_writer_init(&writer, output, tool_output_delimiter(&search->tool, ','));
	if (status == CML_OK)
		status = cml_listing_write(&listing, &writer, err);
	if (status == CML_OK)
		status = cml_output_commit(output, err);
	cml_output_free(output);
	cml_key_set_release(&excluded);
	return status;
}

/* What is fixed, by slot; says which of it cannot matter. */
static enum cml_status take_fixes(struct search *search, const struct cml_space *space,
				  double *fixed, struct cml_error *err)
{
	enum cml_status status = cml_fixes_take(space, search->fixes, search->n_fixes, fixed, err);
	for (size_t slot = 0; status == CML_OK && slot < space->n_columns; slot++) {
		bool is_active;
		const struct cml_space_column *column = &space->columns[slot];
		if (column->role != CML_ROLE_PARAM || isnan(fixed[slot]))
			continue;
		status = cml_fixes_ask_active(space, fixed, slot, &is_active, err);
		if (status == CML_OK && !is_active)
			tool_note(&search->tool, "'%s' is fixed, but it is never active: %s",
				  column->name, cml_expression_text(column->when));
	}
	return status;
}

static enum cml_status write_report(struct search *search, const struct cml_space_report *report,
				    struct cml_error *err)
{
	struct cml_output *output = NULL;
	struct cml_table_writer writer;
	enum cml_status status = tool_output_open(&search->tool, &output, err);
	cml_table_writer_init(&writer, output, tool_output_delimiter(&search->tool, ','));
	if (status == CML_OK)
		status = cml_space_report_write(report, &writer, err);
	if (status == CML_OK)
		status = cml_output_commit(output, err);
	cml_output_free(output);
	return status;
}

static enum cml_status check_space(struct search *search, const struct cml_space *space,
				   const double *fixed, struct cml_error *err)
{
	struct cml_space_report report = {0};
	enum cml_status status =
	    cml_space_report_init(&report, space, fixed, search->tool.seed, err);
	if (status == CML_OK)
		status = write_report(search, &report, err);
	if (status == CML_OK && report.feasible.is_infinite)
		tool_note(&search->tool, "the space is infinite: a continuous param counts once");
	if (status == CML_OK)
		status = cml_space_report_verdict(&report, err);
	cml_space_report_release(&report);
	return status;
}

static enum cml_status propose(struct search *search, const struct cml_space *space,
			       const struct cml_model *model, struct cml_error *err)
{
	struct cml_proposals proposals = {0};
	enum cml_status status = search_space(search, space, model, &proposals, err);
	if (status == CML_OK)
		status = write_proposals(search, space, model != NULL, &proposals, err);
	cml_proposals_release(&proposals);
	return status;
}

static enum cml_status run(struct search *search, struct cml_error *err)
{
	struct cml_model *model = NULL;
	struct cml_space *space = NULL;
	double *fixed = NULL;
	const char *inputs[] = {search->model_path, search->space_path};
	enum cml_status status =
	    tool_check_outputs(&search->tool, (struct tool_paths){&search->log, 1},
			       (struct tool_paths){inputs, 2}, err);
	if (status == CML_OK)
		status = tool_check_outputs(
		    &search->tool, (struct tool_paths){&search->log, 1},
		    (struct tool_paths){search->excludes, search->n_excludes}, err);
	if (status == CML_OK)
		status = search->model_path ? cml_model_read(&model, search->model_path, err)
					    : cml_space_open(&space, search->space_path, err);
	if (status == CML_OK && model && !model->space) {
		status = cml_fail(err, CML_BAD_DATA,
				  "the model carries no space to search: train it with -s SPACE");
		cml_error_locate(err, search->model_path, 0, NULL);
	}
	const struct cml_space *searched = model ? model->space : space;
	if (status == CML_OK) {
		fixed = cml_array_new(searched->n_columns, sizeof *fixed);
		status = fixed ? take_fixes(search, searched, fixed, err) : cml_fail_memory(err);
	}
	if (status == CML_OK)
		status = search->check   ? check_space(search, searched, fixed, err)
			 : search->lists ? list_space(search, searched, fixed, err)
					 : propose(search, searched, model, err);
	free(fixed);
	cml_model_free(model);
	cml_space_free(space);
	return status;
}

int main(int argc, char **argv)
{
	struct search search = {.method = "random"};
	struct cml_error err = {0};
	tool_init(&search.tool, "cml-search");
	bool ready = tool_hyper_init_searchers(&search.hyper);
	const struct argp_child children[] = {{&search.hyper.argp, 0, NULL, 6},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_table_argp, 0, NULL, 30},
					      {0}};
	const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "-s SPACE\n-m MODEL",
	    .doc =
		"Proposes configurations to run next: distinct, in the space, obeying every rule.",
	    .children = children};
	if (ready)
		argp_parse(&argp, argc, argv, 0, NULL, &search);
	if (search.model_path && search.n_samples == 0)
		search.n_samples = search.n > 2000 ? search.n : 2000;
	enum cml_status status = ready ? run(&search, &err) : cml_fail_memory(&err);
	tool_hyper_release(&search.hyper);
	free(search.fixes);
	free(search.excludes);
	return tool_exit(&search.tool, status, &err);
}
