/* Lines in a job's output that say why it ended: known texts of kernels, schedulers and
 * frameworks, and regular expressions of the user. */
#ifndef CML_LAUNCH_OUTCOME_END_PATTERNS_H
#define CML_LAUNCH_OUTCOME_END_PATTERNS_H

#include "base/error.h"
#include "base/job_status.h"
#include "base/text.h"

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed has the built-in texts. */
struct cml_end_patterns {
	regex_t *regexes; /* n_oom of the user's for oom, those for infra, and one of ours: the
			     numbers of NVIDIA's driver that mean hardware */
	size_t n, n_oom;
};

/* The user's patterns: POSIX extended regular expressions, each matched against one
 * line. CML_BAD_USAGE for one that does not compile, with regcomp's sentence. */
enum cml_result cml_end_patterns_init(struct cml_end_patterns *patterns, const char *const *oom,
				      size_t n_oom, const char *const *infra, size_t n_infra,
				      struct cml_error *err);
void cml_end_patterns_release(struct cml_end_patterns *patterns); /* safe on a zeroed one */

/* Searches texts[n], in the order of causes of outcome.h. Within one cause, the user's patterns
 * come before the built-in ones, and texts are searched in their order. Built-in patterns for the
 * lack of memory and for broken communication are searched in the first n_trusted texts only.
 * False when there is none. *line: of the match, a view without what is far before the match. */
bool cml_end_patterns_find(const struct cml_end_patterns *patterns, const struct cml_slice *texts,
			   size_t n, size_t n_trusted, enum cml_job_status *status,
			   struct cml_slice *line);

#endif
