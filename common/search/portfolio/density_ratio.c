#include "search/portfolio/density_ratio.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* The good jobs: this fraction, at most so many. */
#define GOOD_FRACTION 0.1
#define MAX_GOOD 25
/* Parts of the kernel of a param: for all levels alike; of the rest, for levels that are near where
 * they are ordered, else for the level itself. */
#define ALL_FRACTION 0.1
#define NEAR_FRACTION 0.5
/* Standard deviation of what is near, in parts of the range, of one job; more jobs, narrower. */
#define WIDTH 0.2

/* How much likelier each level is for a job at each level than if all were alike. */
static void fill_kernel(const struct cml_setting *setting, size_t n_jobs, double *kernel)
{
	size_t n = setting->n + 1; /* the last one is absence */
	double width = WIDTH * pow((double)n_jobs + 1, -0.2);
	double near = setting->is_ordered ? NEAR_FRACTION : 0;
	for (size_t at = 0; at < n; at++) {
		double *row = kernel + at * n, sum = 0;
		for (size_t v = 0; v < n; v++) {
			double gap = cml_setting_gap(setting, at, v) / width;
			bool both = v < setting->n && at < setting->n;
			row[v] = both ? exp(-0.5 * gap * gap) : v == at;
			sum += row[v];
		}
		for (size_t v = 0; v < n; v++)
			row[v] = (1 - ALL_FRACTION) * (double)n *
				     (near * row[v] / sum + (1 - near) * (v == at)) +
				 ALL_FRACTION;
	}
}

struct rank {
	double reward;
	size_t i;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *left = a, *right = b;
	if (left->reward != right->reward)
		return left->reward > right->reward ? -1 : 1;
	return left->i < right->i ? -1 : left->i > right->i;
}

/* is_good[n]: the best of those that are ok. */
static enum cml_result find_good(const struct cml_tried_jobs *jobs, bool *is_good,
				 struct cml_error *err)
{
	struct rank *ranks = cml_array_new(jobs->n, sizeof *ranks);
	size_t n_ok = 0, n_good = (size_t)ceil(GOOD_FRACTION * (double)jobs->n);
	if (!ranks)
		return cml_fail_memory(err);
	for (size_t i = 0; i < jobs->n; i++)
		if (jobs->items[i].state == CML_TRIED_OK)
			ranks[n_ok++] = (struct rank){jobs->items[i].reward, i};
	qsort(ranks, n_ok, sizeof *ranks, compare_ranks);
	for (size_t k = 0; k < n_ok && k < n_good && k < MAX_GOOD; k++)
		is_good[ranks[k].i] = true;
	free(ranks);
	return CML_OK;
}

static enum cml_result learn(struct cml_density_ratio *ratio, const struct cml_tried_jobs *jobs,
			     struct cml_error *err)
{
	const struct cml_settings *settings = ratio->table->settings;
	bool *is_good = cml_array_new(jobs->n, sizeof *is_good);
	uint16_t *levels = cml_array_new(settings->n, sizeof *levels);
	enum cml_result status = is_good && levels ? CML_OK : cml_fail_memory(err);
	if (status == CML_OK)
		status = find_good(jobs, is_good, err);
	for (size_t i = 0; status == CML_OK && i < jobs->n; i++) {
		cml_settings_levels(settings, jobs->items[i].values, levels);
		cml_level_products(ratio->table, &ratio->kernels, levels,
				   is_good[i] ? ratio->good : ratio->bad);
		ratio->n_good += is_good[i];
		ratio->n_bad += !is_good[i];
	}
	free(is_good);
	free(levels);
	return status;
}

enum cml_result cml_density_ratio_init(struct cml_density_ratio *ratio,
				       const struct cml_level_table *table,
				       const struct cml_tried_jobs *jobs, struct cml_error *err)
{
	const struct cml_settings *settings = table->settings;
	*ratio = (struct cml_density_ratio){.table = table};
	ratio->good = cml_array_new(table->n, sizeof *ratio->good);
	ratio->bad = cml_array_new(table->n, sizeof *ratio->bad);
	if (!ratio->good || !ratio->bad)
		return cml_fail_memory(err);
	if (cml_level_pairs_init(&ratio->kernels, settings, err) != CML_OK)
		return err->status;
	for (size_t p = 0; p < settings->n; p++)
		fill_kernel(&settings->items[p], jobs->n, ratio->kernels.items[p]);
	return learn(ratio, jobs, err);
}

void cml_density_ratio_release(struct cml_density_ratio *ratio)
{
	cml_level_pairs_release(&ratio->kernels);
	free(ratio->good);
	free(ratio->bad);
	*ratio = (struct cml_density_ratio){0};
}

void cml_density_ratio_add_pending(struct cml_density_ratio *ratio, const uint16_t *levels)
{
	cml_level_products(ratio->table, &ratio->kernels, levels, ratio->bad);
	ratio->n_bad++;
}

double cml_log_density_ratio(const struct cml_density_ratio *ratio, size_t i)
{
	return log((1 + ratio->good[i]) / (1 + (double)ratio->n_good)) -
	       log((1 + ratio->bad[i]) / (1 + (double)ratio->n_bad));
}
