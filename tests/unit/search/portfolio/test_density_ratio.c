#include "search/portfolio/density_ratio.h"

#include <criterion/criterion.h>
#include <math.h>

#define N 12

/* Two params of 3 and 4 levels: all configurations. */
static struct cml_space *space;
static struct cml_settings settings;
static struct cml_tried_jobs jobs;
static struct cml_density_ratio ratio;
static struct cml_level_table table;
static double values[N][2];
static uint16_t levels[N][2];

static void make(void)
{
	struct cml_error err = {0};
	cr_assert_eq(cml_space_from_text(&space,
					 cml_slice_of("name,role,type,domain\n"
						      "mode,param,categorical,a|b|c\n"
						      "tile,param,int,1:4\n"),
					 "test", &err),
		     CML_OK);
	cr_assert_eq(cml_settings_init(&settings, space, &err), CML_OK);
	for (size_t i = 0; i < N; i++) {
		values[i][0] = space->columns[0].domain.levels[i / 4];
		values[i][1] = (double)(i % 4 + 1);
		cml_settings_add(&settings, values[i]);
	}
	cml_settings_close(&settings, space);
	const double *configs[N];
	for (size_t i = 0; i < N; i++) {
		cml_settings_levels(&settings, values[i], levels[i]);
		configs[i] = values[i];
	}
	cr_assert_eq(cml_level_table_init(&table, &settings, N, configs, &err), CML_OK);
}

static void clear(void)
{
	cml_density_ratio_release(&ratio);
	cml_level_table_release(&table);
	cml_tried_jobs_release(&jobs);
	cml_settings_release(&settings);
	cml_space_free(space);
}

TestSuite(density_ratio, .init = make, .fini = clear);

static void add(size_t i, enum cml_tried_state state, double reward)
{
	struct cml_error err;
	struct cml_tried_job job = {values[i], state, reward};
	cr_assert_eq(cml_tried_jobs_add(&jobs, &job, 2, &err), CML_OK);
}

static void learn(void)
{
	struct cml_error err;
	cr_assert_eq(cml_density_ratio_init(&ratio, &table, &jobs, &err), CML_OK);
}

static size_t best(void)
{
	size_t best = 0;
	for (size_t i = 1; i < N; i++)
		if (cml_log_density_ratio(&ratio, i) > cml_log_density_ratio(&ratio, best))
			best = i;
	return best;
}

Test(density_ratio, of_nothing_is_one)
{
	learn();
	for (size_t i = 0; i < N; i++)
		cr_expect_eq(cml_log_density_ratio(&ratio, i), 0);
}

Test(density_ratio, is_highest_where_a_good_job_was)
{
	add(0, CML_TRIED_OK, 1);
	add(6, CML_TRIED_OK, 2);
	add(11, CML_TRIED_OK, 0);
	learn();
	cr_expect_eq(ratio.n_good, 1);
	cr_expect_eq(ratio.n_bad, 2);
	cr_expect_eq(best(), 6);
	/* Next to it in an ordered param is likelier than further away. */
	cr_expect_gt(cml_log_density_ratio(&ratio, 5), cml_log_density_ratio(&ratio, 4));
}

Test(density_ratio, failed_and_pending_jobs_are_not_good_whatever_their_reward)
{
	add(3, CML_TRIED_FAILED, 9);
	add(7, CML_TRIED_PENDING, 9);
	learn();
	cr_expect_eq(ratio.n_good, 0);
	cr_expect_eq(ratio.n_bad, 2);
	cr_expect_lt(cml_log_density_ratio(&ratio, 3), cml_log_density_ratio(&ratio, 0));
	cr_expect_lt(cml_log_density_ratio(&ratio, 7), cml_log_density_ratio(&ratio, 0));
}

Test(density_ratio, what_is_pending_becomes_less_good)
{
	add(6, CML_TRIED_OK, 2);
	add(11, CML_TRIED_OK, 0);
	learn();
	double before = cml_log_density_ratio(&ratio, 6), other = cml_log_density_ratio(&ratio, 0);
	cml_density_ratio_add_pending(&ratio, levels[6]);
	cr_expect_eq(ratio.n_bad, 2);
	cr_expect_lt(cml_log_density_ratio(&ratio, 6), before);
	cr_expect_gt(cml_log_density_ratio(&ratio, 0), other, "what is far away gains");
}

Test(density_ratio, is_that_of_the_mixtures)
{
	/* By hand, of one good job and one bad one at other levels in both params: kernels of three
	 * jobs at most (n = 2): a level has 0.9 of its own, and of n + 1 levels each 0.1 / (n + 1).
	 * The ordered param halves the 0.9 between the level and those near, a normal of deviation
	 * 0.2 * 3^-0.2 = 0.1605 of the range, whose thirds are 2.077 deviations apart. */
	add(0, CML_TRIED_OK, 1);
	add(7, CML_TRIED_FAILED, 0);
	learn();
	double mode_own = 0.9 + 0.1 / 4, mode_other = 0.1 / 4;
	double e1 = exp(-0.5 * pow(1 / 3.0 / (0.2 * pow(3, -0.2)), 2));
	double e2 = pow(e1, 4), e3 = pow(e1, 9), sum = 1 + e1 + e2 + e3;
	double tile_own = 0.45 / sum + 0.45 + 0.1 / 5, tile_far = 0.45 * e3 / sum + 0.1 / 5;
	double good = mode_own * 4 * tile_own * 5, bad = mode_other * 4 * tile_far * 5;
	cr_expect_float_eq(cml_log_density_ratio(&ratio, 0), log((1 + good) / (1 + bad)), 1e-12);
}
