/* The uses of cml-eval. */
#ifndef CML_TOOL_EVAL_H
#define CML_TOOL_EVAL_H

#include "eval/contexts.h"
#include "eval/evaluation.h"
#include "eval/split.h"
#include "space/config.h"
#include "tool.h"
#include "tool_hyper.h"

#include <argp.h>

/* What the command line says, and what comes of it. Zeroed but for the defaults. */
struct tool_eval {
	struct tool tool;
	struct tool_hyper hyper;
	const char *space_path;
	const char *metrics; /* NULL: the usual ones */
	const char *within;  /* columns of contexts; NULL: those of the space */
	const char *curve;   /* NULL, here and below: not asked for */
	const char *actual;
	const char *predicted;
	const char *predictions; /* files */
	const char *importance;
	struct tool_list splits; /* as typed; filled in where none is */
	struct cml_split_choice choice;
	struct tool_list conditions; /* of --require */
	size_t n_repeats;
	struct cml_bootstrap bootstrap;
	const char *goal; /* of two columns; NULL: max */
	bool frontier;
	struct tool_list fixes;    /* of --fix, and what follows from them */
	struct cml_arena followed; /* texts of the latter */
	enum cml_log_target log_target;
	bool no_intervals;
	bool ignore_failures;
	bool all_digits;
	const char *for_space;  /* an option that only validation takes; NULL: none was given */
	const char *for_scores; /* one that --frontier does not take */
	struct cml_evaluation evaluation; /* initialised */
};

/* Input: a struct tool_eval with the defaults set. */
extern const struct argp_option tool_eval_option_table[];
error_t tool_eval_parse_option(int key, char *argument, struct argp_state *state);

/* Trains on some jobs of the history and tests on the others. */
enum cml_result tool_eval_validate(struct tool_eval *eval, struct cml_error *err);

/* Compares two columns of a table. */
enum cml_result tool_eval_compare(struct tool_eval *eval, struct cml_error *err);

/* Whether scores inside contexts are computed: asked for, by --within or by name, or where some of
 * n_jobs share a context and others do not. CML_BAD_USAGE when they are asked for and there are
 * no columns of contexts. */
enum cml_result tool_eval_choose_within(const struct tool_eval *eval,
					const struct cml_contexts *contexts, size_t n_jobs,
					bool *within, struct cml_error *err);

/* After an evaluation: how well jobs are ordered, over all and inside contexts; and what the first
 * launches wasted, beside as many in random order. */
void tool_eval_note(const struct tool_eval *eval);

/* Writes how far the search that made the history has come. */
enum cml_result tool_eval_frontier(struct tool_eval *eval, struct cml_error *err);

#endif
