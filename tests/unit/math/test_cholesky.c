#include "math/cholesky.h"

#include "test.h"

enum { N = 37 };

/* B B' + I of a random B: positive definite. */
static void random_matrix(double *a)
{
	static double b[N * N];
	struct cml_random random = random_of(5, 0);
	for (size_t i = 0; i < N * N; i++)
		b[i] = cml_random_normal(&random);
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++) {
			double sum = i == j;
			for (size_t k = 0; k < N; k++)
				sum += b[i * N + k] * b[j * N + k];
			a[i * N + j] = sum;
		}
}

Test(cholesky, factor_solution_and_inverse_fit_the_matrix)
{
	static double a[N * N], l[N * N], inverse[N * N];
	double x[N];
	random_matrix(a);
	memcpy(l, a, sizeof a);
	cr_assert(cml_cholesky(N, l));
	double log_determinant = cml_cholesky_log_determinant(N, l);
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j <= i; j++) {
			double sum = 0;
			for (size_t k = 0; k <= j; k++)
				sum += l[i * N + k] * l[j * N + k];
			cr_assert(fabs(sum - a[i * N + j]) < 1e-11 * a[i * N + i]);
		}
	for (size_t i = 0; i < N; i++)
		x[i] = a[i * N + 3];
	cml_cholesky_solve(N, l, x);
	for (size_t i = 0; i < N; i++)
		cr_assert(fabs(x[i] - (i == 3)) < 1e-9, "x[%zu] = %g", i, x[i]);
	memcpy(inverse, l, sizeof l);
	cml_cholesky_invert(N, inverse);
	double trace = 0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++)
			trace += a[i * N + j] * inverse[i > j ? i * N + j : j * N + i];
	cr_assert(fabs(trace - N) < 1e-9);
	/* Twice the matrix: its determinant times 2^N. */
	for (size_t i = 0; i < N * N; i++)
		a[i] *= 2;
	cr_assert(cml_cholesky(N, a));
	cr_assert(fabs(cml_cholesky_log_determinant(N, a) - log_determinant - N * log(2)) < 1e-9);
}

/* Of sizes that are halved never, once, and several times; the upper triangle is not touched. */
Test(cholesky, the_inverse_times_the_matrix_is_one)
{
	enum { MAX = 131 };
	static double a[MAX * MAX], inverse[MAX * MAX];
	for (size_t n = 0; n <= MAX; n += n < 8 ? 1 : 41) {
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				a[i * n + j] = exp(-0.1 * fabs((double)i - (double)j)) +
					       (i == j ? 0.05 * (double)(i % 5 + 1) : 0);
		memcpy(inverse, a, n * n * sizeof *a);
		cr_assert(cml_cholesky(n, inverse));
		for (size_t i = 0; i < n; i++)
			for (size_t j = i + 1; j < n; j++)
				inverse[i * n + j] = -7;
		cml_cholesky_invert(n, inverse);
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++) {
				double sum = 0;
				for (size_t k = 0; k < n; k++)
					sum +=
					    a[i * n + k] * inverse[k > j ? k * n + j : j * n + k];
				cr_assert(fabs(sum - (i == j)) < 1e-9, "%zu: %zu, %zu", n, i, j);
				cr_assert(j <= i || inverse[i * n + j] == -7);
			}
	}
}

Test(cholesky, says_when_there_is_no_factor)
{
	double indefinite[] = {1, 2, 2, 1}, nan[] = {1, 0, NAN, 1}, infinite[] = {INFINITY};
	cr_assert_not(cml_cholesky(2, indefinite));
	cr_assert_not(cml_cholesky(2, nan));
	cr_assert_not(cml_cholesky(1, infinite));
	cr_assert(cml_cholesky(0, NULL));
}
