#include "model/belief/belief.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/normal.h"
#include "model_fixture.h"

static struct cml_error err;

/* E[max_j (mean_j + slope_j z)] - max mean, by the trapezoidal rule. */
static double rise_by_integration(size_t n, const struct cml_line *lines)
{
	double sum = 0, best = -INFINITY, step = 1e-3;
	for (size_t j = 0; j < n; j++)
		best = fmax(best, lines[j].mean);
	for (double z = -9; z <= 9; z += step) {
		double highest = -INFINITY;
		for (size_t j = 0; j < n; j++)
			highest = fmax(highest, lines[j].mean + lines[j].slope * z);
		sum += (highest - best) * cml_normal_density(z) * step;
	}
	return sum;
}

static void expect_rise(size_t n, const struct cml_line *lines)
{
	struct cml_line copy[8];
	double want = rise_by_integration(n, lines);
	memcpy(copy, lines, n * sizeof *copy);
	double got = exp(cml_log_expected_rise(n, copy));
	cr_expect_float_eq(got, want, 1e-6, "%.9g, not %.9g", got, want);
}

Test(belief, expected_rise_is_the_integral)
{
	static const struct cml_line plain[] = {{1.3, 0.4}, {1.1, -0.7}, {0.2, 2.1}};
	static const struct cml_line hidden[] = {{2.5, 0.1}, {2.4, 0.1},   {-9, 0.3},
						 {2.5, 0.9}, {2.45, -1.7}, {1.9, 0.55}};
	static const struct cml_line equal[] = {{1, 0.5}, {1, 0.5}, {1, -0.5}};
	expect_rise(3, plain);
	expect_rise(6, hidden);
	expect_rise(3, equal);
}

Test(belief, nothing_rises_where_the_order_cannot_change)
{
	struct cml_line one[] = {{3.5, 2}}, parallel[] = {{1.5, 0.7}, {2.5, 0.7}};
	struct cml_line far[] = {{0, 0.1}, {-50, 0.2}};
	cr_expect_eq(cml_log_expected_rise(1, one), -INFINITY);
	cr_expect_eq(cml_log_expected_rise(2, parallel), -INFINITY);
	/* Not 0, but its logarithm: what hardly tells anything is still ordered. */
	cr_expect_float_eq(cml_log_expected_rise(2, far), -125014.7, 1);
}

/* E[max(0, max_j (mean_j + slope_j z))^2] - max(0, max mean)^2, by the trapezoidal rule. */
static double square_rise_by_integration(size_t n, const struct cml_line *lines)
{
	double sum = 0, best = 0, step = 1e-3;
	for (size_t j = 0; j < n; j++)
		best = fmax(best, lines[j].mean);
	for (double z = -9; z <= 9; z += step) {
		double highest = 0;
		for (size_t j = 0; j < n; j++)
			highest = fmax(highest, lines[j].mean + lines[j].slope * z);
		sum += (highest * highest - best * best) * cml_normal_density(z) * step;
	}
	return sum;
}

/* The first line is that of the one that is kept. */
static void expect_square_rise(size_t n, const struct cml_line *lines)
{
	struct cml_line copy[8];
	double want = square_rise_by_integration(n, lines);
	memcpy(copy, lines, n * sizeof *copy);
	double got = cml_expected_square_rise(n, copy);
	cr_expect_float_eq(got, want, 1e-6, "%.9g, not %.9g", got, want);
}

Test(belief, expected_square_rise_is_the_integral)
{
	static const struct cml_line plain[] = {{0, 0}, {1.3, 0.4}, {1.1, -0.7}, {0.2, 2.1}};
	static const struct cml_line worse[] = {{0, 0}, {-0.7, 0.4}, {-0.9, -0.45}};
	static const struct cml_line together[] = {{0, 0}, {0.25, -0.31}, {0.2, -0.31}};
	static const struct cml_line known[] = {{0, 0}, {0.25, 0}, {-3, 0}};
	static const struct cml_line alone[] = {{0, 0}};
	expect_square_rise(4, plain);
	expect_square_rise(3, worse);
	expect_square_rise(3, together);
	expect_square_rise(3, known);
	expect_square_rise(1, alone);
	/* Far ahead the order cannot change: what is left is the variance of the gain. */
	struct cml_line ahead[] = {{0, 0}, {50, 0.3}, {10, -0.7}};
	cr_expect_float_eq(cml_expected_square_rise(3, ahead), 0.09, 1e-9);
}

/* Three configurations: two alike in their means, one of which is less known, and a poor one. */
static double means[] = {1.0, 1.01, 0.5};
static double covariances[] = {0.04, 0, 0, 0, 0.01, 0, 0, 0, 0.04};
static double noises[] = {0.02, 0.02, 0.02};
static double chances[] = {0, 0, 0};
static const struct cml_belief three = {3, means, covariances, noises, chances, false};

Test(belief, repeats_go_where_the_best_is_undecided)
{
	size_t chosen[3] = {9, 9, 9}, n_chosen = 0;
	cr_assert_eq(cml_belief_choose_repeats(&three, 3, 3, 2, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(n_chosen, 2);
	cr_expect_eq(chosen[0], 0); /* the less known of the two */
	cr_expect_eq(chosen[1], 1);
	/* No more than there are, each once. */
	cr_assert_eq(cml_belief_choose_repeats(&three, 3, 3, 7, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(n_chosen, 3);
	cr_expect_eq(chosen[2], 2);
	/* Nothing is known of the others' rivals: of one configuration. */
	cr_assert_eq(cml_belief_choose_repeats(&three, 1, 1, 2, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(n_chosen, 1);
	cr_expect_eq(cml_belief_best(&three, 3), 1);
	cr_expect_eq(cml_belief_best(&three, 1), 0);
}

/* Its readings alone tell of the baseline, with their noise and no other's company. */
Test(belief, readings_take_the_place_of_what_a_process_believes)
{
	double mean[] = {1.0, 1.01, 0.5},
	       covariance[] = {0.04, 0.01, 0.02, 0.01, 0.05, 0.03, 0.02, 0.03, 0.06};
	static const double want[] = {0.04, 0, 0.02, 0, 0.004, 0, 0.02, 0, 0.06};
	struct cml_belief belief = {3, mean, covariance, noises, chances, false};
	struct cml_baseline readings = {2.385, 5};
	cml_belief_take_readings(&belief, false, 1, &readings);
	cr_expect_float_eq(mean[1], -2.385, 1e-15);
	for (size_t i = 0; i < 9; i++)
		cr_expect_float_eq(covariance[i], want[i], 1e-15, "%zu: %g", i, covariance[i]);
	belief.is_log = true;
	cml_belief_take_readings(&belief, true, 1, &readings);
	cr_expect_float_eq(mean[1], log(2.385), 1e-15);
	cr_expect_eq(mean[0], 1.0);
}

/* 1 leads, far ahead of 2, the baseline. Read once the baseline is the larger part of what the gain
 * may be off by, whichever is best; read often it is not. One that leads by luck is read first. */
Test(belief, repeats_go_where_the_gain_is_least_known)
{
	double mean[] = {1.0, 1.2, 0.5}, covariance[] = {0.0025, 0, 0, 0, 0.0025, 0, 0, 0, 0};
	struct cml_belief belief = {3, mean, covariance, noises, chances, false};
	size_t chosen[3] = {9, 9, 9}, n_chosen = 0;
	struct cml_baseline once = {0.5, 1}, often = {0.5, 40}, lucky = {1.25, 1};
	cml_belief_take_readings(&belief, true, 2, &once);
	cr_assert_eq(cml_belief_choose_repeats(&belief, 3, 2, 2, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(n_chosen, 2);
	cr_expect_eq(chosen[0], 2);
	cr_expect_eq(chosen[1], 1);
	cml_belief_take_readings(&belief, true, 2, &often);
	cr_assert_eq(cml_belief_choose_repeats(&belief, 3, 2, 2, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(chosen[0], 1);
	cml_belief_take_readings(&belief, true, 2, &lucky);
	cr_assert_eq(cml_belief_choose_repeats(&belief, 3, 2, 1, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(chosen[0], 2);
	/* What fails tells nothing. */
	double fails[] = {0, 0, log(1e-9)};
	belief.log_chance = fails;
	cr_assert_eq(cml_belief_choose_repeats(&belief, 3, 2, 1, chosen, &n_chosen, &err), CML_OK);
	cr_expect_eq(chosen[0], 1);
}

/* One repeat: the exact rise; and a job that fails half the time brings half of it. */
Test(belief, gain_of_one_repeat_is_its_expected_rise)
{
	static const size_t job[] = {0};
	double gain = NAN, sd = sqrt(0.04 + 0.02);
	struct cml_line lines[] = {{1.0, 0.04 / sd}, {1.01, 0}, {0.5, 0}};
	double want = exp(cml_log_expected_rise(3, lines)) / 1.01;
	cr_assert_eq(cml_belief_gain(&three, 3, 1, job, 1, &gain, &err), CML_OK);
	cr_expect_float_eq(gain, want, 0.06 * want, "%g, not %g", gain, want);

	double halves[] = {log(0.5), 0, 0};
	struct cml_belief unsure = three;
	unsure.log_chance = halves;
	double less = NAN;
	cr_assert_eq(cml_belief_gain(&unsure, 3, 1, job, 1, &less, &err), CML_OK);
	cr_expect_float_eq(less, want / 2, 0.06 * want, "%g, not %g", less, want / 2);
}

/* A new job, uncorrelated with the others, is worth its expected improvement by the mean it will
 * have; more jobs never bring less, and draws of one seed are the same. */
Test(belief, gain_of_new_jobs_grows)
{
	static const size_t jobs[] = {2, 1, 0};
	double gain[3], again[3];
	struct cml_line lines[] = {{1.01, 0}, {1.0, 0}, {0.5, 0.04 / sqrt(0.06)}};
	struct cml_belief wide = three;
	double wider[9];
	memcpy(wider, covariances, sizeof wider);
	wider[8] = 0.36;
	wide.covariance = wider;
	lines[2].slope = 0.36 / sqrt(0.38);
	/* 0 and 1 are finished, 2 is new. */
	cr_assert_eq(cml_belief_gain(&wide, 2, 3, jobs, 5, gain, &err), CML_OK);
	double want = exp(cml_log_expected_rise(3, lines)) / 1.01;
	cr_expect_float_eq(gain[0], want, 0.08 * want, "%g, not %g", gain[0], want);
	cr_expect(gain[1] >= gain[0] && gain[2] >= gain[1]);
	cr_assert_eq(cml_belief_gain(&wide, 2, 3, jobs, 5, again, &err), CML_OK);
	cr_expect_arr_eq(gain, again, sizeof gain);
	/* Of logarithms it is a fraction, too. */
	wide.is_log = true;
	cr_assert_eq(cml_belief_gain(&wide, 2, 3, jobs, 5, again, &err), CML_OK);
	cr_expect_float_eq(again[2], expm1(gain[2] * 1.01), 1e-12);
}

/* Of one, or of one far ahead, as chosen beforehand. Of two that are alike and independent the
 * better is max(X, Y): P(|max| <= z) = P(z)^2 - P(-z)^2, P the normal distribution, which is 0.9
 * for z = 1.6449, too; of k it is P(z)^k - P(-z)^k, 0.9 for 2.3087 with k = 10 (SciPy:
 * brentq(lambda z: norm.cdf(z)**10 - norm.cdf(-z)**10 - 0.9, 0.5, 4)). */
Test(belief, interval_of_the_best_is_wider_the_more_may_be_it)
{
	enum { N = 10 };
	double mean[N] = {0}, covariance[N * N] = {0}, z = NAN, again = NAN;
	struct cml_belief belief = {N, mean, covariance, noises, chances, false};
	for (size_t i = 0; i < N; i++)
		covariance[i * N + i] = 0.04;
	cr_assert_eq(cml_belief_best_z(&belief, 1, 0.9, 1, &z, &err), CML_OK);
	cr_expect_float_eq(z, 1.6448536, 1e-6);
	cr_assert_eq(cml_belief_best_z(&belief, N, 0.9, 1, &z, &err), CML_OK);
	cr_expect_float_eq(z, 2.3087, 0.05, "%g", z);
	cr_assert_eq(cml_belief_best_z(&belief, N, 0.9, 1, &again, &err), CML_OK);
	cr_expect_eq(z, again);
	/* Ten that are the same to the last digit are one. */
	for (size_t i = 0; i < N * N; i++)
		covariance[i] = 0.04;
	cr_assert_eq(cml_belief_best_z(&belief, N, 0.9, 1, &z, &err), CML_OK);
	cr_expect_float_eq(z, 1.6449, 0.05, "%g", z);
	mean[3] = 5;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++)
			covariance[i * N + j] = i == j ? 0.04 : 0.01;
	cr_assert_eq(cml_belief_best_z(&belief, N, 0.9, 1, &z, &err), CML_OK);
	cr_expect_float_eq(z, 1.6449, 0.05, "%g", z);
	/* Nothing is to be told of what is known. */
	memset(covariance, 0, sizeof covariance);
	cr_assert_eq(cml_belief_best_z(&belief, N, 0.9, 1, &z, &err), CML_OK);
	cr_expect_float_eq(z, 1.6448536, 1e-6);
	covariance[1] = covariance[N] = 7;
	cr_expect_eq(cml_belief_best_z(&belief, N, 0.9, 1, &z, &err), CML_BAD_DATA);
}

/* By hand: 1 over 0.8 is 0.25; 2 deviations of 0.2, and 1 of 0.1414 / 2 of four readings, are
 * 0.40620 together, half of 0.8. */
Test(belief, gain_is_that_of_the_difference)
{
	struct cml_baseline readings = {0.8, 4}, known = {0.8, 0}, none = {NAN, 0};
	struct cml_believed gain = cml_belief_gain_over(&three, true, 0, 2, &readings, 1);
	cr_expect_float_eq(gain.value, 0.25, 1e-12);
	cr_expect_float_eq(gain.hi, 0.25 + sqrt(0.16 + 0.005) / 0.8, 1e-12);
	cr_expect_float_eq(gain.lo, 0.25 - sqrt(0.16 + 0.005) / 0.8, 1e-12);
	gain = cml_belief_gain_over(&three, true, 0, 2, &known, 1);
	cr_expect_float_eq(gain.hi, 0.25 + 0.4 / 0.8, 1e-12);
	gain = cml_belief_gain_over(&three, true, 0, 2, &none, 1);
	cr_expect(isnan(gain.value) && isnan(gain.lo) && isnan(gain.hi));
	/* Small is good: the mean is that of minus the metric, 1, over readings of -0.8. */
	readings.value = -0.8;
	gain = cml_belief_gain_over(&three, false, 0, 2, &readings, 1);
	cr_expect_float_eq(gain.value, 0.25, 1e-12);
	/* Logarithms: e^1 over 2, and over 2 as 1 / e^1 is below 0.5. */
	struct cml_belief logs = three;
	struct cml_baseline two = {2, 4}, half = {0.5, 4};
	logs.is_log = true;
	gain = cml_belief_gain_over(&logs, true, 0, 2, &two, 1);
	cr_expect_float_eq(gain.value, exp(1) / 2 - 1, 1e-12);
	cr_expect_float_eq(gain.lo, exp(1 - sqrt(0.165)) / 2 - 1, 1e-12);
	gain = cml_belief_gain_over(&logs, false, 0, 2, &half, 1);
	cr_expect_float_eq(gain.value, 1 - exp(-1) / 0.5, 1e-12);
	cr_expect_float_eq(gain.hi, 1 - exp(-1 - sqrt(0.165)) / 0.5, 1e-12);
}

/* Of one repeat of the leader, alone: the baseline is far behind, so that the square of the gain
 * grows by the variance of what is told of it, 0.01^2 / (0.01 + 0.02). A new job that may overtake
 * it is worth more: that by Monte Carlo agrees with what its line says. Without a baseline it is
 * the rise. */
Test(belief, worth_compares_repeats_with_new_jobs)
{
	static const size_t repeat[] = {0}, new_job[] = {2};
	double mean[] = {1.0, 0.2, 0.9}, covariance[] = {0.01, 0, 0, 0, 1e-12, 0, 0, 0, 0.16};
	struct cml_belief belief = {3, mean, covariance, noises, chances, false};
	double worth = NAN, other = NAN, gain = NAN, step = 0.16 / sqrt(0.18);
	double draws = CML_BELIEF_DRAWS;
	cr_assert_eq(cml_belief_worth(&belief, 2, 1, 1, repeat, 1, &worth, &err), CML_OK);
	cr_expect_float_eq(worth / draws - 0.64, 0.01 * 0.01 / 0.03, 3e-4, "%g", worth / draws);
	cr_assert_eq(cml_belief_worth(&belief, 2, 1, 1, new_job, 1, &other, &err), CML_OK);
	struct cml_line lines[] = {{0, 0}, {0.8, 0}, {0.7, step}};
	double want = cml_expected_square_rise(3, lines);
	cr_expect_float_eq(other / draws - 0.64, want, 0.08 * want, "%g, not %g",
			   other / draws - 0.64, want);
	cr_expect(other > worth);
	cr_assert_eq(cml_belief_worth(&belief, 2, 2, 1, new_job, 1, &other, &err), CML_OK);
	cr_assert_eq(cml_belief_gain(&belief, 2, 1, new_job, 1, &gain, &err), CML_OK);
	cr_expect_float_eq(other / draws, gain, 1e-9); /* the best is 1 */
}

Test(belief, what_is_no_covariance_is_refused)
{
	static const size_t jobs[] = {0, 1};
	double wrong[] = {1, 5, 5, 1}, gain[2];
	struct cml_belief belief = {2, means, wrong, noises, chances, false};
	cr_expect_eq(cml_belief_gain(&belief, 2, 2, jobs, 1, gain, &err), CML_BAD_DATA);
}

Test(belief, values_come_back_in_the_unit_of_the_metric)
{
	struct cml_believed up = cml_belief_of(&three, true, 0, 2);
	struct cml_believed down = cml_belief_of(&three, false, 0, 2);
	cr_expect_float_eq(up.lo, 0.6, 1e-12);
	cr_expect_float_eq(up.hi, 1.4, 1e-12);
	cr_expect_float_eq(down.value, -1, 1e-12);
	cr_expect_float_eq(down.lo, -1.4, 1e-12);
	struct cml_belief logs = three;
	logs.is_log = true;
	struct cml_believed log_of = cml_belief_of(&logs, true, 0, 2);
	cr_expect_float_eq(log_of.value, exp(1), 1e-12);
	cr_expect_float_eq(log_of.hi, exp(1.4), 1e-12);
}
