#include "learn/growth/node_split.h"

#include "base/target.h"

/* The gain up to what the node fixes, as a fraction: with a = HL + l2,
 * d = HR + l2 and D = a + d, which is fixed, GL^2/a + GR^2/d =
 * G^2/D + (GL - G/D a)^2 D/(a d). Fractions are compared crosswise, without
 * dividing: numerator (GL - G/D a)^2, denominator a d. */

/* Whether some boundary's fraction is above ratio. Without a branch, which costs a fraction of
 * finding the best one, and most features end here. */
CML_TARGET_CLONES static bool any_above(const struct cml_boundaries *boundaries, double ratio)
{
	const double *gradient = boundaries->gradient, *hessian = boundaries->hessian;
	double given_gradient = boundaries->given_gradient;
	double given_hessian = boundaries->given_hessian;
	double all = boundaries->all, fraction = boundaries->fraction;
	bool any = false;
	for (size_t b = boundaries->first; b < boundaries->end; b++) {
		double a = hessian[b] + given_hessian;
		double away = gradient[b] + given_gradient - fraction * a;
		any |= away * away > ratio * a * (all - a);
	}
	return any;
}

size_t cml_best_boundary(const struct cml_boundaries *boundaries, double ratio)
{
	double numerator = 0, denominator = 1; /* of the best */
	size_t best = boundaries->end;
	if (!any_above(boundaries, ratio))
		return best;
	for (size_t b = boundaries->first; b < boundaries->end; b++) {
		double a = boundaries->hessian[b] + boundaries->given_hessian;
		double away =
		    boundaries->gradient[b] + boundaries->given_gradient - boundaries->fraction * a;
		double own = a * (boundaries->all - a);
		if (away * away * denominator > numerator * own || best == boundaries->end) {
			numerator = away * away;
			denominator = own;
			best = b;
		}
	}
	return best;
}
