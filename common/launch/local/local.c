#include "launch/local/local.h"

#include "launch/local/adoption.h"
#include "launch/local/supervisor.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
	struct cml_supervisor supervisor; /* started with its first job */
	struct cml_launch *launch;
	struct cml_launch *adopted; /* of an earlier run, in the place of this number */
	cpu_set_t cpus;
};

struct local {
	const struct cml_launcher_options *options;
	struct place *places;
	size_t n_places;
	size_t n_running; /* started ones */
	struct cml_adoptions adoptions;
	struct pollfd *ready; /* of the places, then what wakes; an fd of -1 is passed over */
	size_t next_ready;    /* n_places: all have been heard */
};

static size_t count_places(const struct cml_launcher_options *options)
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

/* Deals the processors out: n / n_places to each, the first ones one more. CML_BAD_USAGE: there are
 * fewer than places. */
static enum cml_result bind_places(struct local *local, struct cml_error *err)
{
	cpu_set_t usable;
	size_t n = 0;
	size_t cpus[CPU_SETSIZE];

	if (sched_getaffinity(0, sizeof usable, &usable) != 0)
		return cml_fail_errno(err, errno, "the processors of this machine");
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &usable))
			cpus[n++] = cpu;
	if (n < local->n_places)
		return cml_fail(err, CML_BAD_USAGE,
				"--bind: %zu jobs at a time, but %zu processors to bind them to",
				local->n_places, n);
	for (size_t i = 0; i < local->n_places; i++) {
		size_t first = i * n / local->n_places, end = (i + 1) * n / local->n_places;

		CPU_ZERO(&local->places[i].cpus);
		for (size_t j = first; j < end; j++)
			CPU_SET(cpus[j], &local->places[i].cpus);
	}
	return CML_OK;
}

static void local_free(void *state)
{
	struct local *local = state;
	struct cml_error ignored;

	if (!local)
		return;
	for (size_t i = 0; local->places && i < local->n_places; i++) {
		struct cml_supervisor *supervisor = &local->places[i].supervisor;

		if (local->options->settled && supervisor->socket >= 0 && !local->places[i].launch)
			cml_supervisor_settle(supervisor, &ignored);
		cml_supervisor_release(supervisor);
	}
	cml_adoptions_release(&local->adoptions);
	free(local->places);
	free(local->ready);
	free(local);
}

static enum cml_result open_places(struct local *local, struct cml_error *err)
{
	size_t n = local->n_places;

	local->places = cml_array_new(n, sizeof *local->places);
	local->ready = n < SIZE_MAX ? cml_array_new(n + 1, sizeof *local->ready) : NULL;
	if (!local->places || !local->ready)
		return cml_fail(err, CML_BAD_USAGE,
				"%zu jobs at a time: more places than memory holds (-j)", n);
	for (size_t i = 0; i < n; i++)
		local->places[i].supervisor = cml_no_supervisor;
	return local->options->bind ? bind_places(local, err) : CML_OK;
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
	local->adoptions.folder = options->folder;
	local->n_places = local->next_ready = count_places(options);
	enum cml_result status = open_places(local, err);
	if (status == CML_OK)
		*state = local;
	else
		local_free(local);
	return status;
}

static size_t local_capacity(const void *state)
{
	const struct local *local = state;
	size_t n_taken = local->n_running + local->adoptions.n;

	return n_taken < local->n_places ? local->n_places - n_taken : 0;
}

static enum cml_result local_prepare(void *state, struct cml_launch *launch,
				     struct cml_buffer *environment, struct cml_error *err)
{
	struct local *local = state;
	size_t i = 0;

	while (i < local->n_places && (local->places[i].launch || local->places[i].adopted))
		i++;
	if (i == local->n_places)
		return cml_fail(err, CML_BAD_USAGE, "no place is free");
	launch->slot = i;
	struct place *place = &local->places[i];
	if (place->supervisor.socket < 0) {
		enum cml_result status =
		    cml_supervisor_start(&place->supervisor, local->options->folder,
					 local->options->bind ? &place->cpus : NULL, err);

		if (status != CML_OK)
			return status;
	}
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
	struct place *place = &local->places[launch->slot];

	place->launch = launch;
	launch->started = true;
	local->n_running++;
	return cml_supervisor_run(&place->supervisor, launch->attempt, err);
}

static enum cml_result local_adopt(void *state, struct cml_launch *launch, bool *running,
				   struct cml_error *err)
{
	struct local *local = state;
	size_t i = SIZE_MAX;
	enum cml_result status = cml_adoptions_add(&local->adoptions, launch, running, &i, err);

	launch->slot = SIZE_MAX;
	if (status == CML_OK && *running && i < local->n_places && !local->places[i].launch &&
	    !local->places[i].adopted) {
		local->places[i].adopted = launch;
		launch->slot = i;
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

static enum cml_result take_report(struct local *local, struct place *place,
				   struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct cml_job_record record;
	enum cml_result status = cml_supervisor_report(&place->supervisor, &record, err);

	if (status == CML_END)
		return CML_OK;
	if (status == CML_NOTHING) /* the next job of this place gets another supervisor */
		cml_supervisor_release(&place->supervisor);
	else if (status != CML_OK)
		return status;
	if (!place->launch)
		return CML_OK;
	init_event(event, place->launch);
	event->has_record = status == CML_OK;
	if (event->has_record)
		event->record = record;
	snprintf(place->launch->job, sizeof place->launch->job, "%jd",
		 (intmax_t)(event->has_record ? record.pid : 0));
	place->launch = NULL;
	local->n_running--;
	*got = true;
	return CML_OK;
}

static enum cml_result take_adopted(struct local *local, struct cml_launch_event *event, bool *got,
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
	if (launch->slot < local->n_places)
		local->places[launch->slot].adopted = NULL;
	*got = true;
	return CML_OK;
}

/* Goes through what the last poll has found until there is an event. */
static enum cml_result take_ready(struct local *local, struct cml_launch_event *event, bool *got,
				  struct cml_error *err)
{
	enum cml_result status = CML_OK;

	while (status == CML_OK && !*got && local->next_ready < local->n_places) {
		size_t i = local->next_ready++;

		if (local->ready[i].revents && local->places[i].supervisor.socket >= 0)
			status = take_report(local, &local->places[i], event, got, err);
	}
	if (status == CML_OK && !*got)
		status = take_adopted(local, event, got, err);
	return status;
}

static enum cml_result local_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct local *local = state;

	*got = false;
	enum cml_result status = take_ready(local, event, got, err);
	if (status != CML_OK || *got)
		return status;
	for (size_t i = 0; i < local->n_places; i++)
		local->ready[i] =
		    (struct pollfd){.fd = local->places[i].supervisor.socket, .events = POLLIN};
	local->ready[local->n_places] = (struct pollfd){.fd = wake, .events = POLLIN};
	double wait_s =
	    fmin(timeout_s < 0 ? INFINITY : timeout_s, cml_adoptions_wait(&local->adoptions));
	int timeout_ms = isinf(wait_s) ? -1 : (int)ceil(1e3 * fmin(wait_s, 1e6));
	int n_ready = poll(local->ready, local->n_places + 1, timeout_ms);
	if (n_ready < 0 && errno != EINTR)
		return cml_fail_errno(err, errno, "poll");
	local->next_ready = n_ready > 0 ? 0 : local->n_places;
	return take_ready(local, event, got, err);
}

static enum cml_result local_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				 bool hurry, struct cml_error *err)
{
	struct local *local = state;

	if (launch->slot < local->n_places && local->places[launch->slot].launch == launch)
		return cml_supervisor_end(&local->places[launch->slot].supervisor, why, hurry, err);
	return cml_supervisor_request_end(local->options->folder, launch->attempt, why, hurry, err);
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
