/* cml-eval: is a predictor any good? Job table in, scores out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "model/column_pairs.h"
#include "model/evaluation.h"
#include "space/config.h"
#include "tool.h"
#include "tool_hyper.h"

#define DEFAULT_METRICS "kendall,pearson,spearman,r2,rmse,mape,top-recall@10,regret@10"
#define DEFAULT_SPLIT "random:0.745"
#define COLUMNS_SPLIT "columns" /* cml_split where nothing is split */

enum {
	OPTION_SPLIT = 0x100,
	OPTION_REPEATS,
	OPTION_CURVE,
	OPTION_METRICS,
	OPTION_BOOTSTRAP,
	OPTION_COVERAGE,
	OPTION_PREDICTIONS,
	OPTION_REQUIRE,
	OPTION_ACTUAL,
	OPTION_PREDICTED,
	OPTION_MINIMIZE,
	OPTION_LOG_TARGET,
	OPTION_AGGREGATE,
};

struct list {
	const char **texts;
	size_t n;
};

struct eval {
	struct tool tool;
	struct tool_hyper hyper;
	const char *space_path;
	const char *predictor;
	const char *metrics;
	const char *predictions;
	const char *curve;
	const char *actual;
	const char *predicted;
	const char *for_space; /* an option that only validation takes; NULL: none was given */
	struct list splits;
	struct list conditions; /* of --require */
	size_t *sizes;
	size_t n_sizes;
	size_t n_repeats;
	struct cml_bootstrap bootstrap;
	bool minimize;
	bool log_target;
	enum cml_repeats aggregate;
	struct cml_evaluation evaluation;
	/* Of a validation: */
	struct cml_split_spec *specs; /* by split */
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_binding binding;
	struct cml_history history;
};

static const struct argp_option options[] = {
    {"space", 's', "SPACE", 0, "space of the job tables: train on some jobs, test on the others",
     1},
    {"split", OPTION_SPLIT, "SPLIT", 0,
     "which jobs train: random:SHARE, key:SHARE, time:COLUMN[:SHARE] or scale:EXPRESSION; may be "
     "repeated (default " DEFAULT_SPLIT ")",
     1},
    {"repeats", OPTION_REPEATS, "N", 0, "how often to split and train anew (default 1)", 1},
    {"curve", OPTION_CURVE, "N,N,...", 0,
     "learning curve: train on so many jobs of the training side", 1},
    {"predictions", OPTION_PREDICTIONS, "FILE", 0,
     "write the tested jobs with their predictions to FILE", 1},
    {"predictor", 'p', "KIND", 0, "kind of predictor (default gbt)", 1},
    {"log-target", OPTION_LOG_TARGET, NULL, 0, "learn the logarithm of the metric", 1},
    {"aggregate", OPTION_AGGREGATE, "keep|mean|median", 0,
     "jobs of the same configuration on the training side: keep each, or make them one (default "
     "keep)",
     1},
    {NULL, 0, NULL, 0, "Instead of a space:", 2},
    {"actual", OPTION_ACTUAL, "COLUMN", 0, "column of measured values", 2},
    {"predicted", OPTION_PREDICTED, "COLUMN", 0, "column of predicted values", 2},
    {"minimize", OPTION_MINIMIZE, NULL, 0, "small actual values are good", 2},
    {NULL, 0, NULL, 0, "Scores:", 3},
    {"metrics", OPTION_METRICS, "LIST", 0,
     "comma-separated (default kendall, pearson, spearman, r2, rmse, mape, top-recall@10 and "
     "regret@10)",
     3},
    {"bootstrap", OPTION_BOOTSTRAP, "N", 0,
     "resamples for the interval of each score; 0: no intervals (default 1000)", 3},
    {"coverage", OPTION_COVERAGE, "X", 0, "coverage of these intervals (default 0.95)", 3},
    {"require", OPTION_REQUIRE, "CONDITION", 0,
     "such as kendall>=0.8, held against the summary rows; exit 3 if missed; may be repeated", 3},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t append(struct list *list, const char *text)
{
	const char **texts = realloc(list->texts, (list->n + 1) * sizeof *texts);
	if (!texts)
		return ENOMEM;
	list->texts = texts;
	texts[list->n++] = text;
	return 0;
}

static error_t parse_bootstrap(struct eval *eval, const char *argument, struct argp_state *state)
{
	int64_t n = 0;
	if (!cml_parse_int(cml_slice_of(argument), 0, INT64_MAX, &n))
		argp_error(state, "--bootstrap: not a whole number >= 0: \"%s\"", argument);
	eval->bootstrap.n_replicates = (size_t)n;
	return 0;
}

static error_t parse_coverage(struct eval *eval, const char *argument, struct argp_state *state)
{
	double *coverage = &eval->bootstrap.coverage;
	if (!cml_parse_double(cml_slice_of(argument), coverage) || *coverage <= 0 || *coverage >= 1)
		argp_error(state, "--coverage: not a number between 0 and 1: \"%s\"", argument);
	return 0;
}

static error_t check_options(const struct eval *eval, struct argp_state *state)
{
	if (eval->space_path && (eval->actual || eval->predicted || eval->minimize))
		argp_error(state, "--actual, --predicted and --minimize go without -s SPACE");
	if (!eval->space_path && (!eval->actual || !eval->predicted))
		argp_error(state, "-s SPACE, or both --actual and --predicted, are required");
	const char *output = eval->tool.output_path ? eval->tool.output_path : "-";
	if (eval->predictions && strcmp(eval->predictions, output) == 0)
		argp_error(state, "--predictions: the scores are written there: \"%s\"", output);
	if (!eval->space_path && (eval->for_space || eval->hyper.values.n > 0))
		argp_error(state, "--%s goes with -s SPACE: comparing two columns trains nothing",
			   eval->for_space ? eval->for_space : eval->hyper.values.values[0].name);
	return 0;
}

/* Options that only validation takes. */
static error_t parse_validation_option(int key, char *argument, struct argp_state *state)
{
	struct eval *eval = state->input;
	for (const struct argp_option *option = options; option->name || option->doc; option++)
		if (option->name && option->key == key)
			eval->for_space = option->name;
	switch (key) {
	case OPTION_SPLIT:
		return append(&eval->splits, argument);
	case OPTION_REPEATS:
		eval->n_repeats = tool_parse_count(state, "--repeats", argument);
		return 0;
	case OPTION_CURVE:
		eval->curve = argument;
		return 0;
	case OPTION_PREDICTIONS:
		eval->predictions = argument;
		return 0;
	case 'p':
		eval->predictor = argument;
		return 0;
	case OPTION_LOG_TARGET:
		eval->log_target = true;
		return 0;
	case OPTION_AGGREGATE:
		eval->aggregate = tool_parse_repeats(state, "--aggregate", argument);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct eval *eval = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &eval->hyper;
		state->child_inputs[1] = &eval->tool;
		state->child_inputs[2] = &eval->tool;
		return 0;
	case 's':
		eval->space_path = argument;
		return 0;
	case OPTION_METRICS:
		eval->metrics = argument;
		return 0;
	case OPTION_BOOTSTRAP:
		return parse_bootstrap(eval, argument, state);
	case OPTION_COVERAGE:
		return parse_coverage(eval, argument, state);
	case OPTION_REQUIRE:
		return append(&eval->conditions, argument);
	case OPTION_ACTUAL:
		eval->actual = argument;
		return 0;
	case OPTION_PREDICTED:
		eval->predicted = argument;
		return 0;
	case OPTION_MINIMIZE:
		eval->minimize = true;
		return 0;
	case ARGP_KEY_END:
		return check_options(eval, state);
	default:
		return parse_validation_option(key, argument, state);
	}
}

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "models", done, total);
}

static enum cml_status validate_all(struct eval *eval, struct cml_error *err)
{
	struct cml_pool *pool = NULL;
	struct cml_model_spec model = {
	    .hyper = &eval->hyper.values,
	    .log_target = eval->log_target,
	    .maximize = eval->space->columns[eval->space->metric].maximize,
	    .repeats = eval->aggregate,
	};
	struct cml_validation how = {
	    .n_repeats = eval->n_repeats,
	    .sizes = eval->sizes,
	    .n_sizes = eval->n_sizes,
	    .model = &model,
	    .bootstrap = eval->bootstrap,
	    .seed = eval->tool.seed,
	    .progress = show_progress,
	    .progress_context = &eval->tool,
	};
	enum cml_status status = cml_predictor_find(eval->predictor, &model.kind, err);
	if (status == CML_OK)
		status = tool_pool_new(&eval->tool, &pool, err);
	how.pool = pool;
	if (status == CML_OK)
		status = cml_evaluation_validate(&eval->evaluation, eval->specs, &how,
						 &eval->history, err);
	tool_progress_end(&eval->tool);
	cml_pool_free(pool);
	return status;
}

/* The table of scores, and the file of predictions where one is asked for. */
static enum cml_status write_validation(struct eval *eval, char input_delimiter,
					struct cml_error *err)
{
	struct tool for_points = eval->tool;
	struct cml_output *scores = NULL, *points = NULL;
	struct cml_table_writer score_writer, point_writer;
	for_points.output_path = eval->predictions;
	enum cml_status status = tool_output_open(&eval->tool, &scores, err);
	if (status == CML_OK && eval->predictions)
		status = tool_output_open(&for_points, &points, err);
	cml_table_writer_init(&score_writer, scores,
			      tool_output_delimiter(&eval->tool, input_delimiter));
	cml_table_writer_init(&point_writer, points,
			      tool_output_delimiter(&for_points, input_delimiter));
	eval->evaluation.scores = &score_writer;
	eval->evaluation.points = points ? &point_writer : NULL;
	if (status == CML_OK)
		status = validate_all(eval, err);
	if (status == CML_OK && points)
		status = cml_output_commit(points, err);
	if (status == CML_OK)
		status = cml_output_commit(scores, err);
	cml_output_free(points);
	cml_output_free(scores);
	return status;
}

static enum cml_status note_left_out(const struct eval *eval, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_status status = cml_dataset_left_out(&eval->history.data, &text, err);
	if (status == CML_OK && text.size > 0)
		tool_note(&eval->tool, "left out: %.*s", (int)text.size, text.data);
	for (size_t i = 0; status == CML_OK && i < eval->splits.n; i++) {
		size_t n = cml_split_n_missing(&eval->specs[i], &eval->history);
		if (n > 0)
			tool_note(&eval->tool, "split %s: not known of %zu jobs, which are tested",
				  eval->splits.texts[i], n);
	}
	cml_buffer_release(&text);
	return status;
}

static enum cml_status read_history(struct eval *eval, struct tool_rows *rows,
				    struct cml_error *err)
{
	struct cml_row row;
	enum cml_status status = CML_OK;
	while (status == CML_OK && (status = tool_rows_next(rows, &row, err)) == CML_OK) {
		status = cml_history_append(&eval->history, &eval->binding, &row, err);
		if (status == CML_BAD_DATA)
			status = tool_rows_reject(rows, &row, err);
	}
	if (status == CML_END)
		status = tool_rows_close(rows, err);
	return status == CML_OK ? note_left_out(eval, err) : status;
}

static enum cml_status open_history(struct eval *eval, struct cml_error *err)
{
	enum cml_status status = cml_encoder_init(&eval->encoder, eval->space, err);
	if (status == CML_OK)
		status = cml_history_init(&eval->history, &eval->encoder, err);
	if (status == CML_BAD_DATA)
		cml_error_locate(err, eval->space_path, 0, NULL);
	return status;
}

static enum cml_status bind_columns(struct eval *eval, const struct tool_rows *rows,
				    struct cml_error *err)
{
	const struct cml_header *header = tool_rows_header(rows);
	enum cml_status status =
	    cml_binding_init(&eval->binding, eval->space, header, &rows->na, true, false, err);
	for (size_t i = 0; status == CML_OK && i < eval->splits.n; i++)
		status = cml_split_bind(&eval->specs[i], eval->space, header, &eval->history, err);
	return tool_rows_blame_header(rows, status, err);
}

static enum cml_status validate(struct eval *eval, struct cml_error *err)
{
	struct tool_rows rows = {0};
	eval->specs = cml_array_new(eval->splits.n, sizeof *eval->specs);
	enum cml_status status = eval->specs ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < eval->splits.n; i++)
		status = cml_split_parse(eval->splits.texts[i], &eval->specs[i], err);
	if (status == CML_OK && eval->curve)
		status = cml_curve_parse(eval->curve, &eval->sizes, &eval->n_sizes, err);
	if (status == CML_OK)
		status = cml_space_open(&eval->space, eval->space_path, err);
	if (status == CML_OK)
		status = tool_rows_open(&rows, &eval->tool, cml_space_has_open(eval->space), err);
	if (status == CML_OK)
		status = tool_rows_learn(&rows, eval->space, err);
	if (status == CML_OK)
		status = open_history(eval, err);
	if (status == CML_OK)
		status = bind_columns(eval, &rows, err);
	if (status == CML_OK)
		status = read_history(eval, &rows, err);
	if (status == CML_OK)
		status = write_validation(eval, tool_rows_delimiter(&rows), err);
	tool_rows_release(&rows);
	return status;
}

static enum cml_status read_columns(struct eval *eval, struct tool_rows *rows,
				    struct cml_column_pairs *columns, struct cml_error *err)
{
	struct cml_row row;
	enum cml_status status = cml_column_pairs_init(columns, tool_rows_header(rows), &rows->na,
						       eval->actual, eval->predicted, err);
	status = tool_rows_blame_header(rows, status, err);
	while (status == CML_OK && (status = tool_rows_next(rows, &row, err)) == CML_OK) {
		status = cml_column_pairs_append(columns, &row, err);
		if (status == CML_BAD_DATA)
			status = tool_rows_reject(rows, &row, err);
	}
	if (status == CML_END)
		status = tool_rows_close(rows, err);
	if (status == CML_OK && columns->n_missing > 0)
		tool_note(&eval->tool, "left out: %zu without a value", columns->n_missing);
	return status;
}

static enum cml_status write_comparison(struct eval *eval, const struct cml_column_pairs *columns,
					char input_delimiter, struct cml_error *err)
{
	struct cml_output *output = NULL;
	struct cml_pool *pool = NULL;
	struct cml_table_writer writer;
	struct cml_score_pairs pairs = {.n = columns->n,
					.actual = columns->values[0],
					.predicted = columns->values[1],
					.maximize = !eval->minimize,
					.with_unit = true};
	enum cml_status status = tool_output_open(&eval->tool, &output, err);
	cml_table_writer_init(&writer, output, tool_output_delimiter(&eval->tool, input_delimiter));
	eval->evaluation.scores = &writer;
	if (status == CML_OK)
		status = tool_pool_new(&eval->tool, &pool, err);
	if (status == CML_OK)
		status =
		    cml_evaluation_compare(&eval->evaluation, &pairs, &eval->bootstrap, pool, err);
	if (status == CML_OK)
		status = cml_output_commit(output, err);
	cml_pool_free(pool);
	cml_output_free(output);
	return status;
}

static enum cml_status compare(struct eval *eval, struct cml_error *err)
{
	struct tool_rows rows = {0};
	struct cml_column_pairs columns = {0};
	enum cml_status status = tool_rows_open(&rows, &eval->tool, false, err);
	if (status == CML_OK)
		status = read_columns(eval, &rows, &columns, err);
	if (status == CML_OK)
		status = write_comparison(eval, &columns, tool_rows_delimiter(&rows), err);
	cml_column_pairs_release(&columns);
	tool_rows_release(&rows);
	return status;
}

static enum cml_status run(struct eval *eval, struct cml_error *err)
{
	const char *split = eval->space_path ? DEFAULT_SPLIT : COLUMNS_SPLIT;
	if (tool_check_outputs(&eval->tool, eval->predictions, &eval->space_path, 1, err) != CML_OK)
		return err->status;
	if (eval->splits.n == 0 && append(&eval->splits, split) != 0)
		return cml_fail_memory(err);
	const struct list *conditions = &eval->conditions, *splits = &eval->splits;
	struct cml_evaluation_request request = {eval->metrics, conditions->texts, conditions->n,
						 splits->texts, splits->n};
	eval->bootstrap.seed = eval->tool.seed;
	enum cml_status status = cml_evaluation_init(&eval->evaluation, &request, err);
	if (status != CML_OK)
		return status;
	return eval->space_path ? validate(eval, err) : compare(eval, err);
}

/* A line for each condition that is not met; exit code of the tool. */
static int judge(struct eval *eval)
{
	struct cml_error miss = {0};
	int code = tool_exit(&eval->tool, CML_OK, &miss);
	for (size_t i = 0; i < eval->splits.n * eval->conditions.n; i++)
		if (cml_evaluation_missed(&eval->evaluation, i, &miss))
			code = tool_exit(&eval->tool, CML_NOTHING, &miss);
	return code;
}

static void release(struct eval *eval)
{
	tool_hyper_release(&eval->hyper);
	cml_evaluation_release(&eval->evaluation);
	cml_history_release(&eval->history);
	cml_binding_release(&eval->binding);
	cml_encoder_release(&eval->encoder);
	cml_space_free(eval->space);
	free(eval->specs);
	free(eval->splits.texts);
	free(eval->conditions.texts);
	free(eval->sizes);
}

int main(int argc, char **argv)
{
	struct eval eval = {.predictor = "gbt",
			    .metrics = DEFAULT_METRICS,
			    .n_repeats = 1,
			    .bootstrap = {.n_replicates = 1000, .coverage = 0.95}};
	struct cml_error err = {0};
	tool_init(&eval.tool, "cml-eval");
	bool ready = tool_hyper_init_predictors(&eval.hyper);
	const struct argp_child children[] = {{&eval.hyper.argp, 0, NULL, 4},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_table_argp, 0, NULL, 30},
					      {0}};
	const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "-s SPACE [FILE...]\n--actual COLUMN --predicted COLUMN [FILE...]",
	    .doc = "Tells how far a predictor can be trusted: trains on one part of a history and "
		   "tests on the rest, or compares two columns of a table.",
	    .children = children};
	enum cml_status status = ready ? CML_OK : cml_fail_memory(&err);
	if (status == CML_OK) {
		argp_parse(&argp, argc, argv, 0, NULL, &eval);
		status = run(&eval, &err);
	}
	int code = status == CML_OK ? judge(&eval) : tool_exit(&eval.tool, status, &err);
	release(&eval);
	return code;
}
