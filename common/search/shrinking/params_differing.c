#include "search/shrinking/params_differing.h"

#include <math.h>

size_t cml_params_differing(const struct cml_space *space, const double *a, const double *b)
{
	size_t n = 0;
	for (size_t slot = 0; slot < space->n_columns; slot++)
		n += space->columns[slot].role == CML_ROLE_PARAM && a[slot] != b[slot] &&
		     !(isnan(a[slot]) && isnan(b[slot]));
	return n;
}
