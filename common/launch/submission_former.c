/* Attempts that another run started: with other options, perhaps. Part of submission.h. */
#include "launch/submission_parts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "launch/job/command_file.h"

size_t cml_submission_find_in_scan(const struct cml_submission *submission, uint64_t key)
{
	size_t lo = 0, hi = submission->n_scan;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (submission->scan[middle].key < key)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < submission->n_scan && submission->scan[lo].key == key ? lo : submission->n_scan;
}

/* Whether an attempt that has a newer one was the machine's fault. The other ends after which a
 * next attempt is claimed: an interrupt, a program that cannot be run, no start at all. */
static bool was_infra(const struct cml_submission *submission, struct cml_attempt_id attempt)
{
	struct cml_running former = {.launch = {.attempt = attempt, .dir = former.dir}};
	struct cml_attempt_look look = {0};
	struct cml_error ignored;

	if (cml_attempt_path(&submission->folder, attempt, former.dir, &ignored) != CML_OK ||
	    cml_job_folder_look(&submission->folder, attempt, &look, &ignored) != CML_OK)
		return false;
	struct cml_launch_event event = {.has_record = look.state == CML_ATTEMPT_FINISHED,
					 .record = look.record};
	bool begun = look.state == CML_ATTEMPT_LOST ? cml_running_has_started(&former)
						    : look.state != CML_ATTEMPT_NONE;
	return begun && !cml_running_was_cancelled(&former) &&
	       !cml_submission_cannot_run(submission, &event);
}

static bool is_claimed(const struct cml_submission *submission, struct cml_attempt_id attempt)
{
	char path[PATH_MAX];
	struct cml_error ignored;

	return cml_attempt_path(&submission->folder, attempt, path, &ignored) == CML_OK &&
	       access(path, F_OK) == 0;
}

static void pass_to(const struct cml_submission *submission, struct cml_job_entry *entry,
		    uint32_t number)
{
	entry->n_infra +=
	    was_infra(submission, (struct cml_attempt_id){entry->key, entry->attempt});
	entry->attempt = number;
}

void cml_submission_pass_over(const struct cml_submission *submission, struct cml_job_entry *entry)
{
	size_t i = cml_submission_find_in_scan(submission, entry->key);

	/* People remove directories: there may be gaps. */
	for (; i < submission->n_scan && submission->scan[i].key == entry->key; i++)
		if (submission->scan[i].number > entry->attempt)
			pass_to(submission, entry, submission->scan[i].number);
	/* Those that another process has claimed since then. */
	while (is_claimed(submission, (struct cml_attempt_id){entry->key, entry->attempt + 1}))
		pass_to(submission, entry, entry->attempt + 1);
}

/* Whether what was started is what this run would start. */
static enum cml_result is_same_command(struct cml_submission *submission,
				       const struct cml_running *running,
				       const struct cml_command *command, bool *same,
				       struct cml_error *err)
{
	const struct cml_job_entry *entry = &submission->list.entries[running->entry];
	enum cml_result status;

	cml_buffer_clear(&submission->environment);
	status =
	    cml_submission_expand(submission, entry, running->launch.attempt, running->dir, err);
	*same = status == CML_OK &&
		cml_slice_equal(command->argv, cml_buffer_slice(&submission->argv)) &&
		command->timeout_s == submission->launching.timeout_s;
	/* Nor is it when this run's space makes nothing of it. */
	return status == CML_BAD_DATA ? CML_OK : status;
}

static enum cml_result use_former(struct cml_submission *submission,
				  const struct cml_command *command,
				  struct cml_result_rules **judge, struct cml_error *err)
{
	struct cml_result_rules *former = &submission->former;
	enum cml_result status = CML_OK;

	if (!cml_slice_equal(command->judge, cml_buffer_slice(&former->text))) {
		cml_result_rules_release(former);
		status = cml_result_rules_parse(former, command->judge, err);
	}
	if (status == CML_OK)
		*judge = former;
	return status;
}

enum cml_result cml_submission_find_judge(struct cml_submission *submission,
					  const struct cml_running *running,
					  struct cml_result_rules **judge, struct cml_error *err)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	bool same = true;
	char name[CML_ATTEMPT_NAME_SIZE];

	*judge = &submission->rules;
	if (running->ours || !running->launch.dir)
		return CML_OK;
	cml_attempt_name(running->launch.attempt, name);
	int fd = open(running->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum cml_result status = CML_OK;
	/* One whose command has gone is judged as if it were ours. */
	bool there = fd >= 0 && cml_command_read(fd, &text, &command, err) == CML_OK;
	if (there && command.judge.size > 0 &&
	    !cml_slice_equal(command.judge, cml_buffer_slice(&submission->rules.text))) {
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

bool cml_submission_may_write(struct cml_submission *submission,
			      const struct cml_result_rules *judge,
			      const struct cml_running *running)
{
	const char *column = cml_result_rules_column(judge);
	char name[CML_ATTEMPT_NAME_SIZE];

	if (judge == &submission->rules ||
	    strcmp(column, cml_result_rules_column(&submission->rules)) == 0)
		return true;
	cml_attempt_name(running->launch.attempt, name);
	cml_submission_note(submission,
			    "%s: started with %s%s: its result stays there until that is "
			    "asked for again",
			    name, column[0] ? "the metric " : "no metric", column);
	return false;
}
