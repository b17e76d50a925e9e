#include "math/top_n.h"

#include "test.h"

#define N 100

/* Odd numbers fall below 0 once they are first. */
Test(score_heap, gives_what_sorting_gives)
{
	AUTO(cml_top_n) heap = {0};
	struct cml_random random = random_of(2385, 0);
	bool is_out[N] = {[7] = true};
	double score, last = INFINITY;
	size_t first, before = 0, n = 0;
	assert_ok(cml_top_n_init(&heap, N, &err));
	for (size_t i = 0; i < N; i++) /* many are equal */
		cml_score_heap_add(&heap, (double)cml_random_below(&random, 20), i);
	for (; cml_score_heap_first(&heap, is_out, &first, &score); last = score, before = first) {
		cr_assert(score < last || (score == last && first >= before));
		if (first % 2 == 1 && score >= 0)
			cml_score_heap_lower(&heap, score - N);
		else
			n += is_out[first] = true;
	}
	cr_expect_eq(n, N - 1);
}
