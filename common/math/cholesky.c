#include "math/cholesky.h"

#include <assert.h>
#include <cblas.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

/* LAPACK reads columns: our lower triangle is its upper one. */
#define TRIANGLE "U"

/* Of OpenBLAS alone: <cblas.h> may be another library's. */
void openblas_set_num_threads(int n_threads);
/* Of LAPACK; the sizes of the texts are what Fortran hands over unseen. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dtrti2_(const char *uplo, const char *diag, const int *n, double *a, const int *lda, int *info,
	     size_t, size_t);
void dlauu2_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
	    double *work, const int *lwork, int *info, size_t, size_t);

/* Of so many rows LAPACK's plain routines are faster than halves. */
#define MAX_PLAIN 24

#define LIBRARY "libopenblas.so.0"

/* What OpenBLAS takes of the addresses for each thread that works in it. */
#define BUFFER_SIZE ((size_t)129 << 20)

#define FUNCTIONS(DO)                                                                              \
	DO(cblas_dsyrk)                                                                            \
	DO(cblas_dtrmm)                                                                            \
	DO(cblas_dtrsm)                                                                            \
	DO(cblas_dtrsv)                                                                            \
	DO(dlauu2_)                                                                                \
	DO(dpotrf_)                                                                                \
	DO(dsyev_)                                                                                 \
	DO(dtrti2_)                                                                                \
	DO(openblas_set_num_threads)
#define DECLARE(name) __typeof__(name) *name;
#define FIND(name) library.name = (__typeof__(library.name))dlsym(handle, #name);

static struct {
	bool is_there;
	FUNCTIONS(DECLARE)
} library;

/* OpenBLAS starts a thread for each processor when it is loaded, which waits for work by asking
 * again and again, and asks for its buffer for ever where there is no room for one. So it is loaded
 * when it is needed, by who has said before that there shall be none: systems of a few hundred rows
 * are not worth them. */
static void load(void)
{
	setenv("OPENBLAS_NUM_THREADS", "1", 1);
	setenv("OMP_NUM_THREADS", "1", 1);
	void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return;
	FUNCTIONS(FIND)
	library.is_there = true;
	library.openblas_set_num_threads(1); /* where the program was linked with it */
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static __typeof__(library) *blas(void)
{
	pthread_once(&once, load);
	assert(library.is_there);
	return &library;
}

enum cml_result cml_cholesky_load(unsigned n_threads, struct cml_error *err)
{
	size_t size = (n_threads + (size_t)1) * BUFFER_SIZE;
	void *room = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED)
		return cml_fail(
		    err, CML_NO_MEMORY,
		    "out of memory: OpenBLAS needs addresses for %zu MB with %u thread%s (ulimit "
		    "-v, -j)",
		    size >> 20, n_threads, n_threads == 1 ? "" : "s");
	munmap(room, size);
	pthread_once(&once, load);
	return CML_OK;
}

enum cml_result cml_cholesky_find(struct cml_error *err)
{
	pthread_once(&once, load);
	if (library.is_there)
		return CML_OK;
	dlopen(LIBRARY, RTLD_NOW); /* for its words */
	return cml_fail(
	    err, CML_IO_ERROR,
	    "cannot load OpenBLAS: %s: install it, as Gaussian processes and lines need it "
	    "(without: -p gbt --ignore-failures, --method bayes)",
	    dlerror());
}

bool cml_cholesky(size_t n, double *a)
{
	int order = (int)n, info = 0;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(a[i * n + i]))
			return false;
	if (n > 0)
		blas()->dpotrf_(TRIANGLE, &order, a, &order, &info, 1);
	for (size_t i = 0; i < n; i++)
		if (!(a[i * n + i] > 0))
			return false;
	return info == 0;
}

void cml_cholesky_solve(size_t n, const double *l, double *b)
{
	int order = (int)n;
	blas()->cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, order, l, order,
			    b, 1);
	blas()->cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, order, l, order, b,
			    1);
}

/* l, a lower triangle whose rows begin every `stride` numbers, becomes its inverse: of [A 0; B C]
 * that is [A^-1 0; -C^-1 B A^-1 C^-1]. */
static void invert_triangle(int n, double *l, int stride)
{
	int info, half = n / 2, rest = n - half;
	double *b = l + (size_t)half * (size_t)stride, *c = b + half;
	if (n <= MAX_PLAIN) {
		blas()->dtrti2_(TRIANGLE, "N", &n, l, &stride, &info, 1, 1);
		return;
	}
	invert_triangle(half, l, stride);
	invert_triangle(rest, c, stride);
	blas()->cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, rest,
			    half, -1, c, stride, b, stride);
	blas()->cblas_dtrmm(CblasRowMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, rest,
			    half, 1, l, stride, b, stride);
}

/* The same triangle becomes that of l' l: of [A 0; B C] that is [A'A + B'B, .; C'B, C'C]. */
static void square_triangle(int n, double *l, int stride)
{
	int info, half = n / 2, rest = n - half;
	double *b = l + (size_t)half * (size_t)stride, *c = b + half;
	if (n <= MAX_PLAIN) {
		blas()->dlauu2_(TRIANGLE, &n, l, &stride, &info, 1);
		return;
	}
	square_triangle(half, l, stride);
	blas()->cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, half, rest, 1, b, stride, 1, l,
			    stride);
	blas()->cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, rest,
			    half, 1, c, stride, b, stride);
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
	blas()->cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
			    (int)n_rows, (int)n, 1, l, (int)n, rows, (int)n);
}

void cml_symmetric_add_rows(size_t n, double *a, double scale, size_t n_rows, const double *rows)
{
	blas()->cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, (int)n, (int)n_rows, scale, rows,
			    (int)n, 1, a, (int)n);
}

void cml_triangle_multiply(size_t n, const double *l, double *b)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			b[i * n + j] = 0;
	blas()->cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit,
			    (int)n, (int)n, 1, l, (int)n, b, (int)n);
}

double cml_cholesky_log_determinant(size_t n, const double *l)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += log(l[i * n + i]);
	return 2 * sum;
}

bool cml_eigen_symmetric(size_t n, double *a, double *values, double *work)
{
	int order = (int)n, n_work = (int)(CML_EIGEN_WORK * n), info = 0;
	if (n > 0)
		blas()->dsyev_("V", TRIANGLE, &order, a, &order, values, work, &n_work, &info, 1,
			       1);
	return info == 0;
}
