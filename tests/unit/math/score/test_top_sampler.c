#include "math/score/top_sampler.h"

#include "math/score/score.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { N = 20000 };

struct table {
	double actual[N], predicted[N];
	struct cml_score_pairs pairs;
};

static struct table *make(bool maximize)
{
	struct table *table = malloc(sizeof *table);
	struct cml_random random;

	cr_assert(table);
	cml_random_init(&random, 21, 0);
	for (size_t i = 0; i < N; i++) {
		table->actual[i] = 100.0 + 7.5 * cml_random_normal(&random);
		table->predicted[i] = table->actual[i] + 5.0 * cml_random_normal(&random);
	}
	table->pairs = (struct cml_score_pairs){
	    .n = N, .actual = table->actual, .predicted = table->predicted, .maximize = maximize};
	return table;
}

/* A score of the best K of all rows is that of the rows near the top. */
Test(top_sampler, has_what_the_scores_see)
{
	static const char *const names[] = {"top-recall@1", "top-recall@10", "regret@1",
					    "regret@10"};
	struct cml_error err;

	for (int maximize = 0; maximize < 2; maximize++) {
		struct table *table = make(maximize), *near = make(maximize);
		struct cml_top_sampler sampler;

		cr_assert_eq(cml_top_sampler_init(&sampler, &table->pairs, 10, &err), CML_OK);
		cr_assert(sampler.n_rows >= 140 && sampler.n_rows <= 280);
		for (size_t i = 0; i < sampler.n_rows; i++) {
			near->actual[i] = table->actual[sampler.rows[i]];
			near->predicted[i] = table->predicted[sampler.rows[i]];
		}
		near->pairs.n = sampler.n_rows;
		for (size_t i = 0; i < 4; i++) {
			struct cml_score score;
			double all, some;

			cr_assert_eq(cml_score_parse(cml_slice_of(names[i]), &score, &err), CML_OK);
			cr_assert_eq(cml_score_evaluate(&score, &table->pairs, &all, &err), CML_OK);
			cr_assert_eq(cml_score_evaluate(&score, &near->pairs, &some, &err), CML_OK);
			cr_assert_eq(all, some, "%s", names[i]);
		}
		cml_top_sampler_release(&sampler);
		free(table);
		free(near);
	}
}

/* The number drawn is binomial(N, n_rows / N); of which the best row is drawn Poisson(1), nearly:
 * not at all in 36.8 % of the resamples. */
Test(top_sampler, draws_as_a_resample_of_all_rows)
{
	enum { DRAWS = 4000 };
	struct table *table = make(true);
	struct cml_top_sampler sampler;
	struct cml_error err;
	double sum = 0.0, squares = 0.0, best = -INFINITY;
	size_t n_without = 0;

	cr_assert_eq(cml_top_sampler_init(&sampler, &table->pairs, 10, &err), CML_OK);
	double *numbers = malloc(CML_SCORE_COLUMNS * sampler.max_drawn * sizeof *numbers);
	for (size_t i = 0; i < N; i++)
		best = fmax(best, table->actual[i]);
	for (size_t i = 0; i < DRAWS; i++) {
		struct cml_score_pairs sample;
		struct cml_random random;
		double largest = -INFINITY;

		cml_random_init(&random, 4, i);
		cml_top_sampler_draw(&sampler, &random, numbers, &sample);
		cr_assert(sample.n <= sampler.max_drawn && !sample.context);
		for (size_t row = 0; row < sample.n; row++)
			largest = fmax(largest, sample.actual[row]);
		n_without += largest < best;
		sum += (double)sample.n;
		squares += (double)sample.n * (double)sample.n;
	}
	double mean = sum / DRAWS, variance = squares / DRAWS - mean * mean;
	double expected = (double)sampler.n_rows;
	double expected_variance = expected * (1 - expected / N);
	cr_assert_float_eq(mean, expected, 4 * sqrt(expected_variance / DRAWS));
	cr_assert_float_eq(variance, expected_variance, 4 * expected_variance * sqrt(2.0 / DRAWS));
	cr_assert_float_eq((double)n_without / DRAWS, exp(-1), 4 * sqrt(0.368 * 0.632 / DRAWS));
	free(numbers);
	cml_top_sampler_release(&sampler);
	free(table);
}

Test(top_sampler, leaves_what_it_would_not_make_smaller)
{
	struct table *table = make(true);
	struct cml_top_sampler sampler;
	struct cml_error err;

	cr_assert_eq(cml_top_sampler_init(&sampler, &table->pairs, N / 8, &err), CML_OK);
	cr_assert_eq(sampler.n_rows, 0);
	for (size_t i = 0; i < N; i++)
		table->predicted[i] = (double)(i % 3);
	cr_assert_eq(cml_top_sampler_init(&sampler, &table->pairs, 10, &err), CML_OK);
	cr_assert_eq(sampler.n_rows, 0);
	free(table);
}
