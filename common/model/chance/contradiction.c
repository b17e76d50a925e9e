#include "model/chance/contradiction.h"

#include "base/text.h"
#include "learn/data/key_groups.h"
#include "math/correlation.h"

#include <math.h>
#include <stdlib.h>

/* The jobs that are looked at, and room for those of one context. */
struct errors {
	const struct cml_dataset *rows;
	size_t n;
	size_t *job;      /* n: rows */
	double *error;    /* n: whether it ran, less what it was told */
	double *of_group; /* as many as the largest group */
	double *value, *rank;
	struct cml_key_groups groups; /* of one context, of 0 to n */
};

/* Two jobs are of one context where they have the same values of all its columns. */
static uint64_t context_key(const struct cml_chance_training *training, const float *x)
{
	uint64_t key = 0;
	for (size_t c = 0; c < training->n_contexts; c++)
		key = cml_hash(key, x + training->contexts[c].first,
			       training->contexts[c].n * sizeof *x);
	return key;
}

static enum cml_result init(struct errors *errors, const struct cml_chance_training *training,
			    const struct cml_dataset *rows, size_t n_jobs, const double *told,
			    struct cml_error *err)
{
	*errors = (struct errors){.rows = rows};
	uint64_t *keys = cml_array_new(n_jobs, sizeof *keys);
	errors->job = cml_array_new(n_jobs, sizeof *errors->job);
	errors->error = cml_array_new(n_jobs, 4 * sizeof *errors->error);
	enum cml_result status =
	    keys && errors->job && errors->error ? CML_OK : cml_fail_memory(err);
	for (size_t row = 0; status == CML_OK && row < n_jobs; row++) {
		if (isnan(told[row]))
			continue;
		keys[errors->n] = context_key(training, rows->x + row * rows->n_features);
		errors->error[errors->n] = rows->y[row] - told[row];
		errors->job[errors->n++] = row;
	}
	if (status == CML_OK)
		status = cml_key_groups_init(&errors->groups, errors->n, keys, err);
	if (status == CML_OK) {
		errors->of_group = errors->error + n_jobs;
		errors->value = errors->of_group + n_jobs;
		errors->rank = errors->value + n_jobs;
	}
	free(keys);
	return status;
}

static void release(struct errors *errors)
{
	free(errors->job);
	free(errors->error);
	cml_key_groups_release(&errors->groups);
}

/* Takes the mean from v[n]; the sum of squares that is left: nothing of ranks that are all tied,
 * whose sum is exact. */
static double centre(size_t n, double *v)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	for (size_t i = 0; i < n; i++) {
		v[i] -= sum / (double)n;
		squares += v[i] * v[i];
	}
	return squares;
}

/* Adds the trend of group g along the feature, and its variance. */
static enum cml_result add_group(struct errors *errors, size_t g, size_t feature, double *trend,
				 double *variance, struct cml_error *err)
{
	const struct cml_dataset *rows = errors->rows;
	size_t n = 0;
	for (size_t k = errors->groups.first[g]; k < errors->groups.first[g + 1]; k++) {
		size_t i = errors->groups.rows[k];
		double value = (double)rows->x[errors->job[i] * rows->n_features + feature];
		if (isnan(value))
			continue;
		errors->value[n] = value;
		errors->of_group[n++] = errors->error[i];
	}
	if (n < 2)
		return CML_OK;
	if (cml_ranks(n, errors->value, errors->rank, err) != CML_OK)
		return err->status;
	double of_errors = centre(n, errors->of_group), of_ranks = centre(n, errors->rank);
	for (size_t i = 0; i < n; i++)
		*trend += errors->of_group[i] * errors->rank[i];
	*variance += of_errors * of_ranks / (double)(n - 1);
	return CML_OK;
}

enum cml_result cml_contradiction(const struct cml_chance_training *training,
				  const struct cml_dataset *rows, size_t n_jobs, const double *told,
				  double *score, struct cml_error *err)
{
	struct errors errors;
	enum cml_result status = init(&errors, training, rows, n_jobs, told, err);
	for (size_t f = 0; status == CML_OK && f < rows->n_features; f++) {
		double trend = 0, variance = 0;
		enum cml_monotone direction =
		    training->monotone ? training->monotone[f] : CML_MONOTONE_FREE;
		score[f] = NAN;
		if (direction == CML_MONOTONE_FREE)
			continue;
		for (size_t g = 0; status == CML_OK && g < errors.groups.n; g++)
			status = add_group(&errors, g, f, &trend, &variance, err);
		if (variance > 0)
			score[f] = -(double)direction * trend / sqrt(variance);
	}
	release(&errors);
	return status;
}
