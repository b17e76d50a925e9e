#include "model/chance/chance_model.h"

#include "math/lbfgs.h"
#include "math/normal.h"

#include <stdbool.h>

#define MAX_STEPS 100
#define TOLERANCE 1e-8

/* Precision of the priors of slope and intercept. */
#define PRIOR 1.0

struct fit {
	size_t n;
	const double *log_odds, *y, *weight;
	double weight_unit; /* rows per weight */
	double target[2];   /* of y = 0 and 1 */
	bool free_slope;    /* else it is 0 */
};

enum { INTERCEPT, SLOPE, N_NUMBERS };

static double objective(void *context, const double *x, double *gradient)
{
	const struct fit *fit = context;
	double slope = fit->free_slope ? x[SLOPE] : 0;
	double value = PRIOR / 2 * (x[INTERCEPT] * x[INTERCEPT] + (slope - 1) * (slope - 1));
	double by[N_NUMBERS] = {PRIOR * x[INTERCEPT], PRIOR * (slope - 1)};
	for (size_t i = 0; i < fit->n; i++) {
		double z = slope * fit->log_odds[i] + x[INTERCEPT];
		double target = fit->target[fit->y[i] > 0];
		double weight = fit->weight[i] * fit->weight_unit;
		double residual = weight * (cml_logistic(z) - target);
		value += weight * (cml_softplus(z) - target * z);
		by[INTERCEPT] += residual;
		by[SLOPE] += residual * fit->log_odds[i];
	}
	for (size_t k = 0; k < (fit->free_slope ? N_NUMBERS : SLOPE); k++)
		gradient[k] = by[k];
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
	struct fit fit = {
	    .n = n, .log_odds = log_odds, .y = y, .weight = weight, .free_slope = true};
	struct cml_lbfgs problem = {.n = N_NUMBERS,
				    .value = objective,
				    .context = &fit,
				    .max_steps = MAX_STEPS,
				    .tolerance = TOLERANCE};
	double x[N_NUMBERS] = {[SLOPE] = 1};
	double value;
	set_targets(&fit);
	if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
		return err->status;
	if (x[SLOPE] < 0) {
		/* The objective is convex: on the edge is the best of what is allowed. */
		fit.free_slope = false;
		problem.n = SLOPE;
		x[INTERCEPT] = x[SLOPE] = 0;
		if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
			return err->status;
	}
	*line = (struct cml_platt){.slope = x[SLOPE], .intercept = x[INTERCEPT]};
	return CML_OK;
}
