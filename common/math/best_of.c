#include "math/best_of.h"

#include <math.h>

#define ROUNDING 1e-9
#define NEGLIGIBLE 0x1p-70 /* of all orders; far below the last bit of a mean */

/* Whether the quantile at this level is the value that the best of them reaches with
 * this probability, or a later one. */
static bool is_past(bool maximize, double probability, double level)
{
	level *= 1 - ROUNDING;
	return maximize ? probability >= level : 1 - probability < level;
}

/* Puts the mean between lo and hi, where the values are far from even. */
static void widen(const struct cml_best_of *best_of, struct cml_best_of_point *point)
{
	size_t n = best_of->n_values;
	const double *v = best_of->values;
	for (size_t i = 0; i < n && point->lo > point->mean; i++)
		point->lo = fmin(point->lo, best_of->maximize ? v[i] : v[n - 1 - i]);
	for (size_t i = 0; i < n && point->hi < point->mean; i++)
		point->hi = fmax(point->hi, best_of->maximize ? v[n - 1 - i] : v[i]);
}

struct cml_best_of_point cml_best_of_next(struct cml_best_of *best_of)
{
	const double *v = best_of->values;
	double n = (double)best_of->n_jobs;
	double n_failed = (double)(best_of->n_jobs - best_of->n_values);
	double turn = (double)best_of->k;
	double none = (best_of->k == 0 ? 1 : best_of->none) * fmax(n_failed - turn, 0) / (n - turn);
	double k = (double)++best_of->k;
	double without = 1;  /* probability that none of k is better than v[r] */
	double half_sum = 0; /* because a difference of two may be too large for a double */
	struct cml_best_of_point point = {.lo = v[0], .hi = v[0], .any = 1 - none};

	best_of->none = none;
	for (size_t r = 0; r < best_of->n_values && without - none > NEGLIGIBLE * point.any; r++) {
		double at_best = (without - none) / point.any;
		if (r > 0)
			half_sum += (v[r] / 2 - v[r - 1] / 2) * at_best;
		if (is_past(best_of->maximize, at_best, 0.05))
			point.lo = v[r];
		if (is_past(best_of->maximize, at_best, 0.95))
			point.hi = v[r];
		without *= fmax(n - (double)r - k, 0) / (n - (double)r);
	}
	point.mean = 2 * (v[0] / 2 + half_sum);
	widen(best_of, &point);
	return point;
}
