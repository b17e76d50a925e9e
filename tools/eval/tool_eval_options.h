/* The command line of cml-eval. */
#ifndef CML_TOOL_EVAL_OPTIONS_H
#define CML_TOOL_EVAL_OPTIONS_H

#include "tool_eval.h"

#include <argp.h>

struct tool_eval_command {
	struct tool_eval eval;
	const char *for_space;  /* an option that only validation takes; NULL: none was given */
	const char *for_tests;  /* the same, that --effect does not take */
	const char *for_scores; /* one that --frontier and --effect do not take */
};

/* Input: a struct tool_eval_command with the defaults set. */
extern const struct argp_option tool_eval_option_table[];
error_t tool_eval_parse_option(int key, char *argument, struct argp_state *state);

#endif
