#include "model/chance/chance_process.h"

#include "base/memory.h"
#include "model/gp/gp_classes.h"

#include <math.h>
#include <stdlib.h>

/* Halvings of what the share may be. */
#define SHARE_STEPS 20

/* Chances in the order of the rows held out. */
static enum cml_result learn(struct cml_gp **process, const struct cml_dataset *rows, double unit,
			     const struct cml_held_out *held_out, double *own,
			     struct cml_error *err)
{
	size_t n = held_out->n, n_folds = 0;
	uint32_t *fold = cml_array_new(n, sizeof *fold);
	double *chance = cml_array_new(n, sizeof *chance);
	enum cml_result status = fold && chance ? CML_OK : cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < n; i++) {
		fold[held_out->rows[i]] = held_out->fold[i];
		n_folds = held_out->fold[i] < n_folds ? n_folds : held_out->fold[i] + 1;
	}
	if (status == CML_OK)
		status = cml_gp_classes_learn(rows, unit, fold, n_folds, process, chance, err);
	for (size_t i = 0; status == CML_OK && i < n; i++)
		own[i] = chance[held_out->rows[i]];
	free(fold);
	free(chance);
	return status;
}

enum cml_result cml_chance_process_train(struct cml_gp **process, const struct cml_dataset *rows,
					 size_t n_jobs, const enum cml_monotone *monotone,
					 const struct cml_held_out *held_out, double *own,
					 struct cml_error *err)
{
	double unit = 0;
	*process = NULL;
	if (n_jobs > CML_CHANCE_PROCESS_MAX_JOBS || held_out->n != rows->n_rows)
		return CML_OK;
	for (size_t f = 0; monotone && f < rows->n_features; f++)
		if (monotone[f] != CML_MONOTONE_FREE)
			return CML_OK;
	for (size_t row = 0; row < n_jobs; row++)
		unit += rows->weight[row] / (double)n_jobs;
	enum cml_result status = learn(process, rows, unit, held_out, own, err);
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
				const double *own)
{
	double low = 0.5, high = 1;
	for (int step = 0; step < SHARE_STEPS; step++) {
		double middle = (low + high) / 2;
		if (slope_at(middle, held_out, log_chance, own) > 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}
