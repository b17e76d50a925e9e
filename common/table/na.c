#include "table/table_reader.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum cml_result cml_na_init(struct cml_na *na, const char *list, struct cml_error *err)
{
	struct cml_slice rest;
	size_t n = 1;

	*na = (struct cml_na){0};
	for (const char *at = list; *at != '\0'; at++)
		n += *at == ',';
	na->words = strdup(list);
	na->items = cml_array_new(n, sizeof *na->items);
	if (!na->words || !na->items) {
		cml_na_release(na);
		return cml_fail_memory(err);
	}
	rest = cml_slice_of(na->words);
	while (cml_slice_split(&rest, ',', &na->items[na->n]))
		na->n++;
	return CML_OK;
}

void cml_na_release(struct cml_na *na)
{
	free(na->words);
	free(na->items);
	*na = (struct cml_na){0};
}

bool cml_na_has(const struct cml_na *na, struct cml_slice cell)
{
	for (size_t i = 0; i < na->n; i++) {
		if (cml_slice_equal(na->items[i], cell))
			return true;
	}
	return false;
}
