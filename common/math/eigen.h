/* Eigenvalues and eigenvectors of a symmetric matrix.
 *
 * Householder's reduction to a tridiagonal matrix, then the QL algorithm with implicit
 * shifts. In plain C with sums in a fixed order, so that what is learned with it is the
 * same on every processor; for matrices of a few hundred rows.
 * Source: R. Martin, C. Reinsch, J. Wilkinson, "Householder's tridiagonalization of a
 * symmetric matrix", Numerische Mathematik 11, 1968; A. Dubrulle, R. Martin, J. Wilkinson,
 * "The implicit QL algorithm", Numerische Mathematik 12, 1968. */
#ifndef CML_MATH_EIGEN_H
#define CML_MATH_EIGEN_H

#include <stdbool.h>
#include <stddef.h>

/* a[n x n], row after row, both triangles equal, numbers of 1e-100 to 1e100 in size or 0: spoiled.
 * vectors[n x n]: row k is the eigenvector of values[k], of length 1; values in no order, each off
 * by rounding of the largest. work: 3 n doubles. About 8 n^3 operations. False when the iteration
 * does not converge, which numbers of that size do not bring about. n may be 0. */
bool cml_eigen_symmetric(size_t n, double *a, double *values, double *vectors, double *work);

#endif
