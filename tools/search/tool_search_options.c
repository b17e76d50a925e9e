/* The options of cml-search. */
#include "tool_search.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "search/searcher.h"
#include "space/feasible/enumerate.h"

enum { OPTION_SHARD = 0x100, OPTION_BY };

#define SETS(type, field) TOOL_SETS(type, struct tool_search_options, field)
const struct argp_option tool_search_option_table[] = {
    {"space", SETS(TEXT, space_path), "SPACE", 0,
     "space to search; proposals are written in the order chosen or drawn", 1},
    TOOL_LETTER('s'),
    {"model", SETS(TEXT, model_path), "MODEL", 0,
     "model to search with, in its own space; proposals are written best first", 1},
    TOOL_LETTER('m'),
    {"number", SETS(COUNT, n), "N", 0,
     "number of proposals (default 50; exhaustive without a model: all)", 1},
    TOOL_LETTER('n'),
    {"samples", SETS(COUNT, n_samples), "N", 0,
     "with a model: number of distinct configurations to score (default 2000); reinforce: "
     "configurations that each trial draws",
     1},
    {"exclude", SETS(LIST, excludes), "HISTORY", 0,
     "propose nothing that has a row in this job table; may be repeated", 1},
    {"fix", SETS(LIST, fixes), "NAME=VALUE", 0,
     "keep a param or context at this value; may be repeated; of numbers also a list (8,16,32 or "
     "8:512:*2): -n proposals for each",
     1},
    {"shard", OPTION_SHARD, "I/N", 0, "exhaustive: search only part I of N of the space", 1},
    {"by", OPTION_BY, "mean|ucb|lcb|ei|front", 0,
     "with a model: rank by the prediction, by it plus or minus kappa times its uncertainty, by "
     "expected improvement, or by the expected hypervolume of two metrics (default mean; front for "
     "a model of two metrics)",
     1},
    {"kappa", SETS(POSITIVE, acquisition.kappa), "X", 0,
     "number of standard deviations for ucb and lcb (default 1)", 1},
    {"best", SETS(REAL, acquisition.best), "X", 0,
     "ei: value to improve on (default: the best metric in --exclude)", 1},
    {"cost", SETS(TEXT, cost), "EXPR", 0,
     "with a model: rank by what a launch is worth per unit of its cost, an expression over "
     "settings and the predicted metric",
     1},
    {"candidates", SETS(TEXT, candidates_path), "FILE", 0,
     "propose only configurations of this table; all of them are scored", 1},
    {"include-default", SETS(FLAG, include_default), NULL, 0,
     "add the default configuration of the space, as the first row", 1},
    {"check", SETS(FLAG, check), NULL, 0,
     "count instead: how many configurations there are, and how many each rule excludes", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static void check_conditions(const struct tool_search_options *search, struct argp_state *state)
{
	const struct cml_acquisition *acquisition = &search->acquisition;
	const struct cml_searcher_kind *kind = search->hyper.searcher;
	bool bounds = acquisition->by == CML_RANK_BY_UCB || acquisition->by == CML_RANK_BY_LCB;
	bool explains = search->asked.explain.is_wanted || search->asked.explain.as_text;
	bool chance = search->asked.failures.min_chance > 0 || search->asked.failures.are_ignored;
	bool model = search->model_path, samples = search->n_samples > 0,
	     shards = search->n_shards > 0;
	const struct tool_condition conditions[] = {
	    {!model && !search->space_path, {"one of -s SPACE and -m MODEL is required"}},
	    {model && search->space_path,
	     {"-s and -m exclude each other: a model carries its space"}},
	    {samples && !model, {"--samples needs a model: without one nothing is scored"}},
	    {samples && search->exhaustive,
	     {"--samples is for methods that draw: exhaustive scores all"}},
	    {shards && !search->exhaustive, {"--shard needs --method exhaustive"}},
	    {search->by && !model, {"--by needs a model: without one nothing is scored"}},
	    {search->by && kind->ranks && !search->by_front,
	     {"--by does not apply to --method %s, which has its own order", kind->name}},
	    {chance && !model,
	     {"--min-ok and --ignore-failures need a model: without one nothing is scored"}},
	    {search->cost && !model, {"--cost needs a model: without one nothing is scored"}},
	    {search->asked.within_log && !model,
	     {"--within-log needs a model, which stores what the log covers"}},
	    {explains && (!model || search->check),
	     {"--explain and --format text are for proposals of a model: they need -m MODEL, and "
	      "no --check"}},
	    {!isnan(acquisition->kappa) && !bounds && !kind->has_kappa,
	     {"--kappa is for --by ucb and lcb, and for --method bayes"}},
	    {!isnan(acquisition->best) && acquisition->by != CML_RANK_BY_EI && !kind->ranks,
	     {"--best is for --by ei, and for --method auto and bayes"}},
	    {search->lists && search->include_default,
	     {"--include-default goes with proposals: exhaustive without a model lists all there "
	      "are"}},
	    {search->candidates_path && (search->lists || shards),
	     {"--candidates with --method exhaustive needs a model, and is not for shards: it "
	      "finds the best of them"}},
	    {search->candidates_path && samples,
	     {"--candidates and --samples exclude each other: all candidates are scored"}},
	    {samples && search->n_samples < search->n, {"--samples must be at least -n"}},
	};
	tool_check_conditions(state, conditions, sizeof conditions / sizeof *conditions);
}

static error_t check_options(struct tool_search_options *search, struct argp_state *state)
{
	struct cml_error err;
	/* With --by there is nothing left for auto to choose. 20,000 draws miss the best of a small
	 * space. */
	if (!search->hyper.chosen && search->by && !search->by_front &&
	    tool_hyper_choose(&search->hyper, "evolution", &err) != CML_OK)
		return ENOMEM;
	search->exhaustive = search->hyper.searcher->lists_all;
	search->lists = search->exhaustive && !search->model_path;
	if (search->n == 0 && !search->lists)
		search->n = 50;
	check_conditions(search, state);
	if (isnan(search->acquisition.kappa))
		search->acquisition.kappa = 1;
	return 0;
}

error_t tool_search_parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_search_options *search = state->input;
	struct cml_error err;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &search->hyper;
		state->child_inputs[1] = &search->tool;
		state->child_inputs[2] = &search->tool;
		state->child_inputs[3] = &search->asked;
		return 0;
	case OPTION_SHARD:
		if (cml_shard_parse(cml_slice_of(argument), &search->shard, &search->n_shards,
				    &err) != CML_OK)
			argp_error(state, "--shard: %s", err.message);
		return 0;
	case OPTION_BY:
		search->by = argument;
		search->acquisition.by = (enum cml_rank_by)tool_parse_choice(
		    state, "--by", argument, "mean|ucb|lcb|ei|front");
		search->by_front = strcmp(argument, "front") == 0;
		if (search->by_front)
			search->acquisition.by = CML_RANK_BY_MEAN;
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
		return tool_set_field(tool_search_option_table, search, key, argument, state);
	}
}
