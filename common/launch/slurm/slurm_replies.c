#include "launch/slurm/slurm_batch.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* From the manual page of squeue (JOB STATE CODES). A job that is completing is
 * still asked about, as its state may yet change. */
static const char *const ended_states[] = {
    "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",  "LAUNCH_FAILED",
    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT",
};

/* What slurmstepd writes; the most specific come first: a job over its memory is also said
 * to be cancelled. Sources: slurmstepd/req.c, slurmstepd/mgr.c, jobacct_gather and task/cgroup
 * of Slurm 20.11 to 24.05. */
static const struct {
	const char *phrase;
	const char *state;
} log_phrases[] = {
    {"exceeded memory limit", "OUT_OF_MEMORY"},
    {"Exceeded job memory limit", "OUT_OF_MEMORY"},
    {"oom-kill event", "OUT_OF_MEMORY"},
    {"oom_kill event", "OUT_OF_MEMORY"},
    {"DUE TO TIME LIMIT", "TIMEOUT"},
    {"DUE TO NODE FAILURE", "NODE_FAIL"},
    {"DUE TO PREEMPTION", "PREEMPTED"},
    {"DUE TO JOB REQUEUE", "REQUEUED"},
    {" CANCELLED AT ", "CANCELLED"},
};

static const char *const retry_phrases[] = {
    "Unable to contact slurm",
    "nable to establish contr",
    "timed out",
    "temporarily",
    "Zero Bytes were transmitted",
    "Transport endpoint is not connected",
    "Unexpected message received",
    "Connection re", /* refused, reset by peer */
    "unge",          /* its daemon is away */
    "job submit limit",
    "Limit reached",
    "MaxJobCount",
    "transitioning", /* a backup controller takes over */
    "in standby mode",
};

/* Of a user's or a QOS's jobs at a time, or their size; of the tasks of an array. */
static const char *const limit_phrases[] = {
    "job submit limit",
    "SubmitJob", /* QOSMaxSubmitJobPerUserLimit, AssocMaxSubmitJobLimit and their kin */
    "Invalid job array specification",
};

static bool parse_number(struct cml_slice text, uint64_t *value)
{
	return text.size > 0 && text.data[0] >= '0' && text.data[0] <= '9' &&
	       text.data[text.size - 1] >= '0' && text.data[text.size - 1] <= '9' &&
	       cml_parse_uint64(text, value);
}

bool cml_slurm_parse_id(struct cml_slice text, struct cml_slurm_id *id)
{
	const char *bar = text.size > 0 ? memchr(text.data, '_', text.size) : NULL;
	struct cml_slice whole = {text.data, bar ? (size_t)(bar - text.data) : text.size};
	uint64_t number, index = CML_SLURM_NO_TASK;

	if (!parse_number(whole, &number))
		return false;
	if (bar) {
		struct cml_slice part = {bar + 1, text.size - whole.size - 1};

		bool is_list =
		    part.size > 2 && *part.data == '[' && part.data[part.size - 1] == ']';
		if (!is_list && (!parse_number(part, &index) || index >= CML_SLURM_NO_TASK))
			return false;
	}
	*id = (struct cml_slurm_id){number, (uint32_t)index};
	return true;
}

bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job)
{
	/* A site's plugin may have printed lines before. */
	struct cml_slice line = cml_slice_last_line(text, NULL), number;

	return cml_slice_split(&line, ';', &number) && parse_number(number, job);
}

static double time_of(struct cml_slice field)
{
	uint64_t seconds;

	return parse_number(field, &seconds) ? (double)seconds : NAN;
}

static bool is_one_of(struct cml_slice word, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cml_slice_is(word, words[i]))
			return true;
	return false;
}

static bool parse_line(struct cml_slice line, struct cml_slurm_job *job)
{
	static const char *const none[] = {"None", "N/A", "(null)", "None assigned"};
	struct cml_slice fields[5] = {{0}};
	size_t n = 0;

	while (n < 5 && cml_slice_split(&line, '|', &fields[n]))
		n++;
	if (n < 5 || !cml_slurm_parse_id(fields[0], &job->id) || fields[1].size == 0)
		return false;
	job->state = fields[1];
	job->start = time_of(fields[2]);
	job->end = time_of(fields[3]);
	job->nodes = fields[4];
	if (is_one_of(job->nodes, none, LENGTH(none)))
		job->nodes.size = 0;
	job->name = line; /* may hold anything */
	return true;
}

bool cml_slurm_next_job(struct cml_slice *text, struct cml_slurm_job *job)
{
	struct cml_slice line;

	while (cml_slice_line(text, &line))
		if (parse_line(line, job))
			return true;
	return false;
}

bool cml_slurm_has_ended(struct cml_slice state)
{
	return is_one_of(state, ended_states, LENGTH(ended_states));
}

const char *cml_slurm_log_state(struct cml_slice log, struct cml_slice *line)
{
	size_t best = LENGTH(log_phrases);
	struct cml_slice one;

	while (cml_slice_line(&log, &one)) {
		if (!cml_slice_contains(one, "slurmstepd"))
			continue;
		for (size_t i = 0; i < best; i++) {
			if (!cml_slice_contains(one, log_phrases[i].phrase))
				continue;
			const char *error = memmem(one.data, one.size, "error: ", 7);
			*line = cml_slice_from(one, error ? (size_t)(error + 7 - one.data) : 0);
			best = i;
		}
	}
	return best < LENGTH(log_phrases) ? log_phrases[best].state : NULL;
}

static bool has_one_of(struct cml_slice message, const char *const *phrases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cml_slice_contains(message, phrases[i]))
			return true;
	return false;
}

bool cml_slurm_is_passing(struct cml_slice message)
{
	return has_one_of(message, retry_phrases, LENGTH(retry_phrases));
}

bool cml_slurm_is_limit(struct cml_slice message)
{
	return has_one_of(message, limit_phrases, LENGTH(limit_phrases));
}
