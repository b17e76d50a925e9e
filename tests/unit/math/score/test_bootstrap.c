#include "math/score/bootstrap.h"

#include "math/summary.h"

#include "test.h"
#include "trials.h"

enum { N = 57 };

struct pairs {
	double actual[N];
	double predicted[N];
	double lo[N];
	double hi[N];
};

struct interval {
	double lo;
	double hi;
};

static struct pairs some_pairs(void)
{
	struct pairs pairs;
	struct cml_random random = random_of(3, 0);
	for (size_t i = 0; i < N; i++) {
		pairs.actual[i] = 100.0 + 7.5 * cml_random_normal(&random);
		pairs.predicted[i] = pairs.actual[i] + 5.0 * cml_random_normal(&random);
		pairs.lo[i] = pairs.predicted[i] - 5.0 - (double)(i % 7);
		pairs.hi[i] = pairs.predicted[i] + 5.0 + (double)(i % 5);
	}
	return pairs;
}

static struct cml_score parsed(const char *name)
{
	struct cml_score score;
	assert_ok(cml_score_parse(cml_slice_of(name), &score, &err));
	return score;
}

static struct interval interval_of(const char *name, size_t n, struct cml_bootstrap bootstrap,
				   unsigned n_threads)
{
	struct pairs pairs = some_pairs();
	struct cml_score score = parsed(name);
	struct cml_score_pairs given = {.n = n,
					.actual = pairs.actual,
					.predicted = pairs.predicted,
					.lo = pairs.lo,
					.hi = pairs.hi,
					.maximize = true};
	AUTOPTR(cml_pool) pool = NULL;
	double ends[2] = {99.0, 99.0};
	if (n_threads > 0)
		assert_ok(cml_pool_new(&pool, n_threads, &err));
	assert_ok(cml_bootstrap_interval(&bootstrap, &score, &given, pool, ends, &err));
	return (struct interval){ends[0], ends[1]};
}

Test(bootstrap, the_same_for_every_number_of_threads)
{
	static const char *const names[] = {
	    "kendall", "rmse", "regret@5", "top-recall@5", "interval-coverage", "interval-width"};
	struct cml_bootstrap bootstrap = {500, 0.95, 9};
	for (size_t i = 0; i < COUNT(names); i++) {
		struct interval alone = interval_of(names[i], N, bootstrap, 0);
		for (unsigned n_threads = 1; n_threads <= 5; n_threads++) {
			struct interval got = interval_of(names[i], N, bootstrap, n_threads);
			cr_assert_eq(got.lo, alone.lo, "%s, %u threads", names[i], n_threads);
			cr_assert_eq(got.hi, alone.hi, "%s, %u threads", names[i], n_threads);
		}
	}
}

/* The definition again: replicate i resamples with stream i. */
static void check_quantiles(const char *name)
{
	enum { N_REPLICATES = 201 };
	struct pairs pairs = some_pairs();
	struct cml_score score = parsed(name);
	double values[N_REPLICATES];
	struct interval got = interval_of(name, N, (struct cml_bootstrap){N_REPLICATES, 0.9, 4}, 2);

	for (size_t i = 0; i < N_REPLICATES; i++) {
		struct pairs resample;
		struct cml_score_pairs given = {.n = N,
						.actual = resample.actual,
						.predicted = resample.predicted,
						.lo = resample.lo,
						.hi = resample.hi,
						.maximize = true};
		struct cml_random random = random_of(4, i);
		for (size_t j = 0; j < N; j++) {
			size_t row = (size_t)cml_random_below(&random, N);
			resample.actual[j] = pairs.actual[row];
			resample.predicted[j] = pairs.predicted[row];
			resample.lo[j] = pairs.lo[row];
			resample.hi[j] = pairs.hi[row];
		}
		assert_ok(cml_score_evaluate(&score, &given, &values[i], &err));
	}
	/* 5 % and 95 % of 201 values are the 11th and the 191st. */
	cr_assert_float_eq(got.lo, cml_quantile(N_REPLICATES, values, 10.0 / 200.0), 1e-12);
	cr_assert_float_eq(got.hi, cml_quantile(N_REPLICATES, values, 190.0 / 200.0), 1e-12);
}

Test(bootstrap, quantiles_of_resampled_scores)
{
	check_quantiles("pearson");
	check_quantiles("interval-width");
}

Test(bootstrap, few_rows_in_order_leave_no_interval)
{
	struct interval got = interval_of("kendall", 4, (struct cml_bootstrap){1000, 0.95, 1}, 2);
	cr_assert(isnan(got.lo) && isnan(got.hi));
}

/* Fails for resamples that begin with the first row. */
static enum cml_result fail_sometimes(const struct cml_score_pairs *pairs, size_t k, double *value,
				      struct cml_error *err)
{
	(void)k;
	*value = 0.0;
	if (pairs->actual[0] != 1.0)
		return CML_OK;
	return cml_fail(err, CML_BAD_DATA, "second row is %g", pairs->actual[1]);
}

Test(bootstrap, a_score_that_fails_ends_it)
{
	static const struct cml_score_kind kind = {.name = "failing", .evaluate = fail_sometimes};
	struct cml_score score = {.kind = &kind};
	struct cml_bootstrap bootstrap = {20000, 0.95, 1};
	double x[N];
	struct cml_error err = {0};
	struct cml_score_pairs pairs = {.n = N, .actual = x, .predicted = x, .maximize = true};
	double ends[2] = {99.0, 99.0};
	for (size_t i = 0; i < N; i++)
		x[i] = 1.0 + (double)i;
	cr_assert_eq(cml_bootstrap_interval(&bootstrap, &score, &pairs, NULL, ends, &err),
		     CML_BAD_DATA);
	cr_assert(strstr(err.message, "second row is"), "%s", err.message);
	cr_assert_eq(ends[0], 99.0);
	cr_assert_eq(ends[1], 99.0);
}

Test(bootstrap, too_large_for_memory)
{
	struct cml_score score = parsed("rmse");
	struct cml_bootstrap too_many = {SIZE_MAX / 4, 0.95, 1};
	struct cml_bootstrap few = {10, 0.95, 1};
	double x = 1.0;
	double ends[2];
	struct cml_score_pairs pairs = {.n = 1, .actual = &x, .predicted = &x, .maximize = true};
	cr_assert_eq(cml_bootstrap_interval(&too_many, &score, &pairs, NULL, ends, &err),
		     CML_NO_MEMORY);
	/* Resampled whole. */
	score = parsed("best@5");
	pairs.worth = &x;
	pairs.n = SIZE_MAX / 4;
	cr_assert_eq(cml_bootstrap_interval(&few, &score, &pairs, NULL, ends, &err), CML_NO_MEMORY);
	pairs.n = SIZE_MAX / 2 + 1;
	cr_assert_eq(cml_bootstrap_interval(&few, &score, &pairs, NULL, ends, &err), CML_NO_MEMORY);
}

enum { MANY = 40000 };

struct many {
	double actual[MANY];
	double predicted[MANY];
};

static void fill_many(struct many *many, uint64_t stream)
{
	struct cml_random random = random_of(11, stream);
	for (size_t i = 0; i < MANY; i++) {
		many->actual[i] = 100.0 + 7.5 * cml_random_normal(&random);
		many->predicted[i] = many->actual[i] + 5.0 * cml_random_normal(&random);
	}
}

/* Against whole resamples, by the definition. */
/* Statistics: the memory of this path is seen in the next test. */
#if !defined(__SANITIZE_ADDRESS__)
#endif

/* Errors with an rms of 5: a 90 % interval holds it in 90 of 100 samples, give or take 9. */
Test(bootstrap, many_pairs_are_covered_as_often_as_promised)
{
	struct many many;
	struct cml_score score = parsed("rmse");
	struct cml_bootstrap bootstrap = {100, 0.9, 1};
	size_t n_covered = 0;
	double got[2];
	uint64_t n = TRIALS(300);
	for (uint64_t i = 0; i < n; i++) {
		struct cml_score_pairs pairs = {.n = MANY,
						.actual = many.actual,
						.predicted = many.predicted,
						.maximize = true};
		fill_many(&many, 100 + i);
		bootstrap.seed = i;
		assert_ok(cml_bootstrap_interval(&bootstrap, &score, &pairs, NULL, got, &err));
		n_covered += got[0] <= 5.0 && 5.0 <= got[1];
	}
	if (n < 100)
		return; /* too few to count */
	cr_assert_geq(n_covered, 81 * n / 100);
	cr_assert_leq(n_covered, 99 * n / 100);
}
