#include "space/config.h"

#include <ctype.h>
#include <string.h>

#define MAX_PARTS_SIZE 160

/* In order, by the words that tell; behind `*` the last of them may go on. A word without a cause
 * is failed, as in job_status.c: so `nccl_error`, which may be the network or the settings. */
static const struct clue {
	enum cml_job_status status;
	bool tells_nothing; /* no part decided */
	const char *parts[20];
} clues[] = {
    {CML_JOB_OOM,
     false,
     {"*oom", "*out of memory", "*out of mem", "*outofmem", "*outof mem", "memory error",
      "memory limit", "memory exceeded", "memory exhausted", "enomem",
      "*resource exhausted"}}, /* the last of XLA */
    {CML_JOB_INFRA,
     false,
     {"*infra", "hw", "hardware", "node", "host", "*preempt", "*evict", "*requeue", "*reclaim",
      "spot", "*reboot", "maintenance", "network", "xid", "ecc"}},
    {CML_JOB_TIMEOUT,
     false,
     {"*timeout", "timed out", "time out", "time limit", "timelimit", "walltime", "wall time",
      "*deadline"}},
    {CML_JOB_CANCELLED, false, {"*cancel"}},
    {CML_JOB_FAILED,
     false,
     {"err", "*error", "*fail", "*crash", "*exception", "*invalid", "*assert", "segfault", "segv",
      "sigsegv", "nan", "na n", "*diverge", "hang", "hung"}},
    {CML_JOB_CANCELLED,
     false,
     {"user", "*manual", "operator", "admin", "keyboard interrupt", "sigint", "stopped", "*abandon",
      "skipped", "pruned"}},
    {CML_JOB_FAILED, true, {"not", "no"}},
    {CML_JOB_OK,
     false,
     {"*success", "*succeed", "*complete", "finished", "pass", "passed", "done", "converged",
      "cached", "*publish", "ok"}},
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

/* Whether words, as of split_words, have a part of a clue. */
static bool has_part(const char *words, const char *part)
{
	char pattern[MAX_PARTS_SIZE] = "_";
	bool goes_on = *part == '*';
	size_t n = 1;
	for (part += goes_on; *part; part++)
		pattern[n++] = *part == ' ' ? '_' : *part;
	strcpy(pattern + n, goes_on ? "" : "_");
	return strstr(words, pattern) != NULL;
}

enum cml_job_status cml_job_status_guess(struct cml_slice word, const char **part)
{
	char words[MAX_PARTS_SIZE];
	*part = NULL;
	if (cml_job_status_is_unfinished(word))
		return CML_JOB_CANCELLED;
	split_words(word, words);
	for (const struct clue *clue = clues; clue < clues + sizeof clues / sizeof *clues; clue++)
		for (size_t i = 0; clue->parts[i]; i++) {
			if (!has_part(words, clue->parts[i]))
				continue;
			*part =
			    clue->tells_nothing ? NULL : clue->parts[i] + (*clue->parts[i] == '*');
			return clue->status;
		}
	return CML_JOB_FAILED;
}
