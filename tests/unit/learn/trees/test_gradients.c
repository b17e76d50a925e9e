#include "learn/trees/boost.h"

#include "test.h"

#define N 20

static double y[N], weight[N], scores[N];
static uint32_t rows[N];
static struct cml_boost_loss loss;
static struct cml_gradient_maker maker;
static struct cml_gradients made;
static void setup(void)
{
	for (size_t i = 0; i < N; i++) {
		y[i] = 2.385 * sin((double)i);
		weight[i] = 1 + 0.1 * (double)i;
		scores[i] = 0.1;
		rows[i] = (uint32_t)(N - 1 - i);
	}
}

static void teardown(void)
{
	cml_gradient_maker_release(&maker);
}

TestSuite(gradients, .init = setup, .fini = teardown);

static enum cml_result make(enum cml_boost_loss_kind kind)
{
	loss = (struct cml_boost_loss){
	    .kind = kind, .y = y, .weight = weight, .rows = rows, .n_rows = N};
	cml_boost_loss_init(&loss);
	assert_ok(cml_gradient_maker_init(&maker, &loss, N, NULL, &err));
	return cml_make_gradients(&maker, scores, &made, &err);
}

Test(gradients, tiny_and_vanishing_residuals)
{
	for (size_t i = 0; i < N; i++) {
		y[i] = 1e-308 * (double)i;
		scores[i] = 0;
	}
	assert_ok(make(CML_LOSS_SQUARED));
	for (size_t i = 0; i < N; i++)
		cr_expect(isfinite(made.sums[i][0]) && isfinite(made.gradient_unit));
	teardown();
	for (size_t i = 0; i < N; i++)
		y[i] = 0;
	assert_ok(make(CML_LOSS_SQUARED));
	for (size_t i = 0; i < N; i++)
		cr_expect_eq(made.sums[i][0], 0);
}

Test(gradients, what_overflows_is_refused)
{
	y[2] = 1e200;
	cr_expect_eq(make(CML_LOSS_SQUARED), CML_BAD_DATA);
	cr_expect_str_eq(err.message, "the targets or their weights are too large to be summed");
	teardown();
	y[2] = 0;
	weight[0] = weight[1] = 1e308;
	cr_expect_eq(make(CML_LOSS_SQUARED), CML_BAD_DATA);
}
