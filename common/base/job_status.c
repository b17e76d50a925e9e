#include "base/job_status.h"

#include <string.h>

/* A known word for a job that has not ended; no word of ours. */
enum { NOT_ENDED = CML_N_JOB_STATUSES, UNKNOWN };

static const char *const names[CML_N_JOB_STATUSES] = {
    [CML_JOB_OK] = "ok",         [CML_JOB_OOM] = "oom",     [CML_JOB_TIMEOUT] = "timeout",
    [CML_JOB_FAILED] = "failed", [CML_JOB_INFRA] = "infra", [CML_JOB_CANCELLED] = "cancelled",
};

/* Words by status, in lower case, `_` for spaces and hyphens. Of Kubernetes are succeeded,
 * oomkilled, deadlineexceeded, evicted and unknown (of a node that was lost); of Optuna complete,
 * fail and pruned (stopped from outside before there was a result); of W&B and MLflow finished,
 * crashed, preempted and killed (by a person); of XLA resource_exhausted; of Kernel Tuner those
 * that end in config. A requeued attempt has ended, another follows; a revoked one was taken by
 * another cluster of a federation.
 *
 * Where trackers use one word for several ends, the end that blames the configuration wins: a job
 * that is wrongly called infra would be started again for ever. So W&B's crashed (no heartbeat any
 * more) is failed. */
static const char *const words[] = {
    [CML_JOB_OK] = "ok success successful succeeded done complete completed finished",
    [CML_JOB_OOM] = "oom out_of_memory oom_killed oomkilled resource_exhausted",
    [CML_JOB_TIMEOUT] = "timeout timed_out deadline deadlineexceeded",
    [CML_JOB_FAILED] = "failed fail failure error errored crash crashed compilationfailedconfig "
		       "runtimefailedconfig invalidconfig",
    [CML_JOB_INFRA] = "infra node_fail boot_fail launch_failed reconfig_fail preempted requeued "
		      "revoked evicted",
    [CML_JOB_CANCELLED] = "cancelled canceled killed pruned unknown",
    /* Slurm's other states, and words of other schedulers. */
    [NOT_ENDED] = "completing configuring pending running requeue_fed requeue_hold resizing "
		  "resv_del_hold signaling special_exit stage_out stopped suspended queued "
		  "scheduled starting submitted waiting",
};

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
	for (unsigned status = 0; status < UNKNOWN; status++) {
		struct cml_slice rest = cml_slice_of(words[status]), known;
		while (cml_slice_split(&rest, ' ', &known))
			if (word.size == known.size && starts(word, known))
				return status;
	}
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
