#include "search/policy.h"
#include "space/feasible/sampler.h"
#include "test.h"

#define MAX_LEVELS 8
#define MAX_OPTIONS 64

static struct cml_space *space;
static struct cml_sampler sampler;
static struct cml_policy policy;

static void set_up(const char *text, size_t max_bins)
{
	assert_ok(cml_space_from_text(&space, cml_slice_of(text), "s", &err));
	assert_ok(cml_sampler_init(&sampler, space, NULL, 0, &err));
	cr_assert(sampler.diagram.is_exact);
	cr_assert_leq(sampler.diagram.n_levels, MAX_LEVELS);
	assert_ok(cml_policy_init(&policy, &sampler.diagram, max_bins, &err));
	cr_assert_leq(policy.n_options, MAX_OPTIONS);
}

static void release(void)
{
	cml_policy_release(&policy);
	cml_sampler_release(&sampler);
	cml_space_free(space);
}

TestSuite(policy, .fini = release);

/* b = x: 4 * 3; b = y: a in 2, 4. */
static const char tied[] = "name,role,type,domain,default,when\n"
			   "a,param,int,1:4,,\n"
			   "b,param,categorical,x|y,,\n"
			   "c,param,int,1:3,,b == 'x'\n"
			   "gpus,context,int,8|16,8,\n"
			   "even,rule,,a % 2 == 0 or b == 'x',,\n";
#define N_TIED 14

static void set_logits(double size, uint64_t seed)
{
	struct cml_random random = random_of(seed, 0);
	for (size_t o = 0; o < policy.n_options; o++)
		policy.logits[o] = size * cml_random_normal(&random);
	cml_policy_refresh(&policy);
}

/* All paths of the diagram, by depth-first search: options of each. */
struct paths {
	size_t n;
	size_t options[256][MAX_LEVELS];
	size_t now[MAX_LEVELS];
};

static void list_paths(struct paths *paths, size_t k, uint32_t node)
{
	const struct cml_diagram_level *level = &sampler.diagram.levels[k];
	if (k == sampler.diagram.n_levels) {
		memcpy(paths->options[paths->n++], paths->now, sizeof paths->now);
		return;
	}
	for (size_t o = 0; o < policy.levels[k].n_options; o++) {
		size_t n_bins = policy.levels[k].n_bins;
		size_t state = n_bins == 0 ? o : o >= n_bins;
		uint32_t child = level->children[node * level->n_states + state];
		paths->now[k] = policy.levels[k].first + o;
		if (child != CML_NO_NODE)
			list_paths(paths, k + 1, child);
	}
}

static double log_weight(const size_t *options)
{
	double sum = 0;
	for (size_t k = 0; k < sampler.diagram.n_levels; k++)
		sum += policy.logits[options[k]] + policy.log_counts[options[k]];
	return sum;
}

/* log p of the options of a draw. */
static double log_chance(const size_t *options)
{
	struct paths paths = {0};
	double total = 0;
	list_paths(&paths, 0, 0);
	for (size_t i = 0; i < paths.n; i++)
		total += exp(log_weight(paths.options[i]));
	return log_weight(options) - log(total);
}

/* Marginals against sums over all paths. */
static void check_against_paths(size_t n_paths)
{
	struct paths paths = {0};
	double marginals[MAX_OPTIONS] = {0};
	list_paths(&paths, 0, 0);
	cr_assert_eq(paths.n, n_paths);
	for (size_t i = 0; i < paths.n; i++)
		for (size_t k = 0; k < sampler.diagram.n_levels; k++)
			marginals[paths.options[i][k]] += exp(log_chance(paths.options[i]));
	for (size_t o = 0; o < policy.n_options; o++)
		cr_assert_float_eq(policy.marginals[o], marginals[o], 1e-12, "%zu", o);
}

Test(policy, draws_come_as_often_as_their_chances_say)
{
	enum { N = 40000 };
	struct paths paths = {0};
	size_t options[MAX_LEVELS] = {0}, counts[N_TIED] = {0};
	struct cml_random random = random_of(4, 0);
	double values[8], chi_square = 0;
	set_up(tied, 16);
	set_logits(0.7, 3);
	list_paths(&paths, 0, 0);
	for (size_t i = 0; i < N; i++) {
		size_t at = 0;
		cml_policy_draw(&policy, &random, options, values);
		cr_assert(values[0] == 2 || values[0] == 4 || values[1] == 0);
		cr_assert_eq(isnan(values[2]), values[1] == 1);
		while (at < paths.n && memcmp(paths.options[at], options,
					      sampler.diagram.n_levels * sizeof *options) != 0)
			at++;
		cr_assert_lt(at, N_TIED);
		counts[at]++;
	}
	for (size_t i = 0; i < N_TIED; i++) {
		double expected = N * exp(log_chance(paths.options[i]));
		chi_square += pow((double)counts[i] - expected, 2) / expected;
	}
	/* 13 degrees of freedom: qchisq(0.999, 13) in R is 34.53. */
	cr_assert_lt(chi_square, 34.53);
}

Test(policy, gradient_agrees_with_finite_differences)
{
	enum { N = 3 };
	const double factors[N] = {1.25, -0.5, 2.385}, step = 1e-5;
	size_t options[N * MAX_LEVELS];
	double gradient[MAX_OPTIONS], values[8];
	struct cml_random random = random_of(8, 0);
	set_up(
	    "name,role,type,domain,when\na,param,int,1:4,\nb,param,categorical,x|y,\n"
	    "c,param,float,0.5:2.5,b == 'x'\nd,param,int,1:3,\nr,rule,,a + d <= 5 or b == 'x',\n",
	    3);
	set_logits(0.9, 7);
	size_t n_levels = sampler.diagram.n_levels;
	for (size_t i = 0; i < N; i++)
		cml_policy_draw(&policy, &random, options + i * n_levels, values);
	cml_policy_gradient(&policy, N, options, factors, gradient);
	for (size_t o = 0; o < policy.n_options; o++) {
		double sums[2] = {0}, at = policy.logits[o];
		for (size_t side = 0; side < 2; side++) {
			policy.logits[o] = side ? at + step : at - step;
			cml_policy_refresh(&policy);
			for (size_t i = 0; i < N; i++)
				sums[side] += factors[i] * log_chance(options + i * n_levels);
		}
		policy.logits[o] = at;
		cr_assert_float_eq(gradient[o], (sums[1] - sums[0]) / (2 * step), 1e-8, "%zu", o);
	}
}

/* c is there in half of the configurations, and cut into five bins. */
Test(policy, bins_cut_a_continuous_range)
{
	size_t options[MAX_LEVELS], n_in_bin = 0;
	double values[4];
	struct cml_random random = random_of(8, 0);
	set_up("name,role,type,domain,when\nb,param,categorical,x|y,\n"
	       "c,param,float,0:10,b == 'x'\n",
	       5);
	set_logits(1, 2);
	check_against_paths(6);
	for (size_t k = 0; k < 2; k++)
		if (policy.levels[k].n_bins > 0)
			policy.logits[policy.levels[k].first + 3] = 9;
	cml_policy_refresh(&policy);
	for (size_t i = 0; i < 1000; i++) {
		cml_policy_draw(&policy, &random, options, values);
		cr_assert_eq(isnan(values[1]), values[0] == 1);
		n_in_bin += values[1] >= 6 && values[1] < 8;
	}
	cr_assert_gt(n_in_bin, 950);
}

/* Logits that a double's exponent cannot hold leave what the rules allow in reach. */
Test(policy, survives_extreme_logits)
{
	size_t options[MAX_LEVELS];
	double values[8];
	struct cml_random random = random_of(1, 0);
	set_up(tied, 16);
	for (uint64_t seed = 0; seed < 50; seed++) {
		set_logits(5000, seed);
		for (size_t o = 0; o < policy.n_options; o++)
			cr_assert(policy.marginals[o] >= 0 && policy.marginals[o] < 1 + 1e-9);
		for (size_t i = 0; i < 20; i++) {
			cml_policy_draw(&policy, &random, options, values);
			cr_assert(values[0] == 2 || values[0] == 4 || values[1] == 0);
		}
	}
}
