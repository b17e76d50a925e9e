/* What is told of the configuration that is named the best. Part of belief.h. */
#include "model/belief/belief.h"

#include "base/memory.h"
#include "base/random.h"
#include "math/cholesky.h"
#include "math/normal.h"
#include "math/summary.h"

#include <math.h>
#include <stdlib.h>

/* Added to the variances, as part of the largest: configurations that are believed to be equal. */
#define JITTER 1e-9

/* Draws of all truths, from the factor L of their covariance: how far from its mean, in standard
 * deviations, the best one lies. */
static double distance_of_best(const struct cml_belief *belief, size_t n, const double *factor,
			       struct cml_random *random, double *draw)
{
	double best = -INFINITY, distance = 0;
	for (size_t i = 0; i < n; i++)
		draw[i] = cml_random_normal(random);
	for (size_t i = 0; i < n; i++) {
		double off = 0, variance = belief->covariance[i * belief->n + i];
		for (size_t j = 0; j <= i; j++)
			off += factor[i * n + j] * draw[j];
		if (belief->mean[i] + off <= best)
			continue;
		best = belief->mean[i] + off;
		distance = variance > 0 ? fabs(off) / sqrt(variance) : 0;
	}
	return distance;
}

static bool factorise(const struct cml_belief *belief, size_t n, double *factor)
{
	double largest = 0;
	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, belief->covariance[i * belief->n + i]);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j <= i; j++)
			factor[i * n + j] = belief->covariance[i * belief->n + j];
		factor[i * n + i] += fmax(JITTER * largest, 1e-300);
	}
	return cml_cholesky(n, factor);
}

enum cml_result cml_belief_best_z(const struct cml_belief *belief, size_t n, double probability,
				  uint64_t seed, double *z, struct cml_error *err)
{
	struct cml_random random;
	double *factor = cml_array_new(n * n, sizeof *factor);
	double *draw = cml_array_new(n, sizeof *draw);
	double *distances = cml_array_new(CML_BELIEF_DRAWS, sizeof *distances);
	enum cml_result status = CML_OK;
	*z = cml_normal_central(probability);
	if (!factor || !draw || !distances)
		status = cml_fail_memory(err);
	else if (!factorise(belief, n, factor))
		status = cml_fail(err, CML_BAD_DATA,
				  "the model's covariances are not positive definite");
	cml_random_init(&random, seed, 0);
	for (size_t s = 0; status == CML_OK && n > 1 && s < CML_BELIEF_DRAWS; s++)
		distances[s] = distance_of_best(belief, n, factor, &random, draw);
	if (status == CML_OK && n > 1)
		*z = fmax(*z, cml_quantile(CML_BELIEF_DRAWS, distances, probability));
	free(factor);
	free(draw);
	free(distances);
	return status;
}

/* A difference in the unit that was learned, larger is better, as a fraction of the baseline. */
static double as_fraction(const struct cml_belief *belief, bool maximize, double difference,
			  double baseline)
{
	if (!belief->is_log)
		return difference / fabs(baseline);
	return maximize ? expm1(difference) : -expm1(-difference);
}

struct cml_believed cml_belief_gain_over(const struct cml_belief *belief, bool maximize, size_t i,
					 double z, const struct cml_baseline *baseline,
					 double z_baseline)
{
	double base = belief->is_log ? log(baseline->value) : baseline->value;
	double difference = belief->mean[i] - (maximize ? base : -base);
	double variance = z * z * belief->covariance[i * belief->n + i];
	if (baseline->n_jobs > 0)
		variance += z_baseline * z_baseline * belief->noise[i] / (double)baseline->n_jobs;
	double half = sqrt(variance);
	return (struct cml_believed){
	    as_fraction(belief, maximize, difference, baseline->value),
	    as_fraction(belief, maximize, difference - half, baseline->value),
	    as_fraction(belief, maximize, difference + half, baseline->value)};
}
