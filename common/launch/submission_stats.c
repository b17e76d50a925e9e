#include "launch/submission_stats.h"

#include <math.h>

#define MAX_IN_S 90.0
#define MAX_IN_MIN (90 * 60.0)
#define MAX_IN_H (48 * 3600.0)

size_t cml_stats_n_bad(const struct cml_submission_stats *stats)
{
	size_t n = 0;

	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		n += stats->n_ended[i];
	return n;
}

double cml_stats_time_left(const struct cml_submission_stats *stats, bool draining)
{
	size_t n_places = stats->n_running - stats->n_queued;
	size_t n_jobs = stats->n_running + (draining ? 0 : stats->n_waiting);

	if (n_places == 0 || stats->n_timed < n_places)
		return NAN;
	return (double)n_jobs / (double)n_places * stats->timed_s / (double)stats->n_timed;
}

static void append_count(struct cml_buffer *text, size_t n, const char *words)
{
	if (n > 0)
		cml_buffer_printf(text, ", %zu %s", n, words);
}

/* `, 3 oom` for each status but ok that occurred. */
static void append_failures(struct cml_buffer *text, const struct cml_submission_stats *stats)
{
	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		append_count(text, stats->n_ended[i], cml_job_status_name((enum cml_job_status)i));
}

static void append_best(struct cml_buffer *text, double best)
{
	if (!isnan(best))
		cml_buffer_printf(text, ", best %.6g", best);
}

static void append_left(struct cml_buffer *text, double left_s)
{
	if (left_s <= MAX_IN_S) /* something runs: it never is 0 */
		cml_buffer_printf(text, ", %.0f s left", fmax(1, ceil(left_s)));
	else if (left_s <= MAX_IN_MIN)
		cml_buffer_printf(text, ", %.0f min left", left_s / 60);
	else if (left_s <= MAX_IN_H)
		cml_buffer_printf(text, ", %.1f h left", left_s / 3600);
	else if (!isnan(left_s))
		cml_buffer_printf(text, ", %.1f d left", left_s / 86400);
}

/* Takes the last parts away, down to the width; of a part that is too wide itself the end. */
static void cut(struct cml_buffer *text, size_t width)
{
	size_t size = width;

	while (size > 0 && text->data[size] != ',')
		size--;
	text->size = size > 0 ? size : width;
}

bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width)
{
	if (stats->n_running + stats->n_waiting == 0)
		return true;
	for (int level = 0; level == 0 || (level < 3 && text->size > width); level++) {
		cml_buffer_clear(text);
		if (level < 2)
			cml_buffer_printf(text, "%s: ", name);
		cml_buffer_printf(text, "%zu running", stats->n_running - stats->n_queued);
		append_count(text, stats->n_queued, "queued");
		cml_buffer_printf(text, ", %zu waiting, %zu ok", stats->n_waiting,
				  stats->n_ended[CML_JOB_OK]);
		if (level == 0)
			append_failures(text, stats);
		else
			append_count(text, cml_stats_n_bad(stats), "not ok");
		append_best(text, stats->best);
		append_left(text, stats->left_s);
	}
	if (text->size > width)
		cut(text, width);
	return !text->has_failed;
}

bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats)
{
	const struct {
		size_t n;
		const char *words;
	} rest[] = {
	    {stats->n_outside, "outside a limit"},
	    {stats->n_skipped, "finished before"},
	    {stats->n_failed_before, "of them not ok"},
	    {stats->n_repeated, "repeated"},
	    {stats->n_found, "found finished"},
	    {stats->n_adopted, "adopted"},
	    {stats->n_retried, "tried again"},
	    {stats->n_stopped, "stopped"},
	    {stats->n_detached, "left running"},
	    {stats->n_waiting, "not started"},
	    {stats->n_rows_removed, stats->n_rows_removed == 1 ? "row removed" : "rows removed"},
	};

	cml_buffer_printf(text, "%zu ok", stats->n_ended[CML_JOB_OK]);
	append_failures(text, stats);
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		append_count(text, rest[i].n, rest[i].words);
	append_best(text, stats->best);
	return !text->has_failed;
}
