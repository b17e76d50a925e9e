#include "eval/frontier_beliefs.h"

#include "base/memory.h"
#include "math/normal.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>

#define PROBABILITY 0.9

static const struct cml_believed unknown = {NAN, NAN, NAN};

enum cml_result cml_frontier_beliefs_init(struct cml_frontier_beliefs *beliefs,
					  const struct cml_model *model, struct cml_error *err)
{
	*beliefs = (struct cml_frontier_beliefs){.model = model, .baseline = CML_NO_COLUMN};
	if (!model)
		return CML_OK;
	if (model->is_score)
		return cml_fail(err, CML_BAD_USAGE,
				"predictions of this model only order jobs: its beliefs have no "
				"unit");
	beliefs->features = cml_array_new(model->n_features, sizeof(double));
	beliefs->x = cml_aligned_new(model->n_features, sizeof(float));
	return beliefs->features && beliefs->x ? CML_OK : cml_fail_memory(err);
}

void cml_frontier_beliefs_release(struct cml_frontier_beliefs *beliefs)
{
	free(beliefs->of);
	free(beliefs->so_far);
	free(beliefs->features);
	free(beliefs->x);
	*beliefs = (struct cml_frontier_beliefs){0};
}

static bool has_covariance(const struct cml_model *model)
{
	return model->kind->covariance &&
	       (!model->kind->has_covariance || model->kind->has_covariance(model->state));
}

enum cml_result cml_frontier_beliefs_add(struct cml_frontier_beliefs *beliefs, const double *values,
					 size_t place, struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_belief belief;
	if (!cml_array_reserve((void **)&beliefs->of, &beliefs->capacity, place + 1,
			       sizeof *beliefs->of))
		return cml_fail_memory(err);
	if (cml_model_encode(model, values, beliefs->features, beliefs->x, err) != CML_OK)
		return err->status;
	struct cml_believed *made = &beliefs->of[place];
	if (!has_covariance(model)) {
		double sd;
		cml_model_predict(model, 1, beliefs->x, &made->value, &sd);
		made->lo = made->hi = NAN;
		return CML_OK;
	}
	enum cml_result status = cml_belief_init(&belief, model, 1, beliefs->x, err);
	if (status == CML_OK)
		*made = cml_belief_of(&belief, model->maximize, 0, cml_normal_central(PROBABILITY));
	cml_belief_release(&belief);
	return status;
}

static const double *values_of(const struct cml_frontier_beliefs *beliefs, size_t config)
{
	return beliefs->finished->values + config * beliefs->model->space->n_columns;
}

/* The belief of one configuration, for the caller to release. */
static enum cml_result believe_one(struct cml_frontier_beliefs *beliefs, const double *values,
				   struct cml_belief *belief, struct cml_error *err)
{
	*belief = (struct cml_belief){0};
	if (cml_model_encode(beliefs->model, values, beliefs->features, beliefs->x, err) != CML_OK)
		return err->status;
	return cml_belief_init(belief, beliefs->model, 1, beliefs->x, err);
}

/* By its readings alone. */
static enum cml_result believe_baseline(struct cml_frontier_beliefs *beliefs, struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_believed *made = &beliefs->of[beliefs->baseline];
	struct cml_belief belief;
	*made = (struct cml_believed){beliefs->readings->value, NAN, NAN};
	if (!has_covariance(model))
		return CML_OK;
	enum cml_result status =
	    believe_one(beliefs, values_of(beliefs, beliefs->baseline), &belief, err);
	if (status == CML_OK) {
		cml_belief_take_readings(&belief, model->maximize, 0, beliefs->readings);
		*made = cml_belief_of(&belief, model->maximize, 0, cml_normal_central(PROBABILITY));
		made->value = beliefs->readings->value;
	}
	cml_belief_release(&belief);
	return status;
}

/* The configurations that may be best, the likeliest first, into top. */
static enum cml_result find_rivals(const struct cml_frontier_beliefs *beliefs,
				   struct cml_top_n *top, struct cml_error *err)
{
	const struct cml_finished_jobs *finished = beliefs->finished;
	size_t slot;
	if (cml_top_n_init(top, CML_FRONTIER_MAX_RIVALS, err) != CML_OK)
		return err->status;
	for (size_t i = 0; i < finished->n; i++)
		if (i != beliefs->baseline && cml_finished_config_counts(&finished->configs[i]))
			cml_top_n_offer(
			    top, beliefs->model->maximize ? beliefs->of[i].hi : -beliefs->of[i].lo,
			    i, &slot);
	cml_top_n_sort(top);
	return CML_OK;
}

/* The interval of the best of them. */
static enum cml_result find_z(struct cml_frontier_beliefs *beliefs, struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_belief belief = {0};
	struct cml_top_n top = {0};
	float *x = NULL;
	beliefs->z = NAN;
	if (!has_covariance(model))
		return CML_OK;
	enum cml_result status = find_rivals(beliefs, &top, err);
	if (status == CML_OK && top.n > 0 &&
	    !(x = cml_aligned_new(top.n * model->n_features, sizeof *x)))
		status = cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < top.n; i++)
		status = cml_model_encode(model, values_of(beliefs, (size_t)top.items[i].sequence),
					  beliefs->features, x + i * model->n_features, err);
	if (status == CML_OK && top.n > 0)
		status = cml_belief_init(&belief, model, top.n, x, err);
	if (status == CML_OK && top.n > 0)
		status =
		    cml_belief_best_z(&belief, top.n, PROBABILITY, model->seed, &beliefs->z, err);
	cml_belief_release(&belief);
	cml_top_n_release(&top);
	free(x);
	return status;
}

enum cml_result cml_frontier_beliefs_begin(struct cml_frontier_beliefs *beliefs,
					   const struct cml_finished_jobs *finished,
					   size_t baseline, const struct cml_baseline *readings,
					   struct cml_error *err)
{
	beliefs->finished = finished;
	beliefs->baseline = baseline;
	beliefs->readings = readings;
	beliefs->best = beliefs->believed = CML_NO_COLUMN;
	beliefs->belief = (struct cml_named_belief){unknown, unknown};
	beliefs->so_far = cml_array_new(finished->n, sizeof *beliefs->so_far);
	if (!beliefs->so_far)
		return cml_fail_memory(err);
	if (baseline != CML_NO_COLUMN && believe_baseline(beliefs, err) != CML_OK)
		return err->status;
	return find_z(beliefs, err);
}

static bool is_better(const struct cml_frontier_beliefs *beliefs, size_t a, size_t b)
{
	double x = beliefs->of[a].value, y = beliefs->of[b].value;
	return beliefs->model->maximize ? x > y : x < y;
}

static bool counts(const struct cml_frontier_beliefs *beliefs, size_t config)
{
	return cml_finished_config_counts(&beliefs->so_far[config]);
}

/* Takes a configuration for the best of the others, if it is. */
static void offer(struct cml_frontier_beliefs *beliefs, size_t config)
{
	if (config != beliefs->baseline && counts(beliefs, config) &&
	    (beliefs->best == CML_NO_COLUMN || is_better(beliefs, config, beliefs->best)))
		beliefs->best = config;
}

void cml_frontier_beliefs_count(struct cml_frontier_beliefs *beliefs, size_t config,
				enum cml_job_status status, bool is_kept)
{
	cml_finished_config_count(&beliefs->so_far[config], status, is_kept);
	if (beliefs->best != config || counts(beliefs, config)) {
		offer(beliefs, config);
		return;
	}
	beliefs->best = CML_NO_COLUMN; /* it no longer counts: the best that is left */
	for (size_t k = 0; k < beliefs->finished->n; k++)
		offer(beliefs, k);
}

/* Of the best of the others: with the interval of one that was chosen. */
static enum cml_result believe_best(struct cml_frontier_beliefs *beliefs, struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_named_belief *made = &beliefs->belief;
	double value = beliefs->of[beliefs->best].value, base = beliefs->readings->value;
	struct cml_belief belief;
	if (!has_covariance(model)) {
		made->truth = (struct cml_believed){value, NAN, NAN};
		made->gain = (struct cml_believed){
		    (model->maximize ? value - base : base - value) / fabs(base), NAN, NAN};
		return CML_OK;
	}
	enum cml_result status =
	    believe_one(beliefs, values_of(beliefs, beliefs->best), &belief, err);
	if (status == CML_OK) {
		made->truth = cml_belief_of(&belief, model->maximize, 0, beliefs->z);
		made->gain =
		    cml_belief_gain_over(&belief, model->maximize, 0, beliefs->z, beliefs->readings,
					 cml_normal_central(PROBABILITY));
	}
	cml_belief_release(&belief);
	return status;
}

enum cml_result cml_frontier_beliefs_name(struct cml_frontier_beliefs *beliefs,
					  struct cml_frontier_named *named, struct cml_error *err)
{
	size_t best = beliefs->best, baseline = beliefs->baseline;
	if (best != beliefs->believed) {
		beliefs->belief = (struct cml_named_belief){unknown, unknown};
		if (best != CML_NO_COLUMN && believe_best(beliefs, err) != CML_OK)
			return err->status;
		beliefs->believed = best;
	}
	*named = (struct cml_frontier_named){best, CML_NO_COLUMN, beliefs->belief, unknown};
	if (baseline != CML_NO_COLUMN && counts(beliefs, baseline) &&
	    (best == CML_NO_COLUMN || !is_better(beliefs, best, baseline)))
		*named = (struct cml_frontier_named){
		    baseline, best, {beliefs->of[baseline], {0, 0, 0}}, beliefs->belief.gain};
	return CML_OK;
}
