/* How an attempt begins: what earlier ones came to, the claim, the command, the start. Part
 * of submission.h. */
#include "launch/submission_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launch/job/command_file.h"

struct cml_running *cml_running_new(struct cml_submission *submission, size_t entry,
				    struct cml_attempt_id attempt, struct cml_error *err)
{
	struct cml_running *running = cml_array_new(1, sizeof *running);

	if (!running) {
		cml_fail_memory(err);
		return NULL;
	}
	running->launch.attempt = attempt;
	running->entry = entry;
	running->since = cml_submission_now();
	if (submission->folder.fd) {
		running->launch.dir = running->dir;
		if (cml_attempt_path(&submission->folder, attempt, running->dir, err) != CML_OK) {
			free(running);
			return NULL;
		}
	}
	running->next = submission->running;
	if (running->next)
		running->next->previous = running;
	submission->running = running;
	submission->figures.n_running++;
	return running;
}

void cml_running_free(struct cml_submission *submission, struct cml_running *running)
{
	if (running->previous)
		running->previous->next = running->next;
	else
		submission->running = running->next;
	if (running->next)
		running->next->previous = running->previous;
	submission->figures.n_running--;
	free(running);
}

static enum cml_result claim(struct cml_submission *submission, struct cml_running *running,
			     bool *claimed, struct cml_error *err)
{
	const struct cml_launcher_options *launching = &submission->launching;
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	bool is_local = submission->options->launcher->has_places;
	char cwd[PATH_MAX], host[CML_RECORD_HOST_SIZE] = "";

	cml_buffer_clear(&submission->environment);
	cml_buffer_clear(&submission->command);
	enum cml_result status = submission->options->launcher->prepare(
	    submission->launcher, &running->launch, &submission->environment, err);
	if (status == CML_OK)
		status = cml_submission_expand(submission, entry, running->launch.attempt,
					       running->dir, err);
	if (status == CML_OK && !cml_submission_print_row(submission, entry))
		status = cml_fail_memory(err);
	if (status == CML_OK && !getcwd(cwd, sizeof cwd))
		status = cml_fail_errno(err, errno, "the working directory");
	if (status != CML_OK)
		return status;
	if (is_local)
		gethostname(host, sizeof host - 1);
	struct cml_command command = {.host = cml_slice_of(host),
				      .cwd = cml_slice_of(cwd),
				      .argv = cml_buffer_slice(&submission->argv),
				      .environment = cml_buffer_slice(&submission->environment),
				      .timeout_s = launching->timeout_s,
				      .grace_s = launching->grace_s,
				      .judge = cml_buffer_slice(&submission->judge.text),
				      .row = cml_buffer_slice(&submission->row)};
	status = cml_command_write(&command, &submission->command, err);
	struct cml_job_file file = {CML_COMMAND_NAME, cml_buffer_slice(&submission->command)};
	struct cml_claim what = {
	    .attempt = running->launch.attempt, .files = &file, .n_files = 1, .sync = !is_local};
	if (status == CML_OK)
		status = cml_job_folder_claim(&submission->folder, &what, claimed, err);
	return status;
}

bool cml_running_has_started(const struct cml_running *running)
{
	char path[PATH_MAX + 8];

	snprintf(path, sizeof path, "%s/stdout", running->dir);
	return !running->launch.dir || access(path, F_OK) == 0;
}

enum next {
	NEXT_NOTHING, /* it has its row, or runs, or is somebody else's */
	NEXT_LOOK,    /* at the attempt after it */
	NEXT_CLAIM,   /* nobody has it */
};

static enum cml_result resolve_ended(struct cml_submission *submission, struct cml_running *running,
				     const struct cml_attempt_look *look, enum next *next,
				     struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[running->entry];
	struct cml_launch_event event = {.launch = &running->launch,
					 .has_record = look->state == CML_ATTEMPT_FINISHED,
					 .record = look->record,
					 .seconds = NAN,
					 .value = NAN};
	bool again = false;

	/* One whose tool died between claim and start is nobody's fault. */
	if (!event.has_record && !cml_running_has_started(running)) {
		entry->attempt++;
		*next = NEXT_LOOK;
		return CML_OK;
	}
	enum cml_result status =
	    cml_submission_end(submission, running->entry, &event, running, &again, err);
	*next = again ? NEXT_LOOK : NEXT_NOTHING;
	return status;
}

static bool is_for_launcher(const struct cml_submission *submission,
			    const struct cml_attempt_look *look)
{
	return look->state == CML_ATTEMPT_RUNNING || look->state == CML_ATTEMPT_ELSEWHERE ||
	       (look->state == CML_ATTEMPT_FINISHED && submission->options->launcher->has_word &&
		!cml_job_record_is_good(&look->record));
}

/* What the attempt of an entry came to. */
static enum cml_result resolve(struct cml_submission *submission, size_t i, enum next *next,
			       struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_attempt_id attempt = {entry->key, entry->attempt};
	struct cml_attempt_look look = {0};
	bool running_on = false;
	struct cml_running *running = cml_running_new(submission, i, attempt, err);
	enum cml_result status = running ? CML_OK : err->status;

	*next = NEXT_NOTHING;
	if (status == CML_OK)
		status = cml_job_folder_look(&submission->folder, attempt, &look, err);
	if (status == CML_OK && is_for_launcher(submission, &look)) {
		status = submission->options->launcher->adopt(submission->launcher,
							      &running->launch, &running_on, err);
		if (status == CML_OK && running_on) {
			submission->figures.n_adopted++;
			return CML_OK;
		}
		/* It may have ended between the two looks. */
		if (status == CML_OK)
			status = cml_job_folder_look(&submission->folder, attempt, &look, err);
	}
	if (status == CML_OK &&
	    (look.state == CML_ATTEMPT_FINISHED || look.state == CML_ATTEMPT_LOST)) {
		status = resolve_ended(submission, running, &look, next, err);
	} else if (status == CML_OK && look.state == CML_ATTEMPT_NONE) {
		*next = NEXT_CLAIM;
	} else if (status == CML_OK && look.state == CML_ATTEMPT_RUNNING) {
		status = cml_job_list_delay(&submission->list, i,
					    cml_submission_now() + CML_LOOK_AGAIN_S, err);
	} else if (status == CML_OK) {
		submission->figures.n_left++;
		cml_submission_note(submission, "%s: runs where it cannot be watched from here",
				    running->dir);
	}
	if (running)
		cml_running_free(submission, running);
	return status;
}

/* Claims and starts the attempt of an entry. *claimed false: somebody else has it. */
static enum cml_result launch(struct cml_submission *submission, size_t i, bool *claimed,
			      struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_attempt_id attempt = {entry->key, entry->attempt};
	struct cml_running *running = cml_running_new(submission, i, attempt, err);
	enum cml_result status = running ? CML_OK : err->status;

	*claimed = !submission->folder.fd;
	if (running)
		running->ours = true;
	if (status == CML_OK && submission->folder.fd)
		status = cml_job_folder_check(&submission->folder, err);
	if (status == CML_OK && submission->folder.fd)
		status = claim(submission, running, claimed, err);
	if (status == CML_OK && *claimed)
		running->before = cml_metric_mark(&submission->judge.metric, running->dir);
	if (status == CML_OK && *claimed)
		status = submission->options->launcher->start(submission->launcher,
							      &running->launch, err);
	if (status == CML_OK && *claimed) {
		submission->figures.n_retried += entry->faulted;
		entry->faulted = false;
	}
	if (running && (status != CML_OK || !*claimed))
		cml_running_free(submission, running);
	return status;
}

/* may_claim false: when nothing is left but to claim another attempt, the entry is put back
 * for that. */
static enum cml_result start(struct cml_submission *submission, size_t i, bool may_claim,
			     struct cml_error *err)
{
	struct cml_job_entry *entry = &submission->list.entries[i];
	struct cml_finished_job finished = {.attempt = 0};
	bool has_row =
	    submission->history && cml_job_history_find(submission->history, entry->key, &finished);
	bool seen = cml_submission_find_in_scan(submission, entry->key) < submission->n_scan;
	bool claimed = false;
	enum cml_result status = CML_OK;

	if (entry->attempt == 0)
		entry->attempt = finished.attempt + 1;
	else if (has_row && finished.attempt >= entry->attempt)
		return CML_OK; /* another process of this history was faster */
	while (status == CML_OK && !claimed) {
		enum next next = NEXT_CLAIM;

		if (seen && submission->folder.fd) {
			cml_submission_pass_over(submission, entry);
			status = resolve(submission, i, &next, err);
		}
		/* The list may have grown. */
		entry = &submission->list.entries[i];
		if (status != CML_OK || next == NEXT_NOTHING)
			return status;
		if (next == NEXT_LOOK)
			continue;
		if (entry->found)
			return CML_OK; /* it never finished, and nobody asks for it now */
		if (!may_claim)
			return cml_job_list_delay(&submission->list, i, 0, err);
		status = launch(submission, i, &claimed, err);
		seen = entry->seen = true;
	}
	return status;
}

enum cml_result cml_submission_start(struct cml_submission *submission, size_t i,
				     struct cml_error *err)
{
	return start(submission, i, true, err);
}

/* Cells of the input's columns from a row of other columns. *fits: all of its columns are
 * among those that are carried. */
static enum cml_result map_row(struct cml_submission *submission, struct cml_slice text,
			       struct cml_slice *cells, struct cml_table_reader **reader,
			       bool *fits, struct cml_error *err)
{
	const struct cml_header *carried = &submission->columns.header;
	struct cml_row row;
	enum cml_result status = cml_table_open_bytes(reader, text, CML_COMMAND_NAME, ',', err);

	*fits = true;
	if (status == CML_OK)
		status = cml_table_next(*reader, &row, err);
	if (status != CML_OK)
		return status;
	const struct cml_header *header = cml_table_header(*reader);
	for (size_t i = 0; i < header->n_columns; i++) {
		size_t column = cml_header_find(carried, header->names[i]);

		*fits = *fits && column < submission->columns.n_carried;
		if (*fits)
			cells[submission->columns.carried[column]] = row.cells[i];
	}
	return CML_OK;
}

/* A key with attempts that the input does not ask for. */
static enum cml_result find_leftover(struct cml_submission *submission,
				     struct cml_attempt_id attempt, struct cml_error *err)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	struct cml_table_reader *reader = NULL;
	struct cml_slice *cells = cml_array_new(submission->input->n_columns, sizeof *cells);
	char dir[PATH_MAX];
	bool fits = false, added;
	enum cml_result status =
	    cells ? cml_attempt_path(&submission->folder, attempt, dir, err) : cml_fail_memory(err);
	int fd = status == CML_OK ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (status == CML_OK && fd >= 0)
		status = cml_command_read(fd, &text, &command, err);
	if (status == CML_OK && fd >= 0)
		status = map_row(submission, command.row, cells, &reader, &fits, err);
	if (status == CML_BAD_DATA || (status == CML_OK && !fits)) {
		cml_submission_note(submission,
				    "%s: has other columns than this input: its result stays there",
				    dir);
		submission->figures.n_left++;
		status = CML_OK;
	} else if (status == CML_OK) {
		status = cml_job_list_add(&submission->list, attempt.key, cells, true, &added, err);
		if (status == CML_OK)
			status = start(submission, submission->list.n - 1, false, err);
	}
	if (fd >= 0)
		close(fd);
	cml_table_free(reader);
	cml_command_text_release(&text);
	free(cells);
	return status;
}

/* Whether nobody waits for the result of a key that the input does not ask for. Without a
 * history nothing says which results were handed on already. */
static bool is_settled(const struct cml_submission *submission, struct cml_attempt_id last)
{
	struct cml_finished_job finished;

	return !submission->history ||
	       (cml_job_history_find(submission->history, last.key, &finished) &&
		finished.attempt >= last.number);
}

enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err)
{
	enum cml_result status = CML_OK;
	size_t entry;

	for (size_t i = 0; i < submission->n_scan && status == CML_OK; i++) {
		struct cml_attempt_id attempt = submission->scan[i];

		if (i + 1 < submission->n_scan && submission->scan[i + 1].key == attempt.key)
			continue;
		if (cml_job_list_find(&submission->list, attempt.key, &entry)) {
			cml_job_list_take(&submission->list, entry);
			status = start(submission, entry, false, err);
		} else if (!is_settled(submission, attempt)) {
			status = find_leftover(submission, attempt, err);
		}
	}
	return status;
}
