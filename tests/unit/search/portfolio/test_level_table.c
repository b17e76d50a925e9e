#include "search/portfolio/level_table.h"

#include "test.h"

/* More than a block of configurations, over two params of 40 levels; against sums by hand. */
#define N 1600

static struct cml_space *space;
static struct cml_level_table table;
static struct cml_level_pairs pairs;
static double values[N][2];
static double sums[N];

static void make(void)
{
	static struct cml_proposal configs[N];
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\n"
						   "a,param,int,1:40\nb,param,int,1:40\n"),
				      "test", &err));
	for (size_t i = 0; i < N; i++) {
		values[i][0] = (double)(i / 40 + 1);
		values[i][1] = (double)(i % 40 + 1);
		configs[i].values = values[i];
	}
	assert_ok(cml_level_table_init(&table, space, NULL, N, configs, &err));
	assert_ok(cml_level_pairs_init(&pairs, &table.settings, &err));
	for (size_t p = 0; p < 2; p++)
		for (size_t i = 0; i < 41 * 41; i++)
			pairs.items[p][i] = (double)(1 + (i * (p + 3)) % 17);
}

static void clear(void)
{
	cml_arena_release(&table.settings.arena);
	cml_space_free(space);
}

TestSuite(level_table, .init = make, .fini = clear);

static double pair(size_t p, size_t a, size_t b)
{
	return pairs.items[p][a * 41 + b];
}

Test(level_table, rows)
{
	uint16_t levels[2];
	cml_level_table_row(&table, 1234, levels);
	cr_expect_eq(levels[0], 30);
	cr_expect_eq(levels[1], 34);
}

Test(level_table, covariances_are_weighted_and_the_largest_is_kept)
{
	uint16_t at[] = {7, 40}, other[] = {3, 2};
	double largest[N] = {0}, expected = 0;
	cml_level_covariances(&table, &pairs, at, 0.25, sums, largest);
	cml_level_covariances(&table, &pairs, other, -2, sums, largest);
	for (size_t i = 0; i < N; i += 37) {
		double first = pair(0, 7, i / 40) * pair(1, 40, i % 40);
		double second = pair(0, 3, i / 40) * pair(1, 2, i % 40);
		expected = 0.25 * first - 2 * second;
		cr_expect_eq(largest[i], fmax(fmax(first, second), 0));
		cr_expect_float_eq(sums[i], expected, 1e-12 * fabs(expected));
	}
}

Test(level_table, the_least_sum_stays)
{
	uint16_t at[] = {7, 3};
	for (size_t i = 0; i < N; i++)
		sums[i] = 12;
	cml_level_least_sums(&table, &pairs, at, sums);
	for (size_t i = 0; i < N; i += 37)
		cr_expect_eq(sums[i], fmin(12, pair(0, 7, i / 40) + pair(1, 3, i % 40)));
}
