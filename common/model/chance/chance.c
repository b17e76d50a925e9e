#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "math/lbfgs.h"
#include "math/normal.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 100
#define TOLERANCE 1e-8

/* Precision of the priors of slope and intercept. */
#define PRIOR 3.0

struct fit {
	size_t n;
	const double *log_odds, *y, *weight;
	double weight_unit; /* rows per weight */
	double target[2];   /* of y = 0 and 1 */
	bool is_flat;       /* the slope would fall: on the edge is the best of what is allowed */
};

enum { SLOPE, INTERCEPT, N_NUMBERS };

static double objective(void *context, const double *x, double *gradient)
{
	const struct fit *fit = context;
	double slope = fit->is_flat ? 0 : x[SLOPE];
	double value = PRIOR / 2 * (pow(x[SLOPE] - 1, 2) + pow(x[INTERCEPT], 2));
	gradient[SLOPE] = PRIOR * (x[SLOPE] - 1);
	gradient[INTERCEPT] = PRIOR * x[INTERCEPT];
	for (size_t i = 0; i < fit->n; i++) {
		double z = slope * fit->log_odds[i] + x[INTERCEPT];
		double target = fit->target[fit->y[i] > 0];
		double weight = fit->weight[i] * fit->weight_unit;
		double residual = weight * (cml_logistic(z) - target);
		value += weight * (cml_softplus(z) - target * z);
		gradient[INTERCEPT] += residual;
		gradient[SLOPE] += fit->is_flat ? 0 : residual * fit->log_odds[i];
	}
	return value;
}

static void set_targets(struct fit *fit)
{
	double total = 0, ones = 0;
	for (size_t i = 0; i < fit->n; i++) {
		total += fit->weight[i];
		ones += fit->y[i] > 0 ? fit->weight[i] : 0;
	}
	fit->weight_unit = (double)fit->n / total;
	fit->target[0] = 1 / ((total - ones) * fit->weight_unit + 2);
	fit->target[1] = 1 - 1 / (ones * fit->weight_unit + 2);
}

enum cml_result cml_platt_fit(struct cml_platt *line, size_t n, const double *log_odds,
			      const double *y, const double *weight, struct cml_error *err)
{
	struct fit fit = {.n = n, .log_odds = log_odds, .y = y, .weight = weight};
	const struct cml_lbfgs problem = {.n = N_NUMBERS,
					  .value = objective,
					  .context = &fit,
					  .max_steps = MAX_STEPS,
					  .tolerance = TOLERANCE};
	double x[N_NUMBERS] = {[SLOPE] = 1}, value;
	set_targets(&fit);
	if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
		return err->status;
	fit.is_flat = x[SLOPE] < 0;
	if (fit.is_flat && cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
		return err->status;
	*line = (struct cml_platt){.slope = fit.is_flat ? 0 : x[SLOPE], .intercept = x[INTERCEPT]};
	return CML_OK;
}

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

double cml_chance_of_odds(const struct cml_chance *chance, double of_trees)
{
	double n = chance->n_ran + chance->n_failed;
	if (!chance->trees)
		return log_ceiling(n);
	double log_odds = chance->platt.slope * of_trees + chance->platt.intercept;
	return clamp(-cml_softplus(-log_odds), n);
}

/* On the scale that the predictor learned. What is not positive has no logarithm: it is below all
 * that has. */
static double as_learned(const struct cml_limit_model *limit, double value)
{
	if (!limit->is_log)
		return value;
	return value > 0 ? log(value) : -INFINITY;
}

/* Of a job about the prediction, as learned. */
static double spread_of(const struct cml_limit_model *limit, double sd, double outside)
{
	return hypot(limit->scale * sqrt(limit->noise + sd * sd), outside);
}

/* The log chance to stay inside, of the outcome that is predicted with this deviation; outside: of
 * what is not known of the job beside, as it is outside the log. */
static double chance_inside(const struct cml_limit_model *limit, double predicted, double sd,
			    double outside)
{
	double spread = spread_of(limit, sd, outside);
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
	chance->platt.slope = 1;
	return chance;
}

void cml_chance_free(struct cml_chance *chance)
{
	if (!chance)
		return;
	cml_tree_ensemble_free(chance->trees);
	for (size_t i = 0; i < chance->n_limits; i++) {
		free(chance->limits[i].name);
		cml_auto_predictor.free(chance->limits[i].state);
	}
	free(chance->limits);
	free(chance);
}

size_t cml_chance_n_limits(const struct cml_chance *chance)
{
	return chance->n_limits;
}

const char *cml_chance_limit_name(const struct cml_chance *chance, size_t limit)
{
	return chance->limits[limit].name;
}

struct cml_chance_jobs cml_chance_jobs(const struct cml_chance *chance)
{
	return (struct cml_chance_jobs){
	    .n_ran = chance->n_ran, .n_failed = chance->n_failed, .auc = chance->auc};
}

/* Of the AUC of a guess: that of the statistic of Mann and Whitney. */
static double standard_error(const struct cml_chance_jobs *jobs)
{
	return sqrt((jobs->n_ran + jobs->n_failed + 1) / (12 * jobs->n_ran * jobs->n_failed));
}

bool cml_chance_are_few(const struct cml_chance_jobs *jobs)
{
	return 0.5 + 2 * standard_error(jobs) >= 1;
}

bool cml_chance_is_guess(const struct cml_chance_jobs *jobs)
{
	return jobs->auc < 0.5 + 2 * standard_error(jobs);
}

/* The prediction of a limit by its law, as learned; 0 without one. */
static double log_law(const struct cml_limit_model *limit, const float *x)
{
	return limit->law == SIZE_MAX ? 0 : M_LN2 * (double)x[limit->law];
}

/* The deviation of a job's limits that comes of its being outside the log: as much as that of the
 * metric; with a law what that does not know of a new model. */
static double sd_outside(const struct cml_interval *interval, const struct cml_limit_model *limit,
			 const float *x)
{
	if (!interval || !limit->is_log)
		return 0;
	if (limit->law != SIZE_MAX)
		return cml_interval_is_new(interval, x) ? limit->law_error : 0;
	double half = cml_interval_outside(interval, x);
	return half > 0 ? half / cml_normal_central(CML_INTERVAL_COVERAGE) : 0;
}

double cml_chance_outcome(const struct cml_chance *chance, const struct cml_interval *interval,
			  size_t limit, const float *x, double *side)
{
	const struct cml_limit_model *of = &chance->limits[limit];
	double predicted, sd;
	*side = NAN;
	if (!of->state) {
		predicted = exp(log_law(of, x));
		*side = predicted * log((1 + CML_INTERVAL_COVERAGE) / (1 - CML_INTERVAL_COVERAGE)) /
			of->steepness;
		return predicted;
	}
	cml_auto_predictor.predict(of->state, 1, x, &predicted, &sd);
	*side = cml_normal_central(CML_INTERVAL_COVERAGE) *
		spread_of(of, sd, sd_outside(interval, of, x));
	if (!of->is_log)
		return predicted;
	predicted = exp(predicted + log_law(of, x));
	*side *= predicted;
	return predicted;
}

/* The log chances to stay inside a limit, of a block. */
static void predict_limit(const struct cml_chance *chance, const struct cml_limit_model *limit,
			  const struct cml_interval *interval, size_t n, const float *x,
			  double *log_chance)
{
	double predicted[CML_CHANCE_BLOCK], sd[CML_CHANCE_BLOCK];
	if (limit->state)
		cml_auto_predictor.predict(limit->state, n, x, predicted, sd);
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * chance->n_features;
		double log_odds = limit->steepness * (log(limit->upper) - log_law(limit, row));
		double own = limit->state ? chance_inside(limit, predicted[i] + log_law(limit, row),
							  sd[i], sd_outside(interval, limit, row))
					  : clamp(-cml_softplus(-log_odds), limit->n_rows);
		log_chance[i] = fmin(log_chance[i], own);
	}
}

/* A block at most. */
static void predict_block(const struct cml_chance *chance, const struct cml_interval *interval,
			  size_t n, const float *x, double *log_chance)
{
	double of_trees[CML_CHANCE_BLOCK] = {0}, sd[CML_CHANCE_BLOCK];
	if (chance->trees)
		cml_tree_ensemble_predict(chance->trees, n, x, of_trees, sd);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = cml_chance_of_odds(chance, of_trees[i]);
	for (size_t l = 0; l < chance->n_limits; l++)
		predict_limit(chance, &chance->limits[l], interval, n, x, log_chance);
}

void cml_chance_predict(const struct cml_chance *chance, const struct cml_interval *interval,
			size_t n, const float *x, double *log_chance)
{
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_block(chance, interval, n_block, x + first * chance->n_features,
			      log_chance + first);
	}
}

/* A limit's ends, as people write them. */
static bool put_ends(const struct cml_limit_model *limit, struct cml_buffer *text)
{
	if (isfinite(limit->lower) && isfinite(limit->upper))
		return cml_buffer_printf(text, "%g <= %s <= %g", limit->lower, limit->name,
					 limit->upper);
	if (isfinite(limit->lower))
		return cml_buffer_printf(text, "%s >= %g", limit->name, limit->lower);
	return cml_buffer_printf(text, "%s <= %g", limit->name, limit->upper);
}

static bool put_limit(const struct cml_limit_model *limit, struct cml_buffer *text)
{
	bool ok = cml_buffer_printf(text, "limit ") && put_ends(limit, text) &&
		  cml_buffer_printf(text,
				    limit->state ? ": %.0f jobs report it"
						 : ": from which of %.0f jobs ran out of it",
				    limit->n_rows);
	if (ok && isfinite(limit->error) && limit->is_log)
		ok =
		    cml_buffer_printf(text, ", typical error a factor of %.3g", exp(limit->spread));
	else if (ok && isfinite(limit->error))
		ok = cml_buffer_printf(text, ", typical error %.3g", limit->spread);
	return ok && cml_buffer_append_string(text, "\n");
}

static bool put_quality(const struct cml_chance *chance, struct cml_buffer *text)
{
	if (!isfinite(chance->brier))
		return true;
	return cml_buffer_printf(text, "on configurations unseen: ") &&
	       (!isfinite(chance->auc) || cml_buffer_printf(text, "auc %.4f, ", chance->auc)) &&
	       cml_buffer_printf(text, "brier %.4f\n", chance->brier);
}

enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err)
{
	if (!cml_buffer_printf(text, "%.0f jobs ran, %.0f failed\n", chance->n_ran,
			       chance->n_failed) ||
	    !put_quality(chance, text))
		return cml_fail_memory(err);
	if (chance->trees &&
	    cml_tree_ensemble_describe(chance->trees, feature_names, text, err) != CML_OK)
		return err->status;
	for (size_t l = 0; l < chance->n_limits; l++) {
		if (!put_limit(&chance->limits[l], text))
			return cml_fail_memory(err);
		if (chance->limits[l].state &&
		    cml_auto_predictor.describe(chance->limits[l].state, feature_names, text,
						err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
