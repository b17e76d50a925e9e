#include "math/sampling.h"

void cml_draw_without_replacement(struct cml_random *random, const uint32_t *items, size_t n,
				  size_t n_drawn, uint32_t *drawn, uint32_t *left)
{
	size_t wanted = n_drawn;
	for (size_t i = 0; i < n; i++) {
		uint32_t item = items[i];
		if (wanted > 0 && cml_random_below(random, n - i) < wanted) {
			*drawn++ = item;
			wanted--;
		} else {
			*left++ = item;
		}
	}
}

size_t cml_count_of_fraction(double fraction, size_t n)
{
	size_t n_drawn = (size_t)(fraction * (double)n);
	return n_drawn < 1 ? 1 : n_drawn > n ? n : n_drawn;
}
