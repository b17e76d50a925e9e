#include "launch/outcome/outcome.h"

#include <stdbool.h>

#define MIN_RULER 16

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
	struct cml_slice before, line = cml_slice_last_line(text, &before), rest = text;
	bool any = begins(text, "srun: error: ") || cml_slice_contains(text, "\nsrun: error: ");

	*first = (struct cml_slice){0};
	while (is_srun(line) || cml_slice_is(line, "Terminated") || cml_slice_is(line, "Killed")) {
		any = any || is_srun(line);
		if (begins(line, "srun: error: ") && cml_slice_contains(line, ": task"))
			*first = line;
		rest = before;
		line = cml_slice_last_line(rest, &before);
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

	while (cml_slice_line(&rest, &line)) {
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
	struct cml_slice first, line, rest = without_srun(text, &first);

	/* The message of a rank may come after the line of srun about its exit code. srun itself
	 * sends SIGTERM and SIGKILL to the other ranks. */
	if (first.size > 0 && !cml_slice_contains(first, ": Exited with exit code") &&
	    !cml_slice_contains(first, ": Terminated") && !cml_slice_contains(first, ": Killed"))
		return first;
	line = cml_slice_last_line(rest, NULL);
	if (is_ruler(line))
		line = cml_slice_last_line(without_torchrun(rest, &first), NULL);
	if (line.size > 0)
		return line;
	return first.size > 0 ? first : cml_slice_last_line(text, NULL);
}
