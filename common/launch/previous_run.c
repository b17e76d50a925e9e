#include "launch/submission_state.h"

#include "base/file.h"
#include "launch/job/job_folder.h"

#include <stdint.h>
#include <stdlib.h>

/* Whether the last attempt of a key has its row. False without a history: nothing says which
 * results were handed on already. */
static bool has_row(const struct cml_submission *submission, struct cml_attempt_id last)
{
	struct cml_finished_job finished;

	return submission->history &&
	       cml_job_history_find(submission->history, last.key, &finished) &&
	       finished.attempt >= last.number;
}

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

/* Adds the entry of a key with attempts that the input does not ask for. CML_NOTHING: none is
 * needed, or it cannot be had. */
static enum cml_result take_leftover(struct cml_submission *submission,
				     struct cml_attempt_id attempt, struct cml_error *err)
{
	char name[CML_ATTEMPT_NAME_SIZE];

	if (!submission->history || has_row(submission, attempt))
		return CML_NOTHING;
	enum cml_result status = add_configuration(submission, attempt, err);
	if (status != CML_NOTHING)
		return status;
	cml_attempt_name(attempt, name);
	cml_note(&submission->launching.notes,
		 "%s/%s: has other columns than this input: its result stays there",
		 submission->folder.path, name);
	submission->stats.n_detached++;
	return CML_NOTHING;
}

/* Finds what became of the attempts of one key. */
static enum cml_result take_attempts(struct cml_submission *submission,
				     const struct cml_attempt_id *attempts, size_t n,
				     struct cml_error *err)
{
	struct cml_job_list *list = &submission->list;
	size_t entry;

	if (!cml_job_list_find(list, attempts[0].key, &entry)) {
		enum cml_result status = take_leftover(submission, attempts[n - 1], err);
		if (status != CML_OK)
			return status == CML_NOTHING ? CML_OK : status;
		entry = list->n - 1;
	}
	struct cml_job_entry *job = &list->entries[entry];
	/* The newest attempt counts, unless it has its row already. */
	job->attempt = cml_job_history_next_attempt(submission->history, job->key);
	if (attempts[n - 1].number < job->attempt)
		return CML_OK;
	job->attempt = attempts[n - 1].number;
	job->is_claimed = true;
	if (!job->is_leftover)
		cml_job_list_take(list, entry);
	return cml_submission_advance(submission, entry, err);
}

/* The attempts of one key, and where it stands in the input; SIZE_MAX: it is not there. */
struct left_behind {
	size_t first, n, entry;
};

static int by_entry(const void *a, const void *b)
{
	const struct left_behind *x = a, *y = b;
	return x->entry != y->entry ? (x->entry > y->entry) - (x->entry < y->entry)
				    : (x->first > y->first) - (x->first < y->first);
}

/* In the order of the input: jobs that ended unseen get their rows as if they had been seen. */
enum cml_result cml_submission_take_up(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_attempt_id *scan = submission->scan;
	AUTOFREE struct left_behind *all = cml_array_new(submission->n_scan, sizeof *all);
	enum cml_result status = all ? CML_OK : cml_fail_memory(err);
	size_t n = 0;
	for (size_t i = 0; all && i < submission->n_scan; i += all[n++].n) {
		all[n] = (struct left_behind){.first = i};
		while (i + all[n].n < submission->n_scan && scan[i + all[n].n].key == scan[i].key)
			all[n].n++;
		if (!cml_job_list_find(&submission->list, scan[i].key, &all[n].entry))
			all[n].entry = SIZE_MAX;
	}
	if (n > 0)
		qsort(all, n, sizeof *all, by_entry);
	for (size_t i = 0; !status && i < n; i++)
		status = take_attempts(submission, &scan[all[i].first], all[i].n, err);
	return status;
}
