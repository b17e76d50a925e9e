#include "learn/mlp/mlp_relax.h"

#include "base/target.h"

#include <float.h>
#include <stdint.h>

#define WIDTH CML_MLP_RELAX_WIDTH
#define CHUNK CML_MLP_RELAX_CHUNK

typedef float floats __attribute__((vector_size(4 * WIDTH)));
typedef int32_t ints __attribute__((vector_size(4 * WIDTH)));

static inline __attribute__((always_inline)) float sum_of(const floats *x)
{
	return (((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3])) +
	       (((*x)[4] + (*x)[5]) + ((*x)[6] + (*x)[7]));
}

static inline __attribute__((always_inline)) void take_positive(floats *x)
{
	*x = (floats)((ints)*x & (*x > 0));
}

CML_TARGET_CLONES
void cml_mlp_relax_add(size_t n, const float *a, const float *b, float *sum)
{
	for (size_t i = 0; i < n; i += WIDTH)
		*(floats *)(sum + i) = *(const floats *)(a + i) + *(const floats *)(b + i);
}

CML_TARGET_CLONES
double cml_mlp_relax_dot(size_t n, const float *a, const float *b)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH)
			part += *(const floats *)(a + i) * *(const floats *)(b + i);
		sum += (double)sum_of(&part);
	}
	return sum;
}

CML_TARGET_CLONES
double cml_mlp_relax_sum_positive(size_t n, const float *z)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			take_positive(&at);
			part += at;
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}

CML_TARGET_CLONES
double cml_mlp_relax_above(size_t n, const float *z, const float *min, const float *max,
			   float *slope)
{
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			floats high = at + *(const floats *)(max + i);
			floats below = -(at + *(const floats *)(min + i));
			take_positive(&high);
			take_positive(&below);
			floats steep = high / (high + below + FLT_MIN);
			*(floats *)(slope + i) = steep;
			part += steep * (at + below);
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}

CML_TARGET_CLONES
double cml_mlp_relax_above_negative(size_t n, const float *z, const float *min, const float *max,
				    float *slope)
{
	static const float one = 1;
	double sum = 0;
	for (size_t i = 0; i < n;) {
		floats part = {0};
		for (size_t end = n - i < CHUNK * WIDTH ? n : i + CHUNK * WIDTH; i < end;
		     i += WIDTH) {
			floats at = *(const floats *)(z + i);
			floats high = at + *(const floats *)(max + i);
			floats low = at + *(const floats *)(min + i);
			ints taken = high > -low;
			floats minus = -(one + (floats){0});
			*(floats *)(slope + i) = (floats)((ints)minus & taken);
			part -= (floats)((ints)at & taken);
		}
		sum += (double)sum_of(&part);
	}
	return sum;
}
