/* The figures of a submission in words, for those who watch and for the end. */
#ifndef CML_LAUNCH_FIGURES_TEXT_H
#define CML_LAUNCH_FIGURES_TEXT_H

#include "base/memory.h"
#include "launch/submission.h"

#include <stdbool.h>
#include <stddef.h>

/* `NAME: 4 running, 12 waiting, 30 ok, 1 oom, 2 failed, best 39, 5 min left`, appended to text,
 * which is empty before and stays so when nothing runs or waits. width: most bytes that it may
 * have. What is too wide tells failures as `3 not ok`, then goes without the name, then without
 * the parts at its end that have no room. False: no memory. */
bool cml_figures_progress(struct cml_buffer *text, const char *name,
			  const struct cml_submission_stats *figures, size_t width);

/* `30 ok, 1 oom, 4 finished before, best 39`, appended to text. False: no memory. */
bool cml_figures_summary(struct cml_buffer *text, const struct cml_submission_stats *figures);

/* Jobs that ended otherwise than ok, of this run. */
size_t cml_figures_n_bad(const struct cml_submission_stats *figures);

#endif
