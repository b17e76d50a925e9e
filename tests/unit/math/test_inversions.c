#include "math/correlation.h"

#include "test.h"

enum { MAX = 400 };

/* Counts with the module and by all pairs, and looks whether the words came
 * out in order. The scratch starts as noise, which must not matter. */
static void check(size_t n, const uint64_t *words)
{
	uint64_t work[MAX];
	uint64_t scratch[MAX];
	uint64_t expected = 0;
	uint64_t sum = 0;
	uint64_t sum_sorted = 0;
	for (size_t i = 0; i < n; i++) {
		work[i] = words[i];
		scratch[i] = i * 77;
		sum += words[i];
		for (size_t j = 0; j < i; j++)
			expected += words[j] > words[i];
	}
	cr_assert_eq(cml_count_inversions(n, work, scratch), expected, "n %zu", n);
	for (size_t i = 0; i < n; i++) {
		sum_sorted += work[i];
		cr_assert(i == 0 || work[i - 1] <= work[i], "n %zu: word %zu", n, i);
	}
	cr_assert_eq(sum_sorted, sum);
}

Test(inversions, agrees_with_all_pairs)
{
	uint64_t words[MAX];
	for (size_t n = 0; n < MAX; n++) {
		for (uint64_t levels = 2; levels < 5000; levels *= 9) {
			struct cml_random random = random_of(n, levels);
			for (size_t i = 0; i < n; i++)
				words[i] = cml_random_below(&random, levels);
			check(n, words);
		}
	}
}
