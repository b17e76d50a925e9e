/* cml-rank --what-if. */
#ifndef CML_TOOL_WHAT_IF_H
#define CML_TOOL_WHAT_IF_H

#include "advise/ranker.h"
#include "tool.h"
#include "tool_explain.h"

/* Reads one configuration from rows, and writes it and its neighbours, best first, as the options
 * of the ranker say. CML_BAD_DATA: no row, or a second one. */
enum cml_result tool_what_if(struct tool *tool, const struct cml_model *model,
			     const struct cml_ranker_options *options, struct tool_explain *explain,
			     struct tool_rows *rows, struct cml_error *err);

#endif
