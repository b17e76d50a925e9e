#include "launch/local/local.h"

#include "base/number.h"
#include "launch/local/adoption.h"
#include "launch/local/keeper.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define N_READY 64
#define TAG_WAKE UINT64_MAX
#define TAG_ADOPTED (UINT64_MAX - 1)

struct slot {
	struct cml_keeper keeper; /* zeroed: none yet */
	struct cml_launch *launch;
	struct cml_launch *adopted; /* of an earlier run, in the place of this number */
	cpu_set_t cpus;
};

struct local {
	const struct cml_launcher_options *options;
	struct slot *slots;
	size_t n_slots;
	size_t n_running; /* started ones */
	struct cml_adoptions adoptions;
	int epoll;
	int wake; /* what epoll knows, or -1 */
	struct epoll_event ready[N_READY];
	int n_ready;
	int next_ready;
};

static size_t n_places(const struct cml_launcher_options *options)
{
	cpu_set_t usable;

	if (options->n_jobs > 0)
		return options->n_jobs;
	if (options->n_gpus > 0)
		return options->n_gpus;
	if (sched_getaffinity(0, sizeof usable, &usable) != 0)
		return 1;
	return (size_t)CPU_COUNT(&usable);
}

/* Deals the processors out: n / n_slots to each, the first ones one more. CML_BAD_USAGE: there are
 * fewer than slots. */
static enum cml_result bind_slots(struct local *local, struct cml_error *err)
{
	cpu_set_t usable;
	size_t n = 0;
	size_t cpus[CPU_SETSIZE];

	if (sched_getaffinity(0, sizeof usable, &usable) != 0)
		return cml_fail_errno(err, errno, "the processors of this machine");
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &usable))
			cpus[n++] = cpu;
	if (n < local->n_slots)
		return cml_fail(err, CML_BAD_USAGE,
				"--bind: %zu jobs at a time, but %zu processors to bind them to",
				local->n_slots, n);
	for (size_t i = 0; i < local->n_slots; i++) {
		size_t first = i * n / local->n_slots, end = (i + 1) * n / local->n_slots;

		CPU_ZERO(&local->slots[i].cpus);
		for (size_t j = first; j < end; j++)
			CPU_SET(cpus[j], &local->slots[i].cpus);
	}
	return CML_OK;
}

static void local_free(void *state)
{
	struct local *local = state;

	if (!local)
		return;
	for (size_t i = 0; local->slots && i < local->n_slots; i++) {
		struct slot *slot = &local->slots[i];
		struct cml_error ignored;

		if (local->options->settled && slot->keeper.socket && !slot->launch)
			cml_keeper_settle(&slot->keeper, &ignored);
		cml_keeper_release(&slot->keeper);
	}
	cml_adoptions_release(&local->adoptions);
	if (local->epoll >= 0)
		close(local->epoll);
	free(local->slots);
	free(local);
}

static enum cml_result watch(struct local *local, int fd, uint64_t tag, struct cml_error *err)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = tag};

	if (epoll_ctl(local->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
		return cml_fail_errno(err, errno, "epoll");
	return CML_OK;
}

static enum cml_result local_open(void **state, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct local *local;

	if (options->n_gpus > 0 && options->n_jobs > options->n_gpus)
		return cml_fail(err, CML_BAD_USAGE, "%zu jobs at a time, but %zu GPUs for them",
				options->n_jobs, options->n_gpus);
	if (!(local = cml_array_new(1, sizeof *local)))
		return cml_fail_memory(err);
	local->options = options;
	local->n_slots = n_places(options);
	local->wake = -1;
	local->epoll = epoll_create1(EPOLL_CLOEXEC);
	local->slots = cml_array_new(local->n_slots, sizeof *local->slots);
	enum cml_result status = CML_OK;
	if (!local->slots)
		status = cml_fail(err, CML_BAD_USAGE,
				  "%zu jobs at a time: more places than memory holds (-j)",
				  local->n_slots);
	else if (local->epoll < 0)
		status = cml_fail_errno(err, errno, "epoll");
	if (status == CML_OK && options->bind)
		status = bind_slots(local, err);
	if (status == CML_OK)
		status = cml_adoptions_init(&local->adoptions, options->folder, err);
	if (status == CML_OK)
		status = watch(local, cml_adoptions_fd(&local->adoptions), TAG_ADOPTED, err);
	if (status == CML_OK)
		*state = local;
	else
		local_free(local);
	return status;
}

static size_t local_capacity(const void *state)
{
	const struct local *local = state;
	size_t n_taken = local->n_running + cml_adoptions_n(&local->adoptions);

	return n_taken < local->n_slots ? local->n_slots - n_taken : 0;
}

static enum cml_result start_keeper(struct local *local, size_t i, struct cml_error *err)
{
	struct slot *slot = &local->slots[i];
	const cpu_set_t *cpus = local->options->bind ? &slot->cpus : NULL;
	enum cml_result status = cml_keeper_start(&slot->keeper, local->options->folder, cpus, err);

	if (status == CML_OK)
		status = watch(local, slot->keeper.socket - 1, i, err);
	return status;
}

static enum cml_result local_prepare(void *state, struct cml_launch *launch, const char **keeper,
				     struct cml_buffer *environment, struct cml_error *err)
{
	struct local *local = state;
	enum cml_result status = CML_OK;
	size_t i = 0;

	while (i < local->n_slots && (local->slots[i].launch || local->slots[i].adopted))
		i++;
	if (i == local->n_slots)
		return cml_fail(err, CML_BAD_USAGE, "no place is free");
	launch->slot = i;
	if (!local->slots[i].keeper.socket)
		status = start_keeper(local, i, err);
	if (status != CML_OK)
		return status;
	*keeper = local->slots[i].keeper.lock.name;
	bool added = cml_buffer_printf(environment, CML_LOCAL_SLOT "=%zu", i) &&
		     cml_buffer_append(environment, "", 1);
	if (added && local->options->n_gpus > 0)
		added = cml_buffer_printf(environment, "CUDA_VISIBLE_DEVICES=%s",
					  local->options->gpus[i]) &&
			cml_buffer_append(environment, "", 1);
	return added ? CML_OK : cml_fail_memory(err);
}

static enum cml_result local_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct local *local = state;
	struct slot *slot = &local->slots[launch->slot];

	slot->launch = launch;
	launch->started = true;
	local->n_running++;
	return cml_keeper_run(&slot->keeper, launch->attempt, err);
}

static enum cml_result local_adopt(void *state, struct cml_launch *launch, bool *running,
				   struct cml_error *err)
{
	struct local *local = state;
	size_t slot = SIZE_MAX;
	enum cml_result status = cml_adoptions_add(&local->adoptions, launch, running, &slot, err);

	launch->slot = SIZE_MAX;
	if (status == CML_OK && *running && slot < local->n_slots && !local->slots[slot].launch &&
	    !local->slots[slot].adopted) {
		local->slots[slot].adopted = launch;
		launch->slot = slot;
	}
	return status;
}

static void init_event(struct cml_launch_event *event, struct cml_launch *launch)
{
	memset(event, 0, sizeof *event);
	event->launch = launch;
	event->seconds = NAN;
	event->value = NAN;
}

/* What a keeper has to say. */
static enum cml_result hear(struct local *local, struct slot *slot, struct cml_launch_event *event,
			    bool *got, struct cml_error *err)
{
	struct cml_job_record record;
	enum cml_result status = cml_keeper_report(&slot->keeper, &record, err);

	if (status == CML_END)
		return CML_OK;
	if (status == CML_NOTHING) /* the next job of this place gets another keeper */
		cml_keeper_release(&slot->keeper);
	else if (status != CML_OK)
		return status;
	if (!slot->launch)
		return CML_OK;
	init_event(event, slot->launch);
	event->has_record = status == CML_OK;
	if (event->has_record)
		event->record = record;
	snprintf(slot->launch->job, sizeof slot->launch->job, "%jd",
		 (intmax_t)(event->has_record ? record.pid : 0));
	slot->launch = NULL;
	local->n_running--;
	*got = true;
	return CML_OK;
}

static enum cml_result hear_adopted(struct local *local, struct cml_launch_event *event, bool *got,
				    struct cml_error *err)
{
	struct cml_launch *launch = NULL;
	struct cml_job_record record;
	bool has_record;
	enum cml_result status =
	    cml_adoptions_next(&local->adoptions, &launch, &record, &has_record, err);

	if (status == CML_END)
		return CML_OK;
	if (status != CML_OK)
		return status;
	init_event(event, launch);
	event->has_record = has_record;
	if (has_record)
		event->record = record;
	if (launch->slot < local->n_slots)
		local->slots[launch->slot].adopted = NULL;
	*got = true;
	return CML_OK;
}

/* Goes through what epoll has found until there is an event. */
static enum cml_result take_ready(struct local *local, struct cml_launch_event *event, bool *got,
				  struct cml_error *err)
{
	enum cml_result status = CML_OK;

	while (status == CML_OK && !*got && local->next_ready < local->n_ready) {
		uint64_t tag = local->ready[local->next_ready].data.u64;

		if (tag == TAG_ADOPTED) {
			status = hear_adopted(local, event, got, err);
			if (status == CML_OK && *got)
				return CML_OK; /* there may be more of them */
		} else if (tag < local->n_slots && local->slots[tag].keeper.socket) {
			status = hear(local, &local->slots[tag], event, got, err);
		}
		local->next_ready++;
	}
	return status;
}

static enum cml_result local_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct local *local = state;
	enum cml_result status = CML_OK;

	*got = false;
	if (wake >= 0 && local->wake < 0) {
		status = watch(local, wake, TAG_WAKE, err);
		local->wake = wake;
	}
	if (status == CML_OK)
		status = take_ready(local, event, got, err);
	if (status != CML_OK || *got)
		return status;
	int timeout_ms = timeout_s < 0 ? -1 : (int)ceil(1e3 * fmin(timeout_s, 1e6));
	local->next_ready = 0;
	local->n_ready = epoll_wait(local->epoll, local->ready, N_READY, timeout_ms);
	if (local->n_ready < 0 && errno != EINTR)
		return cml_fail_errno(err, errno, "epoll");
	return take_ready(local, event, got, err);
}

static enum cml_result local_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				 bool hurry, struct cml_error *err)
{
	struct local *local = state;

	if (launch->slot < local->n_slots && local->slots[launch->slot].launch == launch)
		return cml_keeper_end(&local->slots[launch->slot].keeper, why, hurry, err);
	cml_adoptions_end(&local->adoptions, launch, why);
	return CML_OK;
}

const struct cml_launcher_kind cml_launcher_local = {
    .name = "local",
    .doc = "jobs on this machine, in process groups of their own",
    .has_directories = true,
    .has_places = true,
    .open = local_open,
    .capacity = local_capacity,
    .prepare = local_prepare,
    .start = local_start,
    .adopt = local_adopt,
    .wait = local_wait,
    .end = local_end,
    .free = local_free,
};
