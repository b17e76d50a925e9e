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

/* Whether jobs of the log failed, enough to learn from, and no setting explains which: what would
 * have been explained was perhaps never launched. With a limit, or where it shows that what fails
 * was avoided, more is known. Noted if so. */
bool tool_failures_are_a_guess(const struct cml_model *model);
void tool_failures_note_guess(const struct tool *tool, const struct cml_model *model);

#endif
