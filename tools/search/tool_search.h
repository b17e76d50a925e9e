/* What cml-search reads beside its space, and its report on a space. */
#ifndef CML_TOOL_SEARCH_H
#define CML_TOOL_SEARCH_H

#include "model/model.h"
#include "search/configs.h"
#include "search/proposal_writer.h"
#include "search/proposals.h"
#include "search/search.h"
#include "tool.h"
#include "tool_asked.h"
#include "tool_hyper.h"

#include <argp.h>

/* The jobs of a history: their keys, when they ran (by the time column of the space, or
 * cml_started), and with outcomes their metric, where the table has one. Rows that are not in the
 * space cannot be proposed anyway: they are counted in a note. */
enum cml_result tool_read_history(const struct tool *tool, const char *path,
				  const struct cml_space *space, bool outcomes,
				  struct cml_known_jobs *jobs, struct cml_error *err);

/* For --check: writes how many configurations there are and what each rule refuses. */
enum cml_result tool_check_feasible(struct tool *tool, const struct cml_space *space,
				    const double *fixed, struct cml_error *err);

/* What one search writes, or several whose notes are kept (tool->notes) before the commit: a table,
 * or lines for people. Zeroed is empty. */
struct tool_search_output {
	struct tool_sheet sheet;
	bool has_lines; /* --format text without reasons */
	struct cml_proposal_lines lines;
};
void tool_search_output_release(struct tool_search_output *output);
enum cml_result tool_search_output_commit(const struct tool *tool,
					  struct tool_search_output *output, struct cml_error *err);

/* The proposals as a table (model: that scored them, or NULL), and a note when there are fewer
 * than wanted. */
enum cml_result tool_write_proposals(const struct tool *tool, struct tool_search_output *output,
				     const struct cml_space *space, const struct cml_model *model,
				     struct cml_proposals *proposals, struct cml_error *err);

/* All configurations of a listing as a table. */
enum cml_result tool_write_listing(const struct tool *tool, struct tool_search_output *output,
				   struct cml_listing *listing, struct cml_error *err);

/* The command line of cml-search. */

struct tool_search_options {
	struct tool tool;
	struct tool_hyper hyper;
	const char *model_path;
	const char *space_path;
	struct tool_list excludes;
	struct tool_list fixes;
	size_t n;
	size_t n_samples;
	uint64_t shard;
	uint64_t n_shards;                  /* 0: not given */
	const char *candidates_path;        /* NULL: all of the space */
	struct cml_acquisition acquisition; /* kappa and best NaN: not given */
	const char *by;                     /* NULL: not given */
	bool by_front;                      /* --by front */
	const char *cost;                   /* NULL: not given */
	struct tool_asked asked;
	bool include_default;
	bool check;
	bool exhaustive;
	bool lists; /* exhaustive without a model */

	struct cml_space *space; /* of the model, or of a file */
	struct cml_model *model; /* NULL: none */
	/* While a search runs. */
	double *fixed;              /* by slot */
	struct cml_known_jobs jobs; /* of the excluded histories */
	struct cml_arena followed;  /* texts of fixes that follow from others */
	struct tool_search_output output;
};

/* The configurations of --candidates. Rows outside the space are errors (or go where --bad-rows
 * says), but with a model for what cml_config_read_new lets in, with a note; those that differ from
 * what is fixed are left out, with a note. */
enum cml_result tool_read_candidates(const struct tool_search_options *search,
				     struct cml_configs *candidates, struct cml_error *err);

/* Runs once for each value of the list that one of the fixes has (--fix gpus=8,16), or once; with
 * search->fixes and its space as they are to be. Values of which nothing is found are noted:
 * CML_NOTHING if that is all of them. Notes say which values they are of. */
typedef enum cml_result tool_search_run(struct tool_search_options *search, struct cml_error *err);
enum cml_result tool_search_each(struct tool_search_options *search, tool_search_run *run,
				 struct cml_error *err);

/* Input: a struct tool_search_options with the shared options set up. */
extern const struct argp_option tool_search_option_table[];
error_t tool_search_parse_option(int key, char *argument, struct argp_state *state);

#endif
