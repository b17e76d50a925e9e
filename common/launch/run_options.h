/* The options that change what a job comes to, as one text in the folder of the jobs. An attempt
 * that has no row yet was started with those: a run with other ones is refused until it has. */
#ifndef CML_LAUNCH_RUN_OPTIONS_H
#define CML_LAUNCH_RUN_OPTIONS_H

#include "launch/submission_state.h"

#define CML_RUN_OPTIONS_NAME "options"

/* Sets has_other_metric, has_reading where the run before had one of the same metric, and is_other
 * of each limit. CML_BAD_USAGE: there are attempts without rows, and the options differ from those
 * of the runs before; the message says where first. */
enum cml_result cml_run_options_compare(struct cml_submission *submission, struct cml_error *err);

/* Writes them where they differ: before the first job starts, and after the rows of outputs that
 * another metric or limit reads again. */
enum cml_result cml_run_options_store(const struct cml_submission *submission,
				      struct cml_error *err);

#endif
