#include "math/score/score_pairs.h"

void cml_score_pairs_view(struct cml_score_pairs *sample, const struct cml_score_pairs *pairs,
			  size_t n, double *numbers)
{
	*sample = *pairs;
	sample->n = n;
	sample->actual = numbers;
	sample->predicted = pairs->predicted ? numbers + n : NULL;
	sample->worth = pairs->worth ? numbers + 2 * n : NULL;
	sample->lo = pairs->lo ? numbers + 3 * n : NULL;
	sample->hi = pairs->lo ? numbers + 4 * n : NULL;
	sample->context = NULL;
	sample->n_contexts = 0;
}

void cml_score_pairs_copy(const struct cml_score_pairs *pairs, size_t from, size_t n,
			  double *numbers, size_t to)
{
	numbers[to] = pairs->actual[from];
	if (pairs->predicted)
		numbers[n + to] = pairs->predicted[from];
	if (pairs->worth)
		numbers[2 * n + to] = pairs->worth[from];
	if (pairs->lo) {
		numbers[3 * n + to] = pairs->lo[from];
		numbers[4 * n + to] = pairs->hi[from];
	}
}

struct cml_score_pairs cml_score_pairs_part(const struct cml_score_pairs *pairs, size_t first,
					    size_t n)
{
	struct cml_score_pairs part = *pairs;

	part.n = n;
	part.actual += first;
	part.predicted = pairs->predicted ? pairs->predicted + first : NULL;
	part.worth = pairs->worth ? pairs->worth + first : NULL;
	part.lo = pairs->lo ? pairs->lo + first : NULL;
	part.hi = pairs->lo ? pairs->hi + first : NULL;
	part.context = NULL;
	part.n_contexts = 0;
	return part;
}
