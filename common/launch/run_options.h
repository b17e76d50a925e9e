/* The options that change what a job comes to, as one text in the folder of the jobs. An attempt
 * that has no row yet was started with those: a run with other ones is refused until it has. */
#ifndef CML_LAUNCH_RUN_OPTIONS_H
#define CML_LAUNCH_RUN_OPTIONS_H

#include "launch/submission_state.h"

#define CML_RUN_OPTIONS_NAME "options"

/* Compares them with those of the runs before, and writes them where they differ. CML_BAD_USAGE:
 * there are attempts without rows, and the options differ; the message says where first. */
enum cml_result cml_run_options_check(struct cml_submission *submission, struct cml_error *err);

#endif
