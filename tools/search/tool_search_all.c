#include "tool_search_all.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define FIRST_NOTE_S 60.0

void tool_search_all_start(struct tool_search_all *all, struct tool *tool, double limit_s)
{
	*all = (struct tool_search_all){.tool = tool,
					.limit_s = limit_s,
					.start_s = cml_clock_monotonic_s(),
					.note_s = FIRST_NOTE_S};
}

static void print_length(double seconds, char *text, size_t size)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = {{365.25 * 86400, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"}};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (seconds < 2 * units[i].seconds)
			continue;
		double n = seconds / units[i].seconds;
		snprintf(text, size, n < 1e4 ? "%.0f %s" : "%.1g %s", n, units[i].name);
		return;
	}
	snprintf(text, size, "%.0f seconds", seconds);
}

/* "searched 12.3 %, about 3 hours left" */
static void describe(double done, double elapsed_s, char *text, size_t size)
{
	char left[64] = "unknown time";

	if (done > 0)
		print_length(elapsed_s / done * (1 - done), left, sizeof left);
	snprintf(text, size, "searched %.3g %% in %.0f s, about %s left if it goes on like this",
		 100 * done, elapsed_s, left);
}

bool tool_search_all_go_on(void *context, double done)
{
	struct tool_search_all *all = context;
	double elapsed_s = cml_clock_monotonic_s() - all->start_s;
	char text[256];

	if (tool_progress_due(all->tool)) {
		int size = snprintf(text, sizeof text, "%s: ", all->tool->name);
		size_t width = tool_progress_width(all->tool);

		describe(done, elapsed_s, text + size, sizeof text - (size_t)size);
		struct cml_slice line = cml_slice_of(text);
		line.size = line.size < width ? line.size : width;
		tool_progress_show(all->tool, line);
	}
	if (elapsed_s >= all->note_s && !all->tool->progress) {
		describe(done, elapsed_s, text, sizeof text);
		tool_note(all->tool, "%s", text);
		all->note_s *= 2;
	}
	return all->limit_s == 0 || elapsed_s < all->limit_s;
}

enum cml_result tool_search_all_run(struct tool_search_all *all, struct cml_exhaustive *exhaustive,
				    struct cml_proposals *proposals, struct cml_error *err)
{
	const struct cml_search *search = exhaustive->search;
	char count[CML_COUNT_SIZE];
	exhaustive->go_on = tool_search_all_go_on;
	exhaustive->context = all;
	exhaustive->is_limited = all->limit_s > 0;
	enum cml_result status =
	    search->selection.diversity > 0
		? cml_exhaustive_run_diverse(exhaustive, search->first, proposals, err)
		: cml_exhaustive_run(exhaustive, proposals, err);
	if (status == CML_OK && all->tool->verbose)
		tool_note(all->tool, "%s configurations, %" PRIu64 " predicted, %" PRIu64 " bounds",
			  cml_count_print(exhaustive->n_configurations, count),
			  exhaustive->n_predicted, exhaustive->n_bounded);
	tool_progress_end(all->tool);
	if (status == CML_OK && exhaustive->is_stopped)
		tool_note(all->tool,
			  "stopped at the time limit with %.3g %% searched: the best found, not "
			  "proven to be the best there are",
			  100 * exhaustive->done);
	return status;
}
