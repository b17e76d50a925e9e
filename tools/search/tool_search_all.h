/* How long an exact search or a listing goes on, and its progress messages. */
#ifndef CML_TOOL_SEARCH_ALL_H
#define CML_TOOL_SEARCH_ALL_H

#include "search/exhaustive/exhaustive.h"
#include "tool.h"

#include <stdbool.h>

struct tool_search_all {
	struct tool *tool;
	double limit_s; /* 0: none */
	double start_s; /* on the monotonic clock */
	double note_s;  /* seconds until the next note */
};

/* Starts the clock. */
void tool_search_all_start(struct tool_search_all *all, struct tool *tool, double limit_s);

/* Shows progress when due, and, unless the tool is quiet, leaves a line after a minute, two, four
 * and so on; false when the limit is reached. context: struct tool_search_all. */
bool tool_search_all_go_on(void *context, double done);

/* Runs an exact search under that limit, with the diversity it asks for; notes what was predicted
 * (verbose), and that the limit was reached. */
enum cml_result tool_search_all_run(struct tool_search_all *all, struct cml_exhaustive *exhaustive,
				    struct cml_proposals *proposals, struct cml_error *err);

#endif
