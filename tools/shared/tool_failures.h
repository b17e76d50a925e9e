/* What cml-rank and cml-search do about configurations that may fail. */
#ifndef CML_TOOL_FAILURES_H
#define CML_TOOL_FAILURES_H

#include "model/model_worth.h"
#include "tool.h"

/* --min-ok and --ignore-failures; input: struct cml_failures. */
extern const struct argp tool_failures_argp;

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
