#include "model/chance/chance_model.h"

#include "base/memory.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>

static double log_ceiling(double n)
{
	return log1p(-1 / (n + 2));
}

/* Where n jobs cannot vouch for more: no chance they teach is above (n + 1) / (n + 2),
 * or below 1 / (n + 2). Source: P.-S. Laplace, the rule of succession. */
static double log_floor(double n)
{
	return -log(n + 2);
}

static double clamp(double log_chance, double n)
{
	return fmin(fmax(log_chance, log_floor(n)), log_ceiling(n));
}

static double calibrated(const struct cml_platt *line, double log_odds)
{
	return -cml_softplus(-(line->slope * log_odds + line->intercept));
}

double cml_log_odds(double log_chance)
{
	return log_chance - log(-expm1(log_chance));
}

double cml_chance_of_trees(const struct cml_chance *chance, double log_odds)
{
	double n = chance->n_ran + chance->n_failed;
	if (!chance->trees)
		return log_ceiling(n);
	return clamp(calibrated(&chance->line, log_odds), n);
}

double cml_chance_pool(const struct cml_chance *chance, double log_of_trees, double of_process)
{
	double share = chance->process_share, n = chance->n_ran + chance->n_failed;
	double mean = clamp(log((1 - share) * exp(log_of_trees) + share * of_process), n);
	return clamp(calibrated(&chance->pool, cml_log_odds(mean)), n);
}

/* On the scale that the trees learned. What is not positive has no logarithm: it is
 * below all that has. */
static double as_learned(const struct cml_limit_model *limit, double value)
{
	if (!limit->is_log)
		return value;
	return value > 0 ? log(value) : -INFINITY;
}

double cml_chance_inside(const struct cml_limit_model *limit, double predicted, double sd)
{
	double spread = hypot(limit->spread, sd);
	double lower = as_learned(limit, limit->lower);
	double upper = as_learned(limit, limit->upper);
	double inside;
	if (spread > 0)
		inside = cml_normal_probability((upper - predicted) / spread) -
			 cml_normal_probability((lower - predicted) / spread);
	else
		inside = lower <= predicted && predicted <= upper;
	return clamp(inside > 0 ? log(inside) : -INFINITY, limit->n_rows);
}

struct cml_chance *cml_chance_new(size_t n_features, size_t n_limits)
{
	struct cml_chance *chance = cml_array_new(1, sizeof *chance);
	if (!chance)
		return NULL;
	if (!CML_NEW(&chance->limits, n_limits)) {
		free(chance);
		return NULL;
	}
	chance->n_features = n_features;
	chance->n_limits = n_limits;
	chance->auc = chance->brier = NAN;
	chance->line.slope = chance->pool.slope = 1;
	chance->process_share = 0.5;
	chance->launched = 1;
	return chance;
}
