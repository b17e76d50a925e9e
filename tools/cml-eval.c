/* cml-eval: is a predictor any good, and how far has a search come? Job table in,
 * scores out. */
#include <stdlib.h>

#include "tool_eval.h"

#define PLAIN_METRICS "kendall,pearson,spearman,r2,rmse,mape,top-recall@10,regret@10"
#define WITHIN_METRICS "kendall-within,pearson-within,spearman-within,regret-within@1"
#define JOB_METRICS PLAIN_METRICS "," WITHIN_METRICS
#define INTERVAL_METRICS "interval-coverage,interval-width"
#define CHANCE_METRICS "ok-auc,ok-brier,ok-calibration,ok-auc-within,ok-brier-within"
#define LAUNCH_METRICS "wasted@10"
#define IMPORTANCE_METRICS "kendall"
#define COLUMNS_SPLIT "columns" /* cml_split where nothing is split */

/* With two columns, predictions have no intervals, and all jobs ran. */
static enum cml_result check_metrics(const struct tool_eval *eval, struct cml_error *err)
{
	const struct cml_scoring *scoring = &eval->evaluation.scoring;
	for (size_t i = 0; i < scoring->n; i++) {
		const struct cml_score *score = &scoring->scores[i];
		if (!eval->space_path && (score->kind->need_interval || score->kind->of_launches))
			return cml_fail(err, CML_BAD_USAGE, "metric '%s' needs -s SPACE",
					score->name);
		if (eval->no_intervals && score->kind->need_interval && eval->metrics)
			return cml_fail(err, CML_BAD_USAGE,
					"metric '%s' and --no-intervals exclude each other",
					score->name);
		if (eval->ignore_failures && score->kind->need_chance)
			return cml_fail(err, CML_BAD_USAGE,
					"metric '%s' and --ignore-failures exclude each other: it "
					"scores the chance that a job runs",
					score->name);
	}
	return CML_OK;
}

static const char *usual_metrics(const struct tool_eval *eval)
{
	/* Those that do not apply are left out. */
	if (!eval->space_path)
		return JOB_METRICS;
	return eval->ignore_failures ? JOB_METRICS "," INTERVAL_METRICS "," LAUNCH_METRICS
				     : JOB_METRICS "," INTERVAL_METRICS "," CHANCE_METRICS
						   "," LAUNCH_METRICS;
}

static enum cml_result run(struct tool_eval *eval, struct cml_error *err)
{
	eval->tool.more_outputs[0] = eval->predictions;
	eval->tool.more_outputs[1] = eval->importance;
	if (tool_check_outputs(&eval->tool, &eval->space_path, 1, err) != CML_OK)
		return err->status;
	if (eval->frontier)
		return tool_eval_frontier(eval, err);
	if (!eval->space_path && tool_list_add(&eval->splits, COLUMNS_SPLIT) != 0)
		return cml_fail_memory(err);
	eval->bootstrap.seed = eval->tool.seed;
	struct cml_evaluation_request request = {
	    .metrics = eval->metrics ? eval->metrics : usual_metrics(eval),
	    .conditions = eval->conditions.texts,
	    .n_conditions = eval->conditions.n,
	    .all_digits = eval->all_digits,
	};
	if (eval->importance)
		request.importance = eval->metrics ? eval->metrics : IMPORTANCE_METRICS;
	if (cml_evaluation_init(&eval->evaluation, &request, err) != CML_OK ||
	    check_metrics(eval, err) != CML_OK)
		return err->status;
	return eval->space_path ? tool_eval_validate(eval, err) : tool_eval_compare(eval, err);
}

/* A line for each condition that is not met; exit code of the tool. */
static int check_conditions(struct tool_eval *eval)
{
	struct cml_error miss = {0}, err = {0};
	int code = tool_exit(&eval->tool, CML_OK, &miss);
	for (size_t i = 0; i < eval->splits.n * eval->conditions.n; i++)
		if (cml_evaluation_missed(&eval->evaluation, i, &miss))
			code = tool_exit(&eval->tool, CML_NOTHING, &miss);
	/* make takes a file that is there for one that passed. */
	if (code != 0 && cml_output_set_aside(eval->tool.output_path, ".refused", &err) != CML_OK)
		code = tool_exit(&eval->tool, err.status, &err);
	return code;
}

static void release(struct tool_eval *eval)
{
	tool_hyper_release(&eval->hyper);
	cml_evaluation_release(&eval->evaluation);
	cml_split_choice_release(&eval->choice);
	free(eval->splits.texts);
	free(eval->conditions.texts);
	free(eval->fixes.texts);
	cml_arena_release(&eval->followed);
}

int main(int argc, char **argv)
{
	struct tool_eval eval = {.hyper.kinds = &tool_predictors,
				 .n_repeats = 1,
				 .bootstrap = {.n_replicates = 1000, .coverage = 0.95}};
	struct cml_error err = {0};
	tool_init(&eval.tool, "cml-eval");
	eval.tool.kinds = &tool_predictors;
	const struct argp_child children[] = {{&tool_predictors.argp, 0, NULL, 1},
					      {&tool_compute_argp, 0, NULL, 20},
					      {&tool_log_argp, 0, NULL, 30},
					      {&tool_digits_argp, 0, NULL, 4},
					      {0}};
	const struct argp argp = {
	    .options = tool_eval_option_table,
	    .parser = tool_eval_parse_option,
	    .args_doc = "-s SPACE [FILE...]\n--actual COLUMN --predicted COLUMN [FILE...]\n"
			"--frontier -s SPACE [FILE...]",
	    .doc =
		"Validates a predictor: trains on one part of a history and tests on the rest, or "
		"compares two columns of a table. With --frontier: the progress of a search.",
	    .children = children};
	bool failed =
	    tool_parse(&argp, argc, argv, &eval, &err) != CML_OK || run(&eval, &err) != CML_OK;
	int code = failed ? tool_exit(&eval.tool, err.status, &err) : check_conditions(&eval);
	release(&eval);
	return code;
}
