#include "model/law/law.h"

#include "base/device.h"
#include "math/lbfgs.h"
#include "math/nnls.h"
#include "math/normal.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 50
/* Of logarithms: a law that gets no better by more has been found. */
#define ENOUGH 1e-7
/* Huber: errors of so many deviations count less than their square; 95 % efficient. */
#define TUNING 1.345
/* Deviations are not below: repeats differ by a percent. */
#define MIN_DEVIATION 0.01
/* A step is linear in what is smaller. */
#define MAX_MOVE 1.0

struct fit {
	const struct cml_law_rows *rows;
	double prior_sd, deviation;
	double *residuals; /* n: ln(measured / law), less the level of the group */
	double *levels;    /* n_groups */
	double *sums;      /* 2 x n_groups: weight, weighted residuals */
	double *scratch;   /* n */
	double *gram, *b;  /* n_terms^2, n_terms */
	double *next;      /* n_terms */
};

double cml_law_rows_log(const struct cml_law_rows *rows, size_t row, const double *w)
{
	double sum = 0;
	for (size_t k = 0; k < rows->n_terms; k++)
		sum += w[k] * rows->terms[row * rows->n_terms + k];
	return log(sum);
}

/* Jobs that a level of 0 counts for in each group. */
#define LEVEL_PRIOR 2.0

static void find_levels(struct fit *fit)
{
	const struct cml_law_rows *rows = fit->rows;
	double *weight = fit->sums, *sum = fit->sums + rows->n_groups;
	memset(fit->sums, 0, 2 * rows->n_groups * sizeof *fit->sums);
	for (size_t i = 0; i < rows->n; i++) {
		weight[rows->group[i]] += rows->weight[i];
		sum[rows->group[i]] += rows->weight[i] * fit->residuals[i];
	}
	for (size_t g = 0; g < rows->n_groups; g++)
		fit->levels[g] = rows->n_groups > 1 ? sum[g] / (weight[g] + LEVEL_PRIOR) : 0;
	for (size_t i = 0; i < rows->n; i++)
		fit->residuals[i] -= fit->levels[rows->group[i]];
}

/* The sum of Huber's losses, and what the prior adds; fills levels and residuals. */
static double loss_of(struct fit *fit, const double *w)
{
	const struct cml_law_rows *rows = fit->rows;
	double loss = 0, edge = TUNING * fit->deviation;
	for (size_t i = 0; i < rows->n; i++)
		fit->residuals[i] = rows->logs[i] - cml_law_rows_log(rows, i, w);
	find_levels(fit);
	for (size_t g = 0; g < rows->n_groups; g++)
		loss += LEVEL_PRIOR * fit->levels[g] * fit->levels[g] / 2;
	for (size_t i = 0; i < rows->n; i++) {
		double r = fit->residuals[i], a = fabs(r);
		loss += rows->weight[i] * (a < edge ? r * r / 2 : edge * (a - edge / 2));
	}
	for (size_t k = 0; fit->prior_sd > 0 && k < rows->n_terms; k++)
		loss += pow(fit->deviation * (w[k] - 1) / fit->prior_sd, 2) / 2;
	return loss;
}

static void find_deviation(struct fit *fit)
{
	for (size_t i = 0; i < fit->rows->n; i++)
		fit->scratch[i] = fabs(fit->residuals[i]);
	fit->deviation = fmax(MIN_DEVIATION, 1.4826 * cml_median(fit->rows->n, fit->scratch));
}

/* Linear at w: terms over the law, and 1 with the residual that is left. */
static void add_row(struct fit *fit, size_t row, const double *w)
{
	size_t n = fit->rows->n_terms;
	const double *terms = fit->rows->terms + row * n;
	double law = exp(cml_law_rows_log(fit->rows, row, w)), r = fit->residuals[row];
	double weight = fit->rows->weight[row] * fmin(1, TUNING * fit->deviation / fabs(r));
	double target = 1 + fmin(fmax(r, -MAX_MOVE), MAX_MOVE);
	for (size_t k = 0; k < n; k++) {
		double own = weight * terms[k] / law;
		fit->b[k] += own * target;
		for (size_t j = 0; j < n; j++)
			fit->gram[k * n + j] += own * terms[j] / law;
	}
}

static void step(struct fit *fit, const double *w)
{
	size_t n = fit->rows->n_terms;
	memset(fit->gram, 0, n * n * sizeof *fit->gram);
	memset(fit->b, 0, n * sizeof *fit->b);
	for (size_t i = 0; i < fit->rows->n; i++)
		add_row(fit, i, w);
	for (size_t k = 0; fit->prior_sd > 0 && k < n; k++) {
		double prior = pow(fit->deviation / fit->prior_sd, 2);
		fit->gram[k * n + k] += prior;
		fit->b[k] += prior;
	}
	memcpy(fit->next, w, n * sizeof *w);
	cml_nnls(n, fit->gram, fit->b, fit->next);
}

/* Half the way again, until the loss falls; false: it does not. */
static bool advance(struct fit *fit, double *w, double *loss)
{
	size_t n = fit->rows->n_terms;
	for (int half = 0; half < 20; half++) {
		double next = loss_of(fit, fit->next);
		if (next < *loss) {
			bool is_done = next > *loss * (1 - ENOUGH);
			memcpy(w, fit->next, n * sizeof *w);
			*loss = next;
			return !is_done;
		}
		for (size_t k = 0; k < n; k++)
			fit->next[k] = (fit->next[k] + w[k]) / 2;
	}
	loss_of(fit, w);
	return false;
}

/* Where nothing is known before: each term as if it were the whole law, by a share. */
static void begin(const struct cml_law_rows *rows, double *w)
{
	for (size_t k = 0; k < rows->n_terms; k++) {
		double sum = 0, weight = 0;
		for (size_t i = 0; i < rows->n; i++) {
			sum += rows->weight[i] * rows->terms[i * rows->n_terms + k] /
			       exp(rows->logs[i]);
			weight += rows->weight[i];
		}
		w[k] = sum > 0 ? weight / sum / (double)rows->n_terms : 0;
	}
}

enum cml_result cml_law_fit(const struct cml_law_rows *rows, double prior_sd, double *w,
			    double *levels, struct cml_error *err)
{
	size_t n = rows->n_terms;
	struct fit fit = {
	    .rows = rows, .prior_sd = prior_sd, .deviation = INFINITY, .levels = levels};
	enum cml_result status = CML_OK;
	double loss;
	if (!CML_NEW(&fit.residuals, 2 * rows->n + 2 * rows->n_groups) ||
	    !CML_NEW(&fit.gram, n * n + 2 * n)) {
		status = cml_fail_memory(err);
		goto out;
	}
	fit.scratch = fit.residuals + rows->n;
	fit.sums = fit.scratch + rows->n;
	fit.b = fit.gram + n * n;
	fit.next = fit.b + n;
	if (prior_sd == 0)
		begin(rows, w);
	loss_of(&fit, w);
	/* The deviation follows the residuals: so often is enough. */
	for (int round = 0; round < 5; round++) {
		find_deviation(&fit);
		loss = loss_of(&fit, w);
		for (int i = 0; i < MAX_STEPS; i++) {
			step(&fit, w);
			if (!advance(&fit, w, &loss))
				break;
		}
	}
out:
	free(fit.residuals);
	free(fit.gram);
	return status;
}

/* Failures. */

/* How far textbook weights are off: those of two published memory formulas differ by so much, in
 * logarithms; and how far the steepness is. */
#define PRIOR_SD 0.3
#define STEEPNESS_SD 0.4

struct ends_fit {
	const struct cml_law_rows *rows;
	const enum cml_law_end *ends;
	double ran;   /* what a job that ran counts, at most 1 */
	double other; /* chance that a job which failed did so for another reason */
};

/* The derivative of -ln likelihood by the log-odds; adds to *value. */
static double add_end(const struct ends_fit *fit, enum cml_law_end end, double z, double *value)
{
	double ran = cml_logistic(z);
	if (end == CML_LAW_RAN) {
		*value += cml_softplus(-z);
		return ran - 1;
	}
	if (end == CML_LAW_OOM) {
		*value += cml_softplus(z);
		return ran;
	}
	double failed = fit->other + (1 - fit->other) * (1 - ran);
	*value -= log(failed);
	return (1 - fit->other) * ran * (1 - ran) / failed;
}

/* x: ln of the weights, then ln of the steepness. */
static double ends_objective(void *context, const double *x, double *gradient)
{
	const struct ends_fit *fit = context;
	const struct cml_law_rows *rows = fit->rows;
	size_t n = rows->n_terms;
	double value = pow((x[n] - log(CML_MEMORY_STEEPNESS)) / STEEPNESS_SD, 2) / 2, k = exp(x[n]);
	gradient[n] = (x[n] - log(CML_MEMORY_STEEPNESS)) / (STEEPNESS_SD * STEEPNESS_SD);
	for (size_t t = 0; t < n; t++) {
		value += pow(x[t] / PRIOR_SD, 2) / 2;
		gradient[t] = x[t] / (PRIOR_SD * PRIOR_SD);
	}
	for (size_t i = 0; i < rows->n; i++) {
		const double *terms = rows->terms + i * n;
		double sum = 0;
		for (size_t t = 0; t < n; t++)
			sum += exp(x[t]) * terms[t];
		if (!(sum > 0))
			continue;
		double z = k * (rows->logs[i] - log(sum));
		double weight = rows->weight[i] * (fit->ends[i] == CML_LAW_RAN ? fit->ran : 1);
		double own = 0, slope = weight * add_end(fit, fit->ends[i], z, &own);
		value += weight * own;
		gradient[n] += slope * z;
		for (size_t t = 0; t < n; t++)
			gradient[t] -= slope * k * exp(x[t]) * terms[t] / sum;
	}
	return value;
}

enum cml_result cml_law_fit_ends(const struct cml_law_rows *rows, const enum cml_law_end *ends,
				 double *w, double *steepness, struct cml_error *err)
{
	size_t n = rows->n_terms, n_failed = 0, n_ran = 0;
	double *x = cml_array_new(n + 1, sizeof *x), value;
	if (!x)
		return cml_fail_memory(err);
	for (size_t i = 0; i < rows->n; i++) {
		n_failed += ends[i] == CML_LAW_MAYBE_OOM;
		n_ran += ends[i] == CML_LAW_RAN;
	}
	double counted = CML_RAN_PER_FAILED * (1 + (double)(rows->n - n_ran));
	struct ends_fit fit = {.rows = rows,
			       .ends = ends,
			       .ran = fmin(1, counted / (double)n_ran),
			       .other = ((double)n_failed + 1) / ((double)rows->n + 2)};
	const struct cml_lbfgs problem = {.n = n + 1,
					  .value = ends_objective,
					  .context = &fit,
					  .max_steps = 200,
					  .tolerance = 1e-6};
	x[n] = log(CML_MEMORY_STEEPNESS);
	enum cml_result status = cml_lbfgs_minimise(&problem, x, &value, NULL, err);
	if (status != CML_OK)
		goto out;
	for (size_t t = 0; t < n; t++)
		w[t] = exp(x[t]);
	*steepness = exp(x[n]);
out:
	free(x);
	return status;
}
