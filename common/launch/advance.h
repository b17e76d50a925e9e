/* A job to its next step: from its place in the list to a claim, from an event to its end. */
#ifndef CML_LAUNCH_ADVANCE_H
#define CML_LAUNCH_ADVANCE_H

#include "launch/submission_state.h"

#include <stdbool.h>
#include <stddef.h>

/* Brings an entry on its way: finds what its claimed attempt came to, or claims one and starts it.
 */
enum cml_result cml_submission_advance(struct cml_submission *submission, size_t entry,
				       struct cml_error *err);

/* Takes an event of the launcher, whose attempt is freed. */
enum cml_result cml_submission_take_event(struct cml_submission *submission,
					  const struct cml_launch_event *event,
					  struct cml_error *err);

#endif
