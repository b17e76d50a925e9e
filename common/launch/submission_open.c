/* Making and releasing a submission, and taking its input. Part of submission.h. */
#include "launch/submission.h"

#include "launch/submission_state.h"
#include "table/header.h"

#include <stdlib.h>

/* What may stand in braces: the columns of the input but for our own three, which come last
 * and speak of this run, and the derived columns of the space between them. */
static enum cml_result open_names(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_space *space = submission->options->space;
	const struct cml_header *input = submission->input;
	size_t most = input->n_columns + (space ? space->n_columns : 0) + 3, n = 0;
	struct cml_arena *arena = &submission->arena;
	struct cml_slice *names;

	if (!CML_ARENA_NEW(arena, &names, most) ||
	    !CML_ARENA_NEW(arena, &submission->sources, most) ||
	    !CML_ARENA_NEW(arena, &submission->values, most) ||
	    !CML_ARENA_NEW(arena, &submission->slots, most))
		return cml_fail_memory(err);
	for (size_t i = 0; i < input->n_columns; i++) {
		submission->sources[n] = i;
		submission->slots[i] = CML_NO_COLUMN;
		names[n] = input->names[i];
		n += !cml_template_is_own_name(input->names[i]);
	}
	for (size_t i = 0; space && i < space->n_columns; i++) {
		if (cml_is_config_role(space->columns[i].role))
			submission->slots[submission->keys.binding.column_of[i]] = i;
		submission->sources[n] = i;
		names[n] = cml_slice_of(space->columns[i].name);
		if (cml_is_computed_role(space->columns[i].role) &&
		    cml_header_find(input, names[n]) == CML_NO_COLUMN) {
			submission->n_derived++;
			n++;
		}
	}
	names[n++] = cml_slice_of("cml_key");
	names[n++] = cml_slice_of("cml_attempt");
	names[n++] = cml_slice_of("cml_dir");
	return cml_header_init(&submission->names, names, n, err);
}

/* The space's metric, or NULL. */
static const char *space_metric(const struct cml_space *space)
{
	return space && space->metric != CML_NO_COLUMN ? space->columns[space->metric].name : NULL;
}

/* Column of the value: as the space calls it, else as the specification does. */
static const char *metric_name(const struct cml_submission *submission)
{
	const struct cml_submission_options *options = submission->options;
	const char *metric = space_metric(options->space);

	if (!options->rules.metric_spec)
		return options->launcher->has_directories ? NULL : metric;
	return metric ? metric : submission->rules.metric.name;
}

/* A column of the input that is called as the metric would be lost from the row, unless it holds
 * the results of before: then it is the space's metric, or a history comes in. */
static enum cml_result check_metric_name(const struct cml_submission *submission,
					 struct cml_error *err)
{
	const char *name = metric_name(submission);

	if (!name || space_metric(submission->options->space))
		return CML_OK;
	if (cml_header_find(submission->input, cml_slice_of(name)) == CML_NO_COLUMN ||
	    cml_header_find(submission->input, cml_slice_of(CML_COLUMN_STATUS)) != CML_NO_COLUMN)
		return CML_OK;
	return cml_fail(
	    err, CML_BAD_USAGE,
	    "--metric %s: the input has a column '%s', too, and a row can hold only one: "
	    "rename the column, or what the jobs print",
	    submission->options->rules.metric_spec, name);
}

static enum cml_result open_columns(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_submission_options *options = submission->options;
	const struct cml_header *input = submission->input;

	if (cml_row_key_init(&submission->keys, options->space, input, options->na, false, err) !=
		CML_OK ||
	    check_metric_name(submission, err) != CML_OK ||
	    cml_job_columns_init(&submission->columns, input, options->space,
				 metric_name(submission), options->carry, err) != CML_OK ||
	    open_names(submission, err) != CML_OK ||
	    (options->n_command > 0 &&
	     cml_template_init(&submission->template, options->command, options->n_command,
			       &submission->names, err) != CML_OK))
		return err->status;
	submission->keys.binding.unknown_zero = false;
	submission->list.n_cells = input->n_columns;
	struct cml_arena *arena = &submission->arena;
	size_t n = submission->columns.n_limits;
	return CML_ARENA_NEW(arena, &submission->cells, submission->columns.header.n_columns) &&
		       CML_ARENA_NEW(arena, &submission->limits, n) &&
		       CML_ARENA_NEW(arena, &submission->limit_texts, n)
		   ? CML_OK
		   : cml_fail_memory(err);
}

static enum cml_result open_history(struct cml_submission *submission, bool dry,
				    struct cml_error *err)
{
	const struct cml_job_history_options history = {
	    .columns = &submission->columns.header,
	    .delimiter = submission->options->delimiter,
	    .widen = submission->options->widen,
	    .read_only = dry,
	    .space = submission->options->space,
	    .notes = submission->launching.notes,
	};

	if (!submission->options->history)
		return CML_OK;
	if (cml_job_history_open(&submission->history, submission->options->history, &history,
				 err) != CML_OK)
		return err->status;
	submission->has_reading = cml_job_history_facts(submission->history)->has_ok;
	return CML_OK;
}

static enum cml_result open_folder(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_submission_options *options = submission->options;
	struct cml_job_folder *folder = &submission->folder;

	if (cml_job_folder_open(folder, options->jobs_dir, err) != CML_OK)
		return err->status;
	submission->launching.folder = folder;
	return cml_job_folder_scan(folder, &submission->scan, &submission->n_scan, err);
}

static enum cml_result open_launcher(struct cml_submission *submission, struct cml_error *err)
{
	const struct cml_launcher_kind *launcher = submission->options->launcher;

	submission->launcher = cml_array_new(1, launcher->state_size);
	if (!submission->launcher)
		return cml_fail_memory(err);
	return launcher->open(submission->launcher, &submission->launching, err);
}

enum cml_result cml_submission_open(struct cml_submission **submission,
				    const struct cml_submission_options *options,
				    const struct cml_header *header, bool dry,
				    struct cml_error *err)
{
	struct cml_submission *new = cml_array_new(1, sizeof *new);

	if (!new)
		return cml_fail_memory(err);
	new->options = options;
	new->input = header;
	new->launching = options->launching;
	new->launching.folder = NULL;
	new->launching.space = options->space;
	new->launching.na = options->na;
	new->launching.delimiter = options->delimiter;
	new->launching.has_value = cml_submission_has_value;
	new->launching.submission = new;
	if (cml_result_rules_init(&new->rules, &options->rules, options->space, err) == CML_OK &&
	    open_columns(new, err) == CML_OK && open_history(new, dry, err) == CML_OK &&
	    (dry || !options->jobs_dir || open_folder(new, err) == CML_OK) &&
	    (dry || open_launcher(new, err) == CML_OK)) {
		*submission = new;
		return CML_OK;
	}
	cml_submission_free(new);
	return err->status;
}

void cml_submission_free(struct cml_submission *submission)
{
	if (!submission)
		return;
	while (submission->running)
		cml_running_free(submission, submission->running);
	if (submission->launcher && submission->options->launcher->release)
		submission->options->launcher->release(submission->launcher);
	free(submission->launcher);
	cml_job_history_free(submission->history);
	cml_job_folder_release(&submission->folder);
	cml_job_list_release(&submission->list);
	cml_template_release(&submission->template);
	cml_header_release(&submission->names);
	cml_job_columns_release(&submission->columns);
	cml_row_key_release(&submission->keys);
	cml_result_rules_release(&submission->rules);
	cml_buffer_release(&submission->argv);
	cml_buffer_release(&submission->environment);
	cml_buffer_release(&submission->row);
	cml_buffer_release(&submission->command);
	cml_arena_release(&submission->arena);
	free(submission->scan);
	free(submission);
}

const struct cml_header *cml_submission_header(const struct cml_submission *submission)
{
	return &submission->columns.header;
}

const struct cml_submission_stats *cml_submission_stats(const struct cml_submission *submission)
{
	return &submission->stats;
}

/* A key that has its rows needs no other, unless the last was not ok and the user wants it again.
 */
static bool is_finished(struct cml_submission *submission, uint64_t key,
			struct cml_finished_job *finished)
{
	*finished = (struct cml_finished_job){.n_rows = 0};
	if (!submission->history || !cml_job_history_find(submission->history, key, finished))
		return false;
	if (finished->n_rows < submission->options->repeats ||
	    (submission->options->retry_failed && finished->status != CML_JOB_OK))
		return false;
	submission->stats.n_skipped++;
	submission->stats.n_failed_before += finished->status != CML_JOB_OK;
	return true;
}

/* Whether two rows of the input are of one configuration: what begins with cml_ is none of it. */
static bool is_same_configuration(const struct cml_submission *submission,
				  const struct cml_slice *cells, const struct cml_slice *others)
{
	const struct cml_job_columns *columns = &submission->columns;

	for (size_t i = 0; i < columns->n_settings; i++)
		if (!cml_slice_equal(cells[columns->carried[i]], others[columns->carried[i]]))
			return false;
	return true;
}

/* A key that the input brought along, and that another row of it has. */
static enum cml_result check_key(const struct cml_submission *submission, uint64_t key,
				 const struct cml_row *row, struct cml_error *err)
{
	size_t entry;

	if (submission->options->space || submission->keys.key_column == CML_NO_COLUMN ||
	    !cml_job_list_find(&submission->list, key, &entry) ||
	    is_same_configuration(submission, submission->list.entries[entry].cells, row->cells))
		return CML_OK;
	cml_fail(err, CML_BAD_DATA, "two rows with other values have this key: only one would run");
	return cml_error_locate(err, NULL, row->line, "cml_key");
}

enum cml_result cml_submission_add(struct cml_submission *submission, const struct cml_row *row,
				   struct cml_error *err)
{
	struct cml_finished_job finished;
	uint64_t key;
	bool added;

	if (cml_row_key(&submission->keys, row, &key, err) != CML_OK)
		return err->status;
	if (check_key(submission, key, row, err) != CML_OK)
		return err->status;
	if (is_finished(submission, key, &finished))
		return CML_OK;
	if ((submission->template.n_pieces > 0 &&
	     cml_submission_try_row(submission, key, row, err) != CML_OK) ||
	    cml_job_list_add(&submission->list, key, row->cells, false, &added, err) != CML_OK)
		return err->status;
	if (added)
		submission->list.entries[submission->list.n - 1].n_rows = finished.n_rows;
	submission->stats.n_repeated += !added;
	submission->stats.n_waiting = submission->list.n;
	return CML_OK;
}
