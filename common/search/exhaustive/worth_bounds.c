#include "search/exhaustive/worth_bounds.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* A chance higher by less than this, relative, is the same: bounds of equal ones differ by
 * rounding. */
#define SAME_CHANCE 1e-9

/* Rounding of a reward that a base was multiplied into, relative: before the exponential on one
 * side, behind it on the other. */
#define BASE_SLACK 1e-12

bool cml_worth_may_bound(const struct cml_model *model, const struct cml_acquisition *acquisition)
{
	return model->kind->bounds && !(model->has_base && acquisition->by == CML_RANK_BY_EI);
}

/* Leaves the tables empty where there are no bounds. */
static enum cml_result prepare(struct cml_bounds_tables *tables, const struct cml_bounds_kind *kind,
			       const void *state, const struct cml_bound_problem *problem,
			       struct cml_error *err)
{
	enum cml_result status = kind->prepare(&tables->bounds, state, problem, err);
	if (status == CML_OK)
		tables->kind = kind;
	return status == CML_NOTHING ? CML_OK : status;
}

enum cml_result cml_worth_bounds_init(struct cml_worth_bounds *bounds,
				      const struct cml_model *model, const struct cml_worth *worth,
				      const struct cml_bound_problem *problem,
				      struct cml_error *err)
{
	*bounds = (struct cml_worth_bounds){
	    .worth = *worth, .model = model, .n_blocks = problem->n_blocks};
	if (!cml_worth_may_bound(model, &worth->acquisition))
		return CML_OK;
	if (prepare(&bounds->reward, model->kind->bounds, model->state, problem, err) != CML_OK)
		return err->status;
	if (!bounds->reward.kind || worth->scale == CML_WORTH_REWARD)
		return CML_OK;
	return prepare(&bounds->chance, &cml_chance_bounds, model->chance, problem, err);
}

static void release_tables(struct cml_bounds_tables *tables)
{
	if (tables->kind)
		tables->kind->free(tables->bounds);
}

void cml_worth_bounds_release(struct cml_worth_bounds *bounds)
{
	release_tables(&bounds->reward);
	release_tables(&bounds->chance);
	*bounds = (struct cml_worth_bounds){0};
}

static enum cml_result walk_new(const struct cml_bounds_tables *tables, void **walk,
				struct cml_error *err)
{
	return tables->kind ? tables->kind->walk_new(walk, tables->bounds, err) : CML_OK;
}

enum cml_result cml_worth_walk_init(struct cml_worth_walk *walk,
				    const struct cml_worth_bounds *bounds, struct cml_error *err)
{
	*walk = (struct cml_worth_walk){.bounds = bounds};
	walk->states = cml_array_new(bounds->n_blocks, sizeof *walk->states);
	walk->log_chances = cml_array_new(bounds->n_blocks + 1, sizeof *walk->log_chances);
	if (!walk->states || !walk->log_chances)
		return cml_fail_memory(err);
	return walk_new(&bounds->reward, &walk->reward, err) == CML_OK
		   ? walk_new(&bounds->chance, &walk->chance, err)
		   : err->status;
}

void cml_worth_walk_release(struct cml_worth_walk *walk)
{
	if (walk->bounds && walk->bounds->reward.kind)
		walk->bounds->reward.kind->walk_free(walk->reward);
	if (walk->bounds && walk->bounds->chance.kind)
		walk->bounds->chance.kind->walk_free(walk->chance);
	free(walk->states);
	free(walk->log_chances);
	*walk = (struct cml_worth_walk){0};
}

void cml_worth_walk_enter(struct cml_worth_walk *walk, const float *x)
{
	const struct cml_worth_bounds *bounds = walk->bounds;
	bounds->reward.kind->enter(walk->reward, x);
	walk->base = exp(cml_model_log_base(bounds->model, x));
	walk->n_walked = 0;
	walk->log_chances[0] = 0;
	if (!bounds->chance.kind)
		return;
	bounds->chance.kind->enter(walk->chance, x);
	walk->log_chances[0] = bounds->chance.kind->upper(walk->chance, 0);
}

void cml_worth_walk_fix(struct cml_worth_walk *walk, size_t level, size_t state)
{
	walk->bounds->reward.kind->fix(walk->reward, level, state);
	walk->states[level] = state;
	if (level < walk->n_walked)
		walk->n_walked = level;
}

/* The walk of the chance goes on only as far as it is asked. */
static double log_chance_upper(struct cml_worth_walk *walk, size_t level)
{
	const struct cml_bounds_tables *chance = &walk->bounds->chance;
	for (; chance->kind && walk->n_walked < level; walk->n_walked++) {
		size_t at = walk->n_walked;
		chance->kind->fix(walk->chance, at, walk->states[at]);
		double upper = chance->kind->upper(walk->chance, at + 1);
		walk->log_chances[at + 1] = fmin(upper, walk->log_chances[at]);
	}
	return walk->log_chances[walk->n_walked];
}

/* Where the bound of a share has left the range of doubles, nothing is known. */
static double reward_upper(struct cml_worth_walk *walk, size_t level)
{
	double reward = walk->bounds->reward.kind->upper(walk->reward, level);
	if (!walk->bounds->model->has_base)
		return reward;
	reward *= walk->base;
	return isnormal(reward) ? reward + BASE_SLACK * fabs(reward) : INFINITY;
}

bool cml_worth_walk_is_hopeless(struct cml_worth_walk *walk, size_t level, double worst,
				double best_log_chance)
{
	const struct cml_worth *worth = &walk->bounds->worth;
	double reward = reward_upper(walk, level);
	if (cml_worth_upper(worth, reward, walk->log_chances[walk->n_walked]) < worst)
		return true;
	double log_chance = log_chance_upper(walk, level);
	if (!cml_worth_may_allow(worth, log_chance))
		return log_chance <= best_log_chance + SAME_CHANCE;
	return cml_worth_upper(worth, reward, log_chance) < worst;
}
