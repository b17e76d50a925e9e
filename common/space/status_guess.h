/* What a status word that is none of ours means, by what it contains. */
#ifndef CML_SPACE_STATUS_GUESS_H
#define CML_SPACE_STATUS_GUESS_H

#include "base/job_status.h"
#include "base/text.h"

/* A guess for people to confirm, never a reading: nothing takes a row by it.
 * The first that fits decides: oom (`CUDA_OOM`, `OutOfMemoryError`), infra (`hw_fault`, `NodeDown`,
 * `spot_preemption`), timeout (`walltime_exceeded`), cancelled (`cancelled_by_admin`), failed
 * (`NaN_loss`, `segfault`), cancelled where a person did it (`user_stop`, `aborted_by_user`), ok
 * (`PASSED`). Words are separated by what is no letter or digit and by capitals; a job that has
 * not ended is cancelled. *part: the part of the word that decided, a static text; NULL: none, and
 * it is failed unless it has not ended. */
enum cml_job_status cml_job_status_guess(struct cml_slice word, const char **part);

#endif
