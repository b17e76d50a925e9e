#include "math/nnls.h"

#include "test.h"
#include "trials.h"

/* gram = A'A and b = A'y of n_rows rows. */
static void normal_equations(size_t n_rows, size_t n, const double *a, const double *y,
			     double *gram, double *b)
{
	memset(gram, 0, n * n * sizeof *gram);
	memset(b, 0, n * sizeof *b);
	for (size_t row = 0; row < n_rows; row++)
		for (size_t i = 0; i < n; i++) {
			b[i] += a[row * n + i] * y[row];
			for (size_t j = 0; j < n; j++)
				gram[i * n + j] += a[row * n + i] * a[row * n + j];
		}
}

Test(nnls, is_least_squares_where_that_is_above_zero)
{
	static const double a[] = {1, 2, 3, 1, 2, 2}, y[] = {4, 5, 6};
	double gram[4], b[2], w[2] = {0};
	normal_equations(3, 2, a, y, gram, b);
	cml_nnls(2, gram, b, w);
	/* By hand: 14 u + 9 v = 31, 9 u + 9 v = 25. */
	cr_expect_float_eq(w[0], 6. / 5, 1e-5);
	cr_expect_float_eq(w[1], 25. / 9 - 6. / 5, 1e-5);
}

Test(nnls, columns_without_a_number_are_zero)
{
	static const double gram[] = {4, 0, 0, 0, 0, 0, 0, 0, 1}, b[] = {8, 5, 3};
	double w[] = {1, 7, 1};
	cml_nnls(3, gram, b, w);
	cr_expect_float_eq(w[0], 2, 1e-9);
	cr_expect_eq(w[1], 0);
	cr_expect_float_eq(w[2], 3, 1e-9);
}

/* Terms of a law differ by many orders of magnitude. */
Test(nnls, of_columns_of_any_size)
{
	double a[40 * 3], y[40], gram[9], b[3], w[3] = {1, 1, 1};
	struct cml_random random = random_of(2, 0);
	for (size_t i = 0; i < 40; i++) {
		a[3 * i] = 1e-12 * cml_random_uniform(&random);
		a[3 * i + 1] = cml_random_uniform(&random);
		a[3 * i + 2] = 1e9 * cml_random_uniform(&random);
		y[i] = 3e12 * a[3 * i] + 2 * a[3 * i + 1] + 5e-9 * a[3 * i + 2];
	}
	normal_equations(40, 3, a, y, gram, b);
	cml_nnls(3, gram, b, w);
	cr_expect_float_eq(w[0] / 3e12, 1, 1e-4, "%g", w[0]);
	cr_expect_float_eq(w[1] / 2, 1, 1e-4, "%g", w[1]);
	cr_expect_float_eq(w[2] / 5e-9, 1, 1e-4, "%g", w[2]);
}

/* Of random problems the conditions of Karush, Kuhn and Tucker hold: no slope is downhill, and
 * where a weight is above 0 there is none. */
Test(nnls, is_the_best_of_random_problems)
{
	enum { MAX_TERMS = 6, N_ROWS = 12 };
	size_t n_zero = 0, n_above = 0;
	for (size_t trial = 0; trial < TRIALS(300); trial++) {
		double a[N_ROWS * MAX_TERMS], y[N_ROWS];
		double gram[MAX_TERMS * MAX_TERMS], b[MAX_TERMS], w[MAX_TERMS];
		struct cml_random random = random_of(trial, 0);
		size_t n = 1 + (size_t)cml_random_below(&random, MAX_TERMS);
		for (size_t i = 0; i < N_ROWS * n; i++)
			a[i] = cml_random_normal(&random);
		for (size_t i = 0; i < N_ROWS; i++)
			y[i] = cml_random_normal(&random);
		for (size_t k = 0; k < n; k++)
			w[k] = cml_random_uniform(&random);
		normal_equations(N_ROWS, n, a, y, gram, b);
		cml_nnls(n, gram, b, w);
		for (size_t k = 0; k < n; k++) {
			double slope = -b[k];
			for (size_t j = 0; j < n; j++)
				slope += gram[k * n + j] * w[j];
			slope /= sqrt(gram[k * n + k]);
			cr_expect_geq(w[k], 0);
			cr_expect_gt(slope, -1e-4, "%zu: %g", trial, slope);
			cr_expect(w[k] == 0 || slope < 1e-4, "%zu: %g", trial, slope);
			n_zero += w[k] == 0;
			n_above += w[k] > 0;
		}
	}
	cr_assert(n_zero > TRIALS(300) / 4 && n_above > TRIALS(300) / 4);
}
