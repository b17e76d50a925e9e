#include "learn/predictor/member_bounds.h"

#include <criterion/criterion.h>
#include <math.h>

#include "base/random.h"
#include "learn/predictor/ensemble.h"

static struct cml_error err;

#define N_MEMBERS 5
#define N_BLOCKS 3
#define N_TRIES 40

static const size_t n_states[N_BLOCKS] = {2, 4, 3};

struct drawn {
	struct cml_member_deviation deviation;
	struct cml_member_bounds bounds;
	struct cml_random random;
};

static double uniform(struct drawn *drawn, double least, double most)
{
	return least + (most - least) * cml_random_uniform(&drawn->random);
}

/* spread: of members around a mean that moves by about 1; radii up to `radius`. */
static void draw(struct drawn *drawn, uint64_t number, double spread, double radius)
{
	struct cml_bound_block blocks[N_BLOCKS] = {{0}};
	struct cml_bound_problem problem = {.blocks = blocks, .n_blocks = N_BLOCKS};
	for (size_t b = 0; b < N_BLOCKS; b++)
		blocks[b].n_states = n_states[b];
	cml_random_init(&drawn->random, 7, number);
	drawn->deviation = (struct cml_member_deviation){1.3, number % 2 ? 0.01 : 0};
	cr_assert_eq(
	    cml_member_bounds_init(&drawn->bounds, N_MEMBERS, &problem, &drawn->deviation, &err),
	    CML_OK);
	for (size_t r = 0; r < drawn->bounds.first[N_BLOCKS]; r++) {
		double mean = uniform(drawn, -1, 1);
		for (size_t m = 0; m < N_MEMBERS; m++) {
			size_t at = r * N_MEMBERS + m;
			drawn->bounds.center[at] = mean + spread * uniform(drawn, -1, 1);
			drawn->bounds.radius[at] = uniform(drawn, 0, radius);
		}
	}
}

/* Members somewhere within their radii, often at the end of them. */
static void predict(struct drawn *drawn, const size_t *states, double *mean, double *sd)
{
	double squares = 0;
	*mean = 0;
	for (size_t m = 0; m < N_MEMBERS; m++) {
		const struct cml_member_bounds *bounds = &drawn->bounds;
		double center = bounds->center[m], radius = bounds->radius[m];
		for (size_t b = 0; b < N_BLOCKS; b++) {
			size_t at = (bounds->first[b] + states[b]) * N_MEMBERS + m;
			center += bounds->center[at];
			radius += bounds->radius[at];
		}
		double off = fmax(-1, fmin(1, uniform(drawn, -2, 2)));
		cml_ensemble_add(center + off * radius, m, mean, &squares);
	}
	*sd = drawn->deviation.factor *
	      sqrt(drawn->deviation.noise + cml_ensemble_variance(N_MEMBERS, squares));
}

/* All states, several members each: nothing is above, and how far below the best of
 * mean_weight * mean + sd_weight * sd stays. */
static double check(struct drawn *drawn, double mean_weight, double sd_weight)
{
	double upper = cml_member_bounds_upper(&drawn->bounds, mean_weight, sd_weight);
	double best = -INFINITY;
	for (size_t i = 0; i < 24 * N_TRIES; i++) {
		size_t states[N_BLOCKS] = {i % 2, i / 2 % 4, i / 8 % 3};
		double mean, sd;
		predict(drawn, states, &mean, &sd);
		best = fmax(best, mean_weight * mean + sd_weight * sd);
	}
	cr_expect_geq(upper, best - 1e-12, "%g %g: %.17g, but %.17g", mean_weight, sd_weight, upper,
		      best);
	return upper - best;
}

static const double weights[][2] = {{1, 0},   {-1, 0},   {0, 1},  {0, -1},
				    {1, 1.5}, {1, -1.5}, {0.3, 4}};
#define N_WEIGHTS (sizeof weights / sizeof *weights)

Test(member_bounds, nothing_is_above)
{
	for (uint64_t number = 0; number < 60; number++) {
		struct drawn drawn;
		draw(&drawn, number, number % 3 ? 0.2 : 2, number % 5 ? 0.05 : 0);
		cml_member_bounds_settle(&drawn.bounds, 0);
		for (size_t w = 0; w < N_WEIGHTS; w++)
			check(&drawn, weights[w][0], weights[w][1]);
		cml_member_bounds_release(&drawn.bounds);
	}
}

/* Half of what the mean moves by would be useless. */
Test(member_bounds, bounds_are_close_where_members_agree)
{
	double sum = 0;
	for (uint64_t number = 0; number < 60; number++) {
		struct drawn drawn;
		draw(&drawn, number, 0.05, 0);
		cml_member_bounds_settle(&drawn.bounds, 0);
		for (size_t w = 0; w < N_WEIGHTS; w++)
			sum += check(&drawn, weights[w][0], weights[w][1]);
		cml_member_bounds_release(&drawn.bounds);
	}
	cr_expect_lt(sum / 60 / (double)N_WEIGHTS, 0.02, "%g", sum / 60 / (double)N_WEIGHTS);
}

Test(member_bounds, with_nothing_open_they_are_the_prediction)
{
	for (uint64_t number = 0; number < 20; number++) {
		struct drawn drawn;
		double mean = 0, squares = 0;
		draw(&drawn, number, 0.4, 0);
		cml_member_bounds_settle(&drawn.bounds, N_BLOCKS);
		for (size_t m = 0; m < N_MEMBERS; m++)
			cml_ensemble_add(drawn.bounds.center[m], m, &mean, &squares);
		double sd = drawn.deviation.factor *
			    sqrt(drawn.deviation.noise + cml_ensemble_variance(N_MEMBERS, squares));
		for (size_t w = 0; w < N_WEIGHTS; w++)
			cr_expect_float_eq(
			    cml_member_bounds_upper(&drawn.bounds, weights[w][0], weights[w][1]),
			    weights[w][0] * mean + weights[w][1] * sd, 1e-6);
		struct cml_prediction_range range;
		cml_member_bounds_range(&drawn.bounds, 0.7, &range);
		cr_expect_float_eq(range.max_good, mean, 1e-12);
		cr_expect_float_eq(range.min_good, mean, 1e-12);
		cr_expect_float_eq(range.max_sd, sd, 1e-6);
		cr_expect_float_eq(range.min_sd, sd, 1e-6);
		cr_expect_float_eq(range.max_sum, mean + 0.7 * sd, 1e-6);
		cml_member_bounds_release(&drawn.bounds);
	}
}
