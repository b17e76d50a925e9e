#include "model/mlp_kernels.h"

#include "base/target.h"

#include <math.h>
#include <string.h>

#define BETA1 0.9
#define BETA2 0.999
#define EPSILON 1e-8f

/* Eight floats at once, whatever the processor makes of them. */
typedef float floats __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));

/* Correctly rounded wherever it is done. */
static inline __attribute__((always_inline)) void take_roots(floats *x)
{
#if defined(__x86_64__)
	typedef float quarter __attribute__((vector_size(16)));
	quarter halves[2];
	memcpy(halves, x, sizeof halves);
	halves[0] = __builtin_ia32_sqrtps(halves[0]);
	halves[1] = __builtin_ia32_sqrtps(halves[1]);
	memcpy(x, halves, sizeof halves);
#else
	for (size_t i = 0; i < 8; i++)
		(*x)[i] = sqrtf((*x)[i]);
#endif
}

void cml_mlp_transpose(const struct cml_mlp_sparse *sparse, size_t n_columns,
		       struct cml_mlp_sparse *turned)
{
	uint32_t n_entries = sparse->start[sparse->n_rows];
	uint32_t *start = turned->start;
	memset(start, 0, (n_columns + 1) * sizeof *start);
	for (uint32_t i = 0; i < n_entries; i++)
		start[sparse->entries[i].column]++;
	uint32_t n_before = 0;
	for (size_t c = 0; c <= n_columns; c++) {
		uint32_t n_here = start[c];
		start[c] = n_before;
		n_before += n_here;
	}
	for (size_t r = 0; r < sparse->n_rows; r++)
		for (uint32_t i = sparse->start[r]; i < sparse->start[r + 1]; i++) {
			const struct cml_mlp_entry *entry = &sparse->entries[i];
			turned->entries[start[entry->column]++] =
			    (struct cml_mlp_entry){(uint32_t)r, entry->value};
		}
	/* Each start has moved to the one after it. */
	memmove(start + 1, start, n_columns * sizeof *start);
	start[0] = 0;
	turned->n_rows = n_columns;
}

/* A strip of columns after the other: it stays in the nearest cache for all
 * rows, and its sums stay in registers. */
CML_TARGET_CLONES
void cml_mlp_product(const struct cml_mlp_sparse *sparse, const float *dense, size_t stride,
		     const float *first, float *out)
{
	const struct cml_mlp_entry *entries = sparse->entries;
	for (size_t strip = 0; strip < stride; strip += CML_MLP_LANES) {
		floats from[4] = {{0}};
		if (first)
			memcpy(from, first + strip, sizeof from);
		for (size_t r = 0; r < sparse->n_rows; r++) {
			floats a = from[0], b = from[1], c = from[2], d = from[3];
			for (uint32_t i = sparse->start[r]; i < sparse->start[r + 1]; i++) {
				const floats *row =
				    (const floats *)(dense + entries[i].column * stride + strip);
				float value = entries[i].value;
				a += value * row[0];
				b += value * row[1];
				c += value * row[2];
				d += value * row[3];
			}
			floats *to = (floats *)(out + r * stride + strip);
			to[0] = a;
			to[1] = b;
			to[2] = c;
			to[3] = d;
		}
	}
}

CML_TARGET_CLONES
void cml_mlp_activate(size_t n, float *x, const uint32_t *keep, float scale)
{
	static const ints lanes = {1, 2, 4, 8, 16, 32, 64, 128};
	for (size_t i = 0; i < n; i += CML_MLP_LANES) {
		uint32_t bits = keep ? keep[i / CML_MLP_LANES] : UINT32_MAX;
		for (size_t part = 0; part < 4; part++) {
			floats *at = (floats *)(x + i + 8 * part);
			ints kept = (lanes & (int32_t)(bits >> (8 * part) & 255)) != 0;
			*at = (floats)((ints)(*at * scale) & (*at > 0) & kept);
		}
	}
}

CML_TARGET_CLONES
float cml_mlp_dot(size_t n, const float *a, const float *b)
{
	floats sums[4] = {{0}};
	for (size_t i = 0; i < n; i += CML_MLP_LANES)
		for (size_t part = 0; part < 4; part++)
			sums[part] += *(const floats *)(a + i + 8 * part) *
				      *(const floats *)(b + i + 8 * part);
	floats sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
	return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

CML_TARGET_CLONES
void cml_mlp_turn_back(size_t n, float *x, const float *weight, float factor, float scale,
		       float *sum)
{
	float scaled = factor * scale;
	for (size_t i = 0; i < n; i += 8) {
		floats *at = (floats *)(x + i);
		*(floats *)(sum + i) += factor * *at;
		*at = (floats)((ints)(scaled * *(const floats *)(weight + i)) & (*at > 0));
	}
}

CML_TARGET_CLONES
void cml_mlp_add(size_t n, const float *x, float *sum)
{
	for (size_t i = 0; i < n; i += 8)
		*(floats *)(sum + i) += *(const floats *)(x + i);
}

struct cml_mlp_amsgrad cml_mlp_amsgrad_at(size_t t, double learning_rate, double weight_decay)
{
	return (struct cml_mlp_amsgrad){.rate =
					    (float)(learning_rate / (1 - pow(BETA1, (double)t))),
					.root = (float)(1 / sqrt(1 - pow(BETA2, (double)t))),
					.weight_decay = (float)weight_decay};
}

CML_TARGET_CLONES
void cml_mlp_amsgrad_step(const struct cml_mlp_amsgrad *step, size_t n, const float *gradient,
			  float *w, float *m, float *v, float *largest)
{
	const float rate = step->rate, root = step->root, decay = step->weight_decay;
	for (size_t i = 0; i < n; i += 8) {
		floats at_w = *(const floats *)(w + i);
		floats at_v = *(const floats *)(v + i), at_largest = *(const floats *)(largest + i);
		floats g = *(const floats *)(gradient + i) + decay * at_w;
		floats at_m = (float)BETA1 * *(const floats *)(m + i) + (float)(1 - BETA1) * g;
		at_v = (float)BETA2 * at_v + (float)(1 - BETA2) * g * g;
		ints grew = at_v > at_largest;
		at_largest = (floats)(((ints)at_v & grew) | ((ints)at_largest & ~grew));
		floats roots = at_largest;
		take_roots(&roots);
		*(floats *)(m + i) = at_m;
		*(floats *)(v + i) = at_v;
		*(floats *)(largest + i) = at_largest;
		*(floats *)(w + i) = at_w - rate * at_m / (roots * root + EPSILON);
	}
}
