#include "launch/slurm.h"

#include "base/number.h"
#include "launch/owner_lock.h"
#include "launch/slurm_state.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_N_JOBS 1000
#define CONFIGURATION_TIMEOUT_S 30.0
#define DEFAULT_MAX_ARRAY 1001 /* Slurm's own default of MaxArraySize */
/* What sbatch, its controller and one script bear at once; the rest follows at once. */
#define MOST_IN_ARRAY 1000
#define LOCAL_PATIENCE_S 1.0
/* An NFS client may keep for so long that a name is not there (acdirmax: 60). */
#define SHARED_PATIENCE_S 65.0

double cml_slurm_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
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

bool cml_slurm_task_id(const struct cml_slurm_task *task, uint64_t *job, uint32_t *index)
{
	*job = task->other_job ? task->other_job : task->batch->job;
	*index = task->batch->n > 1 ? task->index : CML_SLURM_NO_TASK;
	if (task->other_job)
		*index = task->other_task;
	return *job != 0;
}

void cml_slurm_unlock(struct cml_slurm *slurm)
{
	if (slurm->n_pending > 0)
		return;
	cml_slurm_batches_unlock(&slurm->files);
	slurm->scan_locked = false;
}

void cml_slurm_set_job(struct cml_slurm_batch *batch, uint64_t job)
{
	if (job == 0)
		return;
	batch->job = job;
	batch->phase = CML_SLURM_SENT;
	for (size_t i = 0; i < batch->n; i++) {
		struct cml_launch *launch = batch->tasks[i].launch;

		if (launch && batch->n > 1)
			snprintf(launch->job, sizeof launch->job, "%llu_%zu",
				 (unsigned long long)job, i);
		else if (launch)
			snprintf(launch->job, sizeof launch->job, "%llu", (unsigned long long)job);
	}
}

bool cml_slurm_find_job(struct cml_slurm *slurm, struct cml_slurm_batch *batch)
{
	char runner[CML_SLURM_NAME_SIZE];
	uint64_t job = cml_slurm_batches_job(&slurm->files, batch->name);
	uint32_t index;

	for (size_t i = 0; job == 0 && i < batch->n; i++) {
		if (!batch->tasks[i].launch)
			continue;
		cml_slurm_runner(batch->tasks[i].launch->dir, runner);
		if (!cml_slurm_parse_id(cml_slice_of(runner), &job, &index) ||
		    index != (batch->n > 1 ? batch->tasks[i].index : CML_SLURM_NO_TASK))
			job = 0;
	}
	cml_slurm_set_job(batch, job);
	return job != 0;
}

/* The environment without the variables that choose what squeue and sacct show. */
static enum cml_status make_environment(struct cml_slurm *slurm, struct cml_error *err)
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
static enum cml_status read_configuration(struct cml_slurm *slurm, struct cml_error *err)
{
	char *argv[] = {"scontrol", "show", "config", NULL};
	struct cml_command_options options = {.argv = argv,
					      .environment = slurm->quiet_environment,
					      .shared_fd = -1,
					      .timeout_s = CONFIGURATION_TIMEOUT_S};
	enum cml_status status = cml_command_wait(&slurm->run, &options, err);

	if (status == CML_BAD_USAGE)
		return cml_fail(err, status, "no Slurm here: scontrol is not in PATH");
	if (status != CML_OK)
		return status;
	if (slurm->run.exit_code != 0)
		cml_slurm_note(slurm, "Slurm does not answer yet");
	/* An array has indices below MaxArraySize; 0 or 1: there are no arrays. */
	slurm->max_array = array_size_of(cml_buffer_slice(&slurm->run.out));
	if (slurm->max_array > MOST_IN_ARRAY)
		slurm->max_array = MOST_IN_ARRAY;
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

static enum cml_status slurm_open(void **state, const struct cml_launcher_options *options,
				  struct cml_error *err)
{
	struct cml_slurm *slurm;

	if (options->argument)
		return cml_fail(err, CML_BAD_USAGE, "backend slurm takes no argument: \"%s\"",
				options->argument);
	if (options->bind || options->n_gpus > 0)
		return cml_fail(err, CML_BAD_USAGE,
				"Slurm binds and gives GPUs itself: say what a job needs with "
				"--sbatch-arg");
	if (!(slurm = cml_array_new(1, sizeof *slurm)))
		return cml_fail_memory(err);
	slurm->options = options;
	slurm->accounting = true;
	enum cml_status status = make_environment(slurm, err);
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

static enum cml_status slurm_prepare(void *state, struct cml_launch *launch, const char **keeper,
				     struct cml_buffer *environment, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	(void)launch;
	(void)environment;
	*keeper = NULL;
	return cml_slurm_batches_lock(&slurm->files, err);
}

static enum cml_status slurm_start(void *state, struct cml_launch *launch, struct cml_error *err)
{
	struct cml_slurm *slurm = state;

	if (!cml_array_reserve((void **)&slurm->pending, &slurm->pending_capacity,
			       slurm->n_pending + 1, sizeof *slurm->pending))
		return cml_fail_memory(err);
	slurm->pending[slurm->n_pending++] = launch;
	return CML_OK;
}

/* A batch of n tasks without launches, in the list. */
static struct cml_slurm_batch *add_batch(struct cml_slurm *slurm, size_t n, struct cml_error *err)
{
	struct cml_slurm_batch *batch = cml_array_new(1, sizeof *batch);

	if (batch)
		batch->tasks = cml_array_new(n, sizeof *batch->tasks);
	if (!batch || !batch->tasks ||
	    !cml_array_reserve((void **)&slurm->batches, &slurm->batches_capacity,
			       slurm->n_batches + 1, sizeof *slurm->batches)) {
		if (batch)
			free(batch->tasks);
		free(batch);
		cml_fail_memory(err);
		return NULL;
	}
	batch->n = n;
	batch->owner = (uint32_t)geteuid();
	for (size_t i = 0; i < n; i++)
		batch->tasks[i] = (struct cml_slurm_task){
		    .batch = batch, .index = (uint32_t)i, .start = NAN, .end = NAN};
	slurm->batches[slurm->n_batches++] = batch;
	return batch;
}

static void give_task(struct cml_slurm *slurm, struct cml_slurm_batch *batch, size_t i,
		      struct cml_launch *launch)
{
	batch->tasks[i].launch = launch;
	launch->backend = &batch->tasks[i];
	batch->n_open++;
	slurm->n_open++;
}

/* Makes one batch of the first n pending launches. */
static enum cml_status make_batch(struct cml_slurm *slurm, size_t n, struct cml_error *err)
{
	struct cml_attempt_id *attempts = cml_array_new(n, sizeof *attempts);
	struct cml_buffer script = {0};
	char name[CML_SLURM_NAME_SIZE];

	if (!attempts)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		attempts[i] = slurm->pending[i]->attempt;
	enum cml_status status = cml_slurm_script_print(
	    &script, slurm->options->self, slurm->options->folder->path, attempts, n, err);
	if (status == CML_OK)
		status =
		    cml_slurm_batches_write(&slurm->files, cml_buffer_slice(&script), name, err);
	struct cml_slurm_batch *batch = status == CML_OK ? add_batch(slurm, n, err) : NULL;
	free(attempts);
	cml_buffer_release(&script);
	if (!batch)
		return status == CML_OK ? CML_NO_MEMORY : status;
	memcpy(batch->name, name, sizeof name);
	for (size_t i = 0; i < n; i++)
		give_task(slurm, batch, i, slurm->pending[i]);
	slurm->n_pending -= n;
	memmove(slurm->pending, slurm->pending + n, slurm->n_pending * sizeof *slurm->pending);
	return CML_OK;
}

static enum cml_status slurm_flush(void *state, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	enum cml_status status = CML_OK;

	while (status == CML_OK && slurm->n_pending > 0) {
		size_t n =
		    slurm->n_pending < slurm->max_array ? slurm->n_pending : slurm->max_array;

		status = make_batch(slurm, n, err);
	}
	if (status == CML_OK)
		cml_slurm_unlock(slurm);
	return status;
}

static enum cml_status scan(struct cml_slurm *slurm, struct cml_error *err)
{
	cml_slurm_batch_files_free(slurm->found, slurm->n_found);
	slurm->found = NULL;
	slurm->n_found = 0;
	slurm->scanned = true;
	slurm->scan_locked = slurm->files.lock_fd != 0;
	return cml_slurm_batches_scan(&slurm->files, &slurm->found, &slurm->n_found, err);
}

static bool find_attempt(const struct cml_slurm *slurm, struct cml_attempt_id attempt, size_t *file,
			 size_t *index)
{
	for (size_t i = 0; i < slurm->n_found; i++) {
		for (size_t j = 0; j < slurm->found[i].n; j++) {
			if (slurm->found[i].attempts[j].key == attempt.key &&
			    slurm->found[i].attempts[j].number == attempt.number) {
				*file = i;
				*index = j;
				return true;
			}
		}
	}
	return false;
}

static struct cml_slurm_batch *
batch_of(struct cml_slurm *slurm, const struct cml_slurm_batch_file *file, struct cml_error *err)
{
	struct cml_slurm_batch *batch;

	for (size_t i = 0; i < slurm->n_batches; i++) {
		if (strcmp(slurm->batches[i]->name, file->name) == 0)
			return slurm->batches[i];
	}
	batch = add_batch(slurm, file->n, err);
	if (!batch)
		return NULL;
	memcpy(batch->name, file->name, sizeof batch->name);
	batch->owner = file->owner;
	batch->phase = CML_SLURM_UNSURE;
	return batch;
}

static bool has_record(const char *dir)
{
	struct cml_job_record record;

	return cml_slurm_read_record(dir, &record);
}

static enum cml_status slurm_adopt(void *state, struct cml_launch *launch, bool *running,
				   struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	enum cml_status status = slurm->scanned ? CML_OK : scan(slurm, err);
	size_t file, index;

	*running = true;
	bool found = status == CML_OK && find_attempt(slurm, launch->attempt, &file, &index);
	if (status == CML_OK && !found && !slurm->scan_locked) {
		/* Whoever claimed it may be about to write its batch. */
		status = cml_slurm_batches_lock(&slurm->files, err);
		if (status == CML_OK)
			status = scan(slurm, err);
		found = status == CML_OK && find_attempt(slurm, launch->attempt, &file, &index);
	}
	if (status != CML_OK)
		return status;
	/* Its tool died between the claim and the batch; or its batch was removed, and only what
	 * is in its directory counts. */
	if (!found && has_record(launch->dir))
		*running = false;
	if (!found)
		return *running ? slurm_start(state, launch, err) : CML_OK;
	struct cml_slurm_batch *batch = batch_of(slurm, &slurm->found[file], err);
	if (!batch)
		return CML_NO_MEMORY;
	give_task(slurm, batch, index, launch);
	cml_slurm_set_job(batch, batch->job ? batch->job
					    : cml_slurm_batches_job(&slurm->files, batch->name));
	return CML_OK;
}

static enum cml_status slurm_end(void *state, struct cml_launch *launch, enum cml_job_stop why,
				 bool hurry, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	struct cml_slurm_task *task = launch->backend;
	enum cml_status status = CML_OK;

	if (!task) /* started, but in no batch yet */
		status = slurm_flush(slurm, err);
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
static enum cml_status wait_once(struct cml_slurm *slurm, double deadline, int wake, bool *woken,
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

static enum cml_status slurm_wait(void *state, double timeout_s, int wake,
				  struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct cml_slurm *slurm = state;
	double deadline = timeout_s < 0 ? INFINITY : cml_slurm_now() + timeout_s;
	bool woken = false;
	enum cml_status status = slurm_flush(slurm, err);

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
    .has_word = true,
    .open = slurm_open,
    .capacity = slurm_capacity,
    .prepare = slurm_prepare,
    .start = slurm_start,
    .flush = slurm_flush,
    .adopt = slurm_adopt,
    .wait = slurm_wait,
    .end = slurm_end,
    .free = slurm_free,
};
