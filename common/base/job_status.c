#include "base/job_status.h"

#include <string.h>

/* A known word for a job that has not ended; no word of ours. */
enum { NOT_ENDED = CML_N_JOB_STATUSES, UNKNOWN };

static const char *const names[CML_N_JOB_STATUSES] = {
    [CML_JOB_OK] = "ok",         [CML_JOB_OOM] = "oom",     [CML_JOB_TIMEOUT] = "timeout",
    [CML_JOB_FAILED] = "failed", [CML_JOB_INFRA] = "infra", [CML_JOB_CANCELLED] = "cancelled",
};

struct status_word {
	const char *word; /* lower case, `_` for spaces and hyphens */
	unsigned status;  /* enum cml_job_status, or NOT_ENDED */
};

/* Where trackers use one word for several ends, the end that blames the
 * configuration wins: a job that is wrongly called infra would be started again
 * for ever. So W&B's crashed (no heartbeat any more) is failed. */
static const struct status_word words[] = {
    {"ok", CML_JOB_OK},
    {"success", CML_JOB_OK},
    {"successful", CML_JOB_OK},
    {"succeeded", CML_JOB_OK}, /* Kubernetes */
    {"done", CML_JOB_OK},
    {"complete", CML_JOB_OK}, /* Optuna */
    {"completed", CML_JOB_OK},
    {"finished", CML_JOB_OK}, /* W&B, MLflow */

    {"oom", CML_JOB_OOM},
    {"out_of_memory", CML_JOB_OOM},
    {"oom_killed", CML_JOB_OOM},
    {"oomkilled", CML_JOB_OOM},          /* Kubernetes */
    {"resource_exhausted", CML_JOB_OOM}, /* XLA */

    {"timeout", CML_JOB_TIMEOUT},
    {"timed_out", CML_JOB_TIMEOUT},
    {"deadline", CML_JOB_TIMEOUT},
    {"deadlineexceeded", CML_JOB_TIMEOUT}, /* Kubernetes */

    {"failed", CML_JOB_FAILED},
    {"fail", CML_JOB_FAILED}, /* Optuna */
    {"failure", CML_JOB_FAILED},
    {"error", CML_JOB_FAILED},
    {"errored", CML_JOB_FAILED},
    {"crash", CML_JOB_FAILED},
    {"crashed", CML_JOB_FAILED},                 /* W&B */
    {"compilationfailedconfig", CML_JOB_FAILED}, /* Kernel Tuner */
    {"runtimefailedconfig", CML_JOB_FAILED},
    {"invalidconfig", CML_JOB_FAILED},

    {"infra", CML_JOB_INFRA},
    {"node_fail", CML_JOB_INFRA},
    {"boot_fail", CML_JOB_INFRA},
    {"launch_failed", CML_JOB_INFRA},
    {"reconfig_fail", CML_JOB_INFRA},
    {"preempted", CML_JOB_INFRA}, /* W&B too */
    {"requeued", CML_JOB_INFRA},  /* this attempt ended, another follows */
    {"revoked", CML_JOB_INFRA},   /* another cluster of a federation took it */
    {"evicted", CML_JOB_INFRA},   /* Kubernetes */

    {"cancelled", CML_JOB_CANCELLED},
    {"canceled", CML_JOB_CANCELLED},
    {"killed", CML_JOB_CANCELLED}, /* W&B, MLflow: by a person */
    /* Optuna: stopped from outside before there was a result. */
    {"pruned", CML_JOB_CANCELLED},

    /* Slurm's other states. */
    {"completing", NOT_ENDED},
    {"configuring", NOT_ENDED},
    {"pending", NOT_ENDED},
    {"running", NOT_ENDED},
    {"requeue_fed", NOT_ENDED},
    {"requeue_hold", NOT_ENDED},
    {"resizing", NOT_ENDED},
    {"resv_del_hold", NOT_ENDED},
    {"signaling", NOT_ENDED},
    {"special_exit", NOT_ENDED},
    {"stage_out", NOT_ENDED},
    {"stopped", NOT_ENDED},
    {"suspended", NOT_ENDED},
    {"queued", NOT_ENDED}, /* of other schedulers */
    {"scheduled", NOT_ENDED},
    {"starting", NOT_ENDED},
    {"submitted", NOT_ENDED},
    {"waiting", NOT_ENDED},
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
	found = is_cancelled_by(word) ? CML_JOB_CANCELLED : find_word(word);
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
	/* `F`, `F_timeout`, `F10001` */
	*status = CML_JOB_FAILED;
	if (cell.size > 0 && *cell.data == 'F' &&
	    (cell.size == 1 || cell.data[1] == '_' || cml_is_digit(cell.data[1])))
		return true;
	if (cell.size > 0 && (*cell.data == '-' || *cell.data == '+'))
		cell = cml_slice_from(cell, 1);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		if (cml_slice_is_nocase(cell, none[i]))
			return true;
	return false;
}
