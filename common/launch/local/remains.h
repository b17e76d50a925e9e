/* What is left of an attempt whose keeper and guard were both killed: its first process died
 * with the keeper (PR_SET_PDEATHSIG), what that had started did not. */
#ifndef CML_LAUNCH_LOCAL_REMAINS_H
#define CML_LAUNCH_LOCAL_REMAINS_H

#include "launch/job/job_folder.h"

#include <stdbool.h>

/* Stands in the environment of every job, under a name that no column comes to: the names of the
 * locks of its keeper and, where a job runs cml-submit itself, before it those of the keepers
 * above, with colons between them. */
#define CML_KEEPER_VARIABLE "_CML_KEEPER"

/* In a keeper: puts the name of its lock into the environment that its jobs inherit. */
void cml_remains_mark(const char *keeper);

/* Kills what still runs of an attempt that was lost, and waits for its end: every process whose
 * environment names its keeper or whose standard output or error is its file, and all that
 * descends from one. What escapes has changed all three. False: something does not end within two
 * seconds (it hangs in a device's or a network file system's call); ask again. */
bool cml_remains_end(const struct cml_job_folder *folder, struct cml_attempt_id attempt);

#endif
