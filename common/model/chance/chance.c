#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/gp/gp_classes.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>

void cml_chance_free(struct cml_chance *chance)
{
	if (!chance)
		return;
	cml_tree_ensemble_free(chance->trees);
	cml_linear_free(chance->trade_off);
	cml_gp_free(chance->process);
	cml_linear_free(chance->trend);
	cml_beyond_release(&chance->beyond);
	for (size_t i = 0; i < chance->n_limits; i++) {
		free(chance->limits[i].name);
		cml_auto_predictor.free(chance->limits[i].state);
	}
	for (size_t i = 0; i < chance->n_causes; i++)
		cml_tree_ensemble_free(chance->causes[i].trees);
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

static double trend_of(const struct cml_chance *chance, const float *x)
{
	return chance->trend ? cml_linear_mean(chance->trend, x) : 0;
}

static void predict_block(const struct cml_chance *chance, size_t n, const float *x,
			  double *log_chance)
{
	double predicted[CML_CHANCE_BLOCK] = {0};
	double sd[CML_CHANCE_BLOCK], of_process[CML_CHANCE_BLOCK];
	if (chance->process) {
		cml_gp_predict(chance->process, n, x, predicted, sd);
		for (size_t i = 0; i < n; i++)
			of_process[i] = cml_gp_classes_chance(
			    predicted[i] + trend_of(chance, x + i * chance->n_features), sd[i]);
	}
	if (chance->trees)
		cml_tree_ensemble_predict(chance->trees, n, x, predicted, sd);
	for (size_t i = 0; i < n; i++) {
		const float *row = x + i * chance->n_features;
		double trade_off = chance->trade_off ? cml_linear_mean(chance->trade_off, row) : 0;
		struct cml_rising_line beyond;
		bool is_beyond = cml_beyond_find(&chance->beyond, row, &beyond);
		log_chance[i] =
		    cml_chance_to_run(chance, predicted[i], trade_off, is_beyond ? &beyond : NULL);
		if (chance->process)
			log_chance[i] = cml_chance_pool(chance, log_chance[i], of_process[i]);
	}
	for (size_t l = 0; l < chance->n_limits; l++) {
		const struct cml_limit_model *limit = &chance->limits[l];
		cml_auto_predictor.predict(limit->state, n, x, predicted, sd);
		for (size_t i = 0; i < n; i++)
			log_chance[i] += cml_chance_inside(limit, predicted[i]);
	}
}

void cml_chance_predict(const struct cml_chance *chance, size_t n, const float *x,
			double *log_chance)
{
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		predict_block(chance, n_block, x + first * chance->n_features, log_chance + first);
	}
}

bool cml_chance_is_beyond(const struct cml_chance *chance, size_t feature, double value,
			  struct cml_chance_beyond *beyond)
{
	for (size_t i = 0; i < chance->beyond.n; i++) {
		const struct cml_beyond_feature *own = &chance->beyond.features[i];
		if (own->first != feature || own->n > 1 || !(value < own->low || value > own->high))
			continue;
		const struct cml_beyond_end *end = value < own->low ? &own->below : &own->above;
		*beyond = (struct cml_chance_beyond){.is_smaller = value < own->low,
						     .n_jobs = end->n_jobs,
						     .told = end->told,
						     .ran = end->ran};
		return true;
	}
	return false;
}

static void cause_block(const struct cml_chance *chance, size_t n, const float *x,
			enum cml_job_status *cause)
{
	double best[CML_CHANCE_BLOCK];
	double log_odds[CML_CHANCE_BLOCK];
	double sd[CML_CHANCE_BLOCK];
	for (size_t c = 0; c < chance->n_causes; c++) {
		cml_tree_ensemble_predict(chance->causes[c].trees, n, x, log_odds, sd);
		for (size_t i = 0; i < n; i++)
			if (c == 0 || log_odds[i] > best[i]) {
				best[i] = log_odds[i];
				cause[i] = chance->causes[c].status;
			}
	}
}

bool cml_chance_cause(const struct cml_chance *chance, size_t n, const float *x,
		      enum cml_job_status *cause)
{
	if (chance->n_causes == 0)
		return false;
	for (size_t first = 0; first < n; first += CML_CHANCE_BLOCK) {
		size_t n_block = n - first < CML_CHANCE_BLOCK ? n - first : CML_CHANCE_BLOCK;
		cause_block(chance, n_block, x + first * chance->n_features, cause + first);
	}
	return true;
}
