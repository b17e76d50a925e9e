/* The end of an attempt: its row, or another attempt. */
#ifndef CML_LAUNCH_FINISH_H
#define CML_LAUNCH_FINISH_H

#include "launch/submission_state.h"

enum cml_finish {
	CML_FINISH_ROW,       /* it is in the history, to be synced */
	CML_FINISH_RETRY,     /* the machine's fault: the entry waits for its next attempt */
	CML_FINISH_NO_RESULT, /* cancelled by the user, or no program to run: neither of both */
};
/* Of an attempt that came to its end: by an event of the launcher, or found. */
enum cml_result cml_submission_finish(struct cml_submission *submission,
				      const struct cml_launch_event *event,
				      const struct cml_running *running, enum cml_finish *finish,
				      struct cml_error *err);

/* Stops a run none of whose first jobs that exited with 0 has a reading, with a note of what their
 * output has: --metric is wrong. To be called with each result. */
void cml_submission_watch_readings(struct cml_submission *submission,
				   const struct cml_running *running,
				   const struct cml_job_result *result);

/* Syncs the rows, and then hands them on; without any it looks whether those of before are
 * still there. */
enum cml_result cml_submission_commit(struct cml_submission *submission, struct cml_error *err);

/* Takes the rows that could not be committed out of the counts, with a note: the jobs' records keep
 * them. */
void cml_submission_uncount(struct cml_submission *submission);

/* When the rows are to be synced: they wait a little for others to share it. INFINITY: there are
 * none. */
double cml_submission_commit_due(const struct cml_submission *submission);

#endif
