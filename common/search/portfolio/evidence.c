#include "search/portfolio/evidence.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define WIDTH 0.15

static bool has_failed(const struct cml_tried_jobs *jobs)
{
	for (size_t i = 0; i < jobs->n; i++)
		if (jobs->items[i].state == CML_TRIED_FAILED)
			return true;
	return false;
}

static void fill_nearness(const struct cml_settings *settings, struct cml_level_pairs *nearness)
{
	for (size_t p = 0; p < settings->n; p++) {
		const struct cml_setting *setting = &settings->items[p];
		for (size_t a = 0; a <= setting->n; a++)
			for (size_t b = 0; b <= setting->n; b++) {
				double gap = cml_setting_gap(setting, a, b) / WIDTH;
				nearness->items[p][a * (setting->n + 1) + b] =
				    exp(-0.5 * gap * gap);
			}
	}
}

static enum cml_result add_up(struct cml_evidence *evidence, const struct cml_level_table *table,
			      const struct cml_level_pairs *nearness,
			      const struct cml_tried_jobs *jobs, struct cml_error *err)
{
	uint16_t *levels = cml_array_new(table->settings->n, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < jobs->n; i++) {
		enum cml_tried_state state = jobs->items[i].state;
		if (state == CML_TRIED_PENDING)
			continue;
		cml_settings_levels(table->settings, jobs->items[i].values, levels);
		cml_level_products(table, nearness, levels,
				   state == CML_TRIED_OK ? evidence->ran : evidence->all);
	}
	for (size_t i = 0; i < table->n; i++)
		evidence->all[i] += evidence->ran[i];
	free(levels);
	return CML_OK;
}

enum cml_result cml_evidence_init(struct cml_evidence *evidence,
				  const struct cml_level_table *table,
				  const struct cml_tried_jobs *jobs, struct cml_error *err)
{
	struct cml_level_pairs nearness = {0};
	*evidence = (struct cml_evidence){0};
	if (!has_failed(jobs))
		return CML_OK;
	evidence->ran = cml_array_new(table->n, sizeof *evidence->ran);
	evidence->all = cml_array_new(table->n, sizeof *evidence->all);
	enum cml_result status = evidence->ran && evidence->all ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = cml_level_pairs_init(&nearness, table->settings, err);
	if (status == CML_OK) {
		fill_nearness(table->settings, &nearness);
		status = add_up(evidence, table, &nearness, jobs, err);
	}
	cml_level_pairs_release(&nearness);
	return status;
}

void cml_evidence_release(struct cml_evidence *evidence)
{
	free(evidence->ran);
	free(evidence->all);
	*evidence = (struct cml_evidence){0};
}

double cml_evidence_log_chance(const struct cml_evidence *evidence, size_t i, double log_chance)
{
	if (!evidence->all)
		return log_chance;
	return log((exp(log_chance) + evidence->ran[i]) / (1 + evidence->all[i]));
}
