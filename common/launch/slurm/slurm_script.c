/* The batch script and its way back. Part of slurm_batch.h. */
#include "launch/slurm/slurm_batch.h"

#include "launch/job/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
	"#!/bin/sh\n"                                                                              \
	"# Written by cml-submit: each task runs the job of one directory.\n"                      \
	"case ${SLURM_ARRAY_TASK_ID:-0} in\n"
#define TAIL_BEFORE_FOLDER "*) exit 2 ;;\nesac\njob="
/* `set -C` opens with O_EXCL. A job that Slurm requeued comes again with a higher count; one that
 * comes again with the same was started by a controller that crashed and forgot that it had
 * started it, and may still be running: it gets a new attempt when it has not. */
#define TAIL_BEFORE_SELF                                                                           \
	"/$job\n"                                                                                  \
	"me=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}\n"   \
	"count=${SLURM_RESTART_COUNT:-0}\n"                                                        \
	"# Submitted or started twice by a controller that crashed, it still runs once.\n"         \
	"if ! (set -C && echo \"$me $count\" >\"$job/slurm\") 2>/dev/null; then\n"                 \
	"\tread -r first before <\"$job/slurm\" || exit 2\n"                                       \
	"\t[ \"$first\" = \"$me\" ] && [ \"$count\" -gt \"$before\" ] || exit 0\n"                 \
	"\techo \"$me $count\" >\"$job/slurm\"\n"                                                  \
	"fi\n"                                                                                     \
	"exec "
#define TAIL " --run-job \"$job\"\n"

enum cml_result cml_slurm_script_print(struct cml_buffer *text, const char *self,
				       const char *folder, const struct cml_attempt_id *attempts,
				       size_t n, struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	cml_buffer_append_string(text, HEAD);
	for (size_t i = 0; i < n; i++) {
		cml_attempt_name(attempts[i], name);
		cml_buffer_printf(text, "%zu) job=%s ;;\n", i, name);
	}
	cml_buffer_append_string(text, TAIL_BEFORE_FOLDER);
	cml_shell_quote(text, cml_slice_of(folder));
	cml_buffer_append_string(text, TAIL_BEFORE_SELF);
	cml_shell_quote(text, cml_slice_of(self));
	cml_buffer_append_string(text, TAIL);
	return text->has_failed ? cml_fail_memory(err) : CML_OK;
}

/* Takes `INDEX) job=NAME ;;` off *text. */
static bool take_attempt(struct cml_slice *text, size_t index, struct cml_attempt_id *attempt)
{
	struct cml_slice rest = *text, name;
	bool started = false;
	char start[48];

	snprintf(start, sizeof start, "%zu) job=", index);
	if (!cml_slice_skip(&rest, start) || !cml_slice_split(&rest, ' ', &started, &name) ||
	    !cml_attempt_parse(name, attempt) || !cml_slice_skip(&rest, ";;\n"))
		return false;
	*text = rest;
	return true;
}

enum cml_result cml_slurm_script_parse(struct cml_slice text, struct cml_attempt_id **attempts,
				       size_t *n, struct cml_error *err)
{
	struct cml_attempt_id attempt;
	size_t capacity = 0;

	*attempts = NULL;
	*n = 0;
	if (!cml_slice_skip(&text, HEAD))
		return cml_fail(err, CML_BAD_DATA, "no batch script of cml-submit");
	while (take_attempt(&text, *n, &attempt)) {
		if (!cml_array_reserve((void **)attempts, &capacity, *n + 1, sizeof attempt)) {
			free(*attempts);
			return cml_fail_memory(err);
		}
		(*attempts)[(*n)++] = attempt;
	}
	/* Whole to its last line. */
	if (*n > 0 && cml_slice_skip(&text, TAIL_BEFORE_FOLDER) && text.size >= strlen(TAIL) &&
	    memcmp(text.data + text.size - strlen(TAIL), TAIL, strlen(TAIL)) == 0)
		return CML_OK;
	free(*attempts);
	return cml_fail(err, CML_BAD_DATA, "a batch script of cml-submit that is cut off");
}
