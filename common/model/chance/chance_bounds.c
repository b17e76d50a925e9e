#include "model/chance/chance.h"

#include "learn/auto/auto.h"
#include "learn/gp/gp_bounds.h"
#include "learn/linear/linear_bounds.h"
#include "learn/trees/tree_bounds.h"
#include "math/logistic.h"
#include "model/chance/chance_model.h"

#include <math.h>
#include <stdlib.h>

/* Rounding of the way from a prediction to its log chance. */
#define SLACK 1e-12

/* The trees of the chance to run, its trade-off, its process, and the outcome of each limit, from
 * above (ABOVE) or from below: which of the two decides how safe a configuration can be depends on
 * the limit. */
enum { ABOVE, BELOW, N_SIDES };
enum { RUN, TRADE_OFF, PROCESS, TREND, FIRST_LIMIT };

/* In the order of parts. NULL where not needed. */
struct bounds {
	const struct cml_chance *chance;
	size_t n_parts;          /* FIRST_LIMIT + limits */
	void *(*sides)[N_SIDES]; /* n_parts */
};

struct walk {
	const struct bounds *bounds;
	void *(*sides)[N_SIDES];
	bool is_beyond; /* the context of the row that was entered */
	struct cml_rising_line beyond;
};

static const struct cml_bounds_kind *kind_of(size_t part)
{
	if (part >= FIRST_LIMIT)
		return cml_auto_predictor.bounds;
	if (part == TRADE_OFF || part == TREND)
		return &cml_linear_bounds;
	return part == PROCESS ? &cml_gp_class_bounds : &cml_tree_bounds;
}

static const void *state_of(const struct cml_chance *chance, size_t part)
{
	if (part == TRADE_OFF)
		return chance->trade_off;
	if (part == PROCESS)
		return chance->process;
	if (part == TREND)
		return chance->trend;
	return part == RUN ? chance->trees : chance->limits[part - FIRST_LIMIT].state;
}

static void bounds_free(void *shared)
{
	struct bounds *bounds = shared;
	if (!bounds)
		return;
	for (size_t p = 0; bounds->sides && p < bounds->n_parts; p++)
		for (size_t side = 0; side < N_SIDES; side++)
			kind_of(p)->free(bounds->sides[p][side]);
	free(bounds->sides);
	free(bounds);
}

/* A limit is safest at the largest prediction, the smallest or one between. */
static bool needs(const struct cml_chance *chance, size_t part, size_t side)
{
	if (part < FIRST_LIMIT)
		return state_of(chance, part) && side == ABOVE;
	return cml_limit_best(&chance->limits[part - FIRST_LIMIT]) !=
	       (side == ABOVE ? -INFINITY : INFINITY);
}

static enum cml_result prepare_side(struct bounds *bounds, size_t part, size_t side,
				    const struct cml_bound_problem *problem, struct cml_error *err)
{
	const struct cml_chance *chance = bounds->chance;
	struct cml_bound_problem own = *problem;
	if (!needs(chance, part, side))
		return CML_OK;
	own.acquisition =
	    (struct cml_acquisition){.by = CML_RANK_BY_MEAN, .maximize = side == ABOVE};
	own.log_target = false;
	return kind_of(part)->prepare(&bounds->sides[part][side], state_of(chance, part), &own,
				      err);
}

/* Where a context is open, it is not known which calibration its chance has. */
static bool has_open_context(const struct cml_chance *chance,
			     const struct cml_bound_problem *problem)
{
	for (size_t i = 0; i < chance->beyond.n; i++)
		for (size_t b = 0; b < problem->n_blocks; b++) {
			const struct cml_beyond_feature *feature = &chance->beyond.features[i];
			const struct cml_bound_block *block = &problem->blocks[b];
			if (feature->first < block->first + block->n_features &&
			    block->first < feature->first + feature->n)
				return true;
		}
	return false;
}

static enum cml_result prepare(void **shared, const void *state,
			       const struct cml_bound_problem *problem, struct cml_error *err)
{
	if (has_open_context(state, problem))
		return cml_fail(err, CML_NOTHING,
				"bounds of the chance to run need every context fixed");
	struct bounds *bounds = cml_array_new(1, sizeof *bounds);
	if (!bounds)
		return cml_fail_memory(err);
	bounds->chance = state;
	bounds->n_parts = FIRST_LIMIT + bounds->chance->n_limits;
	bounds->sides = cml_array_new(bounds->n_parts, sizeof *bounds->sides);
	enum cml_result status = bounds->sides ? CML_OK : cml_fail_memory(err);
	for (size_t p = 0; status == CML_OK && p < bounds->n_parts; p++)
		for (size_t side = 0; status == CML_OK && side < N_SIDES; side++)
			status = prepare_side(bounds, p, side, problem, err);
	if (status != CML_OK) {
		bounds_free(bounds);
		return status;
	}
	*shared = bounds;
	return CML_OK;
}

static void walk_free(void *own)
{
	struct walk *walk = own;
	if (!walk)
		return;
	for (size_t p = 0; walk->sides && p < walk->bounds->n_parts; p++)
		for (size_t side = 0; side < N_SIDES; side++)
			kind_of(p)->walk_free(walk->sides[p][side]);
	free(walk->sides);
	free(walk);
}

static enum cml_result walk_new(void **own, const void *shared, struct cml_error *err)
{
	const struct bounds *bounds = shared;
	struct walk *walk = cml_array_new(1, sizeof *walk);
	if (!walk)
		return cml_fail_memory(err);
	walk->bounds = bounds;
	walk->sides = cml_array_new(bounds->n_parts, sizeof *walk->sides);
	enum cml_result status = walk->sides ? CML_OK : cml_fail_memory(err);
	for (size_t p = 0; status == CML_OK && p < bounds->n_parts; p++)
		for (size_t side = 0; status == CML_OK && side < N_SIDES; side++)
			if (bounds->sides[p][side])
				status = kind_of(p)->walk_new(&walk->sides[p][side],
							      bounds->sides[p][side], err);
	if (status != CML_OK) {
		walk_free(walk);
		return status;
	}
	*own = walk;
	return CML_OK;
}

static void enter(void *own, const float *x)
{
	struct walk *walk = own;
	walk->is_beyond = cml_beyond_find(&walk->bounds->chance->beyond, x, &walk->beyond);
	for (size_t p = 0; p < walk->bounds->n_parts; p++)
		for (size_t side = 0; side < N_SIDES; side++)
			if (walk->sides[p][side])
				kind_of(p)->enter(walk->sides[p][side], x);
}

static void fix(void *own, size_t level, size_t state)
{
	struct walk *walk = own;
	for (size_t p = 0; p < walk->bounds->n_parts; p++)
		for (size_t side = 0; side < N_SIDES; side++)
			if (walk->sides[p][side])
				kind_of(p)->fix(walk->sides[p][side], level, state);
}

/* The largest and the smallest prediction, as far as they are asked for. */
static double above(const struct walk *walk, size_t part, size_t level)
{
	void *side = walk->sides[part][ABOVE];
	return side ? kind_of(part)->upper(side, level) : INFINITY;
}

static double below(const struct walk *walk, size_t part, size_t level)
{
	void *side = walk->sides[part][BELOW];
	return side ? -kind_of(part)->upper(side, level) : -INFINITY;
}

/* A chance of 1 / (n + 2) is the least there is: an error of its difference of
 * probabilities counts n + 2 times in the logarithm. */
static double limit_slack(const struct cml_limit_model *limit)
{
	return SLACK + 1e-15 * (limit->n_rows + 2);
}

/* Of the process with its trend. Deviations draw log-odds to 0, by a factor that is least where
 * the deviation is that of the prior: no bound below 0 is drawn less. */
static double process_above(const struct walk *walk, size_t level)
{
	const struct cml_chance *chance = walk->bounds->chance;
	double most = fmin(above(walk, PROCESS, level), 1);
	if (!chance->trend)
		return most;
	double trend = above(walk, TREND, level);
	if (trend < 0)
		trend /= sqrt(1 + M_PI * chance->process->amplitude / 8);
	return cml_logistic(log(most) - log1p(-most) + trend);
}

static double upper(void *own, size_t level)
{
	const struct walk *walk = own;
	const struct cml_chance *chance = walk->bounds->chance;
	double trade_off = chance->trade_off ? above(walk, TRADE_OFF, level) : 0;
	double sum = cml_chance_to_run(chance, above(walk, RUN, level), trade_off,
				       walk->is_beyond ? &walk->beyond : NULL);
	if (chance->process)
		sum = cml_chance_pool(chance, sum, process_above(walk, level));
	sum += SLACK;
	for (size_t l = 0; l < chance->n_limits; l++) {
		const struct cml_limit_model *limit = &chance->limits[l];
		double safest =
		    fmin(fmax(cml_limit_best(limit), below(walk, FIRST_LIMIT + l, level)),
			 above(walk, FIRST_LIMIT + l, level));
		sum += cml_chance_inside(limit, safest) + limit_slack(limit);
	}
	return sum + SLACK * fabs(sum);
}

const struct cml_bounds_kind cml_chance_bounds = {.prepare = prepare,
						  .free = bounds_free,
						  .walk_new = walk_new,
						  .walk_free = walk_free,
						  .enter = enter,
						  .fix = fix,
						  .upper = upper};
