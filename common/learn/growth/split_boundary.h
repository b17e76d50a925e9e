/* The best of the boundaries between the bins of a feature, several side by side. */
#ifndef CML_LEARN_GROWTH_SPLIT_BOUNDARY_H
#define CML_LEARN_GROWTH_SPLIT_BOUNDARY_H

#include <stddef.h>

/* Boundaries after bins [first, end) of a node of sums G and H: those that leave enough rows on
 * either side. With a = HL + l2 and D = H + 2 l2, which the node fixes, a boundary gains
 * (GL - G/D a)^2 / (a (D - a)), but for what is the same for all and a factor of D. */
struct cml_boundaries {
	const double *gradient; /* running sums by bin */
	const double *hessian;
	double given_gradient; /* missing values given to the left, or 0 */
	double given_hessian;  /* l2 included */
	double all;            /* D */
	double fraction;       /* G / D */
	size_t first;
	size_t end;
};

/* The bin after which to split, the lowest of the best; end where none gains. What gains no more
 * than ratio may be left out. */
size_t cml_best_boundary(const struct cml_boundaries *boundaries, double ratio);

#endif
