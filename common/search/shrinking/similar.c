#include "search/shrinking/similar.h"

#include "search/shrinking/params_differing.h"

#include <math.h>
#include <stdlib.h>

bool cml_proposals_are_similar(const struct cml_space *space, const struct cml_proposal *a,
			       const struct cml_proposal *b)
{
	return 100 * fabs(a->pred - b->pred) <= CML_SIMILAR_PERCENT * fabs(b->pred) &&
	       cml_params_differing(space, a->values, b->values) == 1;
}

/* The only param that differs. */
static size_t slot_differing(const struct cml_space *space, const double *a, const double *b)
{
	size_t slot = 0;
	while (space->columns[slot].role != CML_ROLE_PARAM || a[slot] == b[slot] ||
	       (isnan(a[slot]) && isnan(b[slot])))
		slot++;
	return slot;
}

bool cml_similar_print(const struct cml_space *space, const struct cml_proposals *proposals,
		       size_t *n, struct cml_buffer *names)
{
	bool *differs = cml_array_new(space->n_columns, sizeof *differs);
	bool ok = differs;
	size_t before = names->size;
	*n = 0;
	for (size_t i = 0; ok && i < proposals->n; i++) {
		const struct cml_proposal *item = &proposals->items[i];
		size_t k = 0;
		while (k < i && !cml_proposals_are_similar(space, item, &proposals->items[k]))
			k++;
		if (k == i)
			continue;
		++*n;
		differs[slot_differing(space, item->values, proposals->items[k].values)] = true;
	}
	for (size_t slot = 0; ok && slot < space->n_columns; slot++)
		if (differs[slot])
			ok = cml_buffer_printf(names, "%s%s", names->size > before ? ", " : "",
					       space->columns[slot].name);
	free(differs);
	return ok;
}
