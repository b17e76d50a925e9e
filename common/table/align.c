#include "table/align.h"

#include "base/memory.h"
#include "table/header.h"

#include <stdlib.h>
#include <string.h>

static bool is_own(struct cml_slice name)
{
	return name.size >= 4 && memcmp(name.data, "cml_", 4) == 0;
}

/* Those of from that to lacks. */
static void count_left_out(struct cml_align *align, const struct cml_header *from,
			   const struct cml_header *to)
{
	for (size_t i = from->n_columns; i-- > 0;) {
		if (cml_header_find(to, from->names[i]) != CML_NO_COLUMN)
			continue;
		align->left_out = i;
		align->n_left_out++;
	}
}

enum cml_result cml_align_init(struct cml_align *align, const struct cml_header *from,
			       const struct cml_header *to, struct cml_error *err)
{
	*align = (struct cml_align){.is_same = from->n_columns == to->n_columns,
				    .n_columns = to->n_columns,
				    .source = cml_array_new(to->n_columns, sizeof *align->source)};
	if (!align->source)
		return cml_fail_memory(err);
	for (size_t i = 0; i < to->n_columns; i++) {
		size_t source = cml_header_find(from, to->names[i]);
		align->source[i] = source;
		align->is_same = align->is_same && source == i;
		if (source == CML_NO_COLUMN && !is_own(to->names[i])) {
			cml_align_release(align);
			return cml_find_column(from, to->names[i], &source, err);
		}
	}
	count_left_out(align, from, to);
	return CML_OK;
}

void cml_align_release(struct cml_align *align)
{
	free(align->source);
	*align = (struct cml_align){0};
}

struct cml_row cml_align_row(const struct cml_align *align, const struct cml_row *row,
			     struct cml_slice *cells)
{
	if (align->is_same)
		return *row;
	for (size_t i = 0; i < align->n_columns; i++)
		cells[i] = align->source[i] == CML_NO_COLUMN ? (struct cml_slice){"", 0}
							     : row->cells[align->source[i]];
	return (struct cml_row){cells, align->n_columns, row->line};
}
