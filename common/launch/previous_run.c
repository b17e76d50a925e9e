#include "launch/submission_state.h"

#include "base/file.h"
#include "launch/job/job_folder.h"

#include <stdint.h>
#include <stdlib.h>

/* Cells of the input's columns from a row of other columns. CML_BAD_DATA: not all of these are
 * among those that are carried. */
static enum cml_result map_row(struct cml_submission *submission, struct cml_slice text,
			       struct cml_slice *cells, struct cml_table_reader **reader,
			       struct cml_error *err)
{
	const struct cml_header *carried = &submission->columns.header;
	struct cml_row row;

	if (cml_table_open_bytes(reader, text, CML_COMMAND_NAME, ',', err) != CML_OK)
		return err->status;
	enum cml_result status = cml_table_next(*reader, &row, err);
	if (status != CML_OK)
		return status == CML_END ? cml_fail(err, CML_BAD_DATA, "no row") : status;
	const struct cml_header *header = cml_table_header(*reader);
	for (size_t i = 0; i < header->n_columns; i++) {
		size_t column = cml_header_find(carried, header->names[i]);

		if (column >= submission->columns.n_carried)
			return cml_fail(err, CML_BAD_DATA, "other columns");
		cells[submission->columns.carried[column]] = row.cells[i];
	}
	return CML_OK;
}

/* Adds the configuration in the directory of an attempt. CML_NOTHING: it has other columns than the
 * input, or cannot be read. */
static enum cml_result add_configuration(struct cml_submission *submission,
					 struct cml_attempt_id attempt, struct cml_error *err)
{
	AUTO(cml_command_text) text = {0};
	AUTOPTR(cml_table_reader) reader = NULL;
	AUTOFREE struct cml_slice *cells = NULL; /* into the others */
	struct cml_command command;
	bool added;

	if (!CML_NEW(&cells, submission->input->n_columns))
		return cml_fail_memory(err);
	int fd = cml_attempt_open(&submission->folder, attempt);
	bool ok = cml_command_read(fd, &text, &command, err) == CML_OK &&
		  map_row(submission, command.row, cells, &reader, err) == CML_OK;
	cml_file_close(fd);
	if (!ok)
		return err->status == CML_BAD_DATA ? CML_NOTHING : err->status;
	return cml_job_list_add(&submission->list, attempt.key, cells, true, &added, err);
}

/* Finds what became of the last attempt of a key that the input does not ask for, unless it has its
 * row. Without a history nothing says which results were handed on already. */
static enum cml_result take_leftover(struct cml_submission *submission,
				     struct cml_attempt_id attempt, struct cml_error *err)
{
	struct cml_job_list *list = &submission->list;
	char name[CML_ATTEMPT_NAME_SIZE];

	if (!submission->history ||
	    attempt.number < cml_job_history_next_attempt(submission->history, attempt.key))
		return CML_OK;
	enum cml_result status = add_configuration(submission, attempt, err);
	if (status != CML_OK && status != CML_NOTHING)
		return status;
	if (status != CML_NOTHING) {
		list->entries[list->n - 1].attempt = attempt.number;
		list->entries[list->n - 1].is_claimed = true;
		return cml_submission_advance(submission, list->n - 1, err);
	}
	cml_attempt_name(attempt, name);
	cml_note(&submission->launching.notes,
		 "%s/%s: has other columns than this input: its result stays there",
		 submission->folder.path, name);
	submission->stats.n_detached++;
	return CML_OK;
}

/* The newest attempt of a job counts, unless it has its row already: then the job waits for its
 * turn. */
static enum cml_result look_at_job(struct cml_submission *submission, size_t entry,
				   struct cml_error *err)
{
	struct cml_job_entry *job = &submission->list.entries[entry];
	uint32_t next = cml_job_history_next_attempt(submission->history, job->key);

	job->is_claimed = job->attempt >= next;
	if (job->is_claimed)
		return CML_OK;
	job->attempt = next;
	return cml_job_list_enqueue(&submission->list, entry, err);
}

/* In the order of the input: jobs that ended unseen get their rows as if they had been seen. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_attempt_id *scan = submission->scan;
	struct cml_job_list *list = &submission->list;
	size_t entry, n = list->n, n_scan = submission->n_scan;

	for (size_t i = 0; i < n_scan; i++)
		if (cml_job_list_find(list, scan[i].key, &entry))
			list->entries[entry].attempt = scan[i].number;
	for (size_t i = 0; i < n; i++)
		if (look_at_job(submission, i, err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < n; i++)
		if (list->entries[i].is_claimed &&
		    cml_submission_advance(submission, i, err) != CML_OK)
			return err->status;
	for (size_t i = 0; i < n_scan; i++) {
		bool is_last = i + 1 == n_scan || scan[i + 1].key != scan[i].key;
		if (is_last && !cml_job_list_find(list, scan[i].key, &entry) &&
		    take_leftover(submission, scan[i], err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
