/* What the commands of Slurm answered. Part of slurm.h. */
#include "launch/slurm/slurm_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIRST_RETRY_S 1.0
#define LAST_RETRY_S 60.0
/* Rounds of sacct for one in which squeue is asked, too. */
#define CONTROLLER_ROUNDS 10

static double retry_s(unsigned n_tries)
{
	return fmin(LAST_RETRY_S, ldexp(FIRST_RETRY_S, (int)n_tries));
}

/* The last line that says something, for people. */
static struct cml_slice last_line(struct cml_slice text)
{
	while (text.size > 0 && text.data[text.size - 1] == '\n')
		text.size--;
	const char *line = text.size > 0 ? memrchr(text.data, '\n', text.size) : NULL;
	if (line)
		return (struct cml_slice){line + 1, text.size - (size_t)(line + 1 - text.data)};
	return text;
}

static struct cml_slice complaint(const struct cml_slurm *slurm)
{
	if (slurm->run.overdue)
		return cml_slice_of("no answer in time");
	return last_line(cml_buffer_slice(&slurm->run.err));
}

static void note_silence(struct cml_slurm *slurm)
{
	struct cml_slice line = complaint(slurm);

	if (!slurm->silent)
		cml_slurm_note(slurm, "Slurm does not answer, waiting for it: %.*s", (int)line.size,
			       line.data);
	slurm->silent = true;
}

static void note_answer(struct cml_slurm *slurm)
{
	if (slurm->silent)
		cml_slurm_note(slurm, "Slurm answers again");
	slurm->silent = false;
}

static void try_again(struct cml_slurm_batch *batch, enum cml_slurm_phase phase)
{
	batch->phase = phase;
	batch->retry_at = cml_slurm_now() + retry_s(batch->n_tries);
	batch->n_tries++;
}

static enum cml_result know_job(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
				uint64_t job, struct cml_error *err)
{
	cml_slurm_set_job(batch, job);
	return cml_slurm_batches_set_job(&slurm->files, batch->name, job, err);
}

static enum cml_result hear_submit(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
				   struct cml_error *err)
{
	const struct cml_command_run *run = &slurm->run;
	struct cml_slice line = complaint(slurm);
	uint64_t job;

	if (run->exit_code == 0 && cml_slurm_parse_submitted(cml_buffer_slice(&run->out), &job)) {
		note_answer(slurm);
		enum cml_result status = know_job(slurm, batch, job, err);
		cml_slurm_unlock(slurm);
		return status;
	}
	cml_slurm_unlock(slurm);
	/* Ended by a signal: whether Slurm has it cannot be told either. */
	if (run->exit_code == 0 || run->exit_code > 128 ||
	    cml_slurm_refusal_of(cml_buffer_slice(&run->err)) == CML_SLURM_LATER) {
		note_silence(slurm);
		try_again(batch, CML_SLURM_UNSURE);
		return CML_OK;
	}
	cml_slurm_batches_remove(&slurm->files, batch->name);
	return cml_fail(err, CML_IO_ERROR, "Slurm refuses the jobs: %.*s", (int)line.size,
			line.data);
}

static enum cml_result hear_look(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
				 struct cml_error *err)
{
	struct cml_slice text = cml_buffer_slice(&slurm->run.out);
	struct cml_slurm_job job;

	if (slurm->run.exit_code != 0) {
		note_silence(slurm);
		try_again(batch, CML_SLURM_UNSURE);
		return CML_OK;
	}
	note_answer(slurm);
	while (cml_slurm_next_job(&text, &job)) {
		if (cml_slice_is(job.name, batch->name))
			return know_job(slurm, batch, job.job, err);
	}
	batch->phase = CML_SLURM_NEW;
	return CML_OK;
}

static void see(const struct cml_slurm *slurm, struct cml_slurm_task *task)
{
	task->seen = true;
	if (slurm->hears_controller)
		task->n_missing = 0;
}

static void take_state(struct cml_slurm *slurm, struct cml_slurm_task *task,
		       const struct cml_slurm_job *job)
{
	see(slurm, task);
	/* The accounting has no reason while a job waits. */
	if (slurm->hears_controller && !task->ending && cml_slice_is(job->state, "PENDING"))
		cml_slurm_waits_count(&slurm->waits, &task->batch->waits, job->reason);
	task->ended = cml_slurm_has_ended(job->state);
	task->start = job->start;
	task->end = job->end;
	if (cml_slice_is(job->state, "RUNNING") && !isnan(job->start)) {
		task->launch->started = true;
		if (task->launch->start_at == 0)
			task->launch->start_at = job->start;
	}
	if (!task->ended) {
		task->over_at = 0; /* it was requeued */
		task->state[0] = task->reason[0] = '\0';
		return;
	}
	snprintf(task->state, sizeof task->state, "%.*s", (int)job->state.size, job->state.data);
	if (job->nodes.size > 0)
		snprintf(task->reason, sizeof task->reason, "on %.*s", (int)job->nodes.size,
			 job->nodes.data);
}

/* The line of an array stands for the tasks without one. While it waits, it only says so; one that
 * has ended ("CANCELLED by 0", in squeue without `_[0-2]`) was cancelled before they began. */
static void take_array(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
		       const struct cml_slurm_job *job)
{
	bool ended = cml_slurm_has_ended(job->state);

	for (size_t i = 0; i < batch->n; i++) {
		struct cml_slurm_task *task = &batch->tasks[i];
		char runner[CML_SLURM_NAME_SIZE];

		if (!task->launch || task->other_job)
			continue;
		if (!ended && job->task == CML_SLURM_ALL_TASKS)
			see(slurm, task);
		if (!ended)
			continue;
		cml_slurm_runner(task->launch->dir, runner);
		if (runner[0] == '\0')
			take_state(slurm, task, job);
	}
}

static void take_task(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
		      const struct cml_slurm_job *job)
{
	bool own = batch->phase == CML_SLURM_SENT && batch->job == job->job;

	for (size_t i = 0; i < batch->n; i++) {
		struct cml_slurm_task *task = &batch->tasks[i];
		uint64_t number;
		uint32_t index;

		if (own && !task->other_job && batch->n > 1 && job->task != i)
			continue;
		if (task->launch && cml_slurm_task_id(task, &number, &index) &&
		    number == job->job && index == job->task)
			take_state(slurm, task, job);
	}
}

/* arrays: those lines that stand for whole arrays, else the others. */
static void take_line(struct cml_slurm *slurm, const struct cml_slurm_job *job, bool arrays)
{
	for (size_t i = 0; i < slurm->n_batches; i++) {
		struct cml_slurm_batch *batch = slurm->batches[i];

		/* A controller that crashed before it saved its state gives numbers again. */
		if (!cml_slice_is(job->name, batch->name))
			continue;
		bool own = batch->phase == CML_SLURM_SENT && batch->job == job->job;
		bool array = job->task == CML_SLURM_ALL_TASKS ||
			     (own && batch->n > 1 && job->task == CML_SLURM_NO_TASK);

		if (arrays && array && own)
			take_array(slurm, batch, job);
		if (!arrays && !array)
			take_task(slurm, batch, job);
	}
}

static bool all_seen(const struct cml_slurm *slurm)
{
	for (size_t i = 0; i < slurm->n_batches; i++) {
		const struct cml_slurm_batch *batch = slurm->batches[i];

		for (size_t j = 0; j < batch->n && batch->phase == CML_SLURM_SENT; j++) {
			if (batch->tasks[j].launch && !batch->tasks[j].seen)
				return false;
		}
	}
	return true;
}

static void count_missing(struct cml_slurm *slurm)
{
	for (size_t i = 0; i < slurm->n_batches; i++) {
		struct cml_slurm_batch *batch = slurm->batches[i];

		for (size_t j = 0; j < batch->n && batch->phase == CML_SLURM_SENT; j++) {
			if (batch->tasks[j].launch && !batch->tasks[j].seen)
				batch->tasks[j].n_missing++;
		}
	}
}

static void take_lines(struct cml_slurm *slurm, bool from_controller)
{
	slurm->hears_controller = from_controller;
	/* First those of arrays, as what a task's own line says counts more. */
	for (int pass = 0; pass < 2; pass++) {
		struct cml_slice text = cml_buffer_slice(&slurm->run.out);
		struct cml_slurm_job job;

		while (cml_slurm_next_job(&text, &job)) {
			/* By nobody: sacct says `CANCELLED by 1000` of what a person did. A
			 * controller that starts without its state enters so what it finds running
			 * in the accounting. */
			if (from_controller || !cml_slice_is(job.state, "CANCELLED"))
				take_line(slurm, &job, pass == 0);
		}
	}
}

static void end_round(struct cml_slurm *slurm)
{
	slurm->last_poll = cml_slurm_now();
	slurm->poll_at = slurm->last_poll + slurm->options->poll_s;
	slurm->look_at = 0;
}

/* What a controller lost in a crash runs on in the accounting for ever: now and then it is asked
 * itself. */
static void doubt_running(struct cml_slurm *slurm)
{
	for (size_t i = 0; i < slurm->n_batches; i++) {
		for (size_t j = 0; j < slurm->batches[i]->n; j++) {
			if (!slurm->batches[i]->tasks[j].ended)
				slurm->batches[i]->tasks[j].seen = false;
		}
	}
}

static enum cml_result hear_sacct(struct cml_slurm *slurm, struct cml_error *err)
{
	struct cml_slice message = cml_buffer_slice(&slurm->run.err);

	if (slurm->run.exit_code == 0)
		take_lines(slurm, false);
	else if (cml_slurm_refusal_of(message) == CML_SLURM_NO_ACCOUNTING)
		slurm->accounting = false;
	if (++slurm->n_rounds % CONTROLLER_ROUNDS == 0)
		doubt_running(slurm);
	if (!all_seen(slurm))
		return cml_slurm_ask_squeue(slurm, err);
	note_answer(slurm);
	end_round(slurm);
	return CML_OK;
}

/* A job that can never start would wait in silence. It is not ended: the site may mend it. */
static void note_waits(struct cml_slurm *slurm)
{
	const struct cml_slurm_wait *wait;

	while ((wait = cml_slurm_waits_next(&slurm->waits, cml_slurm_now())) != NULL)
		cml_slurm_note(slurm, "%zu job%s: %s%s%s", wait->n_jobs,
			       wait->n_jobs == 1 ? " waits" : "s wait", wait->reason,
			       wait->meaning ? "; " : "", wait->meaning ? wait->meaning : "");
	for (size_t i = 0; i < slurm->n_batches; i++)
		cml_slurm_batch_waits_end(&slurm->batches[i]->waits, &slurm->waits);
	cml_slurm_waits_end(&slurm->waits);
}

static void hear_squeue(struct cml_slurm *slurm)
{
	if (slurm->run.exit_code == 0) {
		note_answer(slurm);
		take_lines(slurm, true);
		count_missing(slurm);
		note_waits(slurm);
	} else {
		note_silence(slurm);
	}
	end_round(slurm);
}

static enum cml_result take_again(struct cml_slurm *slurm, bool kills)
{
	/* Those that Slurm did not hear of are told again; a job that is over is no error. */
	for (size_t i = 0; i < slurm->n_batches; i++) {
		for (size_t j = 0; j < slurm->batches[i]->n; j++) {
			struct cml_slurm_task *task = &slurm->batches[i]->tasks[j];

			if (!task->launch || !task->asked)
				continue;
			if (kills)
				task->hurry = true;
			else
				task->asked = false;
		}
	}
	*(kills ? &slurm->must_kill : &slurm->must_cancel) = true;
	slurm->cancel_at = cml_slurm_now() + FIRST_RETRY_S;
	return CML_OK;
}

static enum cml_result hear_cancel(struct cml_slurm *slurm, bool kills)
{
	if (slurm->run.exit_code != 0 &&
	    cml_slurm_refusal_of(cml_buffer_slice(&slurm->run.err)) == CML_SLURM_LATER) {
		note_silence(slurm);
		return take_again(slurm, kills);
	}
	slurm->poll_at = fmin(slurm->poll_at, cml_slurm_now() + FIRST_RETRY_S);
	return CML_OK;
}

enum cml_result cml_slurm_hear(struct cml_slurm *slurm, struct cml_error *err)
{
	enum cml_slurm_talk talk = slurm->talk;
	struct cml_slurm_batch *batch = slurm->talk_batch;
	bool over = false;

	if (talk == CML_TALK_NONE)
		return CML_OK;
	enum cml_result status = cml_command_step(&slurm->run, &over, err);
	if (status != CML_OK || !over)
		return status;
	slurm->talk = CML_TALK_NONE;
	slurm->talk_batch = NULL;
	switch (talk) {
	case CML_TALK_CANCEL:
	case CML_TALK_KILL:
		return hear_cancel(slurm, talk == CML_TALK_KILL);
	case CML_TALK_SUBMIT:
		return hear_submit(slurm, batch, err);
	case CML_TALK_LOOK:
		return hear_look(slurm, batch, err);
	case CML_TALK_SACCT:
		return hear_sacct(slurm, err);
	case CML_TALK_SQUEUE:
		hear_squeue(slurm);
		return CML_OK;
	case CML_TALK_NONE:
		break;
	}
	return CML_OK;
}
