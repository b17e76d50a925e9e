#include "launch/outcome/last_message.h"

#include <stdbool.h>
#include <string.h>

#define MIN_RULER 16

/* The last line that is not blank; *before: what stands before it. */
static struct cml_slice last_line(struct cml_slice text, struct cml_slice *before)
{
	size_t start;

	while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]) != NULL)
		text.size--;
	start = text.size;
	while (start > 0 && text.data[start - 1] != '\n' && text.data[start - 1] != '\r')
		start--;
	*before = (struct cml_slice){text.data, start};
	return (struct cml_slice){start > 0 ? text.data + start : text.data, text.size - start};
}

static bool begins(struct cml_slice line, const char *words)
{
	return cml_slice_skip(&line, words);
}

static bool is_srun(struct cml_slice line)
{
	return begins(line, "srun: ") || begins(line, "slurmstepd");
}

/* text without the lines of srun, and those it causes, at its end. *first: the first of them that
 * says how a rank ended. */
static struct cml_slice without_srun(struct cml_slice text, struct cml_slice *first)
{
	struct cml_slice before, line = last_line(text, &before), rest = text;
	bool any = begins(text, "srun: error: ") || cml_slice_contains(text, "\nsrun: error: ");

	*first = (struct cml_slice){0};
	while (is_srun(line) || cml_slice_is(line, "Terminated") || cml_slice_is(line, "Killed")) {
		any = any || is_srun(line);
		if (begins(line, "srun: error: ") && cml_slice_contains(line, ": task"))
			*first = line;
		rest = before;
		line = last_line(rest, &before);
	}
	return any ? rest : text;
}

static bool is_ruler(struct cml_slice line)
{
	for (size_t i = 0; i < line.size; i++)
		if (line.data[i] != '=')
			return false;
	return line.size >= MIN_RULER;
}

static struct cml_slice without_torchrun(struct cml_slice text, struct cml_slice *first)
{
	struct cml_slice rest = text, line;
	bool started = false;

	while (cml_slice_split(&rest, '\n', &started, &line)) {
		if (!cml_slice_contains(line, "failed (exitcode: ") &&
		    !cml_slice_contains(line, "closing signal SIG"))
			continue;
		*first = line;
		return (struct cml_slice){text.data, (size_t)(line.data - text.data)};
	}
	return text;
}

struct cml_slice cml_last_message(struct cml_slice text)
{
	struct cml_slice before, first, line, rest = without_srun(text, &first);

	/* The message of a rank may come after the line of srun about its exit code. srun itself
	 * sends SIGTERM and SIGKILL to the other ranks. */
	if (first.size > 0 && !cml_slice_contains(first, ": Exited with exit code") &&
	    !cml_slice_contains(first, ": Terminated") && !cml_slice_contains(first, ": Killed"))
		return first;
	line = last_line(rest, &before);
	if (is_ruler(line))
		line = last_line(without_torchrun(rest, &first), &before);
	if (line.size > 0)
		return line;
	return first.size > 0 ? first : last_line(text, &before);
}
