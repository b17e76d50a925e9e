/* After the last row of a tool's input files: the notes on them all. Part of tool.h. */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

void tool_rows_note_unread(const struct tool *tool, size_t n)
{
	if (n > 0)
		tool_note(tool,
			  "%zu job%s exited with 0 without a reading of the metric: left out, as "
			  "infra; was --metric of cml-submit right?",
			  n, n == 1 ? "" : "s");
}

enum cml_result tool_rows_close(struct tool_rows *rows, struct cml_error *err)
{
	if (rows->tool->bar.drawn)
		tool_progress_end(rows->tool);
	size_t n_steps = rows->n_steps;
	if (n_steps > 0)
		tool_note(
		    rows->tool,
		    "%zu row%s of steps of jobs, as 4100.batch of 4100, left out: they are no "
		    "jobs (sacct -X prints none)",
		    n_steps, n_steps == 1 ? "" : "s");
	size_t n_copies = rows->n_copies, n_alike = rows->n_alike;
	if (n_copies > 0)
		tool_note(
		    rows->tool,
		    "%zu job%s stand%s in two files: each counts once, as the later one has it",
		    n_copies, n_copies == 1 ? "" : "s", n_copies == 1 ? "s" : "");
	if (n_alike > 0)
		tool_note(
		    rows->tool,
		    "%zu row%s stand%s in two files, in all cells alike, without an id, a time "
		    "or a result of %d digits: they count twice; if they are the same jobs, "
		    "give one of the files alone",
		    n_alike, n_alike == 1 ? "" : "s", n_alike == 1 ? "s" : "", TOOL_COPY_DIGITS);
	if (rows->n_bad > 0)
		tool_note(rows->tool, "%zu bad row%s left out", rows->n_bad,
			  rows->n_bad == 1 ? "" : "s");
	return rows->rejects ? cml_output_commit(rows->rejects, err) : CML_OK;
}

void tool_rows_release(struct tool_rows *rows)
{
	if (!rows->tool)
		return;
	if (rows->tool->bar.drawn)
		tool_progress_end(rows->tool);
	if (rows->reader != rows->first)
		cml_table_free(rows->reader);
	cml_table_free(rows->first);
	cml_output_free(rows->rejects);
	cml_na_release(&rows->na);
	cml_align_release(&rows->align);
	tool_copies_release(&rows->copies);
	free(rows->cells);
	memset(rows, 0, sizeof *rows);
}
