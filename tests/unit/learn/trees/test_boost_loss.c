#include "learn/trees/boost_loss.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define N 13

static double targets[N];
static double target_weight[N];
static double scores[N];
static uint32_t rows[N];
static struct cml_random fixture_random;
static struct cml_boost_loss loss;

static void setup(void)
{
	cml_random_init(&fixture_random, 11, 0);
	for (size_t i = 0; i < N; i++) {
		targets[i] = 3 * cml_random_normal(&fixture_random);
		scores[i] = 0.5 * cml_random_normal(&fixture_random);
		target_weight[i] = 0.5 + cml_random_uniform(&fixture_random);
		rows[i] = (uint32_t)i;
	}
}

static void open_loss(enum cml_boost_loss_kind kind, size_t n_rows)
{
	struct cml_error err;
	loss = (struct cml_boost_loss){.y = targets,
				       .weight = target_weight,
				       .rows = rows,
				       .n_rows = n_rows,
				       .huber_quantile = 0.6};
	cr_assert_eq(cml_boost_loss_init(&loss, kind, &fixture_random, &err), CML_OK);
}

static void teardown(void)
{
	cml_boost_loss_release(&loss);
}

TestSuite(boost_loss, .init = setup, .fini = teardown);

static int compare_values(const void *a, const void *b)
{
	const struct cml_weighted *left = a;
	const struct cml_weighted *right = b;
	return (left->value > right->value) - (left->value < right->value);
}

static double sorted_quantile(struct cml_weighted *items, size_t n, double q)
{
	double total = 0;
	double running = 0;
	qsort(items, n, sizeof *items, compare_values);
	for (size_t i = 0; i < n; i++)
		total += items[i].weight;
	for (size_t i = 0; i < n; i++) {
		running += items[i].weight;
		if (running >= q * total)
			return items[i].value;
	}
	return items[n - 1].value;
}

Test(boost_loss, quantiles_are_those_of_the_sorted_values)
{
	/* Whole weights: sums are exact in any order, so ties are ties. */
	for (size_t n = 1; n < 60; n++)
		for (int q = 1; q <= 10; q++) {
			struct cml_weighted items[60];
			struct cml_weighted copy[60];
			for (size_t i = 0; i < n; i++) {
				items[i].value = (double)cml_random_below(&fixture_random,
									  n % 3 == 0 ? 5 : 1000) -
						 2.5;
				items[i].weight =
				    (double)(1 + cml_random_below(&fixture_random, 4));
				copy[i] = items[i];
			}
			double wanted = sorted_quantile(copy, n, q / 10.0);
			cr_assert_eq(cml_weighted_quantile(items, n, q / 10.0), wanted,
				     "n %zu q %d", n, q);
		}
}

Test(boost_loss, starts_at_the_weighted_mean)
{
	double total = 0;
	double total_weight = 0;
	open_loss(CML_LOSS_SQUARED, N);
	for (size_t i = 0; i < N; i++) {
		total += target_weight[i] * targets[i];
		total_weight += target_weight[i];
	}
	cr_expect_float_eq(cml_boost_loss_start(&loss), total / total_weight, 1e-14);
}

Test(boost_loss, the_mean_of_equal_targets_is_exact)
{
	for (size_t i = 0; i < N; i++)
		targets[i] = 0.1;
	open_loss(CML_LOSS_SQUARED, N);
	cr_expect_eq(cml_boost_loss_start(&loss), 0.1);
}

Test(boost_loss, huber_starts_at_the_median)
{
	const double few[] = {5, 1, 100, 2};
	for (size_t i = 0; i < 4; i++) {
		targets[i] = few[i];
		target_weight[i] = 1;
	}
	open_loss(CML_LOSS_HUBER, 4);
	cr_expect_eq(cml_boost_loss_start(&loss), 3.5);
	cml_boost_loss_release(&loss);
	open_loss(CML_LOSS_HUBER, 3);
	cr_expect_eq(cml_boost_loss_start(&loss), 5);
	cml_boost_loss_release(&loss);
	target_weight[2] = 3;
	open_loss(CML_LOSS_HUBER, 4);
	/* 100 and the others weigh 3 each: the median is anything from 5 to 100. */
	cr_expect_eq(cml_boost_loss_start(&loss), 52.5);
}

/* Central differences of the loss; its mean is over weights, the gradient is
 * of the sum. */
static double slope(size_t row, double unit)
{
	const double step = 1e-5;
	double kept = scores[row];
	scores[row] = kept + step;
	double above = cml_boost_loss_value(&loss, scores);
	scores[row] = kept - step;
	double below = cml_boost_loss_value(&loss, scores);
	scores[row] = kept;
	return unit * (above - below) / (2 * step);
}

static void expect_gradients(double unit)
{
	cml_gradient_sum sums[N];
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++)
		cr_expect_float_eq(sums[i][0], -slope(i, unit), 1e-7, "row %zu: %g, %g", i,
				   sums[i][0], -slope(i, unit));
}

Test(boost_loss, squared_gradients)
{
	cml_gradient_sum sums[N];
	open_loss(CML_LOSS_SQUARED, N);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	expect_gradients(loss.mean_weight * N);
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++) {
		cr_expect_float_eq(sums[i][0], target_weight[i] * (targets[i] - scores[i]), 1e-14);
		cr_expect_eq(sums[i][1], target_weight[i]);
	}
}

Test(boost_loss, huber_gradients)
{
	size_t n_cut = 0;
	open_loss(CML_LOSS_HUBER, N);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	/* Off the row that delta comes from, where the second derivative jumps. */
	loss.delta *= 1.001;
	for (size_t i = 0; i < N; i++)
		n_cut += fabs(targets[i] - scores[i]) > loss.delta;
	cr_expect_gt(n_cut, 1);
	cr_expect_lt(n_cut, N - 1);
	expect_gradients(loss.mean_weight * N);
}

static void open_logistic(void)
{
	for (size_t i = 0; i < N; i++)
		targets[i] = targets[i] > 1;
	open_loss(CML_LOSS_LOGISTIC, N);
}

Test(boost_loss, logistic_starts_at_the_log_odds)
{
	double ones = 0, total = 0;
	open_logistic();
	for (size_t i = 0; i < N; i++) {
		ones += target_weight[i] * targets[i];
		total += target_weight[i];
	}
	cr_assert(ones > 0 && ones < total);
	cr_expect_float_eq(cml_boost_loss_start(&loss), log(ones / (total - ones)), 1e-13);
	for (size_t i = 0; i < N; i++)
		targets[i] = 1;
	/* As with half a row of the other kind. */
	cr_expect_float_eq(cml_boost_loss_start(&loss), log((N - 0.5) / 0.5), 1e-12);
}

Test(boost_loss, logistic_gradients)
{
	cml_gradient_sum sums[N];
	open_logistic();
	expect_gradients(loss.mean_weight * N);
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++) {
		double chance = 1 / (1 + exp(-scores[i]));
		cr_expect_float_eq(sums[i][1], target_weight[i] * chance * (1 - chance), 1e-14);
	}
	/* Far off, the value is linear and the hessian has a floor. */
	scores[0] = -800;
	targets[0] = 1;
	cml_boost_loss_gradients(&loss, scores, 0, 1, sums);
	cr_expect_float_eq(sums[0][0], target_weight[0], 1e-14);
	cr_expect_float_eq(sums[0][1], 1e-6 * target_weight[0], 1e-14);
	for (size_t i = 1; i < N; i++)
		target_weight[i] = 1e-300;
	cr_expect_float_eq(cml_boost_loss_value(&loss, scores) * loss.mean_weight * N,
			   800 * target_weight[0], 1e-9);
}

/* Pairs that count, each of weight w1 w2 / mean weight. */
static double weight_of_all_pairs(void)
{
	double total = 0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < i; j++)
			total += targets[i] != targets[j]
				     ? target_weight[i] * target_weight[j] / loss.mean_weight
				     : 0;
	return total;
}

Test(boost_loss, rank_takes_all_pairs_of_few_rows)
{
	double total = 0;
	targets[3] = targets[5]; /* a tie: no order to learn */
	open_loss(CML_LOSS_RANK, N);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++)
			if (targets[i] > targets[j])
				total += target_weight[i] * target_weight[j] / loss.mean_weight *
					 log(1 + exp(scores[j] - scores[i]));
	cr_expect_float_eq(cml_boost_loss_value(&loss, scores), total / weight_of_all_pairs(),
			   1e-13);
	expect_gradients(weight_of_all_pairs());
}

Test(boost_loss, rank_hessians)
{
	const double step = 1e-5;
	cml_gradient_sum sums[N], above[N], below[N];
	open_loss(CML_LOSS_RANK, N);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++) {
		double kept = scores[i];
		scores[i] = kept + step;
		cml_boost_loss_gradients(&loss, scores, i, i + 1, above);
		scores[i] = kept - step;
		cml_boost_loss_gradients(&loss, scores, i, i + 1, below);
		scores[i] = kept;
		cr_expect_float_eq(sums[i][1], (below[i][0] - above[i][0]) / (2 * step), 1e-8);
	}
}

Test(boost_loss, rank_curvature_has_a_floor)
{
	cml_gradient_sum sums[N];
	for (size_t i = 0; i < N; i++) {
		target_weight[i] = 1;
		targets[i] = (double)i;
		scores[i] = -1000 * (double)i; /* as wrong as can be */
	}
	open_loss(CML_LOSS_RANK, N);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++) {
		cr_expect_float_eq(sums[i][1], 0.01 * (N - 1), 1e-12);
		cr_expect_float_eq(sums[i][0], 2 * (double)i - (N - 1), 1e-12);
	}
	cr_expect(isfinite(cml_boost_loss_value(&loss, scores)));
}

Test(boost_loss, rank_gradients_of_many_rows_balance)
{
	enum { MANY = 400 };
	static double many_y[MANY], many_scores[MANY], ones[MANY];
	static uint32_t many_rows[MANY];
	static cml_gradient_sum sums[MANY];
	struct cml_error err;
	double total = 0;
	for (size_t i = 0; i < MANY; i++) {
		many_rows[i] = (uint32_t)i;
		many_y[i] = (double)(i * 7 % MANY);
		many_scores[i] = cml_random_normal(&fixture_random);
		ones[i] = 1;
	}
	loss =
	    (struct cml_boost_loss){.y = many_y, .weight = ones, .rows = many_rows, .n_rows = MANY};
	cr_assert_eq(cml_boost_loss_init(&loss, CML_LOSS_RANK, &fixture_random, &err), CML_OK);
	cml_boost_loss_begin_round(&loss, many_scores, &fixture_random);
	cr_expect_eq(loss.n_shifts, CML_RANK_SHIFTS);
	cml_boost_loss_gradients(&loss, many_scores, 0, MANY, sums);
	for (size_t i = 0; i < MANY; i++) {
		total += sums[i][0];
		cr_assert_leq(fabs(sums[i][0]), 2 * CML_RANK_SHIFTS);
	}
	/* What a pair gives to one it takes from the other. */
	cr_expect_float_eq(total, 0, 1e-10);
}

Test(boost_loss, rank_of_one_row)
{
	cml_gradient_sum sums[N];
	open_loss(CML_LOSS_RANK, 1);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	cml_boost_loss_gradients(&loss, scores, 0, 1, sums);
	cr_expect_eq(sums[0][0], 0);
	cr_expect_gt(sums[0][1], 0);
	cr_expect_eq(cml_boost_loss_value(&loss, scores), 0);
}

Test(boost_loss, huber_leaf_by_hand)
{
	/* Residuals 1, 2, 3, 20: the median from below is 2; around it -1, 0, 1 and
	 * 18, which delta cuts to 4; the mean of those is 1. */
	const double residuals[] = {3, 20, 1, 2};
	struct cml_weighted scratch[4];
	open_loss(CML_LOSS_HUBER, 4);
	for (size_t i = 0; i < 4; i++) {
		scores[i] = 0.25 * (double)i;
		targets[i] = scores[i] + residuals[i];
		target_weight[i] = 1;
	}
	loss.delta = 4;
	cr_expect_float_eq(cml_boost_loss_huber_leaf(&loss, scores, rows, 4, 0, scratch), 3, 1e-14);
	/* Weights 4 over 4 + l2. */
	cr_expect_float_eq(cml_boost_loss_huber_leaf(&loss, scores, rows, 4, 2, scratch), 2, 1e-14);
	/* 20 now weighs half of all: median 3 from below; -2, -1, 0, and 3 times 4. */
	target_weight[1] = 3;
	cr_expect_float_eq(cml_boost_loss_huber_leaf(&loss, scores, rows, 4, 0, scratch),
			   3 + 9.0 / 6, 1e-14);
}

Test(boost_loss, huber_delta_is_the_quantile_of_absolute_residuals)
{
	for (size_t i = 0; i < 10; i++) {
		scores[i] = 1;
		targets[i] = 1 + (i % 2 == 0 ? 1 : -1) * (double)(i + 1);
		target_weight[i] = 1;
	}
	open_loss(CML_LOSS_HUBER, 10);
	cml_boost_loss_begin_round(&loss, scores, &fixture_random);
	cr_expect_eq(loss.delta, 6);
}
