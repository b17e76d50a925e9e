/* Laws of enumerating, counting, sampling and neighbours, on many small random
 * spaces with conditions, rules and undefined arithmetic, against the plain
 * product of the domains filtered by cml_config_complete. */
#include "space/config.h"
#include "space/feasible/enumerate.h"
#include "space/feasible/sampler.h"
#include "space/feasible/space_report.h"

#include "test.h"
#include "trials.h"

TestSuite(laws_enumerate, .timeout = 300);

#define N_SPACES TRIALS(3 * 300)
#define N_COLUMNS 14
#define MAX_CONFIGS 4096

struct world {
	char text[4096];
	struct cml_space *space;
	struct cml_random random;
	double fixed[N_COLUMNS];
	double (*configs)[N_COLUMNS]; /* all feasible ones, in lexicographic order */
	size_t n;
};

static size_t below(struct world *world, size_t n)
{
	return (size_t)cml_random_below(&world->random, n);
}

static const char *pick(struct world *world, const char *const *texts, size_t n)
{
	return texts[below(world, n)];
}

#define PICK(world, texts) pick(world, texts, COUNT(texts))

static void make_text(struct world *world)
{
	static const char *const domains[] = {"1:3", "0|2|5", "1:4", "-1:1", "1:8:*2", "7"};
	static const char *const levels[] = {"x|y|z", "x|y", "y|x|w|z"};
	static const char *const when_b[] = {"", "a > 1", "a != 2", "c == 2"};
	static const char *const when_e[] = {"", "b == 2 or k == 'x'", "d1 > 3",
					     "6 // (a - 1) > 2"};
	static const char *const when_f[] = {"", "e > 1 and b > 0", "d2 == 0", "\"b in (1, 2)\""};
	static const char *const derived[] = {"a * 2 + b", "6 / (b - 2)", "\"max(a, c)\"",
					      "log2(b)"};
	static const char *const rules[] = {
	    "a + b <= 4",        "d1 != 3",          "b * c == 4 or k == 'y'",
	    "e % 2 == 1 or f",   "d1 + e > 2",       "not (a == 1 and k == 'x')",
	    "12 % (a + c) == 0", "f or g or b == 1", "a * b * e <= 6",
	    "k != 'x'",          "a > 100",          "a < 100"};
	snprintf(world->text, sizeof world->text,
		 "name,role,type,domain,default,when\n"
		 "a,param,int,%s,,\n"
		 "c,context,int,,2,%s\n"
		 "b,param,int,%s,,%s\n"
		 "k,param,categorical,%s,,\n"
		 "d1,derived,,%s,,%s\n"
		 "e,param,int,%s,,%s\n"
		 "d2,derived,,(d1 > e) + 0,,\n"
		 "f,param,bool,,,%s\n"
		 "g,param,bool,,,%s\n"
		 "r1,rule,,%s,,\n"
		 "r2,rule,,%s,,%s\n"
		 "r3,rule,,%s,,\n",
		 PICK(world, domains), below(world, 3) == 0 ? "a > 1" : "", PICK(world, domains),
		 PICK(world, when_b), PICK(world, levels), PICK(world, derived),
		 below(world, 3) == 0 ? "a < 3" : "", PICK(world, domains), PICK(world, when_e),
		 PICK(world, when_f), PICK(world, when_f), PICK(world, rules), PICK(world, rules),
		 below(world, 2) == 0 ? "a > 1" : "", PICK(world, rules));
}

static bool is_drawn(const struct world *world, size_t slot)
{
	return world->space->columns[slot].role == CML_ROLE_PARAM && isnan(world->fixed[slot]);
}

/* Whether the next combination of the product was set. */
static bool advance(const struct world *world, size_t *at)
{
	for (size_t slot = world->space->n_columns; slot-- > 0;) {
		if (!is_drawn(world, slot))
			continue;
		if (++at[slot] < world->space->columns[slot].domain.n_values)
			return true;
		at[slot] = 0;
	}
	return false;
}

static void list_all(struct world *world)
{
	const struct cml_space *space = world->space;
	size_t at[N_COLUMNS] = {0};
	do {
		double *values = world->configs[world->n];
		size_t broken;
		memcpy(values, world->fixed, sizeof world->fixed);
		for (size_t slot = 0; slot < space->n_columns; slot++)
			if (is_drawn(world, slot))
				values[slot] =
				    cml_domain_value(&space->columns[slot].domain, at[slot]);
		bool is_new = cml_config_complete(space, values, &broken, &err) == CML_OK &&
			      broken == SIZE_MAX;
		for (size_t slot = 0; slot < space->n_columns; slot++)
			is_new = is_new &&
				 !(is_drawn(world, slot) && isnan(values[slot]) && at[slot] > 0);
		world->n += is_new;
		cr_assert_lt(world->n, MAX_CONFIGS);
	} while (advance(world, at));
}

static void world_init(struct world *world, size_t number)
{
	*world = (struct world){0};
	cml_random_init(&world->random, 5, number);
	make_text(world);
	assert_ok(cml_space_from_text(&world->space, cml_slice_of(world->text), "s", &err));
	cr_assert_leq(world->space->n_columns, N_COLUMNS);
	for (size_t slot = 0; slot < N_COLUMNS; slot++)
		world->fixed[slot] = NAN;
	world->fixed[cml_space_find(world->space, cml_slice_of("c"))] = 2;
	if (below(world, 4) == 0)
		world->fixed[cml_space_find(world->space, cml_slice_of("g"))] = 1;
	world->configs = calloc(MAX_CONFIGS, sizeof *world->configs);
	cr_assert(world->configs);
	list_all(world);
}

static void world_release(struct world *world)
{
	cml_space_free(world->space);
	free(world->configs);
}

static bool same(const struct world *world, const double *a, const double *b)
{
	for (size_t slot = 0; slot < world->space->n_columns; slot++)
		if (world->space->columns[slot].role != CML_ROLE_RULE && a[slot] != b[slot] &&
		    !(isnan(a[slot]) && isnan(b[slot])))
			return false;
	return true;
}

static size_t find(const struct world *world, const double *values)
{
	size_t i = 0;
	while (i < world->n && !same(world, values, world->configs[i]))
		i++;
	cr_assert_lt(i, world->n, "not feasible in %s", world->text);
	return i;
}

static void enumerator_init(struct cml_enumerator *enumerator, const struct world *world)
{
	assert_ok(cml_enumerator_init(enumerator, world->space, world->fixed, &err));
}

Test(laws_enumerate, is_the_filtered_product_in_order)
{
	size_t n_feasible = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_enumerator) all;
		bool is_exact;
		world_init(&world, i);
		enumerator_init(&all, &world);
		cr_assert(cml_enumerator_bound(&all, &is_exact) == world.n && is_exact, "%s",
			  world.text);
		for (size_t j = 0; j < world.n; j++) {
			cr_assert(cml_enumerator_next(&all));
			cr_assert(same(&world, all.values, world.configs[j]), "%zu of %s", j,
				  world.text);
		}
		cr_assert_not(cml_enumerator_next(&all));
		cr_assert_not(cml_enumerator_next(&all));
		n_feasible += world.n > 0;
	}
	cr_assert_gt(n_feasible, N_SPACES / 2);
	cr_assert_lt(n_feasible, N_SPACES);
}

Test(laws_enumerate, shards_are_a_partition)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_enumerator) part;
		world_init(&world, i);
		enumerator_init(&part, &world);
		uint64_t n_shards = 1 + below(&world, 7);
		size_t at = 0;
		for (uint64_t shard = 1; shard <= n_shards; shard++) {
			size_t first = at;
			assert_ok(cml_enumerator_shard(&part, shard, n_shards, &err));
			while (cml_enumerator_next(&part)) {
				cr_assert_lt(at, world.n);
				cr_assert(same(&world, part.values, world.configs[at++]));
			}
			cr_assert(at - first == world.n / n_shards ||
				  at - first == world.n / n_shards + 1);
		}
		cr_assert_eq(at, world.n, "%s", world.text);
	}
}

/* A diagram without room leaves rules and conditions to be refused; what it
 * counts, and how many of those pass, must be right all the same. */
Test(laws_enumerate, small_diagrams_do_not_change_the_size)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_constraints) constraints;
		AUTO(cml_diagram) diagram;
		struct cml_space_size size;
		world_init(&world, i);
		assert_ok(cml_constraints_init(&constraints, world.space, world.fixed, 100, &err));
		assert_ok(cml_diagram_init(&diagram, &constraints, false, NULL,
					   1 + below(&world, 60), &err));
		assert_ok(cml_space_size_find(&size, &diagram, &world.random, &err));
		cr_assert(size.is_exact && size.n == (double)world.n && size.count == world.n, "%s",
			  world.text);
	}
}

static enum cml_result sampler_init(struct cml_sampler *sampler, const struct world *world)
{
	const char *fix = "g=1";
	bool is_fixed = !isnan(world->fixed[cml_space_find(world->space, cml_slice_of("g"))]);
	enum cml_result status = cml_sampler_init(sampler, world->space, &fix, is_fixed, &err);
	cr_assert(status == (world->n > 0 ? CML_OK : CML_NOTHING), "%s in %s", err.message,
		  world->text);
	cr_assert(status == CML_OK || strstr(err.message, "r1") || strstr(err.message, "r2") ||
		      strstr(err.message, "r3") || strstr(err.message, "undefined"),
		  "%s", err.message);
	return status;
}

/* Pearson's chi-square of all spaces together against its normal limit; 4 is a
 * chance of 3 in 100,000. */
Test(laws_enumerate, samples_are_uniform)
{
	double sum = 0, freedom = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_sampler) sampler;
		double values[N_COLUMNS];
		AUTOFREE size_t *counts = calloc(MAX_CONFIGS, sizeof *counts);
		world_init(&world, i);
		if (sampler_init(&sampler, &world) == CML_OK && world.n < 150) {
			for (size_t j = 0; j < 20 * world.n; j++) {
				assert_ok(
				    cml_sampler_draw(&sampler, &world.random, 1, values, &err));
				counts[find(&world, values)]++;
			}
			for (size_t j = 0; j < world.n; j++)
				sum += ((double)counts[j] - 20) * ((double)counts[j] - 20) / 20;
			freedom += (double)(world.n - 1);
		}
	}
	cr_assert_gt(freedom, 1000);
	cr_assert_lt(fabs(sum - freedom) / sqrt(2 * freedom), 4, "%g of %g", sum, freedom);
}

/* How many drawn params differ, where both are present, and whether presence
 * does. */
static size_t distance(const struct world *world, const double *a, const double *b,
		       bool *same_shape)
{
	size_t n = 0;
	*same_shape = true;
	for (size_t slot = 0; slot < world->space->n_columns; slot++) {
		if (!is_drawn(world, slot))
			continue;
		*same_shape = *same_shape && isnan(a[slot]) == isnan(b[slot]);
		n += a[slot] != b[slot] && !isnan(a[slot]) && !isnan(b[slot]);
	}
	return n;
}

Test(laws_enumerate, neighbours_are_all_that_differ_in_one_param)
{
	size_t n_met = 0;
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_sampler) sampler;
		double neighbour[N_COLUMNS];
		bool same_shape;
		world_init(&world, i);
		if (sampler_init(&sampler, &world) == CML_OK) {
			const double *from = world.configs[below(&world, world.n)];
			struct cml_neighbours all;
			size_t n = 0, n_given = 0, expected = 0;
			cml_neighbours_start(&all, &sampler.constraints, from);
			for (; cml_neighbours_next(&all, neighbour); n_given++) {
				find(&world, neighbour);
				cr_assert_eq(distance(&world, from, neighbour, &same_shape), 1);
				n += same_shape;
			}
			for (size_t j = 0; j < world.n; j++)
				expected +=
				    distance(&world, from, world.configs[j], &same_shape) == 1 &&
				    same_shape;
			cr_assert_eq(n, expected, "%s", world.text);
			cr_assert(cml_neighbour_draw(&sampler.constraints, &world.random, from,
						     neighbour) ||
				  n_given == 0);
			if (n_given > 0)
				cr_assert_eq(distance(&world, from,
						      world.configs[find(&world, neighbour)],
						      &same_shape),
					     1);
			n_met += n_given;
		}
	}
	cr_assert_gt(n_met, N_SPACES);
}

Test(laws_enumerate, children_take_every_value_from_a_parent)
{
	for (size_t i = 0; i < N_SPACES; i++) {
		AUTO(world) world;
		AUTO(cml_sampler) sampler;
		double child[N_COLUMNS];
		world_init(&world, i);
		if (sampler_init(&sampler, &world) == CML_OK) {
			for (size_t j = 0; j < 20; j++) {
				const double *a = world.configs[below(&world, world.n)];
				const double *b = world.configs[below(&world, world.n)];
				bool is_free[N_COLUMNS] = {[3] = j % 2 == 0};
				bool same_shape;
				assert_ok(cml_sampler_draw_within(&sampler, &world.random, a, b,
								  is_free, 1, child, &err));
				find(&world, child);
				for (size_t slot = 0; slot < world.space->n_columns; slot++)
					cr_assert(!is_drawn(&world, slot) || is_free[slot] ||
						  child[slot] == a[slot] ||
						  child[slot] == b[slot] || isnan(child[slot]));
				assert_ok(cml_sampler_draw_within(&sampler, &world.random, a, a,
								  NULL, 1, child, &err));
				cr_assert_eq(distance(&world, a, child, &same_shape), 0);
			}
		}
	}
}
