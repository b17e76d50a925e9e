#include "launch/slurm/slurm_waits.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define KEY_SIZE 64

/* The end of other jobs, or the clock, lets them go. The words of this table and the next are
 * those of squeue(1) (JOB REASON CODES) and of libslurm's job_reason_string, 22.05. */
static const char *const healed[] = {
    "",
    "None",
    "Priority",
    "Resources",
    "BeginTime",
    "JobArrayTaskLimit",
    "Licenses",
    "Reservation",
    "Prolog",
    "Cleaning",
    "BurstBufferResources",
    "BurstBufferStageIn",
    "*JobsLimit",
    "AssociationJobLimit",
    "QOSJobLimit",
    "QOSMaxJobsPerUserLimit",
    "MaxJobsPerAccount",
};
#define N_HEALED (sizeof healed / sizeof healed[0])

#define ONE_ALONE "each asks for more than their account or QOS gives one job"
#define SHARED                                                                                     \
	"a limit of their account or QOS: until other jobs end, for ever if one alone is above it"

/* The first pattern that fits counts. */
static const struct {
	const char *pattern;
	const char *meaning;
} meanings[] = {
    {"PartitionTimeLimit", "their --time is more than the partition allows"},
    {"PartitionNodeLimit", "the partition has or allows fewer nodes than they ask for"},
    {"PartitionConfig", "the partition's settings forbid what they ask for"},
    {"PartitionDown", "the partition starts no jobs until it is set up"},
    {"PartitionInactive", "the partition starts no jobs until it is set up"},
    {"BadConstraints", "no node has what they ask for"},
    {"ReqNodeNotAvail", "a node they ask for is down, drained or reserved"},
    {"NodeDown", "a node they ask for is down"},
    {"JobHeldUser", "held by their user, until scontrol release"},
    {"JobHeldAdmin", "held by an administrator, until scontrol release"},
    {"*held*", "held by Slurm, until scontrol release"},
    {"AccountNotAllowed", "the partition does not take their account"},
    {"QOSNotAllowed", "their account or the partition does not take their QOS"},
    {"InvalidAccount", "their account is not valid"},
    {"InvalidQOS", "their QOS is not valid"},
    {"DependencyNeverSatisfied", "the job they depend on did not end as asked"},
    {"Dependency", "for another job, as their --dependency says"},
    {"ReservationDeleted", "their reservation is no more"},
    {"DeadLine", "they cannot end before their --deadline"},
    {"QOSMin*", "each asks for less than their QOS demands"},
    {"*PerJob*", ONE_ALONE},
    {"*PerNode*", ONE_ALONE},
    {"AssociationTimeLimit", ONE_ALONE},
    {"QOSTimeLimit", ONE_ALONE},
    {"*RunMinutes*", SHARED},
    {"*Minutes*", "what is left of their account's or QOS's time is not enough"},
    {"AssocGrpWallLimit", "what is left of their account's time is not enough"},
    {"QOSGrpWallLimit", "what is left of their QOS's time is not enough"},
    {"QOSUsageThreshold", "their account has used too much for their QOS"},
    {"Assoc*", SHARED},
    {"QOS*", SHARED},
    {"Max*PerAccount", SHARED},
    {"MaxMemPerLimit", "they ask for more memory than one job may have on a node"},
};
#define N_MEANINGS (sizeof meanings / sizeof meanings[0])

/* `ReqNodeNotAvail, UnavailableNodes:n3` names other nodes each time. */
static struct cml_slice key_of(struct cml_slice reason)
{
	const char *comma = reason.size > 0 ? memchr(reason.data, ',', reason.size) : NULL;

	if (comma)
		reason.size = (size_t)(comma - reason.data);
	if (reason.size > KEY_SIZE - 1)
		reason.size = KEY_SIZE - 1;
	return reason;
}

bool cml_slurm_waits_in_vain(struct cml_slice reason, const char **meaning)
{
	char word[KEY_SIZE];
	struct cml_slice key = key_of(reason);

	*meaning = NULL;
	snprintf(word, sizeof word, "%.*s", (int)key.size, key.size > 0 ? key.data : "");
	for (size_t i = 0; i < N_HEALED; i++) {
		if (fnmatch(healed[i], word, 0) == 0)
			return false;
	}
	for (size_t i = 0; !*meaning && i < N_MEANINGS; i++) {
		if (fnmatch(meanings[i].pattern, word, 0) == 0)
			*meaning = meanings[i].meaning;
	}
	return true;
}

static void set_reason(struct cml_slurm_wait *wait, struct cml_slice reason)
{
	snprintf(wait->reason, sizeof wait->reason, "%.*s", (int)reason.size, reason.data);
}

/* Its place in the table, which it gets when it has none. False: the table is full. */
static bool place_of(struct cml_slurm_waits *waits, struct cml_slice reason, const char *meaning,
		     size_t *place)
{
	struct cml_slice key = key_of(reason);

	for (size_t i = 0; i < waits->n; i++) {
		if (cml_slice_equal(key_of(cml_slice_of(waits->all[i].reason)), key)) {
			*place = i;
			return true;
		}
	}
	if (waits->n == CML_SLURM_MAX_WAITS)
		return false;
	waits->all[waits->n] = (struct cml_slurm_wait){.meaning = meaning};
	set_reason(&waits->all[waits->n], reason); /* by which it is found */
	*place = waits->n++;
	return true;
}

void cml_slurm_waits_count(struct cml_slurm_waits *waits, struct cml_slurm_batch_waits *batch,
			   struct cml_slice reason)
{
	const char *meaning;
	size_t place;

	if (!cml_slurm_waits_in_vain(reason, &meaning) || !place_of(waits, reason, meaning, &place))
		return;
	if (waits->all[place].n_jobs++ == 0)
		set_reason(&waits->all[place], reason);
	batch->now |= UINT32_C(1) << place;
	if (batch->before & ~batch->told & UINT32_C(1) << place)
		waits->all[place].untold = true;
}

const struct cml_slurm_wait *cml_slurm_waits_next(struct cml_slurm_waits *waits, double now_s)
{
	for (size_t i = 0; i < waits->n; i++) {
		struct cml_slurm_wait *wait = &waits->all[i];

		if (!wait->untold || wait->telling ||
		    (wait->told && now_s - wait->told_at < CML_SLURM_TELL_AGAIN_S))
			continue;
		wait->telling = wait->told = true;
		wait->told_at = now_s;
		return wait;
	}
	return NULL;
}

void cml_slurm_batch_waits_end(struct cml_slurm_batch_waits *batch,
			       const struct cml_slurm_waits *waits)
{
	for (size_t i = 0; i < waits->n; i++) {
		if (waits->all[i].telling)
			batch->told |= batch->now & UINT32_C(1) << i;
	}
	batch->before = batch->now;
	batch->now = 0;
}

void cml_slurm_waits_end(struct cml_slurm_waits *waits)
{
	for (size_t i = 0; i < waits->n; i++) {
		waits->all[i].n_jobs = 0;
		waits->all[i].untold = waits->all[i].telling = false;
	}
}
