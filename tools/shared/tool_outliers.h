/* Notes on jobs whose metric is a placeholder, in another unit, or not determined by
 * their settings, and where jobs come from; and on ranges that may be meant as powers. */
#ifndef CML_TOOL_OUTLIERS_H
#define CML_TOOL_OUTLIERS_H

#include "base/memory.h"
#include "eval/validation_set.h"
#include "learn/data/dataset.h"
#include "space/space.h"
#include "tool.h"

/* Where the rows of a dataset come from, in their order. Zeroed is empty. */
struct tool_places {
	struct cml_row_place *items; /* files in names */
	size_t n, capacity;
	struct cml_arena names;
};
enum cml_result tool_places_add(struct tool_places *places, const char *file, size_t line,
				struct cml_error *err);
void tool_places_release(struct tool_places *places);

/* A dataset, and where its rows come from: n_rows each. */
struct tool_outlier_rows {
	const struct cml_dataset *data;
	size_t n_plain; /* features of data before the terms of laws, which make no job alike */
	const struct cml_row_place *places;
	bool have_keys; /* of a feature table, whose lines are not those of the log */
};

/* Notes the number of jobs whose metric is a placeholder (math/unit_outlier.h), and of those whose
 * metric, second metric or limit is in another unit (math/unit_outlier.h), with the places of the
 * first three; those that report one and the same end (base/placeholder.h); and that most
 * configurations that ran more than once disagree (math/repeats.h). */
enum cml_result tool_outliers_note(const struct tool *tool, const struct tool_outlier_rows *rows,
				   struct cml_error *err);

/* The same of the jobs of a table. */
enum cml_result tool_outliers_note_set(const struct tool *tool,
				       const struct cml_validation_set *set, struct cml_error *err);

/* Notes params without an encoding whose range spans two and a half decades or more, of whole
 * numbers three. */
void tool_ranges_note(const struct tool *tool, const struct cml_space *space);

#endif
