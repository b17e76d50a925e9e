/* cml-eval: notes on contexts. Part of tool_eval.h. */
#include "tool_eval.h"

#include <math.h>
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
} questions[CML_CONTEXT_N_QUESTIONS] = {
    [CML_CONTEXT_ORDER] = {"kendall", "", -1},
    [CML_CONTEXT_CHANCE] = {"ok-auc", " where jobs ran and failed", 0}};

static enum cml_result print(const struct cml_evaluation_contexts *found,
			     const struct cml_context_summary *summary, size_t question,
			     const struct cml_contexts *contexts, struct cml_buffer *text,
			     struct cml_error *err)
{
	cml_buffer_printf(text, ": %s", questions[question].score);
	if (!isnan(found->value))
		cml_buffer_printf(text, " %.2f over all,", hundredths(found->value));
	if (!isnan(found->within))
		cml_buffer_printf(text, " %.2f", hundredths(found->within));
	if (!isnan(found->lo) && !isnan(found->hi))
		cml_buffer_printf(text, " (%.2f to %.2f)",
				  hundredths(fmax(found->lo, questions[question].least)),
				  hundredths(fmin(found->hi, 1)));
	cml_buffer_printf(text, " within %zu context%s%s", summary->n_scored,
			  summary->n_scored == 1 ? "" : "s", questions[question].which);
	if (summary->n_scored > 1 && summary->score < found->within) {
		cml_buffer_printf(text, ", at worst %.2f in ", hundredths(summary->score));
		if (cml_contexts_print(contexts, summary->worst, text, err) != CML_OK)
			return err->status;
		cml_buffer_printf(text, " (%.0f jobs)", summary->n_jobs);
	}
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

static enum cml_result note(const struct tool_eval *eval, size_t split, size_t question,
			    const struct cml_contexts *contexts, struct cml_error *err)
{
	struct cml_buffer text = {0};
	const struct cml_evaluation_contexts *found = &eval->evaluation.contexts[split][question];
	struct cml_context_summary summary = cml_context_scores_summary(&found->scores);
	/* Of a chance that was not asked for, or has nothing to separate, there is no news. */
	if (found->scores.n == 0 || (question == CML_CONTEXT_CHANCE && isnan(found->within)))
		return CML_OK;
	if (summary.n_scored == 0) {
		tool_note(&eval->tool, "%s: no score within contexts: none has two jobs to order",
			  eval->splits.texts[split]);
		return CML_OK;
	}
	enum cml_result status = print(found, &summary, question, contexts, &text, err);
	if (!status)
		tool_note(&eval->tool, "%s%.*s", eval->splits.texts[split], (int)text.size,
			  text.data);
	cml_buffer_release(&text);
	return status;
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
	const struct cml_evaluation_contexts *found =
	    &eval->evaluation.contexts[split][CML_CONTEXT_ORDER];
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

enum cml_result tool_eval_note_contexts(const struct tool_eval *eval,
					const struct cml_contexts *contexts, struct cml_error *err)
{
	for (size_t i = 0; i < eval->splits.n * CML_CONTEXT_N_QUESTIONS; i++)
		if (note(eval, i / CML_CONTEXT_N_QUESTIONS, i % CML_CONTEXT_N_QUESTIONS, contexts,
			 err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < eval->splits.n; i++) {
		note_order(eval, i);
		note_wasted(eval, i);
		note_held(eval, i);
	}
	return CML_OK;
}
