#include "math/weighted_quantile.h"

#include <math.h>

static void swap_items(struct cml_weighted *a, struct cml_weighted *b)
{
	struct cml_weighted kept = *a;
	*a = *b;
	*b = kept;
}

static double middle_of_three(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Parts items[lo..hi) into smaller than, equal to and larger than the pivot;
 * *below and *equal: where the second and third part start. */
static void part_items(struct cml_weighted *items, size_t lo, size_t hi, double pivot,
		       size_t *below, size_t *equal)
{
	size_t i = lo;
	*below = lo;
	*equal = hi;
	while (i < *equal) {
		if (items[i].value < pivot)
			swap_items(&items[i++], &items[(*below)++]);
		else if (items[i].value > pivot)
			swap_items(&items[i], &items[--*equal]);
		else
			i++;
	}
}

static double weigh(const struct cml_weighted *items, size_t lo, size_t hi)
{
	double total = 0;
	for (size_t i = lo; i < hi; i++)
		total += items[i].weight;
	return total;
}

double cml_weighted_quantile(struct cml_weighted *items, size_t n, double q)
{
	double wanted = q * weigh(items, 0, n);
	size_t lo = 0;
	size_t hi = n;
	for (;;) {
		size_t below;
		size_t equal;
		double pivot = middle_of_three(items[lo].value, items[lo + (hi - lo) / 2].value,
					       items[hi - 1].value);
		part_items(items, lo, hi, pivot, &below, &equal);
		double below_weight = weigh(items, lo, below);
		double equal_weight = weigh(items, below, equal);
		if (wanted <= below_weight && below > lo) {
			hi = below;
		} else if (wanted > below_weight + equal_weight && equal < hi) {
			wanted -= below_weight + equal_weight;
			lo = equal;
		} else {
			return pivot;
		}
	}
}
