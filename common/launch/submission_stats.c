#include "launch/submission_stats.h"

#include <math.h>

size_t cml_stats_n_bad(const struct cml_submission_stats *stats)
{
	size_t n = 0;

	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		n += stats->n_ended[i];
	return n;
}

static void append_count(struct cml_buffer *text, size_t n, const char *words)
{
	if (n > 0)
		cml_buffer_printf(text, ", %zu %s", n, words);
}

static void append_best(struct cml_buffer *text, double best)
{
	if (!isnan(best))
		cml_buffer_printf(text, ", best %.6g", best);
}

bool cml_stats_progress(struct cml_buffer *text, const char *name,
			const struct cml_submission_stats *stats, size_t width)
{
	if (stats->n_running + stats->n_waiting == 0)
		return true;
	cml_buffer_printf(text, "%s: %zu running", name, stats->n_running - stats->n_queued);
	append_count(text, stats->n_queued, "queued");
	cml_buffer_printf(text, ", %zu waiting, %zu ok", stats->n_waiting,
			  stats->n_ended[CML_JOB_OK]);
	append_count(text, cml_stats_n_bad(stats), "not ok");
	append_best(text, stats->best);
	if (text->size > width)
		text->size = width;
	return !text->has_failed;
}

bool cml_stats_summary(struct cml_buffer *text, const struct cml_submission_stats *stats)
{
	const struct {
		size_t n;
		const char *words;
	} rest[] = {
	    {stats->n_outside, "outside a limit"},      {stats->n_skipped, "finished before"},
	    {stats->n_failed_before, "of them not ok"}, {stats->n_repeated, "repeated"},
	    {stats->n_found, "found finished"},         {stats->n_adopted, "adopted"},
	    {stats->n_retried, "tried again"},          {stats->n_stopped, "stopped"},
	    {stats->n_detached, "left running"},        {stats->n_waiting, "not started"},
	};

	cml_buffer_printf(text, "%zu ok", stats->n_ended[CML_JOB_OK]);
	for (size_t i = CML_JOB_OK + 1; i < CML_N_JOB_STATUSES; i++)
		append_count(text, stats->n_ended[i], cml_job_status_name((enum cml_job_status)i));
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		append_count(text, rest[i].n, rest[i].words);
	append_best(text, stats->best);
	return !text->has_failed;
}
