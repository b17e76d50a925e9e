#include "table/find_column.h"

#include "base/memory.h"
#include "base/text_words.h"

#include <stdio.h>
#include <stdlib.h>

/* Names as terminated texts, which cml_name_nearest wants. */
static const char **names_of(const struct cml_header *header, struct cml_arena *arena)
{
	const char **names = cml_array_new(header->n_columns, sizeof *names);
	for (size_t i = 0; names && i < header->n_columns; i++) {
		names[i] = cml_arena_copy(arena, header->names[i]);
		if (!names[i]) {
			free(names);
			return NULL;
		}
	}
	return names;
}

const char *cml_near_column(const struct cml_header *header, struct cml_slice name,
			    char text[CML_SUGGESTION_SIZE])
{
	struct cml_arena arena = {0};
	const char **names = names_of(header, &arena);
	const char *nearest = names ? cml_name_nearest(name, names, header->n_columns) : NULL;
	text[0] = '\0';
	if (nearest)
		snprintf(text, CML_SUGGESTION_SIZE, "; did you mean '%.128s'?", nearest);
	free(names);
	cml_arena_release(&arena);
	return text;
}

enum cml_result cml_find_column(const struct cml_header *header, struct cml_slice name,
				size_t *column, struct cml_error *err)
{
	char near[CML_SUGGESTION_SIZE];
	size_t found = cml_header_find(header, name);
	if (found != CML_NO_COLUMN) {
		*column = found;
		return CML_OK;
	}
	if (cml_header_is_row(header->names, header->n_columns))
		return cml_fail(err, CML_BAD_DATA, "the table has no column '%.*s': " CML_NO_HEADER,
				(int)name.size, name.data);
	return cml_fail(err, CML_BAD_DATA, "the table has no column '%.*s'%s", (int)name.size,
			name.data, cml_near_column(header, name, near));
}
