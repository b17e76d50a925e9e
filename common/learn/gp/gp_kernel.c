#include "learn/gp/gp_kernel.h"

#include "base/target.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* From here on a correlation is as good as 0, and its powers of two are still normal numbers. */
#define MAX_DECAY 700.0

/* Adding and taking away this rounds to an integer, which the low bits of the sum hold. */
#define ROUNDER 0x1.8p52
/* ln 2 in two parts: the first has few bits, so that its products with integers are exact. */
#define LN2_HIGH 0x1.62e42fefa38p-1
#define LN2_LOW 0x1.ef35793c7673p-45

/* exp(-x) for x in [0, MAX_DECAY]: 2^n exp(r) with |r| <= ln(2) / 2, the latter by its series,
 * whose rest is below 1e-17. Two units in the last place at most; a loop of it becomes vectors,
 * which one of exp() does not. */
static inline __attribute__((always_inline)) double decay(double x)
{
	double rounded = ROUNDER - x * M_LOG2E, n = rounded - ROUNDER;
	double r = (-x - n * LN2_HIGH) - n * LN2_LOW;
	double power = 1.0 / 6227020800;
	power = power * r + 1.0 / 479001600;
	power = power * r + 1.0 / 39916800;
	power = power * r + 1.0 / 3628800;
	power = power * r + 1.0 / 362880;
	power = power * r + 1.0 / 40320;
	power = power * r + 1.0 / 5040;
	power = power * r + 1.0 / 720;
	power = power * r + 1.0 / 120;
	power = power * r + 1.0 / 24;
	power = power * r + 1.0 / 6;
	power = power * r + 0.5;
	power = power * r + 1;
	power = power * r + 1;
	uint64_t bits, exponent;
	memcpy(&bits, &power, sizeof bits);
	memcpy(&exponent, &rounded, sizeof exponent);
	bits += exponent << 52;
	memcpy(&power, &bits, sizeof power);
	return power;
}

static inline __attribute__((always_inline)) double at_most(double x, double max)
{
	return x < max ? x : max;
}

static inline __attribute__((always_inline)) void correlate(size_t n, double *restrict squared,
							    double *restrict slopes)
{
	for (size_t i = 0; i < n; i++) {
		double r = at_most(sqrt(5 * squared[i]), MAX_DECAY), value = decay(r);
		squared[i] = (1 + r + r * r * (1.0 / 3)) * value;
		if (slopes)
			slopes[i] = -5.0 / 6 * (1 + r) * value;
	}
}

/* Slopes or none: a constant in each loop. */
CML_TARGET_CLONES
void cml_gp_correlate(size_t n, double *squared, double *slopes)
{
	if (slopes)
		correlate(n, squared, slopes);
	else
		correlate(n, squared, NULL);
}

/* At any address; as wide as the vectors of AVX2, which the others split or fill in part. */
#define WIDTH 4
typedef double vector __attribute__((vector_size(WIDTH * sizeof(double)), aligned(sizeof(double))));
/* Vectors worked on side by side. */
#define N_VECTORS 4

CML_TARGET_CLONES
void cml_gp_distances(size_t n, size_t d, const double *x, const double *at, size_t m,
		      double *squared)
{
	size_t j = 0;
	for (; j + WIDTH * N_VECTORS <= m; j += WIDTH * N_VECTORS) {
		vector sums[N_VECTORS] = {0};
		for (size_t k = 0; k < d; k++)
#pragma GCC unroll 4
			for (size_t v = 0; v < N_VECTORS; v++) {
				vector difference =
				    *(const vector *)(x + k * n + j + v * WIDTH) - at[k];
				sums[v] += difference * difference;
			}
#pragma GCC unroll 4
		for (size_t v = 0; v < N_VECTORS; v++)
			*(vector *)(squared + j + v * WIDTH) = sums[v];
	}
	for (; j < m; j++) {
		squared[j] = 0;
		for (size_t k = 0; k < d; k++) {
			double difference = x[k * n + j] - at[k];
			squared[j] += difference * difference;
		}
	}
}

/* Of all lanes. */
static inline __attribute__((always_inline)) double add_up(vector *sums)
{
	double sum = 0;
	sums[0] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
	for (size_t l = 0; l < WIDTH; l++)
		sum += sums[0][l];
	return sum;
}

CML_TARGET_CLONES
double cml_gp_dot(size_t n, const double *a, const double *b)
{
	vector sums[N_VECTORS] = {0};
	size_t i = 0;
	for (; i + WIDTH * N_VECTORS <= n; i += WIDTH * N_VECTORS)
#pragma GCC unroll 4
		for (size_t v = 0; v < N_VECTORS; v++)
			sums[v] += *(const vector *)(a + i + v * WIDTH) *
				   *(const vector *)(b + i + v * WIDTH);
	double sum = add_up(sums);
	for (; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

CML_TARGET_CLONES
void cml_gp_weigh(size_t n, double factor, const double *restrict slopes, double *restrict weights)
{
	for (size_t j = 0; j < n; j++)
		weights[j] *= factor * slopes[j];
}

CML_TARGET_CLONES
double cml_gp_sum_squares(size_t n, const double *weights, const double *x, double at)
{
	vector sums[N_VECTORS] = {0};
	size_t j = 0;
	for (; j + WIDTH * N_VECTORS <= n; j += WIDTH * N_VECTORS)
#pragma GCC unroll 4
		for (size_t v = 0; v < N_VECTORS; v++) {
			vector away = *(const vector *)(x + j + v * WIDTH) - at;
			sums[v] += *(const vector *)(weights + j + v * WIDTH) * away * away;
		}
	for (; j + WIDTH <= n; j += WIDTH) {
		vector away = *(const vector *)(x + j) - at;
		sums[0] += *(const vector *)(weights + j) * away * away;
	}
	double sum = add_up(sums);
	for (; j < n; j++)
		sum += weights[j] * (x[j] - at) * (x[j] - at);
	return sum;
}
