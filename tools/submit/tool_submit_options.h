/* What cml-submit was asked for: its options, read and checked against each other and against
 * what the backend can do. */
#ifndef CML_TOOL_SUBMIT_OPTIONS_H
#define CML_TOOL_SUBMIT_OPTIONS_H

#include "tool_submit.h"

/* How many of our options only some backends, or some command lines, have a use for. */
#define TOOL_SUBMIT_N_OPTIONS 32

struct tool_submit_options {
	struct tool tool;
	struct tool_backend backend;
	const char *space_path;
	const char *jobs;    /* NULL: where the history is */
	const char *run_job; /* a job directory: nothing else counts */
	enum cml_interrupt on_interrupt;
	bool dry_run;
	bool no_metric; /* not that of the space either */
	bool wait;      /* for the end of another owner of the history */
	/* What a submission gets of these. */
	struct cml_submission_options submission;
	struct tool_list sbatch_arguments, limits, oom_patterns, infra_patterns;
	struct tool_gpus gpus;
	bool given[TOOL_SUBMIT_N_OPTIONS]; /* long options, by their keys */
};

/* Sets all defaults, reads the command line, and ends the tool by argp_error, with one line,
 * for what is wrong, what says nothing without another option, and what the backend has no use
 * for: nothing that was asked for is passed over. The arguments outlive the options. */
enum cml_result tool_submit_options_read(struct tool_submit_options *asked, int argc, char **argv,
					 struct cml_error *err);
void tool_submit_options_release(struct tool_submit_options *asked);

#endif
