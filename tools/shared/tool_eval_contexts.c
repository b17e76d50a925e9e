/* cml-eval: what notes say of contexts. Part of tool_eval.h. */
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

static enum cml_result note_split(const struct tool_eval *eval, size_t split,
				  const struct cml_contexts *contexts, struct cml_buffer *text,
				  struct cml_error *err)
{
	const struct cml_evaluation_contexts *found = &eval->evaluation.contexts[split];
	struct cml_context_summary summary = cml_context_scores_summary(&found->scores);
	if (found->scores.n == 0)
		return CML_OK;
	if (summary.n_scored == 0) {
		tool_note(&eval->tool, "%s: no score within contexts: none has two jobs to order",
			  eval->splits.texts[split]);
		return CML_OK;
	}
	cml_buffer_clear(text);
	bool ok = cml_buffer_printf(text, "%s: kendall", eval->splits.texts[split]);
	if (!isnan(found->kendall))
		ok = ok && cml_buffer_printf(text, " %.2f over all,", hundredths(found->kendall));
	if (!isnan(found->kendall_within))
		ok = ok && cml_buffer_printf(text, " %.2f", hundredths(found->kendall_within));
	if (!isnan(found->lo) && !isnan(found->hi))
		ok = ok &&
		     cml_buffer_printf(text, " (%.2f to %.2f)", hundredths(fmax(found->lo, -1)),
				       hundredths(fmin(found->hi, 1)));
	ok = ok && cml_buffer_printf(text, " within %zu context%s", summary.n_scored,
				     summary.n_scored == 1 ? "" : "s");
	if (summary.kendall < found->kendall_within) {
		ok = ok &&
		     cml_buffer_printf(text, ", at worst %.2f in ", hundredths(summary.kendall));
		if (ok && cml_contexts_print(contexts, summary.worst, text, err) != CML_OK)
			return err->status;
		ok = ok && cml_buffer_printf(text, " (%.0f jobs)", summary.n_jobs);
	}
	if (!ok)
		return cml_fail_memory(err);
	tool_note(&eval->tool, "%.*s", (int)text->size, text->data);
	return CML_OK;
}

enum cml_result tool_eval_note_contexts(const struct tool_eval *eval,
					const struct cml_contexts *contexts, struct cml_error *err)
{
	struct cml_buffer text = {0};
	enum cml_result status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < eval->splits.n; i++)
		status = note_split(eval, i, contexts, &text, err);
	cml_buffer_release(&text);
	return status;
}
