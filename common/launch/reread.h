/* Outputs of jobs that have their rows already, read by another --metric or --limit than that of
 * the run before. */
#ifndef CML_LAUNCH_REREAD_H
#define CML_LAUNCH_REREAD_H

#include "launch/submission_state.h"

/* Puts what the outputs say now into the rows of the history (cml_job_history_edit): with another
 * metric, into those that are failed of jobs that exited with 0, status, value and reason; where a
 * limit is_other, its value into every row. A row stays as it is if its job has no directory or
 * record any more, or no reading, or if all jobs share the file of the reading. Notes how many.
 * Errors as of cml_job_history_edit, and the machine's. */
enum cml_result cml_submission_reread(struct cml_submission *submission, struct cml_error *err);

#endif
