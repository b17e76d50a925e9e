/* cml-eval: scores inside contexts, and notes. Part of tool_eval.h. */
#include "tool_eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has_within(const struct cml_scoring *scoring)
{
	for (size_t i = 0; i < scoring->n; i++)
		if (scoring->scores[i].within)
			return true;
	return false;
}

/* By name, or by --within. */
static bool asks_within(const struct tool_eval *eval)
{
	bool asks = (eval->metrics || eval->within) && has_within(&eval->evaluation.scoring);
	for (size_t i = 0; i < eval->conditions.n; i++)
		asks = asks || eval->evaluation.requirements[i].score.within;
	return asks;
}

enum cml_result tool_eval_choose_within(const struct tool_eval *eval,
					const struct cml_contexts *contexts, size_t n_jobs,
					bool *within, struct cml_error *err)
{
	size_t n = contexts->keys.n;
	bool asked = asks_within(eval), has = has_within(&eval->evaluation.scoring);
	*within = asked || (has && n > 1 && n < n_jobs);
	if (asked && contexts->n_columns == 0)
		return cml_fail(err, CML_BAD_USAGE,
				"scores inside contexts need --within COLUMN,...%s",
				eval->space_path ? ": the space has no context" : "");
	if (contexts->n_columns > 0 && n > 1 && n == n_jobs && has)
		tool_note(&eval->tool,
			  "no scores within contexts: no two jobs share one; --within names fewer "
			  "columns");
	return CML_OK;
}

/* No -0.00. */
static double hundredths(double x)
{
	return fabs(x) < 0.005 ? 0 : x;
}

/* Scores of all jobs, those inside contexts, and the contexts that can answer. */
static const struct {
	const char *score, *within, *which;
} questions[] = {{"kendall", "kendall-within", ""},
		 {"ok-auc", "ok-auc-within", " where jobs ran and failed"}};

static void note_within(const struct tool_eval *eval, size_t split, size_t question)
{
	const struct cml_evaluation *evaluation = &eval->evaluation;
	double all = cml_evaluation_find(evaluation, split, questions[question].score).scored.value;
	const struct cml_scored within =
	    cml_evaluation_find(evaluation, split, questions[question].within).scored;
	char over_all[32] = "", ends[32] = "";
	if (isnan(within.value))
		return;
	if (!isnan(all))
		snprintf(over_all, sizeof over_all, " %.2f over all,", hundredths(all));
	if (!isnan(within.interval[0]) && !isnan(within.interval[1]))
		snprintf(ends, sizeof ends, " (%.2f to %.2f)", hundredths(within.interval[0]),
			 hundredths(within.interval[1]));
	tool_note(&eval->tool, "%s: %s%s %.2f%s within contexts%s", eval->splits.texts[split],
		  questions[question].score, over_all, hundredths(within.value), ends,
		  questions[question].which);
}

/* Few failures among the first are news only where others fail: beside what K jobs wasted, what K
 * in random order would. */
static void note_wasted(const struct tool_eval *eval, size_t split)
{
	const struct cml_scoring *scoring = &eval->evaluation.scoring;
	for (size_t i = 0; i < scoring->n; i++) {
		const struct cml_score *score = &scoring->scores[i];
		struct cml_evaluation_summary found =
		    cml_evaluation_find(&eval->evaluation, split, score->name);
		if (strcmp(score->kind->name, "wasted") != 0 || isnan(found.scored.value))
			continue;
		tool_note(&eval->tool,
			  "%s: %s: %.2g of the first %zu of these jobs failed, in random order "
			  "%.2g%s",
			  eval->splits.texts[split], score->name, found.scored.value, score->k,
			  (double)score->k * found.failed,
			  split == 0 ? "; proposals that leave the log may fail more often" : "");
		return;
	}
}

/* Intervals that are to hold 90 %; of fewer jobs the share says little. */
#define MIN_HELD 0.75
#define MIN_HELD_JOBS 20

static void note_held(const struct tool_eval *eval, size_t split)
{
	struct cml_evaluation_summary held =
	    cml_evaluation_find(&eval->evaluation, split, "interval-coverage");
	if (held.scored.value < MIN_HELD && held.n_test >= MIN_HELD_JOBS)
		tool_note(&eval->tool,
			  "%s: %.0f %% of these jobs are inside their 90 %% intervals: their level "
			  "is off; kendall says whether their order holds",
			  eval->splits.texts[split], 100 * held.scored.value);
}

/* Of four jobs chance has one order in 24. */
#define FEW_JOBS 5

/* Why the cell of kendall is empty, or says little. */
static void note_order(const struct tool_eval *eval, size_t split)
{
	struct cml_evaluation_summary found =
	    cml_evaluation_find(&eval->evaluation, split, "kendall");
	if (!isnan(found.scored.value) && found.n_test * eval->n_repeats < FEW_JOBS)
		tool_note(&eval->tool,
			  "%s: kendall is of %zu jobs, which chance alone often orders so",
			  eval->splits.texts[split], found.n_test);
	if (isnan(found.scored.value) && found.n_test > 0)
		tool_note(
		    &eval->tool,
		    "%s: no kendall: a single job, or jobs that measured or are predicted all "
		    "the same, have no order",
		    eval->splits.texts[split]);
}

void tool_eval_note(const struct tool_eval *eval)
{
	for (size_t i = 0; i < eval->splits.n; i++)
		for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
			note_within(eval, i, q);
	for (size_t i = 0; i < eval->splits.n; i++) {
		note_order(eval, i);
		note_wasted(eval, i);
		note_held(eval, i);
	}
}
