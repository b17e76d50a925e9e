#include "launch/figures_text.h"

#include <math.h>

/* Where a larger unit of time begins. */
#define LONGEST_IN_S 90.0
#define LONGEST_IN_MIN (90 * 60.0)
#define LONGEST_IN_H (48 * 3600.0)

size_t cml_figures_n_bad(const struct cml_submission_stats *figures)
{
	size_t n = 0;

	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		n += figures->n_ended[i];
	return n;
}

/* `, 3 oom` for each status but ok that occurred. */
static bool append_failures(struct cml_buffer *text, const struct cml_submission_stats *figures)
{
	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		if (figures->n_ended[i] > 0 &&
		    !cml_buffer_printf(text, ", %zu %s", figures->n_ended[i],
				       cml_job_status_name((enum cml_job_status)i)))
			return false;
	return true;
}

static bool append_count(struct cml_buffer *text, size_t n, const char *words)
{
	return n == 0 || cml_buffer_printf(text, ", %zu %s", n, words);
}

static bool append_best(struct cml_buffer *text, const struct cml_submission_stats *figures)
{
	return isnan(figures->best) || cml_buffer_printf(text, ", best %.6g", figures->best);
}

static bool append_left(struct cml_buffer *text, double left_s)
{
	if (isnan(left_s))
		return true;
	if (left_s <= LONGEST_IN_S) /* something runs: it never is 0 */
		return cml_buffer_printf(text, ", %.0f s left", fmax(1, ceil(left_s)));
	if (left_s <= LONGEST_IN_MIN)
		return cml_buffer_printf(text, ", %.0f min left", left_s / 60);
	if (left_s <= LONGEST_IN_H)
		return cml_buffer_printf(text, ", %.1f h left", left_s / 3600);
	return cml_buffer_printf(text, ", %.1f d left", left_s / 86400);
}

/* Takes the last parts away, down to the width; of a part that is too wide itself the end. */
static void cut(struct cml_buffer *text, size_t width)
{
	size_t size = width;

	while (size > 0 && text->data[size] != ',')
		size--;
	text->size = size > 0 ? size : width;
}

bool cml_figures_progress(struct cml_buffer *text, const char *name,
			  const struct cml_submission_stats *figures, size_t width)
{
	bool whole = true;

	if (figures->n_running + figures->n_waiting == 0)
		return true;
	for (int level = 0; whole && (level == 0 || (level < 3 && text->size > width)); level++) {
		cml_buffer_clear(text);
		whole = (level == 2 || cml_buffer_printf(text, "%s: ", name)) &&
			cml_buffer_printf(text, "%zu running",
					  figures->n_running - figures->n_queued) &&
			append_count(text, figures->n_queued, "queued") &&
			cml_buffer_printf(text, ", %zu waiting, %zu ok", figures->n_waiting,
					  figures->n_ended[CML_JOB_OK]) &&
			(level == 0 ? append_failures(text, figures)
				    : append_count(text, cml_figures_n_bad(figures), "not ok")) &&
			append_best(text, figures) && append_left(text, figures->left_s);
	}
	if (whole && text->size > width)
		cut(text, width);
	return whole;
}

bool cml_figures_summary(struct cml_buffer *text, const struct cml_submission_stats *figures)
{
	const struct {
		size_t n;
		const char *words;
	} rest[] = {
	    {figures->n_skipped, "finished before"}, {figures->n_failed_before, "of them not ok"},
	    {figures->n_repeated, "repeated"},       {figures->n_found, "found finished"},
	    {figures->n_adopted, "adopted"},         {figures->n_retried, "tried again"},
	    {figures->n_stopped, "stopped"},         {figures->n_detached, "left running"},
	    {figures->n_waiting, "not started"},     {figures->n_rows_removed, "rows removed"},
	};
	bool whole = cml_buffer_printf(text, "%zu ok", figures->n_ended[CML_JOB_OK]) &&
		     append_failures(text, figures);

	for (size_t i = 0; whole && i < sizeof rest / sizeof *rest; i++)
		whole = append_count(text, rest[i].n, rest[i].words);
	return whole && append_best(text, figures);
}
