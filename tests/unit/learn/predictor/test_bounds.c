#include "learn/predictor/bounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/predictor/predictor.h"
#include "trees_fixture.h"
#include "trials.h"

static struct cml_error err;

/* Three open params: flags of four levels, a number, flags and a number that can
 * be missing; two features stay outside. */
#define N_FEATURES 10
#define N_BLOCKS 3
/* Logarithms of expected improvements below magnify all differences. */
#define HOPELESS (-8)

struct bounded {
	const struct cml_predictor_kind *kind;
	struct cml_dataset data;
	struct cml_hyper hyper;
	struct cml_buffer summary;
	void *state;
	void *bounds;
	void *walk;
	struct cml_acquisition acquisition;
	bool log_target;
	bool is_smooth; /* a score close by has a deviation close by: not so where two lines of
			 * a scale meet */
	float first[16], second[5], third[9];
	struct cml_bound_block blocks[N_BLOCKS];
	size_t n_checked;
	size_t n_tight; /* bounds that come close to what is predicted */
};

static void fill_blocks(struct bounded *bounded)
{
	for (size_t s = 0; s < 4; s++)
		bounded->first[4 * s + s] = 1;
	for (size_t s = 0; s < 5; s++)
		bounded->second[s] = (float)s * 0.4f;
	float third[9] = {1, 0, NAN, 0, 1, 0.5f, 0, 0, 2};
	memcpy(bounded->third, third, sizeof third);
	struct cml_bound_block blocks[N_BLOCKS] = {
	    {1, 4, 4, bounded->first}, {5, 1, 5, bounded->second}, {7, 3, 3, bounded->third}};
	memcpy(bounded->blocks, blocks, sizeof blocks);
}

/* Rows made of the states of the blocks, and a metric they decide. */
static void fill_rows(struct cml_dataset *data, const struct bounded *bounded)
{
	for (size_t i = 0; i < data->n_rows; i++) {
		float *x = data->x + i * N_FEATURES;
		size_t choice = i * 2654435761u >> 7;
		memcpy(x + 1, bounded->first + 4 * (choice % 4), 4 * sizeof *x);
		x[5] = bounded->second[choice / 4 % 5];
		memcpy(x + 7, bounded->third + 3 * (choice / 20 % 3), 3 * sizeof *x);
		x[0] = (float)(i % 7);
		x[6] = (float)(i % 2);
		data->y[i] = 3 + (double)x[5] * (x[1] > 0 ? 2 : -1) + (x[7] > 0 ? 0.7 : 0) +
			     0.1 * (double)x[0] * (double)x[2];
	}
}

static void start(struct bounded *bounded, const char *kind, const char *options,
		  const struct cml_acquisition *acquisition, bool log_target)
{
	char text[256], *rest;
	*bounded = (struct bounded){.acquisition = *acquisition, .log_target = log_target};
	bounded->acquisition.is_log = log_target;
	bounded->is_smooth = acquisition->by == CML_RANK_BY_MEAN || strcmp(kind, "mlp") != 0 ||
			     strstr(options, "loss mse");
	fill_blocks(bounded);
	bounded->data = fixture_random_dataset(120, N_FEATURES, 0, 4);
	fill_rows(&bounded->data, bounded);
	for (size_t i = 0; log_target && i < bounded->data.n_rows; i++)
		bounded->data.y[i] = log(bounded->data.y[i]);
	cr_assert_eq(cml_predictor_find(kind, &bounded->kind, &err), CML_OK);
	snprintf(text, sizeof text, "%s", options);
	for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		cr_assert_eq(cml_hyper_set(&bounded->hyper, name, strtok_r(NULL, " ", &rest), &err),
			     CML_OK);
	cr_assert_eq(cml_hyper_resolve(&bounded->hyper, bounded->kind->hyper,
				       bounded->kind->n_hyper, kind, &err),
		     CML_OK);
	struct cml_training training = {.data = &bounded->data,
					.hyper = &bounded->hyper,
					.seed = 3,
					.maximize = acquisition->maximize,
					.log_target = log_target};
	cr_assert_eq(bounded->kind->train(&training, &bounded->state, &bounded->summary, &err),
		     CML_OK, "%s", err.message);
	cr_assert_not_null(bounded->kind->bounds);
	struct cml_bound_problem problem = {.n_features = N_FEATURES,
					    .blocks = bounded->blocks,
					    .n_blocks = N_BLOCKS,
					    .acquisition = bounded->acquisition,
					    .log_target = log_target};
	cr_assert_eq(
	    bounded->kind->bounds->prepare(&bounded->bounds, bounded->state, &problem, &err),
	    CML_OK, "%s", err.message);
	cr_assert_eq(bounded->kind->bounds->walk_new(&bounded->walk, bounded->bounds, &err),
		     CML_OK);
}

static void stop(struct bounded *bounded)
{
	bounded->kind->bounds->walk_free(bounded->walk);
	bounded->kind->bounds->free(bounded->bounds);
	bounded->kind->free(bounded->state);
	cml_hyper_release(&bounded->hyper);
	cml_buffer_release(&bounded->summary);
	cml_dataset_release(&bounded->data);
}

static double reward_of(const struct bounded *bounded, const float *x)
{
	double mean, sd;
	bounded->kind->predict(bounded->state, 1, x, &mean, &sd);
	if (bounded->log_target) {
		mean = exp(mean);
		sd *= mean;
	}
	return cml_acquisition_reward(&bounded->acquisition, mean, sd);
}

/* The best that is predicted with the blocks from level on open; every bound on
 * the way down is checked against it. */
static double best_from(struct bounded *bounded, size_t level, float *x)
{
	const struct cml_bounds_kind *kind = bounded->kind->bounds;
	double best = -INFINITY;
	if (level == N_BLOCKS)
		best = reward_of(bounded, x);
	for (size_t s = 0; level < N_BLOCKS && s < bounded->blocks[level].n_states; s++) {
		const struct cml_bound_block *block = &bounded->blocks[level];
		memcpy(x + block->first, block->x + s * block->n_features,
		       block->n_features * sizeof *x);
		kind->fix(bounded->walk, level, s);
		double here = best_from(bounded, level + 1, x);
		best = here > best ? here : best;
	}
	double upper = kind->upper(bounded->walk, level);
	cr_expect_geq(upper, best, "level %zu", level);
	bool is_hopeless = bounded->acquisition.by == CML_RANK_BY_EI && upper < HOPELESS;
	if (level == N_BLOCKS && bounded->is_smooth && !is_hopeless)
		cr_expect_float_eq(upper, best, 2e-3 * (1 + fabs(best)), "%g %g", upper, best);
	bounded->n_checked++;
	bounded->n_tight += is_hopeless || upper - best < 0.3;
	return best;
}

static void check_one(const char *kind, const char *options,
		      const struct cml_acquisition *acquisition, bool log_target)
{
	struct bounded bounded;
	float x[N_FEATURES] = {0};
	start(&bounded, kind, options, acquisition, log_target);
	for (size_t row = 0; row < 6; row++) {
		memcpy(x, bounded.data.x + row * N_FEATURES, sizeof x);
		if (row == 5)
			x[0] = NAN;
		bounded.kind->bounds->enter(bounded.walk, x);
		best_from(&bounded, 0, x);
	}
	cr_expect_eq(bounded.n_checked, 6 * (1 + 4 + 20 + 60));
	/* The deviation of a process is bounded for many completions at once. */
	bool is_rough = acquisition->by != CML_RANK_BY_MEAN && strcmp(kind, "gp") == 0;
	bool is_tight = bounded.is_smooth && !is_rough && acquisition->by != CML_RANK_BY_EI;
	size_t tenths = is_tight ? 9 : 6;
	cr_expect_gt(bounded.n_tight, bounded.n_checked * tenths / 10, "%s %s by %d: %zu of %zu",
		     kind, options, (int)acquisition->by, bounded.n_tight, bounded.n_checked);
	stop(&bounded);
}

/* By all that there is to rank by, up and down, of values and of their logarithms. */
static void check(const char *kind, const char *options, bool by_all)
{
	struct cml_acquisition ways[] = {{.by = CML_RANK_BY_MEAN},
					 {.by = CML_RANK_BY_UCB, .kappa = 1.3},
					 {.by = CML_RANK_BY_LCB, .kappa = 0.7},
					 {.by = CML_RANK_BY_UCB, .kappa = 0},
					 {.by = CML_RANK_BY_EI, .best = 3.1}};
	for (size_t w = 0; w < (by_all ? sizeof ways / sizeof *ways : 1); w++)
		for (int maximize = 0; maximize < 2; maximize++)
			for (int log_target = 0; log_target < 2; log_target++) {
				ways[w].maximize = maximize;
				check_one(kind, options, &ways[w], log_target);
			}
}

Test(bounds, no_reward_under_nets_is_above)
{
	check("mlp", "hidden 37 epochs 60 ensemble 3 batch 16 learning-rate 0.01", true);
	check("mlp", "hidden 20 epochs 60 ensemble 2 batch 16 learning-rate 0.01 loss mse", true);
	check("mlp", "hidden 20 epochs 20 ensemble 1 batch 16 learning-rate 0.01", false);
}

Test(bounds, no_reward_under_trees_is_above)
{
	check("gbt", "trees 30 depth 3", false);
	check("gbt", "trees 20 depth 0 ensemble 3 learning-rate 0.3", true);
	check("forest", "trees 20", true);
}

Test(bounds, no_reward_under_lines_is_above)
{
	check("linear", "", false);
	check("linear", "penalty 0.3", false);
}

Test(bounds, no_reward_under_trees_and_a_line_is_above)
{
	check("auto", "trees 5 gp-rows 0", true);
	check("auto", "trees 20 depth 3 penalty 0.01 gp-rows 0", true);
}

/* With a process there are bounds of the mean alone. */
Test(bounds, no_reward_under_trees_a_line_and_a_process_is_above)
{
	check("auto", "trees 5", false);
	check("auto", "trees 20 depth 3 penalty 0.01", false);
}

Test(bounds, no_reward_under_processes_is_above)
{
	check("gp", "", true);
	check("gp", "kernel matern32 steps 3", TRIALS(5) == 5);
	check("gp", "kernel rbf steps 10", TRIALS(5) == 5);
}

Test(bounds, nets_of_several_layers_have_none)
{
	const struct cml_predictor_kind *kind;
	struct cml_dataset data = fixture_random_dataset(20, 3, 0, 1);
	struct cml_hyper hyper = {0};
	struct cml_buffer summary = {0};
	void *state, *bounds;
	cr_assert_eq(cml_predictor_find("mlp", &kind, &err), CML_OK);
	cr_assert_eq(cml_hyper_set(&hyper, "hidden", "4x4", &err), CML_OK);
	cr_assert_eq(cml_hyper_set(&hyper, "epochs", "2", &err), CML_OK);
	cr_assert_eq(cml_hyper_resolve(&hyper, kind->hyper, kind->n_hyper, "mlp", &err), CML_OK);
	struct cml_training training = {.data = &data, .hyper = &hyper, .seed = 1};
	cr_assert_eq(kind->train(&training, &state, &summary, &err), CML_OK);
	struct cml_bound_problem problem = {.n_features = 3};
	cr_expect_eq(kind->bounds->prepare(&bounds, state, &problem, &err), CML_NOTHING);
	kind->free(state);
	cml_hyper_release(&hyper);
	cml_buffer_release(&summary);
	cml_dataset_release(&data);
}

/* Five params of 60 values each. */
Test(bounds, trees_of_many_states_bound_the_mean_alone)
{
	struct bounded bounded;
	static const float x[60] = {0};
	struct cml_acquisition by_mean = {.by = CML_RANK_BY_MEAN, .maximize = true};
	struct cml_bound_block blocks[5];
	start(&bounded, "forest", "trees 5", &by_mean, false);
	for (size_t b = 0; b < 5; b++)
		blocks[b] = (struct cml_bound_block){b, 1, 60, x};
	struct cml_bound_problem problem = {
	    .n_features = N_FEATURES, .blocks = blocks, .n_blocks = 5, .acquisition = by_mean};
	void *bounds;
	cr_assert_eq(bounded.kind->bounds->prepare(&bounds, bounded.state, &problem, &err), CML_OK);
	bounded.kind->bounds->free(bounds);
	problem.acquisition.by = CML_RANK_BY_UCB;
	cr_expect_eq(bounded.kind->bounds->prepare(&bounds, bounded.state, &problem, &err),
		     CML_NOTHING);
	stop(&bounded);
}
