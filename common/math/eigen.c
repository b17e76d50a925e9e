#include "math/eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Steps for one eigenvalue; two or three are usual. */
#define MAX_STEPS 60

static double dot(size_t n, const double *restrict a, const double *restrict b)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static void add_multiple(size_t n, double factor, const double *restrict from, double *restrict to)
{
	for (size_t i = 0; i < n; i++)
		to[i] += factor * from[i];
}

/* v[n] becomes the vector of the reflection I - beta v v' that takes it to a multiple of the
 * first axis, which is returned; beta 0: it lies there already. */
static double reflect(size_t n, double *v, double *beta)
{
	double largest = 0;
	*beta = 0;
	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(v[i]));
	double rest = 0;
	for (size_t i = 1; i < n; i++)
		rest = fmax(rest, fabs(v[i]));
	if (rest == 0)
		return v[0];
	/* Scaled, so that squares neither overflow nor vanish. */
	for (size_t i = 0; i < n; i++)
		v[i] /= largest;
	double length = copysign(sqrt(dot(n, v, v)), v[0]);
	v[0] += length;
	*beta = 1 / (length * v[0]);
	return -length * largest;
}

/* a becomes Q T Q': the diagonal of T, and what is beside it in beside[n - 1]. Row k of a keeps
 * the vector of reflection k from column k + 1 on, betas[k] its factor. work: n. */
static void tridiagonalise(size_t n, double *a, double *diagonal, double *beside, double *betas,
			   double *work)
{
	for (size_t k = 0; k < n; k++) {
		double *v = a + k * n + k + 1;
		size_t m = n - k - 1;
		diagonal[k] = a[k * n + k];
		if (m == 0)
			break;
		beside[k] = reflect(m, v, &betas[k]);
		if (betas[k] == 0)
			continue;
		for (size_t i = 0; i < m; i++)
			work[i] = betas[k] * dot(m, a + (k + 1 + i) * n + k + 1, v);
		add_multiple(m, -betas[k] / 2 * dot(m, work, v), v, work);
		for (size_t i = 0; i < m; i++) {
			double *row = a + (k + 1 + i) * n + k + 1;
			add_multiple(m, -v[i], work, row);
			add_multiple(m, -work[i], v, row);
		}
	}
}

/* vectors becomes Q': the reflections one after the other. */
static void accumulate(size_t n, const double *a, const double *betas, double *vectors)
{
	memset(vectors, 0, n * n * sizeof *vectors);
	for (size_t k = 0; k < n; k++)
		vectors[k * n + k] = 1;
	for (size_t k = n; k-- > 0;) {
		const double *v = a + k * n + k + 1;
		size_t m = n - k - 1;
		for (size_t i = 0; m > 0 && betas[k] != 0 && i < m; i++) {
			double *row = vectors + (k + 1 + i) * n + k + 1;
			add_multiple(m, -betas[k] * dot(m, row, v), v, row);
		}
	}
}

/* Rows a and b turned by the angle of cosine c and sine s. */
static void rotate(size_t n, double c, double s, double *restrict a, double *restrict b)
{
	for (size_t i = 0; i < n; i++) {
		double of_b = b[i];
		b[i] = s * a[i] + c * of_b;
		a[i] = c * a[i] - s * of_b;
	}
}

/* One step of QL on rows first..last of the tridiagonal matrix. */
static void step(size_t n, size_t first, size_t last, double *diagonal, double *beside,
		 double *vectors)
{
	double g = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first]);
	double s = 1, c = 1, p = 0;
	g = diagonal[last] - diagonal[first] + beside[first] / (g + copysign(sqrt(g * g + 1), g));
	for (size_t i = last; i-- > first;) {
		double f = s * beside[i];
		double b = c * beside[i];
		double r = sqrt(f * f + g * g);
		beside[i + 1] = r;
		if (r == 0) { /* it falls apart here */
			diagonal[i + 1] -= p;
			beside[last] = 0;
			return;
		}
		s = f / r;
		c = g / r;
		g = diagonal[i + 1] - p;
		r = (diagonal[i] - g) * s + 2 * c * b;
		p = s * r;
		diagonal[i + 1] = g + p;
		g = c * r - b;
		rotate(n, c, s, vectors + i * n, vectors + (i + 1) * n);
	}
	diagonal[first] -= p;
	beside[first] = g;
	beside[last] = 0;
}

static bool diagonalise(size_t n, double *diagonal, double *beside, double *vectors)
{
	double size = 0;
	for (size_t i = 0; i < n; i++)
		size = fmax(size, fabs(diagonal[i]) + fabs(beside[i]));
	for (size_t first = 0; first < n; first++) {
		size_t n_steps = 0;
		for (;;) {
			size_t last = first;
			while (last + 1 < n && fabs(beside[last]) > DBL_EPSILON * size)
				last++;
			if (last == first)
				break;
			if (n_steps++ == MAX_STEPS)
				return false;
			step(n, first, last, diagonal, beside, vectors);
		}
	}
	return true;
}

bool cml_eigen_symmetric(size_t n, double *a, double *values, double *vectors, double *work)
{
	double *beside = work, *betas = work + n;
	memset(work, 0, 3 * n * sizeof *work);
	tridiagonalise(n, a, values, beside, betas, work + 2 * n);
	accumulate(n, a, betas, vectors);
	return diagonalise(n, values, beside, vectors);
}
