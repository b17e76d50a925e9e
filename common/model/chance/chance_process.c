#include "model/chance/chance_process.h"

#include "base/memory.h"
#include "learn/gp/gp_classes.h"
#include "model/chance/trend.h"

#include <math.h>
#include <stdlib.h>

/* Halvings of what the share may be. */
#define SHARE_STEPS 20

static bool has_direction(const enum cml_monotone *monotone, size_t n_features)
{
	for (size_t f = 0; monotone && f < n_features; f++)
		if (monotone[f] != CML_MONOTONE_FREE)
			return true;
	return false;
}

/* What a process learns of many rows: some of them, evenly. */
struct sample {
	struct cml_dataset rows;
	size_t *chosen;          /* rows.n_rows: of all rows */
	double *offset, *unseen; /* rows.n_rows: what they have beside it (gp_classes.h) */
};

static void release(struct sample *sample)
{
	cml_dataset_release(&sample->rows);
	free(sample->chosen);
	free(sample->offset);
}

/* As many of all rows as there are for each of CML_CHANCE_PROCESS_MAX_JOBS of the jobs. */
static enum cml_result take(const struct cml_dataset *rows, size_t n_jobs, struct sample *sample,
			    struct cml_error *err)
{
	double part = fmin(1, (double)CML_CHANCE_PROCESS_MAX_JOBS / (double)n_jobs);
	size_t n = (size_t)ceil(part * (double)rows->n_rows);
	sample->chosen = cml_array_new(n, sizeof *sample->chosen);
	sample->offset = cml_array_new(n, 2 * sizeof *sample->offset);
	if (!sample->chosen || !sample->offset)
		return cml_fail_memory(err);
	sample->unseen = sample->offset + n;
	for (size_t i = 0; i < n; i++)
		sample->chosen[i] = i * rows->n_rows / n;
	return cml_dataset_select(rows, sample->chosen, n, &sample->rows, err);
}

/* What has a direction becomes its trend, and 0 in the rows: a process leaves out what never
 * varies. fold: of the sample. */
static enum cml_result set_apart(struct sample *sample, const enum cml_monotone *monotone,
				 double unit, const uint32_t *fold, size_t n_folds,
				 struct cml_linear **trend, struct cml_error *err)
{
	struct cml_dataset *rows = &sample->rows;
	struct cml_trend_task task = {rows, unit, monotone, fold, n_folds};
	if (cml_trend_train(trend, &task, sample->offset, sample->unseen, err) != CML_OK)
		return err->status;
	for (size_t f = 0; f < rows->n_features; f++)
		for (size_t i = 0; monotone[f] != CML_MONOTONE_FREE && i < rows->n_rows; i++)
			rows->x[i * rows->n_features + f] = 0;
	return CML_OK;
}

/* What rows of a configuration were told that did not see it. */
struct told {
	uint64_t key;
	double chance;
};

static int by_key(const void *a, const void *b)
{
	uint64_t left = ((const struct told *)a)->key, right = ((const struct told *)b)->key;
	return (left > right) - (left < right);
}

/* chance[n_rows]: what the process says of rows outside the sample; of a configuration that is in
 * it, what those of other folds said, own[sample]. */
static enum cml_result ask(const struct cml_gp *process, const struct cml_dataset *rows,
			   const struct sample *sample, const double *own, double *chance,
			   struct cml_error *err)
{
	size_t n = sample->rows.n_rows;
	struct told *known = cml_array_new(n, sizeof *known);
	if (!known)
		return cml_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		known[i] = (struct told){sample->rows.keys[i], own[i]};
	qsort(known, n, sizeof *known, by_key);
	for (size_t row = 0; row < rows->n_rows; row++) {
		double mean, sd;
		struct told asked = {.key = rows->keys[row]};
		const struct told *found = bsearch(&asked, known, n, sizeof *known, by_key);
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

/* chance[n_rows]: of each row, under rows of other folds or under none of its configuration. With
 * directions the sample is all of them. */
static enum cml_result learn(struct cml_gp **process, struct cml_linear **trend,
			     const struct cml_dataset *rows, struct sample *sample, double unit,
			     const enum cml_monotone *monotone, const uint32_t *fold,
			     size_t n_folds, double *chance, struct cml_error *err)
{
	size_t n = sample->rows.n_rows;
	uint32_t *own_fold = cml_array_new(n, sizeof *own_fold);
	double *own = cml_array_new(n, sizeof *own);
	enum cml_result status = own_fold && own ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		own_fold[i] = fold[sample->chosen[i]];
	if (status == CML_OK && has_direction(monotone, rows->n_features))
		status = set_apart(sample, monotone, unit, own_fold, n_folds, trend, err);
	if (status == CML_OK)
		status =
		    cml_gp_classes_learn(&(struct cml_gp_classes){.data = &sample->rows,
								  .unit = unit,
								  .fold = own_fold,
								  .n_folds = n_folds,
								  .offset = sample->offset,
								  .unseen_offset = sample->unseen},
					 process, own, err);
	if (status == CML_OK && n < rows->n_rows)
		status = ask(*process, rows, sample, own, chance, err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		chance[sample->chosen[i]] = own[i];
	free(own_fold);
	free(own);
	return status;
}

double cml_chance_process_least(const enum cml_monotone *monotone, size_t n_features, size_t n_jobs)
{
	if (has_direction(monotone, n_features))
		return 0;
	return 0.5 * fmin(1, CML_CHANCE_PROCESS_MAX_JOBS / (double)n_jobs);
}

enum cml_result cml_chance_process_train(struct cml_gp **process, struct cml_linear **trend,
					 const struct cml_dataset *rows, size_t n_jobs,
					 const enum cml_monotone *monotone,
					 const struct cml_held_out *held_out, double *own,
					 struct cml_error *err)
{
	double unit = 0;
	size_t n = rows->n_rows, n_folds = 0;
	struct sample sample = {0};
	*process = NULL;
	*trend = NULL;
	if (held_out->n != n ||
	    (n_jobs > CML_CHANCE_PROCESS_MAX_JOBS && has_direction(monotone, rows->n_features)))
		return CML_OK;
	for (size_t row = 0; row < n_jobs; row++)
		unit += rows->weight[row] / (double)n_jobs;
	uint32_t *fold = cml_array_new(n, sizeof *fold);
	double *chance = cml_array_new(n, sizeof *chance);
	enum cml_result status = fold && chance ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++) {
		fold[held_out->rows[i]] = held_out->fold[i];
		n_folds = held_out->fold[i] < n_folds ? n_folds : held_out->fold[i] + 1;
	}
	if (status == CML_OK)
		status = take(rows, n_jobs, &sample, err);
	if (status == CML_OK)
		status = learn(process, trend, rows, &sample, unit, monotone, fold, n_folds, chance,
			       err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		own[i] = chance[held_out->rows[i]];
	if (!*process) {
		cml_linear_free(*trend);
		*trend = NULL;
	}
	release(&sample);
	free(fold);
	free(chance);
	return status == CML_BAD_DATA ? CML_OK : status;
}

/* The derivative, by the share, of the log likelihood. */
static double slope_at(double share, const struct cml_held_out *held_out, const double *log_chance,
		       const double *own)
{
	double unit = 0, slope = 1 / share - 1 / (1 - share);
	for (size_t i = 0; i < held_out->n; i++)
		unit = fmax(unit, held_out->weight[i]);
	for (size_t i = 0; i < held_out->n; i++) {
		double of_trees = exp(log_chance[i]);
		double pooled = (1 - share) * of_trees + share * own[i];
		double told = held_out->y[i] > 0 ? pooled : pooled - 1;
		slope += held_out->weight[i] / unit * (own[i] - of_trees) / told;
	}
	return slope;
}

/* The likelihood is concave: halving finds its top. */
double cml_chance_process_share(const struct cml_held_out *held_out, const double *log_chance,
				const double *own, double least)
{
	double low = least, high = 1;
	for (int step = 0; step < SHARE_STEPS; step++) {
		double middle = (low + high) / 2;
		if (slope_at(middle, held_out, log_chance, own) > 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}
