#include "math/noise.h"

#include "test.h"

enum { N = 4000 };

/* Errors whose spread is sqrt(noise + trust^2 sd^2), of deviations between 0 and 2. */
static double noise_of(double noise, double trust)
{
	static struct cml_missed items[N];
	struct cml_random random = random_of(1, 0);
	for (size_t i = 0; i < N; i++) {
		double sd = 2 * cml_random_uniform(&random);
		double spread = sqrt(noise + trust * trust * sd * sd);
		items[i] = (struct cml_missed){-spread * log1p(-cml_random_uniform(&random)), sd};
	}
	return cml_noise_fit(items, N);
}

Test(noise, is_what_errors_have_beside_deviations)
{
	/* Errors of mean square 2 (noise + 4/3 trust^2), as the double exponential has it. */
	cr_assert_lt(noise_of(0, 1), 0.1, "deviations are all there is");
	cr_assert_float_eq(noise_of(1, 1), 1, 0.5);
	cr_assert_gt(noise_of(1, 0), 3, "deviations say nothing: as much as may be");
}

Test(noise, is_none_without_errors)
{
	const struct cml_missed exact[] = {{0, 1}, {0, 0}}, one[] = {{2, 0}};
	cr_assert_eq(cml_noise_fit(exact, 2), 0);
	cr_assert_gt(cml_noise_fit(one, 1), 0, "no deviation of 0 is to be believed");
}
