#include "launch/slurm/slurm_answers.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

/* From the manual pages of squeue (JOB STATE CODES) and sacct. A job that is completing is
 * still asked about, as its state may yet change. */
static const char *const ended_states[] = {
    "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",  "LAUNCH_FAILED",
    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT",
};
#define N_ENDED_STATES (sizeof ended_states / sizeof ended_states[0])

/* What slurmstepd says, the words that tell most first: a job over its memory is also said
 * to be cancelled. Sources: slurmstepd/req.c, slurmstepd/mgr.c, jobacct_gather and task/cgroup
 * of Slurm 20.11 to 24.05. */
static const struct {
	const char *words;
	const char *state;
} log_words[] = {
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
#define N_LOG_WORDS (sizeof log_words / sizeof log_words[0])

static const struct {
	const char *words;
	enum cml_slurm_refusal refusal;
} refusals[] = {
    {"accounting storage is disabled", CML_SLURM_NO_ACCOUNTING},
    {"Invalid job id specified", CML_SLURM_UNKNOWN_JOB},
    {"Unable to contact slurm", CML_SLURM_LATER},
    {"nable to establish contr", CML_SLURM_LATER},
    {"timed out", CML_SLURM_LATER},
    {"temporarily", CML_SLURM_LATER},
    {"Zero Bytes were transmitted", CML_SLURM_LATER},
    {"Transport endpoint is not connected", CML_SLURM_LATER},
    {"Unexpected message received", CML_SLURM_LATER},
    {"Connection re", CML_SLURM_LATER}, /* refused, reset by peer */
    {"unge", CML_SLURM_LATER},          /* its daemon is away */
    {"job submit limit", CML_SLURM_LATER},
    {"Limit reached", CML_SLURM_LATER},
    {"MaxJobCount", CML_SLURM_LATER},
    {"transitioning", CML_SLURM_LATER}, /* a backup controller takes over */
    {"in standby mode", CML_SLURM_LATER},
};
#define N_REFUSALS (sizeof refusals / sizeof refusals[0])

static bool contains(struct cml_slice text, const char *words)
{
	return memmem(text.data, text.size, words, strlen(words)) != NULL;
}

static bool parse_number(struct cml_slice text, uint64_t *value)
{
	return text.size > 0 && text.data[0] >= '0' && text.data[0] <= '9' &&
	       text.data[text.size - 1] >= '0' && text.data[text.size - 1] <= '9' &&
	       cml_parse_uint64(text, value);
}

bool cml_slurm_parse_id(struct cml_slice text, uint64_t *job, uint32_t *task)
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
	*job = number;
	*task = (uint32_t)index;
	return true;
}

bool cml_slurm_parse_submitted(struct cml_slice text, uint64_t *job)
{
	while (text.size > 0 && text.data[text.size - 1] == '\n')
		text.size--;
	/* A site's plugin may have printed lines before. */
	const char *line = text.size > 0 ? memrchr(text.data, '\n', text.size) : NULL;
	if (line) {
		text.size -= (size_t)(line + 1 - text.data);
		text.data = line + 1;
	}
	const char *cluster = text.size > 0 ? memchr(text.data, ';', text.size) : NULL;
	if (cluster)
		text.size = (size_t)(cluster - text.data);
	return parse_number(text, job);
}

static double time_of(struct cml_slice field)
{
	uint64_t seconds;

	return parse_number(field, &seconds) ? (double)seconds : NAN;
}

static struct cml_slice or_empty(struct cml_slice field)
{
	static const char *const none[] = {"None", "N/A", "(null)", "None assigned"};

	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
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
	if (!cml_slurm_parse_id(fields[0], &job->job, &job->task) || fields[1].size == 0)
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
	while (text->size > 0) {
		const char *end = memchr(text->data, '\n', text->size);
		struct cml_slice line = {text->data, end ? (size_t)(end - text->data) : text->size};
		size_t used = line.size + (end ? 1 : 0);

		text->data += used;
		text->size -= used;
		if (parse_line(line, job))
			return true;
	}
	return false;
}

bool cml_slurm_has_ended(struct cml_slice state)
{
	const char *blank = state.size > 0 ? memchr(state.data, ' ', state.size) : NULL;

	if (blank) /* CANCELLED by 64030 */
		state.size = (size_t)(blank - state.data);
	for (size_t i = 0; i < N_ENDED_STATES; i++) {
		if (cml_slice_is(state, ended_states[i]))
			return true;
	}
	return false;
}

const char *cml_slurm_log_state(struct cml_slice output, struct cml_slice *line)
{
	size_t best = N_LOG_WORDS;

	while (output.size > 0) {
		const char *end = memchr(output.data, '\n', output.size);
		struct cml_slice one = {output.data,
					end ? (size_t)(end - output.data) : output.size};
		size_t used = one.size + (end ? 1 : 0);

		output.data += used;
		output.size -= used;
		if (!contains(one, "slurmstepd"))
			continue;
		for (size_t i = 0; i < best; i++) {
			if (!contains(one, log_words[i].words))
				continue;
			const char *error = memmem(one.data, one.size, "error: ", 7);
			size_t skipped = error ? (size_t)(error + 7 - one.data) : 0;
			*line = (struct cml_slice){one.data + skipped, one.size - skipped};
			best = i;
		}
	}
	return best < N_LOG_WORDS ? log_words[best].state : NULL;
}

enum cml_slurm_refusal cml_slurm_refusal_of(struct cml_slice message)
{
	for (size_t i = 0; i < N_REFUSALS; i++) {
		if (message.size > 0 && contains(message, refusals[i].words))
			return refusals[i].refusal;
	}
	return CML_SLURM_REFUSED;
}
