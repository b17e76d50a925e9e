#include "base/job_status.h"

#include <string.h>

/* A known word for a job that has not ended; no word of ours. */
enum { NOT_ENDED = CML_N_JOB_STATUSES, UNKNOWN };

/* sacct cuts states to the width of their column and marks the cut: `OUT_OF_ME+`.
 * Shorter stumps are no words any more. */
#define MIN_STUMP 3

static const char *const names[CML_N_JOB_STATUSES] = {
    [CML_JOB_OK] = "ok",         [CML_JOB_OOM] = "oom",     [CML_JOB_TIMEOUT] = "timeout",
    [CML_JOB_FAILED] = "failed", [CML_JOB_INFRA] = "infra", [CML_JOB_CANCELLED] = "cancelled",
};

struct status_word {
	const char *word; /* lower case, `_` for spaces and hyphens */
	unsigned status;  /* enum cml_job_status, or NOT_ENDED */
	bool slurm;       /* sacct may have cut it */
};

/* Where trackers use one word for several ends, the end that blames the
 * configuration wins: a job that is wrongly called infra would be started again
 * for ever. So W&B's crashed (no heartbeat any more) is failed. */
static const struct status_word words[] = {
    {"ok", CML_JOB_OK, false},
    {"success", CML_JOB_OK, false},
    {"successful", CML_JOB_OK, false},
    {"succeeded", CML_JOB_OK, false}, /* Kubernetes */
    {"done", CML_JOB_OK, false},
    {"complete", CML_JOB_OK, false}, /* Optuna */
    {"completed", CML_JOB_OK, true},
    {"finished", CML_JOB_OK, false}, /* W&B, MLflow */

    {"oom", CML_JOB_OOM, false},
    {"out_of_memory", CML_JOB_OOM, true},
    {"oom_killed", CML_JOB_OOM, false},
    {"oomkilled", CML_JOB_OOM, false},          /* Kubernetes */
    {"resource_exhausted", CML_JOB_OOM, false}, /* XLA */

    {"timeout", CML_JOB_TIMEOUT, true},
    {"timed_out", CML_JOB_TIMEOUT, false},
    {"deadline", CML_JOB_TIMEOUT, true},
    {"deadlineexceeded", CML_JOB_TIMEOUT, false}, /* Kubernetes */

    {"failed", CML_JOB_FAILED, true},
    {"fail", CML_JOB_FAILED, false}, /* Optuna */
    {"failure", CML_JOB_FAILED, false},
    {"error", CML_JOB_FAILED, false},
    {"errored", CML_JOB_FAILED, false},
    {"crash", CML_JOB_FAILED, false},
    {"crashed", CML_JOB_FAILED, false},                 /* W&B */
    {"compilationfailedconfig", CML_JOB_FAILED, false}, /* Kernel Tuner */
    {"runtimefailedconfig", CML_JOB_FAILED, false},
    {"invalidconfig", CML_JOB_FAILED, false},

    {"infra", CML_JOB_INFRA, false},
    {"node_fail", CML_JOB_INFRA, true},
    {"boot_fail", CML_JOB_INFRA, true},
    {"launch_failed", CML_JOB_INFRA, true},
    {"reconfig_fail", CML_JOB_INFRA, true},
    {"preempted", CML_JOB_INFRA, true}, /* W&B too */
    {"requeued", CML_JOB_INFRA, true},  /* this attempt ended, another follows */
    {"revoked", CML_JOB_INFRA, true},   /* another cluster of a federation took it */
    {"evicted", CML_JOB_INFRA, false},  /* Kubernetes */

    {"cancelled", CML_JOB_CANCELLED, true},
    {"canceled", CML_JOB_CANCELLED, false},
    {"killed", CML_JOB_CANCELLED, false}, /* W&B, MLflow: by a person */
    /* Optuna: stopped from outside before there was a result. */
    {"pruned", CML_JOB_CANCELLED, false},

    /* Slurm's other states: a stump that fits one of them, too, is refused. */
    {"completing", NOT_ENDED, true},
    {"configuring", NOT_ENDED, true},
    {"pending", NOT_ENDED, true},
    {"running", NOT_ENDED, true},
    {"requeue_fed", NOT_ENDED, true},
    {"requeue_hold", NOT_ENDED, true},
    {"resizing", NOT_ENDED, true},
    {"resv_del_hold", NOT_ENDED, true},
    {"signaling", NOT_ENDED, true},
    {"special_exit", NOT_ENDED, true},
    {"stage_out", NOT_ENDED, true},
    {"stopped", NOT_ENDED, true},
    {"suspended", NOT_ENDED, true},
    {"queued", NOT_ENDED, false}, /* of other schedulers */
    {"scheduled", NOT_ENDED, false},
    {"starting", NOT_ENDED, false},
    {"submitted", NOT_ENDED, false},
    {"waiting", NOT_ENDED, false},
};
#define N_WORDS (sizeof words / sizeof words[0])

const char *cml_job_status_name(enum cml_job_status status)
{
	return names[status];
}

bool cml_job_status_is_failure(enum cml_job_status status)
{
	return status == CML_JOB_OOM || status == CML_JOB_TIMEOUT || status == CML_JOB_FAILED;
}

static char fold(char c)
{
	if (c == ' ' || c == '-')
		return '_';
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether word starts text. */
static bool starts(struct cml_slice text, struct cml_slice word)
{
	if (text.size < word.size)
		return false;
	for (size_t i = 0; i < word.size; i++) {
		if (fold(text.data[i]) != fold(word.data[i]))
			return false;
	}
	return true;
}

/* Cuts prefix off *word if it is there and something follows. */
static bool skip(struct cml_slice *word, const char *prefix)
{
	struct cml_slice slice = cml_slice_of(prefix);

	if (!starts(*word, slice) || word->size == slice.size)
		return false;
	word->data += slice.size;
	word->size -= slice.size;
	return true;
}

/* `CANCELLED by 1000`: one word, the person's, follows. */
static bool is_cancelled_by(struct cml_slice word)
{
	if (!skip(&word, "cancelled by "))
		return false;
	return cml_slice_trim(word).size == word.size && !memchr(word.data, ' ', word.size);
}

/* A stump counts when all states it may have been cut from mean the same. */
static unsigned parse_stump(struct cml_slice stump)
{
	struct cml_slice by = cml_slice_of("cancelled by ");
	unsigned found = NOT_ENDED;

	if (stump.size < MIN_STUMP)
		return NOT_ENDED;
	if (starts(stump, by) || starts(by, stump))
		return CML_JOB_CANCELLED;
	for (size_t i = 0; i < N_WORDS; i++) {
		if (!words[i].slurm || !starts(cml_slice_of(words[i].word), stump))
			continue;
		if (words[i].status == NOT_ENDED ||
		    (found != NOT_ENDED && found != words[i].status))
			return NOT_ENDED;
		found = words[i].status;
	}
	return found;
}

static unsigned find_word(struct cml_slice word)
{
	for (size_t i = 0; i < N_WORDS; i++)
		if (word.size == strlen(words[i].word) && starts(word, cml_slice_of(words[i].word)))
			return words[i].status;
	return UNKNOWN;
}

bool cml_job_status_is_unfinished(struct cml_slice word)
{
	return find_word(cml_slice_trim(word)) == NOT_ENDED;
}

bool cml_job_status_parse(struct cml_slice word, enum cml_job_status *status)
{
	unsigned found;

	word = cml_slice_trim(word);
	skip(&word, "TrialState."); /* how Python prints Optuna's states */
	if (is_cancelled_by(word))
		found = CML_JOB_CANCELLED;
	else if (word.size > 0 && word.data[word.size - 1] == '+')
		found = parse_stump((struct cml_slice){word.data, word.size - 1});
	else
		found = find_word(word);
	if (found >= NOT_ENDED)
		return false;
	*status = (enum cml_job_status)found;
	return true;
}

bool cml_job_status_of_metric(struct cml_slice cell, enum cml_job_status *status)
{
	static const char *const none[] = {"inf",     "infinity", "nan",      "1.#inf",   "1.#ind",
					   "1.#qnan", "1.#snan",  "nan(ind)", "nan(snan)"};
	if (cml_job_status_parse(cell, status))
		return true;
	if (cell.size > 0 && (*cell.data == '-' || *cell.data == '+'))
		cell = cml_slice_from(cell, 1);
	*status = CML_JOB_FAILED;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		if (cml_slice_is_nocase(cell, none[i]))
			return true;
	return false;
}
