#include "launch/slurm/slurm_replies.h"

#include "base/number.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

#define DEFAULT_MAX_ARRAY 1001 /* Slurm's own default of MaxArraySize */

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* From the manual pages of squeue (JOB STATE CODES) and sacct. A job that is completing is
 * still asked about, as its state may yet change. */
static const char *const ended_states[] = {
    "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",  "LAUNCH_FAILED",
    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT",
};

/* squeue(1), JOB REASON CODES, and libslurm's job_reason_string, 22.05. Each is a pattern. */
static const char *const stuck_reasons[] = {
    "PartitionTimeLimit", "PartitionNodeLimit", "PartitionConfig", "PartitionDown",
    "PartitionInactive",  "BadConstraints",     "JobHeld*",        "*held*",
    "*NotAllowed",        "Invalid*",           "*PerJob*",        "MaxMemPerLimit",
    "DeadLine",           "ReservationDeleted", "QOSMin*",         "DependencyNeverSatisfied",
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
#define N_LOG_PHRASES LENGTH(log_phrases)

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

		if (part.size > 2 && part.data[0] == '[' && part.data[part.size - 1] == ']')
			index = CML_SLURM_ALL_TASKS;
		else if (!parse_number(part, &index) || index >= CML_SLURM_ALL_TASKS)
			return false;
	}
	*id = (struct cml_slurm_id){number, (uint32_t)index};
	return true;
}

bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job)
{
	/* A site's plugin may have printed lines before. */
	struct cml_slice line = cml_slice_last_line(text, NULL), number;
	bool started = false;

	return cml_slice_split(&line, ';', &started, &number) && parse_number(number, job);
}

static double time_of(struct cml_slice field)
{
	uint64_t seconds;

	return parse_number(field, &seconds) ? (double)seconds : NAN;
}

static struct cml_slice or_empty(struct cml_slice field)
{
	static const char *const none[] = {"None", "N/A", "(null)", "None assigned"};

	for (size_t i = 0; i < LENGTH(none); i++) {
		if (cml_slice_is(field, none[i]))
			return (struct cml_slice){field.data, 0};
	}
	return field;
}

static bool parse_line(struct cml_slice line, struct cml_slurm_job *job)
{
	struct cml_slice fields[7] = {{0}};
	bool started = false;
	size_t n = 0;

	while (n < 6 && cml_slice_split(&line, '|', &started, &fields[n]))
		n++;
	if (n < 6)
		return false;
	fields[6] = line; /* the name may hold anything */
	if (!cml_slurm_parse_id(fields[0], &job->id) || fields[1].size == 0)
		return false;
	job->state = fields[1];
	job->start = time_of(fields[2]);
	job->end = time_of(fields[3]);
	job->nodes = or_empty(fields[4]);
	job->reason = or_empty(fields[5]);
	job->name = fields[6];
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
	struct cml_slice word = {0}; /* CANCELLED by 64030 */
	bool started = false;

	cml_slice_split(&state, ' ', &started, &word);
	for (size_t i = 0; i < LENGTH(ended_states); i++)
		if (cml_slice_is(word, ended_states[i]))
			return true;
	return false;
}

bool cml_slurm_is_stuck(const char *reason)
{
	for (size_t i = 0; i < LENGTH(stuck_reasons); i++)
		if (fnmatch(stuck_reasons[i], reason, 0) == 0)
			return true;
	return false;
}

size_t cml_slurm_parse_max_array(struct cml_slice text)
{
	uint64_t size = DEFAULT_MAX_ARRAY;
	struct cml_slice value, name;

	while (cml_slice_line(&text, &value)) {
		bool started = false;

		if (cml_slice_split(&value, '=', &started, &name) &&
		    cml_slice_is(cml_slice_trim(name), "MaxArraySize") &&
		    !cml_parse_uint64(cml_slice_trim(value), &size))
			size = DEFAULT_MAX_ARRAY;
	}
	/* An array has indices below MaxArraySize; 0 or 1: there are no arrays. */
	return size > 1 ? (size_t)size : 1;
}

const char *cml_slurm_log_state(struct cml_slice log, struct cml_slice *line)
{
	size_t best = N_LOG_PHRASES;
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
	return best < N_LOG_PHRASES ? log_phrases[best].state : NULL;
}

enum cml_slurm_failure cml_slurm_failure_of(struct cml_slice message)
{
	if (cml_slice_contains(message, "accounting storage is disabled"))
		return CML_SLURM_NO_ACCOUNTING;
	for (size_t i = 0; i < LENGTH(retry_phrases); i++)
		if (cml_slice_contains(message, retry_phrases[i]))
			return CML_SLURM_RETRY;
	return CML_SLURM_REFUSED;
}
