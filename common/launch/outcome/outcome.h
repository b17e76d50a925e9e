/* What became of a job, from everything that is known about its end.
 *
 * The evidence in the order it is believed:
 *
 *  1. it was cancelled, or ended for its time, by whoever ran it: cancelled, timeout
 *  2. it exited 0: ok with a value of the metric, failed without; but infra where srun said
 *     that a node failed, as it may exit 0 then
 *  3. the scheduler's word, where it says more than that it failed
 *  4. it was killed for its memory (cgroup, kernel): oom
 *  5. what it printed last, in this order: what the scheduler wrote there; broken
 *     hardware, infra; lack of memory, oom; broken communication, infra. The lack of memory
 *     of one rank breaks the communication of all others. On stdout the last two count only
 *     where stderr has no last words, or by the user's patterns
 *  6. its keeper was told to stop: infra where that was not the job's own (a logout, a
 *     shutdown), otherwise cancelled; so is a job here that somebody else sent SIGTERM
 *  7. nothing tells how it ended: infra
 *  8. anything else: failed, with its last words on stderr (last_words.h)
 *
 * Evidence that fits both the machine and the configuration counts against the
 * configuration: a job that is wrongly called infra is started again. */
#ifndef CML_LAUNCH_OUTCOME_OUTCOME_H
#define CML_LAUNCH_OUTCOME_OUTCOME_H

#include "base/error.h"
#include "base/text.h"
#include "launch/job/reason.h"
#include "launch/metric/readings.h"
#include "space/job_status.h"

#include <stdbool.h>
#include <stddef.h>

/* All that is known; zeroed is nothing. */
struct cml_job_end {
	bool has_record;               /* the keeper saw the job end: the next four are known */
	int exit_code;                 /* when it was no signal */
	int signal;                    /* that ended it; 0: none */
	int outside_signal;            /* that reached the keeper, or, here, the job; 0: none */
	bool shutdown;                 /* it was meant for more than this job */
	int start_errno;               /* the program could not be started; 0: it was */
	bool cancelled;                /* we ended it because a person said so */
	bool timed_out;                /* we ended it for --timeout */
	bool too_slow;                 /* we ended it for --kill-slower-than */
	bool oom_killed;               /* the kernel killed one of its processes for memory */
	bool no_space;                 /* its output may be cut: its disk was full, or
					* what problem says */
	bool may_be_srun;              /* an exit code of 0 is looked at as said above */
	struct cml_slice state;        /* the scheduler's word ("NODE_FAIL"); empty: none */
	struct cml_slice state_reason; /* and its reason; empty: none */
	const char *problem;           /* with start_errno: "PROGRAM: why"; with no_space: what
					* failed, if not for a full disk; may be NULL */
	const char *stderr_path;       /* files whose ends are searched when the rest does not */
	const char *stdout_path; /* tell; NULL: not to be looked at; missing ones are passed over */
	/* NULL: no metric is asked for, exit 0 is ok. Only looked at after an exit of 0. */
	const struct cml_metric_result *metric;
};

/* The verdict. */
struct cml_job_outcome {
	enum cml_job_status status;
	struct cml_reason reason; /* in words; empty when ok */
};

/* How many bytes of the end of each output file are searched. */
#define CML_OUTCOME_TAIL ((size_t)256 << 10)

struct cml_outcome_rules; /* opaque: built-in and own patterns */

/* oom_patterns[n_oom], infra_patterns[n_infra]: the user's, POSIX extended regular
 * expressions matched against lines. They are asked beside the built-in ones: the user's
 * before the built-in ones of their own kind. CML_BAD_USAGE for one that does not
 * compile, with regcomp's sentence. */
enum cml_result cml_outcome_rules_new(struct cml_outcome_rules **rules,
				      const char *const *oom_patterns, size_t n_oom,
				      const char *const *infra_patterns, size_t n_infra,
				      struct cml_error *err);
void cml_outcome_rules_free(struct cml_outcome_rules *rules); /* NULL is allowed */

/* Judges one job. Opens the output files only where the rest does not tell. Errors are
 * the machine's alone (memory). One thread at a time. */
enum cml_result cml_outcome_judge(struct cml_outcome_rules *rules, const struct cml_job_end *end,
				  struct cml_job_outcome *outcome, struct cml_error *err);

#endif
