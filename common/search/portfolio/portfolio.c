#include "search/portfolio/portfolio.h"

#include "base/memory.h"

#include <stdlib.h>

/* The levels of all configurations, and of what was tried. */
static enum cml_result fill_levels(struct cml_portfolio *portfolio,
				   const struct cml_portfolio_task *task, struct cml_error *err)
{
	struct cml_settings *settings = &portfolio->settings;
	size_t n_cells;
	if (cml_settings_init(settings, task->space, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < task->n; i++)
		cml_settings_add(settings, task->values[i]);
	for (size_t i = 0; task->tried && i < task->tried->n; i++)
		cml_settings_add(settings, task->tried->items[i].values);
	cml_settings_close(settings, task->space);
	if (__builtin_mul_overflow(task->n, settings->n, &n_cells))
		return cml_fail_memory(err);
	portfolio->levels = cml_array_new(n_cells, sizeof *portfolio->levels);
	if (!portfolio->levels)
		return cml_fail_memory(err);
	for (size_t i = 0; i < task->n; i++)
		cml_settings_levels(settings, task->values[i], portfolio->levels + i * settings->n);
	return CML_OK;
}

enum cml_result cml_portfolio_init(struct cml_portfolio *portfolio,
				   const struct cml_portfolio_task *task, struct cml_error *err)
{
	static const struct cml_tried_jobs none;
	const struct cml_tried_jobs *tried = task->tried ? task->tried : &none;
	*portfolio = (struct cml_portfolio){.by = task->by};
	if (fill_levels(portfolio, task, err) != CML_OK)
		return err->status;
	if (task->by == CML_PORTFOLIO_DENSITY)
		return cml_density_ratio_init(&portfolio->ratio, &portfolio->settings, tried,
					      task->n, portfolio->levels, err);
	enum cml_result status = cml_maximin_init(&portfolio->maximin, &portfolio->settings,
						  task->n, portfolio->levels, err);
	for (size_t i = 0; status == CML_OK && i < tried->n; i++)
		status = cml_portfolio_take_other(portfolio, tried->items[i].values, err);
	return status;
}

void cml_portfolio_release(struct cml_portfolio *portfolio)
{
	cml_density_ratio_release(&portfolio->ratio);
	cml_maximin_release(&portfolio->maximin);
	cml_settings_release(&portfolio->settings);
	free(portfolio->levels);
	*portfolio = (struct cml_portfolio){0};
}

bool cml_portfolio_knows(const struct cml_portfolio *portfolio)
{
	return portfolio->by == CML_PORTFOLIO_SPREAD || portfolio->ratio.n_good > 0;
}

double cml_portfolio_score(const struct cml_portfolio *portfolio, size_t i)
{
	return portfolio->by == CML_PORTFOLIO_SPREAD ? portfolio->maximin.nearest[i]
						     : cml_log_density_ratio(&portfolio->ratio, i);
}

static void take(struct cml_portfolio *portfolio, const uint16_t *levels)
{
	if (portfolio->by == CML_PORTFOLIO_SPREAD)
		cml_maximin_take(&portfolio->maximin, levels);
	else
		cml_density_ratio_add_pending(&portfolio->ratio, levels);
}

void cml_portfolio_take(struct cml_portfolio *portfolio, size_t i)
{
	take(portfolio, portfolio->levels + i * portfolio->settings.n);
}

enum cml_result cml_portfolio_take_other(struct cml_portfolio *portfolio, const double *values,
					 struct cml_error *err)
{
	uint16_t *levels = cml_array_new(portfolio->settings.n, sizeof *levels);
	if (!levels)
		return cml_fail_memory(err);
	cml_settings_levels(&portfolio->settings, values, levels);
	take(portfolio, levels);
	free(levels);
	return CML_OK;
}
