#include "search/shrinking/similar.h"

#include <math.h>
#include <stdlib.h>

size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += space->columns[slot].role == CML_ROLE_PARAM && a[slot] != b[slot] &&
		     !(isnan(a[slot]) && isnan(b[slot]));
	return n;
}

bool cml_proposals_are_similar(const struct cml_space *space, const struct cml_proposal *a,
			       const struct cml_proposal *b)
{
	return 100 * fabs(a->pred - b->pred) <= CML_SIMILAR_PERCENT * fabs(b->pred) &&
	       cml_params_differing(space, a->values, b->values) == 1;
}

/* Part of a domain that is a step. */
#define STEP 0.05

static bool is_step(const struct cml_space_column *column, double a, double b)
{
	const struct cml_domain *domain = &column->domain;
	double lo = domain->lo, hi = domain->hi, n = (double)domain->n_values;
	if (isnan(a) || isnan(b))
		return isnan(a) != isnan(b);
	if (column->encoding == CML_ENCODING_ONEHOT || column->type > CML_TYPE_FLOAT ||
	    (n > 0 && STEP * (n - 1) <= 1))
		return a != b;
	if (domain->kind == CML_DOMAIN_LEVELS || domain->kind == CML_DOMAIN_POWERS) {
		a = (double)cml_domain_index(domain, a);
		b = (double)cml_domain_index(domain, b);
		lo = 0;
		hi = n - 1;
	} else if (column->encoding == CML_ENCODING_LOG && lo > 0) {
		a = log(a);
		b = log(b);
		lo = log(lo);
		hi = log(hi);
	}
	/* Of a range without an end, any two. */
	return isfinite(hi - lo) ? fabs(a - b) >= STEP * (hi - lo) : a != b;
}

bool cml_configs_are_apart(const struct cml_space *space, const double *a, const double *b)
{
	for (size_t slot = 0; slot < space->n_columns; slot++)
		if (space->columns[slot].role == CML_ROLE_PARAM && a[slot] != b[slot] &&
		    is_step(&space->columns[slot], a[slot], b[slot]))
			return true;
	return false;
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
