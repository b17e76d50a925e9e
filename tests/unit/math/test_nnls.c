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
