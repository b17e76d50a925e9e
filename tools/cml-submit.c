/* cml-submit: configurations in, each run as a job, one finished row for each out. */

#include "launch/history/job_history.h"
#include "launch/local/supervisor.h"
#include "tool_submit.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct submit {
	struct tool_submit_options asked;
	struct tool_job_folder folder;
	char run[CML_KEY_SIZE];
	char self[PATH_MAX];
	char history[PATH_MAX]; /* its real name */
	struct cml_owner_lock lock;
	struct cml_space *space; /* NULL: none */
	struct cml_submission *submission;
	struct tool_rows rows;
	struct tool_sheet sheet;           /* empty: rows go to the history alone */
	struct cml_submission_stats stats; /* at the end */
};

/* Whether whoever read standard output has gone. The tool then ends by SIGPIPE, as any filter,
 * after a note of where a temporary folder is; does not return if so. */
static void end_without_reader(const struct tool *tool, const struct tool_job_folder *folder)
{
	struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};

	if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR)) {
		if (folder->temporary)
			tool_note(tool,
				  "standard output is closed: the output of the jobs is in %s",
				  folder->path);
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
}

static enum cml_result write_row(void *context, const struct cml_slice *cells, size_t n,
				 struct cml_error *err)
{
	struct submit *submit = context;

	/* A line of progress would have the row at its end. */
	if (submit->asked.tool.bar.drawn && isatty(STDOUT_FILENO) == 1)
		tool_progress_end(&submit->asked.tool);
	if (cml_write_row(&submit->sheet.writer, cells, n, err) == CML_OK &&
	    cml_output_flush(submit->sheet.output, err) == CML_OK)
		return CML_OK;
	if (err->status == CML_IO_ERROR)
		end_without_reader(&submit->asked.tool, &submit->folder);
	return err->status;
}

static void show_progress(void *context, const struct cml_submission_stats *stats)
{
	struct tool *tool = &((struct submit *)context)->asked.tool;
	AUTO(cml_buffer) text = {0};

	if (tool_progress_due(tool) &&
	    cml_stats_progress(&text, tool->name, stats, tool_progress_width(tool)) &&
	    text.size > 0)
		tool_progress_show(tool, cml_buffer_slice(&text));
}

static void note(void *context, const char *text)
{
	struct submit *submit = context;

	tool_progress_end(&submit->asked.tool);
	tool_note(&submit->asked.tool, "%s", text);
}

/* All rows, before the first job starts: a bad one is reported now, not in the night. */
static enum cml_result take_rows(struct submit *submit, struct cml_error *err)
{
	struct cml_row row;
	enum cml_result status = CML_OK;

	while (tool_rows_each(&submit->rows, &row, &status, err))
		status = cml_submission_add(submit->submission, &row, err);
	return status;
}

static enum cml_result open_output(struct submit *submit, struct cml_error *err)
{
	const struct cml_header *header = cml_submission_header(submit->submission);

	if (tool_sheet_open(&submit->sheet, &submit->asked.tool, NULL,
			    tool_rows_delimiter(&submit->rows), err) != CML_OK)
		return err->status;
	return write_row(submit, header->names, header->n_columns, err);
}

static enum cml_result print_commands(struct submit *submit, struct cml_error *err)
{
	AUTO(cml_buffer) text = {0};
	struct cml_output **output = &submit->sheet.output;

	if (tool_output_open(submit->asked.tool.output_path, output, err) != CML_OK ||
	    cml_submission_print(submit->submission, &text, err) != CML_OK ||
	    cml_output_write(*output, text.data, text.size, err) != CML_OK)
		return err->status;
	return cml_output_commit(*output, err);
}

static void note_summary(const struct submit *submit)
{
	AUTO(cml_buffer) text = {0};

	if (cml_stats_summary(&text, &submit->stats))
		tool_note(&submit->asked.tool, "%.*s", (int)text.size, text.data);
}

static enum cml_result run_jobs(struct submit *submit, struct cml_error *err)
{
	bool writes = submit->asked.submission.rows.write != NULL;

	/* Until now, while rows were read, a signal simply ended the tool. */
	if (tool_interrupts_watch(submit->asked.on_interrupt, &submit->asked.submission, err) !=
		CML_OK ||
	    (writes && open_output(submit, err) != CML_OK))
		return err->status;
	enum cml_result status = cml_submission_run(submit->submission, err);
	tool_progress_end(&submit->asked.tool);
	submit->stats = *cml_submission_stats(submit->submission);
	if (status != CML_OK)
		return status;
	note_summary(submit);
	return tool_sheet_commit(&submit->sheet, err);
}

static enum cml_result submit_rows(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->asked.submission;

	o->space = submit->space;
	if (o->space && o->space->metric != CML_NO_COLUMN && o->launcher->has_directories &&
	    !o->rules.metric_spec && !submit->asked.no_metric)
		o->rules.metric_spec = o->space->columns[o->space->metric].name;
	o->na = &submit->rows.na;
	o->delimiter = submit->asked.tool.delimiter;
	o->progress = submit->asked.tool.progress ? show_progress : NULL;
	o->context = submit;
	/* With a history, rows are written here too only when asked for. */
	if (!submit->asked.dry_run && (!o->history || submit->asked.tool.output_path))
		o->rows = (struct cml_row_sink){write_row, submit};
	if (cml_submission_open(&submit->submission, o, tool_rows_header(&submit->rows),
				submit->asked.dry_run, err) != CML_OK)
		return tool_rows_blame_header(&submit->rows, err->status, err);
	if (take_rows(submit, err) != CML_OK)
		return err->status;
	return submit->asked.dry_run ? print_commands(submit, err) : run_jobs(submit, err);
}

static enum cml_result open_backend(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->asked.submission;

	if (o->history && tool_real_path(o->history, submit->history, err) != CML_OK)
		return err->status;
	if (!o->launcher->has_directories)
		return CML_OK;
	if (tool_job_folder_find(&submit->folder, o->history ? submit->history : NULL,
				 submit->asked.dry_run, err) != CML_OK)
		return err->status;
	o->jobs_dir = submit->folder.path;
	/* `0123abcd`: the same for every run with the same folder, another for another. */
	cml_key_print(cml_hash(CML_HASH_SEED, submit->folder.path, strlen(submit->folder.path)),
		      submit->run);
	submit->run[8] = '\0';
	ssize_t size = readlink("/proc/self/exe", submit->self, sizeof submit->self - 1);
	submit->self[size > 0 ? size : 0] = '\0';
	o->launching.run = submit->run;
	o->launching.self = submit->self;
	o->launching.gpus = submit->asked.gpus.texts;
	o->launching.n_gpus = submit->asked.gpus.n;
	o->launching.scheduler_arguments = submit->asked.sbatch_arguments.texts;
	o->launching.n_scheduler_arguments = submit->asked.sbatch_arguments.n;
	o->rules.limits = submit->asked.limits.texts;
	o->rules.n_limits = submit->asked.limits.n;
	o->rules.patterns = (struct cml_end_patterns){
	    {submit->asked.oom_patterns.texts, submit->asked.oom_patterns.n},
	    {submit->asked.infra_patterns.texts, submit->asked.infra_patterns.n}};
	return CML_OK;
}

/* For the whole life of the tool; before the input is read, so that a second tool is refused at
 * once. */
static enum cml_result own(struct submit *submit, struct cml_error *err)
{
	const struct cml_submission_options *o = &submit->asked.submission;

	if (submit->asked.dry_run || !o->history)
		return CML_OK;
	return cml_owner_lock_take(&submit->lock, submit->history,
				   submit->asked.wait ? &o->launching.notes : NULL, err);
}

static enum cml_result run(struct submit *submit, struct cml_error *err)
{
	struct cml_submission_options *o = &submit->asked.submission;
	const char *inputs[] = {submit->asked.space_path, o->history, o->launching.argument};

	o->launching.notes = (struct cml_notes){note, submit};
	if (tool_check_outputs(&submit->asked.tool, inputs, 3, err) != CML_OK ||
	    (submit->asked.space_path &&
	     cml_space_open(&submit->space, submit->asked.space_path, err) != CML_OK) ||
	    open_backend(submit, err) != CML_OK || own(submit, err) != CML_OK ||
	    tool_rows_open(&submit->rows, &submit->asked.tool, false, err) != CML_OK)
		return err->status;
	return submit_rows(submit, err);
}

static void release(struct submit *submit)
{
	tool_sheet_release(&submit->sheet);
	cml_submission_free(submit->submission);
	if (submit->lock.fd >= 0)
		cml_owner_lock_release(&submit->lock);
	tool_rows_release(&submit->rows);
	cml_space_free(submit->space);
}

static int run_job(struct tool_submit_options *asked)
{
	struct cml_error err = {0};
	int exit_code = 0;

	return cml_run_job(asked->run_job, &exit_code, &err) == CML_OK
		   ? exit_code
		   : tool_exit(&asked->tool, err.status, &err);
}

int main(int argc, char **argv)
{
	struct submit submit = {.lock = {.fd = -1}};
	struct cml_error err = {0};

	if (tool_submit_options_read(&submit.asked, argc, argv, &err) != CML_OK)
		return tool_exit(&submit.asked.tool, err.status, &err);
	if (submit.asked.run_job)
		return run_job(&submit.asked);
	enum cml_result status = run(&submit, &err);
	release(&submit);
	/* Jobs that ended otherwise than ok, now or in the history, whose end nobody here will see,
	 * or whose row is gone. */
	size_t n_not_ok =
	    submit.stats.n_detached + submit.stats.n_failed_before + cml_stats_n_bad(&submit.stats);
	tool_job_folder_end(&submit.folder, &submit.asked.tool,
			    submit.stats.n_stopped + n_not_ok > 0);
	tool_submit_options_release(&submit.asked);
	int exit_code = tool_exit(&submit.asked.tool, status, &err);
	if (exit_code != TOOL_EXIT_DONE)
		return exit_code;
	if (tool_interrupt_signal())
		return 128 + tool_interrupt_signal();
	return n_not_ok > 0 ? TOOL_EXIT_JOBS : TOOL_EXIT_DONE;
}
