/* The line that shows how far a tool has come. See tool.h. */
#include "tool.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* On a terminal each line takes the place of the one before; in a file, or on a terminal that
 * cannot do that, all of them stay. */
#define REDRAW_S 0.1
#define FIRST_LASTING_S 1.0
#define LASTING_S 10.0
/* Of a terminal that does not say. */
#define USUAL_WIDTH 80

static bool can_redraw(void)
{
	const char *terminal = getenv("TERM");

	return isatty(STDERR_FILENO) == 1 && !(terminal && strcmp(terminal, "dumb") == 0);
}

bool tool_progress_due(struct tool *tool)
{
	struct tool_bar *bar = &tool->bar;

	if (!tool->progress)
		return false;
	double now = cml_clock_monotonic_s();
	if (!bar->begun) {
		bar->begun = true;
		bar->lasting = !can_redraw();
		bar->due = bar->lasting ? now + FIRST_LASTING_S : now;
	}
	if (now < bar->due)
		return false;
	bar->due = now + (bar->lasting ? LASTING_S : REDRAW_S);
	return true;
}

size_t tool_progress_width(const struct tool *tool)
{
	struct winsize size = {0};

	if (tool->bar.lasting)
		return SIZE_MAX;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return USUAL_WIDTH - 1;
	/* A byte in the last column makes some terminals go on to the next row. */
	return size.ws_col > 1 ? size.ws_col - 1U : 1;
}

void tool_progress_show(struct tool *tool, struct cml_slice text)
{
	if (tool->bar.lasting) {
		fprintf(stderr, "%.*s\n", (int)text.size, text.data);
		return;
	}
	fprintf(stderr, "\r%.*s\033[K", (int)text.size, text.data);
	tool->bar.drawn = true;
}

void tool_progress(struct tool *tool, const char *unit, size_t done, size_t total)
{
	char text[160];
	int size;

	if (!tool_progress_due(tool))
		return;
	if (total > 0)
		size =
		    snprintf(text, sizeof text, "%s: %zu of %zu %s", tool->name, done, total, unit);
	else
		size = snprintf(text, sizeof text, "%s: %zu %s", tool->name, done, unit);
	size_t width = tool_progress_width(tool);
	tool_progress_show(tool,
			   (struct cml_slice){text, (size_t)size < width ? (size_t)size : width});
}

void tool_progress_end(struct tool *tool)
{
	if (!tool->bar.drawn)
		return;
	fputs("\r\033[K", stderr);
	tool->bar.drawn = false;
	tool->bar.due = 0;
}
