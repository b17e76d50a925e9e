#include "eval/checks/sentinel.h"

#include <math.h>

/* So many jobs of hundred at most are a slip, whatever they report. */
#define MAX_SLIP_PERCENT 10

struct cml_sentinel cml_sentinel_find(const struct cml_dataset *data)
{
	struct cml_sentinel found = {.is_one = true};
	for (size_t i = 0; i < data->n_rows; i++) {
		double y = data->y[i] + 0.0; /* -0 is 0 */
		if (y > 0)
			continue;
		found.is_one = found.is_one && (found.n == 0 || y == found.value);
		found.value = found.n == 0 ? y : fmin(found.value, y);
		if (found.n < CML_SENTINEL_NAMED)
			found.rows[found.n] = i;
		found.n++;
	}
	bool are_few = 100 * found.n <= MAX_SLIP_PERCENT * data->n_rows;
	bool are_same = found.is_one && 2 * found.n < data->n_rows;
	return are_few || are_same ? found : (struct cml_sentinel){0};
}
