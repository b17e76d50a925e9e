#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/gp/gp_classes.h"
#include "math/lbfgs.h"
#include "math/normal.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 100
#define TOLERANCE 1e-8

/* Precision of the priors of slope and intercept. */
#define PRIOR 1.0

struct fit {
	size_t n;
	const double *log_odds[2], *y, *weight; /* the second may be NULL */
	double weight_unit;                     /* rows per weight */
	double target[2];                       /* of y = 0 and 1 */
	bool is_zero[2];                        /* a slope that would fall */
};

enum { SLOPE, OTHER, INTERCEPT, N_NUMBERS };

/* Of the priors. */
static const double means[N_NUMBERS] = {[SLOPE] = 1};

static double slope_of(const struct fit *fit, const double *x, size_t k)
{
	return fit->log_odds[k] && !fit->is_zero[k] ? x[k] : 0;
}

static double objective(void *context, const double *x, double *gradient)
{
	const struct fit *fit = context;
	double slopes[] = {slope_of(fit, x, SLOPE), slope_of(fit, x, OTHER)};
	double value = PRIOR / 2 * x[INTERCEPT] * x[INTERCEPT];
	gradient[INTERCEPT] = PRIOR * x[INTERCEPT];
	for (size_t k = SLOPE; k <= OTHER; k++) {
		gradient[k] = PRIOR * (x[k] - means[k]);
		value += gradient[k] * (x[k] - means[k]) / 2;
	}
	for (size_t i = 0; i < fit->n; i++) {
		double z = slopes[SLOPE] * fit->log_odds[SLOPE][i] + x[INTERCEPT];
		z += fit->log_odds[OTHER] ? slopes[OTHER] * fit->log_odds[OTHER][i] : 0;
		double target = fit->target[fit->y[i] > 0];
		double weight = fit->weight[i] * fit->weight_unit;
		double residual = weight * (cml_logistic(z) - target);
		value += weight * (cml_softplus(z) - target * z);
		gradient[INTERCEPT] += residual;
		for (size_t k = SLOPE; k <= OTHER; k++)
			if (fit->log_odds[k] && !fit->is_zero[k])
				gradient[k] += residual * fit->log_odds[k][i];
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
			      const double *other, const double *y, const double *weight,
			      struct cml_error *err)
{
	struct fit fit = {.n = n, .log_odds = {log_odds, other}, .y = y, .weight = weight};
	const struct cml_lbfgs problem = {.n = N_NUMBERS,
					  .value = objective,
					  .context = &fit,
					  .max_steps = MAX_STEPS,
					  .tolerance = TOLERANCE};
	double x[N_NUMBERS], value;
	bool falls = true;
	set_targets(&fit);
	/* The objective is convex: on the edge is the best of what is allowed. */
	while (falls) {
		memcpy(x, means, sizeof x);
		if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
			return err->status;
		falls = false;
		for (size_t k = SLOPE; k <= OTHER; k++)
			if (slope_of(&fit, x, k) < 0)
				falls = fit.is_zero[k] = true;
	}
	*line = (struct cml_platt){.slope = slope_of(&fit, x, SLOPE),
				   .other = slope_of(&fit, x, OTHER),
				   .intercept = x[INTERCEPT]};
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

double cml_log_odds(double log_chance)
{
	return log_chance - log(-expm1(log_chance));
}

static double clamped_odds(double log_odds, double n)
{
	return fmin(fmax(log_odds, cml_log_odds(log_floor(n))), cml_log_odds(log_ceiling(n)));
}

double cml_chance_of_trees(const struct cml_chance *chance, double log_odds)
{
	double n = chance->n_ran + chance->n_failed;
	if (!chance->trees)
		return cml_log_odds(log_ceiling(n));
	return clamped_odds(chance->line.slope * log_odds + chance->line.intercept, n);
}

double cml_chance_pool(const struct cml_chance *chance, double of_trees, double of_process)
{
	double share = chance->process_share, n = chance->n_ran + chance->n_failed;
	double mean = (1 - share) * cml_logistic(of_trees) + share * of_process;
	return cml_log_odds(clamp(log(mean), n));
}

double cml_chance_calibrate(const struct cml_chance *chance, double of_pool, double of_line)
{
	const struct cml_platt *pool = &chance->pool;
	return pool->slope * of_pool + pool->other * of_line + pool->intercept;
}

double cml_chance_of_odds(const struct cml_chance *chance, double log_odds)
{
	return clamp(-cml_softplus(-log_odds), chance->n_ran + chance->n_failed);
}

/* On the scale that the trees learned. What is not positive has no logarithm: it is
 * below all that has. */
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
	chance->line.slope = chance->pool.slope = 1;
	chance->process_share = 0.5;
	chance->launched = 1;
	return chance;
}

void cml_chance_free(struct cml_chance *chance)
{
	if (!chance)
		return;
	cml_tree_ensemble_free(chance->trees);
	cml_gp_free(chance->process);
	cml_linear_free(chance->of_line);
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

bool cml_chance_is_blind(const struct cml_chance_jobs *jobs)
{
	return jobs->n_failed < CML_CHANCE_MIN_FAILED && jobs->n_failed <= jobs->n_ran;
}

bool cml_chance_is_guess(const struct cml_chance_jobs *jobs)
{
	double error =
	    sqrt((jobs->n_ran + jobs->n_failed + 1) / (12 * jobs->n_ran * jobs->n_failed));
	return jobs->auc < 0.5 + 2 * error;
}

double cml_chance_launched(const struct cml_chance *chance)
{
	return chance->launched;
}

/* A block at most. */
static void predict_some(const struct cml_chance *chance, size_t n, const float *x,
			 double *log_odds)
{
	double predicted[CML_CHANCE_BLOCK] = {0};
	double sd[CML_CHANCE_BLOCK];
	if (chance->trees)
		cml_tree_ensemble_predict(chance->trees, n, x, predicted, sd);
	for (size_t i = 0; i < n; i++)
		log_odds[i] = cml_chance_of_trees(chance, predicted[i]);
	if (chance->process)
		cml_gp_predict(chance->process, n, x, predicted, sd);
	for (size_t i = 0; i < n && chance->process; i++)
		log_odds[i] = cml_chance_pool(chance, log_odds[i],
					      cml_gp_classes_chance(predicted[i], sd[i]));
	for (size_t i = 0; i < n && chance->of_line; i++)
		log_odds[i] = cml_chance_calibrate(
		    chance, log_odds[i],
		    cml_linear_mean(chance->of_line, x + i * chance->n_features));
}

/* Log-odds, which go on where chances end. */
static void predict_to_run(const void *state, size_t n, const float *x, double *log_odds,
			   double *sd)
{
	const struct cml_chance *chance = state;
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_some(chance, n_block, x + first * chance->n_features, log_odds + first);
	}
	memset(sd, 0, n * sizeof *sd);
}

/* The deviation of a job's limits that comes of its being outside the log. */
static double sd_outside(const struct cml_chance_outside *outside,
			 const struct cml_limit_model *limit, const float *x)
{
	double half =
	    outside->interval && limit->is_log ? cml_interval_outside(outside->interval, x) : 0;
	return half > 0 ? half / cml_normal_central(CML_INTERVAL_COVERAGE) : 0;
}

/* Levels that failed jobs had are known. */
static const struct cml_level_sizes_rule rule = {.failed_are_known = true};
static const struct cml_level_sizes_rule nearest = {.failed_are_known = true, .as_nearest = true};

static void predict_line(const void *state, size_t n, const float *x, double *log_odds, double *sd)
{
	const struct cml_chance *chance = state;
	for (size_t i = 0; i < n; i++)
		log_odds[i] = cml_linear_mean(chance->of_line, x + i * chance->n_features);
	memset(sd, 0, n * sizeof *sd);
}

/* Log-odds of a block: outside all sizes of levels those of the nearest, from where the line goes
 * on. */
static void predict_odds(const struct cml_chance *chance, const struct cml_level_sizes *sizes,
			 size_t n, const float *x, double *log_odds)
{
	double sd[CML_CHANCE_BLOCK], here[CML_CHANCE_BLOCK], near[CML_CHANCE_BLOCK];
	predict_to_run(chance, n, x, log_odds, sd);
	cml_level_sizes_predict(sizes, &nearest, predict_to_run, chance, n, x, log_odds, sd);
	if (!chance->of_line || sizes->n == 0)
		return;
	memset(here, 0, sizeof here);
	memset(near, 0, sizeof near);
	cml_level_sizes_predict(sizes, &rule, predict_line, chance, n, x, here, sd);
	cml_level_sizes_predict(sizes, &nearest, predict_line, chance, n, x, near, sd);
	for (size_t i = 0; i < n; i++)
		log_odds[i] += chance->line_slope * (here[i] - near[i]);
}

static void predict_limit(const struct cml_limit_model *limit,
			  const struct cml_chance_outside *outside, size_t n, const float *x,
			  double *predicted, double *sd)
{
	cml_auto_predictor.predict(limit->state, n, x, predicted, sd);
	cml_level_sizes_predict(outside->sizes, &rule, cml_auto_predictor.predict, limit->state, n,
				x, predicted, sd);
}

double cml_chance_outcome(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			  size_t limit, const float *x, double *side)
{
	const struct cml_limit_model *of = &chance->limits[limit];
	double predicted, sd;
	predict_limit(of, outside, 1, x, &predicted, &sd);
	*side = cml_normal_central(CML_INTERVAL_COVERAGE) *
		spread_of(of, sd, sd_outside(outside, of, x));
	if (!of->is_log)
		return predicted;
	predicted = exp(predicted);
	*side *= predicted;
	return predicted;
}

static void predict_block(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			  size_t n, const float *x, double *log_chance)
{
	double predicted[CML_CHANCE_BLOCK];
	double sd[CML_CHANCE_BLOCK];
	predict_odds(chance, outside->sizes, n, x, log_chance);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = cml_chance_of_odds(chance, log_chance[i]);
	for (size_t l = 0; l < chance->n_limits; l++) {
		const struct cml_limit_model *limit = &chance->limits[l];
		predict_limit(limit, outside, n, x, predicted, sd);
		for (size_t i = 0; i < n; i++)
			log_chance[i] = fmin(
			    log_chance[i],
			    chance_inside(limit, predicted[i], sd[i],
					  sd_outside(outside, limit, x + i * chance->n_features)));
	}
}

void cml_chance_predict(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			size_t n, const float *x, double *log_chance)
{
	static const struct cml_level_sizes no_sizes = {0};
	const struct cml_chance_outside nothing = {.sizes = &no_sizes};
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_block(chance, outside ? outside : &nothing, n_block,
			      x + first * chance->n_features, log_chance + first);
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
		  cml_buffer_printf(text, ": %.0f jobs report it", limit->n_rows);
	if (ok && isfinite(limit->error) && limit->is_log)
		ok =
		    cml_buffer_printf(text, ", typical error a factor of %.3g", exp(limit->spread));
	else if (ok && isfinite(limit->error))
		ok = cml_buffer_printf(text, ", typical error %.3g", limit->spread);
	return ok && cml_buffer_append_string(text, "\n");
}

static bool put_quality(const struct cml_chance *chance, struct cml_buffer *text)
{
	if (!isfinite(chance->auc) || !isfinite(chance->brier))
		return true;
	return cml_buffer_printf(text, "on configurations unseen: auc %.4f, brier %.4f\n",
				 chance->auc, chance->brier);
}

enum cml_result cml_chance_describe(const struct cml_chance *chance,
				    const char *const *feature_names, struct cml_buffer *text,
				    struct cml_error *err)
{
	if (!cml_buffer_printf(text, "%.0f jobs ran, %.0f failed\n", chance->n_ran,
			       chance->n_failed) ||
	    !put_quality(chance, text))
		return cml_fail_memory(err);
	if (chance->launched < 1 &&
	    !cml_buffer_printf(text,
			       "failing jobs are missing: the log has %.2f of those expected\n",
			       chance->launched))
		return cml_fail_memory(err);
	if (chance->process &&
	    (!cml_buffer_printf(text, "%.2f a Gaussian process, %.2f trees\n",
				chance->process_share, 1 - chance->process_share) ||
	     cml_gp_describe(chance->process, feature_names, text, err) != CML_OK))
		return cml_fail_memory(err);
	if (chance->of_line &&
	    (!cml_buffer_printf(text, "log-odds: %.2f of these, %.2f of a line\n",
				chance->pool.slope, chance->pool.other) ||
	     cml_linear_describe(chance->of_line, feature_names, text, err) != CML_OK))
		return cml_fail_memory(err);
	if (chance->trees &&
	    cml_tree_ensemble_describe(chance->trees, feature_names, text, err) != CML_OK)
		return err->status;
	for (size_t l = 0; l < chance->n_limits; l++) {
		if (!put_limit(&chance->limits[l], text))
			return cml_fail_memory(err);
		if (cml_auto_predictor.describe(chance->limits[l].state, feature_names, text,
						err) != CML_OK)
			return err->status;
	}
	return CML_OK;
}
