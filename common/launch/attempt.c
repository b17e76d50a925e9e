#include "launch/submission_state.h"

#include "launch/job/job_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* In the directory of a job that the user's interrupt ended. */
#define CANCELLED_NAME "cancelled"

/* In the list of those that run, until it is freed. */
static struct cml_running *running_new(struct cml_submission *submission, size_t i,
				       struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_running *running = cml_array_new(1, sizeof *running);

	if (!running) {
		cml_fail_memory(err);
		return NULL;
	}
	running->launch.attempt = (struct cml_attempt_id){entry->key, entry->attempt};
	running->entry = i;
	if (cml_submission_has_folder(submission)) {
		running->launch.dir = running->dir;
		cml_attempt_path(&submission->folder, running->launch.attempt, running->dir);
	}
	running->next = submission->running;
	submission->running = running;
	submission->stats.n_running++;
	return running;
}

void cml_running_free(struct cml_submission *submission, struct cml_running *running)
{
	struct cml_running **link = &submission->running;

	while (*link != running)
		link = &(*link)->next;
	*link = running->next;
	submission->stats.n_running--;
	free(running);
}

static bool has_file(const char *dir, const char *name)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return access(path, F_OK) == 0;
}

bool cml_running_was_cancelled(const struct cml_running *running)
{
	return running->cancelled ||
	       (running->launch.dir && has_file(running->dir, CANCELLED_NAME));
}

/* Command, environment and configuration of an attempt, as bytes of its command file. */
static enum cml_result print_command(struct cml_submission *submission, struct cml_running *running,
				     struct cml_error *err)
{
	const struct cml_launcher_options *launching = &submission->launching;
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	char cwd[PATH_MAX], host[CML_RECORD_HOST_SIZE] = "";

	/* The variables of the place come last: no column replaces them. */
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	if (cml_submission_expand(submission, entry, running->launch.attempt, running->dir, err) !=
		CML_OK ||
	    (launcher->prepare && launcher->prepare(submission->launcher, &running->launch,
						    &submission->environment, err) != CML_OK))
		return err->status;
	if (!cml_submission_print_row(submission, entry))
		return cml_fail_memory(err);
	if (!getcwd(cwd, sizeof cwd))
		return cml_fail_errno(err, errno, "the working directory");
	if (launcher->has_places)
		cml_host_name(host);
	const struct cml_command command = {.host = cml_slice_of(host),
					    .cwd = cml_slice_of(cwd),
					    .argv = cml_buffer_slice(&submission->argv),
					    .environment =
						cml_buffer_slice(&submission->environment),
					    .timeout_s = launching->timeout_s,
					    .grace_s = launching->grace_s,
					    .row = cml_buffer_slice(&submission->row)};
	cml_buffer_clear(&submission->command);
	return cml_command_write(&command, &submission->command, err);
}

static enum cml_result claim(struct cml_submission *submission, struct cml_running *running,
			     struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;

	cml_buffer_clear(&submission->environment);
	if (cml_job_folder_check(&submission->folder, err) != CML_OK ||
	    print_command(submission, running, err) != CML_OK)
		return err->status;
	return cml_job_folder_claim(&submission->folder, running->launch.attempt,
				    cml_buffer_slice(&submission->command), launcher->has_scheduler,
				    err);
}

enum cml_result cml_attempt_launch(struct cml_submission *submission, size_t i,
				   struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	struct cml_running *running = running_new(submission, i, err);

	if (!running)
		return err->status;
	if ((cml_submission_has_folder(submission) && claim(submission, running, err) != CML_OK) ||
	    launcher->start(submission->launcher, &running->launch, err) != CML_OK) {
		cml_running_free(submission, running);
		return err->status;
	}
	submission->list.entries[i].is_claimed = true;
	return CML_OK;
}

/* Whether the launcher may know more of an attempt than its directory says. */
static bool is_for_launcher(const struct cml_submission *submission, const char *dir,
			    const struct cml_attempt_look *look)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;

	if (look->state == CML_ATTEMPT_FINISHED)
		return launcher->has_scheduler && (!cml_job_record_is_good(&look->record) ||
						   !cml_submission_has_value(submission, dir));
	return look->state == (launcher->has_places ? CML_ATTEMPT_RUNNING : CML_ATTEMPT_ELSEWHERE);
}

enum cml_result cml_attempt_find(struct cml_submission *submission, size_t i,
				 struct cml_running **found, struct cml_attempt_look *look,
				 struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	struct cml_running *running = running_new(submission, i, err);
	enum cml_result status = CML_END;

	*found = running;
	if (!running)
		return err->status;
	if (cml_job_folder_look(&submission->folder, running->launch.attempt, look, err) != CML_OK)
		status = err->status;
	else if (is_for_launcher(submission, running->dir, look))
		status = launcher->adopt(submission->launcher, &running->launch,
					 look->state == CML_ATTEMPT_FINISHED, err);
	if (status != CML_OK && status != CML_END) {
		cml_running_free(submission, running);
		return status;
	}
	if (status != CML_END) {
		submission->stats.n_adopted++;
		return CML_END;
	}
	/* Its tool died between claim and start: output files are made right before that. */
	if (look->state == CML_ATTEMPT_LOST && !has_file(running->dir, CML_STDOUT_NAME)) {
		submission->list.entries[i].attempt++;
		look->state = CML_ATTEMPT_NONE;
	}
	return CML_OK;
}

enum cml_result cml_attempt_cancel(struct cml_submission *submission, struct cml_running *running,
				   bool hurry, struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;
	char path[PATH_MAX + sizeof CANCELLED_NAME];

	if (!running->cancelled && running->launch.dir) {
		snprintf(path, sizeof path, "%s/" CANCELLED_NAME, running->dir);
		int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return cml_fail_errno(err, errno, path);
		close(fd);
	}
	running->cancelled = true;
	return launcher->end ? launcher->end(submission->launcher, &running->launch, hurry, err)
			     : CML_OK;
}
