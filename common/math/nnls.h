/* Least squares with weights of at least 0. */
#ifndef CML_MATH_NNLS_H
#define CML_MATH_NNLS_H

#include <stddef.h>

/* The w[n] >= 0 that makes w'Gw / 2 - b'w least: gram (n x n, symmetric, no diagonal below 0) is
 * A'A and b is A'y of rows A and targets y. w is where to start, and becomes the solution; an
 * entry whose diagonal is 0 becomes 0. One coordinate after the other, until none moves its part of
 * the sum by more than a millionth of it. O(n^2) a round.
 * Source: V. Franc, V. Hlavac, M. Navara, "Sequential coordinate-wise algorithm for the
 * non-negative least squares problem", CAIP 2005. */
void cml_nnls(size_t n, const double *gram, const double *b, double *w);

#endif
