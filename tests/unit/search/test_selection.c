#include "search/selection.h"

#include "base/memory.h"
#include "search/deciders.h"
#include "search/shrinking/shrinking.h"
#include "test.h"

#define N 16
#define MANY 256

/* Four params of two values: all configurations, in the order of binary numbers. */
static const char space_text[] = "name,role,type,domain\n"
				 "a,param,int,0:1\n"
				 "b,param,int,0:1\n"
				 "c,param,int,0:1\n"
				 "d,param,int,0:1\n";
static struct cml_space *space;
static struct cml_proposals proposals;

/* Means fall by 0.1 from the first to the last; sd is 1. */
static void fill(void)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(space_text), "test", &err));
	proposals.items = cml_array_new(N, sizeof *proposals.items);
	proposals.values = cml_array_new(N * 4, sizeof *proposals.values);
	proposals.n = N;
	for (size_t i = 0; i < N; i++) {
		struct cml_proposal *item = &proposals.items[i];
		item->values = proposals.values + i * 4;
		for (size_t bit = 0; bit < 4; bit++)
			item->values[bit] = (double)(i >> (3 - bit) & 1);
		item->key = i;
		item->pred = 5 - 0.1 * (double)i;
		item->sd = 1;
		item->reward = item->pred + 1;
	}
}

static void clear(void)
{
	cml_proposals_release(&proposals);
	cml_space_free(space);
}

TestSuite(selection, .init = fill, .fini = clear);

static void choose(enum cml_selection_by by, size_t n)
{
	struct cml_selection selection = {.by = by};
	struct cml_selection_problem problem = {
	    .selection = &selection,
	    .space = space,
	    .worth.acquisition = {.by = CML_RANK_BY_UCB, .kappa = 1, .maximize = true},
	    .n = n};
	assert_ok(cml_select(&problem, &proposals, &err));
}

static void assert_keys(const uint64_t *keys, size_t n)
{
	cr_assert_eq(proposals.n, n);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(proposals.items[i].key, keys[i], "%zu", i);
}

Test(selection, the_best_come_first)
{
	choose(CML_SELECT_BEST, 3);
	assert_keys((uint64_t[]){0, 1, 2}, 3);
}

static const char steps_text[] = "name,role,type,domain,encoding,when\n"
				 "range,param,float,0:10,,\n"
				 "log,param,float,1e-6:1,log,\n"
				 "many,param,int,0:1000,,\n"
				 "powers,param,int,1:1024:*2,,\n"
				 "levels,param,categorical,a|b|c,,\n"
				 "absent,param,float,0:1,,levels == 'a'\n"
				 "context,context,int,,value,\n";

Test(selection, what_is_less_than_a_step_away_is_near)
{
	/* The column that differs, two values, and whether they are a step of it apart. */
	static const struct {
		size_t slot;
		double a, b;
		bool are_apart;
	} cases[] = {{0, 2, 2.49, false},   {0, 2, 2.51, true},    {1, 1e-4, 1.9e-4, false},
		     {1, 1e-4, 2e-4, true}, {2, 100, 149, false},  {2, 100, 150, true},
		     {3, 1, 2, true},       {4, 0, 1, true},       {5, 0.5, NAN, true},
		     {5, NAN, NAN, false},  {5, 0.5, 0.52, false}, {6, 1, 9, false}};
	cml_space_free(space);
	assert_ok(cml_space_from_text(&space, cml_slice_of(steps_text), "test", &err));
	for (size_t i = 0; i < COUNT(cases); i++) {
		double a[] = {1, 1e-3, 7, 64, 0, 0.2, 8}, b[] = {1, 1e-3, 7, 64, 0, 0.2, 8};
		a[cases[i].slot] = cases[i].a;
		b[cases[i].slot] = cases[i].b;
		cr_assert_eq(cml_configs_are_apart(space, a, b), cases[i].are_apart, "%zu", i);
	}
}

Test(selection, uncertainty_shrinks_near_what_was_chosen)
{
	/* By hand: the length is 1, so d params that differ leave sqrt(1 - exp(-2 d)) of
	 * the sd. 0001: 4.9 + 0.9299; 0010: 4.8 + 0.9299; 0011: 4.7 + 0.9908. */
	choose(CML_SELECT_SHRINK, 2);
	assert_keys((uint64_t[]){0, 1}, 2);
}

/* The same by the book: all correlations of what is left, conditioned on each choice in turn, and
 * the best of all scores. */
static void choose_plainly(struct cml_worth worth, size_t n_pool, const struct cml_proposal *pool,
			   double *correlation, size_t n, uint64_t *keys)
{
	bool is_out[MANY] = {false};
	for (size_t k = 0; k < n; k++) {
		size_t best = n_pool;
		double best_score = -INFINITY;
		for (size_t i = 0; i < n_pool; i++) {
			double left = fmax(0, correlation[i * n_pool + i]);
			double score = cml_worth_predicted(
			    &worth, pool[i].pred, pool[i].sd * sqrt(left), pool[i].log_chance);
			if (is_out[i] || (best < n_pool && score <= best_score))
				continue;
			best = i;
			best_score = score;
		}
		is_out[best] = true;
		keys[k] = pool[best].key;
		if (pool[best].pred > worth.acquisition.best && pool[best].log_chance > -M_LN2)
			worth.acquisition.best = pool[best].pred;
		for (size_t i = 0; i < n_pool; i++)
			for (size_t j = 0; i != best && j < n_pool; j++)
				if (j != best)
					correlation[i * n_pool + j] -=
					    correlation[i * n_pool + best] *
					    correlation[best * n_pool + j] /
					    correlation[best * n_pool + best];
		for (size_t j = 0; j < n_pool; j++)
			correlation[best * n_pool + j] = correlation[j * n_pool + best] = 0;
	}
}

static const char many_text[] = "name,role,type,domain\n"
				"a,param,int,0:3\n"
				"b,param,int,0:3\n"
				"c,param,int,0:3\n"
				"d,param,int,0:3\n";

Test(selection, what_is_not_looked_at_again_would_not_be_chosen)
{
	static double correlation[MANY * MANY], values[MANY * 4];
	static struct cml_proposal pool[MANY];
	struct cml_selection selection = {.by = CML_SELECT_SHRINK};
	enum cml_rank_by ways[] = {CML_RANK_BY_EI, CML_RANK_BY_UCB};
	cml_space_free(space);
	assert_ok(cml_space_from_text(&space, cml_slice_of(many_text), "test", &err));
	for (size_t w = 0; w < 2 * 6; w++) {
		uint64_t keys[MANY / 4];
		struct cml_worth worth = {.scale = CML_WORTH_LOG, .tail = -INFINITY};
		worth.acquisition = (struct cml_acquisition){
		    .by = ways[w % 2], .kappa = 1.4, .best = 0.8, .maximize = true};
		struct cml_selection_problem problem = {
		    .selection = &selection, .space = space, .worth = worth, .n = MANY / 4};
		for (size_t i = 0; i < MANY; i++) {
			uint64_t mixed = (i + w * MANY) * 0x9e3779b97f4a7c15U;
			pool[i].values = values + 4 * i;
			for (size_t bit = 0; bit < 4; bit++)
				pool[i].values[bit] = (double)(i >> (2 * bit) & 3);
			pool[i].key = i;
			pool[i].pred = (double)(mixed >> 40) / (double)(1 << 24);
			pool[i].sd = 0.3 + 0.5 * (double)(mixed >> 20 & 0xfffff) / (1 << 20);
			pool[i].log_chance = -1.3 * (double)(mixed & 0xfffff) / (1 << 20);
		}
		for (size_t i = 0; i < MANY; i++)
			for (size_t j = 0; j < MANY; j++)
				correlation[i * MANY + j] = exp(-(double)cml_params_differing(
				    space, pool[i].values, pool[j].values));
		choose_plainly(worth, MANY, pool, correlation, MANY / 4, keys);
		proposals.items = realloc(proposals.items, sizeof pool);
		cr_assert_not_null(proposals.items);
		memcpy(proposals.items, pool, sizeof pool);
		proposals.n = MANY;
		assert_ok(cml_select(&problem, &proposals, &err));
		assert_keys(keys, MANY / 4);
	}
}

static uint64_t chosen_by_worth(enum cml_selection_by by, enum cml_worth_scale scale)
{
	struct cml_selection selection = {.by = by};
	struct cml_selection_problem problem = {
	    .selection = &selection,
	    .space = space,
	    .worth = {.acquisition = {.by = CML_RANK_BY_UCB, .kappa = 1, .maximize = true},
		      .scale = scale,
		      .knee = 0.1},
	    .n = 1};
	/* The best prediction hardly ever runs. */
	for (size_t i = 0; i < N; i++)
		proposals.items[i].sd = 0.001;
	proposals.items[0].log_chance = -3;
	assert_ok(cml_select(&problem, &proposals, &err));
	return proposals.items[0].key;
}

Test(selection, what_hardly_runs_is_not_chosen)
{
	cr_assert_eq(chosen_by_worth(CML_SELECT_SHRINK, CML_WORTH_AMOUNT), 1);
}

Test(selection, unless_failures_are_ignored)
{
	cr_assert_eq(chosen_by_worth(CML_SELECT_SHRINK, CML_WORTH_REWARD), 0);
}

/* Jobs at configurations by their number. */
static struct cml_tried_jobs tried;
static void try(size_t i, enum cml_tried_state state, double reward)
{
	static struct cml_tried_job items[64];
	static double values[64][4];
	for (size_t bit = 0; bit < 4; bit++)
		values[tried.n][bit] = (double)(i >> (3 - bit) & 1);
	tried.items = items;
	items[tried.n] = (struct cml_tried_job){values[tried.n], state, reward};
	tried.n++;
}

static bool skips_similar;
static void choose_with_tried(enum cml_selection_by by, size_t n_pending, size_t n)
{
	struct cml_selection selection = {.by = by, .skips_similar = skips_similar};
	struct cml_selection_problem problem = {
	    .selection = &selection,
	    .space = space,
	    .worth.acquisition = {.by = CML_RANK_BY_UCB, .kappa = 1, .maximize = true},
	    .tried = &tried,
	    .n_pending = n_pending,
	    .n = n};
	assert_ok(cml_select(&problem, &proposals, &err));
	tried.n = 0;
}

/* Predictions say 0000 and what is hoped for 0101; of the jobs, those with three ones were better
 * than the others, of which there are `n` in all. */
static void choose_in_turns(size_t n, size_t n_chosen)
{
	proposals.items[5].sd = 20;
	proposals.items[5].reward = proposals.items[5].pred + 20;
	for (size_t i = 0; i < n; i++)
		try(i % 8, CML_TRIED_OK, i % 8 == 7 ? 0.9 : 0.1 * (double)(i % 4 == 3));
	choose_with_tried(CML_SELECT_TURNS, 0, n_chosen);
}

Test(selection, turns_are_of_improvement_prediction_and_values)
{
	choose_in_turns(9, 3);
	assert_keys((uint64_t[]){5, 0, 7}, 3);
}

/* The best job ran at 20, four times the best prediction: where 5 has so many of its deviations to
 * it, and the others far more, which one has the turn of predictions? */
static uint64_t chosen_with_deviations(double n_deviations)
{
	for (size_t i = 0; i < N; i++)
		proposals.items[i].sd =
		    i == 5 ? (20 - proposals.items[i].pred) / n_deviations : 0.1;
	for (size_t i = 0; i < 10; i++)
		try(i % 8, CML_TRIED_OK, i % 8 == 7 ? 20 : 0);
	choose_with_tried(CML_SELECT_TURNS, 0, 1);
	return proposals.items[0].key;
}

Test(selection, within_three_deviations_of_the_best_job_is_not_far_behind)
{
	cr_assert_eq(chosen_with_deviations(2.9), 5);
}

Test(selection, more_than_three_deviations_are_far)
{
	cr_assert_eq(chosen_with_deviations(3.1), 0);
}

Test(selection, turns_go_on_where_the_batch_before_ended)
{
	choose_in_turns(10, 1);
	assert_keys((uint64_t[]){0}, 1);
}

Test(selection, the_third_turn_is_by_the_jobs_alone)
{
	choose_in_turns(11, 1);
	assert_keys((uint64_t[]){7}, 1);
}

/* The best job is 1111: 0111 is the best of those one setting from it. */
Test(selection, a_search_that_is_stalled_looks_one_setting_from_its_best)
{
	for (size_t i = 0; i <= CML_STALLED + 1; i++)
		try(i == 1 ? 15 : i % 4, CML_TRIED_OK, i == 1 ? 0.9 : 0.01 * (double)(i % 4));
	choose_with_tried(CML_SELECT_TURNS, 0, 3);
	cr_assert_eq(proposals.items[2].key, 7);
}

/* Two metrics, of which less of the second is better: what is expected to add most, then the best
 * predictions of the first and of the second, and so on. */
Test(selection, turns_of_a_front_are_of_improvement_and_both_predictions)
{
	AUTO(cml_front) front = {.axes = {{.maximize = true}, {0}}};
	struct cml_selection selection = {.by = CML_SELECT_TURNS};
	struct cml_selection_problem problem = {
	    .selection = &selection,
	    .space = space,
	    .worth = {.acquisition = {.by = CML_RANK_BY_MEAN, .maximize = true, .best = NAN},
		      .scale = CML_WORTH_LOG,
		      .tail = -INFINITY},
	    .front = &front,
	    .n = 3};
	assert_ok(cml_front_add(&front, (double[]){5, 2}, &err));
	assert_ok(cml_front_add(&front, (double[]){3, 4}, &err));
	cml_front_take_reference(&front);
	for (size_t i = 0; i < N; i++) {
		proposals.items[i].second = 3 - 0.1 * (double)i;
		proposals.items[i].second_sd = 0.1;
		proposals.items[i].sd = i == 5 ? 9 : 0.1;
	}
	proposals.items[15].log_chance = log(0.01);
	assert_ok(cml_select(&problem, &proposals, &err));
	assert_keys((uint64_t[]){5, 0, 14}, 3);
}
