#include "base/random.h"

#include "test.h"

/* The first outputs of the authors' xoshiro256++ from the state 1, 2, 3, 4. */
Test(random, matches_the_reference_generator)
{
	static const uint64_t expected[] = {
	    UINT64_C(41943041),
	    UINT64_C(58720359),
	    UINT64_C(3588806011781223),
	    UINT64_C(3591011842654386),
	    UINT64_C(9228616714210784205),
	    UINT64_C(9973669472204895162),
	    UINT64_C(14011001112246962877),
	    UINT64_C(12406186145184390807),
	    UINT64_C(15849039046786891736),
	    UINT64_C(10450023813501588000),
	};
	struct cml_random random = {{1, 2, 3, 4}};
	for (size_t i = 0; i < COUNT(expected); i++)
		cr_assert_eq(cml_random_next(&random), expected[i], "output %zu", i);
}

Test(random, the_same_pair_gives_the_same_stream)
{
	struct cml_random a = random_of(7, 3);
	struct cml_random b = random_of(7, 3);
	for (int i = 0; i < 100; i++)
		cr_assert_eq(cml_random_next(&a), cml_random_next(&b));
}

Test(random, uniform_stays_below_one_and_has_its_moments)
{
	enum { N = 100000 };
	struct cml_random random = random_of(1, 1);
	double sum = 0.0;
	double sum_of_squares = 0.0;

	for (int i = 0; i < N; i++) {
		double u = cml_random_uniform(&random);
		cr_assert(u >= 0.0 && u < 1.0);
		sum += u;
		sum_of_squares += u * u;
	}
	/* Five standard deviations of the means. */
	cr_assert_float_eq(sum / N, 0.5, 5 * sqrt(1.0 / 12 / N));
	cr_assert_float_eq(sum_of_squares / N, 1.0 / 3, 5 * sqrt(4.0 / 45 / N));
}

Test(random, the_largest_output_is_not_one)
{
	/* rotate(s0 + s3, 23) + s0 is all ones for s0 = 0, s3 = all ones. */
	struct cml_random random = {{0, 0, 0, UINT64_MAX}};
	cr_assert_eq(cml_random_uniform(&random), 1.0 - 0x1p-53);
}

Test(random, below_extremes)
{
	struct cml_random random = random_of(3, 0);
	uint64_t most = UINT64_C(3) << 62; /* every fourth draw has to be refused */
	size_t counts[3] = {0};
	for (int i = 0; i < 3000; i++) {
		cr_assert_eq(cml_random_below(&random, 1), 0);
		cr_assert_lt(cml_random_below(&random, UINT64_MAX), UINT64_MAX);
		uint64_t drawn = cml_random_below(&random, most);

		cr_assert_lt(drawn, most);
		counts[drawn % 3]++;
	}
	for (size_t i = 0; i < 3; i++)
		cr_assert_float_eq((double)counts[i], 1000.0, 5 * sqrt(1000.0));
}

Test(random, normal_has_its_moments)
{
	enum { N = 200000 };
	struct cml_random random = random_of(4, 0);
	double moments[4] = {0};

	for (int i = 0; i < N; i++) {
		double x = cml_random_normal(&random);
		cr_assert(isfinite(x));
		for (int k = 0; k < 4; k++)
			moments[k] += pow(x, k + 1) / N;
	}
	cr_assert_float_eq(moments[0], 0.0, 5 * sqrt(1.0 / N));
	cr_assert_float_eq(moments[1], 1.0, 5 * sqrt(2.0 / N));
	cr_assert_float_eq(moments[2], 0.0, 5 * sqrt(15.0 / N));
	cr_assert_float_eq(moments[3], 3.0, 5 * sqrt(96.0 / N));
}

Test(random, shuffle_is_a_fair_permutation)
{
	enum { N = 24000 };
	size_t counts[64] = {0};
	struct cml_random random = random_of(6, 0);

	for (int i = 0; i < N; i++) {
		size_t items[3] = {0, 1, 2};
		cml_random_shuffle(&random, items, 3);
		cr_assert_eq((1u << items[0] | 1u << items[1] | 1u << items[2]), 7,
			     "not a permutation");
		counts[items[0] * 16 + items[1] * 4 + items[2]]++;
	}
	for (size_t i = 0; i < 64; i++) {
		if (counts[i] != 0)
			cr_assert_float_eq((double)counts[i], N / 6.0, 5 * sqrt(N / 6.0));
	}
}
