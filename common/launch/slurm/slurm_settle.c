/* When a task is over, and what is known of its end. Part of slurm.h. */
#include "launch/slurm/slurm_state.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Answers of squeue that must not have a job before it is taken for gone: the first may have
 * met a controller that was just reading its state. */
#define N_MISSING 2
/* A pass over all records may take this share of the time, as they may lie on a slow server. */
#define LOOK_SHARE 0.05
#define MIN_LOOK_S 0.25

bool cml_slurm_read_record(const char *dir, struct cml_job_record *record)
{
	struct cml_error ignored;
	bool found = false;
	int directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (directory < 0)
		return false;
	/* A file server that stumbles is asked again. */
	if (cml_job_record_read(directory, record, &found, &ignored) != CML_OK)
		found = false;
	close(directory);
	return found;
}

static bool is_state(const char *state, const char *word)
{
	return strcmp(state, word) == 0;
}

/* slurmstepd's word where Slurm has none, or one that says less. */
static void weigh_log(struct cml_slurm_task *task, const char *log_state, struct cml_slice line)
{
	bool memory = log_state && is_state(log_state, "OUT_OF_MEMORY");
	bool vague = task->state[0] == '\0' || is_state(task->state, "FAILED") ||
		     is_state(task->state, "COMPLETED");

	if (!log_state || !(vague || (memory && strncmp(task->state, "CANCELLED", 9) == 0)))
		return;
	snprintf(task->state, sizeof task->state, "%s", log_state);
	snprintf(task->reason, sizeof task->reason, "%.*s", (int)line.size, line.data);
}

/* A directory may be in the hands of another job than the one we know: an sbatch whose answer
 * was lost came through after all. True when that one is now followed. */
static bool follow_runner(struct cml_slurm_task *task)
{
	char runner[CML_SLURM_NAME_SIZE];
	uint64_t job, own_job;
	uint32_t index, own_index;

	cml_slurm_runner(task->launch->dir, runner);
	if (!cml_slurm_parse_id(cml_slice_of(runner), &job, &index) ||
	    !cml_slurm_task_id(task, &own_job, &own_index) ||
	    (job == own_job && index == own_index))
		return false;
	task->other_job = job;
	task->other_task = index;
	snprintf(task->launch->job, sizeof task->launch->job, "%.40s", runner);
	task->ended = false;
	task->asked = false;
	task->n_missing = 0;
	task->over_at = 0;
	task->state[0] = task->reason[0] = '\0';
	return true;
}

/* A node that fails to launch a batch script leaves Slurm with FAILED, as a job does that exits
 * with 1; but a script that began has put its name into the directory, or could not reach it. */
static void weigh_beginning(struct cml_slurm_task *task)
{
	char runner[CML_SLURM_NAME_SIZE];

	cml_slurm_runner(task->launch->dir, runner);
	if (runner[0] != '\0' || !is_state(task->state, "FAILED"))
		return;
	snprintf(task->state, sizeof task->state, "LAUNCH_FAILED");
	snprintf(task->reason, sizeof task->reason,
		 "the job never began, or its node does not see the job's directory");
}

static void fill_event(struct cml_slurm_task *task, const struct cml_job_record *record,
		       struct cml_launch_event *event)
{
	*event = (struct cml_launch_event){.launch = task->launch, .seconds = NAN, .value = NAN};
	event->has_record = record != NULL;
	if (record) {
		event->record = *record;
		/* The keeper was told to stop, not why; or the job, which Slurm tells, too, was
		 * quicker. */
		if (task->ending && task->why == CML_STOP_SLOW &&
		    (record->stop == CML_STOP_CANCELLED ||
		     strncmp(task->state, "CANCELLED", 9) == 0)) {
			event->record.stop = CML_STOP_SLOW;
			task->state[0] = '\0';
		}
		task->launch->start_at = record->started;
	}
	task->launch->started = record || !isnan(task->start);
	snprintf(event->state, sizeof event->state, "%s", task->state);
	snprintf(event->reason, sizeof event->reason, "%s", task->reason);
	if (!isnan(task->start) && !isnan(task->end) && task->end >= task->start)
		event->seconds = task->end - task->start;
	task->launch->backend = NULL;
	task->launch = NULL;
	task->batch->n_open--;
}

/* Over without a record so far: it may still be on its way through a file server. */
static bool record_may_come(const struct cml_slurm *slurm, struct cml_slurm_task *task)
{
	double now = cml_slurm_now();

	if (task->over_at == 0)
		task->over_at = now;
	return now - task->over_at < slurm->record_patience;
}

static enum cml_result settle(struct cml_slurm *slurm, struct cml_slurm_task *task,
			      struct cml_launch_event *event, bool *got, struct cml_error *err)
{
	struct cml_job_record record;
	struct cml_slice line = {0};
	bool found = cml_slurm_read_record(task->launch->dir, &record);
	bool gone = task->n_missing >= N_MISSING;
	bool good = found && cml_job_record_is_good(&record);
	bool over = task->ended || gone;

	if (!found && !over)
		return CML_OK;
	if (!found && follow_runner(task))
		return CML_OK;
	enum cml_result status = cml_slurm_task_log(&slurm->files, task->batch->name, task->index,
						    task->launch->dir, false, &slurm->log, err);
	if (status != CML_OK)
		return status;
	const char *log_state = cml_slurm_log_state(cml_buffer_slice(&slurm->log), &line);
	bool told =
	    log_state && !is_state(log_state, "CANCELLED") && !is_state(log_state, "REQUEUED");
	/* A stop that the keeper itself decided needs nobody's word. */
	bool own = found && (record.stop == CML_STOP_TIMEOUT || record.start_errno != 0);
	if (found && !good && !own && !told && !over) {
		slurm->wants_word = true;
		return CML_OK;
	}
	if (!found && record_may_come(slurm, task)) {
		slurm->wants_word = true;
		return CML_OK;
	}
	if (good || own)
		task->state[0] = task->reason[0] = '\0';
	else
		weigh_log(task, log_state, line);
	if (!found)
		weigh_beginning(task);
	if (!found && task->state[0] == '\0')
		snprintf(task->reason, sizeof task->reason,
			 "Slurm no longer knows job %s, which left no record", task->launch->job);
	status = cml_slurm_task_log(&slurm->files, task->batch->name, task->index,
				    task->launch->dir, true, &slurm->log, err);
	if (status == CML_OK) {
		fill_event(task, found ? &record : NULL, event);
		slurm->n_open--;
		*got = true;
	}
	return status;
}

/* One that is to be ended and of which Slurm has not heard is never run. */
static bool end_unsent(struct cml_slurm *slurm, struct cml_slurm_task *task,
		       struct cml_launch_event *event)
{
	if (!task->ending || task->batch->phase == CML_SLURM_SENT ||
	    !cml_slurm_forbid(task->launch->dir))
		return false;
	snprintf(task->state, sizeof task->state, "CANCELLED");
	snprintf(task->reason, sizeof task->reason, "ended before Slurm had it");
	fill_event(task, NULL, event);
	slurm->n_open--;
	return true;
}

static void drop_batch(struct cml_slurm *slurm, size_t i)
{
	struct cml_slurm_batch *batch = slurm->batches[i];

	slurm->batches[i] = slurm->batches[--slurm->n_batches];
	free(batch->tasks);
	free(batch);
}

/* The next batch of the pass; those of which all is told go away. */
static bool next_batch(struct cml_slurm *slurm)
{
	while (slurm->look_batch < slurm->n_batches) {
		struct cml_slurm_batch *batch = slurm->batches[slurm->look_batch];

		if (batch->n_open == 0 && batch != slurm->talk_batch) {
			drop_batch(slurm, slurm->look_batch);
			slurm->look_task = 0;
		} else if (slurm->look_task < batch->n) {
			return true;
		} else {
			slurm->look_batch++;
			slurm->look_task = 0;
		}
	}
	return false;
}

enum cml_result cml_slurm_settle(struct cml_slurm *slurm, struct cml_launch_event *event, bool *got,
				 struct cml_error *err)
{
	double begin = cml_slurm_now();
	enum cml_result status = CML_OK;

	if (begin < slurm->look_at)
		return CML_OK;
	if (slurm->look_batch == 0 && slurm->look_task == 0)
		slurm->wants_word = false;
	while (status == CML_OK && !*got && next_batch(slurm)) {
		struct cml_slurm_batch *batch = slurm->batches[slurm->look_batch];
		struct cml_slurm_task *task = &batch->tasks[slurm->look_task++];

		if (!task->launch)
			continue;
		/* Of a batch whose job was not known when its end was asked for. */
		if (task->ending && !task->asked && batch->phase == CML_SLURM_SENT)
			slurm->must_cancel = true;
		if (end_unsent(slurm, task, event))
			*got = true;
		else if (batch->phase == CML_SLURM_SENT)
			status = settle(slurm, task, event, got, err);
	}
	if (status == CML_OK && !*got) {
		double end = cml_slurm_now();

		slurm->look_at = end + fmax(MIN_LOOK_S, (end - begin) / LOOK_SHARE);
		slurm->look_batch = slurm->look_task = 0;
	}
	return status;
}
