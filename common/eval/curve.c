#include "eval/curve.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>

enum cml_result cml_curve_parse(const char *text, size_t **sizes, size_t *n, struct cml_error *err)
{
	struct cml_slice rest = cml_slice_of(text), word;
	bool started = false;
	size_t *parsed = NULL, n_parsed = 0, capacity = 0;
	int64_t size = 0;
	char quoted[CML_QUOTE_SIZE];
	while (cml_slice_split(&rest, ',', &started, &word)) {
		if (size == INT64_MAX || !cml_parse_int(word, size + 1, INT64_MAX, &size)) {
			free(parsed);
			return cml_fail(err, CML_BAD_USAGE,
					"a learning curve needs ascending whole numbers from 1: %s",
					cml_text_quote(cml_slice_of(text), quoted, sizeof quoted));
		}
		if (!cml_array_reserve((void **)&parsed, &capacity, n_parsed + 1, sizeof *parsed)) {
			free(parsed);
			return cml_fail_memory(err);
		}
		parsed[n_parsed++] = (size_t)size;
	}
	*sizes = parsed;
	*n = n_parsed;
	return CML_OK;
}
