/* Symmetric matrices and positive definite systems: the seam to LAPACK, as OpenBLAS brings it.
 *
 * Matrices are n x n, row after row, n at most INT_MAX; of a symmetric one the lower
 * triangle alone is read and written. One thread: the same bits on the same machine
 * whatever else runs. Other processors may give other last bits. */
#ifndef CML_MATH_CHOLESKY_H
#define CML_MATH_CHOLESKY_H

#include "base/error.h"

/* Loads OpenBLAS, if there is one, for calls of n_threads threads at a time, which end the process
 * otherwise, or do not return where its addresses (ulimit -v) leave no room for their buffers.
 * CML_NO_MEMORY: there is none. Again: only looks for the room. */
enum cml_result cml_cholesky_load(unsigned n_threads, struct cml_error *err);

/* To be called before all below. CML_IO_ERROR: there is no OpenBLAS. */
enum cml_result cml_cholesky_find(struct cml_error *err);

/* a becomes L with a = L L'. False when a is not positive definite to working
 * precision (NaN in it too); a is then spoiled. n^3 / 3 operations. */
bool cml_cholesky(size_t n, double *a);

/* b becomes the solution x of L L' x = b. */
void cml_cholesky_solve(size_t n, const double *l, double *b);

/* l becomes the inverse of L L'. 2 n^3 / 3 operations, by halves: on a few hundred rows a third of
 * the time of LAPACK's dpotri.
 * Source of halves: B. Andersen, J. Wasniewski, F. Gustavson, "A recursive formulation of Cholesky
 * factorization of a matrix in packed storage", ACM Transactions on Mathematical Software 27, 2001.
 */
void cml_cholesky_invert(size_t n, double *l);

/* Each of the n_rows rows of n numbers, row after row, becomes the solution v of L v = row.
 * n_rows n^2 operations. */
void cml_cholesky_whiten(size_t n, const double *l, size_t n_rows, double *rows);

/* Adds scale times the sum of row row' over n_rows rows to the symmetric a. n_rows n^2 operations.
 */
void cml_symmetric_add_rows(size_t n, double *a, double scale, size_t n_rows, const double *rows);

/* The lower triangle b becomes l b; what is above b's diagonal is set to 0. n^3 operations. */
void cml_triangle_multiply(size_t n, const double *l, double *b);

/* Logarithm of the determinant of L L'. */
double cml_cholesky_log_determinant(size_t n, const double *l);

/* Row k of the symmetric a becomes the eigenvector of values[k], of length 1; values ascend, each
 * off by rounding of the largest. work: CML_EIGEN_WORK n numbers. About 8 n^3 operations. False
 * when the iteration does not converge. n may be 0. */
#define CML_EIGEN_WORK 34
bool cml_eigen_symmetric(size_t n, double *a, double *values, double *work);

#endif
