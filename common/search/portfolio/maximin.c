#include "search/portfolio/portfolio.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static void fill_gaps(const struct cml_settings *settings, struct cml_level_pairs *gaps)
{
	for (size_t p = 0; p < settings->n; p++) {
		const struct cml_setting *setting = &settings->items[p];
		for (size_t a = 0; a <= setting->n; a++)
			for (size_t b = 0; b <= setting->n; b++) {
				double gap = cml_setting_gap(setting, a, b);
				gaps->items[p][a * (setting->n + 1) + b] = gap * gap;
			}
	}
}

enum cml_result cml_maximin_init(struct cml_maximin *maximin, const struct cml_level_table *table,
				 struct cml_error *err)
{
	*maximin = (struct cml_maximin){.table = table};
	if (!CML_NEW(&maximin->nearest, table->n))
		return cml_fail_memory(err);
	if (cml_level_pairs_init(&maximin->gaps, table->settings, err) != CML_OK)
		return err->status;
	fill_gaps(table->settings, &maximin->gaps);
	for (size_t i = 0; i < table->n; i++)
		maximin->nearest[i] = INFINITY;
	return CML_OK;
}

void cml_maximin_release(struct cml_maximin *maximin)
{
	cml_level_pairs_release(&maximin->gaps);
	free(maximin->nearest);
	*maximin = (struct cml_maximin){0};
}

void cml_maximin_take(struct cml_maximin *maximin, const uint16_t *levels)
{
	cml_level_least_sums(maximin->table, &maximin->gaps, levels, maximin->nearest);
}
