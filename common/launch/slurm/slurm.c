/* The launcher for Slurm: attempts as tasks of arrays, handed over by sbatch. What is asked of
 * Slurm and when: slurm_queue.h; when a job is over: slurm_end.c; what outlives the tool:
 * slurm_batch.h. */
#include "launch/launcher.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/job/template.h"
#include "launch/slurm/slurm_state.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_N_JOBS 1000
/* Slurm's own limit, unless a site has another MaxArraySize. */
#define MAX_IN_ARRAY 1000
#define REPLY_TIMEOUT_S 120.0
#define END_POLL_S 0.05 /* without a descriptor for the end of a command */
#define LOCAL_RECORD_DELAY_S 1.0
/* An NFS client may keep for so long that a name is not there (acdirmax: 60). */
#define SHARED_RECORD_DELAY_S 65.0

/* The environment without the variables that choose what squeue shows. */
static enum cml_result make_environment(struct cml_slurm *slurm, struct cml_error *err)
{
	size_t n = 0, kept = 0;

	while (environ[n])
		n++;
	if (!CML_NEW(&slurm->environment, n + 2))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "SQUEUE_", 7) != 0 &&
		    strncmp(environ[i], "SCANCEL_", 8) != 0 &&
		    strncmp(environ[i], "SLURM_TIME_FORMAT=", 18) != 0)
			slurm->environment[kept++] = environ[i];
	slurm->environment[kept] = "SLURM_TIME_FORMAT=%s";
	return CML_OK;
}

static void slurm_release(void *state)
{
	struct cml_slurm *slurm = state;

	cml_slurm_queue_release(&slurm->queue);
	cml_process_release(&slurm->process);
	cml_buffer_release(&slurm->request.argv);
	cml_buffer_release(&slurm->log);
	free(slurm->pending);
	free(slurm->argv);
	free(slurm->environment);
}

static enum cml_result slurm_open(void *state, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	slurm->options = slurm->queue.options = options;
	slurm->max_in_array = MAX_IN_ARRAY;
	cml_process_init(&slurm->process);
	slurm->record_delay_s =
	    cml_file_is_shared(options->folder->fd) ? SHARED_RECORD_DELAY_S : LOCAL_RECORD_DELAY_S;
	if (make_environment(slurm, err) != CML_OK)
		return err->status;
	return cml_slurm_batches_make(options->folder, err);
}

static size_t slurm_capacity(const void *state)
{
	const struct cml_slurm *slurm = state;
	size_t n_all = slurm->options->n_jobs ? slurm->options->n_jobs : DEFAULT_N_JOBS;
	size_t n_taken = slurm->queue.n_open + slurm->n_pending;

	return n_taken < n_all ? n_all - n_taken : 0;
}

static enum cml_result slurm_end(void *state, struct cml_launch *launch, bool hurry,
				 struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	(void)hurry; /* Slurm's KillWait decides */
	/* Started, but in no batch yet. */
	if (!launch->backend && cml_slurm_flush(slurm, true, err) != CML_OK)
		return err->status;
	if (!launch->backend)
		return CML_OK;
	cml_slurm_queue_end(&slurm->queue, launch->backend);
	slurm->pass_at = 0;
	return CML_OK;
}

/* Looks for the job of a batch where Slurm need not be asked. */
static bool find_job(struct cml_slurm *slurm, struct cml_slurm_batch *batch)
{
	char runner[CML_SLURM_NAME_SIZE];
	struct cml_slurm_id id;

	uint64_t job = cml_slurm_batches_job(slurm->options->folder, batch->name);

	for (size_t i = 0; job == 0 && i < batch->n; i++) {
		if (!batch->tasks[i].launch)
			continue;
		cml_slurm_runner(batch->tasks[i].launch->dir, runner);
		if (cml_slurm_parse_id(cml_slice_of(runner), &id) &&
		    id.task == (batch->n > 1 ? batch->tasks[i].index : CML_SLURM_NO_TASK))
			job = id.job;
	}
	cml_slurm_batch_set_job(batch, job);
	return job != 0;
}

static enum cml_result start_command(struct cml_slurm *slurm, struct cml_error *err)
{
	struct cml_slice strings = cml_buffer_slice(&slurm->request.argv);
	bool submits = slurm->request.question == CML_SLURM_ASK_SBATCH;
	int out_fd = -1;

	if (!CML_RESERVE(&slurm->argv, &slurm->argv_capacity, cml_strings_count(strings) + 1))
		return cml_fail_memory(err);
	cml_strings_vector(strings, slurm->argv);
	if (submits &&
	    cml_slurm_batches_open_job(slurm->options->folder, slurm->request.batch->name, &out_fd,
				       err) != CML_OK)
		return err->status;
	enum cml_result result =
	    cml_process_start(&slurm->process, slurm->argv, submits ? environ : slurm->environment,
			      out_fd, REPLY_TIMEOUT_S, err);
	cml_file_close(out_fd);
	if (result != CML_OK && submits)
		cml_slurm_withdraw(slurm);
	return result;
}

/* Starts the command that is due, if none runs. */
static enum cml_result ask(struct cml_slurm *slurm, struct cml_error *err)
{
	while (slurm->process.pid == 0) {
		enum cml_result result = cml_slurm_queue_next(
		    &slurm->queue, cml_clock_monotonic_s(), &slurm->request, err);

		if (result != CML_OK || slurm->request.question == CML_SLURM_ASK_NOTHING)
			return result;
		if (slurm->request.question != CML_SLURM_ASK_NAME ||
		    !find_job(slurm, slurm->request.batch))
			return start_command(slurm, err);
	}
	return CML_OK;
}

/* Takes the reply of the command that runs, if it has ended. */
static enum cml_result take_reply(struct cml_slurm *slurm, struct cml_error *err)
{
	struct cml_slurm_request *request = &slurm->request;
	struct cml_slurm_batch *batch = request->batch;
	enum cml_result result = cml_process_step(&slurm->process, err);

	if (result != CML_OK)
		return result == CML_NOTHING ? CML_OK : result;
	struct cml_slurm_reply *reply = &slurm->process.reply;
	if (request->question == CML_SLURM_ASK_SBATCH)
		reply->job = cml_slurm_batches_job(slurm->options->folder, batch->name);
	result =
	    cml_slurm_queue_update(&slurm->queue, request, reply, cml_clock_monotonic_s(), err);
	if (result != CML_OK)
		cml_slurm_withdraw(slurm);
	else if (request->question == CML_SLURM_ASK_SBATCH && batch->is_too_large)
		result = cml_slurm_take_back(slurm, batch, err);
	else if (request->question == CML_SLURM_ASK_NAME && batch->job != 0)
		result =
		    cml_slurm_batches_set_job(slurm->options->folder, batch->name, batch->job, err);
	request->batch = NULL;
	slurm->pass_at = 0;
	return result;
}

/* Waits for whatever comes first: a reply, the next command, the next pass, wake, the deadline.
 * *woken: wake. */
static enum cml_result wait_once(struct cml_slurm *slurm, double deadline, int wake, bool *woken,
				 struct cml_error *err)
{
	struct pollfd fds[] = {{.fd = wake, .events = POLLIN},
			       {.fd = slurm->process.end_fd, .events = POLLIN}};
	double until =
	    slurm->process.pid != 0 ? slurm->process.deadline : cml_slurm_queue_due(&slurm->queue);

	if (slurm->queue.n_open > 0)
		until = fmin(until, slurm->pass_at);
	if (slurm->process.pid != 0 && slurm->process.end_fd < 0)
		until = fmin(until, cml_clock_monotonic_s() + END_POLL_S);
	double wait_s = fmax(0, fmin(deadline, until) - cml_clock_monotonic_s());
	if (poll(fds, 2, cml_clock_poll_ms(wait_s)) < 0 && errno != EINTR)
		return cml_fail_errno(err, errno, "poll");
	*woken = (fds[0].revents & POLLIN) != 0;
	return CML_OK;
}

static enum cml_result slurm_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	double deadline = timeout_s < 0 ? INFINITY : cml_clock_monotonic_s() + timeout_s;
	bool woken = false;

	for (;;) {
		if (take_reply(slurm, err) != CML_OK ||
		    cml_slurm_flush(slurm, false, err) != CML_OK)
			return err->status;
		enum cml_result result = cml_slurm_watch(slurm, event, err);
		if (result != CML_END)
			return result;
		if (ask(slurm, err) != CML_OK)
			return err->status;
		if (woken || cml_clock_monotonic_s() >= deadline)
			return CML_END;
		if (wait_once(slurm, deadline, wake, &woken, err) != CML_OK)
			return err->status;
	}
}

const struct cml_launcher_kind cml_launcher_slurm = {
    .name = "slurm",
    .has_directories = true,
    .has_scheduler = true,
    .state_size = sizeof(struct cml_slurm),
    .open = slurm_open,
    .capacity = slurm_capacity,
    .start = cml_slurm_start,
    .adopt = cml_slurm_adopt,
    .wait = slurm_wait,
    .end = slurm_end,
    .release = slurm_release,
};
