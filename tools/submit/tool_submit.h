/* What cml-submit does around a submission: signals, the GPUs, the folder of the jobs. */
#ifndef CML_TOOL_SUBMIT_H
#define CML_TOOL_SUBMIT_H

#include "launch/submission.h"
#include "space/config.h"
#include "tool.h"

#include <limits.h>

/* SIGINT and SIGTERM count as interrupts of the submission from now on, and SIGHUP (the terminal
 * has gone) as one that detaches; each writes a byte to a pipe. Signals that were ignored stay so.
 * SIGPIPE is: a tool whose messages nobody reads any more goes on. */
enum cml_result tool_interrupts_watch(enum cml_interrupt what,
				      struct cml_submission_options *submission,
				      struct cml_error *err);
/* The signal that came first; 0: none. */
int tool_interrupt_signal(void);
/* `--gpus`: `2` is 0 and 1, or the first two that CUDA_VISIBLE_DEVICES names where it is set, as
 * in what a scheduler allots; a list has a comma between places and `+` between the GPUs of one.
 * Texts for CUDA_VISIBLE_DEVICES. Zeroed is empty. */
struct tool_gpus {
	const char **texts;
	size_t n;
	struct cml_arena arena; /* holds all of it */
};
error_t tool_parse_gpus(struct argp_state *state, const char *argument, struct tool_gpus *gpus);

/* The absolute name behind all symbolic links; the last part may be missing. CML_IO_ERROR: it
 * is a symbolic link to nothing; its directory is missing. */
enum cml_result tool_real_path(const char *path, char real[PATH_MAX], struct cml_error *err);

/* Where job directories are: HISTORY.jobs, where HISTORY is a real name; without a history (made,
 * unless dry) a temporary folder. */
struct tool_job_folder {
	char path[PATH_MAX];
	bool temporary;
};
enum cml_result tool_job_folder_find(struct tool_job_folder *folder, const char *history, bool dry,
				     struct cml_error *err);
/* Removes a temporary one, or says where it is when somebody will want to look into it. */
void tool_job_folder_end(struct tool_job_folder *folder, const struct tool *tool,
			 bool worth_seeing);

/* What cml-submit was asked for: its options, read and checked against each other and against
 * what the backend can do. */

/* Rows of the table of options, at most. */
#define TOOL_SUBMIT_N_OPTIONS 48

struct tool_submit_options {
	struct tool tool;
	const char *space_path;
	const char *run_job; /* a job directory: nothing else counts */
	enum cml_interrupt on_interrupt;
	bool dry_run;
	bool no_metric; /* not that of the space either */
	bool wait;      /* for the end of another owner of the history */
	/* What a submission gets of these. */
	struct cml_submission_options submission;
	struct tool_list sbatch_arguments, limits, oom_patterns, infra_patterns;
	struct tool_gpus gpus;
	bool given[TOOL_SUBMIT_N_OPTIONS]; /* by row of the options */
};

/* Sets all defaults, reads the command line, and ends the tool by argp_error, with one line,
 * for what is wrong, what says nothing without another option, and what the backend has no use
 * for: nothing that was asked for is passed over. The arguments outlive the options. */
enum cml_result tool_submit_options_read(struct tool_submit_options *asked, int argc, char **argv,
					 struct cml_error *err);
void tool_submit_options_release(struct tool_submit_options *asked);

#endif
