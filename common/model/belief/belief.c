#include "model/belief/belief.h"

#include "base/memory.h"
#include "model/model_worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Noise is at least this part of the variance of a new job: none would divide by 0. */
#define MIN_NOISE 1e-9

void cml_belief_release(struct cml_belief *belief)
{
	free(belief->mean);
	free(belief->covariance);
	free(belief->noise);
	free(belief->log_chance);
	*belief = (struct cml_belief){0};
}

static enum cml_result allocate(struct cml_belief *belief, size_t n, struct cml_error *err)
{
	size_t n_cells;
	*belief = (struct cml_belief){.n = n};
	if (__builtin_mul_overflow(n, n, &n_cells))
		return cml_fail_memory(err);
	belief->mean = cml_array_new(n, sizeof *belief->mean);
	belief->covariance = cml_array_new(n_cells, sizeof *belief->covariance);
	belief->noise = cml_array_new(n, sizeof *belief->noise);
	belief->log_chance = cml_array_new(n, sizeof *belief->log_chance);
	return belief->mean && belief->covariance && belief->noise && belief->log_chance
		   ? CML_OK
		   : cml_fail_memory(err);
}

/* The lower triangle is what counts: rounding may differ above it. */
static void mirror(struct cml_belief *belief)
{
	size_t n = belief->n;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			belief->covariance[j * n + i] = belief->covariance[i * n + j];
}

/* All covariances of n jobs. */
static enum cml_result find_covariances(struct cml_belief *belief, const struct cml_model *model,
					size_t n, const float *x, struct cml_error *err)
{
	const struct cml_predictor_kind *kind = model->kind;
	size_t size = kind->n_known_numbers(model->state), n_numbers;
	if (__builtin_mul_overflow(n, size, &n_numbers))
		return cml_fail_memory(err);
	double *known = cml_array_new(n_numbers, sizeof *known);
	if (!known)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		kind->know(model->state, x + i * model->n_features, known + i * size);
	for (size_t i = 0; i < n; i++)
		kind->covariance(model->state, n, known, x + i * model->n_features,
				 belief->covariance + i * n);
	free(known);
	return CML_OK;
}

enum cml_result cml_belief_init(struct cml_belief *belief, const struct cml_model *model, size_t n,
				const float *x, struct cml_error *err)
{
	*belief = (struct cml_belief){0};
	if (!model->kind->covariance ||
	    (model->kind->has_covariance && !model->kind->has_covariance(model->state)))
		return cml_fail(err, CML_BAD_USAGE,
				"this needs a model with covariances between jobs, which %s "
				"does not have: train one with -p gp",
				model->kind->name);
	if (allocate(belief, n, err) != CML_OK ||
	    find_covariances(belief, model, n, x, err) != CML_OK)
		return err->status;
	belief->is_log = model->log_target;
	/* noise is the deviation of a new job until the covariance is known. */
	cml_model_forecast(model, n, x, belief->mean, belief->noise, belief->log_chance);
	for (size_t i = 0; i < n; i++) {
		double sd = belief->noise[i], mean = belief->mean[i];
		if (isnan(sd)) /* a constant target has none */
			sd = 0;
		if (model->log_target) {
			sd /= mean;
			mean = log(mean);
		}
		double *row = belief->covariance + i * n;
		row[i] = fmin(fmax(row[i], 0), sd * sd);
		belief->noise[i] = fmax(sd * sd - row[i], fmax(MIN_NOISE * sd * sd, 1e-300));
		belief->mean[i] = model->maximize ? mean : -mean;
	}
	mirror(belief);
	return CML_OK;
}

size_t cml_belief_best(const struct cml_belief *belief, size_t n)
{
	size_t best = 0;
	for (size_t i = 1; i < n; i++)
		if (belief->mean[i] > belief->mean[best])
			best = i;
	return best;
}

void cml_belief_take_readings(struct cml_belief *belief, bool maximize, size_t i,
			      const struct cml_baseline *readings)
{
	size_t n = belief->n;
	double value = belief->is_log ? log(readings->value) : readings->value;
	for (size_t j = 0; j < n; j++)
		belief->covariance[i * n + j] = belief->covariance[j * n + i] = 0;
	belief->covariance[i * n + i] = belief->noise[i] / (double)readings->n_jobs;
	belief->mean[i] = maximize ? value : -value;
}

struct cml_believed cml_belief_of(const struct cml_belief *belief, bool maximize, size_t i,
				  double z)
{
	double mean = maximize ? belief->mean[i] : -belief->mean[i];
	double half = z * sqrt(belief->covariance[i * belief->n + i]);
	struct cml_believed believed = {mean, mean - half, mean + half};
	if (!belief->is_log)
		return believed;
	return (struct cml_believed){exp(mean), exp(mean - half), exp(mean + half)};
}
