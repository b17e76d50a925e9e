#include "search/portfolio/maximin.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum cml_result cml_maximin_init(struct cml_maximin *maximin, const struct cml_settings *settings,
				 size_t n, const uint16_t *levels, struct cml_error *err)
{
	*maximin = (struct cml_maximin){.settings = settings, .n = n, .levels = levels};
	maximin->nearest = cml_array_new(n, sizeof *maximin->nearest);
	if (!maximin->nearest)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		maximin->nearest[i] = INFINITY;
	return CML_OK;
}

void cml_maximin_release(struct cml_maximin *maximin)
{
	free(maximin->nearest);
	*maximin = (struct cml_maximin){0};
}

void cml_maximin_take(struct cml_maximin *maximin, const uint16_t *levels)
{
	size_t n_params = maximin->settings->n;
	for (size_t i = 0; i < maximin->n; i++) {
		double distance = cml_settings_distance(maximin->settings,
							maximin->levels + i * n_params, levels);
		maximin->nearest[i] = fmin(maximin->nearest[i], distance);
	}
}
