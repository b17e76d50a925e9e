/* The status of a job that ended, from all that is known about its end.
 *
 * The first of these that applies decides:
 *
 *  1. we cancelled it, or ended it for its time: cancelled, timeout
 *  2. the scheduler says that it ran out of memory: oom
 *  3. it exited 0: ok with a value of the metric, failed without; without any reading oom if its
 * output speaks of memory, else infra; infra, too, where srun printed that a node failed
 *  4. the scheduler's state, where it says more than that the job failed
 *  5. the kernel or the cgroup killed it for its memory: oom
 *  6. its output, in this order: messages of the scheduler; broken hardware: infra; lack of
 *     memory: oom; broken communication: infra. The lack of memory of one rank breaks the
 *     communication of all others. In stdout, built-in patterns for the last two count only where
 *     stderr has no message
 *  7. a signal from outside: infra where it was meant for more than this job (a logout, a
 *     shutdown), otherwise cancelled
 *  8. nothing says how it ended, a shell found no program, the machine could not start it: infra
 *  9. anything else: failed, with its last message on stderr
 *
 * What fits both the machine and the configuration counts against the configuration: a job that
 * is wrongly called infra is started again. */
#ifndef CML_LAUNCH_OUTCOME_OUTCOME_H
#define CML_LAUNCH_OUTCOME_OUTCOME_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/text.h"
#include "launch/job/job_record.h"
#include "launch/metric/readings.h"
#include "space/space.h"

/* end_patterns.c: texts in a job's output that say why it ended: those of kernels, schedulers and
 * frameworks, and of the user. */

/* The user's: views. Zeroed has the built-in ones alone. */
struct cml_end_patterns {
	struct cml_end_texts {
		const char *const *texts;
		size_t n;
	} oom, infra;
};

/* Searches texts[n], in the order of causes of outcome.h. Within one cause, the user's patterns
 * come before the built-in ones, and texts are searched in their order. Built-in patterns for the
 * lack of memory and for broken communication are searched in the first n_trusted texts only.
 * False when there is none. *line: of the match, a view without what is far before the match. */
bool cml_end_patterns_find(const struct cml_end_patterns *patterns, const struct cml_slice *texts,
			   size_t n, size_t n_trusted, enum cml_job_status *status,
			   struct cml_slice *line);

/* The last message of a program, for the reason of its end. */

/* The last line of text that is not blank, empty when there is none: a view. Launchers add lines of
 * their own once a rank has ended, and the line before them counts; with nothing before them, the
 * first of them.
 *
 * srun      `srun: error: n2: task 1: Exited with exit code 3`, slurmstepd's lines about ranks it
 *           cancels, `Terminated` of their shells. A line of srun that names a signal counts
 *           itself, as no rank can print its own signal, but not the signals that srun sends.
 * torchrun  a table that ends in a ruler: from its first line about a failed or ended process on.
 *
 * Source: output of srun 22.05 and torchrun 1.13. */
struct cml_slice cml_last_message(struct cml_slice text);

/* All that is known; zeroed is nothing. */
struct cml_job_end {
	const struct cml_job_record *record; /* of the supervisor; NULL: none */
	bool may_be_srun;                    /* an exit code of 0 is checked as in 3 */
	struct cml_slice state;              /* of the scheduler ("NODE_FAIL"); empty: none */
	struct cml_slice state_reason;       /* and its reason; empty: none */
	const char *dir; /* with stdout and stderr; NULL: none. A missing file counts as empty */
	/* NULL: no metric, exit 0 is ok. Used after an exit of 0 only. */
	const struct cml_metric_result *metric;
};

struct cml_job_outcome {
	enum cml_job_status status;
	struct cml_reason reason; /* a sentence; empty when ok */
	bool is_unread;           /* infra, as it exited with 0 without a reading */
};

/* How many bytes of the end of each output file are searched. */
#define CML_OUTCOME_TAIL ((size_t)256 << 10)

/* Opens the output files only where they can decide. The only error is a lack of memory. */
enum cml_result cml_classify_exit(const struct cml_end_patterns *patterns,
				  const struct cml_job_end *end, struct cml_job_outcome *outcome,
				  struct cml_error *err);

/* The options of a run that decide the result of a job: where its metric and its limits are read,
 * and which patterns in its output say why it ended. */

struct cml_result_rules_options {
	const char *metric_spec; /* NULL: no metric, exit 0 is ok */
	size_t warmup;           /* readings dropped */
	/* NAME=SPEC, at most one for a limit. Without one the readings are those of the limit's
	 * name. Without a reduction they are reduced by `max` where there is an upper bound, else
	 * by `min`: what comes nearest to the bound, of all readings, the first included. */
	const char *const *limits;
	size_t n_limits;
	struct cml_end_patterns patterns;
};

/* How a measured limit of the space is read. */
struct cml_limit_rule {
	const char *name;  /* the space's */
	const char *given; /* SPEC of its option; NULL: none */
	/* As of --metric, with its reduction. */
	struct cml_metric_spec spec;
	struct cml_readings *readings;
};

struct cml_limit_rules {
	struct cml_limit_rule *rules; /* in the order of space->limits */
	size_t n;                     /* 0: a space without limits, or none */
};

/* Zeroed is empty. */
struct cml_result_rules {
	struct cml_metric_spec metric;
	struct cml_readings *readings; /* NULL: no metric */
	struct cml_limit_rules limits;
	struct cml_end_patterns patterns;
};

/* space: whose limits are read; NULL: none. CML_BAD_USAGE: a metric that cannot be read; of limits,
 * a name that is none of the space, or twice, a specification that cannot be read, or is a
 * reduction and nothing else. */
enum cml_result cml_result_rules_init(struct cml_result_rules *rules,
				      const struct cml_result_rules_options *options,
				      const struct cml_space *space, struct cml_error *err);
void cml_result_rules_release(struct cml_result_rules *rules); /* safe on a zeroed one */

/* Reads all limits of a job that ended, well or not, from the files of its directory: values[n],
 * NaN where there is no reading, or a doubtful one; whole numbers alone for a limit of type int.
 * Errors are the machine's. */
enum cml_result cml_limit_rules_read(const struct cml_limit_rules *rules,
				     const struct cml_space *space,
				     const struct cml_metric_source *source, double *values,
				     struct cml_missing_limit *missing, struct cml_error *err);

#endif
