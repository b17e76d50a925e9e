/* Results looked up in a measured table, for studies that run nothing. See launcher.h. */
#ifndef CML_LAUNCH_REPLAY_H
#define CML_LAUNCH_REPLAY_H

#include "launch/launcher.h"

/* `replay=TABLE`: a job table with the columns of options.space (CML_BAD_USAGE without one
 * that has a metric), whose status column, or cml_status, tells failures. The last row of a
 * configuration counts. A configuration without a row ends as cancelled: it was never
 * measured. Each attempt ends at once, in the order of the starts; memory: one entry for each
 * row of the table. */
extern const struct cml_launcher_kind cml_launcher_replay;

#endif
