/* What cml-rank and cml-search are asked of predictions, and what they say of them. */
#ifndef CML_TOOL_ASKED_H
#define CML_TOOL_ASKED_H

#include "advise/explanation.h"
#include "advise/model_outside.h"
#include "advise/ranker.h"
#include "advise/spread.h"
#include "tool.h"

/* Reasons: --explain and --format. */
struct tool_explain {
	bool is_wanted;  /* --explain */
	bool as_text;    /* --format text */
	bool is_what_if; /* --what-if, of a tool that has it: text without --explain */
	bool has_lines;  /* of a tool that has them, too: lines to compare */
};

struct tool_asked {
	struct cml_failures failures; /* --min-ok, --ignore-failures */
	bool within_log;
	bool all_digits; /* --digits full */
	struct tool_explain explain;
};

/* Input: a struct tool_asked, zeroed. */
extern const struct argp tool_asked_argp;

/* CML_BAD_DATA, with the path of the model, if it cannot explain; before a long search rather than
 * after it. */
enum cml_result tool_explain_check(const struct tool_explain *explain,
				   const struct cml_model *model, const char *model_path,
				   struct cml_error *err);

/* Sets up the explainer of a model, which *wanted becomes; NULL if none is wanted. */
enum cml_result tool_explain_start(const struct tool_explain *explain,
				   const struct cml_model *model, struct cml_pool *pool,
				   struct cml_explainer *explainer, struct cml_explainer **wanted,
				   struct cml_error *err);
/* A note on explanations that are not exact. */
void tool_explain_note(const struct tool *tool, const struct cml_explainer *explainer);

/* cml-rank --what-if: reads one configuration from rows, and writes it and its neighbours, best
 * first, as the options of the ranker say. CML_BAD_DATA: no row, or a second one. */
enum cml_result tool_what_if(struct tool *tool, const struct cml_model *model,
			     const struct cml_ranker_options *options,
			     const struct tool_explain *explain, struct tool_rows *rows,
			     struct cml_error *err);

/* Notes on configurations that the log does not cover, and on those that the model does not
 * distinguish. */

/* A note about proposals that leave the log: what is `proposals` or `rows`. Of rows left out
 * otherwise. */
enum cml_result tool_outside_note(const struct tool *tool, const struct cml_outside_tally *tally,
				  const char *what, struct cml_error *err);
enum cml_result tool_outside_note_left_out(const struct tool *tool,
					   const struct cml_outside_tally *tally, uint64_t n_all,
					   struct cml_error *err);

/* A note when all that are written have one prediction: predictions of all that were ranked, of
 * those written, and scores of these. */
void tool_outside_note_ties(const struct tool *tool, const struct cml_spread *all,
			    const struct cml_spread *written, const struct cml_spread *scores);

/* Notes that the model does not know what fails, where it does not. For users who do not ignore
 * failures. */
void tool_failures_note(const struct tool *tool, const struct cml_model *model);

/* Notes that jobs of the log failed, enough to learn from, and no setting explains which, if so:
 * what would have been explained was perhaps never launched. With a limit, or where it shows that
 * what fails was avoided, more is known. */
void tool_failures_note_guess(const struct tool *tool, const struct cml_model *model);

/* Of cml-train, on a log from which the chance to run cannot be learned: no failures, or none that
 * a setting explains; directions that jobs contradict; limits that no job keeps, that all report
 * the same of, that all are far below, that most reach. */
void tool_train_notes(const struct tool *tool, const struct cml_model *model,
		      const struct cml_space *space, const struct cml_dataset *data);

#endif
