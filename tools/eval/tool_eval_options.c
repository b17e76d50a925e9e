/* The command line of cml-eval. Part of tool_eval.h. */
#include "tool_eval.h"

#include <string.h>

/* More take hours, and no interval gets better by them. */
#define MAX_RESAMPLES 1000000

#define OPTION_BOOTSTRAP 0x100

#define SETS(type, field) TOOL_SETS(type, struct tool_eval, field)
#define SETS_TO(number, field) TOOL_SETS_TO(number, struct tool_eval, field)
const struct argp_option tool_eval_option_table[] = {
    {"space", SETS(TEXT, space_path), "SPACE", 0,
     "space file of the job tables: train on some jobs, test on the others", 1},
    TOOL_LETTER('s'),
    {"split", SETS(LIST, splits), "random:FRACTION|key:FRACTION|time:COLUMN|scale:EXPRESSION", 0,
     "which jobs to train on; may be repeated (default: key, time and scale, as columns allow)", 1},
    {"repeats", SETS(COUNT, n_repeats), "N", 0, "number of times to split and train (default 1)",
     1},
    {"curve", SETS(TEXT, curve), "N,N,...", 0,
     "learning curve: train on N jobs of the training set, for each N", 1},
    {"predictions", SETS(TEXT, predictions), "FILE", 0,
     "write the test jobs and their predictions to FILE", 1},
    {"importance", SETS(TEXT, importance), "FILE", 0,
     "write permutation importance to FILE: the drop in each score when a column is shuffled", 1},
    {"log-target", SETS_TO(CML_LOG_YES, log_target), NULL, 0,
     "learn the logarithm of the metric (default where every metric is above 0)", 1},
    {"no-log-target", SETS_TO(CML_LOG_NO, log_target), NULL, 0, "learn the metric itself", 1},
    {"no-intervals", SETS(FLAG, no_intervals), NULL, 0,
     "do not train on folds: predictions have no intervals, and training takes a fraction of the "
     "time",
     1},
    {"ignore-failures", SETS(FLAG, ignore_failures), NULL, 0,
     "propose by predicted speed alone: do not learn the chance that a job runs", 1},
    {NULL, 0, NULL, 0, "Instead of a space:", 2},
    {"actual", SETS(TEXT, actual), "COLUMN", 0, "column of measured values", 2},
    {"predicted", SETS(TEXT, predicted), "COLUMN", 0, "column of predicted values", 2},
    {"goal", SETS(GOAL, goal), "max|min", 0,
     "whether larger or smaller actual values are better (default max)", 2},
    {NULL, 0, NULL, 0, "Instead of scores:", 3},
    {"frontier", SETS(FLAG, frontier), NULL, 0,
     "the best metric after each job, and its uplift over the default configuration", 3},
    {"fix", SETS(LIST, fixes), "NAME=VALUE", 0,
     "with --frontier: only jobs with this value of a param or context; may be repeated", 3},
    {NULL, 0, NULL, 0, "Scores:", 4},
    {"metrics", SETS(TEXT, metrics), "LIST", 0,
     "comma-separated, such as kendall,mape,wasted@10 (default: those that the jobs allow, see "
     "cml-eval(1))",
     4},
    {"within", SETS(TEXT, within), "COLUMN,...", 0,
     "columns whose values make a context: scores inside contexts, averaged (default: the contexts "
     "of the space)",
     4},
    {"bootstrap", OPTION_BOOTSTRAP, "N", 0,
     "bootstrap resamples for the interval of each score; 0: no intervals (default 1000)", 4},
    {"require", SETS(LIST, conditions), "CONDITION", 0,
     "such as kendall>=0.8, checked on the summary rows; exit 3 if not met; may be repeated", 4},
    {NULL, 0, NULL, 0, NULL, 0},
};

/* No two tables into one place. */
static void check_files(const struct tool_eval *eval, struct argp_state *state)
{
	const struct {
		const char *option, *what, *path;
	} files[] = {
	    {"-o", "the scores", tool_output_name(&eval->tool)},
	    {"--predictions", "the predictions", eval->predictions},
	    {"--importance", "the importances", eval->importance},
	};
	size_t n = sizeof files / sizeof *files;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; files[i].path && j < n; j++)
			if (files[j].path && strcmp(files[i].path, files[j].path) == 0)
				argp_error(state, "%s: %s are written there: \"%s\"",
					   files[j].option, files[i].what, files[i].path);
}

static error_t check_options(const struct tool_eval *eval, struct argp_state *state)
{
	bool space = eval->space_path, columns = eval->actual || eval->predicted;
	const char *chosen = eval->hyper.chosen ? "predictor" : NULL;
	const char *for_space = eval->for_space ? eval->for_space : chosen;
	const char *other = eval->for_space    ? eval->for_space
			    : eval->for_scores ? eval->for_scores
					       : chosen;
	const struct tool_condition conditions[] = {
	    {eval->fixes.n > 0 && !eval->frontier, {"--fix goes with --frontier"}},
	    {eval->frontier && !space, {"--frontier takes -s SPACE"}},
	    {eval->frontier && other,
	     {"--%s and --frontier exclude each other: --frontier trains nothing", other}},
	    {space && (columns || eval->goal),
	     {"--actual, --predicted and --goal go without -s SPACE"}},
	    {!space && (!eval->actual || !eval->predicted),
	     {"-s SPACE, or both --actual and --predicted, are required"}},
	    {!space && for_space,
	     {"--%s goes with -s SPACE: comparing two columns trains nothing", for_space}},
	};
	tool_check_conditions(state, conditions, sizeof conditions / sizeof *conditions);
	check_files(eval, state);
	return 0;
}

/* Which use an option is for: those of validation are in group 1, with the space, which the other
 * uses take too; those of the table of scores in group 4. */
static void note_option(struct tool_eval *eval, int key)
{
	const struct argp_option *option = tool_find_option(tool_eval_option_table, key);
	if (option && option->group == 1 && strcmp(option->name, "space") != 0)
		eval->for_space = option->name;
	if (option && option->group == 4)
		eval->for_scores = option->name;
}

error_t tool_eval_parse_option(int key, char *argument, struct argp_state *state)
{
	struct tool_eval *eval = state->input;
	note_option(eval, key);
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &eval->hyper;
		state->child_inputs[1] = &eval->tool;
		state->child_inputs[2] = &eval->tool;
		state->child_inputs[3] = &eval->all_digits;
		return 0;
	case OPTION_BOOTSTRAP:
		eval->bootstrap.n_replicates =
		    tool_parse_whole(state, "--bootstrap", argument, MAX_RESAMPLES);
		return 0;
	case ARGP_KEY_END:
		eval->tool.shows_names = !eval->space_path;
		return check_options(eval, state);
	default:
		return tool_set_field(tool_eval_option_table, eval, key, argument, state);
	}
}
