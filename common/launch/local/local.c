/* Jobs on this machine, a supervisor for each of -j places: options.n_jobs, else one for each of
 * the GPUs, else one for each processor that this process may use. An attempt that is adopted takes
 * its place with it. */
#include "launch/launcher.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "launch/job/template.h"
#include "launch/local/supervisor.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

/* In the environment of a job: its place, from 0. */
#define SLOT "CML_SLOT="

/* Between two looks at adopted jobs. */
#define PAUSE_S 0.1

struct place {
	struct cml_supervisor supervisor; /* started with its first job */
	struct cml_launch *launch;
};

struct local {
	const struct cml_launcher_options *options;
	struct place *places;
	size_t n_places;
	size_t n_running;            /* started ones */
	struct cml_launch **adopted; /* of earlier runs: looked at until their locks are free */
	size_t n_adopted;
	size_t adopted_capacity;
	double look_at;       /* CLOCK_MONOTONIC, when all of these are looked at again */
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

static void local_release(void *state)
{
	struct local *local = state;

	for (size_t i = 0; local->places && i < local->n_places; i++)
		cml_supervisor_release(&local->places[i].supervisor);
	free(local->adopted);
	free(local->places);
	free(local->ready);
}

static enum cml_result local_open(void *state, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct local *local = state;
	size_t n = count_places(options);

	if (options->n_gpus > 0 && options->n_jobs > options->n_gpus)
		return cml_fail(err, CML_BAD_USAGE, "%zu jobs at a time, but %zu GPUs for them",
				options->n_jobs, options->n_gpus);
	local->options = options;
	local->n_places = local->next_ready = n;
	/* Places last: where there are any, all are let go. */
	if (n == SIZE_MAX || !CML_NEW(&local->ready, n + 1) || !CML_NEW(&local->places, n))
		return cml_fail(err, CML_BAD_USAGE,
				"%zu jobs at a time: more places than memory holds (-j)", n);
	for (size_t i = 0; i < n; i++)
		local->places[i].supervisor = cml_no_supervisor;
	return CML_OK;
}

static size_t local_capacity(const void *state)
{
	const struct local *local = state;
	size_t n_taken = local->n_running + local->n_adopted;

	return n_taken < local->n_places ? local->n_places - n_taken : 0;
}

static bool is_taken(const struct local *local, size_t place)
{
	for (size_t i = 0; i < local->n_adopted; i++)
		if (local->adopted[i]->slot == place)
			return true;
	return local->places[place].launch;
}

static enum cml_result local_prepare(void *state, struct cml_launch *launch,
				     struct cml_buffer *environment, struct cml_error *err)
{
	struct local *local = state;
	size_t i = 0;

	while (i < local->n_places && is_taken(local, i))
		i++;
	if (i == local->n_places)
		return cml_fail(err, CML_BAD_USAGE, "no place is free");
	launch->slot = i;
	struct place *place = &local->places[i];
	if (place->supervisor.socket < 0 &&
	    cml_supervisor_start(&place->supervisor, local->options->folder, err) != CML_OK)
		return err->status;
	bool added = cml_buffer_printf(environment, SLOT "%zu%c", i, 0);
	if (added && local->options->n_gpus > 0)
		added = cml_buffer_printf(environment, "CUDA_VISIBLE_DEVICES=%s%c",
					  local->options->gpus[i], 0);
	return added ? CML_OK : cml_fail_memory(err);
}

static enum cml_result local_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct local *local = state;
	struct place *place = &local->places[launch->slot];

	place->launch = launch;
	launch->started = true;
	local->n_running++;
	return cml_supervisor_send(
	    &place->supervisor,
	    (struct cml_supervisor_order){.what = CML_ORDER_RUN, .attempt = launch->attempt}, err);
}

/* The place that an attempt's environment names, or SIZE_MAX. */
static size_t read_slot(const struct cml_job_folder *folder, struct cml_attempt_id attempt)
{
	AUTO(cml_command_text) text = {0};
	struct cml_command command = {0};
	struct cml_error ignored;
	size_t slot = SIZE_MAX;
	int fd = cml_attempt_open(folder, attempt);

	if (fd >= 0 && cml_command_read(fd, &text, &command, &ignored) != CML_OK)
		command.environment.size = 0;
	while (command.environment.size > 0) {
		struct cml_slice string = cml_strings_next(&command.environment);
		int64_t value;

		if (cml_slice_skip(&string, SLOT) && cml_parse_int(string, 0, INT32_MAX, &value))
			slot = (size_t)value;
	}
	cml_file_close(fd);
	return slot;
}

static enum cml_result local_adopt(void *state, struct cml_launch *launch, bool has_record,
				   struct cml_error *err)
{
	struct local *local = state;

	(void)has_record; /* it runs */
	if (!CML_RESERVE(&local->adopted, &local->adopted_capacity, local->n_adopted + 1))
		return cml_fail_memory(err);
	local->adopted[local->n_adopted++] = launch;
	launch->started = true;
	launch->slot = read_slot(local->options->folder, launch->attempt);
	local->look_at = cml_clock_monotonic_s();
	return CML_OK;
}

/* CML_END: there is none. */
static enum cml_result take_report(struct local *local, struct place *place,
				   struct cml_launch_event *event, struct cml_error *err)
{
	struct cml_launch *launch = place->launch;
	struct cml_job_record record = {0};
	enum cml_result status = cml_supervisor_report(&place->supervisor, &record, err);
	bool has_gone = status == CML_NOTHING;

	if (status != CML_OK && !has_gone)
		return status;
	if (has_gone) /* the next job of this place gets another supervisor */
		cml_supervisor_release(&place->supervisor);
	if (!launch)
		return CML_END;
	*event = cml_launch_ended(launch, has_gone ? NULL : &record);
	snprintf(launch->job, sizeof launch->job, "%d", record.pid);
	place->launch = NULL;
	local->n_running--;
	return CML_OK;
}

/* Seconds until adopted jobs are looked at; INFINITY: there are none. */
static double adopted_wait(const struct local *local)
{
	return local->n_adopted > 0 ? fmax(0, local->look_at - cml_clock_monotonic_s()) : INFINITY;
}

/* One that has ended, which is watched no more. CML_END: there is none. */
static enum cml_result take_adopted(struct local *local, struct cml_launch_event *event,
				    struct cml_error *err)
{
	struct cml_attempt_look look;

	if (adopted_wait(local) > 0)
		return CML_END;
	for (size_t i = 0; i < local->n_adopted; i++) {
		struct cml_launch *launch = local->adopted[i];

		if (cml_job_folder_look(local->options->folder, launch->attempt, &look, err) !=
		    CML_OK)
			return err->status;
		if (look.state == CML_ATTEMPT_RUNNING)
			continue;
		local->adopted[i] = local->adopted[--local->n_adopted];
		*event = cml_launch_ended(launch,
					  look.state == CML_ATTEMPT_FINISHED ? &look.record : NULL);
		return CML_OK;
	}
	local->look_at = cml_clock_monotonic_s() + PAUSE_S;
	return CML_END;
}

/* Goes through what the last poll has found until there is an event. CML_END: there is none. */
static enum cml_result take_ready(struct local *local, struct cml_launch_event *event,
				  struct cml_error *err)
{
	enum cml_result status = CML_END;

	while (status == CML_END && local->next_ready < local->n_places) {
		size_t i = local->next_ready++;

		if (local->ready[i].revents && local->places[i].supervisor.socket >= 0)
			status = take_report(local, &local->places[i], event, err);
	}
	return status == CML_END ? take_adopted(local, event, err) : status;
}

static enum cml_result local_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, struct cml_error *err)
{
	struct local *local = state;
	enum cml_result status = take_ready(local, event, err);

	if (status != CML_END)
		return status;
	for (size_t i = 0; i < local->n_places; i++)
		local->ready[i] =
		    (struct pollfd){.fd = local->places[i].supervisor.socket, .events = POLLIN};
	local->ready[local->n_places] = (struct pollfd){.fd = wake, .events = POLLIN};
	double wait_s = fmin(timeout_s < 0 ? INFINITY : timeout_s, adopted_wait(local));
	int n_ready = poll(local->ready, local->n_places + 1, cml_clock_poll_ms(wait_s));
	if (n_ready < 0 && errno != EINTR)
		return cml_fail_errno(err, errno, "poll");
	local->next_ready = n_ready > 0 ? 0 : local->n_places;
	return take_ready(local, event, err);
}

static enum cml_result local_end(void *state, struct cml_launch *launch, bool hurry,
				 struct cml_error *err)
{
	struct local *local = state;
	const struct cml_supervisor_order order = {.what = CML_ORDER_END, .hurry = hurry};

	if (launch->slot < local->n_places && local->places[launch->slot].launch == launch)
		return cml_supervisor_send(&local->places[launch->slot].supervisor, order, err);
	return cml_supervisor_request_end(local->options->folder, launch->attempt, err);
}

const struct cml_launcher_kind cml_launcher_local = {
    .name = "local",
    .has_directories = true,
    .has_places = true,
    .state_size = sizeof(struct local),
    .open = local_open,
    .capacity = local_capacity,
    .prepare = local_prepare,
    .start = local_start,
    .adopt = local_adopt,
    .wait = local_wait,
    .end = local_end,
    .release = local_release,
};
