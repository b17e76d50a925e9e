#include "math/eigen.h"

#include "test.h"

enum { MAX_N = 70 };
static double a[MAX_N * MAX_N], spoiled[MAX_N * MAX_N], vectors[MAX_N * MAX_N];
static double values[MAX_N], work[3 * MAX_N];

/* Every row of vectors is of length 1, at right angles to the others, and only stretched. */
static void check(size_t n, double size, const char *what)
{
	for (size_t i = 0; i < n * n; i++)
		spoiled[i] = a[i];
	cr_assert(cml_eigen_symmetric(n, spoiled, values, vectors, work), "%s", what);
	for (size_t k = 0; k < n; k++)
		for (size_t l = 0; l <= k; l++) {
			double product = 0;
			for (size_t i = 0; i < n; i++)
				product += vectors[k * n + i] * vectors[l * n + i];
			cr_assert_float_eq(product, k == l, 1e-12, "%s: %zu %zu: %g", what, k, l,
					   product);
		}
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < n; i++) {
			double image = 0;
			for (size_t j = 0; j < n; j++)
				image += a[i * n + j] * vectors[k * n + j];
			cr_assert_float_eq(image, values[k] * vectors[k * n + i], 1e-12 * size,
					   "%s: value %zu of %zu", what, k, n);
		}
}

Test(eigen, random_matrices)
{
	struct cml_random random = random_of(3, 0);
	for (size_t n = 0; n <= MAX_N; n += n < 8 ? 1 : 31) {
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j <= i; j++)
				a[i * n + j] = a[j * n + i] = cml_random_uniform(&random) - 0.385;
		check(n, (double)(n + 1), "random");
	}
}

/* The second difference: 2 - 2 cos(k pi / (n + 1)), k from 1 to n. */
Test(eigen, known_values)
{
	size_t n = 12;
	double product = 1, sum = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			a[i * n + j] = i == j ? 2 : i + 1 == j || j + 1 == i ? -1 : 0;
	check(n, 4, "second difference");
	for (size_t k = 0; k < n; k++) {
		double nearest = INFINITY;
		for (size_t l = 1; l <= n; l++)
			nearest =
			    fmin(nearest, fabs(values[k] - 2 + 2 * cos((double)l * M_PI / 13)));
		cr_expect_lt(nearest, 1e-14);
		product *= values[k];
		sum += values[k];
	}
	cr_expect_float_eq(product, 13, 1e-12);
	cr_expect_float_eq(sum, 24, 1e-13);
}
