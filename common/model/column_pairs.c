#include "model/column_pairs.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "model/find_column.h"

#include <stdbool.h>
#include <stdlib.h>

enum cml_status cml_column_pairs_init(struct cml_column_pairs *pairs,
				      const struct cml_header *header, const struct cml_na *na,
				      const char *first, const char *second, struct cml_error *err)
{
	*pairs = (struct cml_column_pairs){.names = {first, second}, .na = na};
	enum cml_status status = CML_OK;
	for (size_t i = 0; status == CML_OK && i < 2; i++)
		status =
		    cml_find_column(header, cml_slice_of(pairs->names[i]), &pairs->columns[i], err);
	return status;
}

void cml_column_pairs_release(struct cml_column_pairs *pairs)
{
	free(pairs->values[0]);
	free(pairs->values[1]);
	*pairs = (struct cml_column_pairs){0};
}

static bool reserve(struct cml_column_pairs *pairs)
{
	size_t first = pairs->capacity, second = pairs->capacity;
	if (!cml_array_reserve((void **)&pairs->values[0], &first, pairs->n + 1, sizeof(double)) ||
	    !cml_array_reserve((void **)&pairs->values[1], &second, pairs->n + 1, sizeof(double)))
		return false;
	pairs->capacity = first < second ? first : second;
	return true;
}

enum cml_status cml_column_pairs_append(struct cml_column_pairs *pairs, const struct cml_row *row,
					struct cml_error *err)
{
	double values[2];
	bool missing = false;
	for (size_t i = 0; i < 2; i++) {
		struct cml_slice cell = row->cells[pairs->columns[i]];
		if (cml_na_has(pairs->na, cell)) {
			missing = true;
		} else if (!cml_parse_double(cell, &values[i])) {
			char text[CML_QUOTE_SIZE];
			cml_fail(err, CML_BAD_DATA, "not a number: %s",
				 cml_text_quote(cell, text, sizeof text));
			cml_error_locate(err, NULL, 0, pairs->names[i]);
			return CML_BAD_DATA;
		}
	}
	if (missing) {
		pairs->n_missing++;
		return CML_OK;
	}
	if (!reserve(pairs))
		return cml_fail_memory(err);
	pairs->values[0][pairs->n] = values[0];
	pairs->values[1][pairs->n] = values[1];
	pairs->n++;
	return CML_OK;
}
