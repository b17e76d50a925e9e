#include "launch/slurm/slurm.h"

#include "base/clock.h"
#include "base/number.h"
#include "launch/history/owner_lock.h"
#include "launch/slurm/slurm_state.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_N_JOBS 1000
#define CONFIGURATION_TIMEOUT_S 30.0
#define DEFAULT_MAX_ARRAY 1001 /* Slurm's own default of MaxArraySize */
/* What sbatch, its controller and one script bear at once; the rest follows at once. */
#define MAX_IN_ARRAY 1000
#define LOCAL_PATIENCE_S 1.0
/* An NFS client may keep for so long that a name is not there (acdirmax: 60). */
#define SHARED_PATIENCE_S 65.0

double cml_slurm_now(void)
{
	return cml_clock_monotonic_s();
}

void cml_slurm_note(const struct cml_slurm *slurm, const char *format, ...)
{
	char text[512];
	va_list arguments;

	if (!slurm->options->note)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	slurm->options->note(slurm->options->note_context, text);
}

void cml_slurm_unlock(struct cml_slurm *slurm)
{
	if (slurm->n_pending > 0)
		return;
	cml_slurm_batches_unlock(&slurm->files);
	slurm->scan_locked = false;
}

/* The environment without the variables that choose what squeue and sacct show. */
static enum cml_result make_environment(struct cml_slurm *slurm, struct cml_error *err)
{
	size_t n = 0, kept = 0;

	while (environ[n])
		n++;
	slurm->quiet_environment = cml_array_new(n + 2, sizeof *slurm->quiet_environment);
	if (!slurm->quiet_environment)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		if (strncmp(environ[i], "SQUEUE_", 7) != 0 &&
		    strncmp(environ[i], "SACCT_", 6) != 0 &&
		    strncmp(environ[i], "SCANCEL_", 8) != 0 &&
		    strncmp(environ[i], "SLURM_TIME_FORMAT=", 18) != 0)
			slurm->quiet_environment[kept++] = environ[i];
	}
	slurm->quiet_environment[kept] = "SLURM_TIME_FORMAT=%s";
	return CML_OK;
}

static size_t array_size_of(struct cml_slice text)
{
	static const char name[] = "MaxArraySize";
	const char *found = text.size ? memmem(text.data, text.size, name, sizeof name - 1) : NULL;
	const char *equals =
	    found ? memchr(found, '=', text.size - (size_t)(found - text.data)) : NULL;
	uint64_t size;

	if (!equals)
		return DEFAULT_MAX_ARRAY;
	struct cml_slice rest = {equals + 1, text.size - (size_t)(equals + 1 - text.data)};
	const char *end = memchr(rest.data, '\n', rest.size);
	if (end)
		rest.size = (size_t)(end - rest.data);
	return cml_parse_uint64(cml_slice_trim(rest), &size) ? (size_t)size : DEFAULT_MAX_ARRAY;
}

/* The first question: is there a Slurm, and how large may arrays be. */
static enum cml_result read_configuration(struct cml_slurm *slurm, struct cml_error *err)
{
	char *argv[] = {"scontrol", "show", "config", NULL};
	struct cml_command_options options = {.argv = argv,
					      .environment = slurm->quiet_environment,
					      .shared_fd = -1,
					      .timeout_s = CONFIGURATION_TIMEOUT_S};
	enum cml_result status = cml_command_wait(&slurm->run, &options, err);

	if (status == CML_BAD_USAGE)
		return cml_fail(err, status, "no Slurm here: scontrol is not in PATH");
	if (status != CML_OK)
		return status;
	if (slurm->run.exit_code != 0)
		cml_slurm_note(slurm, "Slurm does not answer yet");
	/* An array has indices below MaxArraySize; 0 or 1: there are no arrays. */
	slurm->max_array = array_size_of(cml_buffer_slice(&slurm->run.out));
	if (slurm->max_array > MAX_IN_ARRAY)
		slurm->max_array = MAX_IN_ARRAY;
	if (slurm->max_array == 0)
		slurm->max_array = 1;
	return CML_OK;
}

static void slurm_free(void *state)
{
	struct cml_slurm *slurm = state;

	if (!slurm)
		return;
	for (size_t i = 0; i < slurm->n_batches; i++) {
		free(slurm->batches[i]->tasks);
		free(slurm->batches[i]);
	}
	free(slurm->batches);
	free(slurm->pending);
	cml_slurm_batch_files_free(slurm->found, slurm->n_found);
	cml_command_release(&slurm->run);
	cml_slurm_batches_release(&slurm->files);
	cml_buffer_release(&slurm->words);
	cml_buffer_release(&slurm->log);
	free(slurm->argv);
	free(slurm->quiet_environment);
	free(slurm);
}

static enum cml_result slurm_open(void **state, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct cml_slurm *slurm;

	if (!(slurm = cml_array_new(1, sizeof *slurm)))
		return cml_fail_memory(err);
	slurm->options = options;
	slurm->accounting = true;
	enum cml_result status = make_environment(slurm, err);
	if (status == CML_OK)
		status = read_configuration(slurm, err);
	if (status == CML_OK)
		status = cml_slurm_batches_open(&slurm->files, options->folder, options->run, err);
	if (status == CML_OK) {
		slurm->record_patience =
		    cml_is_network_file(slurm->files.fd - 1) ? SHARED_PATIENCE_S : LOCAL_PATIENCE_S;
		*state = slurm;
	} else {
		slurm_free(slurm);
	}
	return status;
}

static size_t slurm_capacity(const void *state)
{
	const struct cml_slurm *slurm = state;
	size_t n_all = slurm->options->n_jobs ? slurm->options->n_jobs : DEFAULT_N_JOBS;
	size_t n_taken = slurm->n_open + slurm->n_pending;

	return n_taken < n_all ? n_all - n_taken : 0;
}

static enum cml_result slurm_prepare(void *state, struct cml_launch *launch,
				     struct cml_buffer *environment, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	(void)launch;
	(void)environment;
	return cml_slurm_batches_lock(&slurm->files, err);
}

static enum cml_result slurm_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				 bool hurry, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	struct cml_slurm_task *task = launch->backend;
	enum cml_result status = CML_OK;

	if (!task) /* started, but in no batch yet */
		status = cml_slurm_flush(slurm, err);
	task = launch->backend;
	if (status != CML_OK || !task)
		return status;
	task->ending = true;
	task->why = why;
	task->hurry = task->hurry || hurry;
	slurm->must_cancel = slurm->must_cancel || !task->asked;
	slurm->must_kill = slurm->must_kill || hurry;
	slurm->look_at = 0;
	return CML_OK;
}

/* Waits for whatever comes first: an answer, the next question, the next look, wake, the
 * deadline. *woken: wake. */
static enum cml_result wait_once(struct cml_slurm *slurm, double deadline, int wake, bool *woken,
				 struct cml_error *err)
{
	struct pollfd fds[CML_COMMAND_FDS + 1] = {{.fd = wake, .events = POLLIN}};
	nfds_t n = cml_command_fds(&slurm->run, fds + 1);
	double now = cml_slurm_now();
	double wait_s = fmin(deadline - now, cml_slurm_ask_wait(slurm));

	if (slurm->n_open > 0)
		wait_s = fmin(wait_s, slurm->look_at - now);
	wait_s = fmax(0, fmin(wait_s, 1e5));
	if (poll(fds, n + 1, (int)ceil(1e3 * wait_s)) < 0 && errno != EINTR)
		return cml_fail_errno(err, errno, "poll");
	*woken = (fds[0].revents & POLLIN) != 0;
	return CML_OK;
}

static enum cml_result slurm_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	double deadline = timeout_s < 0 ? INFINITY : cml_slurm_now() + timeout_s;
	bool woken = false;
	enum cml_result status = cml_slurm_flush(slurm, err);

	*got = false;
	for (;;) {
		if (status == CML_OK)
			status = cml_slurm_hear(slurm, err);
		if (status == CML_OK)
			status = cml_slurm_settle(slurm, event, got, err);
		if (status == CML_OK && !*got)
			status = cml_slurm_ask(slurm, err);
		if (status != CML_OK || *got || woken)
			return status;
		if (cml_slurm_now() >= deadline)
			return CML_OK;
		status = wait_once(slurm, deadline, wake, &woken, err);
	}
}

const struct cml_launcher_kind cml_launcher_slurm = {
    .name = "slurm",
    .doc = "jobs of Slurm, in arrays, on the nodes of a cluster",
    .has_directories = true,
    .has_scheduler = true,
    .reports_cause = true,
    .open = slurm_open,
    .capacity = slurm_capacity,
    .prepare = slurm_prepare,
    .start = cml_slurm_start,
    .flush = cml_slurm_flush,
    .adopt = cml_slurm_adopt,
    .wait = slurm_wait,
    .end = slurm_end,
    .free = slurm_free,
};
