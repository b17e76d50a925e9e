/* The conversation with Slurm: one command at a time, in the order of its urgency. Part of
 * slurm.h. */
#include "launch/slurm/slurm_state.h"

#include "launch/job/strings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_TIMEOUT_S 120.0
/* How soon an end that waits for Slurm's word asks again. */
#define WORD_S 1.0
/* Jobs in one command line; the rest is left to squeue, which lists all. */
#define MAX_LISTED 4000
#define MAX_CANCELLED 500

static enum cml_result add_word(struct cml_slurm *slurm, const char *word, struct cml_error *err)
{
	if (cml_buffer_append(&slurm->words, word, strlen(word) + 1))
		return CML_OK;
	return cml_fail_memory(err);
}

static enum cml_result add_words(struct cml_slurm *slurm, const char *const *words,
				 struct cml_error *err)
{
	enum cml_result status = CML_OK;

	for (; status == CML_OK && *words; words++)
		status = add_word(slurm, *words, err);
	return status;
}

/* Adds a word made of parts; the caller has made sure that it is not the first. */
static enum cml_result add_format(struct cml_slurm *slurm, struct cml_error *err,
				  const char *format, const char *a, const char *b)
{
	bool added = cml_buffer_printf(&slurm->words, format, a, b) &&
		     cml_buffer_append(&slurm->words, "", 1);

	return added ? CML_OK : cml_fail_memory(err);
}

static enum cml_result start(struct cml_slurm *slurm, enum cml_slurm_talk talk,
			     struct cml_slurm_batch *batch, struct cml_error *err)
{
	struct cml_slice words = cml_buffer_slice(&slurm->words);
	bool submits = talk == CML_TALK_SUBMIT;

	if (!cml_array_reserve((void **)&slurm->argv, &slurm->argv_capacity,
			       cml_strings_count(words) + 1, sizeof *slurm->argv))
		return cml_fail_memory(err);
	cml_strings_vector(words, slurm->argv);
	struct cml_command_options options = {
	    .argv = slurm->argv,
	    .directory = submits ? slurm->options->folder->path : NULL,
	    .environment = submits ? environ : slurm->quiet_environment,
	    .shared_fd = submits ? slurm->files.lock_fd - 1 : -1,
	    .timeout_s = ANSWER_TIMEOUT_S,
	};
	slurm->talk = talk;
	slurm->talk_batch = batch;
	return cml_command_start(&slurm->run, &options, err);
}

/* Calls what for every task whose end has not been told and whose job is known. */
static enum cml_result
each_task(struct cml_slurm *slurm,
	  enum cml_result (*what)(struct cml_slurm *, struct cml_slurm_task *, struct cml_error *),
	  struct cml_error *err)
{
	enum cml_result status = CML_OK;

	for (size_t i = 0; i < slurm->n_batches; i++) {
		struct cml_slurm_batch *batch = slurm->batches[i];

		for (size_t j = 0; status == CML_OK && j < batch->n; j++) {
			if (batch->tasks[j].launch && batch->phase == CML_SLURM_SENT)
				status = what(slurm, &batch->tasks[j], err);
		}
	}
	return status;
}

static enum cml_result add_cancelled(struct cml_slurm *slurm, struct cml_slurm_task *task,
				     struct cml_error *err)
{
	bool kills = slurm->talk == CML_TALK_KILL;

	if (!task->ending || task->asked != kills || (kills && !task->hurry))
		return CML_OK;
	if (cml_strings_count(cml_buffer_slice(&slurm->words)) >= MAX_CANCELLED) {
		slurm->must_cancel = !kills || slurm->must_cancel;
		slurm->must_kill = kills || slurm->must_kill;
		return CML_OK;
	}
	task->asked = true;
	if (kills)
		task->hurry = false;
	return add_word(slurm, task->launch->job, err);
}

/* *started false: there was nobody to cancel after all. */
static enum cml_result cancel(struct cml_slurm *slurm, bool kills, bool *started,
			      struct cml_error *err)
{
	static const char *const politely[] = {"scancel", "--quiet", NULL};
	static const char *const firmly[] = {"scancel", "--quiet", "--signal=KILL", "--full", NULL};

	cml_buffer_clear(&slurm->words);
	slurm->talk = kills ? CML_TALK_KILL : CML_TALK_CANCEL;
	*(kills ? &slurm->must_kill : &slurm->must_cancel) = false;
	enum cml_result status = add_words(slurm, kills ? firmly : politely, err);
	size_t n_before = cml_strings_count(cml_buffer_slice(&slurm->words));
	if (status == CML_OK)
		status = each_task(slurm, add_cancelled, err);
	*started = cml_strings_count(cml_buffer_slice(&slurm->words)) > n_before;
	if (status == CML_OK && *started)
		return start(slurm, slurm->talk, NULL, err);
	slurm->talk = CML_TALK_NONE;
	return status;
}

/* The places of the batch itself come last, as what sbatch reads last counts. */
static enum cml_result add_batch_words(struct cml_slurm *slurm, const struct cml_slurm_batch *batch,
				       struct cml_error *err)
{
	char range[64], throttle[32] = "";
	bool array = batch->n > 1;
	enum cml_result status = add_format(slurm, err, "--job-name=%s%s", batch->name, "");

	if (slurm->options->throttle > 0)
		snprintf(throttle, sizeof throttle, "%%%zu", slurm->options->throttle);
	snprintf(range, sizeof range, "0-%zu", batch->n - 1);
	if (status == CML_OK)
		status = add_format(slurm, err, "--chdir=%s%s", slurm->options->folder->path, "");
	if (status == CML_OK)
		status = add_word(slurm, "--output=/dev/null", err);
	if (status == CML_OK)
		status = add_format(slurm, err, "--error=batches/%s.%s.log", batch->name,
				    array ? "%a" : "0");
	if (status == CML_OK)
		status = add_word(slurm, "--open-mode=append", err);
	if (status == CML_OK && array)
		status = add_format(slurm, err, "--array=%s%s", range, throttle);
	if (status == CML_OK)
		status = add_format(slurm, err, "batches/%s%s", batch->name, "");
	return status;
}

static enum cml_result submit(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
			      struct cml_error *err)
{
	static const char *const first[] = {"sbatch", "--parsable", "--no-requeue", NULL};
	const struct cml_launcher_options *options = slurm->options;
	char limit[32];
	enum cml_result status = cml_slurm_batches_lock(&slurm->files, err);

	if (status != CML_OK)
		return status;
	/* Another tool, which adopted it from us or we from it, may have been quicker. */
	cml_slurm_set_job(batch, cml_slurm_batches_job(&slurm->files, batch->name));
	if (batch->phase == CML_SLURM_SENT) {
		cml_slurm_unlock(slurm);
		return CML_OK;
	}
	cml_buffer_clear(&slurm->words);
	status = add_words(slurm, first, err);
	if (status == CML_OK && options->timeout_s > 0) {
		snprintf(limit, sizeof limit, "%.0f",
			 ceil((options->timeout_s + options->grace_s) / 60) + 1);
		status = add_format(slurm, err, "--time=%s%s", limit, "");
	}
	for (size_t i = 0; status == CML_OK && i < options->n_scheduler_arguments; i++)
		status = add_word(slurm, options->scheduler_arguments[i], err);
	if (status == CML_OK)
		status = add_batch_words(slurm, batch, err);
	return status == CML_OK ? start(slurm, CML_TALK_SUBMIT, batch, err) : status;
}

static enum cml_result look(struct cml_slurm *slurm, struct cml_slurm_batch *batch,
			    struct cml_error *err)
{
	static const char *const words[] = {
	    "squeue", "--noheader", "--array", "--states=all", "--format=" CML_SQUEUE_FORMAT, NULL};

	if (cml_slurm_find_job(slurm, batch))
		return CML_OK;
	cml_buffer_clear(&slurm->words);
	enum cml_result status = add_words(slurm, words, err);
	if (status == CML_OK)
		status = add_format(slurm, err, "--name=%s%s", batch->name, "");
	return status == CML_OK ? start(slurm, CML_TALK_LOOK, batch, err) : status;
}

enum cml_result cml_slurm_ask_squeue(struct cml_slurm *slurm, struct cml_error *err)
{
	static const char *const words[] = {
	    "squeue", "--noheader", "--array", "--states=all", "--format=" CML_SQUEUE_FORMAT, NULL};
	char user[16];

	cml_buffer_clear(&slurm->words);
	enum cml_result status = add_words(slurm, words, err);
	/* The controller then sends no others; jobs that another user started are among ours
	 * where a history is worked on in turns. */
	bool one = slurm->n_batches > 0;
	for (size_t i = 1; i < slurm->n_batches; i++)
		one = one && slurm->batches[i]->owner == slurm->batches[0]->owner;
	if (status == CML_OK && one) {
		snprintf(user, sizeof user, "%u", slurm->batches[0]->owner);
		status = add_format(slurm, err, "--user=%s%s", user, "");
	}
	return status == CML_OK ? start(slurm, CML_TALK_SQUEUE, NULL, err) : status;
}

static enum cml_result ask_sacct(struct cml_slurm *slurm, struct cml_error *err)
{
	static const char *const words[] = {
	    "sacct", "--noheader", "--parsable2", "--allocations", "--format=" CML_SACCT_FORMAT,
	    NULL};
	size_t n = 0;

	cml_buffer_clear(&slurm->words);
	enum cml_result status = add_words(slurm, words, err);
	bool added = status == CML_OK && cml_buffer_append_string(&slurm->words, "--jobs=");
	for (size_t i = 0; added && i < slurm->n_batches && n < MAX_LISTED; i++) {
		const struct cml_slurm_batch *batch = slurm->batches[i];

		if (batch->phase != CML_SLURM_SENT || batch->n_open == 0)
			continue;
		added = cml_buffer_printf(&slurm->words, n++ ? ",%llu" : "%llu",
					  (unsigned long long)batch->job);
		for (size_t j = 0; added && j < batch->n; j++) {
			if (batch->tasks[j].launch && batch->tasks[j].other_job)
				added = cml_buffer_printf(
				    &slurm->words, ",%llu",
				    (unsigned long long)batch->tasks[j].other_job);
		}
	}
	added = added && cml_buffer_append(&slurm->words, "", 1);
	if (status == CML_OK && !added)
		status = cml_fail_memory(err);
	return status == CML_OK ? start(slurm, CML_TALK_SACCT, NULL, err) : status;
}

static enum cml_result unsee(struct cml_slurm *slurm, struct cml_slurm_task *task,
			     struct cml_error *err)
{
	(void)slurm;
	(void)err;
	task->seen = false;
	return CML_OK;
}

static struct cml_slurm_batch *due_batch(const struct cml_slurm *slurm, double *wait_s)
{
	double now = cml_slurm_now();

	*wait_s = INFINITY;
	for (size_t i = 0; i < slurm->n_batches; i++) {
		struct cml_slurm_batch *batch = slurm->batches[i];

		if (batch->phase == CML_SLURM_SENT || batch->n_open == 0)
			continue;
		*wait_s = fmin(*wait_s, fmax(0, batch->retry_at - now));
		if (batch->retry_at <= now)
			return batch;
	}
	return NULL;
}

/* An end that waits for Slurm's word asks sooner. */
static double poll_wait(const struct cml_slurm *slurm)
{
	double at = slurm->poll_at;
	bool any = false;

	for (size_t i = 0; !any && i < slurm->n_batches; i++)
		any = slurm->batches[i]->phase == CML_SLURM_SENT && slurm->batches[i]->n_open > 0;
	if (!any)
		return INFINITY;
	if (slurm->wants_word)
		at = fmin(at, slurm->last_poll + WORD_S);
	return fmax(0, at - cml_slurm_now());
}

double cml_slurm_ask_wait(const struct cml_slurm *slurm)
{
	double wait_s;

	if (slurm->talk != CML_TALK_NONE)
		return fmax(0, slurm->run.due - cml_slurm_now());
	due_batch(slurm, &wait_s);
	if (slurm->must_cancel || slurm->must_kill)
		wait_s = fmin(wait_s, fmax(0, slurm->cancel_at - cml_slurm_now()));
	return fmin(wait_s, poll_wait(slurm));
}

enum cml_result cml_slurm_ask(struct cml_slurm *slurm, struct cml_error *err)
{
	struct cml_slurm_batch *batch;
	enum cml_result status = CML_OK;
	bool started = false;
	double wait_s;

	if (slurm->talk != CML_TALK_NONE)
		return CML_OK;
	if ((slurm->must_cancel || slurm->must_kill) && slurm->cancel_at <= cml_slurm_now())
		status = cancel(slurm, !slurm->must_cancel, &started, err);
	if (status != CML_OK || started)
		return status;
	while ((batch = due_batch(slurm, &wait_s)) != NULL) {
		status = batch->phase == CML_SLURM_NEW ? submit(slurm, batch, err)
						       : look(slurm, batch, err);
		if (status != CML_OK || slurm->talk != CML_TALK_NONE)
			return status;
	}
	if (poll_wait(slurm) > 0)
		return CML_OK;
	each_task(slurm, unsee, err);
	return slurm->accounting ? ask_sacct(slurm, err) : cml_slurm_ask_squeue(slurm, err);
}
