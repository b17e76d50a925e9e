/* What cml-search reads beside its space, and its report on a space. */
#ifndef CML_TOOL_SEARCH_H
#define CML_TOOL_SEARCH_H

#include "search/configs.h"
#include "search/exact/listing.h"
#include "search/newest.h"
#include "search/proposals.h"
#include "tool.h"

/* The jobs of a history: their keys, and with outcomes their metric, where the table
 * has one. Rows that are not in the space cannot be proposed anyway: they are counted
 * in a note. */
enum cml_result tool_read_history(const struct tool *tool, const char *path,
				  const struct cml_space *space, bool outcomes,
				  struct cml_known_jobs *jobs, struct cml_error *err);

/* The jobs of a history with their times: of the time column of the space, or cml_started. */
enum cml_result tool_read_newest(const struct tool *tool, const char *path,
				 const struct cml_space *space, struct cml_newest *newest,
				 struct cml_error *err);

/* The configurations of a job table. Rows outside the space are errors (or go where
 * --bad-rows says); those that differ from what is fixed (by slot) are left out, with
 * a note. */
enum cml_result tool_read_candidates(const struct tool *tool, const char *path,
				     const struct cml_space *space, const double *fixed,
				     struct cml_configs *candidates, struct cml_error *err);

/* For --check: writes how many configurations there are and what each rule refuses. */
enum cml_result tool_check_feasible(struct tool *tool, const struct cml_space *space,
				    const double *fixed, struct cml_error *err);

/* The proposals as a table (model: that scored them, or NULL), and a note when there are fewer
 * than wanted. */
enum cml_result tool_write_proposals(struct tool *tool, const struct cml_space *space,
				     const struct cml_model *model,
				     const struct cml_proposals *proposals, struct cml_error *err);

/* All configurations of a listing as a table. */
enum cml_result tool_write_listing(struct tool *tool, struct cml_listing *listing,
				   struct cml_error *err);

#endif
