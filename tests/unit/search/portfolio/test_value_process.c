#include "search/portfolio/portfolio.h"

#include "test.h"

#define N 12

/* Two params of 3 and 4 levels: all configurations. */
static struct cml_space *space;
static struct cml_tried_jobs jobs;
static struct cml_value_process process;
static struct cml_level_table table;
static double values[N][2];
static uint16_t levels[N][2];

static void make(void)
{
	assert_ok(cml_space_from_text(&space,
				      cml_slice_of("name,role,type,domain\n"
						   "mode,param,categorical,a|b|c\n"
						   "tile,param,int,1:4\n"),
				      "test", &err));
	static struct cml_proposal configs[N];
	for (size_t i = 0; i < N; i++) {
		values[i][0] = space->columns[0].domain.levels[i / 4];
		values[i][1] = (double)(i % 4 + 1);
		configs[i].values = values[i];
	}
	assert_ok(cml_level_table_init(&table, space, NULL, N, configs, &err));
	for (size_t i = 0; i < N; i++)
		cml_level_table_row(&table, i, levels[i]);
}

static void clear(void)
{
	cml_arena_release(&table.settings.arena);
	jobs.n = 0;
	cml_space_free(space);
}

TestSuite(value_process, .init = make, .fini = clear);

static void add(size_t i, enum cml_tried_state state, double reward)
{
	static struct cml_tried_job items[4 * N];
	jobs.items = items;
	items[jobs.n++] = (struct cml_tried_job){values[i], state, reward};
}

static void learn(bool is_log)
{
	assert_ok(cml_value_process_init(&process, &table, &jobs, is_log, &err));
}

/* Of the process itself, by Gauss-Jordan: covariances of everything in it, and what they leave. */
static double correlation(const uint16_t *a, const uint16_t *b)
{
	double *const *gaps = process.gaps;
	return exp(-(gaps[0][a[0] * 4 + b[0]] + gaps[1][a[1] * 5 + b[1]]) / process.length);
}

static double brute_variance(size_t i)
{
	double a[N][N + 1], k[N], left = 1;
	size_t n = process.n;
	for (size_t r = 0; r < n; r++) {
		const uint16_t *at = process.levels + 2 * r;
		for (size_t c = 0; c < n; c++)
			a[r][c] =
			    correlation(at, process.levels + 2 * c) + (r == c ? process.noise : 0);
		k[r] = a[r][n] = correlation(at, levels[i]);
	}
	for (size_t p = 0; p < n; p++)
		for (size_t r = 0; r < n; r++)
			for (size_t c = n + 1; r != p && c-- > p;)
				a[r][c] -= a[r][p] / a[p][p] * a[p][c];
	for (size_t r = 0; r < n; r++)
		left -= k[r] * a[r][n] / a[r][r];
	return left;
}

static double exact_variance(size_t i)
{
	double sd = process.sd;
	double variance = pow(cml_value_sd(&process, i) / sd, 2) / process.amplitude;
	return variance - process.noise;
}

static void try_five(void)
{
	add(0, CML_TRIED_OK, 1.5);
	add(2, CML_TRIED_OK, 2.385);
	add(5, CML_TRIED_FAILED, 0);
	add(7, CML_TRIED_OK, 0.25);
	add(10, CML_TRIED_OK, 1.125);
}

Test(value_process, learns_nothing_of_less_than_two_jobs_that_differ)
{
	learn(false);
	cr_expect_eq(process.n, 0);
	add(3, CML_TRIED_OK, 2);
	learn(false);
	cr_expect_eq(process.n, 0);
	add(4, CML_TRIED_OK, 2);
	learn(false);
	cr_expect_eq(process.n, 0);
	cml_value_take(&process, 1); /* of no matter */
	add(5, CML_TRIED_OK, 3);
	learn(false);
	cr_expect_eq(process.n, 3);
}

Test(value_process, expects_what_was_measured_where_it_was)
{
	try_five();
	learn(false);
	cr_assert_eq(process.n, 4);
	cr_expect_float_eq(cml_value_gain(&process, 2), 0, 0.2);
	cr_expect_float_eq(cml_value_gain(&process, 7), 0.25 - 2.385, 0.2);
}

Test(value_process, pending_jobs_are_taken)
{
	try_five();
	add(1, CML_TRIED_PENDING, 0);
	learn(false);
	cr_expect_eq(process.n, 5);
	cr_expect_eq(memcmp(process.levels + 8, levels[1], sizeof levels[1]), 0);
	cml_value_look(&process, 3);
	cr_expect_float_eq(exact_variance(3), brute_variance(3), 1e-9);
}

Test(value_process, a_full_one_takes_no_more)
{
	try_five();
	learn(false);
	for (size_t k = 0; k < 300; k++)
		cml_value_take(&process, k % N);
	cr_expect_lt(process.n, process.n_max);
	size_t n = process.n;
	cml_value_take(&process, 3);
	cr_expect_eq(process.n, n);
	cml_value_look(&process, 3);
	cr_expect(isfinite(cml_value_sd(&process, 3)));
}
