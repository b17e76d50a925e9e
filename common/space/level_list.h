/* Lists of levels as a domain cell has them: `a100|h100`. */
#ifndef CML_SPACE_LEVEL_LIST_H
#define CML_SPACE_LEVEL_LIST_H

#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>

/* The next level of a list, as it is written; start and end as cml_slice_split. A bar behind a
 * backslash is part of a level. */
bool cml_level_split(struct cml_slice *rest, bool *started, struct cml_slice *part);

/* The level that a part of a list stands for, into level: `\|`, `\:` and `\\` are a bar, a colon
 * and a backslash; any other backslash is itself. Trimmed. False when memory is out. */
bool cml_level_read(struct cml_slice part, struct cml_buffer *level);

/* Appends a level as a list has it. False when memory is out. */
bool cml_level_append(struct cml_buffer *list, struct cml_slice level);

/* Appends a list of n levels. One level alone that may read as a range of numbers gets a backslash:
 * `1\:2`. False when memory is out. */
bool cml_level_append_all(struct cml_buffer *list, const struct cml_slice *levels, size_t n);

/* The first two of n levels that may mean the same: the same number, as 1 and 1.0, or texts that
 * differ in the case of letters, in blanks, or in - and _ only. False: there are none, or more than
 * thirty levels. */
bool cml_level_twins(const struct cml_slice *levels, size_t n, size_t twins[2]);

#endif
