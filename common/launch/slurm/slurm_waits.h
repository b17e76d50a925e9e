/* Jobs that wait for what no time mends: which of Slurm's reasons those are, and when people
 * are told. */
#ifndef CML_LAUNCH_SLURM_SLURM_WAITS_H
#define CML_LAUNCH_SLURM_SLURM_WAITS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether jobs that wait for this reason (squeue's %r) may wait for ever. False: they have but
 * to wait (None, Priority, Resources, BeginTime, the throttle of an array, limits on how many
 * jobs run). Words that are not known count as true, so that nothing is kept back. *meaning: what
 * it is, for people; NULL where Slurm's word is all there is. */
bool cml_slurm_waits_in_vain(struct cml_slice reason, const char **meaning);

/* Kinds of reasons told of in one run; jobs of one command have one or two. */
#define CML_SLURM_MAX_WAITS 32
/* Batches that come one by one are told of together: each reason at most this often. */
#define CML_SLURM_TELL_AGAIN_S 3600.0

struct cml_slurm_wait {
	char reason[160]; /* of the first job; up to the comma it is the same for all */
	const char *meaning;
	size_t n_jobs;  /* in the answer that is being heard */
	bool untold;    /* some are in a batch that waited so before, and people do not know it */
	bool telling;   /* in this answer */
	bool told;      /* in this run */
	double told_at; /* CLOCK_MONOTONIC, seconds */
};

/* Zeroed is empty. */
struct cml_slurm_waits {
	struct cml_slurm_wait all[CML_SLURM_MAX_WAITS];
	size_t n;
};

/* Of one batch; zeroed is none. Bit i stands for all[i]. */
struct cml_slurm_batch_waits {
	uint32_t now;    /* in the answer that is being heard */
	uint32_t before; /* in the one before */
	uint32_t told;   /* and people know it */
};

/* A job of the batch waits, says the answer. */
void cml_slurm_waits_count(struct cml_slurm_waits *waits, struct cml_slurm_batch_waits *batch,
			   struct cml_slice reason);

/* At the end of an answer, until it returns NULL: the next reason that people are to be told of.
 * That is one which jobs of a batch had in the answer before, too, as a controller that has not
 * looked at a new job gives it a reason that it then corrects. At most once for a reason and a
 * batch, and not again within CML_SLURM_TELL_AGAIN_S of the last time; what is held back for that
 * is due with the first answer after it, if jobs then wait. now_s: CLOCK_MONOTONIC, seconds. */
const struct cml_slurm_wait *cml_slurm_waits_next(struct cml_slurm_waits *waits, double now_s);

/* After that, first for each batch, then once for all: the answer has been heard. */
void cml_slurm_batch_waits_end(struct cml_slurm_batch_waits *batch,
			       const struct cml_slurm_waits *waits);
void cml_slurm_waits_end(struct cml_slurm_waits *waits);

#endif
