/* Notes of cml-train on a log from which the chance to run cannot be learned. */
#ifndef CML_TOOL_TRAIN_NOTES_H
#define CML_TOOL_TRAIN_NOTES_H

#include "model/model.h"
#include "tool.h"

/* Notes: no failures, or none that a setting explains; directions that jobs contradict; limits that
 * no job keeps, that all report the same of, that all are far below, that most reach. Errors: out
 * of memory. */
enum cml_result tool_train_notes(const struct tool *tool, const struct cml_model *model,
				 const struct cml_space *space, const struct cml_dataset *data,
				 struct cml_error *err);

#endif
