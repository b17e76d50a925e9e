#include "math/normal.h"

#include "test.h"

/* Far out nothing overflows. */
Test(logistic, of_anything)
{
	cr_expect_eq(cml_softplus(800), 800);
	cr_expect_eq(cml_softplus(-800), 0);
	cr_expect_float_eq(cml_softplus(0), log(2), 1e-15);
	cr_expect_eq(cml_logistic(800), 1);
	cr_expect_eq(cml_logistic(-800), 0);
	cr_expect_eq(cml_logistic(0), 0.5);
	cr_expect_float_eq(cml_logistic(2), 1 / (1 + exp(-2.0)), 1e-15);
}
