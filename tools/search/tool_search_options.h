/* The command line of cml-search. */
#ifndef CML_TOOL_SEARCH_OPTIONS_H
#define CML_TOOL_SEARCH_OPTIONS_H

#include "model/model_worth.h"
#include "search/search.h"
#include "tool.h"
#include "tool_explain.h"
#include "tool_hyper.h"

#include <argp.h>

struct tool_search_options {
	struct tool tool;
	struct tool_hyper hyper;
	const char *model_path;
	const char *space_path;
	struct tool_list excludes;
	struct tool_list fixes;
	struct cml_arena followed; /* texts of fixes that follow from others */
	size_t n;
	size_t n_samples;
	uint64_t shard;
	uint64_t n_shards;                  /* 0: not given */
	const char *candidates_path;        /* NULL: all of the space */
	struct cml_acquisition acquisition; /* kappa and best NaN: not given */
	const char *by;                     /* NULL: not given */
	bool by_front;                      /* --by front */
	const char *cost;                   /* NULL: not given */
	struct cml_failures failures;
	bool include_default;
	bool within_log;
	bool all_digits;
	struct tool_explain explain;
	bool check;
	bool exhaustive;
	bool lists; /* exhaustive without a model */
};

/* Input: a struct tool_search_options with the shared options set up. */
extern const struct argp_option tool_search_option_table[];
error_t tool_search_parse_option(int key, char *argument, struct argp_state *state);

#endif
