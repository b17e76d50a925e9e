#include "math/cholesky.h"

#include <cblas.h>
#include <math.h>

/* LAPACK reads columns: our lower triangle is its upper one. */
#define TRIANGLE "U"

/* Of OpenBLAS alone: <cblas.h> may be another library's. */
void openblas_set_num_threads(int n_threads);
/* Of LAPACK; the sizes of the texts are what Fortran hands over unseen. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dpotri_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);

bool cml_cholesky(size_t n, double *a)
{
	int order = (int)n, info = 0;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(a[i * n + i]))
			return false;
	/* Systems of a few hundred rows are not worth waking threads for. */
	openblas_set_num_threads(1);
	if (n > 0)
		dpotrf_(TRIANGLE, &order, a, &order, &info, 1);
	for (size_t i = 0; i < n; i++)
		if (!(a[i * n + i] > 0))
			return false;
	return info == 0;
}

void cml_cholesky_solve(size_t n, const double *l, double *b)
{
	int order = (int)n;
	cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, order, l, order, b, 1);
	cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, order, l, order, b, 1);
}

void cml_cholesky_invert(size_t n, double *l)
{
	int order = (int)n, info = 0;
	if (n > 0)
		dpotri_(TRIANGLE, &order, l, &order, &info, 1);
}

double cml_cholesky_log_determinant(size_t n, const double *l)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += log(l[i * n + i]);
	return 2 * sum;
}
