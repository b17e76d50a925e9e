#include "math/cholesky.h"

#include <cblas.h>
#include <math.h>

/* LAPACK reads columns: our lower triangle is its upper one. */
#define TRIANGLE "U"

/* Of OpenBLAS alone: <cblas.h> may be another library's. The second is there where it was built
 * with threads of its own. */
void openblas_set_num_threads(int n_threads);
int blas_thread_shutdown_(void) __attribute__((weak));
/* Of LAPACK; the sizes of the texts are what Fortran hands over unseen. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dtrti2_(const char *uplo, const char *diag, const int *n, double *a, const int *lda, int *info,
	     size_t, size_t);
void dlauu2_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);

/* Of so many rows LAPACK's plain routines are faster than halves. */
#define MAX_PLAIN 24

/* Systems of a few hundred rows are not worth waking threads for. OpenBLAS starts one for each
 * processor when it is loaded, and they wait for work by asking again and again: 30 ms of CPU time
 * each. A number of threads set later would start them anew. */
__attribute__((constructor)) static void stop_threads(void)
{
	openblas_set_num_threads(1);
	if (blas_thread_shutdown_)
		blas_thread_shutdown_();
}

bool cml_cholesky(size_t n, double *a)
{
	int order = (int)n, info = 0;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(a[i * n + i]))
			return false;
	if (n > 0)
		dpotrf_(TRIANGLE, &order, a, &order, &info, 1);
	for (size_t i = 0; i < n; i++)
		if (!(a[i * n + i] > 0))
			return false;
	return info == 0;
}

void cml_symmetric_multiply(size_t n, const double *a, double scale, const double *v,
			    double *product)
{
	int order = (int)n;
	cblas_dsymv(CblasRowMajor, CblasLower, order, scale, a, order, v, 1, 0, product, 1);
}

void cml_cholesky_solve(size_t n, const double *l, double *b)
{
	int order = (int)n;
	cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, order, l, order, b, 1);
	cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, order, l, order, b, 1);
}

/* l, a lower triangle whose rows begin every `stride` numbers, becomes its inverse: of [A 0; B C]
 * that is [A^-1 0; -C^-1 B A^-1 C^-1]. */
static void invert_triangle(int n, double *l, int stride)
{
	int info, half = n / 2, rest = n - half;
	double *b = l + (size_t)half * (size_t)stride, *c = b + half;
	if (n <= MAX_PLAIN) {
		dtrti2_(TRIANGLE, "N", &n, l, &stride, &info, 1, 1);
		return;
	}
	invert_triangle(half, l, stride);
	invert_triangle(rest, c, stride);
	cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, rest, half,
		    -1, c, stride, b, stride);
	cblas_dtrmm(CblasRowMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, rest, half,
		    1, l, stride, b, stride);
}

/* The same triangle becomes that of l' l: of [A 0; B C] that is [A'A + B'B, .; C'B, C'C]. */
static void square_triangle(int n, double *l, int stride)
{
	int info, half = n / 2, rest = n - half;
	double *b = l + (size_t)half * (size_t)stride, *c = b + half;
	if (n <= MAX_PLAIN) {
		dlauu2_(TRIANGLE, &n, l, &stride, &info, 1);
		return;
	}
	square_triangle(half, l, stride);
	cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, half, rest, 1, b, stride, 1, l, stride);
	cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, rest, half, 1,
		    c, stride, b, stride);
	square_triangle(rest, c, stride);
}

void cml_cholesky_invert(size_t n, double *l)
{
	if (n == 0)
		return;
	invert_triangle((int)n, l, (int)n);
	square_triangle((int)n, l, (int)n);
}

void cml_cholesky_whiten(size_t n, const double *l, size_t n_rows, double *rows)
{
	cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)n_rows,
		    (int)n, 1, l, (int)n, rows, (int)n);
}

void cml_symmetric_add_rows(size_t n, double *a, double scale, size_t n_rows, const double *rows)
{
	cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, (int)n, (int)n_rows, scale, rows, (int)n,
		    1, a, (int)n);
}

void cml_triangle_multiply(size_t n, const double *l, double *b)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			b[i * n + j] = 0;
	cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)n,
		    (int)n, 1, l, (int)n, b, (int)n);
}

double cml_cholesky_log_determinant(size_t n, const double *l)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += log(l[i * n + i]);
	return 2 * sum;
}
