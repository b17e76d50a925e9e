/* Jobs whose metric is in another unit, and where they come from. */
#ifndef CML_TOOL_SLIPS_H
#define CML_TOOL_SLIPS_H

#include "base/memory.h"
#include "infer/infer.h"
#include "learn/data/dataset.h"
#include "tool.h"

#include <stddef.h>

/* Where the rows of a dataset come from, in their order. Zeroed is empty. */
struct tool_places {
	const char **files; /* in names */
	size_t *lines;
	size_t n, file_capacity, line_capacity;
	struct cml_arena names;
};
enum cml_result tool_places_add(struct tool_places *places, const char *file, size_t line,
				struct cml_error *err);
void tool_places_release(struct tool_places *places);

/* A dataset, and where its rows come from: n_rows each. */
struct tool_slip_rows {
	const struct cml_dataset *data;
	const char *const *files;
	const size_t *lines;
	bool have_keys; /* of a feature table, whose lines are not those of the log */
};

/* Notes jobs whose metric stands for none (model/sentinel.h) or is far from what the other jobs say
 * (eval/checks/unit_slip.h), with their number and the places of the first; the latter of limits
 * and of a second metric, too. */
enum cml_result tool_slips_note(const struct tool *tool, const struct tool_slip_rows *rows,
				struct cml_pool *pool, struct cml_error *err);

/* The same of the jobs that a finished inference kept. */
enum cml_result tool_slips_note_inferred(const struct tool *tool,
					 const struct cml_inference *inference,
					 struct cml_error *err);

#endif
