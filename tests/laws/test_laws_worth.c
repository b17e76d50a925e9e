/* Exact search by worth leaves nothing out: on random spaces, jobs, models, acquisitions and
 * floors, whole and in shards, in batches and by threads, it gives what predicting the
 * configurations one by one gives, to the last bit. */
#include "base/key.h"
#include "model/model_worth.h"
#include "search/search.h"
#include "space/config.h"
#include "space/encode/encoder.h"
#include "space/feasible/enumerate.h"
#include "space/feasible/fixes.h"
#include "space/feasible/sampler.h"

#include "test.h"
#include "trials.h"

TestSuite(laws_worth, .timeout = 300);

#define N_WORLDS 4
#define N_JOBS 150
#define MAX_COLUMNS 16
#define MAX_FEATURES 64
/* Of few trials a fifth of the configurations, or a twenty-fifth, in the same blocks. */
#define N_PARAMS (TRIALS(6) == 6 ? 6 : TRIALS(6) == 2 ? 5 : 4)
#define N_SHARDS 3

struct world {
	struct cml_random random;
	struct cml_space *space;
	struct cml_encoder encoder;
	struct cml_dataset data;
	struct cml_hyper hyper;
	struct cml_model *model;
	struct cml_search search;
	bool maximize, is_positive, has_law;
	double weights[MAX_FEATURES], failing[MAX_FEATURES], mean_risk;
};

static size_t below(struct world *world, size_t n)
{
	return (size_t)cml_random_below(&world->random, n);
}

/* Params of four or five values, some of them numbers, and a rule or two. */
static void draw_space(struct world *world)
{
	char text[2048];
	int size = snprintf(text, sizeof text,
			    "name,role,type,domain,encoding,when\nn0,param,int,1:5,,\n");
	for (int p = 0; p < N_PARAMS; p++) {
		bool is_level = below(world, 2) == 0, has_when = p > 3 && below(world, 4) == 0;
		size += snprintf(text + size, sizeof text - (size_t)size, "p%d,param,%s,%s,,%s\n",
				 p, is_level ? "categorical" : "int",
				 is_level          ? "a|b|c|d"
				 : below(world, 2) ? "1:5"
						   : "1:16:*2",
				 has_when ? "n0 > 2" : "");
	}
	size += snprintf(text + size, sizeof text - (size_t)size,
			 "n1,param,int,1:4,,\nsum,derived,,n0 * n1,,\n"
			 "%sfits,rule,,sum <= %zu,,\ny,metric,%s,,,\n",
			 world->has_law ? "work,term,,sum,,\nstart,term,,1,,\n" : "",
			 8 + below(world, 8), world->maximize ? "max" : "min");
	assert_ok(cml_space_from_text(&world->space, cml_slice_of(text), "made", &err));
}

static double amount(const double *weights, const double *features, size_t n)
{
	double sum = 0;
	for (size_t f = 0; f < n; f++)
		sum += isnan(features[f]) ? 0.3 : weights[f] * features[f];
	return sum;
}

static void add_job(struct world *world, const double *values, uint64_t number)
{
	double features[MAX_FEATURES];
	size_t n = world->encoder.n_features;
	assert_ok(cml_encoder_encode(&world->encoder, values, features, &err));
	double target = amount(world->weights, features, n);
	/* About a third of the jobs, in one part of the space. */
	double risk = amount(world->failing, features, n) + cml_random_normal(&world->random);
	bool fails = number > 0 && risk > world->mean_risk + 1;
	world->mean_risk += (risk - world->mean_risk) / (double)(number + 1);
	if (world->is_positive)
		target = exp(0.2 * target);
	struct cml_dataset_job job = {.status = fails ? CML_JOB_OOM : CML_JOB_OK,
				      .target = fails ? (double)NAN : target,
				      .weight = 1,
				      .key = number,
				      .features = features};
	assert_ok(cml_dataset_append_job(&world->data, &job, &err));
}

static void draw_jobs(struct world *world)
{
	const char *names[MAX_FEATURES];
	double values[MAX_COLUMNS];
	AUTO(cml_sampler) sampler;
	assert_ok(cml_encoder_init(&world->encoder, world->space, &err));
	size_t n = world->encoder.n_features;
	cr_assert(n <= MAX_FEATURES && world->space->n_columns <= MAX_COLUMNS);
	for (size_t f = 0; f < n; f++) {
		names[f] = world->encoder.features[f].name;
		world->weights[f] = cml_random_normal(&world->random);
		world->failing[f] = below(world, 3) == 0 ? cml_random_normal(&world->random) : 0;
	}
	assert_ok(cml_dataset_init(&world->data, n, names, &err));
	assert_ok(cml_sampler_init(&sampler, world->space, NULL, 0, &err));
	for (uint64_t i = 0; i < N_JOBS; i++) {
		assert_ok(cml_sampler_draw(&sampler, &world->random, 100000, values, &err));
		add_job(world, values, i);
	}
}

static void train(struct world *world, size_t number)
{
	static const struct {
		const char *kind;
		const char *options[4][2];
	} kinds[] = {
	    {"gbt", {{"trees", "15"}, {"ensemble", "2"}}},
	    {"forest", {{"trees", "12"}}},
	    {"mlp", {{"hidden", "14"}, {"epochs", "15"}, {"ensemble", "3"}}},
	};
	size_t kind = number % (COUNT(kinds));
	struct cml_model_spec spec = {.hyper = &world->hyper,
				      .seed = number,
				      .maximize = world->maximize,
				      .log_target = world->is_positive && below(world, 2) == 0};
	struct cml_training_hooks hooks = {0};
	assert_ok(cml_predictor_find(kinds[kind].kind, &spec.kind, &err));
	for (size_t o = 0; o < 4 && kinds[kind].options[o][0]; o++)
		assert_ok(cml_hyper_set(&world->hyper, kinds[kind].options[o][0],
					kinds[kind].options[o][1], &err));
	assert_ok(cml_model_train(&world->model, &spec, &world->data, world->space, &hooks, &err));
}

static void world_init(struct world *world, size_t number)
{
	*world = (struct world){0};
	cml_random_init(&world->random, 29, number);
	world->maximize = below(world, 2) == 0;
	world->is_positive = below(world, 3) > 0;
	world->has_law = world->is_positive && number % 2 == 1;
	draw_space(world);
	draw_jobs(world);
	train(world, number);
	world->search = (struct cml_search){.space = world->model->space, .model = world->model};
	assert_ok(cml_searcher_find("exhaustive", &world->search.kind, &err));
}

static void world_release(struct world *world)
{
	cml_model_free(world->model);
	cml_hyper_release(&world->hyper);
	cml_dataset_release(&world->data);
	cml_encoder_release(&world->encoder);
	cml_space_free(world->space);
}

/* How to rank this time. */
static void draw_question(struct world *world)
{
	static const double floors[] = {0, 0, 0.3, 0.7, 0.9, 0.97};
	struct cml_search *search = &world->search;
	search->n = below(world, 3) == 0 ? 1 : 1 + below(world, 60);
	search->acquisition =
	    (struct cml_acquisition){.by = (enum cml_rank_by)below(world, 4),
				     .kappa = 3 * cml_random_uniform(&world->random),
				     .best = world->data.y[0],
				     .maximize = world->maximize,
				     .is_log = world->model->log_target};
	search->failures = (struct cml_failures){.min_chance = floors[below(world, 6)]};
	if (search->failures.min_chance == 0)
		search->failures.are_ignored = below(world, 4) == 0;
}

static enum cml_result search_shard(const struct world *world, uint64_t shard, uint64_t n_shards,
				    struct cml_proposals *proposals, struct cml_error *why)
{
	struct cml_search search = world->search;
	search.shard = shard;
	search.n_shards = n_shards;
	enum cml_result status = cml_search_run(&search, proposals, why);
	cr_assert(status == CML_OK || status == CML_NOTHING, "%s", why->message);
	return status;
}

/* All configurations, in the order of the enumeration. */
struct scored {
	double *worths;
	uint64_t *keys;
	size_t n;
};

static void score_all(const struct world *world, struct scored *all)
{
	AUTO(cml_enumerator) enumerator;
	struct cml_worth worth;
	const struct cml_model *model = world->model;
	double fixed[MAX_COLUMNS], features[MAX_FEATURES], mean, sd, log_chance;
	_Alignas(64) float x[MAX_FEATURES];
	assert_ok(cml_fixes_take(model->space, NULL, 0, fixed, &err));
	assert_ok(cml_model_worth(model, &world->search.acquisition, &world->search.failures,
				  &worth, &err));
	assert_ok(cml_enumerator_init(&enumerator, model->space, fixed, &err));
	bool is_exact;
	size_t n = (size_t)cml_enumerator_bound(&enumerator, &is_exact);
	all->worths = calloc(n, sizeof *all->worths);
	all->keys = calloc(n, sizeof *all->keys);
	cr_assert(all->worths && all->keys);
	for (all->n = 0; cml_enumerator_next(&enumerator); all->n++) {
		assert_ok(cml_model_encode(model, enumerator.values, features, x, &err));
		cml_batch_predict(model, NULL, 1, x, &mean, &sd, &log_chance);
		all->keys[all->n] = cml_config_key(model->space, enumerator.values);
		all->worths[all->n] = cml_worth_allows(&worth, log_chance)
					  ? cml_worth_predicted(&worth, mean, sd, log_chance)
					  : (double)NAN;
	}
}

/* The place of the best that is not taken, the first of equal ones; n: none is left. */
static size_t take_best(const struct scored *all)
{
	size_t best = all->n;
	for (size_t i = 0; i < all->n; i++)
		if (!isnan(all->worths[i]) &&
		    (best == all->n || all->worths[i] > all->worths[best]))
			best = i;
	return best;
}

/* Every incumbent of the whole is one of its shard. */
static void check_shards(const struct world *world, const struct cml_proposals *whole)
{
	AUTO(cml_key_set) keys = {0};
	for (uint64_t shard = 1; shard <= N_SHARDS; shard++) {
		AUTO(cml_proposals) part = {0};
		struct cml_error why;
		bool added;
		search_shard(world, shard, N_SHARDS, &part, &why);
		for (size_t i = 0; i < part.n; i++)
			cr_assert(cml_key_set_add(&keys, part.items[i].key, &added, &err) ==
				      CML_OK &&
				  added);
	}
	for (size_t i = 0; i < whole->n; i++)
		cr_assert(cml_key_set_has(&keys, whole->items[i].key), "%zu", i);
}

static void check_question(const struct world *world)
{
	struct scored all;
	AUTO(cml_proposals) best = {0};
	struct cml_error why = {0};
	score_all(world, &all);
	cr_assert_gt(all.n, 1000);
	enum cml_result status = search_shard(world, 0, 0, &best, &why);
	cr_assert_eq(status == CML_OK, take_best(&all) < all.n);
	for (size_t i = 0; i < world->search.n; i++) {
		size_t next = take_best(&all);
		cr_assert_eq(next < all.n, i < best.n);
		if (next == all.n)
			break;
		cr_assert(best.items[i].key == all.keys[next] &&
			      best.items[i].reward == all.worths[next],
			  "%zu of %zu", i, best.n);
		all.worths[next] = NAN;
	}
	if (world->search.n < 20)
		check_shards(world, &best);
	free(all.worths);
	free(all.keys);
}

Test(laws_worth, exact_search_is_what_predicting_one_by_one_gives)
{
	for (size_t number = 0; number < N_WORLDS; number++) {
		AUTO(world) world;
		world_init(&world, number);
		for (size_t i = 0; i < TRIALS(3); i++) {
			draw_question(&world);
			check_question(&world);
		}
	}
}
