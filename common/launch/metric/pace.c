#include "launch/metric/pace.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_pace_release(struct cml_pace *pace)
{
	free(pace->curves);
	*pace = (struct cml_pace){.minimize = pace->minimize};
}

static double better(const struct cml_pace *pace, double a, double b)
{
	return pace->minimize ? fmin(a, b) : fmax(a, b);
}

/* NaN: no job of the context has ended. */
static double best_of(const struct cml_pace *pace, uint64_t context)
{
	double best = NAN;

	for (size_t i = 0; i < pace->n; i++)
		if (pace->curves[i].context == context)
			best = better(pace, best, pace->curves[i].value);
	return best;
}

static bool has_ratios(const struct cml_metric_result *result)
{
	bool has = result->n_early > 0 && result->value > 0;

	for (unsigned i = 0; i < result->n_early && has; i++)
		has = result->early[i] > 0 && isfinite(result->early[i]);
	return has;
}

enum cml_result cml_pace_add(struct cml_pace *pace, uint64_t context,
			     const struct cml_metric_result *result, struct cml_error *err)
{
	double best = best_of(pace, context);

	if (!has_ratios(result) ||
	    (pace->n >= CML_PACE_MAX_CURVES && better(pace, result->value, best) == best))
		return CML_OK;
	if (!cml_array_reserve((void **)&pace->curves, &pace->capacity, pace->n + 1,
			       sizeof *pace->curves))
		return cml_fail_memory(err);
	struct cml_pace_curve *curve = &pace->curves[pace->n++];
	*curve = (struct cml_pace_curve){context, result->value, result->n_early, {0}};
	memcpy(curve->early, result->early, sizeof curve->early);
	return CML_OK;
}

/* The ratio that is best for a job after 2^step readings, never a loss. False: too few curves. */
static bool find_rise(const struct cml_pace *pace, unsigned step, double *rise)
{
	size_t n = 0;

	*rise = 1;
	for (size_t i = 0; i < pace->n; i++) {
		const struct cml_pace_curve *curve = &pace->curves[i];

		if (curve->n_early <= step)
			continue;
		n++;
		*rise = better(pace, *rise, curve->value / curve->early[step]);
	}
	return n >= CML_PACE_MIN_CURVES;
}

bool cml_pace_look(const struct cml_pace *pace, uint64_t context,
		   const struct cml_metric_result *running, struct cml_pace_outlook *outlook)
{
	unsigned step = running->n_early;
	double rise;

	*outlook = (struct cml_pace_outlook){.best = best_of(pace, context)};
	if (isnan(outlook->best) || !has_ratios(running))
		return false;
	while (step-- > 0) {
		if ((size_t)1 << step >= running->n_readings || !find_rise(pace, step, &rise))
			continue;
		outlook->n_readings = (size_t)1 << step;
		outlook->value = running->early[step];
		outlook->forecast = outlook->value * rise;
		return true;
	}
	return false;
}

bool cml_pace_is_hopeless(const struct cml_pace *pace, const struct cml_pace_outlook *outlook,
			  double factor)
{
	return pace->minimize ? outlook->forecast > factor * outlook->best
			      : outlook->forecast * factor < outlook->best;
}
