#include "learn/trees/boost.h"

#include "test.h"

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
	loss = (struct cml_boost_loss){
	    .kind = kind, .y = targets, .weight = target_weight, .rows = rows, .n_rows = n_rows};
	cml_boost_loss_init(&loss);
}

TestSuite(boost_loss, .init = setup);

static double loss_of(size_t row, double score)
{
	return target_weight[row] * (log1p(exp(score)) - targets[row] * score);
}

/* Central differences of the loss. */
static double slope(size_t row)
{
	const double step = 1e-5;
	return (loss_of(row, scores[row] + step) - loss_of(row, scores[row] - step)) / (2 * step);
}

static void open_logistic(void)
{
	for (size_t i = 0; i < N; i++)
		targets[i] = targets[i] > 1;
	open_loss(CML_LOSS_LOGISTIC, N);
}

Test(boost_loss, logistic_gradients)
{
	cml_gradient_sum sums[N];
	open_logistic();
	cml_boost_loss_gradients(&loss, scores, 0, N, sums);
	for (size_t i = 0; i < N; i++) {
		cr_expect_float_eq(sums[i][0], -slope(i), 1e-7, "row %zu: %g, %g", i, sums[i][0],
				   -slope(i));
		double chance = 1 / (1 + exp(-scores[i]));
		cr_expect_float_eq(sums[i][1], target_weight[i] * chance * (1 - chance), 1e-14);
	}
	/* Far off, the hessian has a floor. */
	scores[0] = -800;
	targets[0] = 1;
	cml_boost_loss_gradients(&loss, scores, 0, 1, sums);
	cr_expect_float_eq(sums[0][0], target_weight[0], 1e-14);
	cr_expect_float_eq(sums[0][1], 1e-6 * target_weight[0], 1e-14);
}
