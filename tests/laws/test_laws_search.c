/* Laws of searchers that learn, on random spaces: what they propose is possible, and
 * the passes of a policy over its diagram agree with each other. */
#include "random_space.h"
#include "search/policy.h"
#include "search/search.h"
#include "space/feasible/sampler.h"

#include "test.h"
#include "trials.h"

TestSuite(laws_search, .timeout = 300);

#define N_SPACES TRIALS(3 * 300)
#define N_ASKS 60
#define N_ASKED 10
#define MAX_SLOTS (MADE_MAX_ROWS + 1)

struct world {
	struct made_space made;
	struct cml_space *space;
	struct cml_random random;
	struct cml_sampler sampler;
};

/* False when nothing is feasible. */
static bool world_init(struct world *world, size_t number)
{
	cml_random_init(&world->random, 11, number);
	made_space_draw(&world->made, &world->random);
	world->space = made_space_read(&world->made, NULL);
	enum cml_result status = cml_sampler_init(&world->sampler, world->space, NULL, 0, &err);
	cr_assert(status == CML_OK || status == CML_NOTHING, "%s", err.message);
	return status == CML_OK;
}

static void world_release(struct world *world)
{
	cml_sampler_release(&world->sampler);
	cml_space_free(world->space);
}

/* What is proposed is in the domains, complete and obeys the rules, as the made
 * space says, not the library. */
static void check_proposal(const struct world *world, const double *slots)
{
	double values[MADE_MAX_ROWS], completed[MADE_MAX_ROWS];
	made_values_from_space(&world->made, world->space, slots, values);
	made_values_from_space(&world->made, world->space, slots, completed);
	cr_assert(made_values_complete(&world->made, completed), "breaks a rule");
	cr_assert(same_values(values, completed, world->made.n_rows), "not complete");
	for (size_t r = 0; r < world->made.n_rows; r++) {
		const struct made_row *row = &world->made.rows[r];
		if (row->role == CML_ROLE_PARAM && !isnan(values[r]))
			cr_assert(made_has_value(row, values[r]), "%s %g", row->name, values[r]);
	}
}

/* Rewards drawn at random, now and then not finite. */
static size_t search(struct world *world, const struct cml_searcher_kind *kind, const char *option,
		     const char *text)
{
	AUTO(cml_hyper) hyper = {0};
	AUTOFREE void *state = cml_array_new(1, kind->state_size);
	double values[N_ASKED * MAX_SLOTS], rewards[N_ASKED];
	size_t n_proposed = 0;
	assert_ok(cml_hyper_set(&hyper, option, text, &err));
	assert_ok(cml_hyper_resolve(&hyper, kind->hyper, kind->n_hyper, kind->name, &err));
	struct cml_search search = {.hyper = &hyper,
				    .n_samples = N_ASKS * N_ASKED,
				    .seed = cml_random_next(&world->random)};
	struct cml_searcher_start start = {
	    .search = &search, .sampler = &world->sampler, .max_tries = 2000};
	enum cml_result status = kind->start(state, &start, &err);
	for (size_t i = 0; status == CML_OK && i < N_ASKS; i++) {
		size_t n = 0, n_columns = world->space->n_columns;
		while (n < N_ASKED &&
		       (status = kind->ask(state, values + n * n_columns, &err)) == CML_OK)
			n++;
		if (n == 0)
			break;
		for (size_t j = 0; j < n; j++) {
			check_proposal(world, values + j * n_columns);
			rewards[j] = cml_random_below(&world->random, 20) == 0
					 ? (double)NAN
					 : cml_random_normal(&world->random);
		}
		n_proposed += n;
		status = kind->tell(state, n, values, rewards, &err);
	}
	cr_assert(status == CML_OK || status == CML_NOTHING, "%s", err.message);
	kind->release(state);
	return n_proposed;
}

static void check_searcher(const char *method, const char *option, const char *text)
{
	const struct cml_searcher_kind *kind;
	size_t n_proposed = 0;
	assert_ok(cml_searcher_find(method, &kind, &err));
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		if (world_init(&world, i))
			n_proposed += search(&world, kind, option, text);
	}
	cr_assert_gt(n_proposed, N_SPACES / 2 * N_ASKS);
}

Test(laws_search, what_is_proposed_is_possible)
{
	check_searcher("reinforce", "learning-rate", "1");
	check_searcher("evolution", "population", "20");
}

/* log Z, of what a pass up leaves. */
static double log_total(const struct cml_policy *policy)
{
	double total = 0;
	for (size_t k = 0; k < policy->diagram->n_levels; k++) {
		const struct cml_policy_level *level = &policy->levels[k];
		double largest = -INFINITY;
		for (size_t o = level->first; o < level->first + level->n_options; o++)
			largest = fmax(largest, policy->logits[o] + policy->log_counts[o]);
		total += largest + log(level->unit);
	}
	return total;
}

/* d log Z / d logit is the marginal: what the pass up gives, moved a little, against
 * what the pass down gives. */
static void check_policy(struct world *world, struct cml_policy *policy)
{
	const double step = 1e-5;
	for (size_t o = 0; o < policy->n_options; o++)
		policy->logits[o] = cml_random_normal(&world->random);
	for (size_t i = 0; i < 10 && policy->n_options > 0; i++) {
		size_t o = (size_t)cml_random_below(&world->random, policy->n_options);
		double at = policy->logits[o], totals[2];
		for (size_t side = 0; side < 2; side++) {
			policy->logits[o] = side ? at + step : at - step;
			cml_policy_refresh(policy);
			totals[side] = log_total(policy);
		}
		policy->logits[o] = at;
		cml_policy_refresh(policy);
		cr_assert_float_eq(policy->marginals[o], (totals[1] - totals[0]) / (2 * step),
				   1e-8);
	}
	for (size_t k = 0; k < policy->diagram->n_levels; k++) {
		const struct cml_policy_level *level = &policy->levels[k];
		double sum = 0;
		for (size_t o = 0; o < level->n_options; o++)
			sum += policy->marginals[level->first + o];
		cr_assert_float_eq(sum, 1, 1e-9);
	}
}

Test(laws_search, marginals_of_a_policy_are_the_slopes_of_its_total)
{
	size_t n_checked = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_policy) policy = {0};
		if (world_init(&world, i)) {
			assert_ok(cml_policy_init(&policy, &world.sampler.diagram, 7, &err));
			check_policy(&world, &policy);
			n_checked++;
		}
	}
	cr_assert_gt(n_checked, N_SPACES / 2);
}
