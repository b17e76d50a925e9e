#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/gp/gp_classes.h"
#include "math/normal.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cml_chance_free(struct cml_chance *chance)
{
	if (!chance)
		return;
	cml_tree_ensemble_free(chance->trees);
	cml_gp_free(chance->process);
	for (size_t i = 0; i < chance->n_limits; i++) {
		free(chance->limits[i].name);
		cml_auto_predictor.free(chance->limits[i].state);
	}
	free(chance->limits);
	free(chance);
}

size_t cml_chance_n_limits(const struct cml_chance *chance)
{
	return chance->n_limits;
}

struct cml_chance_jobs cml_chance_jobs(const struct cml_chance *chance)
{
	return (struct cml_chance_jobs){
	    .n_ran = chance->n_ran, .n_failed = chance->n_failed, .auc = chance->auc};
}

bool cml_chance_is_guess(const struct cml_chance_jobs *jobs)
{
	double error =
	    sqrt((jobs->n_ran + jobs->n_failed + 1) / (12 * jobs->n_ran * jobs->n_failed));
	return jobs->auc < 0.5 + 2 * error;
}

double cml_chance_launched(const struct cml_chance *chance)
{
	return chance->launched;
}

/* A block at most. */
static void predict_some(const struct cml_chance *chance, size_t n, const float *x,
			 double *log_chance)
{
	double predicted[CML_CHANCE_BLOCK] = {0};
	double sd[CML_CHANCE_BLOCK];
	if (chance->trees)
		cml_tree_ensemble_predict(chance->trees, n, x, predicted, sd);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = cml_chance_of_trees(chance, predicted[i]);
	if (!chance->process)
		return;
	cml_gp_predict(chance->process, n, x, predicted, sd);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = cml_chance_pool(chance, log_chance[i],
						cml_gp_classes_chance(predicted[i], sd[i]));
}

static void predict_to_run(const void *state, size_t n, const float *x, double *log_chance,
			   double *sd)
{
	const struct cml_chance *chance = state;
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_some(chance, n_block, x + first * chance->n_features, log_chance + first);
	}
	memset(sd, 0, n * sizeof *sd);
}

/* The deviation of a job's limits that comes of its being outside the log. */
static double sd_outside(const struct cml_chance_outside *outside,
			 const struct cml_limit_model *limit, const float *x)
{
	double half =
	    outside->interval && limit->is_log ? cml_interval_outside(outside->interval, x) : 0;
	return half > 0 ? half / cml_normal_central(CML_INTERVAL_COVERAGE) : 0;
}

static void predict_block(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			  size_t n, const float *x, double *log_chance)
{
	const struct cml_level_sizes_rule rule = {.failed_are_known = true};
	double predicted[CML_CHANCE_BLOCK];
	double sd[CML_CHANCE_BLOCK];
	predict_to_run(chance, n, x, log_chance, sd);
	cml_level_sizes_predict(outside->sizes, &rule, predict_to_run, chance, n, x, log_chance,
				sd);
	for (size_t i = 0; i < n; i++)
		log_chance[i] = fmin(log_chance[i], 0);
	for (size_t l = 0; l < chance->n_limits; l++) {
		const struct cml_limit_model *limit = &chance->limits[l];
		cml_auto_predictor.predict(limit->state, n, x, predicted, sd);
		cml_level_sizes_predict(outside->sizes, &rule, cml_auto_predictor.predict,
					limit->state, n, x, predicted, sd);
		for (size_t i = 0; i < n; i++)
			log_chance[i] =
			    fmin(log_chance[i],
				 cml_chance_inside(
				     limit, predicted[i],
				     sd_outside(outside, limit, x + i * chance->n_features)));
	}
}

void cml_chance_predict(const struct cml_chance *chance, const struct cml_chance_outside *outside,
			size_t n, const float *x, double *log_chance)
{
	static const struct cml_level_sizes no_sizes = {0};
	const struct cml_chance_outside nothing = {.sizes = &no_sizes};
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_block(chance, outside ? outside : &nothing, n_block,
			      x + first * chance->n_features, log_chance + first);
	}
}
