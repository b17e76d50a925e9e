#include "model/chance/rising_line.h"

#include "math/lbfgs.h"

#include <math.h>
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
	double fixed_slope; /* with free_slope false */
	bool free_slope;
};

double cml_softplus(double x)
{
	return fmax(x, 0) + log1p(exp(-fabs(x)));
}

/* x: intercept, and slope where it is free. */
static double objective(void *context, const double *x, double *gradient)
{
	const struct fit *fit = context;
	double slope = fit->free_slope ? x[1] : fit->fixed_slope;
	double value = PRIOR / 2 * (x[0] * x[0] + (slope - 1) * (slope - 1));
	double by_intercept = PRIOR * x[0];
	double by_slope = PRIOR * (slope - 1);
	for (size_t i = 0; i < fit->n; i++) {
		double z = slope * fit->log_odds[i] + x[0];
		double target = fit->target[fit->y[i] > 0];
		double weight = fit->weight[i] * fit->weight_unit;
		double residual = weight * (1 / (1 + exp(-z)) - target);
		value += weight * (cml_softplus(z) - target * z);
		by_intercept += residual;
		by_slope += residual * fit->log_odds[i];
	}
	gradient[0] = by_intercept;
	if (fit->free_slope)
		gradient[1] = by_slope;
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

enum cml_result cml_rising_line_fit(struct cml_rising_line *line, size_t n, const double *log_odds,
				    const double *y, const double *weight, struct cml_error *err)
{
	struct fit fit = {
	    .n = n, .log_odds = log_odds, .y = y, .weight = weight, .free_slope = true};
	struct cml_lbfgs problem = {.n = 2,
				    .value = objective,
				    .context = &fit,
				    .max_steps = MAX_STEPS,
				    .tolerance = TOLERANCE};
	double x[2] = {0, 1};
	double value;
	set_targets(&fit);
	if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
		return err->status;
	if (x[1] < 0) {
		/* The objective is convex: on the edge is the best of what is allowed. */
		fit.free_slope = false;
		problem.n = 1;
		x[0] = x[1] = 0;
		if (cml_lbfgs_minimise(&problem, x, &value, NULL, err) != CML_OK)
			return err->status;
	}
	*line = (struct cml_rising_line){.slope = x[1], .intercept = x[0]};
	return CML_OK;
}
