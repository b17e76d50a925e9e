#include "model/chance/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance_fixture.h"
#include "model/chance/chance_model.h"

/* Every feature but the last is open: a number of 8, one of 3, a real number of 4 states of
 * which one is missing. */
#define N_BLOCKS 3
#define N_CONFIGS (8 * 3 * 4)

static struct cml_error err;

struct bounded {
	struct fixture_chance_jobs jobs;
	struct cml_chance *chance;
	float first[8], second[3], third[4];
	struct cml_bound_block blocks[N_BLOCKS];
	void *bounds, *walk;
	double rounding; /* what bounds of a configuration allow for */
	size_t n_checked, n_tight;
};

static void start(struct bounded *bounded, bool has_process, const enum cml_monotone *marks,
		  const struct cml_limit *limit)
{
	struct cml_buffer summary = {0};
	/* A process is more sums. */
	*bounded = (struct bounded){.rounding = has_process ? 1e-4 : 1e-6};
	fixture_chance_jobs_init(&bounded->jobs, has_process ? 200 : 300, 12);
	static const struct cml_chance_context context = {FIXTURE_CHANCE_FEATURES - 1, 1};
	struct cml_chance_training training = {.data = &bounded->jobs.data,
					       .contexts = &context,
					       .n_contexts = 1,
					       .monotone = marks,
					       .limits = limit,
					       .seed = 2};
	cr_assert_eq(cml_chance_train(&bounded->chance, &training, &summary, &err), CML_OK);
	cml_buffer_release(&summary);
	cr_assert_not_null(bounded->chance->process);
	if (!has_process) {
		cml_gp_free(bounded->chance->process);
		bounded->chance->process = NULL;
	}
	for (size_t s = 0; s < 8; s++)
		bounded->first[s] = (float)s;
	for (size_t s = 0; s < 3; s++)
		bounded->second[s] = (float)s;
	for (size_t s = 0; s < 4; s++)
		bounded->third[s] = s < 3 ? (float)s / 3 : NAN;
	struct cml_bound_block blocks[N_BLOCKS] = {
	    {0, 1, 8, bounded->first}, {1, 1, 3, bounded->second}, {2, 1, 4, bounded->third}};
	memcpy(bounded->blocks, blocks, sizeof blocks);
	/* What is ranked by does not matter to the chance. */
	struct cml_bound_problem problem = {.n_features = FIXTURE_CHANCE_FEATURES,
					    .blocks = bounded->blocks,
					    .n_blocks = N_BLOCKS,
					    .acquisition = {.by = CML_RANK_BY_EI, .best = 3},
					    .log_target = true};
	cr_assert_eq(cml_chance_bounds.prepare(&bounded->bounds, bounded->chance, &problem, &err),
		     CML_OK);
	cr_assert_eq(cml_chance_bounds.walk_new(&bounded->walk, bounded->bounds, &err), CML_OK);
}

static void stop(struct bounded *bounded)
{
	cml_chance_bounds.walk_free(bounded->walk);
	cml_chance_bounds.free(bounded->bounds);
	cml_chance_free(bounded->chance);
	fixture_chance_jobs_release(&bounded->jobs);
}

/* The best chance with the blocks from level on open; every bound on the way down is
 * checked against it. */
static double best_from(struct bounded *bounded, size_t level, float *x)
{
	double best = -INFINITY;
	if (level == N_BLOCKS)
		cml_chance_predict(bounded->chance, 1, x, &best);
	for (size_t s = 0; level < N_BLOCKS && s < bounded->blocks[level].n_states; s++) {
		x[level] = bounded->blocks[level].x[s];
		cml_chance_bounds.fix(bounded->walk, level, s);
		best = fmax(best, best_from(bounded, level + 1, x));
	}
	double upper = cml_chance_bounds.upper(bounded->walk, level);
	cr_expect_geq(upper, best, "level %zu: %.17g %.17g", level, upper, best);
	if (level == N_BLOCKS && !bounded->chance->trend)
		cr_expect_float_eq(upper, best, bounded->rounding, "%g", upper - best);
	bounded->n_checked++;
	bounded->n_tight += upper - best < 0.1;
	return best;
}

static void check_bounds(bool has_process, const enum cml_monotone *marks)
{
	/* Below, above, between; what no job keeps; no limit. */
	static const struct cml_limit limits[] = {{"memory", -INFINITY, 6},
						  {"memory", 4, INFINITY},
						  {"memory", 3, 6},
						  {"memory", -INFINITY, -1},
						  {"memory", -INFINITY, INFINITY}};
	for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
		struct bounded bounded;
		start(&bounded, has_process, marks, &limits[l]);
		cr_assert_eq(bounded.chance->trend != NULL, marks != NULL);
		/* No job had a flag of 2. */
		for (int flag = 0; flag < 3; flag++) {
			float x[FIXTURE_CHANCE_FEATURES] = {0, 0, 0, (float)flag};
			cml_chance_bounds.enter(bounded.walk, x);
			best_from(&bounded, 0, x);
		}
		cr_expect_eq(bounded.n_checked, 3 * (1 + 8 + 8 * 3 + N_CONFIGS));
		/* That of a trend is a sum of bounds. */
		size_t n_least = marks ? bounded.n_checked * 2 / 3 : bounded.n_checked * 3 / 4;
		cr_expect_gt(bounded.n_tight, n_least, "limit %zu: %zu of %zu", l, bounded.n_tight,
			     bounded.n_checked);
		stop(&bounded);
	}
}

Test(chance_bounds, no_completion_is_above)
{
	check_bounds(false, NULL);
}

Test(chance_bounds, no_completion_is_above_with_a_process)
{
	check_bounds(true, NULL);
}

Test(chance_bounds, no_completion_is_above_with_a_trend)
{
	static const enum cml_monotone marks[FIXTURE_CHANCE_FEATURES] = {CML_MONOTONE_FALLS};
	check_bounds(true, marks);
}

Test(chance_bounds, of_a_chance_without_failures_or_limits)
{
	struct fixture_chance_jobs jobs;
	float x[FIXTURE_CHANCE_FEATURES] = {0};
	double log_chance;
	void *bounds, *walk;
	fixture_chance_jobs_init(&jobs, 60, 12);
	jobs.data.failed = NULL;
	jobs.data.n_limits = 0;
	struct cml_chance *chance = fixture_chance(&jobs, 1, NULL);
	struct cml_bound_problem problem = {.n_features = FIXTURE_CHANCE_FEATURES};
	cr_assert_eq(cml_chance_bounds.prepare(&bounds, chance, &problem, &err), CML_OK);
	cr_assert_eq(cml_chance_bounds.walk_new(&walk, bounds, &err), CML_OK);
	cml_chance_bounds.enter(walk, x);
	cml_chance_predict(chance, 1, x, &log_chance);
	cr_expect_geq(cml_chance_bounds.upper(walk, 0), log_chance);
	cr_expect_float_eq(cml_chance_bounds.upper(walk, 0), log_chance, 1e-9);
	cml_chance_bounds.walk_free(walk);
	cml_chance_bounds.free(bounds);
	cml_chance_free(chance);
	fixture_chance_jobs_release(&jobs);
}

Test(chance_bounds, none_where_a_context_is_open)
{
	static const struct cml_limit limit = {"memory", -INFINITY, 6};
	static const float flags[] = {0, 1, 2};
	struct bounded bounded;
	void *bounds;
	start(&bounded, false, NULL, &limit);
	struct cml_bound_block block = {FIXTURE_CHANCE_FEATURES - 1, 1, 3, flags};
	struct cml_bound_problem problem = {
	    .n_features = FIXTURE_CHANCE_FEATURES, .blocks = &block, .n_blocks = 1};
	cr_expect_eq(cml_chance_bounds.prepare(&bounds, bounded.chance, &problem, &err),
		     CML_NOTHING);
	stop(&bounded);
}
