#include "math/repeats.h"

#include "base/key.h"
#include "base/memory.h"

/* The rows of the smallest and of the largest of n metrics; how many there are. */
static size_t find_ends(size_t n, const size_t *rows, const double *y, size_t *low, size_t *high)
{
	size_t n_known = 0;
	for (size_t i = 0; i < n; i++) {
		if (y[rows[i]] != y[rows[i]])
			continue;
		*low = n_known == 0 || y[rows[i]] < y[*low] ? rows[i] : *low;
		*high = n_known == 0 || y[rows[i]] > y[*high] ? rows[i] : *high;
		n_known++;
	}
	return n_known;
}

enum cml_result cml_repeats_find(size_t n_rows, const uint64_t *keys, const double *y,
				 struct cml_repeats *found, struct cml_error *err)
{
	AUTO(cml_key_groups) groups = {0};
	double most = 0;
	*found = (struct cml_repeats){.low = n_rows, .high = n_rows};
	if (cml_key_groups_init(&groups, n_rows, keys, err) != CML_OK)
		return err->status;
	for (size_t g = 0; g < groups.n; g++) {
		size_t low = n_rows, high = n_rows, first = groups.first[g];
		size_t n =
		    find_ends(groups.first[g + 1] - first, groups.rows + first, y, &low, &high);
		if (n < 2 || y[low] <= 0)
			continue;
		double apart = y[high] / y[low];
		found->n++;
		found->n_apart += apart >= CML_REPEATS_APART;
		if (apart > most) {
			most = apart;
			found->low = low;
			found->high = high;
		}
	}
	return CML_OK;
}
