#include "model/chance/chance.h"

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

double cml_chance_clamp(double log_chance, double n)
{
	return fmin(fmax(log_chance, -log(n + 2)), log1p(-1 / (n + 2)));
}

double cml_chance_of_odds(const struct cml_chance *chance, double of_trees)
{
	double n = chance->n_ran + chance->n_failed;
	if (!chance->trees)
		return log1p(-1 / (n + 2));
	double log_odds = chance->platt.slope * of_trees + chance->platt.intercept;
	return cml_chance_clamp(-cml_softplus(-log_odds), n);
}

struct cml_chance *cml_chance_new(size_t n_features)
{
	struct cml_chance *chance = cml_array_new(1, sizeof *chance);
	if (!chance)
		return NULL;
	chance->n_features = n_features;
	chance->auc = chance->brier = NAN;
	chance->platt.slope = 1;
	return chance;
}

void cml_chance_free(struct cml_chance *chance)
{
	if (!chance)
		return;
	cml_tree_ensemble_free(chance->trees);
	free(chance);
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

/* A block at most. */
static void predict_block(const struct cml_chance *chance, size_t n, const float *x,
			  double *log_chance)
{
	double of_trees[CML_CHANCE_BLOCK] = {0}, sd[CML_CHANCE_BLOCK];
	if (chance->trees)
		cml_tree_ensemble_predict(chance->trees, n, x, of_trees, sd);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = cml_chance_of_odds(chance, of_trees[i]);
}

void cml_chance_predict(const struct cml_chance *chance, size_t n, const float *x,
			double *log_chance)
{
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_block(chance, n_block, x + first * chance->n_features, log_chance + first);
	}
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
	return chance->trees ? cml_tree_ensemble_describe(chance->trees, feature_names, text, err)
			     : CML_OK;
}

static void trees_fields(struct cml_fields *fields, struct cml_tree_ensemble **trees)
{
	struct cml_field_part part;
	cml_field_part_begin(fields, 0, &part);
	if (CML_FIELD_ARRAY(fields, trees, 1, 1) > 0)
		cml_tree_ensemble_fields(fields, *trees);
	cml_field_part_end(fields, &part);
}

static void chance_fields(struct cml_fields *fields, struct cml_chance *chance)
{
	cml_field_features(fields, &chance->n_features);
	cml_field_jobs(fields, "the jobs that ran", &chance->n_ran, 0);
	cml_field_jobs(fields, "the jobs that failed", &chance->n_failed, 0);
	cml_field_double(fields, "the AUC", &chance->auc, CML_ANY);
	cml_field_double(fields, "the Brier score", &chance->brier, CML_ANY);
	cml_field_double(fields, "the slope of the calibration", &chance->platt.slope, CML_FROM_0);
	cml_field_double(fields, "the intercept of the calibration", &chance->platt.intercept,
			 CML_FINITE);
	if (fields->out ? chance->trees != NULL : chance->n_failed > 0)
		trees_fields(fields, &chance->trees);
}

void cml_chance_fields(struct cml_fields *fields, void *state)
{
	struct cml_chance **chance = state;
	if (fields->out ? *chance != NULL : CML_FIELD_ARRAY(fields, chance, 1, 1) > 0)
		chance_fields(fields, *chance);
}
