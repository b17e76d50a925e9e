/* What earlier runs left in the folder of the jobs. */
#ifndef CML_LAUNCH_PREVIOUS_RUN_H
#define CML_LAUNCH_PREVIOUS_RUN_H

#include "launch/submission_state.h"

/* Before anything is started: results that have no row yet get it, jobs that still run are
 * adopted and take their places. Those that the input does not ask for, too. CML_BAD_USAGE: they
 * were started with other options. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err);

#endif
