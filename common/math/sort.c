#include "math/sort.h"

#include "base/memory.h"
#include "math/pair_sort.h"

#include <stdlib.h>

enum cml_result cml_sort_order(size_t n, const double *keys, size_t *order, struct cml_error *err)
{
	struct cml_pair *pairs = cml_array_new(n, 2 * sizeof *pairs);
	struct cml_pair *sorted;

	if (!pairs)
		return cml_fail_memory(err);
	/* The index as value: equal keys keep their order. */
	for (size_t i = 0; i < n; i++)
		pairs[i] = (struct cml_pair){cml_pair_key(keys[i]), i};
	sorted = cml_pair_sort(n, pairs, pairs + n);
	for (size_t i = 0; i < n; i++)
		order[i] = (size_t)sorted[i].value;
	free(pairs);
	return CML_OK;
}
