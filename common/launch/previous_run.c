#include "launch/previous_run.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "launch/advance.h"
#include "launch/attempt.h"
#include "launch/finish.h"
#include "launch/job/command_file.h"
#include "launch/run_options.h"

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

/* Adds the configuration in the directory of an attempt to the list. *added false: it has other
 * columns than the input. */
static enum cml_result add_leftover(struct cml_submission *submission,
				    struct cml_attempt_id attempt, const char *dir, bool *added,
				    struct cml_error *err)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	struct cml_table_reader *reader = NULL;
	struct cml_slice *cells = cml_array_new(submission->input->n_columns, sizeof *cells);
	enum cml_result status = cells ? CML_OK : cml_fail_memory(err);
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	*added = false;
	if (status == CML_OK)
		status = cml_command_read(fd, &text, &command, err);
	if (status == CML_OK)
		status = map_row(submission, command.row, cells, &reader, added, err);
	if (status == CML_OK && *added)
		status = cml_job_list_add(&submission->list, attempt.key, cells, true, added, err);
	cml_file_close(fd);
	cml_table_free(reader);
	cml_command_text_release(&text);
	free(cells);
	return status == CML_BAD_DATA ? CML_OK : status;
}

/* A key with attempts that the input does not ask for. */
static enum cml_result take_leftover(struct cml_submission *submission,
				     struct cml_attempt_id attempt, struct cml_error *err)
{
	char dir[PATH_MAX];
	bool added = false;
	enum cml_result status = cml_attempt_path(&submission->folder, attempt, dir, err);

	if (status == CML_OK)
		status = add_leftover(submission, attempt, dir, &added, err);
	if (status != CML_OK)
		return status;
	if (added)
		return cml_submission_advance(submission, submission->list.n - 1, false, err);
	cml_launcher_note(&submission->launching,
			  "%s: has other columns than this input: its result stays there", dir);
	submission->stats.n_detached++;
	return CML_OK;
}

enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err)
{
	enum cml_result status = cml_run_options_check(submission, err);
	size_t entry;

	if (status == CML_OK && submission->n_reread > 0)
		cml_launcher_note(&submission->launching,
				  "another metric than before: the output of %zu job%s that failed "
				  "with exit code 0 is read again",
				  submission->n_reread, submission->n_reread == 1 ? "" : "s");
	for (size_t i = 0; i < submission->n_scan && status == CML_OK; i++) {
		struct cml_attempt_id attempt = submission->scan[i];

		if (!cml_attempt_is_newest(submission, i))
			continue;
		if (cml_job_list_find(&submission->list, attempt.key, &entry)) {
			cml_job_list_take(&submission->list, entry);
			status = cml_submission_advance(submission, entry, false, err);
		} else if (submission->history && !cml_attempt_has_row(submission, attempt)) {
			status = take_leftover(submission, attempt, err);
		}
	}
	/* A run that is killed before is the one before to the next: it reads them again. */
	if (status == CML_OK && submission->n_reread > 0)
		status = cml_submission_commit(submission, err);
	return status == CML_OK ? cml_run_options_store(submission, err) : status;
}
