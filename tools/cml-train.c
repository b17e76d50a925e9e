/* cml-train: feature table in, model out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "learn/data/dataset.h"
#include "model/model_file.h"
#include "table/header.h"
#include "tool.h"
#include "tool_asked.h"
#include "tool_hyper.h"
#include "tool_outliers.h"

struct train {
	struct tool tool;
	struct tool_hyper hyper;
	const char *space_path;
	const char *describe;
	const char *goal;
	bool no_intervals;
	bool ignore_failures;
	enum cml_log_target log_target;
	bool has_keys; /* cml_key, as what cml-encode makes of a log */
};

#define SETS(type, field) TOOL_SETS(type, struct train, field)
#define SETS_TO(number, field) TOOL_SETS_TO(number, struct train, field)
static const struct argp_option options[] = {
    {"space", SETS(TEXT, space_path), "SPACE", 0,
     "space file that the table was encoded with; it is stored in the model, so that cml-rank "
     "can read raw configurations",
     1},
    TOOL_LETTER('s'),
    {"log-target", SETS_TO(CML_LOG_YES, log_target), NULL, 0,
     "learn the logarithm of the metric (default where every metric is above 0)", 1},
    {"no-log-target", SETS_TO(CML_LOG_NO, log_target), NULL, 0, "learn the metric itself", 1},
    {"no-intervals", SETS(FLAG, no_intervals), NULL, 0,
     "do not train on folds: the model gives no intervals, and training takes a fraction of the "
     "time",
     1},
    {"goal", SETS(GOAL, goal), "max|min", 0,
     "without a space: whether a larger or a smaller metric is better (default max)", 1},
    {"ignore-failures", SETS(FLAG, ignore_failures), NULL, 0,
     "learn nothing from jobs that failed: the model does not know the chance that a job runs", 1},
    {"describe", SETS(TEXT, describe), "MODEL", 0,
     "print the contents of a model file; train nothing", 1},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct train *train = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &train->hyper;
		state->child_inputs[1] = &train->tool;
		state->child_inputs[2] = &train->tool;
		return 0;
	case ARGP_KEY_END:
		if (train->describe && train->tool.files.n > 0)
			argp_error(state, "--describe prints a model and reads no table: \"%s\"",
				   train->tool.files.texts[0]);
		return 0;
	default:
		return tool_set_field(options, train, key, argument, state);
	}
}

static enum cml_result describe(struct train *train, struct cml_error *err)
{
	AUTOPTR(cml_model) model = NULL;
	AUTOPTR(cml_output) output = NULL;
	AUTO(cml_buffer) text = {0};
	if (tool_check_outputs(&train->tool, &train->describe, 1, err) != CML_OK ||
	    cml_model_read(&model, train->describe, err) != CML_OK ||
	    cml_model_describe(model, &text, err) != CML_OK ||
	    tool_output_open(train->tool.output_path, &output, err) != CML_OK ||
	    cml_output_write(output, text.data, text.size, err) != CML_OK)
		return err->status;
	return cml_output_commit(output, err);
}

static enum cml_result read_rows(struct train *train, struct tool_rows *rows,
				 struct cml_dataset *data, struct tool_places *places,
				 struct cml_error *err)
{
	AUTO(cml_feature_table) table = {0};
	AUTOFREE double *numbers = NULL;
	const struct cml_header *header = tool_rows_header(rows);
	enum cml_result status =
	    tool_rows_blame_header(rows, cml_feature_table_init(&table, header, err), err);
	table.na = &rows->na;
	train->has_keys = cml_header_find(header, cml_slice_of("cml_key")) != CML_NO_COLUMN;
	if (status != CML_OK || cml_feature_table_dataset(&table, data, err) != CML_OK)
		return err->status;
	if (!CML_NEW(&numbers, table.n_features + table.n_limits))
		return cml_fail_memory(err);
	struct cml_row row;
	while (tool_rows_each(rows, &row, &status, err)) {
		status = cml_dataset_append_row(data, &table, &row, numbers, err);
		if (data->n_rows > places->n)
			status = tool_places_add(places, tool_rows_name(rows), row.line, err);
	}
	return status;
}

static void show_progress(void *context, size_t done, size_t total)
{
	tool_progress(context, "trees", done, total);
}

/* Too few jobs to see how wrong the model is. */
static enum cml_result note_few(const struct train *train, const struct cml_model *model,
				const struct cml_dataset *data, struct cml_error *err)
{
	AUTO(cml_key_groups) groups = {0};
	char of[64] = "";
	if (train->no_intervals || model->interval ||
	    !isnan(cml_model_fact(model, "target_constant")))
		return CML_OK;
	if (cml_key_groups_init(&groups, data->n_rows, data->keys, err) != CML_OK)
		return err->status;
	if (groups.n < data->n_rows)
		snprintf(of, sizeof of, ", of %zu configuration%s", groups.n,
			 groups.n == 1 ? "" : "s");
	tool_note(&train->tool,
		  "%zu job%s with a metric%s: too few to tell how far off predictions are; they "
		  "are guesses without intervals, which take %d configurations or more, %d of "
		  "them within what the others cover",
		  data->n_rows, data->n_rows == 1 ? "" : "s", of, CML_INTERVAL_MIN_CONFIGS,
		  CML_INTERVAL_MIN_ERRORS);
	return CML_OK;
}

/* A second metric that the table does not have, or not for all jobs. */
static enum cml_result check_second(const struct train *train, const struct cml_space *space,
				    const struct cml_dataset *data, struct cml_error *err)
{
	if (!space && data->has_second)
		tool_note(&train->tool, "without a space the second metric is not learned");
	if (!space || space->second == CML_NO_COLUMN)
		return CML_OK;
	const char *name = space->columns[space->second].name;
	if (!data->has_second)
		return cml_fail(err, CML_BAD_DATA,
				"the space has a second metric '%s', but the table has no "
				"column " CML_METRIC_PREFIX
				"%s: the table was encoded with another space",
				name, name);
	size_t n = cml_dataset_n_reports(data, data->n_limits - 1);
	if (n > 0 && n < data->n_rows)
		tool_note(&train->tool,
			  "%zu of %zu jobs with a target do not report '%s', which "
			  "is learned from the others",
			  data->n_rows - n, data->n_rows, name);
	return CML_OK;
}

/* Features before those of terms and roof, which are the last of a row. space: NULL is allowed. */
static size_t count_plain(const struct cml_space *space, const struct cml_dataset *data)
{
	size_t n = data->n_features;
	for (size_t i = 0; space && n > 0 && i < space->n_columns; i++)
		n -= space->columns[i].role == CML_ROLE_TERM ||
		     space->columns[i].role == CML_ROLE_ROOF;
	return n;
}

static enum cml_result fit(struct train *train, const struct cml_space *space,
			   struct cml_dataset *data, const struct tool_places *places,
			   struct cml_model **model, struct cml_error *err)
{
	AUTOPTR(cml_pool) pool = NULL;
	struct cml_model_spec spec = {.kind = train->hyper.predictor,
				      .hyper = &train->hyper.values,
				      .seed = train->tool.seed,
				      .log_target = train->log_target,
				      .learn_interval = !train->no_intervals,
				      .has_times = space && space->time != CML_NO_COLUMN,
				      .maximize = !train->goal || strcmp(train->goal, "max") == 0,
				      .ignore_failures = train->ignore_failures,
				      .keeps_support = true};
	if (space && space->metric != CML_NO_COLUMN)
		spec.maximize = space->columns[space->metric].maximize;
	if (tool_learning_pool_new(&train->tool, &pool, err) != CML_OK)
		return err->status;
	struct cml_training_hooks hooks = {
	    .pool = pool, .progress = show_progress, .progress_context = &train->tool};
	const struct tool_outlier_rows rows = {.data = data,
					       .n_plain = count_plain(space, data),
					       .places = places->items,
					       .have_keys = train->has_keys};
	if (check_second(train, space, data, err) != CML_OK ||
	    tool_outliers_note(&train->tool, &rows, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_model_train(model, &spec, data, space, &hooks, err);
	tool_progress_end(&train->tool);
	if (status != CML_OK)
		return status;
	if (!isnan(cml_model_fact(*model, "target_constant")))
		tool_note(&train->tool, "target is constant; the model predicts that constant");
	if (note_few(train, *model, data, err) != CML_OK)
		return err->status;
	if (!train->ignore_failures)
		tool_train_notes(&train->tool, *model, space, data);
	if (train->tool.verbose)
		tool_note_lines(&train->tool, cml_buffer_slice(&(*model)->summary));
	return CML_OK;
}

static enum cml_result run(struct train *train, struct cml_error *err)
{
	AUTOPTR(cml_space) space = NULL;
	AUTO(tool_rows) rows = {0};
	AUTO(tool_places) places = {0};
	AUTO(cml_dataset) data = {0};
	AUTOPTR(cml_model) model = NULL;
	AUTOPTR(cml_output) output = NULL;
	if (train->describe)
		return describe(train, err);
	if (tool_check_outputs(&train->tool, &train->space_path, 1, err) != CML_OK)
		return err->status;
	if (train->space_path && train->goal)
		return cml_fail(err, CML_BAD_USAGE, "--goal: the space defines the goal already");
	/* The output before the work, which a name that cannot be written would waste. */
	if ((train->space_path && cml_space_open(&space, train->space_path, err) != CML_OK) ||
	    tool_rows_open(&rows, &train->tool, false, err) != CML_OK ||
	    read_rows(train, &rows, &data, &places, err) != CML_OK ||
	    tool_output_open(train->tool.output_path, &output, err) != CML_OK ||
	    fit(train, space, &data, &places, &model, err) != CML_OK ||
	    cml_model_write(model, output, err) != CML_OK)
		return err->status;
	return cml_output_commit(output, err);
}

int main(int argc, char **argv)
{
	struct train train = {.hyper.kinds = &tool_predictors};
	struct cml_error err = {0};
	tool_init(&train.tool, "cml-train");
	train.tool.kinds = &tool_predictors;
	const struct argp_child children[] = {{&tool_predictors.argp, 0, NULL, 1},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_table_argp, 0, NULL, 30},
					      {0}};
	const struct argp argp = {
	    .options = options,
	    .parser = parse_option,
	    .args_doc = "[FILE...]",
	    .doc = "Trains a predictor on feature tables (see cml-encode) and writes a model file.",
	    .children = children};
	bool failed =
	    tool_parse(&argp, argc, argv, &train, &err) != CML_OK || run(&train, &err) != CML_OK;
	tool_hyper_release(&train.hyper);
	return tool_exit(&train.tool, failed ? err.status : CML_OK, &err);
}
