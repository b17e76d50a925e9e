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
	if (eval->metrics && has_within(&eval->evaluation.scoring))
		return true;
	for (size_t i = 0; i < eval->conditions.n; i++)
		if (eval->evaluation.requirements[i].score.within)
			return true;
	return eval->within && has_within(&eval->evaluation.scoring);
}

enum cml_result tool_eval_choose_within(const struct tool_eval *eval,
					const struct cml_contexts *contexts, size_t n_jobs,
					bool *within, struct cml_error *err)
{
	size_t n = contexts->keys.n;
	bool asked = asks_within(eval);
	*within = asked || (has_within(&eval->evaluation.scoring) && n > 1 && n < n_jobs);
	if (asked && contexts->n_columns == 0)
		return cml_fail(err, CML_BAD_USAGE,
				"scores inside contexts need --within COLUMN,...%s",
				eval->space_path ? ": the space has no context" : "");
	if (contexts->n_columns > 0 && n > 1 && n == n_jobs &&
	    has_within(&eval->evaluation.scoring))
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

/* Which score a question is answered by, and the contexts that can answer. */
static const struct {
	const char *score, *which;
	double least; /* that the score can be */
} questions[CML_N_QUESTIONS] = {
    [CML_QUESTION_ORDER] = {"kendall", "", -1},
    [CML_QUESTION_CHANCE] = {"ok-auc", " where jobs ran and failed", 0}};

static void note_within(const struct tool_eval *eval, size_t split, size_t question)
{
	const struct cml_evaluation_order *found = &eval->evaluation.order[split][question];
	const double *interval = found->within.interval;
	char over_all[32] = "", ends[32] = "";
	if (isnan(found->within.value))
		return;
	if (!isnan(found->value))
		snprintf(over_all, sizeof over_all, " %.2f over all,", hundredths(found->value));
	if (!isnan(interval[0]) && !isnan(interval[1]))
		snprintf(ends, sizeof ends, " (%.2f to %.2f)",
			 hundredths(fmax(interval[0], questions[question].least)),
			 hundredths(fmin(interval[1], 1)));
	tool_note(&eval->tool, "%s: %s%s %.2f%s within contexts%s", eval->splits.texts[split],
		  questions[question].score, over_all, hundredths(found->within.value), ends,
		  questions[question].which);
}

/* Few failures among the first are news only where others fail. */
static void note_wasted(const struct tool_eval *eval, size_t split)
{
	const struct cml_evaluation_wasted *wasted = &eval->evaluation.wasted[split];
	if (wasted->score)
		tool_note(&eval->tool,
			  "%s: %s: %.2g of the first %zu of these jobs failed, in random order "
			  "%.2g%s",
			  eval->splits.texts[split], wasted->score, wasted->value, wasted->k,
			  wasted->at_random,
			  split == 0 ? "; proposals that leave the log may fail more often" : "");
}

/* Intervals that are to hold 90 %. */
#define MIN_HELD 0.75

static void note_held(const struct tool_eval *eval, size_t split)
{
	double held = eval->evaluation.held[split];
	if (held < MIN_HELD)
		tool_note(&eval->tool,
			  "%s: %.0f %% of these jobs are inside their 90 %% intervals: their level "
			  "is off; kendall says whether their order holds",
			  eval->splits.texts[split], 100 * held);
}

/* Of four jobs chance has one order in 24. */
#define FEW_JOBS 5

/* Why the cell of kendall is empty, or says little. */
static void note_order(const struct tool_eval *eval, size_t split)
{
	const struct cml_scoring *scoring = &eval->evaluation.scoring;
	const struct cml_evaluation_order *found =
	    &eval->evaluation.order[split][CML_QUESTION_ORDER];
	if (!isnan(found->value) && found->n_jobs * eval->n_repeats < FEW_JOBS)
		tool_note(&eval->tool,
			  "%s: kendall is of %zu jobs, which chance alone often orders so",
			  eval->splits.texts[split], found->n_jobs);
	for (size_t i = 0; i < scoring->n; i++)
		if (strcmp(scoring->scores[i].name, "kendall") == 0 && isnan(found->value))
			tool_note(&eval->tool,
				  "%s: no kendall: a single job, or jobs that measured or are "
				  "predicted all the same, have no order",
				  eval->splits.texts[split]);
}

void tool_eval_note(const struct tool_eval *eval)
{
	for (size_t i = 0; i < eval->splits.n; i++)
		for (size_t q = 0; q < CML_N_QUESTIONS; q++)
			note_within(eval, i, q);
	for (size_t i = 0; i < eval->splits.n; i++) {
		note_order(eval, i);
		note_wasted(eval, i);
		note_held(eval, i);
	}
}
