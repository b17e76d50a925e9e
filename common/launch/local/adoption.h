/* Jobs of earlier runs on this machine that still run: looked at until their locks are free. */
#ifndef CML_LAUNCH_LOCAL_ADOPTION_H
#define CML_LAUNCH_LOCAL_ADOPTION_H

#include "launch/job/job_folder.h"
#include "launch/launcher.h"

#include <stdbool.h>
#include <stddef.h>

/* The environment of a job names its place, from 0. */
#define CML_LOCAL_SLOT "CML_SLOT"

/* Zeroed, but for the folder, is empty. */
struct cml_adoptions {
	const struct cml_job_folder *folder;
	struct cml_launch **launches;
	size_t n;
	size_t capacity;
	double look_at; /* CLOCK_MONOTONIC, when all are looked at again */
	double pause_s; /* until the time after that */
};

void cml_adoptions_release(struct cml_adoptions *adoptions); /* safe on a zeroed one */

/* *running: watched from now on. *slot: the place its environment names, untouched when it
 * names none. */
enum cml_result cml_adoptions_add(struct cml_adoptions *adoptions, struct cml_launch *launch,
				  bool *running, size_t *slot, struct cml_error *err);

/* Seconds until cml_adoptions_next looks at them; INFINITY: there are none. */
double cml_adoptions_wait(const struct cml_adoptions *adoptions);

/* One that has ended, which is watched no more; CML_END: none, or it is not time to look. */
enum cml_result cml_adoptions_next(struct cml_adoptions *adoptions, struct cml_launch **launch,
				   struct cml_job_record *record, bool *has_record,
				   struct cml_error *err);

#endif
