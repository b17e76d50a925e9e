/* The ends of tasks. Part of slurm_state.h. */
#include "launch/slurm/slurm_state.h"

#include "base/clock.h"
#include "base/file.h"
#include "launch/slurm/slurm_end.h"

#include <fcntl.h>
#include <math.h>

/* A pass over all records may take this fraction of the time, as they may lie on a slow server. */
#define PASS_FRACTION 0.05
#define MIN_PASS_S 0.25

/* False: none yet, or none that can be read now: a file server that stumbles is asked again. */
static bool read_record(const char *dir, struct cml_job_record *record)
{
	struct cml_error ignored;
	int directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool found = directory >= 0 && cml_job_record_read(directory, record, &ignored) == CML_OK;

	cml_file_close(directory);
	return found;
}

/* CML_END: it goes on. */
static enum cml_result check_task(struct cml_slurm *slurm, struct cml_slurm_task *task,
				  struct cml_launch_event *event, struct cml_error *err)
{
	const char *dir = task->launch->dir, *batch = task->batch->name;
	struct cml_job_record record;
	char runner[CML_SLURM_NAME_SIZE];
	bool found = read_record(dir, &record);

	if (!found && !cml_slurm_task_is_over(task))
		return CML_END;
	if (cml_slurm_task_log(slurm->options->folder, batch, task->index, dir, false, &slurm->log,
			       err) != CML_OK)
		return err->status;
	cml_slurm_runner(dir, runner);
	struct cml_slurm_evidence evidence = {.record = found ? &record : NULL,
					      .runner = runner,
					      .log = cml_buffer_slice(&slurm->log)};
	enum cml_slurm_verdict verdict =
	    cml_slurm_task_check(task, &evidence, cml_clock_monotonic_s(), slurm->record_delay_s);
	slurm->queue.awaits_state = slurm->queue.awaits_state || verdict == CML_SLURM_AWAITS_STATE;
	/* Where no job has begun it, none shall: one that was submitted twice may still come. */
	if (verdict != CML_SLURM_OVER || (!found && runner[0] == '\0' && !cml_slurm_forbid(dir)))
		return CML_END;
	cml_slurm_task_finish(task, &evidence, event);
	cml_slurm_queue_close_task(&slurm->queue, task);
	return cml_slurm_task_log(slurm->options->folder, batch, task->index, dir, true,
				  &slurm->log, err);
}

/* A task that is to be ended and was not submitted never runs. */
static enum cml_result end_unsubmitted(struct cml_slurm *slurm, struct cml_slurm_task *task,
				       struct cml_launch_event *event)
{
	if (!task->end_wanted || !cml_slurm_forbid(task->launch->dir))
		return CML_END;
	cml_slurm_task_finish_unsent(task, event);
	cml_slurm_queue_close_task(&slurm->queue, task);
	return CML_OK;
}

enum cml_result cml_slurm_watch(struct cml_slurm *slurm, struct cml_launch_event *event,
				struct cml_error *err)
{
	struct cml_slurm_queue *queue = &slurm->queue;
	struct cml_slurm_task *task = NULL;
	double begin = cml_clock_monotonic_s();
	enum cml_result result = CML_END;

	if (begin < slurm->pass_at)
		return CML_END;
	if (!slurm->pass) {
		queue->awaits_state = false;
		cml_slurm_queue_drop_closed(queue, slurm->request.batch);
	}
	while (result == CML_END &&
	       (task = cml_slurm_queue_next_task(queue, slurm->pass)) != NULL) {
		slurm->pass = task;
		if (!cml_slurm_task_is_submitted(task)) {
			result = end_unsubmitted(slurm, task, event);
			continue;
		}
		queue->must_end |= task->end_wanted && !task->end_sent;
		result = check_task(slurm, task, event, err);
	}
	if (result != CML_END)
		return result;
	double end = cml_clock_monotonic_s();
	slurm->pass_at = end + fmax(MIN_PASS_S, (end - begin) / PASS_FRACTION);
	slurm->pass = NULL;
	return CML_END;
}
