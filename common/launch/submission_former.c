/* Attempts that another run started: with other options, perhaps. Part of submission.h. */
#include "launch/submission_parts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "launch/command_file.h"

/* Whether what was started is what this run would start. */
static enum cml_status is_same_command(struct cml_submission *submission,
				       const struct cml_running *running,
				       const struct cml_command *command, bool *same,
				       struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	enum cml_status status;

	cml_buffer_clear(&submission->environment);
	status =
	    cml_submission_expand(submission, entry, running->launch.attempt, running->dir, err);
	*same = status == CML_OK &&
		cml_slice_equal(command->argv, cml_buffer_slice(&submission->argv)) &&
		command->timeout_s == submission->launching.timeout_s;
	/* Nor is it when this run's space makes nothing of it. */
	return status == CML_BAD_DATA ? CML_OK : status;
}

static enum cml_status use_former(struct cml_submission *submission,
				  const struct cml_command *command, struct cml_judge **judge,
				  struct cml_error *err)
{
	struct cml_judge *former = &submission->former;
	enum cml_status status = CML_OK;

	if (!cml_slice_equal(command->judge, cml_buffer_slice(&former->text))) {
		cml_judge_release(former);
		status = cml_judge_parse(former, command->judge, err);
	}
	if (status == CML_OK)
		*judge = former;
	return status;
}

enum cml_status cml_submission_find_judge(struct cml_submission *submission,
					  const struct cml_running *running,
					  struct cml_judge **judge, struct cml_error *err)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	bool same = true;
	char name[CML_ATTEMPT_NAME_SIZE];

	*judge = &submission->judge;
	if (running->ours || !running->launch.dir)
		return CML_OK;
	cml_attempt_name(running->launch.attempt, name);
	int fd = open(running->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum cml_status status = CML_OK;
	/* One whose command has gone is judged as if it were ours. */
	bool there = fd >= 0 && cml_command_read(fd, &text, &command, err) == CML_OK;
	if (there && command.judge.size > 0 &&
	    !cml_slice_equal(command.judge, cml_buffer_slice(&submission->judge.text))) {
		status = use_former(submission, &command, judge, err);
		same = false;
	} else if (there) {
		status = is_same_command(submission, running, &command, &same, err);
	}
	if (status == CML_OK && !same && !submission->told_former)
		cml_submission_note(
		    submission,
		    "%s: started by another command line, whose --metric, "
		    "--warmup, patterns and --timeout hold for it: see its file command",
		    name);
	submission->told_former = submission->told_former || !same;
	if (fd >= 0)
		close(fd);
	cml_command_text_release(&text);
	return status;
}

bool cml_submission_may_write(struct cml_submission *submission, const struct cml_judge *judge,
			      const struct cml_running *running)
{
	const char *column = cml_judge_column(judge);
	char name[CML_ATTEMPT_NAME_SIZE];

	if (judge == &submission->judge ||
	    strcmp(column, cml_judge_column(&submission->judge)) == 0)
		return true;
	cml_attempt_name(running->launch.attempt, name);
	cml_submission_note(submission,
			    "%s: started with %s%s: its result stays there until that is "
			    "asked for again",
			    name, column[0] ? "the metric " : "no metric", column);
	return false;
}
