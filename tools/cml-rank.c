/* cml-rank: configurations in, the same with predictions out, best first. */
#include <inttypes.h>

#include "base/number.h"
#include "model/model.h"
#include "model/model_file.h"
#include "tool.h"
#include "tool_asked.h"
#include "tool_fixes.h"

#define OPTION_NO_SORT 0x100

struct rank {
	struct tool tool;
	const char *model_path;
	struct cml_ranker_options ranker;
	struct tool_asked asked;
};

#define SETS(type, field) TOOL_SETS(type, struct rank, field)
static const struct argp_option options[] = {
    {"model", SETS(TEXT, model_path), "MODEL", 0, "model file of cml-train", 1},
    TOOL_LETTER('m'),
    {"number", SETS(COUNT, ranker.top), "N", 0, "write only the N best (default: all)", 1},
    TOOL_LETTER('n'),
    {"by", SETS(CHOICE, ranker.by), "mean|ucb|lcb", 0,
     "rank by the prediction, or by it plus or minus kappa times its uncertainty (default mean)",
     1},
    {"kappa", SETS(POSITIVE, ranker.kappa), "X", 0,
     "number of standard deviations for ucb and lcb (default 1)", 1},
    {"no-sort", OPTION_NO_SORT, NULL, 0,
     "keep the input order and run in constant memory; no cml_rank", 1},
    {"what-if", SETS(FLAG, asked.explain.is_what_if), NULL, 0,
     "read one configuration, and rank its neighbours, in which one setting differs and those that "
     "rules tie to it; with the effect of each change (also with --format text)",
     1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct rank *rank = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &rank->tool;
		state->child_inputs[1] = &rank->tool;
		state->child_inputs[2] = &rank->asked;
		return 0;
	case OPTION_NO_SORT:
		rank->ranker.sort = false;
		return 0;
	case ARGP_KEY_END:
		if (!rank->model_path)
			argp_error(state, "no model: -m MODEL is required");
		if (!rank->ranker.sort && rank->ranker.top > 0)
			argp_error(state, "--no-sort and -n exclude each other: the best are known "
					  "only at the end");
		if (rank->asked.explain.is_what_if &&
		    (rank->asked.explain.is_wanted || !rank->ranker.sort))
			argp_error(state,
				   "--what-if always ranks and explains: it excludes --explain "
				   "and --no-sort");
		return 0;
	default:
		return tool_set_field(options, rank, key, argument, state);
	}
}

static enum cml_result note_support(const struct rank *rank, const struct cml_ranker *ranker,
				    struct cml_error *err)
{
	if (rank->ranker.sort)
		tool_outside_note_ties(&rank->tool, &ranker->all, &ranker->written,
				       &ranker->scores);
	return rank->ranker.within_log
		   ? tool_outside_note_left_out(&rank->tool, &ranker->tally, ranker->n_ranked, err)
		   : tool_outside_note(&rank->tool, &ranker->tally, "rows", err);
}

static enum cml_result rank_rows(struct rank *rank, const struct cml_model *model,
				 struct tool_rows *rows, struct cml_table_writer *writer,
				 struct cml_error *err)
{
	AUTOPTR(cml_pool) pool = NULL;
	AUTO(cml_explainer) explainer = {0};
	AUTO(cml_ranker) ranker = {0};
	struct cml_row row;
	bool row_is_bad;
	if (cml_pool_new(&pool, rank->tool.n_threads, err) != CML_OK ||
	    tool_explain_start(&rank->asked.explain, model, pool, &explainer,
			       &rank->ranker.explainer, err) != CML_OK)
		return err->status;
	rank->ranker.as_text = rank->asked.explain.as_text;
	if (cml_ranker_init(&ranker, &rank->ranker, model, tool_rows_header(rows), &rows->na, pool,
			    writer, err) != CML_OK)
		return tool_rows_blame_header(rows, err->status, err);
	if (!rank->ranker.failures.are_ignored)
		tool_failures_note(&rank->tool, model);
	enum cml_result status;
	while ((status = tool_rows_next(rows, &row, err)) == CML_OK)
		if (cml_ranker_add(&ranker, &row, &row_is_bad, err) != CML_OK &&
		    (!row_is_bad || tool_rows_reject(rows, &row, err) != CML_OK))
			return err->status;
	if (status != CML_END || cml_ranker_finish(&ranker, err) != CML_OK ||
	    tool_rows_close(rows, err) != CML_OK)
		return err->status;
	tool_fixes_note_silent(&rank->tool, model->space, ranker.rows.n_silent, ranker.n_ranked);
	if (ranker.n_below > 0)
		tool_note(&rank->tool, "%" PRIu64 " of %" PRIu64 " rows are below --min-ok %s",
			  ranker.n_below, ranker.n_ranked,
			  CML_PRINTED(rank->ranker.failures.min_chance));
	if ((model->space && tool_fixes_note_admitted(&rank->tool, model, false, err) != CML_OK) ||
	    note_support(rank, &ranker, err) != CML_OK)
		return err->status;
	tool_explain_note(&rank->tool, &explainer);
	return CML_OK;
}

static enum cml_result run(struct rank *rank, struct cml_error *err)
{
	AUTOPTR(cml_model) model = NULL;
	AUTO(tool_rows) rows = {0};
	AUTO(tool_sheet) sheet = {0};
	rank->ranker.failures = rank->asked.failures;
	rank->ranker.within_log = rank->asked.within_log;
	rank->ranker.all_digits = rank->asked.all_digits;
	if (tool_check_outputs(&rank->tool, &rank->model_path, 1, err) != CML_OK ||
	    cml_model_read(&model, rank->model_path, err) != CML_OK ||
	    tool_explain_check(&rank->asked.explain, model, rank->model_path, err) != CML_OK ||
	    tool_rows_open(&rows, &rank->tool, false, err) != CML_OK)
		return err->status;
	if (rank->asked.explain.is_what_if)
		return tool_what_if(&rank->tool, model, &rank->ranker, &rank->asked.explain, &rows,
				    err);
	if (tool_sheet_open(&sheet, &rank->tool, NULL, tool_rows_delimiter(&rows), err) != CML_OK ||
	    rank_rows(rank, model, &rows, &sheet.writer, err) != CML_OK)
		return err->status;
	return tool_sheet_commit(&sheet, err);
}

int main(int argc, char **argv)
{
	struct rank rank = {.ranker = {.kappa = 1, .sort = true}};
	struct cml_error err = {0};
	tool_init(&rank.tool, "cml-rank");
	static const struct argp_child children[] = {{&tool_threads_argp, 0, NULL, 20},
						     {&tool_log_argp, 0, NULL, 30},
						     {&tool_asked_argp, 0, NULL, 2},
						     {0}};
	static const struct argp argp = {.options = options,
					 .parser = parse_option,
					 .args_doc = "[FILE...]",
					 .doc = "Adds predictions (cml_pred, cml_sd, cml_ok, "
						"cml_rank), and where the log ends (cml_outside, "
						"cml_near), to a table of configurations and sorts "
						"it, best first.",
					 .children = children};
	enum cml_result status = tool_parse(&argp, argc, argv, &rank, &err);
	return tool_exit(&rank.tool, status ? status : run(&rank, &err), &err);
}
