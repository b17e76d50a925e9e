/* The option --fix NAME=VALUE, of every tool that has it. */
#ifndef CML_TOOL_FIXES_H
#define CML_TOOL_FIXES_H

#include "base/memory.h"
#include "model/model.h"
#include "search/configs.h"
#include "tool.h"

/* *fixed: by slot, as of cml_fixes_take, also its errors; the caller frees it. A note says
 * which contexts that may have several values take their default, which is that of the space in the
 * file path (NULL: no such note). */
enum cml_result tool_fixes_take(const struct tool *tool, const struct cml_space *space,
				const struct tool_list *fixes, const char *path, double **fixed,
				struct cml_error *err);

/* Appends to fixes the contexts without one that follow from these: by a rule of the space, or in
 * the log of the model (NULL: none), see fixes.h and model_contexts.h; a note says which and why.
 * What is appended lives in texts, and may be no value of its domain. A note names these, and what
 * was admitted before (cml_fixes_admit). Errors as of cml_fixes_read. */
enum cml_result tool_fixes_follow(const struct tool *tool, const struct cml_space *space,
				  const struct cml_model *model, struct tool_list *fixes,
				  struct cml_arena *texts, struct cml_error *err);

/* Appends to fixes the contexts without one that newer jobs have; a note says so. newest: ordered.
 */
enum cml_result tool_fixes_renew(const struct tool *tool, const struct cml_space *space,
				 const struct cml_newest *newest, struct tool_list *fixes,
				 struct cml_arena *texts, struct cml_error *err);

/* After tool_fixes_follow: CML_BAD_USAGE where what goes with a name that no job of the model's log
 * has is not fixed, such as the sizes of a model; of what goes with such a number a note tells.
 * The contexts that are left take their defaults one after the other; one of which a rule leaves
 * one value beside these is fixed to that. model NULL: no log. */
enum cml_result tool_fixes_judge(const struct tool *tool, const struct cml_space *space,
				 const struct cml_model *model, struct tool_list *fixes,
				 struct cml_arena *texts, struct cml_error *err);

/* Notes the values that were let in though the domains of the model's space lack them
 * (cml_cell_admit), and how far params go for them. */
enum cml_result tool_fixes_note_admitted(const struct tool *tool, const struct cml_model *model,
					 bool params_alone, struct cml_error *err);

/* Notes how many rows were left out because they differ from what is fixed, unless none
 * were. path: of their table; NULL: of all the input. */
void tool_fixes_note(const struct tool *tool, const char *path, size_t n_different);

/* Notes how many of n rows of a table lack what another program computes, unless none do. */
void tool_fixes_note_silent(const struct tool *tool, const struct cml_space *space,
			    uint64_t n_silent, uint64_t n);

#endif
