#include "launch/previous_run.h"

#include <stdlib.h>

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

	if (status == CML_OK)
		status = cml_table_next(*reader, &row, err);
	if (status != CML_OK)
		return status == CML_END ? CML_BAD_DATA : status;
	*fits = true;
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
				    struct cml_attempt_id attempt, bool *added,
				    struct cml_error *err)
{
	struct cml_command_text text = {0};
	struct cml_command command;
	struct cml_table_reader *reader = NULL;
	struct cml_slice *cells = cml_array_new(submission->input->n_columns, sizeof *cells);
	int fd = cml_attempt_open(&submission->folder, attempt);
	enum cml_result status =
	    cells ? cml_command_read(fd, &text, &command, err) : cml_fail_memory(err);

	*added = false;
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
	char name[CML_ATTEMPT_NAME_SIZE];
	bool added;

	if (add_leftover(submission, attempt, &added, err) != CML_OK)
		return err->status;
	if (added)
		return cml_submission_advance(submission, submission->list.n - 1, false, err);
	cml_attempt_name(attempt, name);
	cml_launcher_note(&submission->launching,
			  "%s/%s: has other columns than this input: its result stays there",
			  submission->folder.path, name);
	submission->stats.n_detached++;
	return CML_OK;
}

enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err)
{
	size_t entry;

	for (size_t i = 0; i < submission->n_scan; i++) {
		struct cml_attempt_id attempt = submission->scan[i];
		enum cml_result status = CML_OK;

		if (!cml_attempt_is_newest(submission, i))
			continue;
		if (cml_job_list_find(&submission->list, attempt.key, &entry)) {
			cml_job_list_take(&submission->list, entry);
			status = cml_submission_advance(submission, entry, false, err);
		} else if (submission->history && !cml_attempt_has_row(submission, attempt)) {
			status = take_leftover(submission, attempt, err);
		}
		if (status != CML_OK)
			return status;
	}
	return cml_run_options_store(submission, err);
}
