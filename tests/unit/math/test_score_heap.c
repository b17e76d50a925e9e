#include "math/top_n.h"

#include "test.h"

#define N 100

Test(score_heap, gives_what_sorting_gives)
{
	AUTO(cml_score_heap) heap = {0};
	struct cml_random random = random_of(2385, 0);
	bool is_out[N] = {false};
	assert_ok(cml_score_heap_init(&heap, N, &err));
	for (size_t i = 0; i < N; i++)
		heap.scores[i] = (double)cml_random_below(&random, 20); /* many are equal */
	heap.scores[7] = -INFINITY;
	cml_score_heap_order(&heap, N);
	for (size_t before = 0, k = 0; k < N; k++) {
		size_t first;
		cr_assert(cml_score_heap_first(&heap, is_out, &first));
		double worse = heap.scores[first] - heap.scores[before];
		cr_assert(k == 0 || worse < 0 || (worse == 0 && first > before));
		before = first;
		is_out[first] = true;
	}
	cr_expect_not(cml_score_heap_first(&heap, is_out, &(size_t){0}));
}
