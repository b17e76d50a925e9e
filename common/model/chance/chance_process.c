#include "model/chance/chance_process.h"

#include "base/memory.h"
#include "learn/gp/gp_classes.h"
#include "math/normal.h"

#include <math.h>
#include <stdlib.h>

/* Halvings of what the share may be. */
#define SHARE_STEPS 20

/* What a process learns of many rows: some of them, evenly. */
struct sample {
	struct cml_dataset rows;
	size_t *chosen; /* rows.n_rows: of all rows */
};

static void release(struct sample *sample)
{
	cml_dataset_release(&sample->rows);
	free(sample->chosen);
}

/* As many of all rows as there are for each of CML_CHANCE_PROCESS_MAX_JOBS of the jobs. */
static enum cml_result take(const struct cml_dataset *rows, size_t n_jobs, struct sample *sample,
			    struct cml_error *err)
{
	double part = fmin(1, (double)CML_CHANCE_PROCESS_MAX_JOBS / (double)n_jobs);
	size_t n = (size_t)ceil(part * (double)rows->n_rows);
	if (!CML_NEW(&sample->chosen, n))
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		sample->chosen[i] = i * rows->n_rows / n;
	return cml_dataset_select(rows, sample->chosen, n, &sample->rows, err);
}

/* The out-of-fold chance of a configuration. */
struct known {
	uint64_t key;
	double chance;
};

static int by_key(const void *a, const void *b)
{
	uint64_t left = ((const struct known *)a)->key, right = ((const struct known *)b)->key;
	return (left > right) - (left < right);
}

/* chance[n_rows]: the prediction for rows outside the sample; for a configuration that is in it,
 * its out-of-fold chance, own[sample]. */
static enum cml_result predict_others(const struct cml_gp *process, const struct cml_dataset *rows,
				      const struct sample *sample, const double *own,
				      double *chance, struct cml_error *err)
{
	size_t n = sample->rows.n_rows;
	struct known *known = cml_array_new(n, sizeof *known);
	if (!known)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		known[i] = (struct known){sample->rows.keys[i], own[i]};
	qsort(known, n, sizeof *known, by_key);
	for (size_t row = 0; row < rows->n_rows; row++) {
		double mean, sd;
		struct known asked = {.key = rows->keys[row]};
		const struct known *found = bsearch(&asked, known, n, sizeof *known, by_key);
		if (found) {
			chance[row] = found->chance;
			continue;
		}
		cml_gp_predict(process, 1, rows->x + row * rows->n_features, &mean, &sd);
		chance[row] = cml_gp_classes_chance(mean, sd);
	}
	free(known);
	return CML_OK;
}

/* chance[n_rows]: of each row, under rows of other folds or under none of its configuration. */
static enum cml_result learn(struct cml_gp **process, const struct cml_dataset *rows,
			     const struct sample *sample, double unit, const uint32_t *fold,
			     size_t n_folds, double *chance, struct cml_error *err)
{
	size_t n = sample->rows.n_rows;
	uint32_t *own_fold = cml_array_new(n, sizeof *own_fold);
	double *own = cml_array_new(n, sizeof *own);
	enum cml_result status = CML_OK;
	if (!own_fold || !own) {
		status = cml_fail_memory(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++)
		own_fold[i] = fold[sample->chosen[i]];
	const struct cml_gp_classes classes = {
	    .data = &sample->rows, .unit = unit, .fold = own_fold, .n_folds = n_folds};
	if ((status = cml_gp_classes_learn(&classes, process, own, err)) != CML_OK ||
	    (n < rows->n_rows &&
	     (status = predict_others(*process, rows, sample, own, chance, err)) != CML_OK))
		goto out;
	for (size_t i = 0; i < n; i++)
		chance[sample->chosen[i]] = own[i];
out:
	free(own_fold);
	free(own);
	return status;
}

enum cml_result cml_chance_process_train(struct cml_gp **process, const struct cml_dataset *rows,
					 size_t n_jobs, const struct cml_held_out *held_out,
					 double *own, struct cml_error *err)
{
	double unit = 0;
	size_t n = rows->n_rows, n_folds = 0;
	struct sample sample = {0};
	enum cml_result status = CML_OK;
	*process = NULL;
	if (held_out->n != n)
		return CML_OK;
	for (size_t row = 0; row < n_jobs; row++)
		unit += rows->weight[row] / (double)n_jobs;
	uint32_t *fold = cml_array_new(n, sizeof *fold);
	double *chance = cml_array_new(n, sizeof *chance);
	if (!fold || !chance) {
		status = cml_fail_memory(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++) {
		fold[held_out->rows[i]] = held_out->fold[i];
		n_folds = held_out->fold[i] < n_folds ? n_folds : held_out->fold[i] + 1;
	}
	if ((status = take(rows, n_jobs, &sample, err)) != CML_OK ||
	    (status = learn(process, rows, &sample, unit, fold, n_folds, chance, err)) != CML_OK)
		goto out;
	for (size_t i = 0; i < n; i++)
		own[i] = chance[held_out->rows[i]];
out:
	release(&sample);
	free(fold);
	free(chance);
	return status == CML_BAD_DATA ? CML_OK : status;
}

/* The derivative, by the share, of the log likelihood. */
static double slope_at(double share, const struct cml_held_out *held_out, const double *log_odds,
		       const double *own)
{
	double unit = 0, slope = 1 / share - 1 / (1 - share);
	for (size_t i = 0; i < held_out->n; i++)
		unit = fmax(unit, held_out->weight[i]);
	for (size_t i = 0; i < held_out->n; i++) {
		double of_trees = cml_logistic(log_odds[i]);
		double pooled = (1 - share) * of_trees + share * own[i];
		double divisor = held_out->y[i] > 0 ? pooled : pooled - 1;
		slope += held_out->weight[i] / unit * (own[i] - of_trees) / divisor;
	}
	return slope;
}

/* The likelihood is concave: halving finds its top. */
double cml_chance_process_share(const struct cml_held_out *held_out, const double *log_odds,
				const double *own, size_t n_jobs)
{
	double low = 0.5 * pow(fmin(1, CML_CHANCE_PROCESS_MAX_JOBS / (double)n_jobs), 3), high = 1;
	for (int step = 0; step < SHARE_STEPS; step++) {
		double middle = (low + high) / 2;
		if (slope_at(middle, held_out, log_odds, own) > 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}
