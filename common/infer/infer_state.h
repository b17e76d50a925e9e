/* What is known while a space is inferred; for the files of this folder. */
#ifndef CML_INFER_INFER_STATE_H
#define CML_INFER_INFER_STATE_H

#include "base/memory.h"
#include "base/random.h"
#include "infer/infer_options.h"
#include "infer/infer_outcome.h"
#include "infer/infer_relation.h"

#include <stdbool.h>
#include <stddef.h>

struct cml_inference {
	struct cml_infer_options options;
	struct cml_infer_rows rows;     /* the columns, and the rows kept for comparison */
	struct cml_infer_place *places; /* of those rows */
	size_t places_capacity;
	size_t n_read;
	struct cml_random random;
	struct cml_relations relations;
	bool has_relations; /* looked for: the rows that are kept are no longer all */
	struct cml_arena names;
	const char *file; /* that the last row came from */
	struct cml_buffer *notes;
	bool no_memory; /* a note could not be kept */
};

/* A line of notes about a column, and the reason that its doc cell gives. */
void cml_infer_note(struct cml_inference *infer, struct cml_infer_column *column,
		    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A line of notes that is about no single column. */
void cml_infer_note_line(struct cml_inference *infer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether less of the metric is better. */
bool cml_infer_is_minimized(const struct cml_inference *infer);

#endif
