#include "math/shapley.h"

#include "base/random.h"

#include <math.h>

#define SEED 1

/* weight[k]: the share of orders in which a player arrives just after a given set of k others:
 * k! (n - k - 1)! / n! */
static void weigh(size_t n, double *weight)
{
	weight[0] = 1 / (double)n;
	for (size_t k = 1; k < n; k++)
		weight[k] = weight[k - 1] * (double)k / (double)(n - k);
}

void cml_shapley_exact(size_t n, const double *worth, double *values)
{
	double weight[CML_SHAPLEY_EXACT];
	if (n == 0)
		return;
	weigh(n, weight);
	for (size_t i = 0; i < n; i++) {
		size_t own = (size_t)1 << i;
		values[i] = 0;
		for (size_t set = 0; set < (size_t)1 << n; set++)
			if (!(set & own))
				values[i] += weight[__builtin_popcountl(set)] *
					     (worth[set | own] - worth[set]);
	}
}

size_t cml_shapley_n_orders(size_t n)
{
	size_t n_pairs = ((size_t)1 << CML_SHAPLEY_EXACT) / (n + 1) / 2;
	return 2 * n_pairs > CML_SHAPLEY_MIN_ORDERS ? 2 * n_pairs : CML_SHAPLEY_MIN_ORDERS;
}

void cml_shapley_draw(size_t n, size_t n_orders, size_t *orders)
{
	struct cml_random random;
	cml_random_init(&random, SEED, n);
	for (size_t o = 0; o + 1 < n_orders; o += 2) {
		size_t *order = orders + o * n, *reverse = order + n;
		for (size_t i = 0; i < n; i++)
			order[i] = i;
		cml_random_shuffle(&random, order, n);
		for (size_t i = 0; i < n; i++)
			reverse[n - 1 - i] = order[i];
	}
}

void cml_shapley_sampled(size_t n, size_t n_orders, const size_t *orders, const double *worth,
			 double *values, double *errors)
{
	size_t n_pairs = n_orders / 2;
	for (size_t i = 0; i < n; i++)
		values[i] = errors[i] = 0;
	for (size_t pair = 0; pair < n_pairs; pair++) {
		const size_t *order = orders + 2 * pair * n;
		const double *there = worth + 2 * pair * (n + 1), *back = there + n + 1;
		for (size_t k = 0; k < n; k++) {
			size_t i = order[k], r = n - 1 - k; /* its place in the reverse */
			double brings = (there[k + 1] - there[k] + back[r + 1] - back[r]) / 2;
			double off = brings - values[i];
			values[i] += off / (double)(pair + 1);
			errors[i] += off * (brings - values[i]);
		}
	}
	for (size_t i = 0; i < n; i++)
		errors[i] = sqrt(errors[i] / (double)(n_pairs - 1) / (double)n_pairs);
}
