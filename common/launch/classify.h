/* What an attempt came to, by what is known of its end: the status, the reason and the value of
 * its row. Result rules: outcome/. */
#ifndef CML_LAUNCH_CLASSIFY_H
#define CML_LAUNCH_CLASSIFY_H

#include "launch/submission_state.h"

/* *result but for the attempt's entry. Errors are the machine's. */
enum cml_result cml_submission_classify(const struct cml_submission *submission,
					const struct cml_launch_event *event,
					const struct cml_running *running,
					struct cml_job_result *result, struct cml_error *err);

/* Reads the limits of a job from its directory dir into submission->limits, as the rules say.
 * record: how it ended, NULL where that is not known; started: seconds since 1970, 0: unknown.
 * Errors are the machine's. */
enum cml_result cml_submission_read_limits(const struct cml_submission *submission,
					   const struct cml_job_record *record, const char *dir,
					   double started, struct cml_missing_limit *missing,
					   struct cml_error *err);

#endif
