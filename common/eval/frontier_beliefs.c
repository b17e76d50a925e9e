#include "eval/frontier_beliefs.h"

#include "base/memory.h"
#include "math/normal.h"
#include "math/top_n.h"

#include <math.h>
#include <stdlib.h>

#define PROBABILITY 0.9

enum cml_result cml_frontier_beliefs_init(struct cml_frontier_beliefs *beliefs,
					  const struct cml_model *model, struct cml_error *err)
{
	*beliefs = (struct cml_frontier_beliefs){.model = model, .baseline = CML_NO_COLUMN};
	if (!model)
		return CML_OK;
	if (model->is_score)
		return cml_fail(err, CML_BAD_USAGE,
				"predictions of this model only order jobs: what it believes has "
				"no unit");
	beliefs->features = cml_array_new(model->n_features, sizeof(double));
	beliefs->x = cml_aligned_new(model->n_features, sizeof(float));
	return beliefs->features && beliefs->x ? CML_OK : cml_fail_memory(err);
}

void cml_frontier_beliefs_release(struct cml_frontier_beliefs *beliefs)
{
	free(beliefs->of);
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

enum cml_result cml_frontier_beliefs_take_baseline(struct cml_frontier_beliefs *beliefs,
						   const double *values, size_t place,
						   const struct cml_baseline *baseline,
						   struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_belief belief;
	beliefs->baseline = place;
	beliefs->of[place] = (struct cml_believed){baseline->value, NAN, NAN};
	if (!has_covariance(model))
		return CML_OK;
	if (cml_model_encode(model, values, beliefs->features, beliefs->x, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_belief_init(&belief, model, 1, beliefs->x, err);
	if (status == CML_OK) {
		cml_belief_take_readings(&belief, model->maximize, 0, baseline);
		beliefs->of[place] =
		    cml_belief_of(&belief, model->maximize, 0, cml_normal_central(PROBABILITY));
		beliefs->of[place].value = baseline->value;
	}
	cml_belief_release(&belief);
	return status;
}

/* The configurations that may be best, the likeliest first, into top. */
static enum cml_result find_rivals(const struct cml_frontier_beliefs *beliefs,
				   const struct cml_finished_jobs *finished, struct cml_top_n *top,
				   struct cml_error *err)
{
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

enum cml_result cml_frontier_beliefs_best_z(struct cml_frontier_beliefs *beliefs,
					    const struct cml_finished_jobs *finished, double *z,
					    struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_belief belief = {0};
	struct cml_top_n top = {0};
	float *x = NULL;
	*z = NAN;
	if (!has_covariance(model))
		return CML_OK;
	enum cml_result status = find_rivals(beliefs, finished, &top, err);
	if (status == CML_OK && top.n > 0 &&
	    !(x = cml_aligned_new(top.n * model->n_features, sizeof *x)))
		status = cml_fail_memory(err);
	for (size_t i = 0; status == CML_OK && i < top.n; i++)
		status = cml_model_encode(model,
					  finished->values + (size_t)top.items[i].sequence *
								 model->space->n_columns,
					  beliefs->features, x + i * model->n_features, err);
	if (status == CML_OK && top.n > 0)
		status = cml_belief_init(&belief, model, top.n, x, err);
	if (status == CML_OK && top.n > 0)
		status = cml_belief_best_z(&belief, top.n, PROBABILITY, model->seed, z, err);
	cml_belief_release(&belief);
	cml_top_n_release(&top);
	free(x);
	return status;
}

enum cml_result cml_frontier_beliefs_named(struct cml_frontier_beliefs *beliefs,
					   const double *values, size_t place, double z,
					   const struct cml_baseline *baseline,
					   struct cml_named_belief *named, struct cml_error *err)
{
	const struct cml_model *model = beliefs->model;
	struct cml_belief belief;
	double value = beliefs->of[place].value, base = baseline->value;
	*named = (struct cml_named_belief){.truth = beliefs->of[place], .gain = {0, 0, 0}};
	if (place == beliefs->baseline)
		return CML_OK;
	if (!has_covariance(model)) {
		named->gain = (struct cml_believed){
		    (model->maximize ? value - base : base - value) / fabs(base), NAN, NAN};
		return CML_OK;
	}
	if (cml_model_encode(model, values, beliefs->features, beliefs->x, err) != CML_OK)
		return err->status;
	enum cml_result status = cml_belief_init(&belief, model, 1, beliefs->x, err);
	if (status == CML_OK)
		named->truth = cml_belief_of(&belief, model->maximize, 0, z);
	if (status == CML_OK)
		named->gain = cml_belief_gain_over(&belief, model->maximize, 0, z, baseline,
						   cml_normal_central(PROBABILITY));
	cml_belief_release(&belief);
	return status;
}
