/* Jobs on this machine, a supervisor for each of -j places. See launcher.h. */
#ifndef CML_LAUNCH_LOCAL_LOCAL_H
#define CML_LAUNCH_LOCAL_LOCAL_H

#include "launch/launcher.h"

/* Places: options.n_jobs, else one for each of the GPUs, else one for each processor that
 * this process may use. CML_BAD_USAGE: more places than GPUs. With bind, the processors are
 * dealt out in stretches of their numbers, one at least to each place. An attempt that is
 * adopted takes its place with it. */
extern const struct cml_launcher_kind cml_launcher_local;

#endif
