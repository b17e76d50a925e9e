#include "base/memory.h"
#include "base/placeholder.h"
#include "launch/submission_state.h"

#include <math.h>
#include <stdlib.h>

bool cml_submission_take_best(struct cml_submission *submission, double value, const double *limits)
{
	const struct cml_space *space = submission->options->space;
	double *best = &submission->stats.best;

	if (limits && !cml_limits_are_kept(space, limits))
		return false;
	if (space->metric != CML_NO_COLUMN && !isnan(value) &&
	    (isnan(*best) ||
	     (space->columns[space->metric].maximize ? value > *best : value < *best)))
		*best = value;
	return true;
}

static uint64_t hash_contexts(const struct cml_space *space, const double *values)
{
	uint64_t hash = CML_HASH_SEED;

	for (size_t i = 0; i < space->n_columns; i++)
		if (space->columns[i].role == CML_ROLE_CONTEXT)
			hash = cml_hash(hash, &values[i], sizeof values[i]);
	return hash;
}

enum cml_result cml_submission_note_contexts(struct cml_submission *submission,
					     struct cml_error *err)
{
	bool added;

	return cml_key_set_add(&submission->contexts,
			       hash_contexts(submission->options->space, submission->keys.values),
			       &added, err);
}

/* A key of digits alone that a spreadsheet took for a number and cut to 15 of them is still a
 * key, of no job: the job would run again. */
static enum cml_result check_digits(const struct cml_row_key *keys, const struct cml_row *row,
				    uint64_t key, struct cml_error *err)
{
	char own[CML_KEY_SIZE];
	int64_t is, was;

	cml_key_print(key, own);
	if (keys->key_column == CML_NO_COLUMN ||
	    !cml_parse_int(row->cells[keys->key_column], 0, INT64_MAX, &is) ||
	    !cml_parse_int(cml_slice_of(own), 0, INT64_MAX, &was) || is == was ||
	    llabs(is - was) > 9)
		return CML_OK;
	cml_fail(err, CML_BAD_DATA,
		 "%s was rounded by a spreadsheet: import the file from before as text", own);
	return cml_error_locate(err, NULL, row->line, "cml_key");
}

/* The metrics of ok jobs in a history; counts: of those in these contexts, within the limits. */
struct metrics {
	double *values;
	bool *counts;
	size_t n, values_capacity, counts_capacity;
};

static enum cml_result take_row(struct cml_submission *submission, const struct cml_row *row,
				struct cml_row_key *keys, struct metrics *metrics,
				struct cml_error *err)
{
	const struct cml_space *space = keys->space;
	double *fractions = submission->fractions;
	struct cml_error ignored;
	struct cml_job job;
	if (cml_job_read(&keys->binding, row, &job, &ignored) != CML_OK ||
	    job.status != CML_JOB_OK ||
	    cml_job_read_limits(&keys->binding, row, keys->values, &job, fractions, &ignored) !=
		CML_OK)
		return CML_OK;
	if (!CML_RESERVE(&metrics->values, &metrics->values_capacity, metrics->n + 1) ||
	    !CML_RESERVE(&metrics->counts, &metrics->counts_capacity, metrics->n + 1))
		return cml_fail_memory(err);
	metrics->values[metrics->n] = job.target;
	metrics->counts[metrics->n++] =
	    cml_key_set_has(&submission->contexts, hash_contexts(space, keys->values)) &&
	    cml_limits_are_kept(space, fractions);
	return CML_OK;
}

/* Rows that the space does not take are passed over: nothing here depends on them. */
static enum cml_result take_rows(struct cml_submission *submission, struct cml_table_reader *reader,
				 struct cml_row_key *keys, struct metrics *metrics,
				 struct cml_error *err)
{
	struct cml_placeholders found;
	struct cml_error ignored;
	struct cml_row row;
	uint64_t key;
	enum cml_result status;

	while ((status = cml_table_next(reader, &row, err)) == CML_OK) {
		if (cml_row_key(keys, &row, &key, &ignored) != CML_OK)
			continue;
		if (check_digits(keys, &row, key, err) != CML_OK)
			return cml_error_locate(err, submission->options->history, 0, NULL);
		if (take_row(submission, &row, keys, metrics, err) != CML_OK)
			return err->status;
	}
	if (status != CML_END ||
	    (status = cml_placeholders_find(metrics->n, metrics->values, &found, err)) != CML_OK)
		return status;
	for (size_t i = 0; i < metrics->n; i++)
		if (metrics->counts[i] && !cml_placeholders_have(&found, metrics->values[i]))
			cml_submission_take_best(submission, metrics->values[i], NULL);
	return CML_OK;
}

enum cml_result cml_submission_find_best(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_submission_options *options = submission->options;
	struct cml_table_reader *reader = NULL;
	struct cml_row_key keys = {0};
	struct metrics metrics = {0};
	struct cml_error ignored;
	enum cml_result status = CML_OK;

	if (!submission->history || !options->space)
		return CML_OK;
	if (cml_table_open(&reader, options->history, options->delimiter, err) != CML_OK)
		return err->status;
	if (cml_row_key_init(&keys, options->space, cml_table_header(reader), options->na, true,
			     &ignored) == CML_OK)
		status = take_rows(submission, reader, &keys, &metrics, err);
	free(metrics.values);
	free(metrics.counts);
	cml_row_key_release(&keys);
	cml_table_free(reader);
	return status;
}
