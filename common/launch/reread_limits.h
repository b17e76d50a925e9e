/* Limits of jobs that have their rows already, read by another --limit than that of the run before.
 */
#ifndef CML_LAUNCH_REREAD_LIMITS_H
#define CML_LAUNCH_REREAD_LIMITS_H

#include "launch/submission_state.h"

/* Where a limit is_other, reads it from the output of every job of the history that has its
 * directory and record, and puts what it finds into the job's row (cml_job_history_edit); a row
 * whose job has no reading of it stays as it is, and so does one whose limit is in a file that all
 * jobs share. Notes how many. Errors as of cml_job_history_edit, and the machine's. */
enum cml_result cml_submission_reread_limits(struct cml_submission *submission,
					     struct cml_error *err);

#endif
