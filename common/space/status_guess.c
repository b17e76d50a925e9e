#include "space/config.h"

#include <ctype.h>
#include <string.h>

#define MAX_PARTS_SIZE 160

struct clue {
	const char *pattern; /* `_` is the border of a word */
	const char *part;
	enum cml_job_status status;
};

/* In order. A word without a cause is failed, as in job_status.c: so `nccl_error`, which may be the
 * network or the settings. */
static const struct clue clues[] = {
    {"_oom", "oom", CML_JOB_OOM},
    {"_out_of_mem", "out of memory", CML_JOB_OOM},
    {"outofmem", "out of memory", CML_JOB_OOM},
    {"_outof_mem", "out of memory", CML_JOB_OOM},
    {"_memory_error_", "memory error", CML_JOB_OOM},
    {"_memory_limit_", "memory limit", CML_JOB_OOM},
    {"_memory_exceeded_", "memory exceeded", CML_JOB_OOM},
    {"_memory_exhausted_", "memory exhausted", CML_JOB_OOM},
    {"_enomem_", "enomem", CML_JOB_OOM},
    {"_resource_exhausted", "resource exhausted", CML_JOB_OOM}, /* XLA */

    {"_infra", "infra", CML_JOB_INFRA},
    {"_hw_", "hw", CML_JOB_INFRA},
    {"_hardware_", "hardware", CML_JOB_INFRA},
    {"_node_", "node", CML_JOB_INFRA},
    {"_host_", "host", CML_JOB_INFRA},
    {"_preempt", "preempt", CML_JOB_INFRA},
    {"_evict", "evict", CML_JOB_INFRA},
    {"_requeue", "requeue", CML_JOB_INFRA},
    {"_reclaim", "reclaim", CML_JOB_INFRA},
    {"_spot_", "spot", CML_JOB_INFRA},
    {"_reboot", "reboot", CML_JOB_INFRA},
    {"_maintenance_", "maintenance", CML_JOB_INFRA},
    {"_network_", "network", CML_JOB_INFRA},
    {"_xid_", "xid", CML_JOB_INFRA},
    {"_ecc_", "ecc", CML_JOB_INFRA},

    {"_timeout", "timeout", CML_JOB_TIMEOUT},
    {"_timed_out_", "timed out", CML_JOB_TIMEOUT},
    {"_time_out_", "time out", CML_JOB_TIMEOUT},
    {"_time_limit_", "time limit", CML_JOB_TIMEOUT},
    {"_timelimit_", "timelimit", CML_JOB_TIMEOUT},
    {"_walltime_", "walltime", CML_JOB_TIMEOUT},
    {"_wall_time_", "wall time", CML_JOB_TIMEOUT},
    {"_deadline", "deadline", CML_JOB_TIMEOUT},

    {"_cancel", "cancel", CML_JOB_CANCELLED},

    {"_err_", "err", CML_JOB_FAILED},
    {"_error", "error", CML_JOB_FAILED},
    {"_fail", "fail", CML_JOB_FAILED},
    {"_crash", "crash", CML_JOB_FAILED},
    {"_exception", "exception", CML_JOB_FAILED},
    {"_invalid", "invalid", CML_JOB_FAILED},
    {"_assert", "assert", CML_JOB_FAILED},
    {"_segfault_", "segfault", CML_JOB_FAILED},
    {"_segv_", "segv", CML_JOB_FAILED},
    {"_sigsegv_", "sigsegv", CML_JOB_FAILED},
    {"_nan_", "nan", CML_JOB_FAILED},
    {"_na_n_", "nan", CML_JOB_FAILED},
    {"_diverge", "diverge", CML_JOB_FAILED},
    {"_hang_", "hang", CML_JOB_FAILED},
    {"_hung_", "hung", CML_JOB_FAILED},

    {"_user_", "user", CML_JOB_CANCELLED},
    {"_manual", "manual", CML_JOB_CANCELLED},
    {"_operator_", "operator", CML_JOB_CANCELLED},
    {"_admin_", "admin", CML_JOB_CANCELLED},
    {"_keyboard_interrupt_", "keyboard interrupt", CML_JOB_CANCELLED},
    {"_sigint_", "sigint", CML_JOB_CANCELLED},
    {"_stopped_", "stopped", CML_JOB_CANCELLED},
    {"_abandon", "abandon", CML_JOB_CANCELLED},
    {"_skipped_", "skipped", CML_JOB_CANCELLED},
    {"_pruned_", "pruned", CML_JOB_CANCELLED},

    {"_not_", NULL, CML_JOB_FAILED},
    {"_no_", NULL, CML_JOB_FAILED},
    {"_success", "success", CML_JOB_OK},
    {"_succeed", "succeed", CML_JOB_OK},
    {"_complete", "complete", CML_JOB_OK},
    {"_finished_", "finished", CML_JOB_OK},
    {"_pass_", "pass", CML_JOB_OK},
    {"_passed_", "passed", CML_JOB_OK},
    {"_done_", "done", CML_JOB_OK},
    {"_converged_", "converged", CML_JOB_OK},
    {"_cached_", "cached", CML_JOB_OK},
    {"_publish", "publish", CML_JOB_OK},
    {"_ok_", "ok", CML_JOB_OK},
};

/* Whether a capital starts a word: the M of OutOfMemory, the K of OOMKilled. */
static bool starts_word(struct cml_slice word, size_t at)
{
	unsigned char next = at + 1 < word.size ? (unsigned char)word.data[at + 1] : ' ';
	unsigned char before = at > 0 ? (unsigned char)word.data[at - 1] : ' ';
	return isupper((unsigned char)word.data[at]) &&
	       (islower(before) || (isupper(before) && islower(next)));
}

/* `CUDA OutOfMemory` becomes `_cuda_out_of_memory_`; what does not fit is cut. */
static void split_words(struct cml_slice word, char parts[MAX_PARTS_SIZE])
{
	size_t n = 0;
	parts[n++] = '_';
	for (size_t i = 0; i < word.size && n + 3 < MAX_PARTS_SIZE; i++) {
		unsigned char c = (unsigned char)word.data[i];
		if (parts[n - 1] != '_' && (!isalnum(c) || starts_word(word, i)))
			parts[n++] = '_';
		if (isalnum(c))
			parts[n++] = (char)tolower(c);
	}
	if (parts[n - 1] != '_')
		parts[n++] = '_';
	parts[n] = '\0';
}

enum cml_job_status cml_job_status_guess(struct cml_slice word, const char **part)
{
	char parts[MAX_PARTS_SIZE];
	*part = NULL;
	if (cml_job_status_is_unfinished(word))
		return CML_JOB_CANCELLED;
	split_words(word, parts);
	for (size_t i = 0; i < sizeof clues / sizeof *clues; i++) {
		if (!strstr(parts, clues[i].pattern))
			continue;
		*part = clues[i].part;
		return clues[i].status;
	}
	return CML_JOB_FAILED;
}
