#include "model/chance/avoidance.h"

#include "base/memory.h"
#include "learn/data/key_groups.h"
#include "math/lbfgs.h"
#include "math/sort.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS 100
#define TOLERANCE 1e-4

/* A param of more values has so many ranges of them, about as many rows in each. */
#define MAX_LEVELS 8

/* Precision of the logarithms of habits. */
#define HABIT_PRECISION 2.0

/* What launched is chosen from: 1 first, then always about half as much. */
static const double fractions[] = {1, 0.7, 0.5, 0.35, 0.25, 0.15, 0.08, 0.04, 0.02};
#define N_FRACTIONS (sizeof fractions / sizeof *fractions)

/* Rows of jobs come first, then those drawn. */
struct fit {
	const struct cml_avoidance_task *task;
	size_t n_jobs, n_rows;
	size_t n_params;
	size_t n_habits;    /* levels of all params */
	uint32_t *habit;    /* n_rows x n_params: which of them a row has */
	double *job_total;  /* n_habits: weight of jobs that have it */
	double *job_weight; /* n_jobs, of mean 1 */
	double *density;    /* drawn: habit times what is launched */
	double launched;
	double mean_density;
};

static float feature_of(const struct fit *fit, size_t row, size_t feature)
{
	const struct cml_dataset *from = row < fit->n_jobs ? fit->task->jobs : fit->task->drawn;
	size_t own = row < fit->n_jobs ? row : row - fit->n_jobs;
	return from->x[own * from->n_features + feature];
}

/* Gives each row its level of a feature, and param the next place in habit. */
static enum cml_result split_param(struct fit *fit, size_t feature, size_t param, double *values,
				   size_t *order, struct cml_error *err)
{
	size_t n = fit->n_rows, n_distinct = 1, level = 0, n_in_level = 0;
	for (size_t row = 0; row < n; row++)
		values[row] = (double)feature_of(fit, row, feature);
	if (cml_sort_order(n, values, order, err) != CML_OK)
		return err->status;
	for (size_t i = 1; i < n; i++)
		n_distinct += values[order[i]] > values[order[i - 1]];
	for (size_t i = 0; i < n; i++) {
		bool is_new = i > 0 && !(values[order[i]] == values[order[i - 1]]) &&
			      !(isnan(values[order[i]]) && isnan(values[order[i - 1]]));
		if (is_new && (n_distinct <= MAX_LEVELS || n_in_level * MAX_LEVELS >= n ||
			       isnan(values[order[i]]))) {
			level++;
			n_in_level = 0;
		}
		n_in_level++;
		fit->habit[order[i] * fit->n_params + param] = (uint32_t)(fit->n_habits + level);
	}
	fit->n_habits += level + 1;
	return CML_OK;
}

static enum cml_result split_params(struct fit *fit, struct cml_error *err)
{
	double *values = cml_array_new(fit->n_rows, sizeof *values);
	size_t *order = cml_array_new(fit->n_rows, sizeof *order);
	enum cml_result status = values && order ? CML_OK : cml_fail_memory(err);
	size_t param = 0;
	for (size_t f = 0; status == CML_OK && f < fit->task->jobs->n_features; f++)
		if (fit->task->is_param[f])
			status = split_param(fit, f, param++, values, order, err);
	free(values);
	free(order);
	return status;
}

static void weigh_jobs(struct fit *fit)
{
	const double *weight = fit->task->jobs->weight;
	double mean = 0;
	for (size_t i = 0; i < fit->n_jobs; i++)
		mean += weight[i] / (double)fit->n_jobs;
	for (size_t i = 0; i < fit->n_jobs; i++) {
		fit->job_weight[i] = weight[i] / mean;
		for (size_t p = 0; p < fit->n_params; p++)
			fit->job_total[fit->habit[i * fit->n_params + p]] += fit->job_weight[i];
	}
}

static enum cml_result prepare(struct fit *fit, struct cml_error *err)
{
	const struct cml_dataset *jobs = fit->task->jobs;
	fit->n_jobs = jobs->n_rows;
	fit->n_rows = jobs->n_rows + fit->task->drawn->n_rows;
	for (size_t f = 0; f < jobs->n_features; f++)
		fit->n_params += fit->task->is_param[f];
	fit->habit = cml_array_new(fit->n_rows * fit->n_params + 1, sizeof *fit->habit);
	fit->job_weight = cml_array_new(fit->n_jobs, sizeof *fit->job_weight);
	fit->density = cml_array_new(fit->task->drawn->n_rows, sizeof *fit->density);
	if (!fit->habit || !fit->job_weight || !fit->density)
		return cml_fail_memory(err);
	if (split_params(fit, err) != CML_OK)
		return err->status;
	fit->job_total = cml_array_new(fit->n_habits + 1, sizeof *fit->job_total);
	if (!fit->job_total)
		return cml_fail_memory(err);
	weigh_jobs(fit);
	return CML_OK;
}

static double launch_rate(const struct fit *fit, double chance)
{
	return fit->launched + (1 - fit->launched) * chance;
}

static void find_density(struct fit *fit, const double *log_habits)
{
	size_t n = fit->task->drawn->n_rows;
	fit->mean_density = 0;
	for (size_t j = 0; j < n; j++) {
		const uint32_t *own = fit->habit + (fit->n_jobs + j) * fit->n_params;
		double log_habit = 0;
		for (size_t p = 0; p < fit->n_params; p++)
			log_habit += log_habits[own[p]];
		fit->density[j] = exp(log_habit) * launch_rate(fit, fit->task->drawn_chance[j]);
		fit->mean_density += fit->density[j] / (double)n;
	}
}

/* For cml_lbfgs: minus the log likelihood of the jobs, and the prior of habits. What jobs have by
 * launched alone is left out. */
static double objective(void *context, const double *log_habits, double *gradient)
{
	struct fit *fit = context;
	size_t n = fit->task->drawn->n_rows;
	double of_one = (double)fit->n_jobs / (double)n;
	find_density(fit, log_habits);
	double value = (double)fit->n_jobs * log(fit->mean_density);
	for (size_t h = 0; h < fit->n_habits; h++) {
		value += HABIT_PRECISION / 2 * log_habits[h] * log_habits[h] -
			 fit->job_total[h] * log_habits[h];
		gradient[h] = HABIT_PRECISION * log_habits[h] - fit->job_total[h];
	}
	for (size_t j = 0; j < n; j++) {
		const uint32_t *own = fit->habit + (fit->n_jobs + j) * fit->n_params;
		for (size_t p = 0; p < fit->n_params; p++)
			gradient[own[p]] += of_one * fit->density[j] / fit->mean_density;
	}
	return value;
}

/* The log likelihood of a fraction that is launched, habits the best for it. */
static enum cml_result fit_habits(struct fit *fit, double launched, double *log_habits,
				  double *likelihood, struct cml_error *err)
{
	struct cml_lbfgs problem = {.n = fit->n_habits,
				    .value = objective,
				    .context = fit,
				    .max_steps = MAX_STEPS,
				    .tolerance = TOLERANCE};
	double value;
	fit->launched = launched;
	if (fit->n_habits == 0)
		value = objective(fit, log_habits, log_habits);
	else if (cml_lbfgs_minimise(&problem, log_habits, &value, NULL, err) != CML_OK)
		return err->status;
	*likelihood = -value;
	for (size_t i = 0; i < fit->n_jobs; i++)
		*likelihood += fit->job_weight[i] * log(launch_rate(fit, fit->task->job_chance[i]));
	return CML_OK;
}

/* The derivative of the likelihood by the log-odds of each drawn, over that of a failed job. */
static void weigh_drawn(struct fit *fit, const double *log_habits, double *weight)
{
	size_t n = fit->task->drawn->n_rows;
	double of_one = (double)fit->n_jobs / (double)n;
	find_density(fit, log_habits);
	for (size_t j = 0; j < n; j++) {
		double chance = fit->task->drawn_chance[j];
		double habit = fit->density[j] / launch_rate(fit, chance);
		weight[j] = of_one * habit * (1 - fit->launched) * (1 - chance) / fit->mean_density;
	}
}

/* Whether a gain of log likelihood is more than a number more explains. Jobs of one configuration
 * have the error of its chance in common: they are one piece of evidence. */
static enum cml_result convinces(const struct fit *fit, double gain, bool *does,
				 struct cml_error *err)
{
	struct cml_key_groups groups = {0};
	if (cml_key_groups_init(&groups, fit->n_jobs, fit->task->jobs->keys, err) != CML_OK)
		return err->status;
	double n = (double)groups.n;
	cml_key_groups_release(&groups);
	*does = gain * n / (double)fit->n_jobs > log(n) / 2;
	return CML_OK;
}

static enum cml_result choose(struct fit *fit, struct cml_avoidance *avoidance, double *log_habits,
			      struct cml_error *err)
{
	size_t n = fit->n_habits;
	double *best_habits = log_habits + n + 1;
	double best = -INFINITY, of_none = 0;
	for (size_t k = 0; k < N_FRACTIONS; k++) {
		double likelihood = -INFINITY;
		if (fit_habits(fit, fractions[k], log_habits, &likelihood, err) != CML_OK)
			return err->status;
		if (k == 0)
			of_none = likelihood;
		if (!(likelihood > best))
			continue;
		best = likelihood;
		avoidance->launched = fractions[k];
		memcpy(best_habits, log_habits, n * sizeof *log_habits);
	}
	bool does = false;
	if (convinces(fit, best - of_none, &does, err) != CML_OK)
		return err->status;
	if (!does)
		avoidance->launched = 1;
	return CML_OK;
}

enum cml_result cml_avoidance_fit(struct cml_avoidance *avoidance,
				  const struct cml_avoidance_task *task, double *weight,
				  struct cml_error *err)
{
	struct fit fit = {.task = task};
	double *log_habits = NULL;
	*avoidance = (struct cml_avoidance){.launched = 1};
	enum cml_result status = prepare(&fit, err);
	if (status == CML_OK &&
	    !(log_habits = cml_array_new(fit.n_habits + 1, 2 * sizeof *log_habits)))
		status = cml_fail_memory(err);
	if (status == CML_OK)
		status = choose(&fit, avoidance, log_habits, err);
	fit.launched = avoidance->launched;
	if (status == CML_OK)
		weigh_drawn(&fit, log_habits + fit.n_habits + 1, weight);
	free(log_habits);
	free(fit.habit);
	free(fit.job_total);
	free(fit.job_weight);
	free(fit.density);
	return status;
}
